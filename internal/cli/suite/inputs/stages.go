package inputs

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// stageInputs makes inputs of the stages between the features and the string: numbers.
func stageInputs(r *random, _ uint64) []Probe {
	key := octetsOf(r, 1+r.below(40))[r.below(2):]
	list := elements(r)
	width := r.below(4) // of slots: the logarithm
	probes := []Probe{
		{Stage: vectors.Hash, Input: vectors.Data{Raw: vectors.BytesOf(key)}},
		{Stage: vectors.Counters, Input: vectors.Data{Elements: hexAll(list)}},
		{Stage: vectors.Full, Input: vectors.Data{Elements: hexAll(list)}},
		{Stage: vectors.Sketch, Scheme: pickOf(r, false), Input: vectors.Data{Counters: counters(r)}},
		{Stage: vectors.Truncate, Input: vectors.Data{
			Sketch: hexOf(minhash.Truncate(octetsOf(r, minhash.Slots), 1<<width)), Bits: 1 << r.below(width+1)}},
	}
	for range 3 {
		probes = append(probes,
			Probe{Stage: vectors.Sketch, Scheme: pickOf(r, true), Input: vectors.Data{Full: vectors.BytesOf(fullForm(r))}},
			Probe{Stage: vectors.Merge, Input: vectors.Data{Fulls: []vectors.Bytes{vectors.BytesOf(fullForm(r)), vectors.BytesOf(fullForm(r))}}})
	}
	return probes
}

// pickOf returns a scheme with a MinHash, or without.
func pickOf(r *random, minHash bool) string {
	list := slices.DeleteFunc(scheme.All(), func(s *scheme.Scheme) bool { return s.IsMinHash() != minHash })
	return pick(r, list).ID()
}

func hexOf(b []byte) string { return hex.EncodeToString(b) }

func hexAll(list []uint64) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = fmt.Sprintf("%016x", x)
	}
	return out
}

// Numbers at the limits of types: elements, counters, and values of slots.
var (
	ends = []uint64{0, 1, 2, 1 << 31, 1<<31 - 1, 1 << 32, 1<<32 - 1, 1 << 53, 1<<53 + 1, 1 << 57, 1<<57 - 1,
		1 << 63, 1<<63 - 1, 1<<63 + 1, math.MaxUint64, math.MaxUint64 - 1, splitmix.Gamma}
	signedEnds = []int64{0, 0, 1, -1, 2, -2, 127, 128, -128, -129, 255, 256, 1 << 31, 1<<31 - 1, -1 << 31, 1 << 32, -1 << 32,
		1<<53 + 1, math.MaxInt64, math.MinInt64}
	values = []uint64{0, 1, 2, 1<<57 - 1, 1<<57 - 2, 1 << 53, 1<<53 + 1, 1<<53 + 2, 1 << 32, 1 << 31, 1 << 56}
)

// elements returns elements in ascending order, some repeated.
func elements(r *random) []uint64 {
	var list []uint64
	n := r.few(40)
	if r.oneIn(20) {
		n = 200 + r.below(200)
	}
	for range n {
		x := r.next()
		switch r.below(6) {
		case 0:
			x = pick(r, ends)
		case 1: // where minima are compared
			x = element(uint64(r.below(minhash.Slots)), pick(r, values))
		case 2: // beside another, in one slot
			if len(list) > 0 {
				h := splitmix.Mix(pick(r, list))
				x = element(h>>57, (h+uint64(r.between(-2, 2)))&(1<<57-1))
			}
		}
		times := 1
		if r.oneIn(4) {
			times += r.few(3)
		}
		if r.oneIn(40) {
			times = r.near(128)
		}
		for range times {
			list = append(list, x)
		}
	}
	slices.Sort(list)
	return list
}

// element returns an element for a slot and a value (R7.4), by inverting mix64.
func element(slot, value uint64) uint64 {
	z := unshift(slot<<57|value, 31)
	z = unshift(z*0x319642B2D24D8EC3, 27)
	return unshift(z*0x96DE1B173F119089, 30)
}

func unshift(z uint64, n int) uint64 {
	x := z
	for range 64 / n {
		x = z ^ x>>n
	}
	return x
}

func counters(r *random) []int64 {
	list := make([]int64, simhash.Bits)
	for i := range list {
		switch r.below(3) {
		case 0:
			list[i] = pick(r, signedEnds)
		case 1:
			list[i] = int64(r.between(-9, 9))
		}
	}
	return list
}

// fullForm returns the full form of some elements, or of none, or bytes that are nearly one.
func fullForm(r *random) []byte {
	var m minhash.Minima
	switch r.below(4) {
	case 0:
	case 1:
		m.Add(element(uint64(r.below(minhash.Slots)), pick(r, values)))
	default:
		for _, x := range elements(r) {
			m.Add(x)
		}
	}
	b, _ := m.MarshalBinary() // the error is always nil
	const start = 5
	for r.oneIn(3) {
		slot := start + 8*r.below(minhash.Slots)
		switch r.below(8) {
		case 0:
			b = b[:r.below(len(b)+1)]
		case 1:
			b = append(b, octetsOf(r, 1+r.below(9))...)
		case 2:
			if len(b) >= start {
				b[r.below(start)] ^= byte(pick(r, []int{0x20, 0x20, 1, 2, 0x80, 3}))
			}
		case 3:
			copy(b, "FPMH")
		default:
			if len(b) >= slot+8 {
				binary.BigEndian.PutUint64(b[slot:], pick(r, []uint64{0, 1, 1<<57 - 1, 1 << 57, 1<<57 + 1, 1 << 63, math.MaxUint64, math.MaxUint64 - 1, 1<<64 - 1<<57, 7}))
			}
		}
	}
	return b
}
