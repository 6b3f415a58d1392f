package minhash

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func (m *Minima) oldDonor(i int) int {
	if m.complement[i] != 0 {
		return i
	}
	for t := uint64(0); ; t++ {
		if d := int(Mix64(uint64(i)<<32|t) % Slots); m.complement[d] != 0 {
			return d
		}
	}
}
func (m *Minima) oldStored() (stored [Slots]byte, ok bool) {
	if m.IsEmpty() {
		return stored, false
	}
	for i := range stored {
		donor := m.oldDonor(i)
		v := uint64(donor)<<valueBits | m.least(donor)
		stored[i] = byte(Mix64(v ^ Mix64(uint64(i))))
	}
	return stored, true
}
func TestZ(b *testing.T) {
	for _, n := range []int{1, 2, 5, 20, 60, 100, 200, 1000} {
		r := rand.New(rand.NewPCG(1, 2))
		var ms [64]Minima
		for i := range ms {
			for range n {
				ms[i].Add(r.Uint64())
			}
		}
		best := [2]time.Duration{1e9, 1e9}
		for range 40 {
			for k := range 2 {
				s := time.Now()
				for i := range ms {
					if k == 0 {
						ms[i].oldStored()
					} else {
						ms[i].Stored()
					}
				}
				best[k] = min(best[k], time.Since(s)/64)
			}
		}
		fmt.Println(n, best)
	}
}
