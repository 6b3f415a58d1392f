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

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// featured replaces R5.1 or R5.5.
func featured(find func(tokens []string) []rules.Feature) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Features.Find = find }
}

// tokensAs changes the tokens that features are made of.
func tokensAs(change func([]string) []string) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		find := r.Features.Find
		r.Features.Find = func(tokens []string) []rules.Feature { return find(change(tokens)) }
	}
}

// eachAs changes each token.
func eachAs(change func(string) string) func(r *rules.Rules) {
	return tokensAs(func(tokens []string) []string {
		changed := make([]string, len(tokens))
		for i, t := range tokens {
			changed[i] = change(t)
		}
		return changed
	})
}

// clustered replaces which tokens R5.4 takes apart, by their first code point.
func clustered(is func(first rune) bool) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Features.IsClustered = is }
}

// clustersAs changes the clusters of a token.
func clustersAs(change func(clusters []string) []string) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		clusters := r.Features.Clusters
		r.Features.Clusters = func(token string) []string { return change(clusters(token)) }
	}
}

// clusteredAs replaces which tokens R5.4 takes apart. A part of each must have a code point of class K or T.
func clusteredAs(part func(token string) string) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		is, clusters := r.Features.IsClustered, r.Features.Clusters
		r.Features.IsClustered = func(rune) bool { return true }
		r.Features.Clusters = func(token string) []string {
			if strings.ContainsFunc(part(token), is) {
				return clusters(token)
			}
			return nil
		}
	}
}

// weighted replaces what clusters weigh, by their first code point.
func weighted(weight func(first rune) int) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Features.Weight = weight }
}

// twoIf returns the weight 2 for some code points, 1 for others.
func twoIf(is func(r rune) bool) func(r rune) int {
	return func(r rune) int {
		if is(r) {
			return 2
		}
		return 1
	}
}

// isClassT reports whether a code point is of one of the classes T.
func isClassT(r rune) bool { return rules.ClassOf(r).Clustered() && rules.ClassOf(r) != rules.K }

// weighing replaces the weight of a feature, from those that it has where it occurs.
func weighing(weigh func(weights []int) int) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Features.Weigh = weigh }
}

// sum returns the sum of weights.
func sum(weights []int) (n int) {
	for _, w := range weights {
		n += w
	}
	return n
}

// same replaces what makes two features one.
func same(key func(f rules.Feature) any) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Features.Key = key }
}

func octetsOf(f rules.Feature) any { return f.Octets }

// occurring replaces the element of occurrence k of a feature that has a hash.
func occurring(element func(hash, k uint64) uint64) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		r.Features.Element = func(octets string, k int) uint64 {
			return element(r.Features.Hash([]byte(octets)), uint64(k))
		}
	}
}

// bySignedValue orders elements as signed integers.
func bySignedValue(a, b uint64) int { return cmp.Compare(int64(a), int64(b)) }

const goldenRatio = 0x9E3779B97F4A7C15

// countingElements counts elements in place of distinct features.
func countingElements(p *port.Port) {
	p.Whole = func(pieces [][]byte) (string, int) {
		elements := p.Features(tokensOf(p, slices.Concat(pieces...)))
		return fingerprintOf(p, elements, len(elements))
	}
}

// featureMutants are the mutants of chapter 5.
func featureMutants() []Mutant { return slices.Concat(tokenFeatureMutants(), multiFeatureMutants()) }

