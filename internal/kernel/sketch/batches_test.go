package sketch

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// oneByOne returns a Hasher that does not process features in batches.
func oneByOne(s *Method) *Hasher {
	h := s.New()
	h.tokenizer, h.shingles = s.rules.New(tokenizer.Func(h.features.Token)), nil
	return h
}

// batched returns schemes of every kind, with and without batches, including some kinds that no
// other test has.
func batched(t testing.TB) []*Method {
	schemes := append(registry(), experiments(t)...)
	for _, keys := range [][]string{
		{"x-widest", "features: shingles", "width: 8", "sketch: minhash-128"},
		{"x-too-wide", "features: shingles", "width: 9", "sketch: minhash-128"},
		{"x-eights", "features: shingles", "width: 8", "weights: occurrences"},
		{"x-fours", "features: shingles", "width: 4", "sketch: simhash-128"},
		{"x-threes", "features: shingles", "width: 3", "weights: occurrences", "max-occurrences: 2", "sketch: minhash-128-permuted"},
		{"x-words", "sketch: minhash-128"},
		{"x-words-bag", "weights: occurrences", "max-occurrences: 2", "sketch: simhash-128"},
		{"x-keyed-pairs", "features: shingles", "width: 2", "hash: siphash-2-4"},
	} {
		schemes = append(schemes, load(t, sketchtest.DefineMulti(keys[0], keys[1:]...), sketchtest.Gear))
	}
	return schemes
}

// outcome is the result of a Hasher for a text.
type outcome struct {
	Sketch   string
	Features int
	Minima   []byte
	Elements []uint64 // ascending; nil if not kept
	Err      error
}

func outcomeOf(h *Hasher) outcome {
	sketch, err := h.AppendSketch(nil)
	o := outcome{fmt.Sprintf("%x", sketch), h.CountFeatures(), nil, slices.Sorted(slices.Values(h.Elements())), err}
	if m, ok := h.Minima(); ok {
		o.Minima, _ = m.MarshalBinary()
	}
	return o
}

// bothWays has groups of the same schemes: alone, in batches and not, and together.
type bothWays struct {
	schemes          []*Method
	batched, oneEach []*Hasher
	together         *Group
}

func newBothWays(schemes []*Method) *bothWays {
	w := &bothWays{schemes: schemes, together: NewGroup(schemes...)}
	for i, s := range schemes {
		w.batched, w.oneEach = append(w.batched, s.New()), append(w.oneEach, oneByOne(s))
		for _, h := range []*Hasher{w.batched[i], w.oneEach[i], w.together.Hashers()[i]} {
			h.KeepElements()
		}
	}
	return w
}

// check reports a scheme for which a text in pieces has another outcome than its features one by
// one.
func (w *bothWays) check(t *testing.T, text []byte, cuts ...int) {
	t.Helper()
	inPieces := func(h interface {
		io.Writer
		Reset()
	}) {
		h.Reset()
		start := 0
		for _, cut := range append(cuts, len(text)) {
			h.Write(text[start:cut])
			start = cut
		}
	}
	inPieces(w.together)
	for n := range w.schemes {
		i := (n + len(text)) % len(w.schemes) // each scheme is sometimes the first to end the text
		s := w.schemes[i]
		w.oneEach[i].Reset()
		w.oneEach[i].Write(text)
		want := outcomeOf(w.oneEach[i])
		inPieces(w.batched[i])
		for _, h := range []*Hasher{w.batched[i], w.together.Hashers()[i]} {
			if diff := cmp.Diff(want, outcomeOf(h), cmp.Comparer(func(a, b error) bool { return a == b })); diff != "" {
				t.Fatalf("%s: %+q cut at %d: features in batches, together: %v, differ from those one by one (-want +got):\n%s",
					s.def.ID, text, cuts, h == w.together.Hashers()[i], diff)
			}
		}
	}
}

