package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// inContainers names the place of a fault that a container triggers.
const inContainers = "the reader of containers"

// Members returns the members of a container of that form, in its order. An error with a member is
// about that member. An error alone means that bytes of the container could not be read; more
// members may follow.
//
// If the context carries a budget, the container is part of a document and shares it.
func Members(ctx context.Context, form Form, s Source, limits extract.Limits) iter.Seq2[*Member, error] {
	return func(yield func(*Member, error) bool) {
		w := &walk{ctx: ctx, budget: budget.Of(ctx), yield: yield}
		if w.budget == nil {
			w.budget = budget.New(budget.Limits(limits))
			if s.At == nil {
				s.Reader = w.budget.Outermost(ctx, s.Reader)
			} else {
				s.Reader, s.At = w.budget.Outermost(ctx, s.Reader), &counted{s.At, w.budget, s.Size}
			}
		}
		w.budget.Begin()
		defer w.budget.End()
		var err error
		if form == Zip {
			err = w.zip(s)
		} else {
			err = w.tar(s, packingOf(form))
		}
		if err != nil && !w.over {
			yield(nil, err)
		}
	}
}

// walk goes through the members of one container.
type walk struct {
	ctx    context.Context
	budget *budget.Budget
	yield  func(*Member, error) bool
	failed func() error // returns the error of reading the container, or nil
	number int64
	over   bool // no more members are wanted
}

// give yields a member, and reports whether more are wanted.
func (w *walk) give(m *Member, err error) bool {
	if m != nil {
		w.number++
		m.Number = w.number
	}
	w.budget.End() // the time spent with a member does not count for the container
	w.over = !w.yield(m, err)
	w.budget.Begin()
	return !w.over
}

// content reads a member within the budget, and describes its faults.
type content struct {
	*walk
	r     io.Reader
	form  string
	count bool // the bytes are unpacked
	err   error
}

func (c *content) Read(p []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	defer func() {
		if err != nil {
			c.err = err
		}
	}()
	c.budget.Begin()
	defer c.budget.End()
	defer recovery.Catch(&err, inContainers)
	if err := c.budget.Check(c.ctx); err != nil {
		return 0, err
	}
	n, err = c.r.Read(p[:min(len(p), 64<<10)])
	if c.count {
		if over := c.budget.Unpack(int64(n)); over != nil {
			return n, over
		}
	}
	switch {
	case err == nil, err == io.EOF, isOurs(err):
		return n, err
	case c.failed() != nil:
		return n, c.failed()
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("cut short")
	}
	return n, fmt.Errorf("%w: %s: %w", extract.ErrMalformed, c.form, err)
}

// isOurs reports whether an error needs no further explanation.
func isOurs(err error) bool {
	for _, kind := range []error{
		extract.ErrMalformed, extract.ErrTooLarge, extract.ErrExpansion, extract.ErrTooDeep, extract.ErrTimeout, extract.ErrInternal,
		context.Canceled, context.DeadlineExceeded,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// counted counts bytes read anywhere as read from the outermost document, up to its length.
type counted struct {
	io.ReaderAt
	budget *budget.Budget
	left   int64
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	if c.left > 0 {
		c.budget.Source(min(int64(n), c.left))
		c.left -= int64(n)
	}
	return n, err
}
