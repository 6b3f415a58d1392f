package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/archive/container"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// packages are files that hold files: tar and ZIP. What is in them is read as the files of a
// directory are, whatever it is.
type packages struct {
	a     *app
	flags *readFlags
	kinds []collection // that may be in them, they among them
}

// collections are the kinds of inputs that hold many documents. With --media or --input, containers
// and mailboxes are none of them.
func (a *app) collections(f *readFlags, archives *archives, also ...collection) []collection {
	kinds := slices.Concat(also, a.dataSets(f), []collection{archives})
	if f.media != "" || f.input != "" {
		return kinds
	}
	p := &packages{a: a, flags: f}
	p.kinds = append(kinds, p, &mailboxes{a, f})
	return p.kinds
}

// packagesAmong returns the packages among kinds of collections, nil if there are none.
func packagesAmong(kinds []collection) *packages {
	for _, k := range kinds {
		if p, ok := k.(*packages); ok {
			return p
		}
	}
	return nil
}

func (*packages) holds(head []byte, name string) bool {
	form, _ := container.Begins(head, name, true)
	return form != ""
}

func isZip(head []byte) bool {
	form, _ := container.Begins(head[:min(len(head), headSize)], "", true)
	return form == container.Zip
}

// isDocument reports whether a ZIP archive is a document of its own. The file is nil if only its
// path is known.
func (*packages) isDocument(ctx context.Context, in input, file *openFile, head []byte, limits extract.Limits) bool {
	if !isZip(head) {
		return false
	}
	if file == nil {
		f, err := os.Open(in.path)
		if err != nil {
			return true // what is wrong is said when it is read
		}
		defer f.Close()
		file = &openFile{file: f, regular: true}
	}
	octets, size, ok := file.anywhere()
	return !ok || extract.IsDocument(ctx, octets, size, in.path, limits)
}

// members are the documents in a container, those in the containers in it among them, and a last
// one that prints what became of them.
func (p *packages) members(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		f := p.flags
		total := f.tally()
		o := newOpening(p, in.path)
		o.yield = yield
		o.finish = func(d *document) bool {
			total.add(d)
			return true
		}
		if !o.walk(in, 0) {
			return
		}
		if o.given == 0 && o.inner { // what is in it was counted by itself
			return
		}
		in.file = nil
		in.member = p.a.ending(f, in.path, total, "document")
		yield(in)
	}
}

// tally counts the documents in a file that holds many.
func (f *readFlags) tally() *tally {
	return &tally{verbose: f.verbose, warns: f.warns, strict: f.archive.strict}
}

// ending is a last member, which prints what became of the others.
func (a *app) ending(f *readFlags, path string, total *tally, what string) *member {
	return &member{finish: func(*document) bool {
		if f.quiet {
			return false
		}
		if more := total.unwarned(what); more != "" {
			a.out.warn(path, more)
		}
		a.out.note("fpcheck: " + display(path) + ": " + total.String(what))
		return false
	}}
}

// opening is a container that is being read, with those in it: one budget is theirs.
type opening struct {
	*packages
	ctx       context.Context
	budget    *budget.Budget
	yield     func(input) bool
	finish    func(*document) bool
	outermost string // its path
	seed      maphash.Seed
	given     int            // documents that are in no other kind of file, and errors
	inner     bool           // there are others
	over      bool           // the budget is exceeded, and that was said
	names     map[uint64]int // how many were given of each name, by its hash
}

func newOpening(p *packages, outermost string) *opening {
	o := &opening{packages: p, outermost: outermost, seed: maphash.MakeSeed(), names: make(map[uint64]int)}
	if p.a != nil {
		o.budget = budget.New(budget.Limits(p.flags.limits()))
		o.ctx = budget.With(p.a.ctx, o.budget)
	}
	return o
}

// walk gives the documents in a container, and reports whether more are wanted.
func (o *opening) walk(in input, depth int) bool {
	if err := o.budget.Nested(depth); err != nil {
		return o.trouble(in, err)
	}
	form, source, err := o.open(in, depth)
	if err != nil {
		return o.trouble(in, err)
	}
	for m, err := range container.Members(o.ctx, form, source, extract.Limits{}) {
		switch {
		case m == nil:
			if !o.trouble(in, err) {
				return false
			}
			continue
		case m.Kind != container.File || o.excluded(m.Name):
			continue
		case !o.member(in, m, err, depth):
			return false
		}
		if over := o.budget.Unpack(0); over != nil { // all that follows would fail
			return o.exceeded(in, over)
		}
	}
	return true
}

// open returns the form of a container, and its octets.
func (o *opening) open(in input, depth int) (container.Form, container.Source, error) {
	head, err := in.file.telling(in.path)
	if err != nil {
		return "", container.Source{}, err
	}
	form, _ := container.Begins(head, in.path, true)
	source := container.Source{Reader: in.file}
	if depth == 0 {
		source.Reader = o.budget.Outermost(o.ctx, in.file)
	}
	if form == container.Zip {
		octets, size, ok := in.file.anywhere()
		if !ok {
			return "", container.Source{}, errors.New("a ZIP archive is read from its end: expected a file")
		}
		if depth == 0 {
			o.budget.Source(size)
		}
		source.At, source.Size = in.file.progress.readerAt(octets), size
	}
	return form, source, nil
}

