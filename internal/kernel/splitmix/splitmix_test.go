package splitmix

import (
	"math"
	"testing"
)

func TestMix(t *testing.T) {
	seed := uint64(1234567)
	for _, tt := range []struct {
		z, want uint64
		why     string
	}{
		{0, 0, "0 is its fixed point"},
		{1, 0x5692161d100b05e5, "one bit"},
		{Gamma, 0xe220a8397b1dcdaf, "splitmix64, seed 0, first output"},
		{2 * Gamma & math.MaxUint64, 0x6e789e6aa1b965f4, "second output"},
		{seed + Gamma, 6457827717110365317, "splitmix64, seed 1234567, published by Rosetta Code"},
		{seed + Gamma + Gamma, 3203168211198807973, "second output"},
		{math.MaxUint64, 0xb4d055fcf2cbbd7b, "all bits: carries out of bit 63 are lost"},
	} {
		if got := Mix(tt.z); got != tt.want {
			t.Errorf("Mix(%x) = %x, want %x: %s", tt.z, got, tt.want, tt.why)
		}
	}
}

func TestGenerator(t *testing.T) {
	g := Generator(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973} {
		if got := g.Next(); got != want {
			t.Errorf("number %d is %d, want %d: seed 1234567, published by Rosetta Code", i, got, want)
		}
	}
}
