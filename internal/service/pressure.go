package service

import (
	"context"
	"io"
	process "runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// gate lets a limited number of jobs through at once, and lets some wait.
type gate struct {
	slots   chan struct{}
	most    int64 // that wait
	waiting atomic.Int64
}

// The numbers of jobs that may wait for each slot. Reading a document takes much longer than searching.
const (
	mostReading   = 32
	mostSearching = 512
	mostLong      = 8
)

func newGate(slots, queued int) *gate {
	return &gate{slots: make(chan struct{}, slots), most: int64(slots * queued)}
}

// enter waits for a slot; leave frees it. It returns [liveindex.ErrBusy] if many wait, unless patient. It
// first waits for the slots in before.
func (g *gate) enter(ctx context.Context, patient bool, before ...chan struct{}) (leave func(), err error) {
	if g.waiting.Add(1) > g.most && !patient {
		g.waiting.Add(-1)
		return nil, liveindex.ErrBusy
	}
	defer g.waiting.Add(-1)
	slots := append(before, g.slots)
	for i, slot := range slots {
		select {
		case slot <- struct{}{}:
		case <-ctx.Done():
			leaveAll(slots[:i])
			return nil, ctx.Err()
		}
	}
	return func() { leaveAll(slots) }, nil
}

func leaveAll(slots []chan struct{}) {
	for _, slot := range slots {
		<-slot
	}
}

// gates divide the work of a service. Short work never waits for longer kinds.
type gates struct {
	read, search *gate // of single requests
	bulk         *gate // of the lines of batches; any number may wait
	long         *gate // of whole indexes
	slow         *gate // of single requests that are read for long
	mu           sync.Mutex
	busy         map[string]chan struct{} // by index: one long job at once
	overdue      map[string]int           // slow requests by the holder who sent them
}

func newGates(workers int) *gates {
	some := max(1, workers/2)
	return &gates{read: newGate(workers, mostReading), search: newGate(workers, mostSearching), bulk: newGate(some, 0),
		long: newGate(some, mostLong), slow: newGate(workers, mostReading),
		busy: make(map[string]chan struct{}), overdue: make(map[string]int)}
}

// soon is the time in which most documents are read.
const soon = 250 * time.Millisecond

// enterRead waits for a slot to read a document from a holder. If reading takes long, it moves to a slow
// slot, so that documents of others need not wait. Further documents of the same holder wait for slow slots.
func (g *gates) enterRead(ctx context.Context, by string, patient bool) (leave func(), err error) {
	if patient {
		return g.bulk.enter(ctx, true)
	}
	if g.isOverdue(by) {
		return g.slow.enter(ctx, false)
	}
	leaveRead, err := g.read.enter(ctx, false)
	if err != nil {
		return nil, err
	}
	ended, moved := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(moved)
		timer := time.NewTimer(soon)
		defer timer.Stop()
		select {
		case <-ended:
			leaveRead()
			return
		case <-timer.C:
		}
		leave := func() {} // if all slow slots are taken, it still leaves this one
		select {
		case g.slow.slots <- struct{}{}:
			leave = func() { <-g.slow.slots }
		default:
		}
		g.count(by, 1)
		leaveRead()
		<-ended
		g.count(by, -1)
		leave()
	}()
	return func() { close(ended); <-moved }, nil
}

// count adds to the slow requests of a holder.
func (g *gates) count(by string, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.overdue[by] += n; g.overdue[by] == 0 {
		delete(g.overdue, by)
	}
}

func (g *gates) isOverdue(by string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.overdue[by] > 0
}

// enterSearch waits for a slot to search. Lines of a batch are patient, and have slots of their own.
func (g *gates) enterSearch(ctx context.Context, patient bool) (leave func(), err error) {
	if patient {
		return g.bulk.enter(ctx, true)
	}
	return g.search.enter(ctx, false)
}

// waiting returns the number of jobs that wait for a slot.
func (g *gates) waiting() (n int64) {
	for _, one := range []*gate{g.read, g.search, g.bulk, g.long, g.slow} {
		n += one.waiting.Load()
	}
	return n
}

