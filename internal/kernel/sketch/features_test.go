package sketch

import (
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// What clusterWeight does not look up is as it says.
func TestHan(t *testing.T) {
	for r := rune(firstHan); r <= lastHan; r++ {
		if s := ucd.ScriptOf(r); s != ucd.Han {
			t.Fatalf("%U is of the script %v: expected Han", r, s)
		}
	}
}

// The weight of a cluster depends on the script of its first code point, however that is decoded.
func TestClusterWeight(t *testing.T) {
	weights := Definition{Clusters: 2, KanaClusters: 1}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		want := 1
		switch ucd.ScriptOf(r) {
		case ucd.Han, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
			want = 2
		}
		if !utf8.ValidRune(r) {
			continue
		}
		for _, cluster := range []string{string(r), string(r) + "\u3099"} {
			if got := weights.clusterWeight([]byte(cluster)); got != want {
				t.Fatalf("%+q weighs %d: expected %d", cluster, got, want)
			}
		}
	}
}

// TestHasFeatures checks that HasFeatures agrees with CountFeatures: with few words, with words that
// repeat, and with more features than slots.
func TestHasFeatures(t *testing.T) {
	for _, m := range append(registry(), experiments(t)...) {
		h := m.New()
		for _, words := range []int{0, 1, 2, 3, 7, 8, 9, 10, 40, 129, 130, 131, 400} {
			for _, distinct := range []int{1, 5, words + 1} {
				fill := func() {
					h.Reset()
					for i := range words {
						fmt.Fprintf(h, "w%d ", i*i%distinct)
					}
				}
				fill()
				n := h.CountFeatures()
				for _, least := range []int{0, 1, 2, 8, 16, 64, 128, 129, n - 1, n, n + 1} {
					fill()
					if got := h.HasFeatures(least); got != (n >= least) {
						t.Errorf("%+v: %d features of %d words: HasFeatures(%d) is %v", m.def, n, words, least, got)
					}
				}
			}
		}
	}
}
