package scheme

import (
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// The oracle is chapters 5 and 7 written down once more, each rule over the whole
// list, with no thought of speed or streaming. Tokens and hashes have oracles of
// their own.

// oracleGear is what an oracle knows of a private scheme's resources.
type oracleGear struct {
	stop        []string       // tokens
	documents   int            // N
	frequencies map[string]int // n of a feature
}

// oracleFeatures is R5.1, R5.4 and R5.5, in order, repeated ones too.
func oracleFeatures(d Definition, gear oracleGear, tokens []string) (features []Feature) {
	words := tokens[:0:0]
	for _, word := range tokens {
		if d.Digits == "drop" {
			word = strings.Map(func(r rune) rune {
				if ucd.CategoryOf(r) == ucd.Nd {
					return -1
				}
				return r
			}, word)
			if !strings.ContainsFunc(word, func(r rune) bool { return ucd.Lookup(r).Alphabetic }) {
				continue
			}
		}
		if !slices.Contains(gear.stop, word) {
			words = append(words, word)
		}
	}
	var pieces []string
	separator := ""
	switch d.Features {
	case Tokens:
		for _, word := range words {
			features = append(features, Feature{Octets: word, Weight: 1})
			if d.Clusters > 0 {
				for _, cluster := range oracleClusters(word) {
					weight := d.Clusters
					if first := []rune(cluster)[0]; d.KanaClusters > 0 &&
						!unicode.In(first, unicode.Han, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
						weight = d.KanaClusters
					}
					features = append(features, Feature{Octets: cluster, Weight: weight})
				}
			}
		}
		return features
	case Shingles:
		pieces, separator = words, " "
	case Characters:
		pieces = strings.Split(strings.Join(words, ""), "")
	case CharactersAndBlanks:
		pieces = strings.Split(strings.Join(words, " "), "")
	}
	if len(pieces) > 0 && len(pieces) < d.Width {
		return []Feature{{Octets: strings.Join(pieces, separator), Weight: 1}}
	}
	for i := 0; i+d.Width <= len(pieces); i++ {
		features = append(features, Feature{Octets: strings.Join(pieces[i:i+d.Width], separator), Weight: 1})
	}
	return features
}

// oracleClusters is R4.7 on a token, which is of one class.
func oracleClusters(token string) (clusters []string) {
	for i, r := range token {
		p := ucd.Lookup(r)
		switch p.Script {
		case ucd.Han, ucd.Hiragana, ucd.Katakana, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
			if p.Category == ucd.Nd && i == 0 {
				return nil
			}
		default:
			if i == 0 && !strings.ContainsRune("〆〱〲〳〴〵〼ー", r) {
				return nil
			}
		}
		if p.Category.String()[0] == 'M' {
			clusters[len(clusters)-1] += string(r)
		} else {
			clusters = append(clusters, string(r))
		}
	}
	return clusters
}

// oracleElements is R5.2 and R5.6, and the number of distinct features.
func oracleElements(s *Scheme, gear oracleGear, features []Feature) (elements []uint64, distinct int) {
	d := s.def
	occurrences := make(map[uint64][]int) // weights
	names := make(map[uint64]string)
	for _, f := range features {
		h := s.hash([]byte(f.Octets))
		occurrences[h] = append(occurrences[h], f.Weight)
		names[h] = f.Octets
	}
	minHash := strings.HasPrefix(string(d.Sketch), "minhash")
	for h, weights := range occurrences {
		distinct++
		if d.MaxOccurrences > 0 {
			weights = weights[:min(len(weights), d.MaxOccurrences)]
		}
		sum := 0
		for _, w := range weights {
			sum += w
		}
		switch {
		case d.Weights == Distinct && minHash:
			elements = append(elements, h)
		case d.Weights == Distinct:
			elements = append(elements, slices.Repeat([]uint64{h}, slices.Max(weights))...)
		case d.Weights == Occurrences && minHash:
			for k := range weights {
				elements = append(elements, h+uint64(k)*0x9E3779B97F4A7C15)
			}
		case d.Weights == Occurrences:
			elements = append(elements, slices.Repeat([]uint64{h}, sum)...)
		default:
			n := gear.frequencies[names[h]]
			each := int(math.Floor(16 * math.Log2(float64(gear.documents+1)/float64(n+1))))
			if each == 0 {
				distinct--
			}
			elements = append(elements, slices.Repeat([]uint64{h}, sum*each)...)
		}
	}
	slices.Sort(elements)
	return elements, distinct
}

// oracleSketch is chapter 7.
func oracleSketch(kind SketchKind, elements []uint64) (data []byte) {
	switch kind {
	case SimHash64:
		return oracleMajority(elements)
	case SimHash128:
		var mixed []uint64
		for _, x := range elements {
			mixed = append(mixed, oracleMix(x))
		}
		return append(oracleMajority(elements), oracleMajority(mixed)...)
	case MinHash128Permuted:
		for i := range uint64(128) {
			least := uint64(math.MaxUint64)
			for _, x := range elements {
				least = min(least, oracleMix(x^oracleMix(i+1)))
			}
			data = append(data, byte(oracleMix(least)))
		}
		return data
	}
	full := make(map[uint64]uint64) // R7.4, R7.5
	for _, x := range elements {
		h := oracleMix(x)
		slot, value := h>>57, h&(1<<57-1)
		if least, filled := full[slot]; !filled || value < least {
			full[slot] = value
		}
	}
	for i := range uint64(128) {
		donor := i // R7.8
		for t := uint64(0); ; t++ {
			if _, filled := full[donor]; filled {
				break
			}
			donor = oracleMix(i<<32+t) % 128
		}
		data = append(data, byte(oracleMix((donor<<57+full[donor])^oracleMix(i)))) // R7.9
	}
	return data
}

// oracleMajority is R7.1 to R7.3.
func oracleMajority(elements []uint64) []byte {
	var bits uint64
	for i := range 64 {
		ones := 0
		for _, x := range elements {
			ones += int(x >> i & 1)
		}
		if 2*ones > len(elements) {
			bits |= 1 << i
		}
	}
	return binary.BigEndian.AppendUint64(nil, bits)
}

// oracleMix is R6.7.
func oracleMix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// alphabet is what random texts are made of: few words, so that they repeat, and
// what every stage up to the features treats in a way of its own.
var alphabet = []string{
	"the", "cat", "sat", "on", "mat", "mp3", "42", "a1b2", "Die", "STRASSE", "Straße", "don't", "e\u0301", "हिन्दी", "ΟΔΟΣ", "العـربية",
	"中文", "日本", "か\u3099", "コンピューター", "ー", "第3回", "ภาษา", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "၁", "한국", "\u1112\u1161\u11AB", "Ⅷ", "𠮷", "〆",
	"http://example.org/", "x@y.z", " ", " ", " ", " ", "\n", "-\n", "-", ",", ".", "\u3000", "\u00AD", "\u200B", "\u0301",
	"\x80", "\xE2\x82", "\xF0\x9F",
	"น้ำ", "ກຳ", "မြန်", "ខ្មែ", "か\u3099", "か", "𠀀", "\U00030000", "中\n文",
}

func drawText(t *rapid.T, label string) []byte {
	return []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, label), ""))
}

