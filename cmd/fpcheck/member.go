package main

import (
	"iter"

	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// member is a document in an input that holds many.
type member struct {
	name   string // how results name it
	label  string // how lines on standard error do, the input's path included
	fields any    // a struct that --json has after the path; nil for none
	size   int64  // bytes that it holds in memory until it is read
	// open finds its text; nil if there is nothing to read.
	open pipeline.Opener
	// recall, if not nil, finds what was recorded of it instead. It may change the name.
	recall func() (*pipeline.Document, error)
	// finish, if not nil, is called in the order of the members, after each was read, and
	// reports whether the document is to be printed.
	finish func(*document) bool
	// ended, if not nil, is called by whoever has read it, or does not, before finish: what it
	// is read from goes on then.
	ended func(*document)
}

// end says that a member has been read as far as it is.
func (m *member) end(d *document) {
	if m != nil && m.ended != nil {
		m.ended(d)
	}
}

// collection is a kind of input that holds many documents.
type collection interface {
	// holds reports whether an input that begins with head is of this kind.
	holds(head []byte, path string) bool
	// members gives what is in an open input: inputs with its path and each a member, or an
	// error. It need not close the file.
	members(in input) iter.Seq[input]
}

// openCollection is an input that holds many documents, and its kind.
type openCollection struct {
	collection
	in input
}

// members gives what is in a collection.
func (r *reading) members(c *openCollection, waiting parallel.Room) iter.Seq[input] {
	return func(yield func(input) bool) {
		in := c.in
		number, of := int64(0), stamp{}
		if r.resumption != nil && !in.stdin {
			of = stampOf(in.path)
		}
		if in.file == nil {
			if in.file, in.err = in.open(r.stdin); in.err != nil {
				yield(in)
				return
			}
		}
		defer r.progress.fileDone()
		defer in.file.Close()
		in.file.Reader, in.file.progress = r.progress.reader(in.file.Reader), r.progress
		for in := range c.collection.members(in) {
			number++
			in.number, in.stamp = number, of
			if waiting.Acquire(r.ctx, held(in)) != nil || !yield(in) {
				return
			}
		}
	}
}

// held is how many bytes an input holds in memory until it is read.
func held(in input) int64 {
	if in.member == nil {
		return 0
	}
	return in.member.size
}
