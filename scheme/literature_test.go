package scheme

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// Worked examples from the literature, run through whole schemes. MMDS is Leskovec, Rajaraman and
// Ullman, Mining of Massive Datasets, chapter 3.

// fewer returns the number of trials: an eighth in a short run.
func fewer(n int) int {
	if testing.Short() {
		return n / 8
	}
	return n
}

// common counts the elements that two ascending sets share, and those that only one has.
func common(a, b []uint64) (both, one int) {
	a, b = slices.Compact(slices.Clone(a)), slices.Compact(slices.Clone(b))
	for _, x := range a {
		if _, found := slices.BinarySearch(b, x); found {
			both++
		}
	}
	return both, len(a) + len(b) - 2*both
}

// resemblance is the Jaccard coefficient.
func resemblance(a, b []uint64) float64 {
	both, one := common(a, b)
	return float64(both) / float64(both+one)
}

// cosine returns the cosine of the sets as vectors of 0 and 1.
func cosine(a, b []uint64) float64 {
	both, one := common(a, b)
	n, m := len(slices.Compact(slices.Clone(a))), len(slices.Compact(slices.Clone(b)))
	if n+m != 2*both+one {
		panic("sets")
	}
	return float64(both) / math.Sqrt(float64(n)*float64(m))
}

func TestShinglesOfTheLiterature(t *testing.T) {
	for _, tt := range []struct {
		yaml string
		text string
		want []string // in order
		why  string
	}{
		{define("x-4", "features: characters", "width: 4"), "kkreallyrocks",
			[]string{"kkre", "krea", "real", "eall", "ally", "llyr", "lyro", "yroc", "rock", "ocks"}, "windows of four characters"},
		{define("x-4", "features: characters", "width: 4"), "KK really rocks!",
			[]string{"kkre", "krea", "real", "eall", "ally", "llyr", "lyro", "yroc", "rock", "ocks"}, "the same, as people write it"},
		{define("x-2", "features: characters", "width: 2"), "abcdabd", []string{"ab", "bc", "cd", "da", "ab", "bd"}, "MMDS example 3.3: ab appears twice"},
		{define("x-2", "features: shingles", "width: 2"), "the cat sat", []string{"the cat", "cat sat"}, "of two words"},
		{define("x-2", "features: shingles", "width: 2"), "the cat lay", []string{"the cat", "cat lay"}, "of two words"},
	} {
		var got []string
		st := load(t, tt.yaml, Resources{}).Method().Stages([]byte(tt.text))
		for _, f := range st.Features {
			got = append(got, f.Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.text, tt.why, diff)
		}
		if want := len(octetsOf(st.Features)); st.Distinct != want || len(st.Elements) != want {
			t.Errorf("%s: %d features, %d elements, want %d", tt.text, st.Distinct, len(st.Elements), want)
		}
	}
}

