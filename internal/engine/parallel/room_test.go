package parallel

import (
	"context"
	"testing"
)

func TestRoom(t *testing.T) {
	ctx := t.Context()
	r := NewRoom(3, 100)
	for _, octets := range []int64{0, 60, 40} {
		if err := r.Acquire(ctx, octets); err != nil {
			t.Fatal(err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := r.Acquire(ended, 1); err == nil {
		t.Error("there is more room than there should be")
	}
	r.Release(40)
	r.Release(60)
	if err := r.Acquire(ctx, 1000); err != nil { // more than there ever is takes all of it
		t.Fatal(err)
	}
	if err := r.Acquire(ended, 1); err == nil {
		t.Error("there is room beside what takes all of it")
	}
	r.Release(1000)
	if err := r.Acquire(ctx, 100); err != nil {
		t.Fatal(err)
	}
	if most := NewRoom(2, 1<<40).most; most != 128<<20 {
		t.Errorf("room for %d octets, want 64 MiB a worker", most)
	}
}
