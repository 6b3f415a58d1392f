// Package parallel runs jobs in parallel and returns their results in the order of the jobs.
package parallel

import (
	"context"
	"iter"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Do yields the results of jobs in order. If ctx ends, its error comes last. Each worker is a function
// that newWorker returned, and does one job at a time. Memory is bounded: if window results wait behind
// a slow job, no more jobs start. When the iteration ends, nothing is left running. To make that quick
// after ctx ends, jobs must heed ctx too.
//
// If the jobs or a worker panic, the consumer of the results panics instead, with an error of package
// recovery. Only the consumer can recover.
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
			if !yield(r.taken(), nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(none, err)
		}
	}
}

// Stream is like [Do] for a program that exits after its results. If its results end early, it waits
// for no job, since a job may wait for input that never comes. But if ctx ends, it gives jobs a moment
// to end other programs that they run. It calls idle before it waits for a result.
func Stream[J, R any](ctx context.Context, jobs iter.Seq[J], workers, window int, newWorker func() func(J) R,
	idle func()) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		results, stop, running := begin(jobs, workers, window, newWorker)
		defer func() {
			close(stop)
			if ctx.Err() != nil {
				await(running)
			}
		}()
		for {
			var r outcome[R]
			result, ok := receive(ctx, results, idle)
			if ok {
				r, ok = receive(ctx, result, idle)
			}
			switch {
			case ok:
				if !yield(r.taken(), nil) {
					return
				}
			case ctx.Err() != nil:
				var none R
				yield(none, ctx.Err())
				return
			default:
				return
			}
		}
	}
}

// moment is the time that jobs have to end after ctx.
const moment = time.Second / 2

func await(running *sync.WaitGroup) {
	ended := make(chan struct{})
	go func() {
		running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(moment):
	}
}

// outcome is a result, or none because of a panic.
type outcome[R any] struct {
	result R
	err    error
}

func (o outcome[R]) taken() R {
	if o.err != nil {
		panic(o.err)
	}
	return o.result
}

// begin starts the jobs, each with a channel for its result, until stop is closed.
func begin[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R) (results chan chan outcome[R], stop chan struct{}, running *sync.WaitGroup) {
	type task struct {
		job    J
		result chan outcome[R]
	}
	tasks := make(chan task, window) // so that a worker need not wait for its next job
	results, stop, running = make(chan chan outcome[R], window), make(chan struct{}), new(sync.WaitGroup)
	running.Go(func() {
		defer close(results)
		defer close(tasks)
		err := shielded(func() {
			for job := range jobs {
				t := task{job, make(chan outcome[R], 1)}
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
		if err != nil {
			last := make(chan outcome[R], 1)
			last <- outcome[R]{err: err}
			select {
			case results <- last:
			case <-stop:
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
				var o outcome[R]
				o.err = shielded(func() { o.result = work(t.job) })
				t.result <- o
			}
		})
	}
	return results, stop, running
}

// shielded returns an error if do panics.
func shielded(do func()) (err error) {
	defer recovery.Catch(&err, "work that is done at once")
	do()
	return nil
}

// receive receives from c. It returns false if c is closed, or ctx has ended.
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
