package banding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawSketches returns sketches of a width. Many share slots.
func drawSketches(rnd *rand.Rand, width, n int) [][]byte {
	size := 16 * width
	var list [][]byte
	for i := range n {
		sketch := make([]byte, size)
		for j := range sketch {
			sketch[j] = byte(rnd.Uint32())
		}
		if i > 0 && rnd.IntN(3) > 0 {
			copy(sketch, list[rnd.IntN(i)])
			for range rnd.IntN(size / 2) {
				sketch[rnd.IntN(size)] = byte(rnd.Uint32())
			}
		}
		list = append(list, sketch)
	}
	return list
}

func drawBands(rnd *rand.Rand) Bands {
	rows := 1 + rnd.IntN(1+rnd.IntN(40))
	return Bands{1 + rnd.IntN(128/rows), rows}
}

func writeTables(t testing.TB, b Bands, width int, sketches [][]byte, memory int64) []byte {
	t.Helper()
	var octets bytes.Buffer
	at := func(place int) []byte { return sketches[place] }
	if err := b.WriteTables(t.Context(), &octets, width, len(sketches), at, memory); err != nil {
		t.Fatal(err)
	}
	return octets.Bytes()
}

// TestBandTables checks that searches find the documents with a common key, once each, and few
// others, at every width. The bytes do not depend on the available memory.
func TestBandTables(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 4))
	found, other := 0, 0
	for round := range 150 {
		width := 1 << (round % 4)
		n := []int{0, 1, 2, 3, 255, 256, 257, rnd.IntN(600)}[rnd.IntN(8)]
		b := drawBands(rnd)
		sketches := drawSketches(rnd, width, n)
		octets := writeTables(t, b, width, sketches, 1<<30)
		if again := writeTables(t, b, width, sketches, int64(rnd.IntN(3000))); !bytes.Equal(octets, again) {
			t.Fatalf("%+v of %d documents: other octets in little memory", b, n)
		}
		tables, err := b.OpenTables(width, n, octets)
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Verify(t.Context(), func(place int) []byte { return sketches[place] }); err != nil {
			t.Fatal(err)
		}
		for _, query := range append(drawSketches(rnd, width, 3), sketches[:min(n, 20)]...) {
			got, cut := tables.Candidates(nil, query, n)
			var want []uint32
			for place, sketch := range sketches {
				same := func(x, y []byte) bool { return bytes.Equal(x, y) }
				if slices.Contains(pairwise(b.Keys(query), b.Keys(sketch), same), true) {
					want = append(want, uint32(place))
				}
			}
			missing := slices.DeleteFunc(slices.Clone(want), func(p uint32) bool { return slices.Contains(got, p) })
			if len(missing) > 0 || cut != 0 || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Fatalf("%+v, %d bits, of %d: %v (cut %d), without %v", b, width, n, got, cut, missing)
			}
			found, other = found+len(want), other+len(got)-len(want)
		}
	}
	if found == 0 || other*100 > found {
		t.Errorf("%d places with another key, and %d candidates: expected at most 1 %%", other, found)
	}
}

func pairwise[T any](x, y []T, f func(a, b T) bool) (list []bool) {
	for i := range x {
		list = append(list, f(x[i], y[i]))
	}
	return list
}

// TestBandTablesAreCut checks that a bucket that is too large returns its first documents, and is
// counted.
func TestBandTablesAreCut(t *testing.T) {
	page := bytes.Repeat([]byte{1, 2, 3, 4}, 32)
	other := slices.Clone(page)
	other[0] ^= 1 // in band 0
	b := Bands{32, 4}
	sketches := append(slices.Repeat([][]byte{page}, 100), other)
	octets := writeTables(t, b, 8, sketches, 1<<30)
	tables, err := b.OpenTables(8, len(sketches), octets)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		query []byte
		most  int
		want  []uint32
		cut   int
		why   string
	}{
		{page, 100, makePlaces(0, 100), 31, "the other is the last of its buckets"},
		{page, 101, makePlaces(0, 101), 0, "as many as there are"},
		{page, 10, makePlaces(0, 10), 32, "the first ten, of all bands the same"},
		{other, 10, append(makePlaces(0, 10), 100), 31, "band 0 has one document"},
	} {
		got, cut := tables.Candidates(nil, test.query, test.most)
		if diff := cmp.Diff(test.want, got); diff != "" || cut != test.cut {
			t.Errorf("at most %d: cut %d, want %d (-want +got):\n%s: %s", test.most, cut, test.cut, diff, test.why)
		}
	}
}