// multiFeatureMutants are the mutants of chapter 5 in the multi schemes.
func multiFeatureMutants() []Mutant {
	return []Mutant{
		{
			Name: "grams-not-features", Rule: "R5.1", Scheme: "sm1",
			Mistake: "takes the clusters of a gram in place of the gram",
			replace: func(r *rules.Rules) {
				r.Features.Find = func(tokens []string) (list []rules.Feature) {
					for _, t := range tokens {
						if clusters := r.Features.ClustersOf(t); len(clusters) > 0 {
							list = append(list, clusters...)
						} else {
							list = append(list, rules.Feature{Octets: t, Weight: 1})
						}
					}
					return list
				}
			},
		},
		{
			Name: "words-weigh-two", Rule: "R5.1", Scheme: "sm1",
			Mistake: "gives every feature the weight 2",
			replace: weighing(func([]int) int { return 2 }),
		},
		{
			Name: "no-shingles-is-empty-shingle", Rule: "R5.3", Scheme: "mh1",
			Mistake: "makes one empty shingle of a text without tokens",
			replace: featured(func(tokens []string) []rules.Feature {
				if len(tokens) == 0 {
					return []rules.Feature{{Octets: "", Weight: 1}}
				}
				return rules.Shingles(3, " ")(tokens)
			}),
		},
		{
			Name: "weights-added", Rule: "R5.2", Scheme: "sm1",
			Mistake: "adds the weights of a feature that is token and cluster, 1 and 2, as a counter does",
			replace: weighing(func(weights []int) int {
				if least, most := slices.Min(weights), slices.Max(weights); least != most {
					return least + most
				}
				return weights[0]
			}),
		},
		{
			Name: "weights-by-occurrence", Rule: "R5.2", Scheme: "sm1",
			Mistake: "counts a feature as often as it occurs",
			replace: weighing(sum),
		},
		{
			Name: "weight-of-last", Rule: "R5.2", Scheme: "sm1",
			Mistake: "enters the clusters first and the tokens over them, by weights[hash] = weight",
			replace: func(r *rules.Rules) {
				find := r.Features.Find
				r.Features.Find = func(tokens []string) []rules.Feature {
					list := find(tokens)
					slices.SortStableFunc(list, func(a, b rules.Feature) int { return b.Weight - a.Weight })
					return list
				}
				r.Features.Weigh = func(weights []int) int { return weights[len(weights)-1] }
			},
		},
		{
			Name: "weight-of-first", Rule: "R5.2", Scheme: "sm1",
			Mistake: "keeps the weight of the first occurrence, by a set of what was seen",
			replace: weighing(func(weights []int) int { return weights[0] }),
		},
		{
			Name: "weight-least", Rule: "R5.2", Scheme: "sm1",
			Mistake: "keeps the least of the weights",
			replace: weighing(slices.Min[[]int]),
		},
		{
			Name: "multi-distinct-by-octets", Rule: "R5.2", Scheme: "sm1",
			Mistake: "keeps a set of features in place of hashes, so that two with one hash count twice",
			replace: same(octetsOf),
		},
		{
			Name: "shingles-distinct-by-octets", Rule: "R5.2", Scheme: "mh1",
			Mistake: "keeps a set of shingles in place of hashes",
			replace: same(octetsOf),
		},
		{
			Name: "occurrences-by-octets", Rule: "R5.2", Scheme: "mw1",
			Mistake: "counts the occurrences of shingles in place of hashes",
			replace: same(octetsOf),
		},
		{
			Name: "tokens-and-clusters-apart", Rule: "R5.2", Scheme: "sm1",
			Mistake: "keeps one set for tokens and another for clusters, so that a feature may be in both",
			replace: func(r *rules.Rules) {
				key := r.Features.Key
				r.Features.Key = func(f rules.Feature) any { return fmt.Sprint(f.Weight, key(f)) }
			},
		},
		{
			Name: "feature-count-with-occurrences", Rule: "R5.2", Scheme: "mw1",
			Mistake: "counts elements in place of distinct features",
			mutate:  countingElements,
		},
		{
			Name: "feature-count-with-weights", Rule: "R5.2", Scheme: "sm1",
			Mistake: "counts a feature of weight 2 twice",
			mutate:  countingElements,
		},
		{
			Name: "clusters-left-out", Rule: "R5.4", Scheme: "sm1",
			Mistake: "has the grams and not their clusters",
			replace: clustered(func(rune) bool { return false }),
		},
		{
			Name: "clusters-weigh-one", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives clusters the weight of tokens",
			replace: weighted(func(rune) int { return 1 }),
		},
		{
			Name: "clusters-weigh-three", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives clusters the weight 3",
			replace: func(r *rules.Rules) {
				weight := r.Features.Weight
				r.Features.Weight = func(first rune) int { return 2*weight(first) - 1 }
			},
		},
		{
			Name: "clusters-weigh-two", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives the clusters of kana the weight of the others",
			replace: weighted(func(rune) int { return 2 }),
		},
		{
			Name: "clusters-weigh-by-token", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives the clusters of a gram one weight, by the script of the gram's first code point",
			replace: func(r *rules.Rules) {
				r.Features.Find = func(tokens []string) (list []rules.Feature) {
					for _, token := range tokens {
						first, _ := utf8.DecodeRuneInString(token)
						list = append(list, rules.Feature{Octets: token, Weight: 1})
						for _, c := range r.Features.ClustersOf(token) {
							list = append(list, rules.Feature{Octets: c.Octets, Weight: r.Features.Weight(first)})
						}
					}
					return list
				}
			},
		},
		{
			Name: "clusters-weigh-one-in-kana-only", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives the weight 1 by Script=Hiragana and Script=Katakana, and so 2 to U+3006 and U+30FC",
			replace: weighted(twoIf(func(r rune) bool { return !unicode.In(r, unicode.Hiragana, unicode.Katakana) })),
		},
		{
			Name: "clusters-weigh-one-in-digits", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives the digits of Thai, Lao, Khmer and Burmese the weight 1",
			replace: func(r *rules.Rules) {
				weight := r.Features.Weight
				r.Features.Weight = func(first rune) int {
					if unicode.Is(unicode.Nd, first) {
						return 1
					}
					return weight(first)
				}
			},
		},
		{
			Name: "clusters-weigh-two-if-ideographic", Rule: "R5.4", Scheme: "sm1",
			Mistake: "takes the property Ideographic for Script=Han, so that U+3006 weighs 2 and U+3005 1",
			replace: weighted(twoIf(func(r rune) bool { return unicode.Is(unicode.Ideographic, r) || isClassT(r) })),
		},
		{
			Name: "clusters-weigh-two-in-ideographs", Rule: "R5.4", Scheme: "sm1",
			Mistake: "gives the weight 2 to Chinese and Japanese only",
			replace: weighted(twoIf(func(r rune) bool { return unicode.Is(unicode.Han, r) })),
		},
		{
			Name: "clusters-by-their-own-class", Rule: "R5.4", Scheme: "sm1",
			Mistake: "asks of each cluster whether it is of class K or T, not of the token",
			replace: func(r *rules.Rules) {
				of := r.Features.IsClustered
				r.Features.IsClustered = func(rune) bool { return true }
				clusters := r.Features.Clusters
				r.Features.Clusters = func(token string) []string {
					return slices.DeleteFunc(clusters(token), func(cluster string) bool {
						first, _ := utf8.DecodeRuneInString(cluster)
						return !of(first)
					})
				}
			},
		},
		{
			Name: "clusters-by-any-class", Rule: "R5.4", Scheme: "sm1",
			Mistake: "asks whether any code point of a token is of class K or T, not the first",
			replace: clusteredAs(func(token string) string { return token }),
		},
		{
			Name: "clusters-behind-marks", Rule: "R5.4", Scheme: "sm1",
			Mistake: "asks of the first code point that is no mark, not the first",
			replace: clusteredAs(func(token string) string {
				for _, r := range token {
					if !rules.IsMark(r) {
						return string(r)
					}
				}
				return ""
			}),
		},
		{
			Name: "clusters-of-class-k-only", Rule: "R5.4", Scheme: "sm1",
			Mistake: "forgets the clusters of Thai, Lao, Khmer and Burmese",
			replace: clustered(func(r rune) bool { return rules.ClassOf(r) == rules.K }),
		},
		{
			Name: "clusters-of-ideographs-only", Rule: "R5.4", Scheme: "sm1",
			Mistake: "makes features of ideographs, and not of kana",
			replace: clustered(func(r rune) bool { return isClassT(r) || unicode.Is(unicode.Han, r) }),
		},
		{
			Name: "clusters-by-script", Rule: "R5.4", Scheme: "sm1",
			Mistake: "goes by the script of the first code point, which is Common for U+3006 and U+30FC",
			replace: clustered(func(r rune) bool {
				return isClassT(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
			}),
		},
		{
			Name: "clusters-of-lone-token-not", Rule: "R5.4", Scheme: "sm1",
			Mistake: "takes a token of one cluster for a token only, of weight 1",
			replace: clustersAs(func(clusters []string) []string {
				if len(clusters) == 1 {
					return nil
				}
				return clusters
			}),
		},
		{
			Name: "clusters-without-marks", Rule: "R5.4", Scheme: "sm1",
			Mistake: "takes each code point for a cluster",
			replace: func(r *rules.Rules) {
				r.Features.Clusters = func(token string) []string { return strings.Split(token, "") }
			},
		},
		{
			Name: "clusters-bare", Rule: "R5.4", Scheme: "sm1",
			Mistake: "takes the first code point of a cluster and leaves its marks",
			replace: clustersAs(func(clusters []string) []string {
				for i, c := range clusters {
					_, size := utf8.DecodeRuneInString(c)
					clusters[i] = c[:size]
				}
				return clusters
			}),
		},
		{
			Name: "first-cluster-only", Rule: "R5.4", Scheme: "sm1",
			Mistake: "takes the first cluster of each gram, and so not the last of a class run",
			replace: clustersAs(func(clusters []string) []string { return clusters[:1] }),
		},
		{
			Name: "clusters-of-words", Rule: "R5.4", Scheme: "sm1",
			Mistake: "makes features of the letters of words too",
			replace: clustered(func(rune) bool { return true }),
		},
		{
			Name: "clusters-in-shingles", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes features of clusters beside the shingles: that is R5.4, and of sm1 only",
			replace: func(r *rules.Rules) {
				find := r.Features.Find
				r.Features.IsClustered = func(first rune) bool { return rules.ClassOf(first).Clustered() }
				r.Features.Find = func(tokens []string) []rules.Feature {
					list := find(tokens)
					for _, t := range tokens {
						for _, c := range r.Features.ClustersOf(t) {
							list = append(list, rules.Feature{Octets: c.Octets, Weight: 1})
						}
					}
					return list
				}
			},
		},
		{
			Name: "shingles-of-one", Rule: "R5.5", Scheme: "mh1",
			Mistake: "takes tokens for features, as sd1 does",
			replace: featured(rules.Shingles(1, " ")),
		},
		{
			Name: "shingles-of-two", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes shingles of two tokens",
			replace: featured(rules.Shingles(2, " ")),
		},
		{
			Name: "shingles-of-four", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes shingles of four tokens, as Broder's paper does",
			replace: featured(rules.Shingles(4, " ")),
		},
		{
			Name: "shingles-run-together", Rule: "R5.5", Scheme: "mh1",
			Mistake: "joins tokens with nothing between",
			replace: featured(rules.Shingles(3, "")),
		},
		{
			Name: "shingles-with-line-ends", Rule: "R5.5", Scheme: "mh1",
			Mistake: "ends tokens with U+000A in place of joining them with U+0020",
			replace: featured(rules.Shingles(3, "\n")),
		},
		{
			Name: "shingles-with-nul", Rule: "R5.5", Scheme: "mw1",
			Mistake: "joins tokens with U+0000, which no token holds",
			replace: featured(rules.Shingles(3, "\x00")),
		},
		{
			Name: "shingles-with-blank-at-end", Rule: "R5.5", Scheme: "mh1",
			Mistake: "puts a blank after each token, the last one too",
			replace: featured(func(tokens []string) []rules.Feature {
				list := rules.Shingles(3, " ")(tokens)
				for i := range list {
					list[i].Octets += " "
				}
				return list
			}),
		},
		{
			Name: "shingles-sorted", Rule: "R5.5", Scheme: "mh1",
			Mistake: "puts the tokens of a shingle in order, so that their own order does not count",
			replace: featured(func(tokens []string) []rules.Feature {
				list := rules.Shingles(3, " ")(tokens)
				for i, f := range list {
					list[i].Octets = strings.Join(slices.Sorted(slices.Values(strings.Split(f.Octets, " "))), " ")
				}
				return list
			}),
		},
		{
			Name: "shingles-apart", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes shingles that do not overlap",
			replace: featured(func(tokens []string) (list []rules.Feature) {
				for three := range slices.Chunk(tokens, 3) {
					list = append(list, rules.Feature{Octets: strings.Join(three, " "), Weight: 1})
				}
				return list
			}),
		},
		{
			Name: "short-texts-without-shingles", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes no shingle of one or two tokens, by a loop from 0 to n − 3",
			replace: featured(func(tokens []string) []rules.Feature {
				if len(tokens) < 3 {
					return nil
				}
				return rules.Shingles(3, " ")(tokens)
			}),
		},
		{
			Name: "short-texts-by-token", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes two shingles of two tokens, one of each",
			replace: featured(func(tokens []string) []rules.Feature {
				if len(tokens) < 3 {
					return rules.Shingles(1, " ")(tokens)
				}
				return rules.Shingles(3, " ")(tokens)
			}),
		},
		{
			Name: "short-texts-padded", Rule: "R5.5", Scheme: "mh1",
			Mistake: "fills up a shingle of one or two tokens with empty ones, and so blanks",
			replace: featured(func(tokens []string) []rules.Feature {
				if len(tokens) > 0 && len(tokens) < 3 {
					tokens = slices.Concat(tokens, []string{"", ""})[:3]
				}
				return rules.Shingles(3, " ")(tokens)
			}),
		},
		{
			Name: "shingles-to-the-end", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes shingles of the last two tokens and of the last one besides, by slices that end early",
			replace: featured(func(tokens []string) (list []rules.Feature) {
				for i := range tokens {
					list = append(list, rules.Feature{Octets: strings.Join(tokens[i:min(i+3, len(tokens))], " "), Weight: 1})
				}
				return list
			}),
		},
		{
			Name: "shingles-round", Rule: "R5.5", Scheme: "mh1",
			Mistake: "goes on from the end of the text at its start, as w-shinglings of short texts do",
			replace: featured(func(tokens []string) []rules.Feature {
				if len(tokens) > 2 {
					tokens = slices.Concat(tokens, tokens[:2])
				}
				return rules.Shingles(3, " ")(tokens)
			}),
		},
		{
			Name: "shingles-of-distinct-tokens", Rule: "R5.5", Scheme: "mw1",
			Mistake: "makes shingles of the tokens without those that were there already",
			replace: tokensAs(func(tokens []string) (distinct []string) {
				for _, t := range tokens {
					if !slices.Contains(distinct, t) {
						distinct = append(distinct, t)
					}
				}
				return distinct
			}),
		},
		{
			Name: "shingles-each-run", Rule: "R5.5", Scheme: "mh1",
			Mistake: "makes the shingles of each run by itself, so that a separator leaves a gap",
			mutate: func(p *port.Port) {
				p.Whole = func(pieces [][]byte) (string, int) {
					var elements []uint64
					for _, run := range p.Normalise(p.Identifiers(p.Text(slices.Concat(pieces...)))) {
						elements = append(elements, p.Features(p.Segment([]string{run}))...)
					}
					slices.Sort(elements)
					elements = slices.Compact(elements)
					return fingerprintOf(p, elements, len(elements))
				}
			},
		},
		{
			Name: "shingles-limited", Rule: "R5.5", Scheme: "mh1",
			Mistake: "drops shingles of more than 4,096 octets, as R4.3 does tokens",
			replace: featured(func(tokens []string) []rules.Feature {
				return slices.DeleteFunc(rules.Shingles(3, " ")(tokens), func(f rules.Feature) bool { return len(f.Octets) > 4096 })
			}),
		},
		{
			Name: "weights-in-minhash", Rule: "R5.6", Scheme: "mh1",
			Mistake: "counts occurrences, as mw1 does",
			replace: func(r *rules.Rules) {
				r.Features.Weigh = func(weights []int) int { return len(weights) }
				r.Features.Element = r.Features.Occurrence
			},
		},
		{
			Name: "elements-repeated", Rule: "R5.6", Scheme: "mh1",
			Mistake: "gives a hash as often as it occurs: the same sketch, and not the same elements",
			replace: weighing(func(weights []int) int { return len(weights) }),
		},
		{
			Name: "elements-once", Rule: "R5.6", Scheme: "sm1",
			Mistake: "gives each hash once, without its weight",
			replace: weighing(func([]int) int { return 1 }),
		},
		{
			Name: "weighted-elements-differ", Rule: "R5.6", Scheme: "sm1",
			Mistake: "adds 9E3779B97F4A7C15 for the second of two, as mw1 does",
			replace: func(r *rules.Rules) { r.Features.Element = r.Features.Occurrence },
		},
		{
			Name: "elements-signed", Rule: "R5.6", Scheme: "mw1",
			Mistake: "puts elements in order as signed integers, as Java and SQL do",
			replace: func(r *rules.Rules) { r.Features.Order = bySignedValue },
		},
		{
			Name: "occurrences-ignored", Rule: "R5.6", Scheme: "mw1",
			Mistake: "takes distinct shingles, as mh1 does",
			replace: weighing(func([]int) int { return 1 }),
		},
		{
			Name: "occurrences-unlimited", Rule: "R5.6", Scheme: "mw1",
			Mistake: "has no limit on occurrences",
			replace: weighing(func(weights []int) int { return len(weights) }),
		},
		{
			Name: "occurrences-one-less", Rule: "R5.6", Scheme: "mw1",
			Mistake: "gives 1,023 elements at most, by < in place of <=",
			replace: weighing(func(weights []int) int { return min(len(weights), 1023) }),
		},
		{
			Name: "occurrences-one-more", Rule: "R5.6", Scheme: "mw1",
			Mistake: "gives 1,025 elements, for k up to min(f, 1024)",
			replace: weighing(func(weights []int) int { return min(len(weights), 1025) }),
		},
		{
			Name: "occurrences-from-one", Rule: "R5.6", Scheme: "mw1",
			Mistake: "counts k from 1, so that a shingle that occurs once is not what it is in mh1",
			replace: occurring(func(hash, k uint64) uint64 { return hash + (k+1)*goldenRatio }),
		},
		{
			Name: "occurrences-by-xor", Rule: "R5.6", Scheme: "mw1",
			Mistake: "takes the exclusive or in place of the sum",
			replace: occurring(func(hash, k uint64) uint64 { return hash ^ k*goldenRatio }),
		},
		{
			Name: "occurrences-plus-k", Rule: "R5.6", Scheme: "mw1",
			Mistake: "adds k alone",
			replace: occurring(func(hash, k uint64) uint64 { return hash + k }),
		},
		{
			Name: "occurrences-hashed", Rule: "R5.6", Scheme: "mw1",
			Mistake: "hashes the shingle with the number of its occurrence after it, as most code for weighted MinHash does",
			replace: func(r *rules.Rules) {
				r.Features.Element = func(octets string, k int) uint64 {
					if k > 0 {
						octets += " " + fmt.Sprint(k)
					}
					return r.Features.Hash([]byte(octets))
				}
			},
		},
		{
			Name: "occurrences-in-doubles", Rule: "R5.6", Scheme: "mw1",
			Mistake: "multiplies in doubles, as JavaScript does without BigInt",
			replace: occurring(func(hash, k uint64) uint64 {
				return hash + uint64(math.Mod(float64(k)*float64(goldenRatio), 1<<64))
			}),
		},
		{
			Name: "occurrences-saturate", Rule: "R5.6", Scheme: "mw1",
			Mistake: "stops at 2^64 − 1, as saturating arithmetic does",
			replace: occurring(func(hash, k uint64) uint64 {
				high, low := bits.Mul64(k, goldenRatio)
				sum, carry := bits.Add64(low, hash, 0)
				if high+carry > 0 {
					return math.MaxUint64
				}
				return sum
			}),
		},
		{
			Name: "occurrences-of-tokens", Rule: "R5.6", Scheme: "mw1",
			Mistake: "gives a shingle as many elements as its first token occurs",
			replace: func(r *rules.Rules) {
				find := r.Features.Find
				r.Features.Find = func(tokens []string) []rules.Feature {
					list := find(tokens)
					seen := make(map[string]bool)
					for i := range list {
						list[i].Weight = 0
						if !seen[list[i].Octets] {
							for _, t := range tokens {
								if t == tokens[i] {
									list[i].Weight++
								}
							}
						}
						seen[list[i].Octets] = true
					}
					return list
				}
				r.Features.Weigh = func(weights []int) int { return min(sum(weights), 1024) }
			},
		},
	}
}

// tokenFeatureMutants are the mutants of chapter 5 in sd1.
func tokenFeatureMutants() []Mutant {
	return []Mutant{
		{
			Name: "stop-words", Rule: "R5.1",
			Mistake: "leaves function words out, as search engines do",
			replace: tokensAs(func(tokens []string) []string {
				stop := strings.Fields("a an and in of or the to")
				return slices.DeleteFunc(slices.Clone(tokens), func(t string) bool { return slices.Contains(stop, t) })
			}),
		},
		{
			Name: "shingles", Rule: "R5.1",
			Mistake: "takes pairs of neighbouring tokens for features, as w-shingling does",
			replace: tokensAs(func(tokens []string) (pairs []string) {
				for i := 1; i < len(tokens); i++ {
					pairs = append(pairs, tokens[i-1]+" "+tokens[i])
				}
				return pairs
			}),
		},
		{
			Name: "feature-in-utf-16", Rule: "R5.1",
			Mistake: "hashes the UTF-16 of a token, as it stands in the memory of Java and JavaScript",
			replace: eachAs(func(token string) string {
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
			replace: eachAs(func(token string) string { return token + "\x00" }),
		},
		{
			Name: "feature-folded", Rule: "R5.1",
			Mistake: "folds the case of tokens once more",
			replace: eachAs(strings.ToLower),
		},
		{
			Name: "feature-stemmed", Rule: "R5.1",
			Mistake: "strips endings, as a stemmer does",
			replace: eachAs(func(token string) string {
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
			replace: weighing(func(weights []int) int { return len(weights) }),
		},
		{
			Name: "distinct-by-token", Rule: "R5.2",
			Mistake: "keeps a set of tokens in place of hashes, so that two with one hash count twice",
			replace: same(octetsOf),
		},
		{
			Name: "adjacent-repeats-only", Rule: "R5.2",
			Mistake: "drops a repeated feature only beside itself, by uniq without sort",
			replace: func(r *rules.Rules) {
				find := r.Features.Find
				r.Features.Find = func(tokens []string) []rules.Feature { return slices.Compact(find(tokens)) }
				r.Features.Weigh = func(weights []int) int { return len(weights) }
			},
		},
		{
			Name: "hashes-signed", Rule: "R5.2",
			Mistake: "puts hashes in order as signed integers, as Java and SQL do",
			replace: func(r *rules.Rules) { r.Features.Order = bySignedValue },
		},
		{
			Name: "no-features-is-zero", Rule: "R5.3",
			Mistake: "gives a text without features the sketch 0, as most implementations of SimHash do",
			mutate: func(p *port.Port) {
				p.Whole = func(pieces [][]byte) (string, int) {
					hashes := p.Features(tokensOf(p, slices.Concat(pieces...)))
					return p.Encode(p.Sketch(p.Counters(hashes)), p.Hello.Schemes[0], encode.Visible), len(hashes)
				}
			},
		},
		{
			Name: "no-features-is-empty-token", Rule: "R5.3",
			Mistake: "makes one empty token of a text without words, as split() of Python and JavaScript does",
			replace: tokensAs(func(tokens []string) []string {
				if len(tokens) == 0 {
					return []string{""}
				}
				return tokens
			}),
		},
	}
}
