package sketch

import (
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