// trouble gives an error of a container.
func (o *opening) trouble(in input, err error) bool {
	o.given++
	in.err, in.file = err, nil
	in.member = &member{name: in.path, label: in.path, finish: o.finish}
	return o.yield(in)
}

// exceeded gives the error of a container, once for all that are in one another.
func (o *opening) exceeded(in input, err error) bool {
	if o.over {
		return true
	}
	o.over = true
	in.path = o.outermost
	return o.trouble(in, fmt.Errorf("what follows is not read: %w", err))
}

// excluded reports whether a member, or a folder that it is in, is left out.
func (o *opening) excluded(name string) bool {
	name = strings.Trim(name, "/")
	for i, c := range name {
		if c == '/' && o.flags.excludes(name[:i+1]) {
			return true
		}
	}
	return o.flags.excludes(name)
}

// memberInMemory is how many octets of a member are kept, so that others can be read meanwhile.
// It is enough to tell what a member is.
const memberInMemory = container.MostHead

// member gives what is in a member, or what is wrong with it.
func (o *opening) member(in input, m *container.Member, err error, depth int) bool {
	// Lines that end with NUL have none before.
	name := o.unique(in.path + inside + strings.ReplaceAll(m.Name, "\x00", "\uFFFD"))
	sub := input{path: name, err: err}
	var head []byte
	all := false
	if err == nil {
		head, all, sub.err = readStart(m)
	}
	if sub.err == nil {
		sub.file = &openFile{Reader: &resumed{head, m}}
		if kind, err := o.collection(&sub, m.Name, head); err != nil {
			sub.err = err
		} else if kind != nil {
			defer sub.file.Close()
			if kind == collection(o.packages) {
				return o.walk(sub, depth+1)
			}
			o.inner = true
			for d := range kind.members(sub) {
				if !o.yield(d) {
					return false
				}
			}
			return true
		}
	}
	o.given++
	file := sub.file
	sub.file = nil
	sub.member = &member{name: name, label: name, fields: o.fields(name, m), size: int64(len(head)), finish: o.finish}
	if sub.err != nil {
		return o.yield(sub)
	}
	sub.member.open = func(ctx context.Context, e extract.Options) (*extract.Document, error) {
		e.Name = path.Base(m.Name)
		return extract.Open(ctx, file, e)
	}
	if all || file.kept != nil {
		file.Reader = bytes.NewReader(head)
		if file.kept != nil {
			file.Reader = io.NewSectionReader(file.kept, 0, file.kept.Size)
		}
	}
	if all {
		return o.yield(sub)
	}
	return o.wait(sub, file)
}

// wait gives a member that is read from the container itself, which goes on when it has been read.
func (o *opening) wait(in input, file *openFile) bool {
	read := make(chan struct{})
	defer file.Close()
	once := sync.OnceFunc(func() { close(read) })
	in.member.ended = func(d *document) {
		defer once()
		if d != nil && (d.err == nil || d.withoutText()) { // what it has not read may be damaged
			if _, err := io.Copy(io.Discard, file); err != nil {
				d.err = err
			}
		}
	}
	if !o.yield(in) {
		return false
	}
	select {
	case <-read:
		return true
	case <-o.ctx.Done():
		return false
	}
}

// collection returns the kind of collection that a member is, nil if it is one document. One that
// is read from its end is kept for that.
func (o *opening) collection(in *input, name string, head []byte) (collection, error) {
	for _, kind := range o.kinds {
		if !kind.holds(head, name) {
			continue
		}
		if (isZip(head) || isParquet(head)) && in.file.kept == nil {
			if err := in.file.keep(o.ctx, nil, o.flags.limits()); err != nil {
				return nil, err
			}
		}
		if kind == collection(o.packages) && o.isDocument(o.ctx, input{path: name}, in.file, head, o.flags.limits()) {
			return nil, nil
		}
		return kind, nil
	}
	return nil, nil
}

// readStart reads the first octets of a member, and reports whether they are all.
func readStart(m *container.Member) (head []byte, all bool, err error) {
	head = make([]byte, 0, min(max(m.Size, 0), 64<<10)+bytes.MinRead)
	for len(head) < memberInMemory {
		n, err := m.Read(head[len(head):min(cap(head), memberInMemory)])
		head = head[:len(head)+n]
		if err == io.EOF {
			return head, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		if len(head) == cap(head) {
			head = slices.Grow(head, bytes.MinRead)
		}
	}
	return head, false, nil
}

// unique returns a name that no other member has: "a.txt#2" of the second "a.txt".
func (o *opening) unique(name string) string {
	first := maphash.String(o.seed, name)
	unique, h := name, first
	for o.names[h] > 0 {
		o.names[first]++
		unique = fmt.Sprintf("%s#%d", name, o.names[first])
		h = maphash.String(o.seed, unique)
	}
	o.names[h]++
	return unique
}

// memberFields are what --json has of a member of a container.
type memberFields struct {
	Member   string `json:"member"`
	Modified string `json:"modified,omitempty"`
}

func (o *opening) fields(name string, m *container.Member) any {
	f := memberFields{Member: strings.ToValidUTF8(name[len(o.outermost)+len(inside):], "\uFFFD")}
	if !m.Modified.IsZero() {
		f.Modified = m.Modified.UTC().Format(time.RFC3339)
	}
	return f
}
