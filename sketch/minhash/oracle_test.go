package minhash

import (
	"math/big"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/splitmix"
)

// The oracle is the definition written down once more, in integers without a
// bound and in maps, with no thought of speed.

var modulus = new(big.Int).Lsh(big.NewInt(1), 64)

func oracleMix(z uint64) uint64 {
	n := new(big.Int).SetUint64(z)
	for _, step := range []struct {
		shift  uint
		factor uint64
	}{{30, 0xBF58476D1CE4E5B9}, {27, 0x94D049BB133111EB}, {31, 1}} {
		n.Xor(n, new(big.Int).Rsh(n, step.shift))
		n.Mul(n, new(big.Int).SetUint64(step.factor))
		n.Mod(n, modulus)
	}
	return n.Uint64()
}

// oracleMinima returns the least value of each slot that is filled.
func oracleMinima(elements []uint64) map[uint64]uint64 {
	values := make(map[uint64][]uint64)
	for _, x := range elements {
		h := oracleMix(x)
		slot := h / (1 << 57)
		values[slot] = append(values[slot], h%(1<<57))
	}
	minima := make(map[uint64]uint64)
	for slot, v := range values {
		minima[slot] = slices.Min(v)
	}
	return minima
}

// oracleFull is the full form: every slot.
func oracleFull(elements []uint64) (full [Slots]uint64) {
	minima := oracleMinima(elements)
	for i := range full {
		v, filled := minima[uint64(i)]
		if !filled {
			v = 1<<64 - 1
		}
		full[i] = v
	}
	return full
}

// oracleDonor is the rule with a bound and a fall-back, neither of which
// [Minima.donor] has.
func oracleDonor(filled map[uint64]uint64, i uint64) uint64 {
	if _, ok := filled[i]; ok {
		return i
	}
	for t := range uint64(1024) {
		d := splitmix.Mix(i*(1<<32)+t) % 128
		if _, ok := filled[d]; ok {
			return d
		}
	}
	for d := (i + 1) % 128; ; d = (d + 1) % 128 {
		if _, ok := filled[d]; ok {
			return d
		}
	}
}

// oracleStored returns nil for no elements.
func oracleStored(elements []uint64) []byte {
	minima := oracleMinima(elements)
	if len(minima) == 0 {
		return nil
	}
	var stored []byte
	for i := range uint64(128) {
		d := oracleDonor(minima, i)
		stored = append(stored, byte(oracleMix((d*(1<<57)+minima[d])^oracleMix(i))%256))
	}
	return stored
}

// oracleSlots returns the low bits of each slot, which is what any form of that
// many bits must hold.
func oracleSlots(stored []byte, bits int) []int {
	var slots []int
	for _, s := range stored {
		slots = append(slots, int(s)%(1<<bits))
	}
	return slots
}

// oraclePack writes the slots as one number, slot 0 first.
func oraclePack(slots []int, bits int) []byte {
	n := new(big.Int)
	for _, s := range slots {
		n.Lsh(n, uint(bits)).Add(n, big.NewInt(int64(s)))
	}
	return n.FillBytes(make([]byte, len(slots)*bits/8))
}

// unmix is the inverse of [splitmix.Mix]: tests choose a slot and a value and find the
// element.
func unmix(z uint64) uint64 {
	z = unshift(z, 31) * inverse(0x94D049BB133111EB)
	z = unshift(z, 27) * inverse(0xBF58476D1CE4E5B9)
	return unshift(z, 30)
}

// unshift undoes z ^ z>>n.
func unshift(z uint64, n int) uint64 {
	for s := n; s < 64; s *= 2 {
		z ^= z >> s
	}
	return z
}

// inverse is that of an odd number, by Newton: 3 good bits, then twice as many
// each time.
func inverse(a uint64) uint64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// element is what falls into that slot with that value.
func element(slot, value uint64) uint64 { return unmix(slot<<57 | value) }
