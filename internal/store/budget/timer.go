package budget

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// timer measures the time of the reader of a document. It runs between [Budget.Begin] and
// [Budget.End], except while it waits for the document's own bytes.
type timer struct {
	clock func() time.Duration
	mu    sync.Mutex
	depth int           // how often it was begun and not ended
	since time.Duration // when it was begun
	spent time.Duration // before that
}

// Begin starts the timer. It stops when End was called as often as Begin.
func (t *timer) Begin() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.depth++; t.depth == 1 {
		t.since = t.clock()
	}
}

// End undoes Begin.
func (t *timer) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.depth--; t.depth == 0 {
		t.spent += t.clock() - t.since
	}
}

// wait calls read without counting its time.
func (t *timer) wait(p []byte, read func([]byte) (int, error)) (int, error) {
	t.mu.Lock()
	depth := t.depth
	if depth > 0 {
		t.spent += t.clock() - t.since
		t.depth = 0
	}
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		if t.depth += depth; depth > 0 {
			t.since = t.clock()
		}
		t.mu.Unlock()
	}()
	return read(p)
}

// Left returns the time that is left for the reader; 0 or less means none.
func (b *Budget) Left() time.Duration {
	b.mu.Lock()
	spent := b.spent
	if b.depth > 0 {
		spent += b.clock() - b.since
	}
	b.mu.Unlock()
	return b.allowed() - spent
}

// allowed returns the time for the reader: the limit, and again for each stretch of bytes.
func (b *Budget) allowed() time.Duration {
	all := float64(b.Time) * (1 + float64(b.source.Load())/timed)
	if all >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(all)
}

// Check returns an error if the context is done, or no time is left. Loops call it at least once
// for every 64 KiB of input.
func (b *Budget) Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return Stopped(err)
	}
	if b.Left() <= 0 {
		return b.Late("its reader")
	}
	return nil
}

// Stopped returns the error for a context that is done, with the context's own.
func Stopped(err error) error { return fmt.Errorf("extraction stopped: %w", err) }

// Late returns the error for what has used up the time.
func (b *Budget) Late(what string) error {
	if n := b.source.Load(); n >= timed/8 {
		return exceeded(ErrTimeout, Time, "%s was stopped after %v, which is %v for each 64 MiB of the document, and once more",
			what, b.allowed().Round(time.Millisecond), b.Time)
	}
	return exceeded(ErrTimeout, Time, "%s was stopped after %v", what, b.Time)
}

// Reader returns a reader that fails once [Budget.Check] does, and reads at most 64 KiB at a time.
func (b *Budget) Reader(ctx context.Context, r io.Reader) io.Reader { return &checked{b, ctx, r} }

type checked struct {
	b   *Budget
	ctx context.Context
	r   io.Reader
}

func (c *checked) Read(p []byte) (int, error) {
	if err := c.b.Check(c.ctx); err != nil {
		return 0, err
	}
	return c.r.Read(p[:min(len(p), 64<<10)])
}

// Outermost returns a reader of the outermost document's bytes. It counts them, and does not count
// the time of waiting for them. It fails once [Budget.Check] does.
func (b *Budget) Outermost(ctx context.Context, r io.Reader) io.Reader { return &outermost{b, ctx, r} }

type outermost struct {
	b   *Budget
	ctx context.Context
	r   io.Reader
}

func (o *outermost) Read(p []byte) (int, error) {
	if err := o.b.Check(o.ctx); err != nil {
		return 0, err
	}
	n, err := o.b.wait(p, func(p []byte) (int, error) { return recovery.Read(o.r, p, "the reader of the document") })
	o.b.Source(int64(n))
	return n, err
}

// Run calls do, which cannot be interrupted. It waits while time is left and the context is not
// done. Otherwise it returns an error that names what, while do continues; do must not write to
// anything used afterwards. If do panics, Run returns an error of package recovery.
func Run[T any](ctx context.Context, b *Budget, what string, do func() (T, error)) (T, error) {
	var none T
	if err := b.Check(ctx); err != nil {
		return none, err
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() { done <- o }()
		defer recovery.Catch(&o.err, what)
		o.value, o.err = do()
	}()
	timer := time.NewTimer(b.Left())
	defer timer.Stop()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return none, fmt.Errorf("%s was stopped: %w", what, ctx.Err())
	case <-timer.C:
		return none, b.Late(what)
	}
}
