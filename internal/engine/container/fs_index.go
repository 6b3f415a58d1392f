package container

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	tree "github.com/lsh-interop/fpcheck/internal/engine/walk"
)

// entry is a member in an [index].
type entry struct {
	name     ref
	link     ref   // the target of a link; of a hard link, the path of another member
	at       int64 // where its bytes are, in the container or in the spool
	packed   int64 // how many they are there
	size     int64 // how many they are unpacked
	modified int64 // nanoseconds since 1970; 0 if it is not known
	crc      uint32
	mode     fs.FileMode
	order    int32 // of the members of the container
	method   uint16
	flags    flags
}

type flags uint8

const (
	spooled  flags = 1 << iota // the bytes are in the spool
	hardLink                   // the bytes are in another member, which link names
	broken                     // the bytes cannot be read: index.broken says why
	checked                    // crc was checked
)

// An index has the members of a container in the order of their paths. Entries below a directory follow
// it immediately. It needs about 80 bytes and the name for each member.
type index struct {
	names   names
	entries []entry
	broken  map[int32]error // by order
	err     problems
}

// Limits of an index, far above real containers.
const (
	maxName  = 4096 // bytes of a path, as on most systems
	maxDepth = 256  // folders in folders, since a walk costs that much for each file
)

// names stores the names and the targets of links, in pieces that never move.
type names struct {
	pieces [][]byte
	octets int64
}

// ref is the position of a name: the number of a piece, an offset and a length.
type ref uint64

const (
	piece     = 1 << 20
	offsetBit = 13 // the length is below it
	pieceBit  = offsetBit + 20
)

func (n *names) add(s string) ref {
	if s == "" {
		return 0
	}
	last := len(n.pieces) - 1
	if last < 0 || len(n.pieces[last])+len(s) > piece {
		n.pieces = append(n.pieces, make([]byte, 0, piece))
		last++
	}
	p := &n.pieces[last]
	r := ref(last)<<pieceBit | ref(len(*p))<<offsetBit | ref(len(s))
	*p = append(*p, s...)
	n.octets += int64(len(s))
	return r
}

func (n *names) of(r ref) []byte {
	length := int(r & (1<<offsetBit - 1))
	if length == 0 {
		return nil
	}
	at := int(r >> offsetBit & (piece - 1))
	return n.pieces[r>>pieceBit][at : at+length]
}

// held returns the approximate memory of an index in bytes.
func (x *index) held() int64 { return int64(cap(x.entries))*88 + int64(len(x.names.pieces))*piece }

// add adds a member by its name in the container. It returns nil for impossible members; x.err says why.
func (x *index) add(name string, order int32, e entry) *entry {
	clean, err := cleaned(name)
	if err != nil {
		x.err.add(name, err)
		return nil
	}
	if clean == "." {
		return nil
	}
	e.name, e.order = x.names.add(clean), order
	x.entries = append(x.entries, e)
	return &x.entries[len(x.entries)-1]
}

// fail records that the bytes of a member cannot be read.
func (x *index) fail(e *entry, err error) {
	if x.broken == nil {
		x.broken = make(map[int32]error)
	}
	e.flags |= broken
	x.broken[e.order] = err
}

// Reasons why a tree lacks a member, or changes it.
var (
	ErrOutside = errors.New("its path leads out of the container")
	ErrName    = errors.New("no file can have this name")
	ErrTwice   = errors.New("more than one member has this name")
)

// cleaned returns the path in the tree of a member with that name: "." for the tree itself.
func cleaned(name string) (string, error) {
	switch {
	case name == "":
		return "", fmt.Errorf("%w: it is empty", ErrName)
	case strings.ContainsRune(name, 0):
		return "", fmt.Errorf("%w: it contains a NUL", ErrName)
	case strings.HasPrefix(name, "/"):
		return "", fmt.Errorf("%w: it is absolute: expected a relative path", ErrOutside)
	case len(name) > maxName:
		return "", fmt.Errorf("%w: it has %d bytes: expected at most %d", ErrName, len(name), maxName)
	case slices.Contains(strings.Split(name, "/"), ".."):
		return "", fmt.Errorf(`%w: it contains "..": expected a path without it`, ErrOutside)
	}
	clean := path.Clean(name)
	if strings.Count(clean, "/") >= maxDepth {
		return "", fmt.Errorf("%w: it is in more than %d folders", ErrName, maxDepth)
	}
	return clean, nil
}