// drawCuts draws ascending offsets in a text.
func drawCuts(random *rand.Rand, n int) (cuts []int) {
	for range random.IntN(6) {
		cuts = append(cuts, random.IntN(n+1))
	}
	slices.Sort(cuts)
	return cuts
}

// TestBatches checks that features in batches equal features one by one, in plain and other texts,
// short and long.
func TestBatches(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	ways := newBothWays(batched(t))
	long := strings.Repeat("long", 1023) + "l"
	texts := 80
	if testing.Short() {
		texts = 25
	}
	for range texts {
		var b strings.Builder
		most := 1 + random.IntN(12)
		if random.IntN(8) == 0 {
			most = 3000
		}
		odd := random.IntN(4) // of 12 words
		for range random.IntN(most) {
			switch n := random.IntN(12); {
			case n < odd:
				b.WriteString(sketchtest.Alphabet[random.IntN(len(sketchtest.Alphabet))])
			case n == 11 && random.IntN(20) == 0:
				b.WriteString(long[:random.IntN(len(long))] + " ")
			default:
				b.WriteString(sketchtest.Alphabet[random.IntN(8)] + " ")
			}
		}
		text := []byte(b.String())
		ways.check(t, text, drawCuts(random, len(text))...)
	}
	for _, text := range []string{"", "the", "the cat", "the cat sat", "the cat sat on", "中 the", "the\x80cat 中文 the cat"} {
		for cut := range len(text) {
			ways.check(t, []byte(text), cut)
		}
	}
}

