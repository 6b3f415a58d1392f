package mutants

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/encode"
)

// feature is a feature where it occurs.
type feature struct {
	octets string
	weight int
}

// tokensAs returns a mutation of the tokens of which features are made.
func tokensAs(change func([]string) []string) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		features := p.Features
		p.Features = func(tokens []string) []uint64 { return features(change(tokens)) }
	}
}

// eachAs returns a mutation of each token.
func eachAs(change func(string) string) func(p *protocol.Port) {
	return tokensAs(func(tokens []string) []string {
		changed := make([]string, len(tokens))
		for i, t := range tokens {
			changed[i] = change(t)
		}
		return changed
	})
}

// weigher is chapter 5 of the multi schemes once more, with parts to replace.
type weigher struct {
	tokens   func(tokens []string) []string  // of which features are made
	features func(tokens []string) []feature // R5.1, R5.4, R5.5: where they occur
	weigh    func(was, weight int) int       // R5.2
	key      func(f feature) string          // R5.2: those of one key are the same
	first    int                             // R5.6: the least k
	most     int                             // R5.6: elements of a hash
	element  func(p *protocol.Port, f feature, k uint64) uint64
	order    func(a, b uint64) int
}

// weighing returns a mutation of chapter 5.
func weighing(change func(p *protocol.Port, w *weigher)) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		w := newWeigher(p)
		change(p, w)
		p.Features = func(tokens []string) []uint64 { return w.elements(p, tokens) }
	}
}

func newWeigher(p *protocol.Port) *weigher {
	w := &weigher{
		tokens:   func(tokens []string) []string { return tokens },
		features: wordFeatures(clusterFeatures(weightByScript)),
		weigh:    func(was, weight int) int { return max(was, weight) },
		key:      func(f feature) string { return fmt.Sprintf("%016x", p.Hash([]byte(f.octets))) },
		most:     1 << 30,
		element:  func(p *protocol.Port, f feature, _ uint64) uint64 { return p.Hash([]byte(f.octets)) },
		order:    func(a, b uint64) int { return cmp.Compare(a, b) },
	}
	if isShingled := p.Full != nil; isShingled {
		w.features = shingles(3, " ")
	}
	if p.Hello.Schemes[0] == "mw1" {
		w.weigh = func(was, weight int) int { return was + weight }
		w.most = 1024
		w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
			return p.Hash([]byte(f.octets)) + k*goldenRatio
		}
	}
	return w
}

const goldenRatio = 0x9E3779B97F4A7C15

func (w *weigher) elements(p *protocol.Port, tokens []string) []uint64 {
	weights := make(map[string]int)
	one := make(map[string]feature)
	for _, f := range w.features(w.tokens(tokens)) {
		key := w.key(f)
		weights[key] = w.weigh(weights[key], f.weight)
		one[key] = f
	}
	elements := []uint64{}
	for key, f := range one {
		for k := range min(weights[key], w.most) {
			elements = append(elements, w.element(p, f, uint64(w.first+k)))
		}
	}
	slices.SortFunc(elements, w.order)
	return elements
}

// wordFeatures is R5.1, and R5.4 as given.
func wordFeatures(clusters func(token string) []feature) func(tokens []string) []feature {
	return func(tokens []string) (list []feature) {
		for _, t := range tokens {
			list = append(append(list, feature{t, 1}), clusters(t)...)
		}
		return list
	}
}

// clusterFeatures is R5.4, with weights by the first code point of a cluster.
func clusterFeatures(weight func(first rune) int) func(token string) []feature {
	return clustersAs(weight, isClustered, isMarkOf)
}

// clustersAs is R5.4 with weights, a test of the first code point of a token, and
// what marks are.
func clustersAs(weight func(first rune) int, clustered, isMark func(rune) bool) func(token string) []feature {
	return func(token string) (list []feature) {
		if first, _ := utf8.DecodeRuneInString(token); clustered(first) {
			for _, c := range clustersOf([]rune(token), isMark) {
				first, _ := utf8.DecodeRuneInString(c)
				list = append(list, feature{c, weight(first)})
			}
		}
		return list
	}
}

func isClustered(r rune) bool { return classOf(r) == "K" || isT(classOf(r)) }

