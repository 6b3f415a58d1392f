package simhash

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/rules"
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

// TestAddEach checks that adding many hashes at once equals adding them one by one.
func TestAddEach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 7, 8, 9, 63, 64, 255, 256, 1000, maxEach - 1, maxEach, maxEach + 1, 2*maxEach + 9} {
		for name, draw := range map[string]func() uint64{
			"random": rnd.Uint64,
			"all 1":  func() uint64 { return math.MaxUint64 },
			"all 0":  func() uint64 { return 0 },
		} {
			hashes := make([]uint64, n)
			want := Counters{3, -5}
			got := want
			for i := range hashes {
				hashes[i] = draw()
				want.Add(hashes[i])
			}
			got.AddEach(hashes)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d hashes, %s, one by one and at once (-want +got):\n%s", n, name, diff)
			}
		}
	}
}

// TestOracle compares the counters and the sketch with package rules.
func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 1 << 63, math.MaxUint64}))
		elements := rapid.SliceOf(few).Draw(t, "elements")
		var c Counters
		c.AddEach(elements)
		plain := rules.NewSimHash()
		want := plain.Counters(elements)
		if diff := cmp.Diff(want, c[:]); diff != "" {
			t.Fatalf("counters of %x (-want +got):\n%s", elements, diff)
		}
		if got, want := c.Sketch(), binary.BigEndian.Uint64(plain.Sketch(want)); got != want {
			t.Fatalf("sketch of %x: %016x, want %016x", elements, got, want)
		}
	})
}

// TestDistanceEstimatesAngle checks Charikar 2002, section 3: the expected share of differing bits
// is the angle. Sets of equal size that share a share s of their members have cosine s.
func TestDistanceEstimatesAngle(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const size, shared, pairs = 400, 300, 300 // arccos(0.75)/π·64 = 14.72
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

// TestWeighted checks that a hash of weight w counts as w hashes, in any order (R7.1).
func TestWeighted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hashes := rapid.SliceOf(rapid.Uint64()).Draw(t, "hashes")
		var single, weighted Counters
		for i, h := range hashes {
			w := (i*7 + 1) % 5
			for range w {
				single.Add(h)
			}
			h = hashes[len(hashes)-1-i]
			weighted.AddWeighted(h, int64(((len(hashes)-1-i)*7+1)%5))
		}
		if diff := cmp.Diff(single, weighted); diff != "" {
			t.Fatalf("%x one by one and weighted (-one by one +weighted):\n%s", hashes, diff)
		}
	})
	// The limit of the counters, heavier than any text.
	var c Counters
	c.AddWeighted(1, math.MaxInt64)
	if c[0] != math.MaxInt64 || c[1] != -math.MaxInt64 || c.Sketch() != 1 {
		t.Errorf("counters %d and %d, sketch %x", c[0], c[1], c.Sketch())
	}
}

// TestLiterature has worked examples with hashes of 4 bits. Here each of those bits is 16 of 64, so
// that all counters take part.
func TestLiterature(t *testing.T) {
	spread := func(four uint64) (h uint64) {
		for bit := range 4 {
			if four>>bit&1 == 1 {
				h |= 0xFFFF << (16 * bit)
			}
		}
		return h
	}
	// The examples give no hashes of the words. These hashes give their results.
	hashes := map[string]uint64{"cat": 0b1100, "sat": 0b1010, "mat": 0b1110, "rat": 0b1000}
	sketch := func(four ...uint64) uint64 {
		var c Counters
		for _, h := range four {
			c.Add(spread(h))
		}
		return c.Sketch()
	}
	mat := sketch(hashes["cat"], hashes["sat"], hashes["mat"])
	rat := sketch(hashes["cat"], hashes["sat"], hashes["rat"])
	if mat != spread(0b1110) {
		t.Errorf("cat, sat, mat: %016x, want 1110", mat)
	}
	if rat != spread(0b1000) {
		t.Errorf("cat, sat, rat: %016x, want 1000", rat)
	}
	// 2 of 4 bits: an angle of half of π.
	if d := Distance(mat, rat); d != 2*16 {
		t.Errorf("they are %d bits apart, want 2 of 4", d)
	} else if theta := math.Pi * float64(d) / Bits; theta != math.Pi/2 {
		t.Errorf("an angle of %v, want π/2", theta)
	}
	if got := sketch(0b1001, 0b0101, 0b1101); got != spread(0b1101) {
		t.Errorf("1001, 0101, 1101: %016x, want 1101", got)
	}
}

func BenchmarkAdd(b *testing.B) {
	var c Counters
	for i := 0; b.Loop(); i++ {
		c.Add(uint64(i) * splitmix.Gamma)
	}
}
