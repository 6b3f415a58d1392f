package minhash

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

func TestMixOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.Uint64().Draw(t, "z")
		if got, want := splitmix.Mix(z), rules.Mix64(z); got != want {
			t.Errorf("splitmix.Mix(%x) = %x, want %x", z, got, want)
		}
		if got := unmix(splitmix.Mix(z)); got != z {
			t.Errorf("unmix(splitmix.Mix(%x)) = %x: no permutation", z, got)
		}
	})
}

// full returns the slots of the full form.
func full(m *Minima) (v [Slots]uint64) {
	for i := range v {
		v[i] = m.least(i)
	}
	return v
}

func of(elements []uint64) (m Minima) {
	m.AddEach(elements)
	return m
}

func TestAddEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := drawElements(t, "elements")
		var m Minima
		for _, x := range elements {
			m.Add(x)
		}
		if of(elements) != m {
			t.Errorf("%x: at once they are not what they are one by one", elements)
		}
	})
}

func TestAdd(t *testing.T) {
	for _, tt := range []struct {
		elements []uint64
		want     map[int]uint64
		why      string
	}{
		{nil, nil, "no element: every slot is empty"},
		{[]uint64{0}, map[int]uint64{0: 0}, "0 is a value, and not an empty slot"},
		{[]uint64{1}, map[int]uint64{0x2b: 0x92161d100b05e5}, "5692161d100b05e5 is slot 0101011 and 57 bits"},
		{[]uint64{element(127, maxValue)}, map[int]uint64{127: maxValue}, "the greatest value of the last slot is not an empty slot"},
		{[]uint64{element(5, 9), element(5, 7), element(5, 8)}, map[int]uint64{5: 7}, "the least of a slot"},
		{[]uint64{element(5, 1<<56), element(5, 1)}, map[int]uint64{5: 1}, "the value's highest bit is no part of the slot"},
		{[]uint64{element(5, 9), element(6, 7)}, map[int]uint64{5: 9, 6: 7}, "slots do not meet"},
	} {
		var want [Slots]uint64
		for i := range want {
			want[i] = noValue
		}
		for slot, v := range tt.want {
			want[slot] = v
		}
		m := of(tt.elements)
		if diff := cmp.Diff(want, full(&m)); diff != "" {
			t.Errorf("%x: %s (-want +got):\n%s", tt.elements, tt.why, diff)
		}
		if m.IsEmpty() != (len(tt.elements) == 0) {
			t.Errorf("%x: IsEmpty is %v: %s", tt.elements, m.IsEmpty(), tt.why)
		}
	}
}

// numbers returns the elements 1 to n.
func numbers(n uint64) (elements []uint64) {
	for x := range n {
		elements = append(elements, x+1)
	}
	return elements
}

// TestStored has values from a program in another language, written from the definition alone.
func TestStored(t *testing.T) {
	for _, tt := range []struct {
		elements []uint64
		want     string
		why      string
	}{
		{[]uint64{0}, "007da8da91b500871adbf4e397dfce64ce354ac6d0b02c1cb00cef619e06739e05d9870a62d7fba2d005a5a9281a7864b784c2612b66096d31f538cf1690f37cac73f270db80546a122ae647f7fa163f6c37301d0f378c3aa33aaf6aaea063b1e0a10029ed6f7e9dc8d17d03e2305bf65cda716a2155904081be3a39731b3692",
			"one element: not one octet 128 times"},
		{numbers(5), "a8fc003f643f83b0c86c54c633c4f820db83847a568a2204b897b107a145d87e339e7a24c8801823d71c8b84fd0d42adb512fed632816b4dc9d45eb49c172e6e1142fbc698dd63030ce492ee888c1b55147d98dc0d2a761743c02c29198a97f7f69d4e8359176cd44d2f2ef42e0d885a8eea959824eeb9885b20f3262f3eabda",
			"most slots have a donor"},
		{numbers(20), "ce947a84a76c0b2e6f010bc863cdca20a2834d7a0f239a963871f861902da892d1ea811cc84edc31438cab84c7e89b46c2a4871b37814fe0c98f6d459c0c9ba25354a7aa98dd82bb2141e7afa8011b17368163dc53d681de436ce72919e69ff7f29d716a0968dad4ba92132c0d0da3cc84dd7998b4d5585ba3e2f34b9aeba45b",
			"donors are those filled before, never those filled by densification"},
		{numbers(1000), "efc31a12c5ae95884be6174e145bd2206580d7bef786de493847f821e05e0183f43655e06582a4b4e9b5ba0d59060d0d8d00a2b86dfecc35d51d869a42d9661de554830099778ac9da3f19eccf82c84e82a7ee752770798740bee5ebda409b9692132d4816e6a3f041ffdea84f987407311a4e60913481c38c4155f6df778138",
			"no slot is empty"},
	} {
		m := of(tt.elements)
		stored, ok := m.Stored()
		if got := hex.EncodeToString(stored[:]); !ok || got != tt.want {
			t.Errorf("%d elements: %v\n got %s\nwant %s: %s", len(tt.elements), ok, got, tt.want, tt.why)
		}
	}
	var m Minima
	if stored, ok := m.Stored(); ok || stored != [Slots]byte{} {
		t.Errorf("no elements: %x, %v, want no stored form", stored, ok)
	}
}

