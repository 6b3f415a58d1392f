package index

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestSlots compares agreeing slots, and runs of them, with the definition, at every width.
func TestSlots(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 9))
	for round := range 400 {
		width := 1 << (round % 4)
		x, y := make([]byte, 16*width), make([]byte, 16*width)
		for i := range x {
			x[i] = byte(rnd.Uint32())
			y[i] = x[i]
			if rnd.IntN(1+round%7) == 0 {
				y[i] ^= byte(1) << rnd.IntN(8)
			}
		}
		var want []int
		for slot := range minhash.Slots {
			if banding.SameAt(x, y, slot*width, width) {
				want = append(want, slot)
			}
		}
		got := agreement(x, y, width)
		if distance, _ := minhash.Distance(x, y); got.count() != minhash.Slots-distance {
			t.Fatalf("%d slots agree, want %d", got.count(), minhash.Slots-distance)
		}
		if diff := gocmp.Diff(want, all(got)); diff != "" {
			t.Fatalf("%d bits a slot (-want +got):\n%s", width, diff)
		}
		length := 1 + rnd.IntN(1+rnd.IntN(128))
		var runs []int
		for _, slot := range want {
			i, ok := slices.BinarySearch(want, slot+length-1)
			j, _ := slices.BinarySearch(want, slot)
			if ok && i-j == length-1 {
				runs = append(runs, slot)
			}
		}
		if diff := gocmp.Diff(runs, all(got.runs(length))); diff != "" {
			t.Fatalf("runs of %d in %v (-want +got):\n%s", length, want, diff)
		}
	}
}

func all(s slots) (list []int) {
	for slot := s.next(); slot < minhash.Slots; slot = s.next() {
		list = append(list, slot)
	}
	return list
}

// TestGroups checks that documents with the same hash form one group, for any number of workers.
// Documents with a unique hash are in no group.
func TestGroups(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 10))
	for _, n := range []int{0, 1, 2, 3, 100, 2047, 2048, 50_000} {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = uint64(rnd.IntN(n/2+1)) * splitmix.Gamma
			if rnd.IntN(5) == 0 {
				hashes[i] = 1 << 63 // a large group
			}
		}
		has := func(i uint32) bool { return i%11 != 0 }
		want := make(map[uint64][]uint32)
		for i, h := range hashes {
			if has(uint32(i)) {
				want[h] = append(want[h], uint32(i))
			}
		}
		for h, group := range want {
			if len(group) == 1 {
				delete(want, h)
			}
		}
		var mutex sync.Mutex
		got := make(map[uint64][]uint32)
		g := newGroups(n)
		for range 2 { // the first run leaves nothing behind
			clear(got)
			err := g.each(t.Context(), func(i uint32) (uint64, bool) { return hashes[i], has(i) }, func(_ int, group []uint32) {
				mutex.Lock()
				defer mutex.Unlock()
				split(slices.Clone(group), func(a, b uint32) bool { return hashes[a] == hashes[b] }, func(same []uint32) {
					h := hashes[same[0]]
					if got[h] != nil {
						t.Errorf("%d: the group of %x appears twice", n, h)
					}
					got[h] = slices.Clone(same)
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("%d (-want +got):\n%s", n, diff)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		group []uint32
		want  [][]uint32
		why   string
	}{
		{nil, nil, "none"},
		{[]uint32{10}, nil, "one is no bucket"},
		{[]uint32{10, 20}, nil, "two that differ"},
		{[]uint32{10, 11, 12}, [][]uint32{{10, 11, 12}}, "all the same"},
		{[]uint32{10, 20, 11, 30, 21, 12, 22}, [][]uint32{{10, 11, 12}, {20, 21, 22}}, "mixed, in their order, and one alone"},
		{[]uint32{10, 20, 21, 22}, [][]uint32{{20, 21, 22}}, "the first alone"},
	} {
		var got [][]uint32
		split(test.group, func(a, b uint32) bool { return a/10 == b/10 }, func(same []uint32) { got = append(got, slices.Clone(same)) })
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}

// TestOrder checks the order of R13.1, for ids with common parts and any ends.
func TestOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 11))
	sm, _ := scheme.SM1.Sum([]byte("one two three"))
	for round := range 100 {
		var s Set
		seen := make(map[string]bool)
		for range rnd.IntN(500) {
			id := bytes.Repeat([]byte("shard/"), rnd.IntN(4))
			for range rnd.IntN(20) {
				id = append(id, "\x00\x00\x00a\xff"[rnd.IntN(5)])
			}
			if !seen[string(id)] {
				seen[string(id)] = true
				s.Add(string(id), int64(rnd.IntN(1+round%3)), sm)
			}
		}
		got, err := s.order(t.Context(), newGroups(s.n))
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(got)
		slices.Sort(want)
		slices.SortStableFunc(want, func(a, b uint32) int {
			return cmp.Or(cmp.Compare(s.weight(b), s.weight(a)), bytes.Compare(s.id(a), s.id(b)))
		})
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d (-want +got):\n%s", round, diff)
		}
	}
}

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
	return Bands{Bands: 1 + rnd.IntN(128/rows), Rows: rows}
}

