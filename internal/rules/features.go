package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Feature is a byte string that is hashed, at one of the places where it occurs.
type Feature struct {
	Octets string
	Weight int
}

// Features is chapter 5: from tokens to elements.
type Features struct {
	Hash func(octets []byte) uint64      // chapter 6
	Find func(tokens []string) []Feature // R5.1, R5.5: features in order, repeated ones too

	IsClustered func(first rune) bool       // R5.4: whether the clusters of a token that begins so are features
	Clusters    func(token string) []string // R5.4
	Weight      func(first rune) int        // R5.4: of a cluster that begins so

	Key     func(f Feature) any               // R5.2: features are the same if this is the same
	Weigh   func(weights []int) int           // R5.2, R5.6: the elements of a feature, from its weights
	Element func(octets string, k int) uint64 // R5.6: element k of a feature
	Order   func(a, b uint64) int             // the order of the elements: ascending
}

// NewFeatures returns the features of a scheme.
func NewFeatures(s Scheme, hash func(octets []byte) uint64) *Features {
	f := &Features{
		Hash:        hash,
		IsClustered: func(first rune) bool { return s.ClusterWeight > 0 && ClassOf(first).Clustered() },
		Clusters:    func(token string) []string { return Clusters([]rune(token), IsMark) },
		Weight: func(first rune) int {
			switch ucd.ScriptOf(first) {
			case ucd.Han, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
				return s.ClusterWeight
			}
			return s.KanaWeight
		},
		Weigh: slices.Max[[]int],
		Order: cmp.Compare[uint64],
	}
	f.Key = func(feature Feature) any { return f.Hash([]byte(feature.Octets)) }
	f.Find = f.tokens
	if s.Shingle > 0 {
		f.Find = Shingles(s.Shingle, " ")
	}
	f.Element = func(octets string, _ int) uint64 { return f.Hash([]byte(octets)) }
	if s.MaxOccurrences > 0 {
		f.Weigh = func(weights []int) int { return min(len(weights), s.MaxOccurrences) }
		f.Element = f.Occurrence
	}
	return f
}

// Elements returns the elements of tokens, and the number of distinct features. It may be
// 0 (R5.3).
func (f *Features) Elements(tokens []string) (elements []uint64, distinct int) {
	weights := make(map[any][]int)
	octets := make(map[any]string)
	for _, feature := range f.Find(tokens) {
		key := f.Key(feature)
		weights[key] = append(weights[key], feature.Weight)
		octets[key] = feature.Octets
	}
	for key := range weights {
		for k := range f.Weigh(weights[key]) {
			elements = append(elements, f.Element(octets[key], k))
		}
	}
	slices.SortFunc(elements, f.Order)
	return elements, len(weights)
}

// tokens returns R5.1 and R5.4: each token, and after it its clusters.
func (f *Features) tokens(tokens []string) (list []Feature) {
	for _, token := range tokens {
		list = append(list, Feature{token, 1})
		list = append(list, f.ClustersOf(token)...)
	}
	return list
}

// ClustersOf returns the features that R5.4 makes of a token.
func (f *Features) ClustersOf(token string) (list []Feature) {
	if first, _ := utf8.DecodeRuneInString(token); f.IsClustered(first) {
		for _, cluster := range f.Clusters(token) {
			first, _ := utf8.DecodeRuneInString(cluster)
			list = append(list, Feature{cluster, f.Weight(first)})
		}
	}
	return list
}

// Shingles returns R5.5 for that many tokens in a shingle, with a text between them.
func Shingles(width int, between string) func(tokens []string) []Feature {
	return func(tokens []string) (list []Feature) {
		if len(tokens) > 0 && len(tokens) < width {
			return []Feature{{strings.Join(tokens, between), 1}}
		}
		for i := range len(tokens) - width + 1 {
			list = append(list, Feature{strings.Join(tokens[i:i+width], between), 1})
		}
		return list
	}
}

// Occurrence is R5.6 of mw1: the element of occurrence k, from 0.
func (f *Features) Occurrence(octets string, k int) uint64 {
	return f.Hash([]byte(octets)) + uint64(k)*0x9E3779B97F4A7C15
}