// enterLong waits for the only long job of an index and for a slot.
func (g *gates) enterLong(ctx context.Context, index string) (leave func(), err error) {
	g.mu.Lock()
	one := g.busy[index]
	if one == nil {
		one = make(chan struct{}, 1)
		g.busy[index] = one
	}
	g.mu.Unlock()
	return g.long.enter(ctx, false, one)
}

// piece is the least that a buffer for bytes of a request grows by.
const piece = 32 << 10

// grown returns bytes with room for more, which counts in an account.
func grown(a *budget.Account, octets []byte, room int) ([]byte, error) {
	if err := a.Hold(int64(room)); err != nil {
		return octets, err
	}
	longer := append(make([]byte, 0, room), octets...)
	a.Release(int64(cap(octets)))
	return longer, nil
}

// readAll counts bytes as they arrive, whatever length was promised. So a slow sender uses little memory.
func readAll(a *budget.Account, r io.Reader, promised int64) (octets []byte, err error) {
	for {
		if n := len(octets); n == cap(octets) {
			room := max(2*n, piece)
			if promised >= int64(n) && promised < int64(room) {
				room = int(promised) + 1 // to see the end
			}
			if octets, err = grown(a, octets, room); err != nil {
				return nil, err
			}
		}
		n, err := r.Read(octets[len(octets):cap(octets)])
		octets = octets[:len(octets)+n]
		switch err {
		case nil:
		case io.EOF:
			return octets, nil
		default:
			return nil, err
		}
	}
}

// beginning keeps the first bytes that are written to it, up to a number.
type beginning struct {
	account *budget.Account
	most    int
	octets  []byte
	cut     bool // there were more
}

func (b *beginning) Write(p []byte) (n int, err error) {
	kept := p[:min(len(p), b.most-len(b.octets))]
	b.cut = b.cut || len(kept) < len(p)
	if need := len(b.octets) + len(kept); need > cap(b.octets) {
		if b.octets, err = grown(b.account, b.octets, max(need, min(b.most, 2*cap(b.octets)))); err != nil {
			return 0, err
		}
	}
	b.octets = append(b.octets, kept...)
	return len(p), nil
}

// Part of the memory of a process is for the program and its connections, and part for writing indexes.
// Requests get one share of the rest, and garbage the other. The collector's limit is lower than the total.
const (
	programMemory = 48 << 20
	writingShare  = 8 // one part of this number, for all indexes together
	requestShare  = .6
	smallRequest  = 4 << 20 // needs little more than its text; a short text needs less than a third
)

// requestMemory returns the memory for requests and their answers, out of all.
func requestMemory(all int64) int64 {
	return int64(requestShare * float64(max(0, all-all/writingShare-programMemory)))
}

// WritingMemory returns the memory for writing each of some indexes.
func WritingMemory(all int64, indexes int) int64 { return all / writingShare / int64(max(1, indexes)) }

// If processors are busy, the collector may be late by more than that. So while the process uses too much
// memory, large requests get no more. They end and leave only garbage.
const (
	tightShare = .75
	tightTime  = 20 * time.Millisecond // between two looks
)

// watchMemory watches the memory of the process until ctx ends.
func (s *Service) watchMemory(ctx context.Context) {
	taken := []process.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	tick := time.NewTicker(tightTime)
	defer tick.Stop()
	for ctx.Err() == nil {
		process.Read(taken)
		s.memory.SetTight(float64(taken[0].Value.Uint64()-taken[1].Value.Uint64()) > tightShare*float64(s.o.Memory))
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// LeastMemory is the minimum memory of a process that serves.
const LeastMemory = 128 << 20

// The memory of a request besides what it counts: its header, its goroutines, and their buffers.
const (
	requestCost = 16 << 10
	streamCost  = 256 << 10 // of a batch
)

// searchApart calls search with an account of its own, which releases its memory afterwards.
func searchApart[A any](ctx context.Context, search func(context.Context) (A, error)) (A, error) {
	one := budget.AccountOf(ctx).Apart()
	defer one.Close()
	return search(budget.WithAccount(ctx, one))
}