// sort sorts the entries, and finds names that several members have.
func (x *index) sort() {
	slices.SortFunc(x.entries, func(a, b entry) int {
		if c := tree.ComparePaths(x.names.of(a.name), x.names.of(b.name)); c != 0 {
			return c
		}
		return int(a.order) - int(b.order)
	})
	for i := 1; i < len(x.entries); i++ {
		a, b := &x.entries[i-1], &x.entries[i]
		name, next := x.names.of(a.name), x.names.of(b.name)
		switch {
		case bytes.Equal(name, next):
			if !a.mode.IsDir() || !b.mode.IsDir() {
				x.err.add(string(name), fmt.Errorf("%w: the %s and the %s of the container: expected one; the last one is used", ErrTwice, ordinal(a.order), ordinal(b.order)))
			}
		case !a.mode.IsDir() && below(next, name):
			x.err.add(string(name), fmt.Errorf("%w: as a file the %s of the container, as a folder the %s: expected one; the folder is used", ErrTwice, ordinal(a.order), ordinal(b.order)))
		}
	}
}

// ordinal returns the position of a member in the container, in words.
func ordinal(order int32) string {
	n := order + 1
	end := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("%d%s member", n, end)
}

// below reports whether a path is below a directory.
func below(name, dir []byte) bool {
	return len(name) > len(dir) && name[len(dir)] == '/' && bytes.HasPrefix(name, dir)
}

// from returns the first entry, of those from low on, whose path is not before name.
func (x *index) from(low int, name []byte) int {
	return low + sort.Search(len(x.entries)-low, func(i int) bool {
		return tree.ComparePaths(x.names.of(x.entries[low+i].name), name) >= 0
	})
}

// lookup finds a path, which is not ".". It returns the entry, if one has that name, and whether it is a
// directory. Of several entries it returns the last in the container.
func (x *index) lookup(name string) (e *entry, dir, ok bool) {
	key := []byte(name)
	i := x.from(0, key)
	for ; i < len(x.entries) && bytes.Equal(x.names.of(x.entries[i].name), key); i++ {
		e, ok = &x.entries[i], true
	}
	dir = ok && e.mode.IsDir()
	if i < len(x.entries) && below(x.names.of(x.entries[i].name), key) {
		if !dir {
			e = nil
		}
		dir, ok = true, true
	}
	return e, dir, ok
}

// children calls yield with each name in a directory, and its entry. dir is "" for the tree. The entry
// is nil for a directory without a member of its own.
func (x *index) children(dir string, yield func(name string, e *entry)) {
	prefix, i := []byte(nil), 0
	if dir != "" {
		prefix = []byte(dir + "/")
		i = x.from(0, prefix)
	}
	for i < len(x.entries) {
		full := x.names.of(x.entries[i].name)
		if !bytes.HasPrefix(full, prefix) {
			return
		}
		name, _, _ := bytes.Cut(full[len(prefix):], []byte("/"))
		child := full[:len(prefix)+len(name)]
		var e *entry
		for ; i < len(x.entries) && bytes.Equal(x.names.of(x.entries[i].name), child); i++ {
			e = &x.entries[i]
		}
		if end := x.after(i, child); end > i {
			if e != nil && !e.mode.IsDir() {
				e = nil
			}
			i = end
		}
		yield(string(name), e)
	}
}

// after returns the first entry, from low on, that is not below a directory. Its steps grow, so that a
// walk through all directories takes linear time.
func (x *index) after(low int, dir []byte) int {
	is := func(i int) bool { return below(x.names.of(x.entries[i].name), dir) }
	step := 1
	for low+step <= len(x.entries) && is(low+step-1) {
		low += step
		step *= 2
	}
	return low + sort.Search(min(step, len(x.entries)-low), func(i int) bool { return !is(low + i) })
}

func (e *entry) time() time.Time {
	if e.modified == 0 {
		return time.Time{}
	}
	return time.Unix(0, e.modified)
}

func since1970(t time.Time) int64 {
	if t.Year() < 1970 || t.Year() > 2261 {
		return 0
	}
	return t.UnixNano()
}

// A Problem is a member that does not fit into a tree of files, or a broken container.
type Problem struct {
	Name string // of the member in the container; "" for the container
	Err  error
}

// problems has the first problems, and the number of others.
type problems struct {
	found []Problem
	more  int64
}

// mostProblems is the number of problems to keep.
const mostProblems = 1000

func (p *problems) add(name string, err error) {
	if len(p.found) == mostProblems {
		p.more++
		return
	}
	p.found = append(p.found, Problem{name, err})
}

func (p *problems) all() []Problem {
	if p.more == 0 {
		return p.found
	}
	return append(slices.Clip(p.found), Problem{"", fmt.Errorf("%d more such members, not shown", p.more)})
}
