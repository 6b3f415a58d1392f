package inputs

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// documents are MinHashes for bands and families of documents for clusters, with chains and copies.
func documents(r *random, _ uint64) []Probe {
	bands := 1 + r.few(32)
	rows := 1 + r.few(minhash.Slots/bands-1)
	if r.oneIn(3) {
		rows = 1 + r.few(min(8, minhash.Slots/bands)-1)
	}
	sketch := minhash.Truncate(octetsOf(r, minhash.Slots), 1<<r.below(4))
	probes := []Probe{{Stage: vectors.Bands, Input: vectors.Data{Sketch: hexOf(sketch), Bands: bands, Rows: rows}}}
	for _, minHash := range []bool{false, true} {
		id := pickOf(r, minHash)
		in := family(r, id, minHash)
		if minHash {
			in.Bands, in.Rows, in.Most = bands, 1+r.few(min(4, minhash.Slots/bands)-1), 1+r.few(12)
		}
		probes = append(probes, Probe{Stage: vectors.Clusters, Scheme: id, Input: in})
	}
	return probes
}

// family returns documents of a scheme, with a threshold and a floor.
func family(r *random, id string, minHash bool) vectors.Data {
	s, err := scheme.Lookup(id)
	if err != nil {
		panic(err)
	}
	size := 8
	if minHash {
		size = minhash.Slots >> pick(r, []int{0, 0, 0, 1, 2, 3})
	}
	threshold := pick(r, []float64{0, .25, .5, .7, .75, .8, .890625, .9, .95, 1})
	floor := pick(r, []float64{threshold, threshold, 0, .5, 1})
	in := vectors.Data{Threshold: &threshold, Floor: &floor, IDs: []vectors.Bytes{}, Weights: []int64{}, Strings: []string{}}
	n := 1 + r.below(24)
	var sketches [][]byte
	for i := range n {
		sketch := octetsOf(r, size)
		if i > 0 && !r.oneIn(4) {
			sketch = append([]byte{}, sketches[max(0, i-1-r.few(i-1))]...)
			for range r.few(1 + size/4) {
				sketch[r.below(size)] ^= 1 << r.below(8)
			}
		}
		sketches = append(sketches, sketch)
		f, err := s.FromSketch(sketch)
		if err != nil {
			panic(err)
		}
		if minHash && f.Width() > 1 && r.oneIn(12) {
			f, _ = f.Truncate(1)
		}
		name := []byte(fmt.Sprintf("%d", (i*7+3)%n))
		if r.oneIn(6) {
			name = append(name, octetsOf(r, 2)...)
		} else if r.oneIn(6) {
			name = append([]byte{0xFF}, name...)
		}
		in.IDs = append(in.IDs, vectors.BytesOf(append(name, byte(i), 0)))
		in.Weights = append(in.Weights, pick(r, []int64{0, 0, 1, 2, 10, 9, 1<<53 - 1}))
		in.Strings = append(in.Strings, f.String())
	}
	return in
}
