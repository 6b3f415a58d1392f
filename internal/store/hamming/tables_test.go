package hamming

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A hit is a result of a search.
type hit struct {
	Number uint32
	Sketch uint64
}

// brute returns the expected results.
func brute(sketches []uint64, query uint64, distance int) (hits []hit) {
	for i, s := range sketches {
		if bits.OnesCount64(s^query) <= distance {
			hits = append(hits, hit{uint32(i), s})
		}
	}
	return hits
}

// found returns the actual results.
func found(tables *Tables, order []uint32, query uint64, distance int) (hits []hit) {
	tables.Search(query, distance, func(place uint32, sketch uint64) bool {
		hits = append(hits, hit{order[place], sketch})
		return true
	})
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.Number, b.Number) })
	return hits
}

// sets are sketches of every kind.
var sets = []struct {
	why    string
	sketch func(rnd *rand.Rand, i int) uint64
}{
	{"uniform", func(rnd *rand.Rand, _ int) uint64 { return rnd.Uint64() }},
	{"families", func(rnd *rand.Rand, i int) uint64 {
		return near(rnd, rand.New(rand.NewPCG(7, uint64(i/8))).Uint64(), rnd.IntN(12))
	}},
	{"few different blocks", func(rnd *rand.Rand, _ int) uint64 {
		blocks := []uint64{0x0000, 0xffff, 0x1234, 0x1235, 0x8000}
		var s uint64
		for range 4 {
			s = s<<16 | blocks[rnd.IntN(len(blocks))]
		}
		return s
	}},
	{"all equal", func(*rand.Rand, int) uint64 { return 0x0123456789abcdef }},
	{"neighbours by one bit", func(rnd *rand.Rand, _ int) uint64 { return 0x0123456789abcdef ^ 1<<rnd.IntN(64) }},
	{"one half is the same", func(rnd *rand.Rand, _ int) uint64 { return 42<<32 | uint64(rnd.Uint32()) }},
	{"every other agrees in 26 bits", func(rnd *rand.Rand, i int) uint64 { return rnd.Uint64() >> (26 * (i % 2)) }},
	{"all bits or none", func(rnd *rand.Rand, _ int) uint64 { return -rnd.Uint64N(2) }},
}

// near returns a sketch that differs from another in at most distance bits.
func near(rnd *rand.Rand, sketch uint64, distance int) uint64 {
	for range distance {
		sketch ^= 1 << rnd.IntN(64)
	}
	return sketch
}

// TestSearchIsBruteForce checks that recall is 1 and nothing is found twice. For every distance,
// layout and kind of sketches, it compares the search with a scan.
func TestSearchIsBruteForce(t *testing.T) {
	sizes := []int{0, 1, 2, 10, 1000, 20_000}
	if !testing.Short() {
		sizes = append(sizes, 100_000)
	}
	for _, set := range sets {
		for _, n := range sizes {
			rnd := rand.New(rand.NewPCG(1, uint64(n)))
			sketches := make([]uint64, n)
			for i := range sketches {
				sketches[i] = set.sketch(rnd, i)
			}
			for distance := range MostDistance + 1 {
				for at, l := range Layouts(distance) {
					isPlanned := LayoutFor(n, distance).Name == l.Name
					if n > 1000 && !isPlanned && (testing.Short() || l.Probes(n) > 1e5) && (at+distance)%5 != 0 {
						continue
					}
					order, sections := Build(l, sketches)
					tables, err := Open(l, n, sections)
					if err == nil {
						err = tables.Verify()
					}
					if err != nil {
						t.Fatalf("%s, %d %s: %v", l.Name, n, set.why, err)
					}
					for q := range 4 {
						query := rnd.Uint64()
						if q > 0 && n > 0 {
							query = near(rnd, sketches[rnd.IntN(n)], rnd.IntN(distance+2))
						}
						asked := distance - max(0, q-2)*rnd.IntN(distance+1)
						want, got := brute(sketches, query, asked), found(tables, order, query, asked)
						if !slices.Equal(want, got) {
							t.Fatalf("%s, %d %s, distance %d of %x: found %d of %d (-want +got):\n%s", l.Name, n, set.why, asked, query,
								len(got), len(want), gocmp.Diff(want[:min(10, len(want))], got[:min(10, len(got))]))
						}
					}
				}
			}
		}
	}
}

