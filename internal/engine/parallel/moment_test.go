package parallel

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestStreamLetsJobsEnd checks that jobs that heed ctx end before Stream does. So a program that
// then exits leaves no other programs behind.
func TestStreamLetsJobsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun, ended atomic.Int32
	work := func() func(int) int {
		return func(n int) int {
			if begun.Add(1) == 4 {
				cancel()
			}
			<-ctx.Done()
			for range 1000 { // after the context, and before the end of Stream
				ended.Load()
			}
			ended.Add(1)
			return n
		}
	}
	var err error
	for _, err = range Stream(ctx, slices.Values([]int{1, 2, 3, 4}), 4, 4, work, nil, func() {}) {
	}
	if err != context.Canceled || ended.Load() != 4 {
		t.Errorf("%v, and %d of 4 jobs have ended", err, ended.Load())
	}
}

// TestStreamWindow checks that a long job delays the start of others beyond the window.
func TestStreamWindow(t *testing.T) {
	const workers, window = 4, 8
	const most = window + 2 // the first job, and the next to wait
	release := make(chan struct{})
	var started atomic.Int32
	work := func() func(int) int {
		return func(i int) int {
			started.Add(1)
			if i == 0 {
				<-release
			}
			return i
		}
	}
	time.AfterFunc(100*time.Millisecond, func() {
		if n := started.Load(); n > most {
			t.Errorf("%d jobs have started while the first one lasts, expected at most %d", n, most)
		}
		close(release)
	})
	var got []int
	for i := range Stream(t.Context(), numbers(100, new(atomic.Int64)), workers, window, work, nil, func() {}) {
		got = append(got, i)
	}
	if !slices.Equal(got, slices.Collect(numbers(100, new(atomic.Int64)))) {
		t.Errorf("results are not in order: %v", got)
	}
}

func TestStreamStops(t *testing.T) {
	n := 0
	for range Stream(t.Context(), numbers(1_000_000_000, new(atomic.Int64)), 4, 4, func() func(int) int { return func(i int) int { return i } }, nil, func() {}) {
		if n++; n == 10 {
			break
		}
	}
	if n != 10 {
		t.Errorf("%d results, expected 10", n)
	}
}
