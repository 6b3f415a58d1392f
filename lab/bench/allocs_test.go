package bench

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// words returns a text of n bytes that uses the same words whatever its length. They are in seven
// scripts, with marks, ligatures, identifiers and ill-formed bytes.
func words(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "Word%d Größe É\u0301tude слово\u0301 λόγος שָׁלוֹם हिन्दी 漢字かな 한국어 ﬁne １２ｘ http://x.org/%d \xff\n", i%2000, i%2000)
	}
	return b.Bytes()[:n]
}

// allocations counts what one more text costs a Hasher that has had one.
func allocations(s *scheme.Scheme, text []byte) float64 {
	h := s.New()
	sum(h, text)
	return testing.AllocsPerRun(2, func() { sum(h, text) })
}

// most is the number of allocations that any document may cost: none, except two for the bytes of a
// MinHash. A Go map gets a new random seed when it is emptied. So one of its parts may split again,
// and a few more allocations are accidental.
const most = 2 + 16

// A token of a document of 100 kB allocates nothing.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	all, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scheme.All() {
		for _, d := range append(all, document{"words", words(100_000)}) {
			if n := allocations(s, cut(d.text, 100_000)); n > most {
				t.Errorf("%s, %s: %v allocations in a document, want at most %v", s.ID(), d.name, n, most)
			}
		}
	}
}

// Allocations do not depend on how long a text is, only on its distinct words.
func TestAllocationsDoNotGrow(t *testing.T) {
	short, long := words(1<<19), words(4<<20)
	for _, s := range scheme.All() {
		a, b := allocations(s, short), allocations(s, long)
		if a > most || b > most {
			t.Errorf("%s, used again: %v allocations for 512 KiB, %v for 4 MiB, want at most %v", s.ID(), a, b, most)
		}
	}
	a, aOctets := fresh(short)
	b, bOctets := fresh(long)
	t.Logf("new: %d allocations (%d octets) for 512 KiB, %d (%d) for 4 MiB", a, aOctets, b, bOctets)
	// A Go map's seed is random, so when its parts split differs a little.
	if b > a+16 || bOctets > aOctets+aOctets/4 {
		t.Errorf("new: %d allocations (%d octets) for 512 KiB, %d (%d) for 4 MiB", a, aOctets, b, bOctets)
	}
}

// fresh counts what a text costs a new Hasher that takes it in pieces.
func fresh(text []byte) (allocations, octets uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	h := measured.New()
	for rest := text; len(rest) > 0; {
		n := min(len(rest), 64<<10)
		h.Write(rest[:n])
		rest = rest[n:]
	}
	h.CountFeatures()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