// TestScan compares vector instructions with Go, in proper tables and in arbitrary bytes.
func TestScan(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := rnd.IntN(3000)
		sketches := make([]uint64, n)
		for i := range sketches {
			sketches[i] = sets[round%len(sets)].sketch(rnd, i)
		}
		distance := rnd.IntN(MostDistance + 1)
		all := Layouts(distance)
		l := all[rnd.IntN(len(all))]
		order, sections := Build(l, sketches)
		if round%2 == 1 { // nonsense
			for _, s := range sections[:2] {
				for range min(len(s), 1+len(s)/50) {
					s[rnd.IntN(len(s))] = byte(rnd.Uint32())
				}
			}
		}
		tables, err := Open(l, n, sections)
		if err != nil {
			t.Fatal(err)
		}
		own := &tables.tables[0]
		var probes []probe
		for range rnd.IntN(batch + 1) {
			probes = append(probes, probe{bucket: rnd.Uint64N(1 << own.bits), flipped: rnd.IntN(distance + 1)})
		}
		again, hot := slices.Clone(probes), rnd.Uint32()
		got, want := own.scan(probes, hot, distance), own.scanGeneric(again, hot, distance)
		if !slices.Equal(probes, again) || got&want != want || got>>len(probes) != 0 {
			t.Fatalf("%s, %d sketches: found near %b, want %b at least", l.Name, n, got, want)
		}
		if round%2 == 1 || n == 0 {
			continue
		}
		query := near(rnd, sketches[rnd.IntN(n)], rnd.IntN(distance+2))
		onEachProcessor(func(name string) {
			if diff := gocmp.Diff(brute(sketches, query, distance), found(tables, order, query, distance)); diff != "" {
				t.Errorf("%s: %s, %d sketches (-want +got):\n%s", name, l.Name, n, diff)
			}
		})
	}
}

// TestSearchFar checks that a search beyond the layout's distance compares everything.
func TestSearchFar(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sketches := make([]uint64, 3000)
	for i := range sketches {
		sketches[i] = rnd.Uint64()
	}
	l := multiIndex(2, 3)
	order, sections := Build(l, sketches)
	tables, err := Open(l, len(sketches), sections)
	if err != nil {
		t.Fatal(err)
	}
	for _, distance := range []int{4, 20, 64, 65} {
		query := rnd.Uint64()
		if diff := gocmp.Diff(brute(sketches, query, distance), found(tables, order, query, distance)); diff != "" {
			t.Errorf("distance %d (-want +got):\n%s", distance, diff)
		}
	}
	for place := range uint32(3000) {
		if got, want := tables.Sketch(place), sketches[order[place]]; got != want {
			t.Fatalf("the sketch at %d is %x, want %x", place, got, want)
		}
	}
	n := 0
	tables.Search(0, 64, func(uint32, uint64) bool { n++; return n < 5 })
	if n != 5 {
		t.Errorf("%d hits, want a search to stop after 5", n)
	}
}

// TestBuildIsDeterministic checks that the same sketches give the same bytes, on one processor and
// on several.
func TestBuildIsDeterministic(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sketches := make([]uint64, 200_000)
	for i := range sketches {
		sketches[i] = rnd.Uint64N(1<<17) * splitmix.Gamma
	}
	l := multiIndex(2, 3)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	order, sections := Build(l, sketches)
	for i := 1; i < len(order); i++ {
		if a, b := order[i-1], order[i]; sketches[a] == sketches[b] && a > b {
			t.Fatalf("of one sketch, %d is before %d", a, b)
		}
	}
	runtime.GOMAXPROCS(5)
	orderAgain, again := Build(l, sketches)
	if !slices.Equal(order, orderAgain) || !slices.EqualFunc(sections, again, bytes.Equal) {
		t.Error("on five processors other tables than on one")
	}
}

func TestOpenRefuses(t *testing.T) {
	l := multiIndex(2, 3)
	_, good := Build(l, []uint64{1, 2, 2, 1 << 40})
	for _, test := range []struct {
		change func(sections [][]byte) [][]byte
		n      int
		l      Layout
		why    string
	}{
		{func(s [][]byte) [][]byte { return s[1:] }, 4, l, "a section is missing"},
		{func(s [][]byte) [][]byte { s[0] = s[0][1:]; return s }, 4, l, "a directory is too short"},
		{func(s [][]byte) [][]byte { s[1] = s[1][4:]; return s }, 4, l, "a sketch is missing"},
		{func(s [][]byte) [][]byte { s[5] = nil; return s }, 4, l, "octets are missing"},
		{func(s [][]byte) [][]byte { return s }, 5, l, "one more sketch is expected"},
		{func(s [][]byte) [][]byte { return s }, -1, l, "fewer than none"},
		{func(s [][]byte) [][]byte { return s }, int(min(MostSketches+1, int64(math.MaxInt))), l, "too many for 32 bits"},
		{func(s [][]byte) [][]byte { return nil }, 4, Layout{}, "there is no table"},
		{func(s [][]byte) [][]byte { return s }, 4, Layout{Distance: 3, Tables: []Table{{1, 0}, {1, -1}}}, "a radius below 0"},
	} {
		if _, err := Open(test.l, test.n, test.change(slices.Clone(good))); !errors.Is(err, ErrSections) {
			t.Errorf("%s: %v", test.why, err)
		}
	}
	if _, err := Open(l, 4, good); err != nil {
		t.Error(err)
	}
}

