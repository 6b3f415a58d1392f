package bandkey_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
)

func fingerprintOf(t testing.TB, s *scheme.Scheme, sketch []byte) scheme.Fingerprint {
	t.Helper()
	f, err := s.FromSketch(sketch)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The whole form is pinned: other systems store it.
func TestKeys(t *testing.T) {
	simhash := fingerprintOf(t, scheme.SM1, []byte{0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0})
	slots := make([]byte, 128)
	for i := range slots {
		slots[i] = byte(i)
	}
	minhash := fingerprintOf(t, scheme.MH1, slots)
	narrow, err := minhash.Truncate(1)
	if err != nil {
		t.Fatal(err)
	}
	main, err := simhash.WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		f      scheme.Fingerprint
		layout bandkey.Layout
		want   string
		why    string
	}{
		{simhash, bandkey.Layout{4, 1}, "sm1_4x1_0_ci2a sm1_4x1_1_kz4a sm1_4x1_2_tk6a sm1_4x1_3_33ya", "1234, 5678, 9abc, def0 in base32"},
		{main, bandkey.Layout{2, 1}, "sm1.main_2x1_0_ci2fm6a sm1.main_2x1_1_tk6n54a", "profiles do not compare (R10.1)"},
		{simhash, bandkey.Layout{3, 2}, "sm1_3x2_0_ci2fm6e2ua sm1_3x2_1_ci2fpg66aa sm1_3x2_2_tytk6n54aa",
			"blocks of 22, 21 and 21 bits; each two, in order"},
		{simhash, bandkey.Layout{1, 1}, "sm1_1x1_0_ci2fm6e2xtppa", "the whole sketch"},
		{minhash, bandkey.Layout{2, 3}, "mh1_2x3_0_aaaqe mh1_2x3_1_amcak", "slots 0 to 2, and 3 to 5"},
		{minhash, bandkey.Layout{1, 1}, "mh1_1x1_0_aa", "one band"},
		{narrow, bandkey.Layout{2, 12}, "mh1b1_2x12_0_kvia mh1b1_2x12_1_kvia",
			"12 bits and four zero bits (R13.3); the width is in the name"},
	} {
		if got := strings.Join(test.layout.Keys(test.f), " "); got != test.want {
			t.Errorf("%s %v: %s, want %s: %s", test.f, test.layout, got, test.want, test.why)
		}
	}
	numbered := bandkey.Layout{128, 1}.Keys(minhash)
	if !strings.HasPrefix(numbered[7], "mh1_128x1_007_") {
		t.Errorf("%s: expected numbers as long as that of the last band", numbered[7])
	}
	if !slices.IsSorted(numbered) {
		t.Error("the keys are not in the order of their numbers")
	}
}

