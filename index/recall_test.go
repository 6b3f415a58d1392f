package index_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// drawPair returns the sketches of two random sets. They share both elements, and each has one
// elements of its own.
func drawPair(rnd *rand.Rand, both, one int) (x, y [minhash.Slots]byte) {
	var a, b minhash.Minima
	for range both {
		a.Add(rnd.Uint64())
	}
	b = a
	for range one {
		a.Add(rnd.Uint64())
		b.Add(rnd.Uint64())
	}
	x, _ = a.Stored()
	y, _ = b.Stored()
	return x, y
}

// TestRecallIsThatOfTheCurve compares the recall of bands with the S-curve, for sets of known
// resemblance. Each setting must be within 3.5 standard errors. All settings together must be as
// near as chance allows.
func TestRecallIsThatOfTheCurve(t *testing.T) {
	const union, pairs = 8_000, 500
	rnd := rand.New(rand.NewPCG(13, 13))
	squares, settings := 0., 0
	for _, both := range []int{800, 1600, 4000, 6400, 7200} {
		resemblance := float64(both) / union
		var sketches [][2][]byte
		for range pairs {
			x, y := drawPair(rnd, both, (union-both)/2)
			sketches = append(sketches, [2][]byte{x[:], y[:]})
		}
		for _, bits := range []int{8, 4, 2, 1} {
			for _, b := range []index.Bands{{Bands: 1, Rows: 1}, {Bands: 32, Rows: 4}, {Bands: 20, Rows: 5}, {Bands: 21, Rows: 6}, {Bands: 42, Rows: 3}, {Bands: 16, Rows: 8}, {Bands: 8, Rows: 16}, {Bands: 128, Rows: 1}} {
				found := 0
				for _, pair := range sketches {
					if agree(b, minhash.Truncate(pair[0], bits), minhash.Truncate(pair[1], bits)) {
						found++
					}
				}
				want := b.Recall(resemblance, bits)
				deviation := math.Sqrt(want * (1 - want) / pairs)
				got := float64(found) / pairs
				if math.Abs(got-want) > 3.5*deviation+1./pairs {
					t.Errorf("%+v, %d bits, J = %v: found %v, want %v ± %.4f", b, bits, resemblance, got, want, deviation)
				}
				if want > .05 && want < .95 {
					squares += (got - want) * (got - want) / (deviation * deviation)
					settings++
				}
			}
		}
	}
	if mean := squares / float64(settings); mean > 1.5 {
		t.Errorf("the squared deviations of %d settings have the mean %.2f, want about 1", settings, mean)
	}
}

// agree reports whether two sketches share a key of a band.
func agree(b index.Bands, x, y []byte) bool {
	other := banding.Bands(b).Keys(y)
	for band, key := range banding.Bands(b).Keys(x) {
		if string(key) == string(other[band]) {
			return true
		}
	}
	return false
}

// TestSetRecall checks that a set finds exactly the pairs that bands make candidates: the same
// share, among many documents.
func TestSetRecall(t *testing.T) {
	const union, pairs = 2_000, 500
	rnd := rand.New(rand.NewPCG(13, 14))
	var s index.Set
	for i := range pairs {
		x, y := drawPair(rnd, union*6/10, union*2/10)
		for j, sketch := range [][]byte{x[:], y[:]} {
			f, err := scheme.MH1.FromSketch(sketch)
			if err != nil {
				t.Fatal(err)
			}
			s.Add(fmt.Sprint(i, j), 0, f)
		}
	}
	b := index.Bands{Bands: 16, Rows: 5}
	found := 0
	for p, err := range s.Pairs(t.Context(), index.Settings{Bands: b, Most: 1000}) {
		if err != nil {
			t.Fatal(err)
		}
		if p.First/2 == p.Other/2 {
			found++
		}
	}
	want := b.Recall(.6, 8)
	if got := float64(found) / pairs; math.Abs(got-want) > 3.5*math.Sqrt(want*(1-want)/pairs) {
		t.Errorf("found %v of the pairs, want %v", got, want)
	}
}