// weightByScript is the weight of R5.4.
func weightByScript(r rune) int {
	if unicode.In(r, unicode.Han, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
		return 2
	}
	return 1
}

func weight(n int) func(rune) int { return func(rune) int { return n } }

// shingles is R5.5.
func shingles(width int, between string) func(tokens []string) []feature {
	return func(tokens []string) (list []feature) {
		n := min(width, len(tokens))
		for end := n; end <= len(tokens) && n > 0; end++ {
			list = append(list, feature{strings.Join(tokens[end-n:end], between), 1})
		}
		return list
	}
}

// featured returns a mutation of R5.1, R5.4 or R5.5.
func featured(features func(tokens []string) []feature) func(p *protocol.Port) {
	return weighing(func(_ *protocol.Port, w *weigher) { w.features = features })
}

// multiFeatureMutants are those of chapter 5 in the multi schemes.
var multiFeatureMutants = []Mutant{
	{
		Name: "grams-not-features", Rule: "R5.1", Scheme: "sm1",
		Mistake: "takes the clusters of a gram in place of the gram",
		mutate: featured(func(tokens []string) (list []feature) {
			for _, t := range tokens {
				if clusters := clusterFeatures(weightByScript)(t); len(clusters) > 0 {
					list = append(list, clusters...)
				} else {
					list = append(list, feature{t, 1})
				}
			}
			return list
		}),
	},
	{
		Name: "words-weigh-two", Rule: "R5.1", Scheme: "sm1",
		Mistake: "gives every feature the weight 2",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(int, int) int { return 2 }
		}),
	},
	{
		Name: "no-shingles-is-empty-shingle", Rule: "R5.3", Scheme: "mh1",
		Mistake: "makes one empty shingle of a text without tokens",
		mutate: featured(func(tokens []string) []feature {
			if len(tokens) == 0 {
				return []feature{{"", 1}}
			}
			return shingles(3, " ")(tokens)
		}),
	},
	{
		Name: "weights-added", Rule: "R5.2", Scheme: "sm1",
		Mistake: "adds the weights of a feature that is token and cluster, 1 and 2, as a counter does",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int {
				if was == weight {
					return was
				}
				return min(was+weight, 3)
			}
		}),
	},
	{
		Name: "weights-by-occurrence", Rule: "R5.2", Scheme: "sm1",
		Mistake: "counts a feature as often as it occurs",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int { return was + weight }
		}),
	},
	{
		Name: "weight-of-last", Rule: "R5.2", Scheme: "sm1",
		Mistake: "enters the clusters first and the tokens over them, by weights[hash] = weight",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			features := w.features
			w.features = func(tokens []string) []feature {
				list := features(tokens)
				slices.SortStableFunc(list, func(a, b feature) int { return b.weight - a.weight })
				return list
			}
			w.weigh = func(_, weight int) int { return weight }
		}),
	},
	{
		Name: "weight-of-first", Rule: "R5.2", Scheme: "sm1",
		Mistake: "keeps the weight of the first occurrence, by a set of what was seen",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int { return cmp.Or(was, weight) }
		}),
	},
	{
		Name: "weight-least", Rule: "R5.2", Scheme: "sm1",
		Mistake: "keeps the least of the weights",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int { return min(cmp.Or(was, weight), weight) }
		}),
	},
	{
		Name: "multi-distinct-by-octets", Rule: "R5.2", Scheme: "sm1",
		Mistake: "keeps a set of features in place of hashes, so that two with one hash count twice",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.key = func(f feature) string { return f.octets } }),
	},
	{
		Name: "shingles-distinct-by-octets", Rule: "R5.2", Scheme: "mh1",
		Mistake: "keeps a set of shingles in place of hashes",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.key = func(f feature) string { return f.octets } }),
	},
	{
		Name: "occurrences-by-octets", Rule: "R5.2", Scheme: "mw1",
		Mistake: "counts the occurrences of shingles in place of hashes",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.key = func(f feature) string { return f.octets } }),
	},
	{
		Name: "tokens-and-clusters-apart", Rule: "R5.2", Scheme: "sm1",
		Mistake: "keeps one set for tokens and another for clusters, so that a feature may be in both",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			key := w.key
			w.key = func(f feature) string { return fmt.Sprint(f.weight, key(f)) }
		}),
	},
	{
		Name: "feature-count-with-occurrences", Rule: "R5.2", Scheme: "mw1",
		Mistake: "counts elements in place of distinct features",
		mutate: func(p *protocol.Port) {
			p.Whole = func(pieces [][]byte) (string, int) {
				elements := p.Features(tokensOf(p, slices.Concat(pieces...)))
				return conformance.Fingerprint(p, elements, len(elements))
			}
		},
	},
	{
		Name: "feature-count-with-weights", Rule: "R5.2", Scheme: "sm1",
		Mistake: "counts a feature of weight 2 twice",
		mutate: func(p *protocol.Port) {
			p.Whole = func(pieces [][]byte) (string, int) {
				elements := p.Features(tokensOf(p, slices.Concat(pieces...)))
				return conformance.Fingerprint(p, elements, len(elements))
			}
		},
	},
	{
		Name: "clusters-left-out", Rule: "R5.4", Scheme: "sm1",
		Mistake: "has the grams and not their clusters",
		mutate:  featured(wordFeatures(func(string) []feature { return nil })),
	},
	{
		Name: "clusters-weigh-one", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives clusters the weight of tokens",
		mutate:  featured(wordFeatures(clusterFeatures(weight(1)))),
	},
	{
		Name: "clusters-weigh-three", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives clusters the weight 3",
		mutate:  featured(wordFeatures(clusterFeatures(func(r rune) int { return 2*weightByScript(r) - 1 }))),
	},
	{
		Name: "clusters-weigh-two", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives the clusters of kana the weight of the others",
		mutate:  featured(wordFeatures(clusterFeatures(weight(2)))),
	},
	{
		Name: "clusters-weigh-by-token", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives the clusters of a gram one weight, by the script of the gram's first code point",
		mutate: featured(wordFeatures(func(token string) []feature {
			first, _ := utf8.DecodeRuneInString(token)
			return clusterFeatures(weight(weightByScript(first)))(token)
		})),
	},
	{
		Name: "clusters-weigh-one-in-kana-only", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives the weight 1 by Script=Hiragana and Script=Katakana, and so 2 to U+3006 and U+30FC",
		mutate: featured(wordFeatures(clusterFeatures(func(r rune) int {
			if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
				return 1
			}
			return 2
		}))),
	},
	{
		Name: "clusters-weigh-two-if-ideographic", Rule: "R5.4", Scheme: "sm1",
		Mistake: "takes the property Ideographic for Script=Han, so that U+3006 weighs 2 and U+3005 1",
		mutate: featured(wordFeatures(clusterFeatures(func(r rune) int {
			if unicode.Is(unicode.Ideographic, r) || isT(classOf(r)) {
				return 2
			}
			return 1
		}))),
	},
	{
		Name: "clusters-weigh-two-in-ideographs", Rule: "R5.4", Scheme: "sm1",
		Mistake: "gives the weight 2 to Chinese and Japanese only",
		mutate: featured(wordFeatures(clusterFeatures(func(r rune) int {
			if unicode.Is(unicode.Han, r) {
				return 2
			}
			return 1
		}))),
	},
	{
		Name: "clusters-of-class-k-only", Rule: "R5.4", Scheme: "sm1",
		Mistake: "forgets the clusters of Thai, Lao, Khmer and Burmese",
		mutate:  featured(wordFeatures(clustersAs(weightByScript, func(r rune) bool { return classOf(r) == "K" }, isMarkOf))),
	},
	{
		Name: "clusters-of-ideographs-only", Rule: "R5.4", Scheme: "sm1",
		Mistake: "makes features of ideographs, and not of kana",
		mutate: featured(wordFeatures(clustersAs(weightByScript, func(r rune) bool {
			return isT(classOf(r)) || unicode.Is(unicode.Han, r)
		}, isMarkOf))),
	},
	{
		Name: "clusters-by-script", Rule: "R5.4", Scheme: "sm1",
		Mistake: "goes by the script of the first code point, which is Common for U+3006 and U+30FC",
		mutate: featured(wordFeatures(clustersAs(weightByScript, func(r rune) bool {
			return isT(classOf(r)) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
		}, isMarkOf))),
	},
	{
		Name: "clusters-of-lone-token-not", Rule: "R5.4", Scheme: "sm1",
		Mistake: "takes a token of one cluster for a token only, of weight 1",
		mutate: featured(wordFeatures(func(token string) []feature {
			if list := clusterFeatures(weightByScript)(token); len(list) > 1 {
				return list
			}
			return nil
		})),
	},
	{
		Name: "clusters-without-marks", Rule: "R5.4", Scheme: "sm1",
		Mistake: "takes each code point for a cluster",
		mutate: featured(wordFeatures(clustersAs(weightByScript, func(r rune) bool {
			return classOf(r) == "K" || isT(classOf(r))
		}, func(rune) bool { return false }))),
	},
	{
		Name: "clusters-bare", Rule: "R5.4", Scheme: "sm1",
		Mistake: "takes the first code point of a cluster and leaves its marks",
		mutate: featured(wordFeatures(func(token string) []feature {
			list := clusterFeatures(weightByScript)(token)
			for i, f := range list {
				r, _ := utf8.DecodeRuneInString(f.octets)
				list[i].octets = string(r)
			}
			return list
		})),
	},
	{
		Name: "first-cluster-only", Rule: "R5.4", Scheme: "sm1",
		Mistake: "takes the first cluster of each gram, and so not the last of a class run",
		mutate: featured(wordFeatures(func(token string) []feature {
			list := clusterFeatures(weightByScript)(token)
			return list[:min(1, len(list))]
		})),
	},
	{
		Name: "clusters-of-words", Rule: "R5.4", Scheme: "sm1",
		Mistake: "makes features of the letters of words too",
		mutate:  featured(wordFeatures(clustersAs(weightByScript, func(rune) bool { return true }, isMarkOf))),
	},
	{
		Name: "clusters-in-shingles", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes features of clusters beside the shingles: that is R5.4, and of sm1 only",
		mutate: featured(func(tokens []string) []feature {
			list := shingles(3, " ")(tokens)
			for _, t := range tokens {
				list = append(list, clusterFeatures(weight(1))(t)...)
			}
			return list
		}),
	},
	{
		Name: "shingles-of-one", Rule: "R5.5", Scheme: "mh1",
		Mistake: "takes tokens for features, as sd1 does",
		mutate:  featured(shingles(1, " ")),
	},
	{
		Name: "shingles-of-two", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes shingles of two tokens",
		mutate:  featured(shingles(2, " ")),
	},
	{
		Name: "shingles-of-four", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes shingles of four tokens, as Broder's paper does",
		mutate:  featured(shingles(4, " ")),
	},
	{
		Name: "shingles-run-together", Rule: "R5.5", Scheme: "mh1",
		Mistake: "joins tokens with nothing between",
		mutate:  featured(shingles(3, "")),
	},
	{
		Name: "shingles-with-line-ends", Rule: "R5.5", Scheme: "mh1",
		Mistake: "ends tokens with U+000A in place of joining them with U+0020",
		mutate:  featured(shingles(3, "\n")),
	},
	{
		Name: "shingles-with-nul", Rule: "R5.5", Scheme: "mw1",
		Mistake: "joins tokens with U+0000, which no token holds",
		mutate:  featured(shingles(3, "\x00")),
	},
	{
		Name: "shingles-with-blank-at-end", Rule: "R5.5", Scheme: "mh1",
		Mistake: "puts a blank after each token, the last one too",
		mutate: featured(func(tokens []string) []feature {
			list := shingles(3, " ")(tokens)
			for i := range list {
				list[i].octets += " "
			}
			return list
		}),
	},
	{
		Name: "shingles-sorted", Rule: "R5.5", Scheme: "mh1",
		Mistake: "puts the tokens of a shingle in order, so that their own order does not count",
		mutate: featured(func(tokens []string) []feature {
			list := shingles(3, " ")(tokens)
			for i, f := range list {
				list[i].octets = strings.Join(slices.Sorted(slices.Values(strings.Split(f.octets, " "))), " ")
			}
			return list
		}),
	},
	{
		Name: "shingles-apart", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes shingles that do not overlap",
		mutate: featured(func(tokens []string) (list []feature) {
			for three := range slices.Chunk(tokens, 3) {
				list = append(list, feature{strings.Join(three, " "), 1})
			}
			return list
		}),
	},
	{
		Name: "short-texts-without-shingles", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes no shingle of one or two tokens, by a loop from 0 to n − 3",
		mutate: featured(func(tokens []string) []feature {
			if len(tokens) < 3 {
				return nil
			}
			return shingles(3, " ")(tokens)
		}),
	},
	{
		Name: "short-texts-by-token", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes two shingles of two tokens, one of each",
		mutate: featured(func(tokens []string) []feature {
			if len(tokens) < 3 {
				return shingles(1, " ")(tokens)
			}
			return shingles(3, " ")(tokens)
		}),
	},
	{
		Name: "short-texts-padded", Rule: "R5.5", Scheme: "mh1",
		Mistake: "fills up a shingle of one or two tokens with empty ones, and so blanks",
		mutate: featured(func(tokens []string) []feature {
			if len(tokens) > 0 && len(tokens) < 3 {
				tokens = slices.Concat(tokens, []string{"", ""})[:3]
			}
			return shingles(3, " ")(tokens)
		}),
	},
	{
		Name: "shingles-to-the-end", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes shingles of the last two tokens and of the last one besides, by slices that end early",
		mutate: featured(func(tokens []string) (list []feature) {
			for i := range tokens {
				list = append(list, feature{strings.Join(tokens[i:min(i+3, len(tokens))], " "), 1})
			}
			return list
		}),
	},
	{
		Name: "shingles-round", Rule: "R5.5", Scheme: "mh1",
		Mistake: "goes on from the end of the text at its start, as w-shinglings of short texts do",
		mutate: featured(func(tokens []string) []feature {
			if len(tokens) > 2 {
				tokens = slices.Concat(tokens, tokens[:2])
			}
			return shingles(3, " ")(tokens)
		}),
	},
	{
		Name: "shingles-of-distinct-tokens", Rule: "R5.5", Scheme: "mw1",
		Mistake: "makes shingles of the tokens without those that were there already",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.tokens = func(tokens []string) (distinct []string) {
				for _, t := range tokens {
					if !slices.Contains(distinct, t) {
						distinct = append(distinct, t)
					}
				}
				return distinct
			}
		}),
	},
	{
		Name: "shingles-each-run", Rule: "R5.5", Scheme: "mh1",
		Mistake: "makes the shingles of each run by itself, so that a separator leaves a gap",
		mutate: func(p *protocol.Port) {
			p.Whole = func(pieces [][]byte) (string, int) {
				var elements []uint64
				for _, run := range p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...)))) {
					elements = append(elements, p.Features(p.Segment([]string{run}))...)
				}
				slices.Sort(elements)
				elements = slices.Compact(elements)
				return conformance.Fingerprint(p, elements, len(elements))
			}
		},
	},
	{
		Name: "shingles-limited", Rule: "R5.5", Scheme: "mh1",
		Mistake: "drops shingles of more than 4,096 octets, as R4.3 does tokens",
		mutate: featured(func(tokens []string) []feature {
			return slices.DeleteFunc(shingles(3, " ")(tokens), func(f feature) bool { return len(f.octets) > 4096 })
		}),
	},
	{
		Name: "weights-in-minhash", Rule: "R5.6", Scheme: "mh1",
		Mistake: "counts occurrences, as mw1 does",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int { return was + weight }
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				return p.Hash([]byte(f.octets)) + k*goldenRatio
			}
		}),
	},
	{
		Name: "elements-repeated", Rule: "R5.6", Scheme: "mh1",
		Mistake: "gives a hash as often as it occurs: the same sketch, and not the same elements",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.weigh = func(was, weight int) int { return was + weight }
		}),
	},
	{
		Name: "elements-once", Rule: "R5.6", Scheme: "sm1",
		Mistake: "gives each hash once, without its weight",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.most = 1 }),
	},
	{
		Name: "weighted-elements-differ", Rule: "R5.6", Scheme: "sm1",
		Mistake: "adds 9E3779B97F4A7C15 for the second of two, as mw1 does",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				return p.Hash([]byte(f.octets)) + k*goldenRatio
			}
		}),
	},
	{
		Name: "elements-signed", Rule: "R5.6", Scheme: "mw1",
		Mistake: "puts elements in order as signed integers, as Java and SQL do",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.order = func(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) }
		}),
	},
	{
		Name: "occurrences-ignored", Rule: "R5.6", Scheme: "mw1",
		Mistake: "takes distinct shingles, as mh1 does",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.weigh = func(int, int) int { return 1 } }),
	},
	{
		Name: "occurrences-unlimited", Rule: "R5.6", Scheme: "mw1",
		Mistake: "has no limit on occurrences",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.most = 1 << 30 }),
	},
	{
		Name: "occurrences-one-less", Rule: "R5.6", Scheme: "mw1",
		Mistake: "gives 1,023 elements at most, by < in place of <=",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.most = 1023 }),
	},
	{
		Name: "occurrences-one-more", Rule: "R5.6", Scheme: "mw1",
		Mistake: "gives 1,025 elements, for k up to min(f, 1024)",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.most = 1025 }),
	},
	{
		Name: "occurrences-from-one", Rule: "R5.6", Scheme: "mw1",
		Mistake: "counts k from 1, so that a shingle that occurs once is not what it is in mh1",
		mutate:  weighing(func(_ *protocol.Port, w *weigher) { w.first = 1 }),
	},
	{
		Name: "occurrences-by-xor", Rule: "R5.6", Scheme: "mw1",
		Mistake: "takes the exclusive or in place of the sum",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				return p.Hash([]byte(f.octets)) ^ k*goldenRatio
			}
		}),
	},
	{
		Name: "occurrences-plus-k", Rule: "R5.6", Scheme: "mw1",
		Mistake: "adds k alone",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 { return p.Hash([]byte(f.octets)) + k }
		}),
	},
	{
		Name: "occurrences-hashed", Rule: "R5.6", Scheme: "mw1",
		Mistake: "hashes the shingle with the number of its occurrence after it, as most code for weighted MinHash does",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				if k > 0 {
					f.octets += " " + fmt.Sprint(k)
				}
				return p.Hash([]byte(f.octets))
			}
		}),
	},
	{
		Name: "occurrences-in-doubles", Rule: "R5.6", Scheme: "mw1",
		Mistake: "multiplies in doubles, as JavaScript does without BigInt",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				product := math.Mod(float64(k)*float64(goldenRatio), 1<<64)
				return p.Hash([]byte(f.octets)) + uint64(product)
			}
		}),
	},
	{
		Name: "occurrences-saturate", Rule: "R5.6", Scheme: "mw1",
		Mistake: "stops at 2^64 − 1, as saturating arithmetic does",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.element = func(p *protocol.Port, f feature, k uint64) uint64 {
				high, low := bits.Mul64(k, goldenRatio)
				sum, carry := bits.Add64(low, p.Hash([]byte(f.octets)), 0)
				if high+carry > 0 {
					return math.MaxUint64
				}
				return sum
			}
		}),
	},
	{
		Name: "occurrences-of-tokens", Rule: "R5.6", Scheme: "mw1",
		Mistake: "gives a shingle as many elements as its first token occurs",
		mutate: weighing(func(_ *protocol.Port, w *weigher) {
			w.features = func(tokens []string) []feature {
				list := shingles(3, " ")(tokens)
				seen := make(map[string]bool)
				for i := range list {
					list[i].weight = 0
					if !seen[list[i].octets] {
						for _, t := range tokens {
							if t == tokens[i] {
								list[i].weight++
							}
						}
					}
					seen[list[i].octets] = true
				}
				return list
			}
		}),
	},
}

