package service

import (
	"context"
	"io"
	"sync/atomic"

	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
)

// gate lets so many through at once, and some wait.
type gate struct {
	slots   chan struct{}
	most    int64 // that wait
	waiting atomic.Int64
}

// How many may wait for each slot: to read a document takes much longer than to search.
const (
	mostReading   = 32
	mostSearching = 512
)

func newGate(slots, queued int) *gate {
	return &gate{slots: make(chan struct{}, slots), most: int64(slots * queued)}
}

// enter waits for a slot, which leave returns. It returns [liveindex.ErrBusy] if many wait, unless patient.
func (g *gate) enter(ctx context.Context, patient bool) (leave func(), err error) {
	if g.waiting.Add(1) > g.most && !patient {
		g.waiting.Add(-1)
		return nil, liveindex.ErrBusy
	}
	defer g.waiting.Add(-1)
	select {
	case g.slots <- struct{}{}:
		return func() { <-g.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// memory counts the octets of requests that are in memory.
type memory struct {
	held atomic.Int64
	most int64
}

func (m *memory) hold(n int64) error {
	if m.held.Add(n) > m.most {
		m.held.Add(-n)
		return liveindex.ErrBusy
	}
	return nil
}

func (m *memory) release(n int64) { m.held.Add(-n) }

// readAll reads what counts as held, until release is called. It counts as it comes, so that who
// sends slowly holds little, whatever length was promised; less than the usual piece is promised often.
func (m *memory) readAll(r io.Reader, promised int64) (octets []byte, release func(), err error) {
	const piece = 32 << 10
	held := int64(0)
	release = func() { m.release(held) }
	first := int64(piece)
	if promised >= 0 && promised < piece {
		first = promised + 1 // for the end to be seen
	}
	for {
		if len(octets) == cap(octets) {
			grown := max(int64(piece), int64(cap(octets)))
			if octets == nil {
				grown = first
			}
			if err := m.hold(grown); err != nil {
				release()
				return nil, nil, err
			}
			held += grown
			octets = append(make([]byte, 0, int64(cap(octets))+grown), octets...)
		}
		n, err := r.Read(octets[len(octets):cap(octets)])
		octets = octets[:len(octets)+n]
		switch err {
		case nil:
		case io.EOF:
			return octets, release, nil
		default:
			release()
			return nil, nil, err
		}
	}
}
