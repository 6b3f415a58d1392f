package hamming

import (
	"fmt"
	"math/bits"
	"testing"
)

// cells groups the bits that are in the same masks. It returns the masks and the number of bits for
// each.
func cells(tables []Table) (sizes []int, has [][]bool) {
	known := make(map[string]int)
	for bit := range 64 {
		in := make([]bool, len(tables))
		for i, t := range tables {
			in[i] = t.Mask>>bit&1 == 1
		}
		name := fmt.Sprint(in)
		if _, ok := known[name]; !ok {
			known[name] = len(sizes)
			sizes, has = append(sizes, 0), append(has, in)
		}
		sizes[known[name]]++
	}
	return sizes, has
}

// missed returns a pattern of errors, as numbers for each cell, that no table finds. It returns nil
// if there is none. It tries all patterns; two with as many errors in each cell are the same to the
// tables.
func missed(l Layout) []int {
	sizes, has := cells(l.Tables)
	errors := make([]int, len(sizes))
	inMask := make([]int, len(l.Tables))
	var try func(cell, left int) bool
	try = func(cell, left int) bool {
		if cell == len(sizes) {
			if left > 0 {
				return false
			}
			for i, t := range l.Tables {
				if inMask[i] <= t.Radius {
					return false
				}
			}
			return true
		}
		for n := range min(left, sizes[cell]) + 1 {
			add := func(n int) {
				for i, in := range has[cell] {
					if in {
						inMask[i] += n
					}
				}
			}
			errors[cell] = n
			add(n)
			if try(cell+1, left-n) {
				return true
			}
			add(-n)
		}
		errors[cell] = 0
		return false
	}
	if try(0, l.Distance) { // fewer errors are in no mask more
		return errors
	}
	return nil
}

// TestLayoutsAreComplete checks that no layout misses a sketch, for every pattern of errors and
// every distance.
func TestLayoutsAreComplete(t *testing.T) {
	for distance := range MostDistance + 2 {
		for _, l := range Layouts(distance) {
			if errors := missed(l); errors != nil {
				t.Errorf("%s misses %v errors of the bits of its cells", l.Name, errors)
			}
			if l.Distance != distance || l.Name == "" {
				t.Errorf("distance %d: %+v", distance, l)
			}
		}
	}
	// The test itself finds a miss.
	for _, l := range []Layout{
		{"a radius is too small", 4, multiIndex(2, 3).Tables},
		{"a table is not there", 3, choice(5, 3).Tables[1:]},
		{"a bit is not there", 3, []Table{{0xffff, 0}, {0xffff << 16, 0}, {0xffff << 32, 0}, {0xffff << 47, 0}}},
	} {
		if missed(l) == nil {
			t.Errorf("%s, and nothing is missed", l.Name)
		}
	}
}

// TestLayouts checks that the layouts of the literature are included.
func TestLayouts(t *testing.T) {
	for _, test := range []struct {
		distance, tables, bits, radius int
		why                            string
	}{
		{3, 4, 16, 0, "4 blocks of 16 bits, one without an error"},
		{3, 16, 28, 0, "Manku, Jain and Das Sarma 2007, table 1: 16 tables of 28 bits"},
		{3, 10, 26, 0, "the same: 10 tables of 25 or 26 bits, of C(5, 2)"},
		{3, 20, 32, 0, "the same: 20 tables of 31 to 33 bits, of C(6, 3)"},
		{3, 2, 32, 1, "Norouzi, Punjani and Fleet 2012: two halves"},
		{10, 4, 16, 2, "the same: 10 errors in 4 blocks are at most 2 in some"},
		{10, 11, 6, 0, "11 blocks, one without an error"},
		{0, 1, 64, 0, "the sketch itself"},
		{7, 1, 0, 0, "a linear scan"},
		{64, 1, 0, 0, "far away there is nothing else"},
	} {
		found := false
		for _, l := range Layouts(test.distance) {
			most := 0
			for _, table := range l.Tables {
				most = max(most, bits.OnesCount64(table.Mask))
			}
			found = found || len(l.Tables) == test.tables && most <= test.bits+1 && most >= test.bits && l.Tables[0].Radius == test.radius
		}
		if !found {
			t.Errorf("distance %d: no %d tables of %d bits: %s", test.distance, test.tables, test.bits, test.why)
		}
	}
}

