package minhash

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
)

// TestSimilarityIsExact checks all results: each is the double nearest to the exact quotient.
func TestSimilarityIsExact(t *testing.T) {
	for _, bits := range widths {
		chance := big.NewRat(1, 1<<bits)
		for d := range Slots + 1 {
			r := big.NewRat(int64(Slots-d), Slots)
			r.Sub(r, chance).Quo(r, new(big.Rat).Sub(big.NewRat(1, 1), chance))
			if r.Sign() < 0 {
				r.SetInt64(0)
			}
			want, _ := r.Float64()
			if got := Similarity(d, bits); got != want || math.Signbit(got) {
				t.Errorf("Similarity(%d, %d) = %v, want %v", d, bits, got, want)
			}
		}
	}
}

func TestSimilarity(t *testing.T) {
	for _, tt := range []struct {
		distance, bits    int
		similarity, sigma float64
		why               string
	}{
		{0, 8, 1, 0, "all agree"},
		{128, 8, 0, 0, "none does: less than by chance, and not below 0"},
		{64, 8, 0.4980392156862745, 0.04436748430974416, "half agree, a few of them by chance"},
		{51, 8, 0.6, 0.04344254713942064, "77·256 − 128 of 128·255: 19584/32640"},
		{28, 4, 0.7666666666666667, 0.03897559777889523, "the same 100 slots at 4 bits"},
		{28, 2, 0.7083333333333334, 0.048719497223619034, "at 2 bits"},
		{28, 1, 0.5625, 0.07307924583542855, "at 1 bit"},
		{64, 1, 0, 0.08838834764831845, "half of the bits agree by chance, and there is no -0"},
		{95, 2, 0.010416666666666666, 0.05155164816361759, "one slot more than by chance"},
	} {
		if got := Similarity(tt.distance, tt.bits); got != tt.similarity {
			t.Errorf("Similarity(%d, %d) = %v, want %v: %s", tt.distance, tt.bits, got, tt.similarity, tt.why)
		}
		if got := StandardError(tt.distance, tt.bits); got != tt.sigma {
			t.Errorf("StandardError(%d, %d) = %v, want %v: %s", tt.distance, tt.bits, got, tt.sigma, tt.why)
		}
	}
}

// jaccard follows the definition.
func jaccard(a, b []string) float64 {
	count := make(map[string]int) // 1: in a, 2: in b, 3: in both
	for _, x := range a {
		count[x] |= 1
	}
	for _, x := range b {
		count[x] |= 2
	}
	both := 0
	for _, in := range count {
		if in == 3 {
			both++
		}
	}
	return float64(both) / float64(len(count))
}

func shingles(text, sep string, n int) (s []string) {
	units := strings.Split(text, sep)
	for i := range len(units) - n + 1 {
		s = append(s, strings.Join(units[i:i+n], sep))
	}
	return s
}

// TestLiterature has worked examples from the literature. MMDS is Leskovec, Rajaraman and Ullman,
// Mining of Massive Datasets, chapter 3. The estimate is the mean over many hashes. It is near the
// fraction only if it is unbiased, even for short texts.
func TestLiterature(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	words := strings.Fields
	for _, tt := range []struct {
		a, b []string
		want float64
		why  string
	}{
		{words("the cat sat"), words("the cat lay"), 2. / 4, "words: 2 in both, 4 in one or both"},
		{shingles("the cat sat", " ", 2), shingles("the cat lay", " ", 2), 1. / 3, "2-shingles: 1 of 3"},
		{words("1 2 4"), words("0 2 4 5"), 2. / 5, "X/(X+Y), with X rows that both have and Y that one has"},
		{words("a d"), words("c"), 0, "MMDS figure 3.2: S1, S2"},
		{words("a d"), words("b d e"), 1. / 4, "MMDS figure 3.2: S1, S3"},
		{words("a d"), words("a c d"), 2. / 3, "MMDS figure 3.2: S1, S4"},
		{words("a b c d e"), words("c d e f g h"), 3. / 8, "MMDS figure 3.1: 3 of 8"},
		{shingles("abcdabd", "", 2), words("ab bc cd da bd"), 1, "MMDS example 3.3: ab occurs twice and is one"},
	} {
		if got := jaccard(tt.a, tt.b); got != tt.want {
			t.Errorf("%v, %v: J = %v, want %v: %s", tt.a, tt.b, got, tt.want, tt.why)
		}
		const hashes = 4000
		sum := 0.
		for range hashes {
			seed := rnd.Uint64()
			sketch := func(set []string) []byte {
				var m Minima
				for _, x := range set {
					m.Add(jenkins.Sum64([]byte(x)) ^ seed)
				}
				stored, _ := m.Stored()
				return stored[:]
			}
			d, bits := Distance(sketch(tt.a), sketch(tt.b))
			sum += unclipped(d, bits)
		}
		if mean := sum / hashes; math.Abs(mean-tt.want) > .005 {
			t.Errorf("%v, %v: the mean estimate is %.4f, want %.4f: %s", tt.a, tt.b, mean, tt.want, tt.why)
		}
	}
}

