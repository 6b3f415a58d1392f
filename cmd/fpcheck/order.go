package main

import "iter"

// inOrder does jobs on several workers and gives the results, in the order of the
// jobs, to emit, until that returns false. Not all results are held: a slow job
// stops the start of others when window of them wait behind it. Before it waits
// for a result it calls idle.
func inOrder[J, R any](jobs iter.Seq[J], workers, window int, newWorker func() func(J) R, emit func(R) bool, idle func()) {
	type task struct {
		job    J
		result chan R
	}
	todo := make(chan task)
	order := make(chan chan R, window)
	stop := make(chan struct{})
	defer close(stop)

	go func() {
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
	}()
	for range workers {
		go func() {
			work := newWorker()
			for t := range todo {
				t.result <- work(t.job)
			}
		}()
	}
	for {
		result, ok := receive(order, idle)
		if !ok {
			return
		}
		if r, _ := receive(result, idle); !emit(r) {
			return
		}
	}
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