// writeCut writes a text in pieces of drawn lengths, each in a buffer of its own
// that is then overwritten.
func writeCut(t *rapid.T, w io.Writer, text []byte) {
	for len(text) > 0 {
		n := min(len(text), rapid.IntRange(1, 9).Draw(t, "cut"))
		piece := slices.Clone(text[:n])
		if written, err := w.Write(piece); written != n || err != nil {
			t.Fatalf("Write of %d octets: %d, %v", n, written, err)
		}
		clear(piece)
		text = text[n:]
	}
}

func TestOracle(t *testing.T) {
	type subject struct {
		*Scheme
		gear oracleGear
	}
	var subjects []subject
	for _, s := range All() {
		subjects = append(subjects, subject{s, oracleGear{}})
	}
	for _, x := range experiments {
		subjects = append(subjects, subject{load(t, x.yaml, testGear), oracleGear{
			stop:        x.stop,
			documents:   100,
			frequencies: map[string]int{"the": 100, "cat": 50, "mat": 1, "ไทย": 0, "中": 99, "die strasse": 3, "the cat": 7},
		}})
	}
	for _, s := range subjects {
		t.Run(s.ID(), func(t *testing.T) {
			h := s.New()
			rapid.Check(t, func(t *rapid.T) {
				text := drawText(t, "text")
				st := s.Stages(text)
				tokens := s.Rules().Tokens(text)
				if diff := cmp.Diff(tokens, st.Tokens); diff != "" {
					t.Fatalf("tokens of %+q (-want +got):\n%s", text, diff)
				}
				want := oracleFeatures(s.def, s.gear, tokens)
				for i := range want {
					want[i].Hash = s.hash([]byte(want[i].Octets))
				}
				if diff := cmp.Diff(want, st.Features); diff != "" {
					t.Fatalf("features of %+q (-want +got):\n%s", tokens, diff)
				}
				elements, distinct := oracleElements(s.Scheme, s.gear, want)
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
				writeCut(t, h, text)
				got, err := h.Fingerprint()
				if got != st.Fingerprint {
					t.Fatalf("in pieces %v, stage by stage %v", got, st.Fingerprint)
				}
				if h.Features() != distinct {
					t.Fatalf("%d features of %+q in pieces, want %d", h.Features(), tokens, distinct)
				}
				if whole, wholeErr := s.Sum(text); whole != got || wholeErr != err {
					t.Fatalf("Sum = %v, %v, in pieces %v, %v", whole, wholeErr, got, err)
				}
				if distinct == 0 {
					if err != ErrNoFeatures || got != (Fingerprint{}) {
						t.Fatalf("no features: %v, %v, want %v", got, err, ErrNoFeatures)
					}
					return
				}
				if diff := cmp.Diff(oracleSketch(s.def.Sketch, elements), got.Sketch()); diff != "" {
					t.Fatalf("sketch of %+q (-want +got):\n%s", tokens, diff)
				}
				if back, err := Parse(got.String(), s.Scheme); back != got || err != nil {
					t.Fatalf("Parse(%v) = %v, %v", got, back, err)
				}
				if again, err := s.FromSketch(got.Sketch()); again != got || err != nil {
					t.Fatalf("FromSketch of %v = %v, %v", got, again, err)
				}
			})
		})
	}
}