// TestSignatures checks that the signatures [1, 1] and [3, 1] agree in one of two slots. The
// estimate of 64 such pairs is ½, less the 1/256 that agrees by chance.
func TestSignatures(t *testing.T) {
	a, b := slices.Repeat([]byte{1, 1}, 64), slices.Repeat([]byte{3, 1}, 64)
	d, bits := Distance(a, b)
	if share := 1 - float64(d)/Slots; share != .5 {
		t.Errorf("%v of the slots agree, want .5", share)
	}
	if got, want := Similarity(d, bits), (.5-1./256)/(1-1./256); got != want {
		t.Errorf("similarity %v, want %v", got, want)
	}
}

// squares returns, for unions of up to most elements, the expected sum of squares over the filled
// slots. Each square is of the number of slots that the filled slot stands for, itself and as a
// donor. The sum is 128 if all are filled, and 128² if one is.
func squares(most int) []float64 {
	expected := make([]float64, most+1)
	filled := make([]float64, Slots+1) // probability that this number of slots is filled
	filled[0] = 1
	for f := 1; f <= most; f++ {
		for n := min(f, Slots); n > 0; n-- {
			filled[n] = filled[n]*float64(n)/Slots + filled[n-1]*float64(Slots-n+1)/Slots
		}
		filled[0] = 0
		for n := 1; n <= min(f, Slots); n++ {
			full, empty := float64(n), float64(Slots-n)
			expected[f] += filled[n] * (full + 3*empty - empty/full + empty*empty/full)
		}
	}
	return expected
}

// variance returns the variance of the densified estimate, without the cut at 0. union is the
// number of elements. squares is the result of [squares] for it. Shared donors increase the
// variance beyond that of independent slots. An element is the minimum of only one slot, which
// reduces it.
func variance(jaccard float64, union int, squares float64, bits int) float64 {
	slots := jaccard * (1 - jaccard) * (squares - (Slots*Slots-squares)/float64(union-1)) / (Slots * Slots)
	return slots + byChance(jaccard, bits)
}

// independent returns the variance if each slot has its own permutation.
func independent(jaccard float64, bits int) float64 {
	return jaccard*(1-jaccard)/Slots + byChance(jaccard, bits)
}

// byChance returns the variance from slots that agree by chance.
func byChance(jaccard float64, bits int) float64 {
	p := math.Ldexp(1, -bits)
	return (1 - jaccard) * p / (1 - p) / Slots
}

// sets draws two sets of n elements with roughly this Jaccard coefficient. It returns the exact
// coefficient.
func sets(rnd *rand.Rand, n int, about float64) (a, b []uint64, exact float64) {
	common := int(math.Round(2 * float64(n) * about / (1 + about)))
	for i := range n {
		x := rnd.Uint64()
		a = append(a, x)
		if i >= common {
			x = rnd.Uint64()
		}
		b = append(b, x)
	}
	return a, b, float64(common) / float64(2*n-common)
}

// unclipped is [Similarity] without the cut at 0. Only this has no bias.
func unclipped(distance, bits int) float64 {
	p := math.Ldexp(1, -bits)
	return (float64(Slots-distance)/Slots - p) / (1 - p)
}

// tally collects errors of estimates, each divided by its theoretical standard deviation.
type tally struct{ n, sum, squares float64 }

func (t *tally) add(z float64) { t.n++; t.sum += z; t.squares += z * z }

// bias returns the mean divided by its standard error.
func (t *tally) bias() float64 { return t.sum / math.Sqrt(t.n) }

func (t *tally) rms() float64 { return math.Sqrt(t.squares / t.n) }