// TestShinglesHaveRoom checks that shingles are hashed as by a featurizer, for any length and number
// of tokens.
func TestShinglesHaveRoom(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	text := make([]byte, 3*tokenizer.MaxToken)
	for i := range text {
		text[i] = byte('a' + random.IntN(26))
	}
	for width := 1; width <= maxShingleWidth; width++ {
		method := load(t, sketchtest.Define("x-shingles", "features: shingles", fmt.Sprint("width: ", width)), Resources{})
		var got, want []uint64
		s := newShingles(width, func(hashes []uint64) { got = append(got, hashes...) })
		f := newFeaturizer(method, func(feature []byte, _ int) { want = append(want, jenkins.Sum64(feature)) })
		for round := range 30 {
			longest := []int{1, 16, 100, tokenizer.MaxToken}[random.IntN(4)]
			var bounds []uint16
			for range random.IntN(2 * maxShingles) {
				start, n := random.IntN(len(text)-longest), 1+random.IntN(longest)
				bounds = append(bounds, uint16(start), uint16(start+n))
			}
			s.take(text, bounds)
			for i := 0; i < len(bounds); i += 2 {
				f.Token(text[bounds[i]:bounds[i+1]])
			}
			if round%10 == 9 { // another text
				s.close()
				f.close()
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("width %d: hashes of shingles (-want +got):\n%s", width, diff)
		}
	}
}

func FuzzBatches(f *testing.F) {
	ways := newBothWays(batched(f))
	for i := range sketchtest.Alphabet {
		f.Add([]byte("the cat "+sketchtest.Alphabet[i]+" sat on "+sketchtest.Alphabet[i]), uint16(9), uint16(12))
	}
	f.Fuzz(func(t *testing.T, text []byte, first, second uint16) {
		a, b := min(int(first), len(text)), min(int(second), len(text))
		ways.check(t, text, min(a, b), max(a, b))
	})
}

// TestCensus compares a census with a map of weights, also after reuse.
func TestCensus(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, tt := range []struct {
		hashes, of int
		most       int
		why        string
	}{
		{0, 1, 1, "nothing"},
		{3, 2, 5, "one part"},
		{5_000, 3_000, 1, "some parts, each hash once"},
		{5_000, 900, 4, "some parts, most hashes more often than counts"},
		{2*waitingAtMost + 9, 50, 3, "counted twice before the end, few distinct"},
		{waitingAtMost, 1 << 20, 1 << 10, "counted, and nothing after"},
		{3*waitingAtMost + 1, 1 << 17, 2, "the more are distinct the more wait"},
	} {
		var got []uint64
		c := census{most: tt.most, step: splitmix.Gamma, emit: func(elements []uint64) { got = append(got, elements...) }}
		for round := range 2 { // a census is used again
			got = got[:0]
			c.reset()
			weights := map[uint64]int{}
			var want []uint64
			hashes := make([]uint64, tt.hashes)
			for i := range hashes {
				// The high bits have many parts or one.
				h := random.Uint64N(uint64(tt.of)) << (round * 44)
				hashes[i] = h
				if w := weights[h]; w < tt.most {
					want = append(want, h+uint64(w)*splitmix.Gamma)
				}
				weights[h]++
			}
			for len(hashes) > 0 {
				n := 1 + random.IntN(min(len(hashes), 1000))
				c.take(hashes[:n])
				hashes = hashes[n:]
			}
			if c.isEmpty() != (len(weights) == 0) {
				t.Errorf("%d of %d: isEmpty is %v: %s", tt.hashes, tt.of, c.isEmpty(), tt.why)
			}
			for range 2 { // asking twice gives the same result
				if n := c.distinct(); n != len(weights) {
					t.Errorf("%d of %d: %d are distinct, want %d: %s", tt.hashes, tt.of, n, len(weights), tt.why)
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%d of %d: %d elements, want %d: %s", tt.hashes, tt.of, len(got), len(want), tt.why)
			}
		}
	}
}

// TestHashersShare checks that schemes with the same rules share a tokenizer, and those with the
// same shingles hash them once.
func TestHashersShare(t *testing.T) {
	g := NewGroup(registry()...)
	if len(g.tokenizers) != 2 {
		t.Errorf("%d tokenizers: want one of sd1 and one of the others", len(g.tokenizers))
	}
	if all := g.Hashers(); all[2].shingles == nil || all[2].shingles != all[3].shingles {
		t.Error("mh1 and mw1 do not share their shingles")
	}
	text, room := []byte(strings.Repeat("The quick brown Füchse ", 100)), make([]byte, 0, 128)
	if n := testing.AllocsPerRun(10, func() {
		g.Reset()
		g.Write(text)
		for _, h := range g.Hashers() {
			h.AppendSketch(room[:0])
		}
	}); n > 0 {
		t.Errorf("%v allocations a text, want none", n)
	}
}

// TestHashersShareClusters checks schemes with the same rules. Each weighs the single clusters,
// which are noted once.
func TestHashersShareClusters(t *testing.T) {
	const text = "中文，日本語。の か\u3099 ภาษาไทย 𠀀中文 the cat"
	want := oneByOne(sm1)
	want.Write([]byte(text))
	g := NewGroup(sm1, mh1, sm1)
	g.Write([]byte(text))
	for _, i := range []int{0, 2} {
		if diff := cmp.Diff(outcomeOf(want), outcomeOf(g.Hashers()[i])); diff != "" {
			t.Errorf("sm1, hasher %d of three (-want +got):\n%s", i, diff)
		}
	}
}

// TestHashersErrors checks that a nil Method and a failing external tokenizer cause errors, while
// the others get the text.
func TestHashersErrors(t *testing.T) {
	g := NewGroup(sm1, nil)
	if n, err := g.Write([]byte("the cat")); n != 7 || err != errZero {
		t.Errorf("a nil Method: %d, %v", n, err)
	}
	want := sm1.Stages([]byte("the cat")).Sketch
	if got, err := g.Hashers()[0].AppendSketch(nil); !bytes.Equal(got, want) || err != nil {
		t.Errorf("%x, %v: want %x", got, err, want)
	}
	if _, err := g.Hashers()[1].AppendSketch(nil); err != errZero {
		t.Errorf("a nil Method: %v", err)
	}
	if _, err := g.Write([]byte("sat")); err == nil {
		t.Error("written after the end")
	}
	g.Reset()
	if _, err := g.Hashers()[0].AppendSketch(nil); err != ErrNoFeatures {
		t.Errorf("nothing after Reset: %v", err)
	}
}
