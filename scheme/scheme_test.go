package scheme

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// everyScheme runs a test for each registered scheme and each experiment.
func everyScheme(t *testing.T, test func(t *testing.T, s *Scheme)) {
	all := All()
	for _, x := range experiments {
		all = append(all, load(t, x.YAML, testGear))
	}
	for _, s := range all {
		t.Run(s.ID(), func(t *testing.T) { test(t, s) })
	}
}

func TestHasher(t *testing.T) {
	everyScheme(t, func(t *testing.T, s *Scheme) {
		h := s.New()
		io.WriteString(h, "one two two")
		first, err := h.Fingerprint()
		if err != nil || h.CountFeatures() == 0 {
			t.Fatalf("%v with %d features", err, h.CountFeatures())
		}
		if again, err := h.Fingerprint(); again != first || err != nil {
			t.Errorf("a second call gives %v, %v, want %v", again, err, first)
		}
		if n, err := io.WriteString(h, "more"); n != 0 || err != tokenizer.ErrEnded {
			t.Errorf("Write after the end: %d, %v, want 0, %v", n, err, tokenizer.ErrEnded)
		}
		h.Reset()
		if fp, err := h.Fingerprint(); fp != (Fingerprint{}) || err != ErrNoFeatures || h.CountFeatures() != 0 {
			t.Errorf("after Reset: %v, %v with %d features, want %v", fp, err, h.CountFeatures(), ErrNoFeatures)
		}
		h.Reset()
		io.WriteString(h, "日本 un-\n finished \xe2\x82") // held back in several stages
		h.Reset()
		io.WriteString(h, "one two two")
		if fp, _ := h.Fingerprint(); fp != first {
			t.Errorf("after Reset in mid-text %v, want %v", fp, first)
		}
	})
}

func TestSchemeIsSafeForConcurrentUse(t *testing.T) {
	everyScheme(t, func(t *testing.T, s *Scheme) {
		text := []byte(strings.Join(sketchtest.Alphabet, " "))
		want, err := s.Sum(text)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 20 {
					if got, _ := s.Sum(text); got != want {
						t.Errorf("%v, want %v", got, want)
					}
					if got := ending(s, s.Method().Stages(text)); got != want {
						t.Errorf("stage by stage %v, want %v", got, want)
					}
				}
			})
		}
		all.Wait()
	})
}

// TestSteadyStateAllocatesNothing checks that a used Hasher allocates nothing for the next text.
// The only exception is the storage of a fingerprint of 128 bytes.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	text := []byte(strings.Repeat("The quick brown Füchse, http://example.org/ ΟΔΟΣ हिन्दी 中文 日\n本 ภาษา hy-\nphen e\u0301 \xFF ", 100))
	everyScheme(t, func(t *testing.T, s *Scheme) {
		if s.Method().Definition().Words != "" {
			t.Skip("the tokenizer is somebody else's")
		}
		want := 0.
		if s.kind != sketch.SimHash64 {
			want = 1
		}
		h := s.New()
		if n := testing.AllocsPerRun(10, func() {
			h.Reset()
			h.Write(text)
			h.Fingerprint()
		}); n > want {
			t.Errorf("%v allocations a text, want at most %v", n, want)
		}
	})
}

// TestRoundTrip compares fingerprints with the stages, however a text is cut. Strings and sketches
// convert back.
func TestRoundTrip(t *testing.T) {
	everyScheme(t, func(t *testing.T, s *Scheme) {
		h := s.New()
		rapid.Check(t, func(t *rapid.T) {
			text := drawText(t, "text")
			h.Reset()
			writeCut(t, h, text)
			got, err := h.Fingerprint()
			if want := ending(s, s.Method().Stages(text)); got != want {
				t.Fatalf("in pieces %v, stage by stage %v", got, want)
			}
			if whole, wholeErr := s.Sum(text); whole != got || wholeErr != err {
				t.Fatalf("Sum = %v, %v, in pieces %v, %v", whole, wholeErr, got, err)
			}
			if h.CountFeatures() == 0 {
				if err != ErrNoFeatures || got != (Fingerprint{}) {
					t.Fatalf("no features: %v, %v, want %v", got, err, ErrNoFeatures)
				}
				return
			}
			if back, err := (Set{s}).Parse(got.String()); back != got || err != nil {
				t.Fatalf("Parse(%v) = %v, %v", got, back, err)
			}
			if again, err := s.FromSketch(got.Sketch()); again != got || err != nil {
				t.Fatalf("FromSketch of %v = %v, %v", got, again, err)
			}
		})
	})
}

