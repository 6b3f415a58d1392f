package parallel

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// Room bounds the memory of the waiting jobs of all its users.
type Room struct {
	free *semaphore.Weighted
	most int64
}

// each is the number of bytes that may wait for each worker.
const each = 64 << 20

// NewRoom returns room for the waiting jobs of some workers, of at most most bytes.
func NewRoom(workers int, most int64) Room {
	most = min(most, int64(workers)*each)
	return Room{semaphore.NewWeighted(most), most}
}

// Acquire acquires room for a number of bytes, or all room if that is less. It waits until others
// have released theirs, or until ctx ends.
func (r Room) Acquire(ctx context.Context, octets int64) error {
	return r.free.Acquire(ctx, min(octets, r.most))
}

// Release gives back what was acquired.
func (r Room) Release(octets int64) { r.free.Release(min(octets, r.most)) }
