package warc

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// A verdict is the result for one record, without what depends on other records.
type verdict struct {
	rec      *record // nil if there is none
	err      error   // a [gap] in the record or instead of one, or another error, after which there are no records
	block    []byte  // if it is in memory, till it is validated
	judged   bool    // by the reading goroutine
	findings []Finding
	digests  int64 // right ones
}

func (v *verdict) of(rec *record, s validation.Severity, rule string, section, what, expected string) {
	v.findings = append(v.findings, about(rec, s, rule, section, what, expected))
}

// verdicts reads the records. Long records and segments are validated at once, the others later.
// The last verdict has the error that ends the file.
func (c *checker) verdicts(ctx context.Context, records *reader) iter.Seq[*verdict] {
	return func(yield func(*verdict) bool) {
		for {
			v := new(verdict)
			if v.rec, v.err = records.Next(); v.rec != nil {
				c.read(ctx, v)
			}
			gap := (*gap)(nil)
			ends := v.err != nil && !errors.As(v.err, &gap) // once it is given away, others write to it
			if !yield(v) || ends {
				return
			}
		}
	}
}

func (c *checker) read(ctx context.Context, v *verdict) {
	rec := v.rec
	if rec.Size <= c.held && rec.Type() != "continuation" && rec.Header.Get("WARC-Segment-Number") == "" {
		if v.err = c.room.Acquire(ctx, rec.Size); v.err != nil {
			return
		}
		if v.block, v.err = c.blocks.read(rec, rec.Size); v.err != nil {
			c.room.Release(rec.Size)
		}
		return
	}
	v.judged = true
	c.validate(v, func(b *checkedBlock) error {
		buffer := c.blocks.take(copied)
		defer c.blocks.give(buffer)
		_, err := io.CopyBuffer(b, rec, buffer[:copied])
		return err
	})
}

// copied is the number of bytes of a long block to copy at once.
const copied = 32 << 10

// judge returns a worker that validates records.
func (c *checker) judge() func(*verdict) *verdict {
	return func(v *verdict) *verdict {
		if v.rec == nil || v.judged {
			return v
		}
		defer recovery.Catch(&v.err, inArchives)
		c.validate(v, func(b *checkedBlock) error {
			if v.err == nil {
				b.holds()
				b.Write(v.block)
			}
			return v.err
		})
		if v.block != nil {
			c.blocks.give(v.block)
			v.block = nil
			c.room.Release(v.rec.Size)
		}
		return v
	}
}

// validate validates a record; fill writes its block.
func (c *checker) validate(v *verdict, fill func(*checkedBlock) error) {
	rec := v.rec
	for _, f := range rec.faults {
		v.of(rec, f.severity, f.rule, f.section, f.what, "")
	}
	if !rec.isARC() {
		v.header(rec)
	}
	b := c.newBlock(v, rec)
	if v.err = fill(b); v.err == nil {
		c.endBlock(v, b)
	}
}