// TestVerify checks that Verify finds a flipped bit, unless nothing reads it.
func TestVerify(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	sketches := make([]uint64, 100)
	for i := range sketches {
		sketches[i] = rnd.Uint64()
	}
	l := multiIndex(2, 3)
	order, sections := Build(l, sketches)
	for i, section := range sections {
		for bit := range 8 * len(section) {
			section[bit/8] ^= 1 << (bit % 8)
			tables, err := Open(l, len(sketches), sections)
			if err != nil {
				t.Fatal(err)
			}
			if err := tables.Verify(); err == nil {
				for _, s := range sketches {
					if want, got := brute(sketches, s, 3), found(tables, order, s, 3); !slices.Equal(want, got) {
						t.Fatalf("section %d, bit %d is flipped: not found, and %v instead of %v", i, bit, got, want)
					}
				}
			} else if !errors.Is(err, ErrSections) {
				t.Fatal(err)
			}
			section[bit/8] ^= 1 << (bit % 8)
		}
	}
}

// FuzzTables searches tables of arbitrary bytes. They are refused or searched, without a panic or
// an endless loop.
func FuzzTables(f *testing.F) {
	_, sections := Build(multiIndex(2, 3), []uint64{1, 2, 3, 1 << 40, 1<<40 + 1, 5, 6, 7, 8})
	f.Add(bytes.Join(sections, nil), uint8(3), uint8(2), uint16(9), uint64(1))
	f.Add([]byte{}, uint8(0), uint8(0), uint16(0), uint64(0))
	f.Fuzz(func(t *testing.T, data []byte, distance, layout uint8, n uint16, query uint64) {
		all := Layouts(int(distance) % (MostDistance + 1))
		l := all[int(layout)%len(all)]
		// The bytes are divided as by Build.
		var sections [][]byte
		for _, shape := range l.Tables {
			own := newTable(shape, int(n))
			for _, size := range []int{4 * (1<<own.bits + 1), 4 * int(n), own.cold * int(n)} {
				section := make([]byte, size)
				data = data[copy(section, data):]
				sections = append(sections, section)
			}
		}
		tables, err := Open(l, int(n), sections)
		if err != nil {
			t.Fatal(err)
		}
		tables.Verify()
		for range tables.All {
		}
		for place := range min(uint32(n), 100) {
			tables.Sketch(place)
		}
		for _, d := range []int{0, l.Distance, l.Distance + 1} {
			hits := 0
			tables.Search(query, d, func(place uint32, sketch uint64) bool {
				if int(place) >= int(n) {
					t.Fatalf("place %d of %d", place, n)
				}
				hits++
				return hits < 1000
			})
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1e5, 1e6, 1e7} {
		rnd := rand.New(rand.NewPCG(1, 2))
		sketches := make([]uint64, n)
		for i := range sketches {
			sketches[i] = rnd.Uint64()
		}
		for _, l := range []Layout{multiIndex(2, 3), multiIndex(4, 3), choice(5, 3)} {
			b.Run(fmt.Sprintf("%d/%s", n, l.Name), func(b *testing.B) {
				_, sections := Build(l, sketches)
				tables, err := Open(l, n, sections)
				if err != nil {
					b.Fatal(err)
				}
				onEachProcessor(func(name string) {
					b.Run(name, func(b *testing.B) {
						for b.Loop() {
							tables.Search(rnd.Uint64(), 3, func(uint32, uint64) bool { return true })
						}
					})
				})
			})
		}
	}
}

// TestSearchRealDocuments uses real documents, which are far from uniform. They are the texts of
// the vectors, and growing beginnings of the specification.
func TestSearchRealDocuments(t *testing.T) {
	var texts [][]byte
	for _, v := range vectors.All() {
		texts = append(texts, v.Input.Raw.Bytes())
	}
	for i := range fpcheck.Spec {
		if fpcheck.Spec[i] == '\n' && i < 60_000 {
			texts = append(texts, []byte(fpcheck.Spec[max(0, i-2_000):i]))
		}
	}
	var sketches []uint64
	for _, text := range texts {
		if f, err := scheme.SM1.Sum(text); err == nil {
			sketches = append(sketches, binary.BigEndian.Uint64(f.Sketch()))
		}
	}
	if len(sketches) < 1000 {
		t.Fatalf("only %d documents", len(sketches))
	}
	for distance := range MostDistance + 1 {
		for _, l := range Layouts(distance) {
			order, sections := Build(l, sketches)
			tables, err := Open(l, len(sketches), sections)
			if err != nil {
				t.Fatal(err)
			}
			hits := 0
			for i := 0; i < len(sketches); i += 211 {
				want := brute(sketches, sketches[i], distance)
				if got := found(tables, order, sketches[i], distance); !slices.Equal(want, got) {
					t.Errorf("%s, distance %d of %x: %d hits, want %d", l.Name, distance, sketches[i], len(got), len(want))
				}
				hits += len(want) - 1
			}
			if hits == 0 {
				t.Errorf("distance %d: no document is near another", distance)
			}
		}
	}
}
