package minhash

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

func TestPermuted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := drawElements(t, "elements")
		var m Permuted
		for _, x := range elements {
			m.Add(x)
		}
		var want [Slots]byte
		for i := range want {
			least := uint64(noValue)
			for _, x := range elements {
				least = min(least, splitmix.Mix(x^splitmix.Mix(uint64(i+1))))
			}
			if len(elements) > 0 {
				want[i] = byte(splitmix.Mix(least))
			}
		}
		got, ok := m.Stored()
		if ok != (len(elements) > 0) {
			t.Errorf("%x: ok is %v", elements, ok)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%x (-want +got):\n%s", elements, diff)
		}
	})
}