// TestDonorNeedsNoBound shows why the code needs neither the bound of 1,024 tries nor the fall-back
// of the rule. With one filled slot the fall-back is that slot, and with two the bound is never
// reached. So they never differ.
func TestDonorNeedsNoBound(t *testing.T) {
	late := 0 // slots that 1,024 tries do not find
	longest := 0
	for i := range uint64(Slots) {
		tries := make(map[uint64]int) // until each slot is found
		for n := 0; len(tries) < Slots; n++ {
			d := splitmix.Mix(i<<32|uint64(n)) % Slots
			if _, found := tries[d]; !found {
				tries[d] = n
			}
		}
		delete(tries, i) // a filled slot is its own donor
		sorted := slices.Sorted(func(yield func(int) bool) {
			for _, n := range tries {
				yield(n)
			}
		})
		last, beforeLast := sorted[len(sorted)-1], sorted[len(sorted)-2]
		longest = max(longest, last)
		if last >= 1024 {
			late++
		}
		if beforeLast >= 1024 {
			t.Errorf("slot %d: two slots take 1,024 tries or more: they could be all that is filled", i)
		}
	}
	if late != 7 || longest != 1344 {
		t.Errorf("%d slots are found late, the last of them by t = %d, want 7 and 1344", late, longest)
	}
	for i := range uint64(Slots) {
		x := element(i, 1)
		m := of([]uint64{x})
		if stored, _ := m.Stored(); string(stored[:]) != string(plainStored([]uint64{x})) {
			t.Errorf("only slot %d filled: the stored form is not the rules'", i)
		}
	}
}

// drawElements draws sets that overlap and repeat, some of more than 128 elements.
func drawElements(t *rapid.T, name string) []uint64 {
	one := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 50))
	return rapid.SliceOfN(one, 0, rapid.SampledFrom([]int{1, 2, 5, 40, 400}).Draw(t, name+" at most")).Draw(t, name)
}

func TestOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkOracle(t, drawElements(t, "elements")) })
}

func FuzzOracle(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 8))
	f.Add([]byte("0123456701234567abcdefgh"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		var elements []uint64
		for ; len(octets) >= 8; octets = octets[8:] {
			elements = append(elements, binary.BigEndian.Uint64(octets))
		}
		checkOracle(t, elements)
	})
}

func checkOracle(t interface{ Errorf(string, ...any) }, elements []uint64) {
	m := of(elements)
	if diff := cmp.Diff(plainFull(elements), full(&m)); diff != "" {
		t.Errorf("full form of %x (-want +got):\n%s", elements, diff)
	}
	stored, ok := m.Stored()
	want := plainStored(elements)
	if ok != (want != nil) {
		t.Errorf("%x: ok is %v", elements, ok)
	}
	if !ok {
		return
	}
	if diff := cmp.Diff(want, stored[:]); diff != "" {
		t.Errorf("stored form of %x (-want +got):\n%s", elements, diff)
	}
	for _, bits := range widths {
		if diff := cmp.Diff(plain.Truncate(want, bits), Truncate(stored[:], bits)); diff != "" {
			t.Errorf("%x at %d bits (-want +got):\n%s", elements, bits, diff)
		}
	}
}

