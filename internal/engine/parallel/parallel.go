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
		q, running := begin(jobs, workers, window, newWorker, nil)
		defer running.Wait()
		defer q.stop()
		q.results(ctx, func() {}, yield)
	}
}

// Stream is like [Do] for a program that exits after its results. If its results end early, it waits
// for no job, since a job may wait for input that never comes. But if ctx ends, it gives jobs a moment
// to end other programs that they run. It calls idle before it waits for a result.
//
// Jobs for which light returns true take microseconds. A worker may do several of them before it
// returns their results. This saves most of the cost of passing them on. A nil light means none.
func Stream[J, R any](ctx context.Context, jobs iter.Seq[J], workers, window int, newWorker func() func(J) R,
	light func(J) bool, idle func()) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		q, running := begin(jobs, workers, window, newWorker, light)
		defer func() {
			q.stop()
			if ctx.Err() != nil {
				await(running)
			}
		}()
		q.results(ctx, idle, yield)
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

// atOnce names the part that panicked in an error.
const atOnce = "work that is done at once"

// begin starts the jobs and the workers. They end after the last job, or after q.stop.
func begin[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R,
	light func(J) bool) (q *queue[J, R], running *sync.WaitGroup) {
	q, running = newQueue[J, R](window+1, workers, light), new(sync.WaitGroup)
	running.Go(func() {
		q.end(recovery.Shielded(func() {
			for job := range jobs {
				if !q.put(job) {
					return
				}
			}
		}, atOnce))
	})
	for range workers {
		running.Go(func() {
			var work func(J) R
			for first, n := q.take(0, 0); n > 0; first, n = q.take(first, n) {
				for i := first; i < first+n && !q.stopped.Load(); i++ {
					e := q.at(i)
					e.err = recovery.Shielded(func() {
						if work == nil {
							work = newWorker()
						}
						e.result = work(e.job)
					}, atOnce)
				}
			}
		})
	}
	return q, running
}
