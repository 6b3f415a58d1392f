package scheme

import (
	"testing"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// What clusterWeight does not look up is as it says.
func TestHan(t *testing.T) {
	for r := rune(firstHan); r <= lastHan; r++ {
		if s := ucd.ScriptOf(r); s != ucd.Han {
			t.Fatalf("%U is of the script %v: expected Han", r, s)
		}
	}
}
