package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// widestWindow is what the zstd program allows, too, unless a flag of its own raises it.
const widestWindow = 128 << 20

// stream is a text that records are read from.
type stream struct {
	*bufio.Reader
	form   string // "JSON Lines"
	limits budget.Limits
	packed int64              // bytes that were read of the input
	format *compressed.Format // nil if it is not compressed
	free   chan []byte        // memory of records that are done
}

// openStream takes away a compression and a byte order mark.
func openStream(r io.Reader, form string, limits extract.Limits) (*stream, error) {
	s, err := openPacked(r, form, limits)
	if err != nil {
		return nil, err
	}
	return s, s.skipMark()
}

// openPacked takes away a compression.
//
// A data set is a stream of records, and each has a budget of its own: limits.Size. The ratio of
// packed to unpacked bytes is no bound for all records together. It is one for a record that is too
// long: see [stream.endless].
func openPacked(r io.Reader, form string, limits extract.Limits) (s *stream, err error) {
	defer recovery.Catch(&err, "the reader of "+form)
	s = &stream{form: form, limits: orDefault(limits), free: make(chan []byte, 128)}
	plain, err := s.unpack(io.TeeReader(r, counter{&s.packed}))
	if err != nil {
		return nil, err
	}
	s.Reader = bufio.NewReaderSize(plain, 256<<10)
	return s, nil
}

// orDefault returns limits with the defaults of those that are 0.
func orDefault(limits extract.Limits) budget.Limits {
	limits.Size = cmp.Or(limits.Size, extract.DefaultLimits.Size)
	limits.Ratio = cmp.Or(limits.Ratio, extract.DefaultLimits.Ratio)
	return budget.Limits(limits)
}

// unpack takes away a compression that the first bytes tell of, of one member or frame or many.
func (s *stream) unpack(r io.Reader) (io.Reader, error) {
	limits := s.limits
	limits.Ratio = math.MaxInt64
	whole := budget.New(limits)
	source := bufio.NewReaderSize(whole.Outermost(context.Background(), r), 64<<10)
	head, err := source.Peek(6)
	if err != nil && err != io.EOF {
		return nil, err
	}
	f := compressed.Find(head)
	if isSkipped(head) {
		f = compressed.Zstd
	}
	if s.format = f; f == nil {
		return source, nil
	}
	return f.Open(source, compressed.Options{
		Context: context.Background(), Budget: whole, Window: max(widestWindow, limits.Size), Malformed: extract.ErrMalformed,
	})
}

// isSkipped reports whether head begins a frame of Zstandard that is to be skipped.
func isSkipped(head []byte) bool {
	return len(head) >= 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18"
}

// counter counts the bytes that are written to it.
type counter struct{ n *int64 }

func (c counter) Write(p []byte) (int, error) {
	*c.n += int64(len(p))
	return len(p), nil
}

// skipMark passes over a byte order mark.
func (s *stream) skipMark() error {
	head, err := s.Peek(3)
	switch {
	case bytes.Equal(head, []byte("\xef\xbb\xbf")):
		s.Discard(3)
	case bytes.HasPrefix(head, []byte("\xfe\xff")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		return fmt.Errorf("%w: %s in UTF-16: expected UTF-8", extract.ErrMalformed, s.form)
	case err != nil && err != io.EOF:
		return err
	}
	return nil
}

// freeRecord is what one record may unpack to, whatever the ratio, before its end is given up.
const freeRecord = 16 << 20

// room returns memory for a record.
func (s *stream) room() []byte {
	select {
	case room := <-s.free:
		return room
	default:
		return nil
	}
}

// endless reports whether to give up a record that is too long. It has length bytes, but few are packed.
func (s *stream) endless(length int64) bool {
	return length > s.limits.Size && (length-freeRecord)/s.limits.Ratio > s.packed
}

var errLongRecord = errors.New("record too long")

// next reads a record with read, and turns a panic into an error.
func (s *stream) next(read func() ([]byte, error)) (record []byte, err error) {
	defer recovery.Catch(&err, "the reader of ", s.form)
	return read()
}

// splitter finds the bytes of one record after another. After errLongRecord there may be more records,
// and after any other error there are none.
type splitter interface {
	split() (record []byte, err error)
	// number counts the records, or the lines.
	number() int64
	// where names what is numbered: "line" or "row".
	where() string
}

// parser reads the fields of a record. With an error there may be an id.
type parser func(part []byte, c *Content) error

// records gives what a splitter finds; the parser reads the fields of a record.
func records(r io.Reader, form string, f Fields, limits extract.Limits,
	begin func(*stream) (splitter, parser, error)) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if err := f.check(); err != nil {
			yield(nil, err)
			return
		}
		s, err := openStream(r, form, limits)
		if err != nil {
			yield(nil, err)
			return
		}
		var parse parser
		var records splitter
		if _, err := s.next(func() (_ []byte, err error) {
			records, parse, err = begin(s)
			return nil, err
		}); err != nil {
			yield(nil, err)
			return
		}
		var room block.Of[Record]
		split := records.split
		for {
			bytes, err := s.next(split)
			if err == io.EOF {
				return
			}
			size := int64(len(bytes))
			record := room.Next(size)
			record.Number, record.Size = records.number(), size
			switch {
			case errors.Is(err, errLongRecord):
				record.fault = s.limits.TooLarge("one " + records.where())
			case err != nil:
				yield(nil, fmt.Errorf("in %s %d: %w", records.where(), records.number(), err))
				return
			default:
				record.parse, record.part, record.free = parse, bytes, s.free
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}
