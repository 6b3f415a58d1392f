package parallel

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

func numbers(n int, started *atomic.Int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			started.Add(1)
			if !yield(i) {
				return
			}
		}
	}
}

func double() func(int) int { return func(i int) int { return 2 * i } }

func TestOrder(t *testing.T) {
	for _, test := range []struct {
		workers, window int
		why             string
	}{
		{1, 0, "one after the other"},
		{4, 0, "workers without a window"},
		{4, 16, "the usual"},
	} {
		uneven := func() func(int) int {
			return func(i int) int {
				time.Sleep(time.Duration(7-i%7) * 100 * time.Microsecond) // the first are the slowest
				return 2 * i
			}
		}
		got := collect(t, Do(t.Context(), numbers(50, new(atomic.Int64)), test.workers, test.window, uneven))
		want := slices.Collect(func(yield func(int) bool) {
			for i := range 50 {
				yield(2 * i)
			}
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}

// TestStopsWaitingJobs checks that waiting jobs are not done once their results are not wanted.
func TestStopsWaitingJobs(t *testing.T) {
	var done atomic.Int64
	slow := func() func(int) int {
		return func(i int) int {
			time.Sleep(time.Millisecond)
			return int(done.Add(1))
		}
	}
	for range Do(t.Context(), numbers(1000, new(atomic.Int64)), 1, 1000, slow) {
		break
	}
	if n := done.Load(); n > 500 {
		t.Errorf("%d jobs were done for one result", n)
	}
}

func TestStops(t *testing.T) {
	var started atomic.Int64
	for r := range Do(t.Context(), numbers(1<<40, &started), 2, 4, double) {
		if r == 20 {
			break
		}
	}
	if n := started.Load(); n > 11+4+2+2 {
		t.Errorf("%d jobs were begun for 11 results", n)
	}
	after := started.Load()
	time.Sleep(10 * time.Millisecond)
	if started.Load() != after {
		t.Error("jobs are begun though nobody wants results")
	}
}

// collect returns the results. It fails at an error.
func collect[R any](t *testing.T, results iter.Seq2[R, error]) (all []R) {
	t.Helper()
	for r, err := range results {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// TestCancelled checks that the error of the context comes last, and no worker is left.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var started, running atomic.Int64
	work := func() func(int) int {
		return func(i int) int {
			running.Add(1)
			defer running.Add(-1)
			if i > 5 {
				<-ctx.Done()
			}
			return i
		}
	}
	var got []int
	var last error
	for r, err := range Do(ctx, numbers(1<<40, &started), 2, 4, work) {
		if last = err; err == nil {
			got = append(got, r)
		}
		if r == 5 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) || len(got) != 6 || running.Load() != 0 {
		t.Errorf("%v, then %v, and %d at work: want 0 to 5, the context's error and nobody", got, last, running.Load())
	}
	waits := func() func(int) int { return func(int) int { select {} } }
	last = nil
	for _, last = range Stream(ctx, numbers(10, &started), 2, 4, waits, nil, func() {}) {
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("Stream: %v: want the context's error, though jobs wait", last)
	}
}

// TestPanic checks that a panic of another goroutine reaches the consumer of the results. Nothing
// is left running.
func TestPanic(t *testing.T) {
	for _, tt := range []struct {
		why  string
		jobs iter.Seq[int]
		work func(int) int
		want string
	}{
		{"of a worker", numbers(50, new(atomic.Int64)), func(i int) int { return 10 / (7 - i) }, "integer divide by zero"},
		{"of the jobs", func(yield func(int) bool) { yield(1); panic("planted") }, func(i int) int { return i }, "planted"},
	} {
		for _, take := range []func(work func() func(int) int){
			func(work func() func(int) int) {
				for range Do(t.Context(), tt.jobs, 2, 4, work) {
				}
			},
			func(work func() func(int) int) {
				for range Stream(t.Context(), tt.jobs, 2, 4, work, nil, func() {}) {
				}
			},
		} {
			err := recovery.Shielded(func() { take(func() func(int) int { return tt.work }) })
			if !errors.Is(err, recovery.ErrInternal) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "parallel_test.go:") {
				t.Errorf("%s: error %v, want one of a panic: %s", tt.why, err, tt.want)
			}
		}
	}
}

// TestLight checks that light jobs, which a worker takes several of, give the same results. A result
// must not wait for a later job that is not light.
func TestLight(t *testing.T) {
	even := func(i int) bool { return i%2 == 0 }
	for _, tt := range []struct {
		why             string
		workers, window int
		light           func(int) bool
	}{
		{"all are light", 2, 32, func(int) bool { return true }},
		{"every other one", 2, 32, even},
		{"more workers than jobs may wait", 4, 2, func(int) bool { return true }},
		{"no window", 1, 0, func(int) bool { return true }},
	} {
		var got []int
		jobs := numbers(1000, new(atomic.Int64))
		for r, err := range Stream(t.Context(), jobs, tt.workers, tt.window, double, tt.light, func() {}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r/2)
		}
		if diff := cmp.Diff(slices.Collect(numbers(1000, new(atomic.Int64))), got); diff != "" {
			t.Errorf("%s: %s", tt.why, diff)
		}
	}

	release, queued := make(chan struct{}), make(chan struct{})
	jobs := func(yield func(int) bool) {
		for i := range 4 {
			if !yield(i) {
				return
			}
		}
		close(queued) // all jobs wait before the first is taken
	}
	work := func() func(int) int {
		<-queued
		return func(i int) int {
			if i == 3 {
				<-release
			}
			return i
		}
	}
	for r := range Stream(t.Context(), jobs, 1, 8, work, func(i int) bool { return i < 3 }, func() {}) {
		if r == 2 {
			close(release) // only after the results of the light jobs
		}
	}
}