// TestCompareBands compares two settings of bands on the same sketches, and counts what only one of
// them finds.
func TestCompareBands(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 15))
	var s index.Set
	for i, d := range generate(rnd, scheme.MH1, 1500) {
		f, err := scheme.Parse(d.Fingerprint)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(fmt.Sprint(i), 0, f)
	}
	few, many := index.Bands{Bands: 4, Rows: 16}, index.Bands{Bands: 42, Rows: 3}
	o := index.Settings{Threshold: .5, Floor: .5, Bands: few, Most: 10}
	links := make(map[index.Bands]map[index.Pair]bool)
	for _, b := range []index.Bands{few, many} {
		links[b] = make(map[index.Pair]bool)
		o := o
		o.Bands = b
		for p, err := range s.Pairs(t.Context(), o) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Similarity < 1 { // no copies
				links[b][p] = true
			}
		}
	}
	only := func(a, b index.Bands) (n int64) {
		for p := range links[a] {
			if !links[b][p] {
				n++
			}
		}
		return n
	}
	now, shadow, err := s.CompareBands(t.Context(), o, many)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		got   index.Stats
		bands index.Bands
		only  int64
		why   string
	}{{now, few, only(few, many), "those in use"}, {shadow, many, only(many, few), "those on trial"}} {
		if test.got.Only != test.only || test.got.Links != int64(len(links[test.bands])) ||
			test.got.Candidates < test.got.Links {
			t.Errorf("%s: %+v, want %d links, and %d alone", test.why, test.got, len(links[test.bands]), test.only)
		}
	}
	if shadow.Only == 0 || now.Candidates >= shadow.Candidates {
		t.Errorf("%+v and %+v: bands of fewer rows find more", now, shadow)
	}
	if _, _, err := s.CompareBands(t.Context(), o, index.Bands{Bands: 129, Rows: 1}); err == nil {
		t.Error("no error for 129 bands")
	}
}

// TestHotPage checks popular pages. A page that occurs 5,000 times costs no additional comparison.
// 5,000 pages near it cost few comparisons each, not all pairs.
func TestHotPage(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 16))
	const pages, hot = 10_000, 5_000
	page := make([]byte, 128)
	for i := range page {
		page[i] = byte(rnd.Uint32())
	}
	stats := func(copies, near int) (index.Stats, int) {
		rnd := rand.New(rand.NewPCG(13, 17))
		var s index.Set
		n := 0
		add := func(sketch []byte) {
			f, err := scheme.MH1.FromSketch(sketch)
			if err != nil {
				t.Fatal(err)
			}
			s.Add(fmt.Sprint(n), 0, f)
			n++
		}
		sketch := make([]byte, 128)
		for i := range pages {
			if i%4 == 0 {
				for j := range sketch {
					sketch[j] = byte(rnd.Uint32())
				}
			}
			sketch[rnd.IntN(128)]++
			add(sketch)
		}
		for range copies {
			add(page)
		}
		for range near {
			copy(sketch, page)
			for range 3 {
				sketch[rnd.IntN(128)] = byte(rnd.Uint32())
			}
			add(sketch)
		}
		c, err := s.Clusters(t.Context(), index.Settings{Threshold: .8, Floor: .8, Bands: index.BandsFor(.8, .995, 8), Most: 1000})
		if err != nil {
			t.Fatal(err)
		}
		largest := 0
		for cluster := range c.All() {
			largest = max(largest, len(cluster))
		}
		return c.Stats, largest
	}
	none, _ := stats(0, 0)
	copies, largest := stats(hot, 0)
	if copies.Candidates != none.Candidates || largest != hot {
		t.Errorf("%d candidates with copies, and %d without; the largest cluster has %d, want %d", copies.Candidates, none.Candidates, largest, hot)
	}
	both, largest := stats(hot, hot)
	if more := both.Candidates - none.Candidates; more > 3*hot || largest < 2*hot*99/100 {
		t.Errorf("%d candidates more for %d near copies; the largest cluster has %d", more, hot, largest)
	}
}