func sum(t testing.TB, s *Scheme, text string) Fingerprint {
	t.Helper()
	fp, err := s.Sum([]byte(text))
	if err != nil {
		t.Fatalf("%s of %q: %v", s.ID(), text, err)
	}
	return fp
}

func truncate(t testing.TB, fp Fingerprint, bits int) Fingerprint {
	t.Helper()
	short, err := fp.Truncate(bits)
	if err != nil {
		t.Fatal(err)
	}
	return short
}

func TestNotComparable(t *testing.T) {
	private, twin := load(t, define("x-mine"), Resources{}), load(t, define("x-mine", "weights: occurrences"), Resources{})
	sd1, x, y := sum(t, SD1, "one two"), sum(t, private, "one two"), sum(t, twin, "one two")
	mh1, mw1 := sum(t, MH1, "one two"), sum(t, MW1, "one two")
	main, err := sd1.WithProfile("main")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		a, b Fingerprint
		want string
		why  string
	}{
		{sd1, x, "not comparable: sd1 (profile visible) and x-mine (profile visible)", "schemes differ"},
		{sd1, sum(t, SM1, "one two"), "not comparable: sd1 (profile visible) and sm1 (profile visible)", "both are SimHash"},
		{mh1, mw1, "not comparable: mh1 (profile visible) and mw1 (profile visible)", "their octets are even the same"},
		{truncate(t, mh1, 1), mw1, "not comparable: mh1 (profile visible) and mw1 (profile visible)", "a width is no scheme"},
		{sd1, main, "not comparable: sd1 (profile visible) and sd1 (profile main)", "profiles differ"},
		{x, y, "not comparable: x-mine (profile visible) of two schemes with this id: expected a definition that is loaded once", "two definitions by one private name"},
		{sd1, Fingerprint{}, "not comparable: no fingerprint given", "the zero value"},
		{Fingerprint{}, Fingerprint{}, "not comparable: no fingerprint given", "twice"},
	} {
		if _, err := tt.a.Distance(tt.b); !errors.Is(err, ErrNotComparable) || err.Error() != tt.want {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
		if _, err := tt.b.Similarity(tt.a); !errors.Is(err, ErrNotComparable) {
			t.Errorf("%s, the other way: error %v", tt.why, err)
		}
		if _, err := tt.a.StandardError(tt.b); !errors.Is(err, ErrNotComparable) {
			t.Errorf("%s: no error of the error: %v", tt.why, err)
		}
	}
	if d, err := main.Distance(main); d != 0 || err != nil {
		t.Errorf("main with itself: %d, %v", d, err)
	}
	if main.Profile() != "main" || sd1.Profile() != encode.Visible || main.Scheme() != SD1 {
		t.Errorf("profiles %q and %q, scheme %v", main.Profile(), sd1.Profile(), main.Scheme())
	}
	if got, err := Parse("sd1.main:" + strings.TrimPrefix(sd1.String(), "sd1:")); got != main || err != nil {
		t.Errorf("%v came back as %v, %v", main, got, err)
	}
	if _, err := sd1.WithProfile("Main"); err == nil || err.Error() != `"Main" is not a profile name` {
		t.Errorf("WithProfile of an upper-case name: error %v", err)
	}
}

// sketchOf returns bytes that differ from zeros in the first n bits or slots.
func sketchOf(octets, n, width int) []byte {
	data := make([]byte, octets)
	for i := range n * width {
		data[i/8] |= 0x80 >> (i % 8)
	}
	return data
}