func TestResemblanceOfTheLiterature(t *testing.T) {
	words := define("x-words", "sketch: minhash-128", "hash: siphash-2-4")
	pairs := define("x-pairs", "sketch: minhash-128", "hash: siphash-2-4", "features: shingles", "width: 2")
	twos := define("x-twos", "sketch: minhash-128", "hash: siphash-2-4", "features: characters", "width: 2")
	for _, tt := range []struct {
		yaml      string
		a, b      string
		both, one int // features
		why       string
	}{
		{words, "the cat sat", "the cat lay", 2, 2, "words"},
		{pairs, "the cat sat", "the cat lay", 1, 2, "the shingle that both have, of three: 1/3"},
		{words, "r1 r2 r4", "r0 r2 r4 r5", 2, 3, "X/(X+Y): X rows that both have, Y that one has: 2/5"},
		{twos, "abcdabd", "cdabd", 4, 1, "MMDS example 3.3: without bc"},
		{words, "a d", "c", 0, 3, "MMDS figure 3.2: S1, S2"},
		{words, "a d", "a c d", 2, 1, "MMDS figure 3.2: S1, S4"},
	} {
		keys := fewer(2000)
		want := float64(tt.both) / float64(tt.both+tt.one)
		// The estimate is unbiased over the hash functions, even for short texts. The cut at 0 is
		// left out here.
		sum := 0.
		for k := range keys {
			s := load(t, tt.yaml, Resources{Key: fmt.Appendf(nil, "%016d", k)})
			a, b := s.Method().Stages([]byte(tt.a)), s.Method().Stages([]byte(tt.b))
			if both, one := common(a.Elements, b.Elements); both != tt.both || one != tt.one {
				t.Fatalf("%s, %s: %d and %d elements, want %d and %d: %s", tt.a, tt.b, both, one, tt.both, tt.one, tt.why)
			}
			d, err := ending(s, a).Distance(ending(s, b))
			if err != nil {
				t.Fatal(err)
			}
			sum += (float64(128-d)/128 - 1./256) / (1 - 1./256) / float64(keys)
		}
		if math.Abs(sum-want) > .45/math.Sqrt(float64(keys)) {
			t.Errorf("%s, %s: estimated %.4f on average, want %.4f: %s", tt.a, tt.b, sum, want, tt.why)
		}
	}
	// The signatures [1, 1] and [3, 1] agree in one of two slots.
	a, err := MH1.FromSketch(slices.Repeat([]byte{1, 1}, 64))
	if err != nil {
		t.Fatal(err)
	}
	b, err := MH1.FromSketch(slices.Repeat([]byte{3, 1}, 64))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		bits int
		want float64
		why  string
	}{
		{8, (.5 - 1./256) / (1 - 1./256), "half, less what chance has in it"},
		{4, (.5 - 1./16) / (1 - 1./16), "more chance"},
		{2, (.5 - 1./4) / (1 - 1./4), "1 and 3 differ in 2 bits"},
		{1, 1, "in 1 they do not"},
	} {
		if got, err := truncate(t, a, tt.bits).Similarity(truncate(t, b, tt.bits)); got != tt.want || err != nil {
			t.Errorf("%d bits: similarity %v, %v, want %v: %s", tt.bits, got, err, tt.want, tt.why)
		}
	}
}

// leastWidth chooses k (MMDS 3.2.2). A text of l characters has l-k+1 windows of k. With c
// characters in the alphabet there are c^k windows. c^k must be much larger, here a thousand times,
// or unrelated texts share windows by chance. Letters are not equally frequent, so MMDS counts 20.
func leastWidth(c, l int) int {
	for k := 1; ; k++ {
		if math.Pow(float64(c), float64(k)) >= 1000*float64(l-k+1) {
			return k
		}
	}
}

func TestLeastWidth(t *testing.T) {
	for _, tt := range []struct {
		c, l, want int
		advised    int
		why        string
	}{
		{20, 1_000, 5, 5, "a mail"},
		{20, 3_000, 5, 5, "a long mail: MMDS takes 5"},
		{20, 100_000, 7, 9, "an article: MMDS takes 9 as safe"},
		{20, 1_000_000, 7, 9, "a book"},
		{20, 500_000_000, 9, 9, "as far as 9 goes"},
		{2_000, 100, 2, 3, "words of a paragraph: the effective vocabulary is small"},
		{2_000, 5_000_000, 3, 3, "words of any book: mh1 and mw1 take 3"},
	} {
		if got := leastWidth(tt.c, tt.l); got != tt.want || got > tt.advised {
			t.Errorf("of %d, a text of %d: width %d, want %d, and advised are %d: %s", tt.c, tt.l, got, tt.want, tt.advised, tt.why)
		}
	}
	if w := MH1.Method().Definition().Width; w != 3 || MW1.Method().Definition().Width != w {
		t.Errorf("mh1 has shingles of %d words, want those of this test", w)
	}

	// The rule holds for texts of random letters. With the least width they have nothing in common;
	// with a width less by two they do, by chance.
	rnd := rand.New(rand.NewPCG(20, 5))
	random := func(l int) []byte {
		text := make([]byte, l)
		for i := range text {
			text[i] = 'a' + byte(rnd.IntN(20))
		}
		// Words must not be too long; without blanks they run together.
		for i := 79; i < l; i += 80 {
			text[i] = ' '
		}
		return text
	}
	for _, l := range []int{1_000, 100_000} {
		a, b := random(l), random(l)
		k := leastWidth(20, l)
		for width := 1; width <= 9; width++ {
			s := load(t, define("x-a", "features: characters", fmt.Sprintf("width: %d", width)), Resources{})
			j := resemblance(s.Method().Stages(a).Elements, s.Method().Stages(b).Elements)
			// The probability that each of n windows is among n others of c^k.
			chance := 1 - math.Exp(-float64(l)/math.Pow(20, float64(width)))
			t.Logf("%d letters, width %d: resemblance %.4f by chance, expected %.4f", l, width, j, chance/(2-chance))
			if math.Abs(j-chance/(2-chance)) > .03 {
				t.Errorf("%d letters, width %d: resemblance %.4f by chance, want %.4f", l, width, j, chance/(2-chance))
			}
			if width >= k && j > .001 {
				t.Errorf("%d letters, width %d: resemblance %.4f, want less than 1/1000", l, width, j)
			}
			if width == k-3 && j < .05 {
				t.Errorf("%d letters, width %d: resemblance %.4f: the rule asks for too much", l, width, j)
			}
		}
	}

	// Width 5 separates unrelated English texts of the length of a mail, and narrower widths do not.
	article, other := example(t, "lighthouse.en.txt"), example(t, "tidal-mill.en.txt")
	last := 1.
	for width := 1; width <= 9; width++ {
		s := load(t, define("x-a", "features: characters-and-blanks", fmt.Sprintf("width: %d", width)), Resources{})
		j := resemblance(s.Method().Stages(article).Elements, s.Method().Stages(other).Elements)
		t.Logf("width %d: %.3f", width, j)
		if j >= last {
			t.Errorf("width %d: resemblance %.3f, no less than of width %d", width, j, width-1)
		}
		if width <= 2 && j < .4 || width >= 5 && j > .15 || width == 9 && j > .02 {
			t.Errorf("width %d: resemblance %.3f", width, j)
		}
		last = j
	}
}