// TestSixSortedLists checks the example of Manku, Jain and Das Sarma: 8 x 10^9 = 2^34 pages and 64
// bits. Two of four blocks of 16 bits as keys give six sorted lists. A query reads 2^(34-32) = 4
// fingerprints of each. One of four blocks gives four lists, with 2^(34-16) fingerprints.
func TestSixSortedLists(t *testing.T) {
	exponent := 34
	pages := 1 << exponent
	if pages == 0 {
		t.Skip("an int has 32 bits")
	}
	six := choice(4, 2)
	if len(six.Tables) != 6 {
		t.Errorf("%d lists, want 6", len(six.Tables))
	}
	seen := make(map[uint64]bool)
	for _, table := range six.Tables {
		if n := bits.OnesCount64(table.Mask); n != 32 || table.probes(pages) != 1 {
			t.Errorf("a key of %d bits, %v probes", n, table.probes(pages))
		}
		if n := six.Candidates(pages) / 6; n != 4 {
			t.Errorf("%v comparisons a list, want 4", n)
		}
		seen[table.Mask] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d different keys", len(seen))
	}
	if got := multiIndex(4, 3).Candidates(pages); got != 4*(1<<18) {
		t.Errorf("%v comparisons, want 4 x 2^18", got)
	}
}

func TestLayoutFor(t *testing.T) {
	for _, test := range []struct {
		sketches, distance int
		want               string
		why                string
	}{
		{0, 3, "linear scan", "nothing is there"},
		{100, 3, "linear scan", "a few cache lines"},
		{1e8, 3, "2 x 32 bits, radius 1", "12 octets, and microseconds"},
		{1e8, 0, "1 x 64 bits", "one probe"},
		{1e8, 11, "linear scan", "there is nothing else"},
	} {
		l := LayoutFor(test.sketches, test.distance)
		if l.Name != test.want {
			t.Errorf("%d sketches, distance %d: %s, want %s: %s", test.sketches, test.distance, l.Name, test.want, test.why)
		}
	}
	if octets := LayoutFor(1e8, 3).Octets(1e8); octets > 12 {
		t.Errorf("%v octets a sketch, want at most 12", octets)
	}
	// The choice costs no more than comparing everything.
	for distance := range MostDistance + 1 {
		for n := 10; n < 1e9; n *= 10 {
			l, scan := LayoutFor(n, distance), Layouts(distance)[0]
			if l.Nanoseconds(n)*l.Octets(n) > scan.Nanoseconds(n)*scan.Octets(n) {
				t.Errorf("%d sketches, distance %d: %s takes %v ns", n, distance, l.Name, l.Nanoseconds(n))
			}
		}
	}
}

func TestPermutation(t *testing.T) {
	masks := []uint64{0, ^uint64(0), 1, 1 << 63, 0xffff0000ffff0000, 0x8000000000000001, 0xff00ff}
	for distance := range MostDistance {
		for _, l := range Layouts(distance) {
			for _, table := range l.Tables {
				masks = append(masks, table.Mask)
			}
		}
	}
	for _, mask := range masks {
		p := permutationOf(mask)
		back := p.inverse()
		n := bits.OnesCount64(mask)
		if got := p.apply(mask); bits.LeadingZeros64(^got) != n && n < 64 || bits.OnesCount64(got) != n {
			t.Errorf("mask %x goes to %x", mask, got)
		}
		for bit := range 64 {
			if x := uint64(1) << bit; bits.OnesCount64(p.apply(x)) != 1 || back.apply(p.apply(x)) != x {
				t.Errorf("mask %x: bit %d goes to %x and comes back as %x", mask, bit, p.apply(x), back.apply(p.apply(x)))
			}
		}
		if isRun := bits.OnesCount64(mask^bits.RotateLeft64(mask, 1)) <= 2; isRun && len(p) != 1 {
			t.Errorf("mask %x: %d moves, want a rotation", mask, len(p))
		}
	}
}