// featureMutants are those of chapter 5.
var featureMutants = slices.Concat(tokenFeatureMutants, multiFeatureMutants)

// tokenFeatureMutants are those of chapter 5 in sd1.
var tokenFeatureMutants = []Mutant{
	{
		Name: "stop-words", Rule: "R5.1",
		Mistake: "leaves function words out, as search engines do",
		mutate: tokensAs(func(tokens []string) []string {
			stop := strings.Fields("a an and in of or the to")
			return slices.DeleteFunc(slices.Clone(tokens), func(t string) bool { return slices.Contains(stop, t) })
		}),
	},
	{
		Name: "shingles", Rule: "R5.1",
		Mistake: "takes pairs of neighbouring tokens for features, as w-shingling does",
		mutate: tokensAs(func(tokens []string) (pairs []string) {
			for i := 1; i < len(tokens); i++ {
				pairs = append(pairs, tokens[i-1]+" "+tokens[i])
			}
			return pairs
		}),
	},
	{
		Name: "feature-in-utf-16", Rule: "R5.1",
		Mistake: "hashes the UTF-16 of a token, as it stands in the memory of Java and JavaScript",
		mutate: eachAs(func(token string) string {
			var b []byte
			for _, u := range utf16.Encode([]rune(token)) {
				b = append(b, byte(u), byte(u>>8))
			}
			return string(b)
		}),
	},
	{
		Name: "feature-with-nul", Rule: "R5.1",
		Mistake: "hashes the octet 00 after a token too, by the size of a C string's buffer",
		mutate:  eachAs(func(token string) string { return token + "\x00" }),
	},
	{
		Name: "feature-folded", Rule: "R5.1",
		Mistake: "folds the case of tokens once more",
		mutate:  eachAs(strings.ToLower),
	},
	{
		Name: "feature-stemmed", Rule: "R5.1",
		Mistake: "strips endings, as a stemmer does",
		mutate: eachAs(func(token string) string {
			for _, end := range []string{"ing", "ed", "d", "s", "o"} {
				if rest, ok := strings.CutSuffix(token, end); ok {
					return rest
				}
			}
			return token
		}),
	},
	{
		Name: "occurrences-count", Rule: "R5.2",
		Mistake: "counts a feature as often as it occurs, as most implementations of SimHash do",
		mutate: func(p *protocol.Port) {
			p.Features = func(tokens []string) []uint64 {
				hashes := []uint64{}
				for _, t := range tokens {
					hashes = append(hashes, p.Hash([]byte(t)))
				}
				slices.Sort(hashes)
				return hashes
			}
		},
	},
	{
		Name: "distinct-by-token", Rule: "R5.2",
		Mistake: "keeps a set of tokens in place of hashes, so that two with one hash count twice",
		mutate: func(p *protocol.Port) {
			p.Features = func(tokens []string) []uint64 {
				hashes := []uint64{}
				for _, t := range slices.Compact(slices.Sorted(slices.Values(tokens))) {
					hashes = append(hashes, p.Hash([]byte(t)))
				}
				slices.Sort(hashes)
				return hashes
			}
		},
	},
	{
		Name: "adjacent-repeats-only", Rule: "R5.2",
		Mistake: "drops a repeated feature only beside itself, by uniq without sort",
		mutate: func(p *protocol.Port) {
			p.Features = func(tokens []string) []uint64 {
				hashes := []uint64{}
				for _, t := range tokens {
					hashes = append(hashes, p.Hash([]byte(t)))
				}
				hashes = slices.Compact(hashes)
				slices.Sort(hashes)
				return hashes
			}
		},
	},
	{
		Name: "hashes-signed", Rule: "R5.2",
		Mistake: "puts hashes in order as signed integers, as Java and SQL do",
		mutate: func(p *protocol.Port) {
			features := p.Features
			p.Features = func(tokens []string) []uint64 {
				hashes := features(tokens)
				slices.SortFunc(hashes, func(a, b uint64) int {
					if int64(a) < int64(b) {
						return -1
					}
					return 1
				})
				return hashes
			}
		},
	},
	{
		Name: "no-features-is-zero", Rule: "R5.3",
		Mistake: "gives a text without features the sketch 0, as most implementations of SimHash do",
		mutate: func(p *protocol.Port) {
			p.Whole = func(pieces [][]byte) (string, int) {
				hashes := p.Features(tokensOf(p, slices.Concat(pieces...)))
				return p.Encode(p.Sketch(p.Counters(hashes)), p.Hello.Schemes[0], encode.Visible), len(hashes)
			}
		},
	},
	{
		Name: "no-features-is-empty-token", Rule: "R5.3",
		Mistake: "makes one empty token of a text without words, as split() of Python and JavaScript does",
		mutate: tokensAs(func(tokens []string) []string {
			if len(tokens) == 0 {
				return []string{""}
			}
			return tokens
		}),
	},
}
