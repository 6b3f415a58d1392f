package bench

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// words is a text of n octets that uses the same words, in seven scripts with
// marks, ligatures, identifiers and ill-formed octets, whatever its length.
func words(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "Word%d Größe É\u0301tude слово\u0301 λόγος שָׁלוֹם हिन्दी 漢字かな 한국어 ﬁne １２ｘ http://x.org/%d \xff\n", i%2000, i%2000)
	}
	return b.Bytes()[:n]
}

// allocations counts what one more text costs a Hasher that has had one.
func allocations(text []byte) float64 {
	h := scheme.SD1.New()
	sum(h, text)
	return testing.AllocsPerRun(2, func() { sum(h, text) })
}

// Measured: none. Not in a document of 100 kB, and so not in a token.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	all, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range append(all, document{"words", words(100_000)}) {
		if n := allocations(cut(d.text, 100_000)); n != 0 {
			t.Errorf("%s: %v allocations in a document, want none", d.name, n)
		}
	}
}

// Allocations do not depend on how long a text is, only on its distinct words.
func TestAllocationsDoNotGrow(t *testing.T) {
	short, long := words(1<<20), words(16<<20)
	if a, b := allocations(short), allocations(long); a != 0 || b != 0 {
		t.Errorf("used again: %v allocations for 1 MiB, %v for 16 MiB, want none", a, b)
	}
	a, aOctets := fresh(short)
	b, bOctets := fresh(long)
	t.Logf("new: %d allocations (%d octets) for 1 MiB, %d (%d) for 16 MiB", a, aOctets, b, bOctets)
	// A Go map's seed is random, so when its parts split differs a little.
	if b > a+16 || bOctets > aOctets+aOctets/4 {
		t.Errorf("new: %d allocations (%d octets) for 1 MiB, %d (%d) for 16 MiB", a, aOctets, b, bOctets)
	}
}

// fresh counts what a text costs a new Hasher that takes it in pieces.
func fresh(text []byte) (allocations, octets uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	h := scheme.SD1.New()
	for rest := text; len(rest) > 0; {
		n := min(len(rest), 64<<10)
		h.Write(rest[:n])
		rest = rest[n:]
	}
	h.Features()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