func TestFor(t *testing.T) {
	for _, test := range []struct {
		scheme *scheme.Scheme
		bits   int
		within scheme.Thresholds
		want   string
		why    string
	}{
		{scheme.MH1, 8, scheme.AtLeast(.85), "21x6", "what an index has for the advice"},
		{scheme.MH1, 8, scheme.Thresholds{}, "21x6", "the advice is the default"},
		{scheme.MH1, 4, scheme.AtLeast(.5), "64x2", "chance agrees more often in 4 bits"},
		{scheme.SM1, 0, scheme.AtMost(0), "1x1", "one key of 64 bits"},
		{scheme.SM1, 0, scheme.AtMost(3), "4x1", "four blocks of 16 bits"},
		{scheme.SM1, 0, scheme.AtMost(4), "5x1", "12 bits in the shortest block"},
		{scheme.SM1, 0, scheme.AtMost(5), "7x2", "one block of six has 10 bits"},
		{scheme.SM1, 0, scheme.AtMost(7), "9x2", "two blocks of 7 bits"},
		{scheme.SM1, 0, scheme.AtMost(10), "12x2", "13x3 has 286 keys"},
		{scheme.SM1, 0, scheme.AtMost(40), "41x1", "42x2 has 861 keys"},
		{scheme.SM1, 0, scheme.AtMost(63), "64x1", "each bit is a key"},
		{scheme.SM1, 0, scheme.AtLeast(1 - 3./64), "4x1", "a similarity is a distance (R10.3)"},
	} {
		got, err := bandkey.For(test.scheme, test.bits, test.within, .9995)
		if err != nil || got.String() != test.want {
			t.Errorf("%s %v: %v (%v), want %s: %s", test.scheme.ID(), test.within, got, err, test.want, test.why)
		} else if err := got.Check(test.scheme); err != nil {
			t.Errorf("%s %v: %v", test.scheme.ID(), got, err)
		}
	}
	if l, err := bandkey.For(scheme.SM1, 0, scheme.AtMost(64), 1); err == nil {
		t.Errorf("64 bits: %v, want an error: all fingerprints are within 64 bits", l)
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		scheme *scheme.Scheme
		layout string
		ok     bool
		why    string
	}{
		{scheme.MH1, "16x8", true, "all slots"},
		{scheme.MH1, "17x8", false, "136 slots"},
		{scheme.MH1, "0x8", false, "no band"},
		{scheme.MH1, "9223372036854775807x2", false, "the product overflows"},
		{scheme.SM1, "16x2", true, "120 keys"},
		{scheme.SM1, "17x2", false, "136 keys"},
		{scheme.SM1, "64x64", true, "one key"},
		{scheme.SM1, "65x1", false, "65 blocks of 64 bits"},
		{scheme.SM1, "64x32", false, "10^18 keys"},
		{scheme.SM1, "4x5", false, "more than there are"},
		{scheme.SM1, "4x0", false, "no block"},
	} {
		l, err := bandkey.Parse(test.layout)
		if err != nil {
			t.Errorf("%s: %v", test.layout, err)
			continue
		}
		if err := l.Check(test.scheme); (err == nil) != test.ok {
			t.Errorf("%s %s: %v: %s", test.scheme.ID(), test.layout, err, test.why)
		}
	}
	for _, bad := range []string{"", "16", "x", "16x", "x8", "16x8x2", "sixteen x 8", "16 x8"} {
		if l, err := bandkey.Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", bad, l)
		}
	}
}

var update = flag.Bool("update", false, "write testdata/keys.tsv")

// The ports read testdata/keys.tsv, too: a fingerprint, a layout, and the keys, with tabs between. The
// layout auto is the default of a fingerprint: that of the advice of its scheme.
func TestGolden(t *testing.T) {
	const golden = "testdata/keys.tsv"
	rnd := rand.New(rand.NewPCG(20, 26))
	var got strings.Builder
	add := func(f scheme.Fingerprint, layouts ...bandkey.Layout) {
		auto, err := bandkey.For(f.Scheme(), f.Width(), scheme.Thresholds{}, bandkey.DefaultRecall)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s\tauto\t%s\n", f, strings.Join(auto.Keys(f), " "))
		for _, l := range layouts {
			fmt.Fprintf(&got, "%s\t%s\t%s\n", f, l, strings.Join(l.Keys(f), " "))
		}
	}
	for _, s := range []*scheme.Scheme{scheme.SD1, scheme.SM1} {
		add(fingerprintOf(t, s, randomBytes(rnd, 8)), bandkey.Layout{1, 1}, bandkey.Layout{4, 1},
			bandkey.Layout{10, 3}, bandkey.Layout{7, 6}, bandkey.Layout{64, 1})
	}
	for _, s := range []*scheme.Scheme{scheme.MH1, scheme.MW1} {
		for width := 8; width >= 1; width /= 2 {
			add(fingerprintOf(t, s, randomBytes(rnd, 16*width)), bandkey.Layout{3, 13},
				bandkey.Layout{128, 1}, bandkey.Layout{1, 128})
		}
	}
	profiled, err := fingerprintOf(t, scheme.MH1, randomBytes(rnd, 64)).WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	add(profiled)
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("other systems store keys, so they never change (-want +got):\n%s", diff)
	}
}

// joined returns the pairs with a common key.
func joined(keys [][]string) map[[2]int]bool {
	buckets := make(map[string][]int)
	for i, ks := range keys {
		for _, k := range ks {
			buckets[k] = append(buckets[k], i)
		}
	}
	pairs := make(map[[2]int]bool)
	for _, b := range buckets {
		for i, y := range b {
			for _, x := range b[:i] {
				pairs[[2]int{x, y}] = true
			}
		}
	}
	return pairs
}

