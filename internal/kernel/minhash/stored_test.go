package minhash

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

var widths = []int{8, 4, 2, 1}

// counting returns a stored form whose slot i is the byte i.
func counting() []byte {
	var b []byte
	for i := range Slots {
		b = append(b, byte(i))
	}
	return b
}

func TestTruncate(t *testing.T) {
	for _, tt := range []struct {
		in   []byte
		bits int
		want []byte // how it begins
		size int
		why  string
	}{
		{counting(), 8, []byte{0, 1, 2, 3}, 128, "all there is"},
		{counting(), 4, []byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01}, 64, "slot 0 in the high bits; 10 hexadecimal keeps its low digit"},
		{counting(), 2, []byte{0b00011011, 0b00011011}, 32, "slots 0 to 3, then 4 to 7: the low bits"},
		{counting(), 1, []byte{0b01010101, 0b01010101}, 16, "even and odd"},
		{Truncate(counting(), 4), 2, []byte{0b00011011}, 32, "4 to 2"},
		{Truncate(counting(), 2), 1, []byte{0b01010101}, 16, "2 to 1"},
		{Truncate(counting(), 1), 1, []byte{0b01010101}, 16, "1 is the shortest"},
	} {
		got := Truncate(tt.in, tt.bits)
		if len(got) != tt.size || Bits(got) != tt.bits {
			t.Errorf("%x to %d bits: %d octets, Bits %d: %s", tt.in, tt.bits, len(got), Bits(got), tt.why)
		}
		if diff := cmp.Diff(tt.want, got[:len(tt.want)]); diff != "" {
			t.Errorf("%x to %d bits: %s (-want +got):\n%s", tt.in, tt.bits, tt.why, diff)
		}
	}
}

func TestBits(t *testing.T) {
	want := map[int]int{128: 8, 64: 4, 32: 2, 16: 1}
	for n := range 300 {
		if got := Bits(make([]byte, n)); got != want[n] {
			t.Errorf("%d octets: %d bits, want %d", n, got, want[n])
		}
	}
}

func TestPanics(t *testing.T) {
	for _, tt := range []struct {
		f         func()
		want, why string
	}{
		{func() { Truncate(make([]byte, 127), 1) }, "minhash: 127 bytes are no stored form: expected 128, 64, 32 or 16", "no form"},
		{func() { Truncate(nil, 0) }, "minhash: 0 bytes are no stored form: expected 128, 64, 32 or 16", "nothing"},
		{func() { Truncate(make([]byte, 64), 8) }, "minhash: 8 bits a slot of a form that has 4", "what was cut does not come back"},
		{func() { Truncate(make([]byte, 128), 3) }, "minhash: 3 bits a slot of a form that has 8", "no divisor of 8"},
		{func() { Truncate(make([]byte, 128), 0) }, "minhash: 0 bits a slot of a form that has 8", "no bits"},
		{func() { Truncate(make([]byte, 128), -1) }, "minhash: -1 bits a slot of a form that has 8", "fewer"},
		{func() { Distance(make([]byte, 128), make([]byte, 8)) }, "minhash: 8 bytes are no stored form: expected 128, 64, 32 or 16", "a SimHash"},
		{func() { Distance(nil, make([]byte, 128)) }, "minhash: 0 bytes are no stored form: expected 128, 64, 32 or 16", "the first"},
	} {
		func() {
			defer func() {
				if got := recover(); got != tt.want {
					t.Errorf("panic %v, want %s: %s", got, tt.want, tt.why)
				}
			}()
			tt.f()
		}()
	}
}

func TestDistance(t *testing.T) {
	with := func(i int, octet byte) []byte {
		b := counting()
		b[i] = octet
		return b
	}
	for _, tt := range []struct {
		a, b        []byte
		slots, bits int
		why         string
	}{
		{counting(), counting(), 0, 8, "the same"},
		{counting(), with(0, 0xff), 1, 8, "a slot is one, however many of its bits differ"},
		{counting(), with(127, 126), 1, 8, "its last bit"},
		{counting(), with(127, 0xff), 1, 8, "its first bit"},
		{make([]byte, 16), slices.Repeat([]byte{0x81}, 16), 32, 1, "at 1 bit the Hamming distance"},
		{make([]byte, 32), slices.Repeat([]byte{0b10010011}, 32), 96, 2, "3 slots of an octet's 4"},
		{make([]byte, 64), slices.Repeat([]byte{0x80}, 64), 64, 4, "1 slot of its 2"},
		{counting(), Truncate(with(5, 0xf5), 4), 0, 4, "the longer is truncated: what differed is gone"},
		{Truncate(with(5, 4), 1), counting(), 1, 1, "in either place"},
	} {
		if slots, bits := Distance(tt.a, tt.b); slots != tt.slots || bits != tt.bits {
			t.Errorf("Distance(%x, %x) = %d, %d, want %d, %d: %s", tt.a, tt.b, slots, bits, tt.slots, tt.bits, tt.why)
		}
	}
}

func TestDistanceOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SampledFrom([]byte{0, 1, 2, 4, 8, 16, 32, 64, 128, 255})
		form := rapid.SliceOfN(few, Slots, Slots)
		a, b := form.Draw(t, "a"), form.Draw(t, "b")
		wide, narrow := rapid.SampledFrom(widths).Draw(t, "wide"), rapid.SampledFrom(widths).Draw(t, "narrow")
		bits := min(wide, narrow)
		want := rules.Differing(rules.Unpack(plain.Truncate(a, bits)), rules.Unpack(plain.Truncate(b, bits)))
		if got, gotBits := Distance(Truncate(a, wide), Truncate(b, narrow)); got != want || gotBits != bits {
			t.Errorf("%d slots at %d bits, want %d at %d", got, gotBits, want, bits)
		}
		if diff := cmp.Diff(Truncate(a, bits), Truncate(Truncate(a, wide), bits)); diff != "" {
			t.Errorf("to %d bits by way of %d (-at once +by way):\n%s", bits, wide, diff)
		}
	})
}

// densified returns the values of all slots before they become bytes.
func densified(m *Minima) (v [Slots]uint64) {
	for i := range v {
		d := i
		if m.complement[i] == 0 {
			d = m.donor(&donorOrders()[i])
		}
		v[i] = uint64(d)<<valueBits | m.least(d)
	}
	return v
}

// TestDensifiedDoesNotMerge shows that only full forms merge: densified ones do not record which
// slots were filled. For two texts of 20 elements each, it counts the wrong slots of each way to
// merge.
func TestDensifiedDoesNotMerge(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	const pairs = 1000
	ways := []struct {
		name        string
		least, most float64 // wrong slots of 128
	}{
		{"the least octet", 58, 68},
		{"the least value, and its donor with it", 54, 64},
		{"the least value within 57 bits", 54, 64},
	}
	wrong := make([]int, len(ways))
	for range pairs {
		var a, b Minima
		for range 20 {
			a.Add(rnd.Uint64())
			b.Add(rnd.Uint64())
		}
		union := merged(a, b)
		x, _ := a.Stored()
		y, _ := b.Stored()
		want, ok := union.Stored()
		if !ok {
			t.Fatal("the union has no stored form")
		}
		v, w, values := densified(&a), densified(&b), densified(&union)
		for i := range Slots {
			low := v[i]
			if w[i]&maxValue < v[i]&maxValue {
				low = w[i]
			}
			for way, failed := range []bool{min(x[i], y[i]) != want[i], min(v[i], w[i]) != values[i], low != values[i]} {
				if failed {
					wrong[way]++
				}
			}
		}
	}
	for i, w := range ways {
		mean := float64(wrong[i]) / pairs
		t.Logf("%s: %.1f of 128 slots wrong", w.name, mean)
		if mean < w.least || mean > w.most {
			t.Errorf("%s: %.1f of 128 slots wrong, want %v to %v", w.name, mean, w.least, w.most)
		}
	}
}

// TestOneElementIsNotOneOctet checks that the bytes of a text with one element are independent. Two
// such texts agree by chance in about as many slots as long texts do.
func TestOneElementIsNotOneOctet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	const pairs = 2000
	for _, bits := range widths {
		sum, squares := 0., 0.
		for range pairs {
			a, b := of([]uint64{rnd.Uint64()}), of([]uint64{rnd.Uint64()})
			x, _ := a.Stored()
			y, _ := b.Stored()
			d, _ := Distance(Truncate(x[:], bits), Truncate(y[:], bits))
			same := float64(Slots - d)
			sum += same
			squares += same * same
		}
		p := 1 / float64(int(1)<<bits)
		mean, variance := sum/pairs, squares/pairs-sum/pairs*sum/pairs
		t.Logf("%d bits: %.2f slots agree, variance %.2f", bits, mean, variance)
		want := Slots * p * (1 - p)
		if mean < Slots*p*.9 || mean > Slots*p*1.1 || variance < want*.85 || variance > want*1.15 {
			t.Errorf("%d bits: %.2f slots agree, variance %.2f, want %.2f and %.2f: as of independent slots",
				bits, mean, variance, Slots*p, want)
		}
	}
}

// TestDonors checks that slots have the same donors whichever way they are found.
func TestDonors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for n := 1; n <= Slots; n++ {
		for range 30 {
			var m Minima
			var rows []*[Slots]uint16
			for _, i := range rnd.Perm(Slots)[:n] {
				m.complement[i] = ^(rnd.Uint64() & maxValue)
				rows = append(rows, &donorPlaces()[i])
			}
			var least [Slots]uint16
			leastOfEach(&least, rows)
			for i, donor := range donorsOf(m.filled()) {
				want := i
				if m.complement[i] == 0 {
					want = m.donor(&donorOrders()[i])
					if place := int(least[i]) % Slots; place != want {
						t.Errorf("%d slots filled: the donor of %d is %d by the places, want %d", n, i, place, want)
					}
				}
				if got := int(donor) % Slots; got != want {
					t.Fatalf("%d slots filled: the donor of %d is %d, want %d", n, i, got, want)
				}
			}
		}
	}
}
