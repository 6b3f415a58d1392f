package fast

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
)

// TestAppendSums compares the sums of many keys in one text with the sums of each key alone. Any
// bytes may follow a key.
func TestAppendSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1<<16)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	for _, test := range []struct {
		why     string
		longest int
	}{
		{"no key of more than one block", 12},
		{"keys of one block and of two", 24},
		{"keys of words", 40},
		{"keys that keep others of their lanes waiting", 4096},
	} {
		for keys := range 40 {
			var bounds []uint16
			for at := 0; len(bounds) < 2*keys; {
				n := 1 + random.IntN(1+random.IntN(test.longest))
				if at+n+Padding > len(text) {
					at = 0
				}
				bounds = append(bounds, uint16(at), uint16(at+n))
				at += n + random.IntN(2)
			}
			checkSums(t, test.why, text, bounds)
		}
	}
}

// TestAppendSumsOfEachLength checks each length of key in each lane.
func TestAppendSumsOfEachLength(t *testing.T) {
	text := make([]byte, 256)
	for i := range text {
		text[i] = 0xFF // bytes that are not masked would show
	}
	for n := 1; n <= 64; n++ {
		for lane := range 16 {
			var bounds []uint16
			for i := range 16 {
				length := 1
				if i == lane {
					length = n
				}
				bounds = append(bounds, uint16(i), uint16(i+length))
			}
			checkSums(t, "one long key", text, bounds)
		}
	}
}

func FuzzAppendSums(f *testing.F) {
	f.Add([]byte("The keeper of the light counted twelve ships before midnight"), []byte{3, 1, 6, 1, 2, 1, 3, 13, 25})
	f.Fuzz(func(t *testing.T, text, steps []byte) {
		text = text[:min(len(text), 1<<16-Padding)]
		var bounds []uint16
		at := 0
		for i, step := range steps {
			if at+int(step) > len(text) {
				break
			}
			if i%2 == 0 && step > 0 {
				bounds = append(bounds, uint16(at), uint16(at+int(step)))
			}
			at += int(step)
		}
		checkSums(t, "fuzz", append(text, make([]byte, Padding)...), bounds)
	})
}

// checkSums checks AppendSums on each kind of processor that this one can emulate.
func checkSums(t *testing.T, why string, text []byte, bounds []uint16) {
	t.Helper()
	OnEachProcessor(func(name string) {
		sums := AppendSums([]uint64{7}, text, bounds)
		if sums[0] != 7 || len(sums) != 1+len(bounds)/2 {
			t.Fatalf("%s: %s: %d sums for %d keys, the first %d", why, name, len(sums), len(bounds)/2, sums[0])
		}
		for i, got := range sums[1:] {
			key := text[bounds[2*i]:bounds[2*i+1]]
			if want := jenkins.Sum64(key); got != want {
				t.Errorf("%s: %s: key %d of %d, of %d bytes: %016x, want %016x", why, name, i, len(bounds)/2, len(key), got, want)
			}
		}
	})
}

// TestAppendGramSums checks the sums of the grams of runs of any length.
func TestAppendGramSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1<<13+Padding)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	for most := 2; most < 60; most++ {
		var runs []uint16
		var want []uint64
		for at := random.IntN(9); ; {
			end := at + 3*(2+random.IntN(most-1))
			if end+Padding > len(text) || len(runs) == 2*most {
				break
			}
			runs = append(runs, uint16(at), uint16(end))
			for ; at+6 <= end; at += 3 {
				want = append(want, jenkins.Sum64(text[at:at+6]))
			}
			at = end + random.IntN(5)
		}
		OnEachProcessor(func(name string) {
			if diff := cmp.Diff(want, AppendGramSums(nil, text, runs)); diff != "" {
				t.Fatalf("%s: sums of the grams of runs of at most %d clusters (-want +got):\n%s", name, most, diff)
			}
		})
	}
	if got := AppendGramSums([]uint64{7}, text, nil); !slices.Equal(got, []uint64{7}) {
		t.Errorf("no runs: %d, want what was there", got)
	}
}

// TestSingles compares the sums of single clusters with the sums of their UTF-8. No two are equal,
// so they can be added up without a table.
func TestSingles(t *testing.T) {
	var all Singles
	var text []byte
	for r := rune(0x800); r < 1<<16; r++ {
		if utf8.ValidRune(r) {
			text = utf8.AppendRune(text, r)
		}
	}
	n := len(text)
	all.addRun(append(text, 0), 0, n)
	seen := make(map[uint64]rune)
	last := rune(0)
	for clusters, sums := range all.All() {
		for i, r := range clusters {
			switch other, ok := seen[sums[i]]; {
			case sums[i] != jenkins.Sum64([]byte(string(r))):
				t.Errorf("U+%04X: sum %016x, want %016x", r, sums[i], jenkins.Sum64([]byte(string(r))))
			case ok:
				t.Errorf("U+%04X and U+%04X have the same sum", other, r)
			case r <= last:
				t.Errorf("U+%04X after U+%04X", r, last)
			}
			seen[sums[i]], last = r, r
		}
	}
	if len(seen) != n/3 {
		t.Errorf("%d clusters, want %d", len(seen), n/3)
	}
}

// BenchmarkAppendSums measures by the length of the keys: words, and shingles of three.
func BenchmarkAppendSums(b *testing.B) {
	for _, longest := range []int{8, 12, 24} {
		random := rand.New(rand.NewPCG(1, 2))
		text := make([]byte, 1<<14)
		var bounds []uint16
		for at := 0; at+longest+Padding < len(text); {
			n := longest/2 + 1 + random.IntN(longest/2)
			bounds = append(bounds, uint16(at), uint16(at+n))
			at += n
		}
		var sums []uint64
		OnEachProcessor(func(processor string) {
			b.Run(fmt.Sprintf("%d bytes/%s", longest, processor), func(b *testing.B) {
				for b.Loop() {
					sums = AppendSums(sums[:0], text, bounds)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(bounds)/2), "ns/key")
			})
		})
	}
}