// Two fingerprints share a key if and only if they agree in a band by the rules (R13.3).
func TestJoinIsBands(t *testing.T) {
	byRules := rules.Of("mh1").Clustering
	rnd := rand.New(rand.NewPCG(13, 3))
	for _, width := range []int{8, 4, 2, 1} {
		for range 20 {
			rows := 1 + rnd.IntN(12)
			l := bandkey.Layout{1 + rnd.IntN(128/rows), rows}
			var sketches [][]byte
			var keys [][]string
			base := randomBytes(rnd, 16*width)
			for range 60 { // copies with bytes of their own, so that some agree in a band and some do not
				sketch := slices.Clone(base)
				for range rnd.IntN(2 * len(sketch)) {
					sketch[rnd.IntN(len(sketch))] = byte(rnd.Uint32())
				}
				f := fingerprintOf(t, scheme.MH1, sketch)
				sketches, keys = append(sketches, sketch), append(keys, l.Keys(f))
			}
			got, near := joined(keys), 0
			for y := range sketches {
				ky := byRules.Keys(sketches[y], l.Parts, l.Each)
				for x := range y {
					kx := byRules.Keys(sketches[x], l.Parts, l.Each)
					want := slices.ContainsFunc(indices(kx), func(i int) bool { return bytes.Equal(kx[i], ky[i]) })
					if got[[2]int{x, y}] != want {
						t.Fatalf("%d bits, %v: pair %d, %d: %v, want %v", width, l, x, y, !want, want)
					}
					if want {
						near++
					}
				}
			}
			if near == 0 && l.Each < 4 {
				t.Errorf("%d bits, %v: no pair agrees in a band, so nothing was tested", width, l)
			}
		}
	}
}

// No pair within the distance of a layout is lost. Each pair that shares a key agrees in the bits of the key.
func TestJoinLosesNoNearPair(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 64))
	for _, d := range []int{0, 1, 2, 3, 5, 7, 10, 15, 31, 63} {
		chosen, err := bandkey.For(scheme.SM1, 0, scheme.AtMost(d), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []bandkey.Layout{chosen, {d + 1, 1}} {
			if l.Parts-l.Each != d {
				t.Errorf("%v for %d bits: it finds what differs in %d", l, d, l.Parts-l.Each)
			}
			beyond := 0
			for range 400 {
				x := randomBytes(rnd, 8)
				y := slices.Clone(x)
				for _, bit := range rnd.Perm(64)[:rnd.IntN(min(64, 2*d+2))] {
					y[bit/8] ^= 1 << (bit % 8)
				}
				distance := 0
				for i := range x {
					distance += bits.OnesCount8(x[i] ^ y[i])
				}
				kx, ky := l.Keys(fingerprintOf(t, scheme.SM1, x)), l.Keys(fingerprintOf(t, scheme.SM1, y))
				shared := len(joined([][]string{kx, ky})) > 0
				if distance <= d && !shared {
					t.Fatalf("%v: %x and %x differ in %d bits and share no key", l, x, y, distance)
				}
				if distance > d && !shared {
					beyond++
				}
			}
			if beyond == 0 && d < 15 {
				t.Errorf("%v: all farther pairs share a key, too: it tells nothing apart", l)
			}
		}
	}
}

// A key is a term in a URL and in a file name of any system.
func TestKeyNeedsNoEscape(t *testing.T) {
	f := fingerprintOf(t, scheme.MW1, make([]byte, 128))
	f, err := f.WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range (bandkey.Layout{12, 10}).Keys(f) {
		if url.PathEscape(k) != k || url.QueryEscape(k) != k || strings.ToLower(k) != k || strings.ContainsAny(k, `/\:*?"<>| `) {
			t.Errorf("%s: it has characters that some system escapes", k)
		}
	}
}

// An index has the same layout for a threshold.
func TestForIsIndex(t *testing.T) {
	for percent := 10; percent <= 100; percent += 5 {
		within := scheme.AtLeast(float64(percent) / 100)
		want := index.TablesFor(scheme.MH1, 8, within, .99).Bands
		if got, err := bandkey.For(scheme.MH1, 8, within, .99); err != nil || got != (bandkey.Layout{want.Bands, want.Rows}) {
			t.Errorf("%v: %v (%v), want %+v", within, got, err, want)
		}
	}
}

func randomBytes(rnd *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return b
}

func indices(list [][]byte) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}