// TestEstimate checks that the estimate is unbiased and as exact as theory says, at each width and
// size.
func TestEstimate(t *testing.T) {
	pairs := 9999
	if testing.Short() {
		pairs = 999
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	sizes := []int{50, 200, 1000}
	expected := squares(2000)
	type key struct{ bits, size int }
	tallies := make(map[key]*tally)
	covered := make(map[key]int)
	for i := range pairs {
		n := sizes[i%len(sizes)]
		one, two, exact := sets(rnd, n, .1+.85*rnd.Float64())
		union := int(math.Round(2 * float64(n) / (1 + exact)))
		a, b := of(one), of(two)
		x, _ := a.Stored()
		y, _ := b.Stored()
		for _, bits := range widths {
			d, _ := Distance(Truncate(x[:], bits), y[:])
			estimate := unclipped(d, bits)
			if got := Similarity(d, bits); math.Abs(got-max(0, estimate)) > 1e-15 {
				t.Fatalf("Similarity(%d, %d) = %v, want %v", d, bits, got, max(0, estimate))
			}
			z := (estimate - exact) / math.Sqrt(variance(exact, union, expected[union], bits))
			for _, k := range []key{{bits, n}, {bits, 0}} {
				if tallies[k] == nil {
					tallies[k] = new(tally)
				}
				tallies[k].add(z)
				if math.Abs(estimate-exact) <= 1.96*StandardError(d, bits) {
					covered[k]++
				}
			}
		}
	}
	for _, bits := range widths {
		for _, n := range append(sizes, 0) {
			k := key{bits, n}
			got := tallies[k]
			share := float64(covered[k]) / got.n
			name := fmt.Sprintf("%d bits, sets of %d", bits, n)
			if n == 0 {
				name = fmt.Sprintf("%d bits, all %d pairs", bits, pairs)
			}
			t.Logf("%s: mean error %+.2f standard errors of itself, rms %.3f of theory, %.1f%% within 1.96 StandardError",
				name, got.bias(), got.rms(), 100*share)
			if math.Abs(got.bias()) > 3.5 {
				t.Errorf("%s: the mean error is %+.2f standard errors from 0", name, got.bias())
			}
			if got.rms() > 1.1 || got.rms() < 1/1.1 {
				t.Errorf("%s: rms error %.3f of what theory gives", name, got.rms())
			}
			if share < .91 || share > .99 {
				t.Errorf("%s: %.1f%% of the estimates are within 1.96 StandardError, want 95%%", name, 100*share)
			}
		}
	}
}

// TestDensifiedBesideIndependent shows why short texts get no other sketch. With 128 permutations,
// their error would be at best a fifth less. They could not be compared with long texts. For these,
// one permutation is better at an eightieth of the cost (BenchmarkText). The third column assumes
// that empty slots are stored as such; it compares the minima. Theory assumes random donors; those
// of the definition are slightly better.
func TestDensifiedBesideIndependent(t *testing.T) {
	trials, slack := 1000, 1.1
	if testing.Short() {
		trials, slack = 100, 1.3
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	expected := squares(2000)
	table := "\n| elements | J | densified | 128 permutations | filled slots only | densified / 128 | theory |\n|---:|---:|---:|---:|---:|---:|---:|\n"
	for _, n := range []int{5, 10, 20, 50, 100, 200, 1000} {
		for _, about := range []float64{.3, .5, .8} {
			var densified, permuted, filled tally
			var exact float64
			for range trials {
				var one, two []uint64
				one, two, exact = sets(rnd, n, about)
				a, b := of(one), of(two)
				var p, q Permuted
				for i := range one {
					p.Add(one[i])
					q.Add(two[i])
				}
				estimate := func(x, y [Slots]byte) float64 {
					return unclipped(Distance(x[:], y[:]))
				}
				x, _ := a.Stored()
				y, _ := b.Stored()
				densified.add(estimate(x, y) - exact)
				x, _ = p.Stored()
				y, _ = q.Stored()
				permuted.add(estimate(x, y) - exact)
				same, either := 0, 0
				for i := range Slots {
					if v, w := a.least(i), b.least(i); min(v, w) != noValue {
						either++
						if v == w {
							same++
						}
					}
				}
				filled.add(float64(same)/float64(either) - exact)
			}
			union := int(math.Round(2 * float64(n) / (1 + exact)))
			theory := math.Sqrt(variance(exact, union, expected[union], 8))
			binomial := math.Sqrt(independent(exact, 8))
			table += fmt.Sprintf("| %d | %.3f | %.4f | %.4f | %.4f | %.2f | %.2f |\n", n, exact,
				densified.rms(), permuted.rms(), filled.rms(), densified.rms()/permuted.rms(), theory/binomial)
			if r := densified.rms() / theory; r > slack || r < 1/slack {
				t.Errorf("%d elements, J = %.3f: densified: rms error %.4f, theory %.4f", n, exact, densified.rms(), theory)
			}
			if r := permuted.rms() / binomial; r > slack || r < 1/slack {
				t.Errorf("%d elements, J = %.3f: 128 permutations: rms error %.4f, theory %.4f", n, exact, permuted.rms(), binomial)
			}
			if theory/binomial > 1.3 || n >= 100 && theory/binomial > 1 {
				t.Errorf("%d elements, J = %.3f: densified is %.2f times as far off as 128 permutations", n, exact, theory/binomial)
			}
		}
	}
	t.Log(table)
}

// BenchmarkText measures a whole text: its elements and its stored form. Below a dozen elements,
// the search for donors takes most of the time.
func BenchmarkText(b *testing.B) {
	for _, n := range []int{5, 10, 20, 50, 100, 200, 1000} {
		perElement := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
		}
		elements := numbers(uint64(n))
		b.Run(fmt.Sprintf("%d/one permutation", n), func(b *testing.B) {
			for b.Loop() {
				var m Minima
				for _, x := range elements {
					m.Add(x)
				}
				m.Stored()
			}
			perElement(b)
		})
		b.Run(fmt.Sprintf("%d/128 permutations", n), func(b *testing.B) {
			for b.Loop() {
				var m Permuted
				for _, x := range elements {
					m.Add(x)
				}
				m.Stored()
			}
			perElement(b)
		})
	}
}
