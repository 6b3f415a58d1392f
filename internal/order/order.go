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
		results, stop, running := begin(jobs, workers, window, newWorker)
		defer running.Wait()
		defer close(stop)
		for result := range results {
			if !yield(<-result) {
				return
			}
		}
	}
}

// Emit is Do for a program that ends with its results: it gives them to emit until that
// returns false, and then waits for no job, which may itself wait for input that never
// comes. Before it waits for a result it calls idle.
func Emit[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R, emit func(R) bool, idle func()) {
	results, stop, _ := begin(jobs, workers, window, newWorker)
	defer close(stop)
	for {
		result, ok := receive(results, idle)
		if !ok {
			return
		}
		if r, _ := receive(result, idle); !emit(r) {
			return
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

func receive[T any](c <-chan T, idle func()) (T, bool) {
	select {
	case v, ok := <-c:
		return v, ok
	default:
		idle()
		v, ok := <-c
		return v, ok
	}
}
