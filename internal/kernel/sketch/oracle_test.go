package sketch

import (
	"bytes"
	gocmp "cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// The oracle is package rules. Private schemes may do what no rule describes, so parts of its
// chapter 5 are replaced for them.

// resources are a private scheme's resources in a form for the oracle.
type resources struct {
	stop        []string       // tokens
	documents   int            // N
	frequencies map[string]int // n of a feature
}

// plainHash returns chapter 6, or the private hash of a scheme.
func plainHash(s *Method) func(octets []byte) uint64 {
	if s.def.Hash == Jenkins {
		return rules.NewHash().Sum
	}
	return s.hash
}

// plainFeatures returns chapter 5 for a scheme, up to the weights of features.
func plainFeatures(s *Method, r resources) *rules.Features {
	d := s.def
	f := rules.NewFeatures(rules.Scheme{
		ClusterWeight: d.Clusters,
		KanaWeight:    gocmp.Or(d.KanaClusters, d.Clusters),
	}, plainHash(s))
	find := f.Find
	switch d.Features {
	case Shingles:
		find = rules.Shingles(d.Width, " ")
	case Characters:
		find = func(tokens []string) []rules.Feature {
			return rules.Shingles(d.Width, "")(strings.Split(strings.Join(tokens, ""), ""))
		}
	case CharactersAndBlanks:
		find = func(tokens []string) []rules.Feature {
			return rules.Shingles(d.Width, "")(strings.Split(strings.Join(tokens, " "), ""))
		}
	}
	f.Find = func(tokens []string) []rules.Feature {
		var words []string
		for _, word := range tokens {
			if d.Digits == "drop" {
				word = withoutDigits(word)
			}
			if word != "" && !slices.Contains(r.stop, word) {
				words = append(words, word)
			}
		}
		return find(words)
	}
	return f
}

// withoutDigits returns a word without its decimal digits, or "" if the rest is not a word.
func withoutDigits(word string) string {
	word = strings.Map(func(r rune) rune {
		if ucd.CategoryOf(r) == ucd.Nd {
			return -1
		}
		return r
	}, word)
	if !strings.ContainsFunc(word, ucd.IsAlphabetic) {
		return ""
	}
	return word
}

// weigh replaces the weights of f by those of a scheme.
func weigh(f *rules.Features, d Definition, r resources) {
	sum := func(weights []int) (n int) {
		for _, w := range weights {
			n += w
		}
		return n
	}
	minHash := strings.HasPrefix(string(d.Sketch), "minhash")
	switch {
	case d.Weights == Distinct && minHash:
		f.Weigh = func([]int) int { return 1 }
	case d.Weights == Distinct: // R5.2
	case d.Weights == Occurrences:
		f.Weigh = func(weights []int) int {
			if d.MaxOccurrences > 0 {
				weights = weights[:min(len(weights), d.MaxOccurrences)]
			}
			if minHash {
				return len(weights)
			}
			return sum(weights)
		}
		if minHash {
			f.Element = f.Occurrence
		}
	default: // by the frequency of a feature
		find := f.Find
		f.Find = func(tokens []string) []rules.Feature {
			list := find(tokens)
			for i, feature := range list {
				n := r.frequencies[feature.Octets]
				list[i].Weight *= int(math.Floor(16 * math.Log2(float64(r.documents+1)/float64(n+1))))
			}
			return slices.DeleteFunc(list, func(feature rules.Feature) bool { return feature.Weight == 0 })
		}
		f.Weigh = sum
	}
}

// plainSketch is chapter 7, with the sketches that only private schemes have.
func plainSketch(kind Kind, elements []uint64) (data []byte) {
	var mixed []uint64
	for _, x := range elements {
		mixed = append(mixed, rules.Mix64(x))
	}
	simHash, minHash := rules.NewSimHash(), rules.NewMinHash()
	switch kind {
	case SimHash64:
		return simHash.Sketch(simHash.Counters(elements))
	case SimHash128:
		return append(simHash.Sketch(simHash.Counters(elements)), simHash.Sketch(simHash.Counters(mixed))...)
	case MinHash128Permuted:
		for i := range uint64(128) {
			least := uint64(math.MaxUint64)
			for _, x := range elements {
				least = min(least, rules.Mix64(x^rules.Mix64(i+1)))
			}
			data = append(data, byte(rules.Mix64(least)))
		}
		return data
	}
	data, err := minHash.Stored(minHash.Full(elements))
	if err != nil {
		panic(err)
	}
	return data
}

func TestOracle(t *testing.T) {
	type subject struct {
		*Method
		resources resources
	}
	var subjects []subject
	for _, s := range registry() {
		subjects = append(subjects, subject{s, resources{}})
	}
	for _, x := range sketchtest.Experiments {
		subjects = append(subjects, subject{load(t, x.YAML, sketchtest.Gear), resources{
			stop:        x.Stop,
			documents:   100,
			frequencies: map[string]int{"the": 100, "cat": 50, "mat": 1, "ไทย": 0, "中": 99, "die strasse": 3, "the cat": 7},
		}})
	}
	for _, s := range subjects {
		t.Run(s.def.ID, func(t *testing.T) {
			h := s.New()
			rapid.Check(t, func(t *rapid.T) {
				text := sketchtest.DrawText(t, "text")
				st := s.Stages(text)
				tokens := s.Rules().Tokens(text)
				if diff := cmp.Diff(tokens, st.Tokens); diff != "" {
					t.Fatalf("tokens of %+q (-want +got):\n%s", text, diff)
				}
				f := plainFeatures(s.Method, s.resources)
				var want []Feature
				for _, feature := range f.Find(tokens) {
					want = append(want, Feature{feature.Octets, f.Hash([]byte(feature.Octets)), feature.Weight})
				}
				if diff := cmp.Diff(want, st.Features); diff != "" {
					t.Fatalf("features of %+q (-want +got):\n%s", tokens, diff)
				}
				weigh(f, s.def, s.resources)
				elements, distinct := f.Elements(tokens)
				if diff := cmp.Diff(elements, st.Elements); diff != "" {
					t.Fatalf("elements of %+q (-want +got):\n%s", tokens, diff)
				}
				if diff := cmp.Diff(elements, s.Elements(tokens)); diff != "" {
					t.Fatalf("Elements(%+q) (-want +got):\n%s", tokens, diff)
				}
				if st.Distinct != distinct {
					t.Fatalf("%d distinct features of %+q, want %d", st.Distinct, tokens, distinct)
				}

				h.Reset()
				sketchtest.WriteCut(t, h, text)
				got, err := h.AppendSketch(nil)
				if !bytes.Equal(got, st.Sketch) {
					t.Fatalf("in pieces %x, stage by stage %x", got, st.Sketch)
				}
				if h.CountFeatures() != distinct {
					t.Fatalf("%d features of %+q in pieces, want %d", h.CountFeatures(), tokens, distinct)
				}
				if distinct == 0 {
					if err != ErrNoFeatures || got != nil {
						t.Fatalf("no features: %x, %v, want %v", got, err, ErrNoFeatures)
					}
					return
				}
				if diff := cmp.Diff(plainSketch(s.def.Sketch, elements), got); diff != "" {
					t.Fatalf("sketch of %+q (-want +got):\n%s", tokens, diff)
				}
			})
		})
	}
}
