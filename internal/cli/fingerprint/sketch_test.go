package fingerprint

import (
	"math/rand/v2"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// What --stages shows of a MinHash is what its sketch is made of (R7.8, R7.9).
func TestDonors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 2000; n += 1 + n/8 {
		var m minhash.Minima
		for range n {
			m.Add(random.Uint64())
		}
		values, donors := fullForm(&m), donors(&m)
		want, _ := m.Stored()
		for i, d := range donors {
			v := uint64(d)<<57 | values[d]
			if got := byte(splitmix.Mix(v ^ splitmix.Mix(uint64(i)))); got != want[i] {
				t.Fatalf("%d elements: slot %d, of donor %d, is %02x: expected %02x", n, i, d, got, want[i])
			}
		}
		for _, s := range filled(&m) {
			if donors[s.Number] != s.Number {
				t.Errorf("%d elements: slot %d is not empty and has the donor %d", n, s.Number, donors[s.Number])
			}
		}
	}
}