func makePlaces(from, to uint32) (list []uint32) {
	for ; from < to; from++ {
		list = append(list, from)
	}
	return list
}

// TestBandTablesFlipped checks that Verify finds a flipped bit, which at worst loses candidates.
func TestBandTablesFlipped(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 5))
	sketches := drawSketches(rnd, 8, 60)
	at := func(place int) []byte { return sketches[place] }
	b := Bands{7, 5}
	octets := writeTables(t, b, 8, sketches, 1<<30)
	for bit := range 8 * len(octets) {
		octets[bit/8] ^= 1 << (bit % 8)
		tables, err := b.OpenTables(8, len(sketches), octets)
		if err != nil {
			t.Fatal(err)
		}
		if tables.Verify(t.Context(), at) == nil {
			t.Fatalf("bit %d: not found", bit)
		}
		places, _ := tables.Candidates(nil, sketches[bit%len(sketches)], 1000)
		for _, p := range places {
			if int(p) >= len(sketches) {
				t.Fatalf("bit %d: place %d", bit, p)
			}
		}
		octets[bit/8] ^= 1 << (bit % 8)
	}
	for _, n := range []int{0, 59, 61} {
		if _, err := b.OpenTables(8, n, octets); err == nil {
			t.Errorf("the tables of %d documents are those of %d", len(sketches), n)
		}
	}
}

// TestWriteTablesEnds checks that writing stops with its context, and at the first error of its
// output.
func TestWriteTablesEnds(t *testing.T) {
	sketches := drawSketches(rand.New(rand.NewPCG(13, 6)), 8, 5000)
	at := func(place int) []byte { return sketches[place] }
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, memory := range []int64{0, 1 << 30} {
		if err := (Bands{4, 4}).WriteTables(stopped, &bytes.Buffer{}, 8, len(sketches), at, memory); !errors.Is(err, context.Canceled) {
			t.Errorf("memory %d: %v, want %v", memory, err, context.Canceled)
		}
		if err := (Bands{32, 4}).WriteTables(t.Context(), full{}, 8, len(sketches), at, memory); !errors.Is(err, errFull) {
			t.Errorf("memory %d: %v, want %v", memory, err, errFull)
		}
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// FuzzBandTables opens tables of any bytes. Nothing panics, and places belong to documents.
func FuzzBandTables(f *testing.F) {
	sketches := drawSketches(rand.New(rand.NewPCG(13, 7)), 2, 20)
	b := Bands{3, 7}
	f.Add(writeTables(f, b, 2, sketches, 1<<30), 3, 7, 1, 20, sketches[3])
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0}, 1, 1, 0, 0, sketches[0])
	f.Fuzz(func(t *testing.T, octets []byte, bands, rows, width, n int, query []byte) {
		width = 1 << (width & 3)
		tables, err := (Bands{bands, rows}).OpenTables(width, n, octets)
		if err != nil {
			return
		}
		sketch := append(query, make([]byte, 128)...)[:16*width]
		places, _ := tables.Candidates(nil, sketch, 10)
		for _, p := range places {
			if int(p) >= n {
				t.Errorf("place %d of %d", p, n)
			}
		}
		tables.Verify(t.Context(), func(int) []byte { return sketch })
	})
}

func BenchmarkBandTables(b *testing.B) {
	rnd := rand.New(rand.NewPCG(13, 8))
	for _, n := range []int{100_000, 1_000_000} {
		all := make([]byte, 128*n)
		for i := range all {
			all[i] = byte(rnd.Uint32())
		}
		at := func(place int) []byte { return all[128*place:][:128] }
		bands := Bands{21, 6}
		var octets bytes.Buffer
		b.Run(fmt.Sprintf("write/%d", n), func(b *testing.B) {
			for b.Loop() {
				octets.Reset()
				bands.WriteTables(b.Context(), &octets, 8, n, at, 1<<30)
			}
		})
		tables, err := bands.OpenTables(8, n, octets.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("candidates/%d", n), func(b *testing.B) {
			var places []uint32
			for b.Loop() {
				places, _ = tables.Candidates(places[:0], at(rnd.IntN(n)), 1000)
			}
		})
	}
}
