// Package order does jobs at once and gives their results in the order of the jobs.
package order

import (
	"context"
	"iter"
	"sync"
)

// Do gives the results of jobs, in their order, until ctx ends: then its error comes last.
// Each of the workers is a function that newWorker returned, and does one job at a time.
// Not all results are held: a slow job stops the start of others when window of them wait
// behind it. When the results end, or nobody wants more of them, nothing is left running.
// So that this is soon after ctx has ended, jobs must heed it too.
func Do[J, R any](ctx context.Context, jobs iter.Seq[J], workers, window int, newWorker func() func(J) R) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		results, stop, running := begin(jobs, workers, window, newWorker)
		defer running.Wait()
		defer close(stop)
		var none R
		for result := range results {
			r := <-result
			if ctx.Err() != nil {
				break
			}
			if !yield(r, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(none, err)
		}
	}
}

// Emit is Do for a program that ends with its results: it gives them to emit until that
// returns false or ctx ends, whose error it returns, and then waits for no job, which may
// itself wait for input that never comes. Before it waits for a result it calls idle.
func Emit[J, R any](ctx context.Context, jobs iter.Seq[J], workers, window int, newWorker func() func(J) R,
	emit func(R) bool, idle func()) error {
	results, stop, _ := begin(jobs, workers, window, newWorker)
	defer close(stop)
	for {
		result, ok := receive(ctx, results, idle)
		if !ok {
			return ctx.Err()
		}
		r, ok := receive(ctx, result, idle)
		if !ok {
			return ctx.Err()
		}
		if !emit(r) {
			return nil
		}
	}
}

// begin starts the jobs. Each result comes in a channel of its own; when stop is closed, no
// more jobs are started.
func begin[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R) (results chan chan R, stop chan struct{}, running *sync.WaitGroup) {
	type task struct {
		job    J
		result chan R
	}
	tasks := make(chan task, window) // so that a worker need not wait for its next job
	results, stop, running = make(chan chan R, window), make(chan struct{}), new(sync.WaitGroup)
	running.Go(func() {
		defer close(results)
		defer close(tasks)
		for job := range jobs {
			t := task{job, make(chan R, 1)}
			select {
			case results <- t.result:
			case <-stop:
				return
			}
			select {
			case tasks <- t:
			case <-stop:
				return
			}
		}
	})
	for range workers {
		running.Go(func() {
			work := newWorker()
			for t := range tasks {
				select {
				case <-stop:
					return
				default:
				}
				t.result <- work(t.job)
			}
		})
	}
	return results, stop, running
}

// receive receives from c, unless c is closed or ctx has ended: a job that it ended has no
// result.
func receive[T any](ctx context.Context, c <-chan T, idle func()) (v T, ok bool) {
	select {
	case v, ok = <-c:
	default:
		idle()
		select {
		case v, ok = <-c:
		case <-ctx.Done():
		}
	}
	return v, ok && ctx.Err() == nil
}
