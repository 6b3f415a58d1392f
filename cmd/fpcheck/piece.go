package main

import (
	"bytes"
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
	n, err := io.ReadFull(o.Reader, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	o.Reader = io.MultiReader(bytes.NewReader(head[:n]), o.Reader)
	return head[:n], err
}

// apart gives the inputs, those that hold many documents piece by piece.
func (s *settings) apart(inputs iter.Seq[input], held budget) iter.Seq[input] {
	if len(s.holders) == 0 {
		return inputs
	}
	return func(yield func(input) bool) {
		for in := range inputs {
			h := s.look(&in)
			if h == nil {
				if !yield(in) {
					return
				}
				continue
			}
			in.file.Reader = s.read.reader(in.file.Reader)
			for in := range h.pieces(in) {
				held.acquire(in)
				if !yield(in) {
					return
				}
			}
			in.file.Close()
			s.read.fileDone()
		}
	}
}

// look opens an input and returns the holder whose kind it is of, or nil.
func (s *settings) look(in *input) holder {
	if in.err != nil {
		return nil
	}
	if in.file, in.err = in.open(s.stdin); in.err != nil {
		return nil
	}
	head, err := in.file.peek()
	if in.err = err; err != nil {
		in.file.Close()
		return nil
	}
	for _, h := range s.holders {
		if h.holds(head, in.path) {
			return h
		}
	}
	return nil
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