// TestCosineAndResemblance checks theorem 1 of Shrivastava and Li, In Defense of MinHash over
// SimHash (2014). For sets with cosine S and resemblance R, S² ≤ R ≤ S/(2-S).
func TestCosineAndResemblance(t *testing.T) {
	within := func(s, r, slack float64) bool { return s*s <= r+slack && r <= s/(2-s)+slack }
	s := load(t, define("x-a"), Resources{})
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SliceOfNDistinct(rapid.SampledFrom(strings.Split("abcdefghijklmnopqrstuvwxyz", "")), 1, -1, rapid.ID)
		a, b := s.Method().Elements(draw.Draw(t, "a")), s.Method().Elements(draw.Draw(t, "b"))
		if c, r := cosine(a, b), resemblance(a, b); !within(c, r, 1e-12) {
			t.Fatalf("cosine %v, resemblance %v", c, r)
		}
	})

	// Exact values and estimates on real texts, one word a feature, over many keys.
	keys := fewer(400)
	simHash := define("x-a", "hash: siphash-2-4")
	minHash := define("x-a", "hash: siphash-2-4", "sketch: minhash-128")
	article, other := string(example(t, "lighthouse.en.txt")), string(example(t, "tidal-mill.en.txt"))
	half := article[:len(article)/2]
	for _, tt := range []struct {
		a, b string
		why  string
	}{
		{article, string(example(t, "lighthouse-edited.en.txt")), "an edited article"},
		{article, half, "its first half: sets of two sizes"},
		{article, article + other, "with another set after it"},
		{half, article[len(half):], "its halves: what is common to one article"},
		{article, other, "two articles: what is common to one language"},
		{article, strings.ToUpper(article), "the same words"},
		{article, article[:200], "a tenth of it"},
	} {
		var sumCos, sumDistance, sumR float64
		exactS, exactR := -1., -1.
		for k := range keys {
			key := fmt.Appendf(nil, "%016d", k)
			angle, resembling := load(t, simHash, Resources{Key: key}), load(t, minHash, Resources{Key: key})
			a, b := angle.Method().Stages([]byte(tt.a)), angle.Method().Stages([]byte(tt.b))
			exactS, exactR = cosine(a.Elements, b.Elements), resemblance(a.Elements, b.Elements)
			d, err := ending(angle, a).Distance(ending(angle, b))
			if err != nil {
				t.Fatal(err)
			}
			sumDistance += float64(d) / float64(keys)
			sumCos += math.Cos(math.Pi*float64(d)/simhash.Bits) / float64(keys)
			r, err := sum(t, resembling, tt.a).Similarity(sum(t, resembling, tt.b))
			if err != nil {
				t.Fatal(err)
			}
			sumR += r / float64(keys)
		}
		estimatedS := math.Cos(math.Pi * sumDistance / simhash.Bits)
		t.Logf("%s: cosine %.4f, estimated %.4f (%.4f as a mean of cosines); resemblance %.4f, estimated %.4f; %.4f ≤ R ≤ %.4f",
			tt.why, exactS, estimatedS, sumCos, exactR, sumR, exactS*exactS, exactS/(2-exactS))
		if !within(exactS, exactR, 1e-12) {
			t.Errorf("%s: cosine %v, resemblance %v", tt.why, exactS, exactR)
		}
		// Four standard errors of each mean.
		p := math.Acos(exactS) / math.Pi
		slackS := 4 * math.Pi * math.Sqrt(p*(1-p)/simhash.Bits/float64(keys)) * math.Sqrt(1-exactS*exactS)
		slackR := 4 * math.Sqrt((exactR*(1-exactR)+1./256)/128/float64(keys))
		if math.Abs(estimatedS-exactS) > slackS+.01 { // hashes of few words are not Gaussian
			t.Errorf("%s: cosine estimated %.4f, want %.4f ± %.4f", tt.why, estimatedS, exactS, slackS)
		}
		if math.Abs(sumR-exactR) > slackR {
			t.Errorf("%s: resemblance estimated %.4f, want %.4f ± %.4f", tt.why, sumR, exactR, slackR)
		}
		if !within(estimatedS, sumR, 2*(slackS+.01)+slackR) {
			t.Errorf("%s: estimated cosine %.4f, resemblance %.4f", tt.why, estimatedS, sumR)
		}
	}
}

