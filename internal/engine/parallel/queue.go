package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// mostLight is the largest number of light jobs that a worker takes at once.
const mostLight = 8

// queue passes jobs from one source to workers, and their results to one consumer, in order. Jobs are
// numbered from 0. The queue has a fixed number of entries, and each belongs to one goroutine at a
// time. It is the source's until the job is queued, and a worker's from take until the job is done.
// Then it is the consumer's, until the result was used.
//
//	used ≤ taken ≤ queued ≤ used + len(entries)
type queue[J, R any] struct {
	entries []entry[J, R]
	workers int
	light   func(J) bool // may be nil
	stopped atomic.Bool

	mu                  sync.Mutex // for what follows
	used, taken, queued int        // numbers of jobs
	ended               bool       // all jobs are queued
	err                 error      // of the source
	cancelled           bool
	room, work, result  sync.Cond // what the source, a worker and the consumer wait for
}

type entry[J, R any] struct {
	job    J
	result R
	err    error // of a panic
	done   bool
}

func newQueue[J, R any](size, workers int, light func(J) bool) *queue[J, R] {
	q := &queue[J, R]{entries: make([]entry[J, R], size), workers: workers, light: light}
	q.room.L, q.work.L, q.result.L = &q.mu, &q.mu, &q.mu
	return q
}

func (q *queue[J, R]) at(number int) *entry[J, R] { return &q.entries[number%len(q.entries)] }

// put queues a job once there is room. It returns false after stop.
func (q *queue[J, R]) put(job J) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.queued == q.used+len(q.entries) && !q.stopped.Load() {
		q.room.Wait()
	}
	if q.stopped.Load() {
		return false
	}
	q.at(q.queued).job = job
	q.queued++
	q.work.Signal()
	return true
}

// end is called after the last job. The error reports a panic of the source.
func (q *queue[J, R]) end(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended, q.err = true, err
	q.work.Broadcast()
	q.result.Signal()
}

// take is called by a worker when n jobs from first on are done. It returns the next jobs for it, or
// none after the last job and after stop.
func (q *queue[J, R]) take(first, n int) (int, int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range n {
		q.at(first + i).done = true
	}
	if q.at(q.used).done {
		q.result.Signal()
	}
	for q.taken == q.queued && !q.ended && !q.stopped.Load() {
		q.work.Wait()
	}
	if q.taken == q.queued || q.stopped.Load() {
		return 0, 0
	}
	first, n = q.taken, 1
	if q.light != nil {
		most := min(mostLight, (q.queued-q.taken)/q.workers)
		for n < most && q.light(q.at(first+n-1).job) && q.light(q.at(first+n).job) {
			n++
		}
	}
	q.taken += n
	return first, n
}

// stop ends the work. Jobs that have begun end by themselves.
func (q *queue[J, R]) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stopped.Store(true)
	q.room.Broadcast()
	q.work.Broadcast()
}

func (q *queue[J, R]) cancel() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.cancelled = true
	q.result.Signal()
}

// results yields the results, and at last the error of ctx if it has ended. It panics where a job or the
// source did. It calls idle before it waits.
func (q *queue[J, R]) results(ctx context.Context, idle func(), yield func(R, error) bool) {
	defer context.AfterFunc(ctx, q.cancel)()
	for n := q.ready(idle); n > 0 && ctx.Err() == nil; n = q.ready(idle) {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			e := q.at(q.used + i)
			if e.err != nil {
				panic(e.err)
			}
			if !yield(e.result, nil) {
				return
			}
		}
		q.free(n)
	}
	var none R
	if err := ctx.Err(); err != nil {
		yield(none, err)
	} else if q.err != nil {
		panic(q.err)
	}
}

// ready waits for the next result, and returns the number of results that are done. It returns at most
// an eighth of the entries, so that these are soon free again. After the last result, and after cancel,
// it returns 0.
func (q *queue[J, R]) ready(idle func()) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.at(q.used).done {
		q.mu.Unlock()
		idle()
		q.mu.Lock()
	}
	for !q.at(q.used).done && !q.cancelled && !(q.ended && q.used == q.queued) {
		q.result.Wait()
	}
	for most := max(1, len(q.entries)/8); n < most && !q.cancelled && q.at(q.used+n).done; {
		n++
	}
	return n
}

// free makes room for n jobs, whose results were used.
func (q *queue[J, R]) free(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := range n {
		*q.at(q.used + i) = entry[J, R]{}
	}
	q.used += n
	q.room.Signal()
}
