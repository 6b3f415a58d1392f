package documents

import (
	"context"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// member is a document in an input that holds many.
type member struct {
	name   string      // see Name; "" for that of a record without an id
	Record string      // its id in the data set, without a path; "" if it has none, or was not read yet
	Row    int64       // of its row or line, from 1; 0 if it is not a record
	Rank   string      // what --keep orders it by; "" if there is none
	keyed  bool        // records have ids: Record is the end of Name
	isFile bool        // Name is the path of a file whose fingerprint was recorded
	label  string      // how lines on standard error do, the input's path included
	Fields any         // a struct that --json has after the path; nil for none
	size   int64       // bytes that it holds in memory until it is read
	record *openRecord // knows all but finish and ended, if it is a record of a data set
	// open finds its text; nil if there is nothing to read.
	open func(context.Context, extract.Options) (*extract.Document, error)
	// recall, if not nil, finds what was recorded of it instead. It may change the name.
	recall func() (*pipeline.Document, error)
	// finish, if not nil, is called in the order of the members, and reports whether to print the document.
	finish func(*Document) bool
	// ended, if not nil, is called before finish, once the member was read or skipped. Its source continues then.
	ended func(*Document)
}

// Name returns how results name m. That of a record with an id is known when it was read.
func (m *member) Name() string {
	if m.name == "" && m.record != nil {
		return unnamed(nil, m.record.set.path, m.Row, m.keyed)
	}
	return m.name
}

// End must be called when the reading of a member ends.
func (m *member) End(d *Document) {
	if m == nil {
		return
	}
	if m.ended != nil {
		m.ended(d)
	}
	if m.record != nil && d != nil && d.Err == nil { // otherwise a reader that was abandoned may still read it
		m.record.Done()
	}
}

// document returns the memory for what becomes of an input. A record lends its own the first time.
func (m *member) document() *Document {
	if m == nil || m.record == nil || m.record.result.Member != nil {
		return new(Document)
	}
	return &m.record.result
}

// HasText reports whether Open finds a text.
func (m *member) HasText() bool { return m.open != nil || m.record != nil && !m.isRecorded() }

// isRecorded reports whether recalled finds what was recorded of it.
func (m *member) isRecorded() bool {
	return m.recall != nil || m.record != nil && m.record.set.flags.Recorded.field != ""
}

// Open finds the text of a member that has one.
func (m *member) Open(ctx context.Context, o extract.Options) (*extract.Document, error) {
	if m.record != nil {
		return m.record.open(ctx, o)
	}
	return m.open(ctx, o)
}

// recalled finds what was recorded of a member.
func (m *member) recalled(names *block.Strings) (*pipeline.Document, error) {
	if m.record != nil {
		return m.record.recall(names)
	}
	return m.recall()
}

func (m *member) labelled() string {
	if m.record != nil {
		return m.record.label()
	}
	return m.label
}

func (m *member) fields() any {
	if m.record != nil {
		return m.record.shown()
	}
	return m.Fields
}

// Collection is a kind of input that holds many documents.
type Collection interface {
	// holds reports whether an input that begins with head is of this kind.
	Holds(head []byte, path string) bool
	// members yields the members of an open input, or an error. It need not close the file.
	Members(in Input) iter.Seq[Input]
}

// openCollection is an input that holds many documents, and its kind.
type openCollection struct {
	Collection
	in Input
}

// Members yields the members of a collection.
func (r *Reading) Members(c *openCollection) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		in := c.in
		number, of := int64(0), stamp{}
		if r.resumption != nil && !in.Stdin {
			of = stampOf(in.Path)
		}
		if in.File == nil {
			if in.File, in.Err = in.Open(r.Stdin); in.Err != nil {
				yield(in)
				return
			}
		}
		defer r.progress.FileDone()
		defer in.File.Close()
		in.File.Reader, in.File.progress = r.progress.Reader(in.File.Reader), r.progress
		for in := range c.Collection.Members(in) {
			number++
			in.number, in.stamp = number, of
			if r.waiting.Acquire(r.Ctx, held(in)) != nil || !yield(in) {
				return
			}
		}
	}
}

// held returns the number of bytes that an input keeps in memory until it is read.
func held(in Input) int64 {
	if in.Member == nil {
		return 0
	}
	return in.Member.size
}