func TestCompare(t *testing.T) {
	wide := load(t, define("x-wide", "sketch: simhash-128"), Resources{})
	permuted := load(t, define("x-permuted", "sketch: minhash-128-permuted"), Resources{})
	for _, tt := range []struct {
		scheme     *Scheme
		octets     int
		n, width   int // number of bits or slots that differ
		similarity float64
		sigma      float64
		why        string
	}{
		{SD1, 8, 0, 1, 1, 0, "R10.3"},
		{SD1, 8, 3, 1, 61. / 64, math.Sqrt(3. / 64 * 61 / 64 / 64), "R10.3"},
		{SM1, 8, 64, 1, 0, 0, "R10.3"},
		{wide, 16, 0, 1, 1, 0, "of 128 bits"},
		{wide, 16, 65, 1, 63. / 128, math.Sqrt(65. / 128 * 63 / 128 / 128), "both halves count"},
		{wide, 16, 128, 1, 0, 0, "all"},
		{MH1, 128, 0, 8, 1, 0, "R10.5"},
		{MW1, 128, 51, 8, .6, minhash.StandardError(51, 8), "(77·256 − 128)/(128·255)"},
		{MH1, 64, 28, 4, minhash.Similarity(28, 4), minhash.StandardError(28, 4), "4 bits a slot"},
		{MH1, 32, 28, 2, minhash.Similarity(28, 2), minhash.StandardError(28, 2), "2 bits a slot"},
		{MH1, 16, 28, 1, .5625, minhash.StandardError(28, 1), "1 bit a slot"},
		{MH1, 16, 100, 1, 0, minhash.StandardError(100, 1), "never below 0"},
		{permuted, 128, 128, 8, 0, 0, "all slots"},
	} {
		a, err := tt.scheme.FromSketch(make([]byte, tt.octets))
		if err != nil {
			t.Fatal(err)
		}
		b, err := tt.scheme.FromSketch(sketchOf(tt.octets, tt.n, tt.width))
		if err != nil {
			t.Fatal(err)
		}
		d, err := a.Distance(b)
		if d != tt.n || err != nil {
			t.Errorf("%v, %v: distance %d, %v, want %d: %s", a, b, d, err, tt.n, tt.why)
		}
		if s, err := b.Similarity(a); s != tt.similarity || err != nil {
			t.Errorf("%v, %v: similarity %v, %v, want %v: %s", b, a, s, err, tt.similarity, tt.why)
		}
		if s, err := a.StandardError(b); s != tt.sigma || err != nil {
			t.Errorf("%v, %v: standard error %v, %v, want %v: %s", a, b, s, err, tt.sigma, tt.why)
		}
	}
}

