//go:build linux

package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// drawer draws sketches as in a crawl. Six documents in ten are unique, and one in fifty shares the
// same template. The rest are in families.
type drawer struct {
	rnd      *rand.Rand
	random   *rand.ChaCha8
	template [128]byte
	sketched [128]byte
	waiting  [][128]byte // members of families, which come in no order
}

func newDrawer(seed uint64) *drawer {
	var s [32]byte
	binary.LittleEndian.PutUint64(s[:], seed)
	d := &drawer{rnd: rand.New(rand.NewPCG(13, seed)), random: rand.NewChaCha8(s)}
	d.random.Read(d.template[:])
	return d
}

// sketch returns the next one. It is overwritten by the one after it.
func (d *drawer) sketch() []byte {
	const waiting = 1 << 16 // members of about this number of families are interleaved
	switch x := d.rnd.Float64(); {
	case x < .6:
		d.random.Read(d.sketched[:])
	case x < .62:
		// Half the slots are the template's, and the rest are the document's own.
		d.random.Read(d.sketched[:])
		d.edit(d.template, .5)
	default:
		for len(d.waiting) < waiting {
			d.family()
		}
		i := d.rnd.IntN(len(d.waiting))
		last := len(d.waiting) - 1
		d.sketched, d.waiting[i] = d.waiting[i], d.waiting[last]
		d.waiting = d.waiting[:last]
	}
	return d.sketched[:]
}

// family draws a document and its near duplicates. A family has at least two documents. Its size is
// s with a probability proportional to s^-2.5, so some have thousands. One member in four is a
// copy. The others share 60 to 100 % of the slots of the first.
func (d *drawer) family() {
	const largest = 5000
	size := min(largest, int(2*math.Pow(1-d.rnd.Float64(), -1/1.5)))
	var first [128]byte
	d.random.Read(first[:])
	d.waiting = append(d.waiting, first)
	for range size - 1 {
		d.sketched = first
		if d.rnd.IntN(4) > 0 {
			d.random.Read(d.sketched[:])
			d.edit(first, .6+.4*d.rnd.Float64())
		}
		d.waiting = append(d.waiting, d.sketched)
	}
}

// nearly returns a sketch with 1 to 6 slots of its own, as a page has whose date is another.
func (d *drawer) nearly(page [128]byte) []byte {
	d.sketched = page
	for range 1 + d.rnd.IntN(6) {
		d.sketched[d.rnd.IntN(128)] = byte(d.rnd.Uint32())
	}
	return d.sketched[:]
}

// edit gives a sketch a number of slots of another.
func (d *drawer) edit(of [128]byte, share float64) {
	for i := range d.sketched {
		if d.rnd.Float64() < share {
			d.sketched[i] = of[i]
		}
	}
}
