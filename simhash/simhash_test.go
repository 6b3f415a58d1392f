package simhash

import (
	"math/rand/v2"
	"testing"
)

func TestSketch(t *testing.T) {
	for _, tt := range []struct {
		hashes []uint64
		want   uint64
		why    string
	}{
		{nil, 0, "no hash: every counter is 0, and 0 gives 0"},
		{[]uint64{0x8000000000000001}, 0x8000000000000001, "one hash is its own sketch"},
		{[]uint64{1, 2}, 0, "a tie in bits 0 and 1 gives 0"},
		{[]uint64{1, 1, 2}, 1, "two against one"},
		{[]uint64{^uint64(0), ^uint64(0), 0}, ^uint64(0), "all bits by majority"},
	} {
		var c Counters
		for _, h := range tt.hashes {
			c.Add(h)
		}
		if got := c.Sketch(); got != tt.want {
			t.Errorf("sketch of %x = %016x, want %016x: %s", tt.hashes, got, tt.want, tt.why)
		}
	}
}

// Charikar 2002, section 3: the expected share of differing bits is the angle.
// Sets of equal size that share a share s of their members have cosine s.
func TestDistanceEstimatesAngle(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const size, shared, pairs = 400, 300, 300 // arccos(.75)/π·64 = 14.72
	sum := 0
	for range pairs {
		var a, b Counters
		for i := range size {
			h := rnd.Uint64()
			a.Add(h)
			if i >= shared {
				h = rnd.Uint64()
			}
			b.Add(h)
		}
		sum += Distance(a.Sketch(), b.Sketch())
	}
	if mean := float64(sum) / pairs; mean < 14 || mean > 15.4 {
		t.Errorf("mean distance %.2f of sets with cosine .75, want 14.7", mean)
	}
}

func BenchmarkAdd(b *testing.B) {
	var c Counters
	for i := 0; b.Loop(); i++ {
		c.Add(uint64(i) * 0x9E3779B97F4A7C15)
	}
}
