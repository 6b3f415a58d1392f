package documents

import (
	"bytes"
	"cmp"
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

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Packages reads the files of tars and ZIP archives like the files of a directory.
type Packages struct {
	a     *cli.App
	flags *ReadFlags
	kinds []Collection // that may be in them, including Packages
}

// Collections lists the kinds of inputs with many documents. --media and --input exclude containers and mailboxes.
func Collections(a *cli.App, f *ReadFlags, archives *Archives, also ...Collection) []Collection {
	kinds := slices.Concat(also, dataSets(a, f), []Collection{archives})
	if f.Media != "" || f.input != "" {
		return kinds
	}
	p := &Packages{a: a, flags: f}
	p.kinds = append(kinds, p, &mailboxes{a, f})
	return p.kinds
}

// PackagesAmong returns the packages among kinds of collections, or nil.
func PackagesAmong(kinds []Collection) *Packages {
	for _, k := range kinds {
		if p, ok := k.(*Packages); ok {
			return p
		}
	}
	return nil
}

func (*Packages) Holds(head []byte, name string) bool {
	form, _ := container.Begins(head, name, true)
	return form != ""
}

func isZip(head []byte) bool {
	form, _ := container.Begins(head[:min(len(head), HeadSize)], "", true)
	return form == container.Zip
}

// IsDocument reports whether a ZIP archive is a document. The file is nil if only its path is known.
func (*Packages) IsDocument(ctx context.Context, in Input, file *OpenFile, head []byte, limits extract.Limits) bool {
	if !isZip(head) {
		return false
	}
	if file == nil {
		f, err := os.Open(in.Path)
		if err != nil {
			return true // reading it reports the fault
		}
		defer f.Close()
		file = &OpenFile{File: f, Regular: true}
	}
	octets, size, ok := file.anywhere()
	return !ok || extract.IsDocument(ctx, octets, size, in.Path, limits)
}

// Members yields the documents in a container, including those in nested containers. A last member prints the
// counts.
func (p *Packages) Members(in Input) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		f := p.flags
		total := f.tally()
		o := newOpening(p, in.Path)
		o.yield = yield
		o.finish = total.take
		if !o.walk(in, 0) {
			return
		}
		if o.given == 0 && o.inner { // its documents were counted already
			return
		}
		in.File = nil
		in.Member = ending(p.a, f, in.Path, total, "document")
		yield(in)
	}
}

// tally counts the documents in a file that holds many.
func (f *ReadFlags) tally() *tally {
	return &tally{verbose: f.Verbose, strict: f.Archive.strict, yield: cmp.Or(f.Yield, "a fingerprint")}
}

// ending returns a last member that prints the counts of the others.
func ending(a *cli.App, f *ReadFlags, path string, total *tally, what string) *member {
	return &member{finish: func(*Document) bool {
		endCounts(a, f, path, total, what)
		return false
	}}
}

// opening is a container that is being read, with its nested containers. They share one budget.
type opening struct {
	*Packages
	ctx       context.Context
	budget    *budget.Budget
	yield     func(Input) bool
	finish    func(*Document) bool
	outermost string // its path
	seed      maphash.Seed
	given     int            // documents that are in no other kind of file, and errors
	inner     bool           // there are others
	over      bool           // the budget is exceeded, and that was said
	names     map[uint64]int // how many were given of each name, by its hash
}

func newOpening(p *Packages, outermost string) *opening {
	o := &opening{Packages: p, outermost: outermost, seed: maphash.MakeSeed(), names: make(map[uint64]int)}
	if p.a != nil {
		o.budget = budget.New(budget.Limits(p.flags.Limits()))
		o.ctx = budget.With(p.a.Ctx, o.budget)
	}
	return o
}

// walk yields the documents in a container, and reports whether more are wanted.
func (o *opening) walk(in Input, depth int) bool {
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
		if over := o.budget.Unpack(0); over != nil { // everything after it would fail
			return o.exceeded(in, over)
		}
	}
	return true
}

