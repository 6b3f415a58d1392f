package main

import (
	"context"
	"io"
	"iter"
	"os"

	"golang.org/x/sync/semaphore"

	"github.com/lsh-interop/fpcheck/extract"
)

// piece is a document in an input that holds many.
type piece struct {
	name   string // how results name it
	label  string // how lines on standard error do, the input's path included
	fields any    // a struct that --json has after the path; nil for none
	size   int64  // octets that it holds in memory until it is read
	// open finds its text; nil if there is nothing to read.
	open func(extract.Options) (*extract.Document, error)
	// settle is called in the order of the pieces, after the piece was read and before
	// the document is taken; it reports whether the document shall be. Nil: it shall.
	settle func(*document) bool
}

// holder is a kind of input that holds many documents.
type holder interface {
	// holds reports whether an input that begins so is of this kind.
	holds(head []byte, path string) bool
	// pieces gives its pieces: inputs with in's path and each a piece, or an error. It
	// need not close the file.
	pieces(in input) iter.Seq[input]
}

// headSize is how many octets at the start of an input say whether it holds many.
const headSize = 512

// opened is an open input.
type opened struct {
	io.Reader
	file    *os.File // nil for standard input
	regular bool     // file can be read anywhere
}

func (o *opened) Close() error {
	if o.file != nil {
		return o.file.Close()
	}
	return nil
}

// peek returns the first octets, which are still to be read.
func (o *opened) peek() ([]byte, error) {
	head := make([]byte, headSize)
	n, err := readHead(o.Reader, head)
	o.Reader = &resumed{head[:n], o.Reader}
	return head[:n], err
}

// readHead reads at least [headSize] octets, unless there are fewer.
func readHead(r io.Reader, head []byte) (int, error) {
	n, err := io.ReadAtLeast(r, head, headSize)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

// resumed is an input of which the first octets were read.
type resumed struct {
	head []byte
	rest io.Reader
}

func (r *resumed) Read(p []byte) (int, error) {
	if len(r.head) == 0 {
		return r.rest.Read(p)
	}
	n := copy(p, r.head)
	r.head = r.head[n:]
	return n, nil
}

// held is an input that holds many documents, and the holder whose kind it is of.
type held struct {
	holder
	in input
}

// apart gives the pieces of an input.
func (s *settings) apart(h *held, memory budget) iter.Seq[input] {
	return func(yield func(input) bool) {
		in := h.in
		if in.file == nil {
			if in.file, in.err = in.open(s.stdin); in.err != nil {
				yield(in)
				return
			}
		}
		defer s.read.fileDone()
		defer in.file.Close()
		in.file.Reader = s.read.reader(in.file.Reader)
		for in := range h.pieces(in) {
			memory.acquire(in)
			if !yield(in) {
				return
			}
		}
	}
}

// budget bounds the octets that pieces hold in memory, all together.
type budget struct {
	*semaphore.Weighted
	most int64
}

func newBudget(octets int64) budget { return budget{semaphore.NewWeighted(octets), octets} }

func (b budget) acquire(in input) { b.Acquire(context.Background(), b.of(in)) }

func (b budget) release(in input) { b.Release(b.of(in)) }

// of is what in takes: all there is, if it is larger than that.
func (b budget) of(in input) int64 {
	if in.piece == nil {
		return 0
	}
	return min(in.piece.size, b.most)
}
