package rules_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// TestHash checks the values of SPEC.md. Jenkins published the first two.
func TestHash(t *testing.T) {
	for key, want := range map[string]uint64{
		"":                               0xdeadbeefdeadbeef,
		"Four score and seven years ago": 0x17770551ce7226e6,
		"abcdefghijkl":                   0x4012f87b75b50ec0,
		"abcdefghijklm":                  0x928128f90f04ab68,
		"été":                            0xebaf34f958452a03,
	} {
		if got := rules.NewHash().Sum([]byte(key)); got != want {
			t.Errorf("%q: %016x, want %016x", key, got, want)
		}
	}
}

// TestMix64 computes mix64 with unbounded integers.
func TestMix64(t *testing.T) {
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.Uint64().Draw(t, "z")
		n := new(big.Int).SetUint64(z)
		for _, step := range []struct {
			shift  uint
			factor uint64
		}{{30, 0xBF58476D1CE4E5B9}, {27, 0x94D049BB133111EB}, {31, 1}} {
			n.Xor(n, new(big.Int).Rsh(n, step.shift))
			n.Mul(n, new(big.Int).SetUint64(step.factor))
			n.Mod(n, modulus)
		}
		if got, want := rules.Mix64(z), n.Uint64(); got != want {
			t.Errorf("Mix64(%x) = %x, want %x", z, got, want)
		}
	})
}
