package budget

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// hands is a clock that the test sets.
type hands struct{ now time.Duration }

func (h *hands) clock() time.Duration { return h.now }

func TestBudget(t *testing.T) {
	limits := Limits{Size: 100, Ratio: 10, Depth: 2, Time: time.Minute}
	for _, tt := range []struct {
		why   string
		spend func(b *Budget) error
		is    error
		limit string
		want  string
	}{
		{"unpacking up to the limit", func(b *Budget) error { return b.Unpack(16<<20 + 10_009) }, nil, "", ""},
		{"beyond it, in one layer", func(b *Budget) error { return b.Unpack(16<<20 + 10_010) }, ErrExpansion, "",
			"document expands too much: all its layers unpack to more than 16787216 bytes: expected at most 16 MiB, and 10 bytes for each of its 1000"},
		{"beyond it, in two", func(b *Budget) error { b.Unpack(16 << 20); return b.Unpack(10_010) }, ErrExpansion, "", "all its layers"},
		{"a longer document", func(b *Budget) error { b.Source(1); return b.Unpack(16<<20 + 10_010) }, nil, "", ""},
		{"text up to the limit", func(b *Budget) error { return b.Text(100) }, nil, "", ""},
		{"text beyond it", func(b *Budget) error { return b.Text(101) }, ErrTooLarge, Size, "document too large: more than 100 bytes of text"},
		{"text that comes of little", func(b *Budget) error { b.Size = math.MaxInt64; return b.Text(17 << 20) }, ErrExpansion, "", "more than 16787216 bytes of text"},
		{"the members of the greatest archive", members(1 << 16), nil, "", ""},
		{"one more", members(1<<16 + 1), ErrExpansion, "", "more than 65536 members of archives are opened"},
		{"documents in one another", func(b *Budget) error { return b.Nested(2) }, nil, "", ""},
		{"one more in them", func(b *Budget) error { return b.Nested(3) }, ErrTooDeep, "", "more than 2 nested documents"},
		{"memory up to the limit", func(b *Budget) error { return b.Hold(42<<20+24_000, "a tree") }, nil, "", ""},
		{"beyond it", func(b *Budget) error { return b.Hold(42<<20+24_001, "a tree") }, ErrExpansion, Size,
			"a tree: its reader needs more than 67140864 bytes of memory: expected at most 64 MiB, and 32 bytes for each of its 1000"},
		{"beyond it, in two", func(b *Budget) error { b.Hold(42<<20, "a tree"); return b.Hold(24_001, "a tree") }, ErrExpansion, Size, "a tree"},
		{"memory that is used again", func(b *Budget) error {
			for range 100 {
				if err := b.Hold(20<<20, "a tree"); err != nil {
					return err
				}
				b.Release(20 << 20)
			}
			return nil
		}, nil, "", ""},
		{"garbage that is not worth collecting", func(b *Budget) error {
			b.Hold(1<<20, "a tree")
			b.Release(1 << 20)
			return b.Hold(42<<20, "a tree")
		}, ErrExpansion, Size, "a tree"},
		{"more memory, where larger documents may be held", func(b *Budget) error { b.Size = 1 << 30; return b.Hold(186<<20, "a tree") }, nil, "", ""},
	} {
		b := New(limits)
		b.Source(1000)
		err := tt.spend(b)
		var e *Error
		switch {
		case tt.is == nil && err != nil:
			t.Errorf("%s: %v, want no error", tt.why, err)
		case tt.is != nil && (!errors.Is(err, tt.is) || !errors.As(err, &e) || e.Limit != tt.limit || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

func members(n int) func(b *Budget) error {
	return func(b *Budget) (err error) {
		for range n {
			err = b.Member()
		}
		return err
	}
}

// TestSaturated checks that nothing overflows, for any limits and documents.
func TestSaturated(t *testing.T) {
	b := New(Limits{Size: math.MaxInt64 - 1, Ratio: math.MaxInt64, Time: math.MaxInt64})
	b.Source(math.MaxInt64)
	for what, err := range map[string]error{
		"unpacking": b.Unpack(math.MaxInt64), "text": b.Text(math.MaxInt64 - 1), "memory": b.Hold(math.MaxInt64/4, "a tree"), "time": b.Check(t.Context()),
	} {
		if err != nil {
			t.Errorf("%s: %v, want no error", what, err)
		}
	}
}

func TestTime(t *testing.T) {
	const minute = time.Minute
	for _, tt := range []struct {
		why  string
		take func(b *Budget, h *hands)
		left time.Duration
	}{
		{"nothing was read", func(b *Budget, h *hands) { h.now = 9 * minute }, minute},
		{"it is being read", func(b *Budget, h *hands) { b.Begin(); h.now = minute / 4 }, minute * 3 / 4},
		{"it was read", func(b *Budget, h *hands) { b.Begin(); h.now = minute / 4; b.End(); h.now = 9 * minute }, minute * 3 / 4},
		{"in two calls", func(b *Budget, h *hands) {
			for range 2 {
				b.Begin()
				h.now += minute / 4
				b.End()
				h.now += minute
			}
		}, minute / 2},
		{"within another", func(b *Budget, h *hands) {
			b.Begin()
			b.Begin()
			h.now += minute / 4
			b.End()
			h.now += minute / 4
			b.End()
		}, minute / 2},
		{"it waits for its octets", func(b *Budget, h *hands) {
			b.Begin()
			h.now += minute / 4
			io.Copy(io.Discard, b.Outermost(context.Background(), slow{h, strings.NewReader("octets")}))
			h.now += minute / 4
			b.End()
		}, minute/2 + minute*6/(64<<20)},
		{"it waits for them before it begins", func(b *Budget, h *hands) {
			b.Outermost(context.Background(), slow{h, strings.NewReader("")}).Read(make([]byte, 1))
		}, minute},
		{"a longer document", func(b *Budget, h *hands) { b.Source(128 << 20); b.Begin(); h.now = 2 * minute }, minute},
		{"all the time that it may take, and more", func(b *Budget, h *hands) { b.Begin(); h.now = minute + 1; b.End() }, -1},
	} {
		h := new(hands)
		b := NewClock(Limits{Size: 1, Ratio: 1, Time: minute}, h.clock)
		tt.take(b, h)
		if left := b.Left(); left != tt.left {
			t.Errorf("%s: %v left, want %v", tt.why, left, tt.left)
		}
		if err := b.Check(t.Context()); (err != nil) != (tt.left <= 0) || err != nil && !errors.Is(err, ErrTimeout) {
			t.Errorf("%s: %v, with %v left", tt.why, err, tt.left)
		}
	}
}

// slow is a reader that takes an hour for each read.
type slow struct {
	h *hands
	r io.Reader
}

func (s slow) Read(p []byte) (int, error) {
	s.h.now += time.Hour
	return s.r.Read(p)
}

func TestLate(t *testing.T) {
	for _, tt := range []struct {
		source int64
		want   string
	}{
		{1000, "document took too long: its reader was stopped after 1m0s"},
		{32 << 20, "document took too long: its reader was stopped after 1m30s, which is 1m0s for each 64 MiB of the document, and once more"},
	} {
		h := &hands{now: 0}
		b := NewClock(Limits{Time: time.Minute}, h.clock)
		b.Source(tt.source)
		b.Begin()
		h.now = time.Hour
		r := b.Reader(t.Context(), strings.NewReader("octets"))
		n, err := r.Read(make([]byte, 9))
		var e *Error
		if n != 0 || !errors.As(err, &e) || e.Limit != Time || err.Error() != tt.want {
			t.Errorf("%d octets, %v, want %s", n, err, tt.want)
		}
	}
}

// TestReaderParts checks that reading in parts ends soon after the time does.
func TestReaderParts(t *testing.T) {
	b := New(Limits{Time: time.Hour})
	n, err := b.Reader(t.Context(), bytes.NewReader(make([]byte, 1<<20))).Read(make([]byte, 1<<20))
	if n != 64<<10 || err != nil {
		t.Errorf("%d octets, %v, want 65536", n, err)
	}
}

func TestRun(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	never := make(chan int)
	for _, tt := range []struct {
		why   string
		ctx   context.Context
		limit time.Duration
		do    func() (int, error)
		value int
		is    error
	}{
		{"it ends", t.Context(), time.Hour, func() (int, error) { return 7, nil }, 7, nil},
		{"it fails", t.Context(), time.Hour, func() (int, error) { return 0, io.EOF }, 0, io.EOF},
		{"it does not end", t.Context(), time.Millisecond, func() (int, error) { return <-never, nil }, 0, ErrTimeout},
		{"it is not wanted", cancelled, time.Hour, func() (int, error) { return <-never, nil }, 0, context.Canceled},
		{"no time is left", t.Context(), -1, func() (int, error) { t.Error("it runs"); return 7, nil }, 0, ErrTimeout},
	} {
		b := New(Limits{Time: tt.limit})
		b.Begin()
		if value, err := Run(tt.ctx, b, "the parser", tt.do); value != tt.value || !errors.Is(err, tt.is) {
			t.Errorf("%s: %d, %v, want %d, %v", tt.why, value, err, tt.value, tt.is)
		}
	}
}

// TestRunCancelled checks that the end of the context ends the wait for a function.
func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan int)
	_, err := Run(ctx, New(Limits{Time: time.Hour}), "the parser", func() (int, error) { cancel(); return <-never, nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestRunPanics checks that a panic of a function becomes an error with its place. A panic after
// the wait has ended is harmless.
func TestRunPanics(t *testing.T) {
	_, err := Run(t.Context(), New(Limits{Time: time.Hour}), "the parser", func() (int, error) { panic("fault") })
	if !errors.Is(err, recovery.ErrInternal) || !strings.Contains(err.Error(), "in the parser: fault (") || !strings.Contains(err.Error(), "TestRunPanics") {
		t.Errorf("%v, want a fault in TestRunPanics", err)
	}
	release, gone := make(chan int), make(chan int)
	_, err = Run(t.Context(), New(Limits{Time: time.Millisecond}), "the parser", func() (int, error) {
		defer close(gone)
		<-release
		panic("fault")
	})
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("%v, want %v", err, ErrTimeout)
	}
	close(release)
	<-gone
}

func TestContext(t *testing.T) {
	if b := Of(t.Context()); b != nil {
		t.Errorf("%v of a context without one, want none", b)
	}
	b := New(Limits{})
	if got := Of(With(t.Context(), b)); got != b {
		t.Errorf("%p, want %p", got, b)
	}
}