// TestWidths checks that forms of different widths compare by the narrower (R10.4), in either
// order.
func TestWidths(t *testing.T) {
	a, b := sum(t, MH1, "one two three four five six"), sum(t, MH1, "one two three four five seven")
	for _, of := range []int{8, 4, 2, 1} {
		for _, with := range []int{8, 4, 2, 1} {
			x, y := truncate(t, a, of), truncate(t, b, with)
			if x.Width() != of {
				t.Errorf("%v is %d bits wide, want %d", x, x.Width(), of)
			}
			narrow := min(of, with)
			want, err := truncate(t, a, narrow).Distance(truncate(t, b, narrow))
			if err != nil {
				t.Fatal(err)
			}
			if d, err := x.Distance(y); d != want || err != nil {
				t.Errorf("%d and %d bits: distance %d, %v, want %d", of, with, d, err, want)
			}
			similarity := minhash.Similarity(want, narrow)
			if s, err := y.Similarity(x); s != similarity || err != nil {
				t.Errorf("%d and %d bits: similarity %v, %v, want %v", of, with, s, err, similarity)
			}
			// Truncating in two steps equals truncating in one.
			if of >= with && truncate(t, truncate(t, a, of), with) != truncate(t, a, with) {
				t.Errorf("truncated to %d and then to %d bits: another fingerprint", of, with)
			}
		}
	}
	if w := sum(t, SD1, "one").Width(); w != 0 {
		t.Errorf("a SimHash is %d bits wide, want 0: it has no slots", w)
	}
	if w := (Fingerprint{}).Width(); w != 0 {
		t.Errorf("the zero value is %d bits wide, want 0", w)
	}
	for _, tt := range []struct {
		fp   Fingerprint
		bits int
		want string
	}{
		{sum(t, SD1, "one"), 1, "only MinHash fingerprints can be truncated"},
		{Fingerprint{}, 8, "only MinHash fingerprints can be truncated"},
		{a, 3, "3 bits a slot: expected 8, 4, 2 or 1"},
		{a, 0, "0 bits a slot: expected 8, 4, 2 or 1"},
		{a, -1, "-1 bits a slot: expected 8, 4, 2 or 1"},
		{a, 16, "16 bits a slot: expected 8, 4, 2 or 1"},
		{truncate(t, a, 2), 4, "4 bits a slot: the fingerprint has only 2"},
	} {
		if got, err := tt.fp.Truncate(tt.bits); got != (Fingerprint{}) || err == nil || err.Error() != tt.want {
			t.Errorf("%v.Truncate(%d) = %v, %v, want %s", tt.fp, tt.bits, got, err, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	mine, err := Load(strings.NewReader(define("x-mine", "sketch: minhash-128")), Resources{})
	if err != nil {
		t.Fatal(err)
	}
	mh1 := sum(t, MH1, "one two three four")
	for _, tt := range []struct {
		fp   Fingerprint
		name string
		data int // characters
	}{
		{sum(t, SD1, "one"), "sd1", 13},
		{sum(t, SM1, "one"), "sm1", 13},
		{mh1, "mh1", 205},
		{truncate(t, mh1, 4), "mh1b4", 103},
		{truncate(t, mh1, 2), "mh1b2", 52},
		{truncate(t, mh1, 1), "mh1b1", 26},
		{truncate(t, sum(t, MW1, "one"), 2), "mw1b2", 52},
		{sum(t, mine, "one"), "x-mine", 205},
		{truncate(t, sum(t, mine, "one"), 1), "x-mineb1", 26},
	} {
		text := tt.fp.String()
		name, data, _ := strings.Cut(text, ":")
		if name != tt.name || tt.fp.Name() != tt.name || len(data) != tt.data {
			t.Errorf("%s (%s): want the name %s and %d characters", text, tt.fp.Name(), tt.name, tt.data)
		}
		for _, spelled := range []string{text, strings.ToUpper(text)} { // R8.5
			got, err := (Set{mine}).Parse(spelled)
			if got != tt.fp || err != nil {
				t.Errorf("Parse(%s) = %v, %v", spelled, got, err)
			}
		}
	}

	data := strings.Repeat("a", 205)
	for _, tt := range []struct {
		text string
		kind error
		want string
	}{
		{"mh1b8:" + data, ErrUnknown, `unknown scheme "mh1b8": expected one of sd1, sm1, mh1, mw1`},
		{"mh1b3:" + data[:77], ErrUnknown, `unknown scheme "mh1b3": expected one of sd1, sm1, mh1, mw1`},
		{"mh1b:" + data[:13], ErrUnknown, `unknown scheme "mh1b": expected one of sd1, sm1, mh1, mw1`},
		{"mh1b4b2:" + data[:52], ErrUnknown, `unknown scheme "mh1b4b2": expected one of sd1, sm1, mh1, mw1`},
		{"sd1b1:" + data[:13], ErrUnknown, `unknown scheme "sd1b1": expected one of sd1, sm1, mh1, mw1`},
		{"x-other:" + data, ErrUnknown, `unknown scheme "x-other": expected one of sd1, sm1, mh1, mw1`},
		{"sd1:" + data[:8], encode.ErrMalformed, "malformed fingerprint: sd1 has 8 bytes of data, not 5"},
		{"sm1:" + data, encode.ErrMalformed, "malformed fingerprint: sm1 has 8 bytes of data, not 128"},
		{"mh1:" + data[:103], encode.ErrMalformed, "malformed fingerprint: mh1 has 128 bytes of data, not 64"},
		{"mh1b4:" + data, encode.ErrMalformed, "malformed fingerprint: mh1b4 has 64 bytes of data, not 128"},
		{"mh1b1:" + data[:13], encode.ErrMalformed, "malformed fingerprint: mh1b1 has 16 bytes of data, not 8"},
		{"x-mineb2:" + data[:26], encode.ErrMalformed, "malformed fingerprint: x-mineb2 has 32 bytes of data, not 16"},
		{"mh1b4", encode.ErrMalformed, `malformed fingerprint: "mh1b4" has no colon: expected scheme:data`},
	} {
		if got, err := (Set{mine}).Parse(tt.text); got != (Fingerprint{}) || !errors.Is(err, tt.kind) || err.Error() != tt.want {
			t.Errorf("Parse(%s) = %v, %v, want %s", tt.text, got, err, tt.want)
		}
	}
	if _, err := Parse(sum(t, mine, "one").String()); !errors.Is(err, ErrUnknown) {
		t.Errorf("without its definition: error %v, want ErrUnknown", err)
	}
}

// TestLongestID checks that a private scheme's longest name has room for the width.
func TestLongestID(t *testing.T) {
	longest := "x-" + strings.Repeat("m", 30)
	simHash := load(t, define(longest), Resources{})
	if fp := sum(t, simHash, "one"); fp.String() != longest+":"+strings.Split(fp.String(), ":")[1] {
		t.Errorf("%v: want the name %s", fp, longest)
	}
	minHash := load(t, define(longest[:30], "sketch: minhash-128"), Resources{})
	short := truncate(t, sum(t, minHash, "one"), 4)
	if back, err := (Set{minHash}).Parse(short.String()); back != short || err != nil {
		t.Errorf("Parse(%v) = %v, %v", short, back, err)
	}
}

func TestFromSketch(t *testing.T) {
	wide := load(t, define("x-wide", "sketch: simhash-128"), Resources{})
	for _, tt := range []struct {
		scheme *Scheme
		octets int
		want   string // the error
	}{
		{SD1, 8, ""},
		{SM1, 16, "malformed fingerprint: sm1 has 8 bytes of data, not 16"},
		{SD1, 0, "malformed fingerprint: sd1 has 8 bytes of data, not 0"},
		{wide, 16, ""},
		{wide, 8, "malformed fingerprint: x-wide has 16 bytes of data, not 8"},
		{wide, 128, "malformed fingerprint: x-wide has 16 bytes of data, not 128"},
		{MH1, 128, ""},
		{MH1, 64, ""},
		{MH1, 32, ""},
		{MW1, 16, ""},
		{MW1, 8, "malformed fingerprint: mw1 has 128 bytes of data, not 8"},
		{MH1, 129, "malformed fingerprint: mh1 has 128 bytes of data, not 129"},
	} {
		data := sketchOf(tt.octets, tt.octets*3, 1)
		fp, err := tt.scheme.FromSketch(data)
		if tt.want != "" {
			if fp != (Fingerprint{}) || !errors.Is(err, encode.ErrMalformed) || err.Error() != tt.want {
				t.Errorf("%s of %d octets: %v, %v, want %s", tt.scheme.ID(), tt.octets, fp, err, tt.want)
			}
			continue
		}
		if diff := cmp.Diff(data, fp.Sketch()); diff != "" || err != nil {
			t.Errorf("%s of %d octets: %v (-want +got):\n%s", tt.scheme.ID(), tt.octets, err, diff)
		}
		// Sketch returns a copy, since a Fingerprint is a value.
		fp.Sketch()[0] ^= 1
		data[0] ^= 1
		if got := fp.Sketch()[0]; got != data[0]^1 {
			t.Errorf("%s: the sketch has changed from outside", tt.scheme.ID())
		}
	}
}

// TestWeighted checks that mw1 counts how often a shingle occurs, and mh1 does not (R5.6).
func TestWeighted(t *testing.T) {
	once, thrice := "a rose is red", strings.Repeat("a rose is ", 3)+"red"
	for _, tt := range []struct {
		scheme   *Scheme
		text     string
		elements int
		features int
	}{
		{MH1, once, 2, 2},
		{MW1, once, 2, 2},
		{MH1, thrice, 4, 4}, // a rose is, rose is a, is a rose, rose is red
		{MW1, thrice, 8, 4}, // three times, twice, twice, once
	} {
		st := tt.scheme.Method().Stages([]byte(tt.text))
		if len(st.Elements) != tt.elements || st.Distinct != tt.features {
			t.Errorf("%s of %q: %d elements of %d features, want %d of %d",
				tt.scheme.ID(), tt.text, len(st.Elements), st.Distinct, tt.elements, tt.features)
		}
	}
	if a, b := sum(t, MH1, once), sum(t, MW1, once); string(a.Sketch()) != string(b.Sketch()) {
		t.Error("shingles that occur once differ in mh1 and mw1")
	}
	// At most 1,024 occurrences of a shingle count.
	for _, n := range []int{1023, 1024, 1025} {
		if got := len(MW1.Method().Elements(slices.Repeat([]string{"a"}, n+2))); got != min(n, 1024) {
			t.Errorf("a shingle %d times: %d elements", n, got)
		}
	}
}

func TestMarshal(t *testing.T) {
	everyScheme(t, func(t *testing.T, s *Scheme) {
		if strings.HasPrefix(s.ID(), "x-") {
			return // UnmarshalText knows no definitions
		}
		fps := map[string]Fingerprint{"fp": sum(t, s, "word")}
		if s.IsMinHash() {
			fps["short"] = truncate(t, fps["fp"], 2)
		}
		b, err := json.Marshal(fps)
		if err != nil {
			t.Fatal(err)
		}
		var back map[string]Fingerprint
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		for name, fp := range fps {
			if back[name] != fp {
				t.Errorf("%s came back as %v", fp, back[name])
			}
		}
	})
	if err := json.Unmarshal([]byte(`"sd1:x"`), new(Fingerprint)); !errors.Is(err, encode.ErrMalformed) {
		t.Errorf("error %v, want ErrMalformed", err)
	}
}

// TestWriteString checks that a string copied in parts gives the same text as its bytes.
func TestWriteString(t *testing.T) {
	text := strings.Repeat("words of a long text, 日本語 also ", 2500)
	h := SM1.New()
	n, err := h.WriteString(text)
	got, _ := h.Fingerprint()
	if want := sum(t, SM1, text); n != len(text) || err != nil || got != want {
		t.Errorf("%d octets, %v, %v, want %d, %v", n, err, got, len(text), want)
	}
}

// TestZeroValues checks that zero values do not panic, and that the zero Fingerprint survives JSON.
func TestZeroValues(t *testing.T) {
	var zero Fingerprint
	if zero.String() != "" || zero.Name() != "" || zero.Profile() != "" || zero.Scheme() != nil ||
		len(zero.Sketch()) != 0 || zero.Width() != 0 || !zero.IsZero() {
		t.Errorf("the zero value is %q, want nothing", zero)
	}
	if _, err := zero.WithProfile("main"); err == nil {
		t.Error("the zero value has a profile")
	}
	if _, err := zero.Truncate(8); err == nil {
		t.Error("the zero value was truncated")
	}
	type record struct {
		Fingerprint Fingerprint `json:"fingerprint"`
		Omitted     Fingerprint `json:"omitted,omitzero"`
	}
	b, err := json.Marshal(record{})
	if want := `{"fingerprint":""}`; err != nil || string(b) != want {
		t.Errorf("JSON %s, %v, want %s", b, err, want)
	}
	back := record{Fingerprint: sum(t, SM1, "word")}
	if err := json.Unmarshal(b, &back); err != nil || back != (record{}) {
		t.Errorf("%s came back as %v, %v", b, back, err)
	}
	if _, err := Parse(""); !errors.Is(err, encode.ErrMalformed) {
		t.Errorf("Parse of nothing: %v, want ErrMalformed", err)
	}

	var h Hasher
	h.Reset()
	if n, err := h.Write([]byte("word")); n != 0 || err == nil {
		t.Errorf("the zero Hasher takes %d octets, %v", n, err)
	}
	if fp, err := h.Fingerprint(); !fp.IsZero() || err == nil || h.CountFeatures() != 0 {
		t.Errorf("the zero Hasher returns %v, %v", fp, err)
	}
	if _, ok := h.inner().Minima(); ok {
		t.Error("the zero Hasher has minima")
	}
	if fp, err := new(Scheme).Sum([]byte("word")); !fp.IsZero() || err == nil {
		t.Errorf("the zero Scheme returns %v, %v", fp, err)
	}
	var tk tokenizer.Tokenizer
	tk.Reset()
	if n, err := tk.Write([]byte("word")); n != 0 || err == nil || tk.Close() != nil {
		t.Errorf("the zero Tokenizer takes %d octets, %v", n, err)
	}
	if tokens := (tokenizer.Rules{}).Tokens([]byte("word 日本 1984")); len(tokens) > 0 {
		t.Errorf("the zero Rules find %q", tokens)
	}
}

func TestDefinition(t *testing.T) {
	everyScheme(t, func(t *testing.T, s *Scheme) {
		want := s.Method().Definition()
		asYAML, err := yaml.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var back sketch.Definition
		if err := decodeStrict(strings.NewReader(string(asYAML)), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, back); diff != "" {
			t.Errorf("through YAML (-before +after):\n%s", diff)
		}
		asJSON, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		back = sketch.Definition{}
		d := json.NewDecoder(strings.NewReader(string(asJSON)))
		d.DisallowUnknownFields()
		if err := d.Decode(&back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, back); diff != "" {
			t.Errorf("through JSON (-before +after):\n%s", diff)
		}
		// The definition of a registered scheme under another name is a private scheme with the same
		// sketches.
		if !strings.HasPrefix(s.ID(), "x-") {
			twin := load(t, strings.Replace(string(asYAML), "id: ", "id: x-", 1), Resources{})
			text := strings.Join(sketchtest.Alphabet, " ")
			if diff := cmp.Diff(sum(t, s, text).Sketch(), sum(t, twin, text).Sketch()); diff != "" {
				t.Errorf("loaded by another name (-%s +%s):\n%s", s.ID(), twin.ID(), diff)
			}
		}
		// It is a copy.
		d1 := s.Method().Definition()
		d1.Categories[0] = "Xx"
		if len(d1.StopWords) > 0 {
			d1.StopWords[0] = "x"
		}
		if diff := cmp.Diff(want, s.Method().Definition()); diff != "" {
			t.Errorf("changed from outside (-before +after):\n%s", diff)
		}
	})
}

func TestRegistry(t *testing.T) {
	for _, s := range All() {
		d := s.Method().Definition()
		if strings.HasPrefix(d.ID, "x-") || !names.IsScheme(d.ID) || d.Name == "" || d.Title == "" {
			t.Errorf("%+v: a registered scheme has an id without x-, a name and a title", d)
		}
		if diff := cmp.Diff(sketch.Private{}, d.Private); diff != "" || d.Hash != sketch.Jenkins {
			t.Errorf("%s depends on more than the specification: %s", d.ID, diff)
		}
		a := s.Advice()
		wrong := a.Close <= 0 || a.Close > a.Loose
		if s.IsMinHash() {
			wrong = a.Loose <= 0 || a.Loose > a.Close || a.Close > 1
		}
		if wrong || a.RefuseBelow > a.WarnBelow {
			t.Errorf("%s: advice %+v makes no sense", d.ID, a)
		}
		if got, err := Lookup(d.ID); got != s || err != nil {
			t.Errorf("Lookup(%s) = %v, %v", d.ID, got, err)
		}
	}
	if diff := cmp.Diff([]string{"sd1", "sm1", "mh1", "mw1"}, []string{SD1.ID(), SM1.ID(), MH1.ID(), MW1.ID()}); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if _, err := Lookup("zz9"); !errors.Is(err, ErrUnknown) || err.Error() != `unknown scheme "zz9": expected one of sd1, sm1, mh1, mw1` {
		t.Errorf("Lookup(zz9): %v", err)
	}
	// All returns a copy.
	All()[0] = nil
	if All()[0] != SD1 {
		t.Error("the registry has changed from outside")
	}
}

// example reads a text of examples/.
func example(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestExamples checks each scheme on real texts: an edited text is near, another text is not.
func TestExamples(t *testing.T) {
	article, edited := example(t, "lighthouse.en.txt"), example(t, "lighthouse-edited.en.txt")
	other := example(t, "tidal-mill.en.txt")
	everyScheme(t, func(t *testing.T, s *Scheme) {
		if d := s.Method().Definition(); d.Features == sketch.Shingles && d.Width > 100 || d.Features != sketch.Shingles && d.Width == 1 {
			t.Skip("such features tell nothing apart")
		}
		a, b, c := sum(t, s, string(article)), sum(t, s, string(edited)), sum(t, s, string(other))
		near, err := a.Similarity(b)
		if err != nil {
			t.Fatal(err)
		}
		far, err := a.Similarity(c)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("edited %.3f, another %.3f", near, far)
		if near <= far {
			t.Errorf("similarity %.3f of the edited text, %.3f of another one", near, far)
		}
	})
}