// TestEstimates draws random sets of words with a known cosine or resemblance. It estimates them by
// SimHash of 64 and 128 bits, and MinHash with one permutation and with 128.
func TestEstimates(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const size = 300
	trials := fewer(320)
	for _, tt := range []struct {
		sketch sketch.Kind
		want   func(common float64) float64 // mean distance of two sets that have that share in common
		sigma  func(want float64) float64   // of one distance
	}{
		{sketch.SimHash64, func(c float64) float64 { return 64 * math.Acos(c) / math.Pi }, func(d float64) float64 { return math.Sqrt(d * (1 - d/64)) }},
		{sketch.SimHash128, func(c float64) float64 { return 128 * math.Acos(c) / math.Pi }, func(d float64) float64 { return math.Sqrt(d * (1 - d/128)) }},
		{sketch.MinHash128, func(c float64) float64 { return 128 * (1 - c/(2-c)) * 255 / 256 }, func(d float64) float64 { return math.Sqrt(d * (1 - d/128)) }},
		{sketch.MinHash128Permuted, func(c float64) float64 { return 128 * (1 - c/(2-c)) * 255 / 256 }, func(d float64) float64 { return math.Sqrt(d * (1 - d/128)) }},
	} {
		s := load(t, define("x-a", "sketch: "+string(tt.sketch)), Resources{})
		for _, share := range []float64{.95, .8, .5, .1} {
			sum, squares := 0., 0.
			want := tt.want(share)
			for range trials {
				a, b := s.New(), s.New()
				for i := range size {
					word := fmt.Sprintf("w%d ", rnd.Uint64())
					a.Write([]byte(word))
					if i >= int(math.Round(share*size)) {
						word = fmt.Sprintf("w%d ", rnd.Uint64())
					}
					b.Write([]byte(word))
				}
				x, _ := a.Fingerprint()
				y, err := b.Fingerprint()
				if err != nil {
					t.Fatal(err)
				}
				d, err := x.Distance(y)
				if err != nil {
					t.Fatal(err)
				}
				sum += float64(d) / float64(trials)
				squares += (float64(d) - want) * (float64(d) - want) / float64(trials)
			}
			sigma := tt.sigma(want)
			t.Logf("%s, %.0f%% in common: distance %.2f on average, expected %.2f; deviation %.2f, expected %.2f",
				tt.sketch, 100*share, sum, want, math.Sqrt(squares), sigma)
			if math.Abs(sum-want) > 4*sigma/math.Sqrt(float64(trials))+.01*want {
				t.Errorf("%s, %.0f%% in common: distance %.2f on average, want %.2f", tt.sketch, 100*share, sum, want)
			}
			if r := math.Sqrt(squares) / sigma; !testing.Short() && (r < .8 || r > 1.2) {
				t.Errorf("%s, %.0f%% in common: deviation %.2f, want %.2f", tt.sketch, 100*share, math.Sqrt(squares), sigma)
			}
		}
	}
}
