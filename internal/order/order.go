// Package order does jobs at once and gives their results in the order of the jobs.
package order

import (
	"iter"
	"sync"
)

// Do gives the results of jobs, in their order. Each of the workers is a function that
// newWorker returned, and does one job at a time. Not all results are held: a slow job
// stops the start of others when window of them wait behind it. When the results end, or
// nobody wants more of them, nothing is left running.
func Do[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		type task struct {
			job    J
			result chan R
		}
		todo := make(chan task)
		order := make(chan chan R, window)
		stop := make(chan struct{})
		var running sync.WaitGroup
		defer running.Wait()
		defer close(stop)

		running.Go(func() {
			defer close(order)
			defer close(todo)
			for job := range jobs {
				t := task{job, make(chan R, 1)}
				select {
				case order <- t.result:
				case <-stop:
					return
				}
				select {
				case todo <- t:
				case <-stop:
					return
				}
			}
		})
		for range workers {
			running.Go(func() {
				work := newWorker()
				for t := range todo {
					t.result <- work(t.job)
				}
			})
		}
		for result := range order {
			if !yield(<-result) {
				return
			}
		}
	}
}
