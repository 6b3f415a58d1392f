package parallel

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
)

// When ctx ends, jobs that heed it have ended before Emit returns: a program that ends then
// leaves none of the programs behind that they run.
func TestEmitLetsJobsEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun, ended atomic.Int32
	work := func() func(int) int {
		return func(n int) int {
			if begun.Add(1) == 4 {
				cancel()
			}
			<-ctx.Done()
			for range 1000 { // after the context, and before the end of Emit
				ended.Load()
			}
			ended.Add(1)
			return n
		}
	}
	err := Emit(ctx, slices.Values([]int{1, 2, 3, 4}), 4, 4, work, func(int) bool { return true }, func() {})
	if err != context.Canceled || ended.Load() != 4 {
		t.Errorf("%v, and %d of 4 jobs have ended", err, ended.Load())
	}
}