// TestCandidates compares the candidates with those of the rules (R13.4, R13.9). Each is compared once,
// also in large buckets, for any number of workers.
func TestCandidates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 12))
	hot, rare := int64(0), 0
	for round := range 40 {
		width := 1 << (round % 4)
		n := 2 + rnd.IntN(200)
		if round%8 == 0 {
			n = 2048 + rnd.IntN(500) // enough for several workers
		}
		var s Set
		sketches := drawSketches(rnd, width, n)
		for i, sketch := range sketches {
			f, err := scheme.MH1.FromSketch(sketch)
			if err != nil {
				t.Fatal(err)
			}
			s.Add(fmt.Sprintf("%x", i*7919%n+n), int64(rnd.IntN(3)), f)
		}
		o := Settings{Threshold: .6, Floor: .6, Bands: drawBands(rnd), Most: 1 + rnd.IntN(1+rnd.IntN(n))}
		for n > 500 && o.Bands.Rows*width < 12 { // at most 10^5 pairs
			o.Bands = drawBands(rnd)
		}
		if round%3 == 0 {
			elements := make([][]uint64, n)
			for i := range elements {
				for range rnd.IntN(20) {
					elements[i] = append(elements[i], rnd.Uint64N(1+rnd.Uint64N(uint64(4*n))))
				}
				slices.Sort(elements[i])
				elements[i] = slices.Compact(elements[i])
			}
			o.Elements = func(_ context.Context, document, _ int) ([]uint64, error) { return elements[document], nil }
		}
		want, byRare := s.plainStats(t, o)
		var rows [][]row
		for _, workers := range []int{1, 2, 8} {
			before := runtime.GOMAXPROCS(workers)
			c, err := s.Clusters(t.Context(), o)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(want, c.Stats); diff != "" {
				t.Fatalf("%+v, %d bits, %d documents, %d workers (-want +got):\n%s", o.Bands, width, n, workers, diff)
			}
			if rows = append(rows, c.rows); !slices.Equal(rows[0], c.rows) {
				t.Fatalf("%+v: other rows with %d workers", o.Bands, workers)
			}
		}
		hot, rare = hot+want.Hot, rare+byRare
	}
	if hot < 100 || rare < 100 {
		t.Errorf("only %d buckets are too large, and %d pairs are candidates by rare elements alone", hot, rare)
	}
}

// plainStats counts as R13.2 to R13.5 and R13.9 say. rare counts the candidates that only R13.9 adds.
func (s *Set) plainStats(t *testing.T, o Settings) (stats Stats, rare int) {
	order, err := s.order(t.Context(), newGroups(s.n))
	if err != nil {
		t.Fatal(err)
	}
	stats.Documents = s.n
	var firsts []uint32
	seen := make(map[string]bool)
	for _, document := range order {
		if sketch := string(s.sketch(document)); !seen[sketch] {
			seen[sketch] = true
			firsts = append(firsts, document)
		}
	}
	stats.Copies = len(order) - len(firsts)
	buckets := make(map[string][]uint32)
	for _, document := range firsts {
		for band, key := range banding.Bands(o.Bands).Keys(s.sketch(document)) {
			name := fmt.Sprintf("%d %x", band, key)
			buckets[name] = append(buckets[name], document)
		}
	}
	candidates := make(map[link]bool)
	inHot := make(map[uint32]bool)
	var slotsOfAll, parted, small float64
	for _, bucket := range buckets {
		if len(bucket) == 1 {
			continue
		}
		stats.Buckets++
		pairs := func(documents []uint32) {
			for i, a := range documents {
				for _, b := range documents[i+1:] {
					candidates[link{a, b}] = true
				}
				if len(documents) > o.Most {
					break
				}
			}
		}
		if pairs(bucket); len(bucket) <= o.Most {
			continue
		}
		stats.Hot++
		for _, document := range bucket {
			inHot[document] = true
		}
		slotsOfAll += float64(len(bucket) * minhash.Slots)
		for slot := range minhash.Slots {
			parts := make(map[byte][]uint32)
			for _, document := range bucket {
				value := slotAt(s.sketch(document), slot, s.Bits())
				parts[value] = append(parts[value], document)
			}
			common, most := byte(0), 0
			for value, part := range parts {
				if len(part) > most || len(part) == most && value < common {
					common, most = value, len(part)
				}
			}
			for value, part := range parts {
				if value != common {
					pairs(part)
					parted += float64(len(part))
					if len(part) <= o.Most {
						small += float64(len(part))
					}
				}
			}
		}
	}
	if o.Elements != nil {
		parts := make(map[uint64][]uint32)
		for _, document := range firsts {
			if !inHot[document] {
				continue
			}
			elements, _ := o.Elements(t.Context(), int(document), leastElements)
			for _, element := range elements {
				parts[element] = append(parts[element], document)
			}
		}
		for _, part := range parts {
			for i, a := range part {
				for _, b := range part[i+1:] {
					if len(part) <= o.Most && !candidates[link{a, b}] {
						candidates[link{a, b}] = true
						rare++
					}
				}
			}
		}
	}
	stats.Recall = 1
	if stats.Hot > 0 {
		agree := o.Threshold + (1-o.Threshold)/float64(int(1)<<s.Bits())
		shared := max(0, agree-(1-2*parted/slotsOfAll)) / 2
		if parted > 0 {
			shared *= small / parted
		}
		stats.Recall = 1 - math.Pow(1-shared, minhash.Slots)
	}
	stats.Candidates = int64(len(candidates))
	for pair := range candidates {
		if s.similarity(pair.a, pair.b) >= o.Threshold {
			stats.Links++
		}
	}
	return stats, rare
}