func (o *opening) open(in Input, depth int) (container.Form, container.Source, error) {
	head, err := in.File.Telling(in.Path)
	if err != nil {
		return "", container.Source{}, err
	}
	form, _ := container.Begins(head, in.Path, true)
	source := container.Source{Reader: in.File}
	if depth == 0 {
		source.Reader = o.budget.Outermost(o.ctx, in.File)
	}
	if form == container.Zip {
		octets, size, ok := in.File.anywhere()
		if !ok {
			return "", container.Source{}, errors.New("a ZIP archive is read from its end: expected a file")
		}
		if depth == 0 {
			o.budget.Source(size)
		}
		source.At, source.Size = in.File.progress.ReaderAt(octets), size
	}
	return form, source, nil
}

// trouble yields an error of a container.
func (o *opening) trouble(in Input, err error) bool {
	o.given++
	in.Err, in.File = err, nil
	in.Member = &member{name: in.Path, label: in.Path, finish: o.finish}
	return o.yield(in)
}

// exceeded yields the error of a container, once for all nested ones.
func (o *opening) exceeded(in Input, err error) bool {
	if o.over {
		return true
	}
	o.over = true
	in.Path = o.outermost
	return o.trouble(in, fmt.Errorf("what follows is not read: %w", err))
}

// excluded reports whether a member, or a folder that it is in, is left out.
func (o *opening) excluded(name string) bool {
	name = strings.Trim(name, "/")
	for i, c := range name {
		if c == '/' && o.flags.Excludes(name[:i+1]) {
			return true
		}
	}
	return o.flags.Excludes(name)
}

// memberInMemory is the number of bytes of a member to keep, so that others can be read meanwhile. It
// suffices to identify a member.
const memberInMemory = container.MostHead

// member yields the documents in a member, or its error.
func (o *opening) member(in Input, m *container.Member, err error, depth int) bool {
	// A name must not contain NUL, which may end lines.
	name := o.unique(in.Path + inside + strings.ReplaceAll(m.Name, "\x00", "\uFFFD"))
	sub := Input{Path: name, Err: err}
	var head []byte
	all := false
	if err == nil {
		head, all, sub.Err = readStart(m)
	}
	if sub.Err == nil {
		sub.File = &OpenFile{Reader: &resumed{head, m}}
		if kind, err := o.collection(&sub, m.Name, head); err != nil {
			sub.Err = err
		} else if kind != nil {
			defer sub.File.Close()
			if kind == Collection(o.Packages) {
				return o.walk(sub, depth+1)
			}
			o.inner = true
			for d := range kind.Members(sub) {
				if !o.yield(d) {
					return false
				}
			}
			return true
		}
		if sub.Err == nil {
			_, sub.Err = o.flags.oneDocument(head, m.Name, false)
		}
	}
	o.given++
	file := sub.File
	sub.File = nil
	sub.Member = &member{name: name, label: name, Fields: o.fields(name, m), size: int64(len(head)), finish: o.finish}
	if sub.Err != nil {
		return o.yield(sub)
	}
	sub.Member.open = func(ctx context.Context, e extract.Options) (*extract.Document, error) {
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

// wait yields a member that is read from the container itself. The container continues afterwards.
func (o *opening) wait(in Input, file *OpenFile) bool {
	read := make(chan struct{})
	defer file.Close()
	once := sync.OnceFunc(func() { close(read) })
	in.Member.ended = func(d *Document) {
		defer once()
		if d != nil && (d.Err == nil || d.IsWithoutText()) { // the unread part may be damaged
			if _, err := io.Copy(io.Discard, file); err != nil {
				d.Err = err
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

// collection returns the kind of collection of a member, or nil for a single document. If a collection is
// read from its end, it is kept for that.
func (o *opening) collection(in *Input, name string, head []byte) (Collection, error) {
	for _, kind := range o.kinds {
		if !kind.Holds(head, name) {
			continue
		}
		if (isZip(head) || endsWithIndex(head)) && in.File.kept == nil {
			if err := in.File.keep(o.ctx, nil, o.flags.Limits()); err != nil {
				return nil, err
			}
		}
		if kind == Collection(o.Packages) && o.IsDocument(o.ctx, Input{Path: name}, in.File, head, o.flags.Limits()) {
			return nil, nil
		}
		return kind, nil
	}
	return nil, nil
}

// readStart reads the first bytes of a member, and reports whether they are all.
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

// unique returns a name that no other member has: "a.txt#2" for the second "a.txt".
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

// memberFields are the fields of a member of a container for --json.
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