func TestOrderAndRepetition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := drawElements(t, "elements")
		shuffled := rapid.Permutation(slices.Concat(elements, elements)).Draw(t, "shuffled")
		if of(elements) != of(shuffled) {
			t.Errorf("%x and %x differ", elements, shuffled)
		}
	})
}

func merged(a, b Minima) Minima {
	a.Merge(&b)
	return a
}

func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, two := drawElements(t, "a"), drawElements(t, "b")
		a, b, c := of(one), of(two), of(drawElements(t, "c"))
		union := of(slices.Concat(one, two))
		for _, tt := range []struct {
			got, want Minima
			why       string
		}{
			{merged(a, b), union, "merge is union"},
			{merged(a, b), merged(b, a), "commutative"},
			{merged(merged(a, b), c), merged(a, merged(b, c)), "associative"},
			{merged(a, a), a, "idempotent"},
			{merged(a, Minima{}), a, "no elements add nothing"},
			{merged(Minima{}, a), a, "to no elements"},
			{merged(a, union), union, "a part adds nothing"},
		} {
			if diff := cmp.Diff(full(&tt.want), full(&tt.got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		}
		streamed := a // an accumulator stays usable after it was read and written
		streamed.Stored()
		octets, _ := streamed.MarshalBinary()
		var resumed Minima
		if err := resumed.UnmarshalBinary(octets); err != nil {
			t.Fatal(err)
		}
		for _, x := range two {
			resumed.Add(x)
		}
		if resumed != union {
			t.Errorf("%x and then %x: not what both give at once", one, two)
		}
	})
}

func TestAllocations(t *testing.T) {
	a, b := of(numbers(20)), of(numbers(1000))
	x, _ := a.Stored()
	y, _ := b.Stored()
	octets := make([]byte, 0, 2000)
	for name, f := range map[string]func(){
		"Add":             func() { a.Add(1) },
		"Merge":           func() { a.Merge(&b) },
		"Stored":          func() { a.Stored() },
		"AppendBinary":    func() { a.AppendBinary(octets[:0]) },
		"UnmarshalBinary": func() { octets, _ = b.AppendBinary(octets[:0]); a.UnmarshalBinary(octets) },
		"Distance":        func() { Distance(x[:], y[:]) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

// The peer looks at every element 128 times. Measured: 85 times as long.
func BenchmarkAdd(b *testing.B) {
	b.Run("one permutation", func(b *testing.B) {
		var m Minima
		b.ReportAllocs()
		for i := uint64(0); b.Loop(); i++ {
			m.Add(i * splitmix.Gamma)
		}
	})
	b.Run("one permutation, 1,000 at once", func(b *testing.B) {
		elements := numbers(1000)
		for i := range elements {
			elements[i] *= splitmix.Gamma
		}
		for b.Loop() {
			var m Minima
			m.AddEach(elements)
		}
	})
	b.Run("128 permutations", func(b *testing.B) {
		var m Permuted
		b.ReportAllocs()
		for i := uint64(0); b.Loop(); i++ {
			m.Add(i * splitmix.Gamma)
		}
	})
}

// With fewer elements, more slots need a donor, and the search takes longer.
func BenchmarkStored(b *testing.B) {
	for _, n := range []uint64{1, 5, 20, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := of(numbers(n))
			for b.Loop() {
				m.Stored()
			}
		})
	}
}

func BenchmarkMerge(b *testing.B) {
	x, y := of(numbers(20)), of(numbers(1000))
	for b.Loop() {
		x.Merge(&y)
	}
}

func BenchmarkDistance(b *testing.B) {
	one, two := of(numbers(20)), of(numbers(1000))
	x, _ := one.Stored()
	y, _ := two.Stored()
	for _, bits := range widths {
		b.Run(fmt.Sprint(bits), func(b *testing.B) {
			x, y := Truncate(x[:], bits), Truncate(y[:], bits)
			for b.Loop() {
				Distance(x, y)
			}
		})
	}
}
