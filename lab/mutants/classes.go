package mutants

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// classMutants returns the mutants of R4.2 to R4.8 in the multi schemes.
func classMutants() []Mutant {
	return []Mutant{
		{
			Name: "multi-numbers-kept", Rule: "R4.2", Scheme: "sm1",
			Mistake: "keeps numbers, those between ideographs too",
			replace: kept(func(string) bool { return true }),
		},
		{
			Name: "multi-alphabetic-is-letter", Rule: "R4.2", Scheme: "sm1",
			Mistake: "wants a letter: takes the property Alphabetic for the categories L*, as isalpha() does",
			replace: kept(func(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }),
		},
		{
			Name: "multi-words-with-digits-dropped", Rule: "R4.2", Scheme: "sm1",
			Mistake: "drops every word that holds a digit",
			replace: kept(func(word string) bool { return !strings.ContainsFunc(word, unicode.IsDigit) }),
		},
		{
			Name: "multi-alphabetic-of-sequence", Rule: "R4.2", Scheme: "sm1",
			Mistake: "looks for a letter in the whole sequence, so that the 3 of 第3回 stays",
			replace: segmenting(func(s *rules.Segmenter) {
				leading, letters := s.DropMarks, false
				s.DropMarks = func(sequence []rune) []rune {
					letters = slices.ContainsFunc(sequence, ucd.IsAlphabetic)
					return leading(sequence)
				}
				s.KeepWord = func(string) bool { return letters }
			}),
		},
		{
			Name: "multi-limit-absent", Rule: "R4.3", Scheme: "sm1",
			Mistake: "keeps words and grams of any length",
			replace: segmenting(func(s *rules.Segmenter) { s.LimitWord, s.LimitGram = unchanged, unchanged }),
		},
		{
			Name: "grams-unlimited", Rule: "R4.3", Scheme: "sm1",
			Mistake: "has no limit on grams, since two clusters are short",
			replace: segmenting(func(s *rules.Segmenter) { s.LimitGram = unchanged }),
		},
		{
			Name: "gram-limit-one-less", Rule: "R4.3", Scheme: "sm1",
			Mistake: "drops grams of 4,096 octets, by >= in place of >",
			replace: segmenting(func(s *rules.Segmenter) { s.LimitGram = rules.AtMost(4095, func(s string) int { return len(s) }) }),
		},
		{
			Name: "gram-limit-one-more", Rule: "R4.3", Scheme: "sm1",
			Mistake: "keeps grams of 4,097 octets",
			replace: segmenting(func(s *rules.Segmenter) { s.LimitGram = rules.AtMost(4097, func(s string) int { return len(s) }) }),
		},
		{
			Name: "long-grams-cut", Rule: "R4.3", Scheme: "sm1",
			Mistake: "keeps the first 4,096 octets of a gram, by a buffer of that size",
			replace: segmenting(func(s *rules.Segmenter) { s.LimitGram = firstOctets(4096) }),
		},
		{
			Name: "long-clusters-dropped", Rule: "R4.3", Scheme: "sm1",
			Mistake: "drops a long cluster and makes a gram of those around it",
			replace: segmenting(func(s *rules.Segmenter) {
				clusters := s.Clusters
				s.Clusters = func(run []rune) []string {
					return slices.DeleteFunc(clusters(run), func(s string) bool { return len(s) > 4096 })
				}
			}),
		},
		{
			Name: "limit-of-sequence", Rule: "R4.3", Scheme: "sm1",
			Mistake: "measures the sequence, before it is taken apart into class runs",
			replace: segmenting(func(s *rules.Segmenter) {
				leading := s.DropMarks
				s.DropMarks = func(sequence []rune) []rune {
					if sequence = leading(sequence); len(string(sequence)) > 4096 {
						return nil
					}
					return sequence
				}
			}),
		},
		{
			Name: "limit-of-marks", Rule: "R4.3", Scheme: "sm1",
			Mistake: "gives up a class run with a long cluster, the clusters after it too",
			replace: segmenting(func(s *rules.Segmenter) {
				clusters := s.Clusters
				s.Clusters = func(run []rune) []string {
					list := clusters(run)
					if i := slices.IndexFunc(list, func(s string) bool { return len(s) > 4000 }); i >= 0 {
						list = list[:i]
					}
					return list
				}
			}),
		},
		{
			Name: "multi-spacing-marks-end-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "ends words at Mc, as sd1 does",
			replace: words(rules.In(ucd.Mc), false),
		},
		{
			Name: "multi-marks-end-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "takes letters and digits only, as isalnum() does",
			replace: words(rules.IsMark, false),
		},
		{
			Name: "multi-enclosing-marks-end-words", Rule: "R4.4", Scheme: "mh1",
			Mistake: "ends words at Me",
			replace: words(rules.In(ucd.Me), false),
		},
		{
			Name: "multi-letter-numbers-end-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "ends words at Nl, as sd1 does",
			replace: words(rules.In(ucd.Nl), false),
		},
		{
			Name: "multi-numbers-in-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "takes all numbers into words, No too, as \\p{N} does",
			replace: words(rules.In(ucd.No), true),
		},
		{
			Name: "multi-connectors-end-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "ends words at the underscore",
			replace: words(rules.In(ucd.Pc), false),
		},
		{
			Name: "multi-formats-in-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "takes U+0600 and its like into words",
			replace: words(rules.In(ucd.Cf), true),
		},
		{
			Name: "multi-mapped-in-words", Rule: "R4.4", Scheme: "sm1",
			Mistake: "takes a run for a sequence: does not cut at what the mapping brought in",
			replace: words(rules.OneOf(" \u00B7"), true),
		},
		{
			Name: "multi-runs-joined", Rule: "R4.4", Scheme: "sm1",
			Mistake: "joins the runs and takes them apart again, so that two runs make one sequence",
			mutate:  runsAs(func(runs []string) []string { return []string{strings.Join(runs, "")} }),
		},
		{
			Name: "apostrophe-letters-kept", Rule: "R4.4", Scheme: "sm1",
			Mistake: "keeps the letters that look like apostrophes in words, as their category says",
			replace: words(rules.OneOf(rules.Apostrophes), true),
		},
		{
			Name: "apostrophe-letter-one", Rule: "R4.4", Scheme: "sm1",
			Mistake: "knows U+02BC, the letter apostrophe, and no other",
			replace: words(rules.OneOf(strings.ReplaceAll(rules.Apostrophes, "\u02BC", "")), true),
		},
		{
			Name: "apostrophe-letters-of-latin", Rule: "R4.4", Scheme: "sm1",
			Mistake: "knows U+02B9 to U+02BF, and forgets the rest of the list",
			replace: words(rules.OneOf("\u02C8\u02EE\u07F4\u07F5\uA78B\uA78C"), true),
		},
		{
			Name: "apostrophe-letters-range", Rule: "R4.4", Scheme: "sm1",
			Mistake: "takes U+02B9 to U+02BF without a gap, U+02BA too",
			replace: words(rules.OneOf("\u02BA"), false),
		},
		{
			Name: "modifier-block-separates", Rule: "R4.4", Scheme: "sm1",
			Mistake: "separates at the whole block of Spacing Modifier Letters",
			replace: words(func(r rune) bool { return 0x2B0 <= r && r <= 0x2FF }, false),
		},
		{
			Name: "modifier-letters-separate", Rule: "R4.4", Scheme: "sm1",
			Mistake: "separates at every Lm",
			replace: words(rules.In(ucd.Lm), false),
		},
		{
			Name: "apostrophe-letters-deleted", Rule: "R4.4", Scheme: "sm1",
			Mistake: "deletes them, which joins what they separate",
			mutate:  eachRunAs(withoutApostrophes),
		},
		{
			Name: "apostrophe-within-latin-only", Rule: "R4.4", Scheme: "sm1",
			Mistake: "separates at them only between letters of class W",
			replace: segmenting(func(s *rules.Segmenter) {
				s.InSequence = except(s.InSequence, rules.IsApostrophe, true)
				cut := s.ClassRun
				s.ClassRun = func(sequence []rune, class func(int) rules.Class) int {
					n := cut(sequence, class)
					if i := slices.IndexFunc(sequence[:n], rules.IsApostrophe); i > 0 && class(0) == rules.W {
						return i
					}
					return n
				}
				word := s.LimitWord
				s.LimitWord = func(s string) string { return word(strings.TrimLeft(s, rules.Apostrophes)) }
			}),
		},
		{
			Name: "no-classes", Rule: "R4.5", Scheme: "sm1",
			Mistake: "has no classes: a phrase of Chinese or Thai is one word, as in sd1",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.W, true }),
		},
		{
			Name: "kana-apart", Rule: "R4.5", Scheme: "sm1",
			Mistake: "makes Han, Hiragana and Katakana three classes, as UAX #29 and most analysers do",
			replace: reclassed(func(r rune) (rules.Class, bool) {
				return rules.Class(ucd.ScriptOf(r).String()), rules.ClassOf(r) == rules.K
			}),
		},
		{
			Name: "kana-are-words", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes apart ideographs only, and makes a word of katakana",
			replace: reclassed(of(rules.W, unicode.Katakana, unicode.Hiragana)),
		},
		{
			Name: "hangul-of-class-k", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes Hangul apart too, as analysers for CJK do",
			replace: reclassed(of(rules.K, unicode.Hangul)),
		},
		{
			Name: "bopomofo-of-class-k", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes Bopomofo apart too",
			replace: reclassed(of(rules.K, unicode.Bopomofo)),
		},
		{
			Name: "ideographs-by-property", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes the property Ideographic for the script Han: Tangut, Nüshu and Khitan have it",
			replace: reclassed(of(rules.K, unicode.Ideographic)),
		},
		{
			Name: "yi-of-class-k", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes Yi apart, as UAX #14 breaks lines between its syllables",
			replace: reclassed(of(rules.K, unicode.Yi)),
		},
		{
			Name: "prolonged-sound-mark-is-w", Rule: "R4.5", Scheme: "sm1",
			Mistake: "goes by the script alone, which is Common for U+30FC",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.W, r == 0x30FC }),
		},
		{
			Name: "common-letters-are-w", Rule: "R4.5", Scheme: "sm1",
			Mistake: "knows U+30FC and forgets U+3006, U+3031 to U+3035 and U+303C",
			replace: reclassed(func(r rune) (rules.Class, bool) { w, ok := commonIsW(r); return w, ok && r != 0x30FC }),
		},
		{
			Name: "common-letters-are-k", Rule: "R4.5", Scheme: "sm1",
			Mistake: "gives every letter of the script Common the class of the code points around it, here K",
			replace: reclassed(func(r rune) (rules.Class, bool) {
				return rules.K, unicode.IsLetter(r) && unicode.Is(unicode.Common, r)
			}),
		},
		{
			Name: "iteration-marks-are-w", Rule: "R4.5", Scheme: "sm1",
			Mistake: "wants Lo, so that 々, ゝ and ヽ (Lm) are of class W",
			replace: reclassed(func(r rune) (rules.Class, bool) {
				return rules.W, rules.ClassOf(r) == rules.K && ucd.CategoryOf(r) == ucd.Lm && r != 0x30FC
			}),
		},
		{
			Name: "ideographic-zero-is-w", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes U+3007 for a digit",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.W, ucd.CategoryOf(r) == ucd.Nl }),
		},
		{
			Name: "han-of-basic-plane", Rule: "R4.5", Scheme: "sm1",
			Mistake: "knows no ideographs and kana beyond U+FFFF",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.W, r > 0xFFFF }),
		},
		{
			Name: "han-of-one-block", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes U+4E00 to U+9FFF for all ideographs, as most patterns do",
			replace: reclassed(func(r rune) (rules.Class, bool) {
				return rules.W, unicode.Is(unicode.Han, r) && (r < 0x4E00 || r > 0x9FFF)
			}),
		},
		{
			Name: "kana-of-two-blocks", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes U+3040 to U+30FF for all kana",
			replace: reclassed(func(r rune) (rules.Class, bool) {
				return rules.W, unicode.In(r, unicode.Hiragana, unicode.Katakana) && (r < 0x3040 || r > 0x30FF)
			}),
		},
		{
			Name: "myanmar-of-one-block", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes U+1000 to U+109F for the script Myanmar",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.W, unicode.Is(unicode.Myanmar, r) && r > 0x109F }),
		},
		{
			Name: "thai-only", Rule: "R4.5", Scheme: "sm1",
			Mistake: "knows Thai, and makes words of Lao, Khmer and Burmese",
			replace: reclassed(of(rules.W, unicode.Lao, unicode.Khmer, unicode.Myanmar)),
		},
		{
			Name: "t-is-one-class", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes Thai, Lao, Khmer and Burmese for one class, with grams across them",
			replace: reclassed(func(r rune) (rules.Class, bool) { return "T", isT(rules.ClassOf(r)) }),
		},
		{
			Name: "one-class-without-spaces", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes all scripts without spaces for one class",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.K, isT(rules.ClassOf(r)) }),
		},
		{
			Name: "digits-by-script", Rule: "R4.5", Scheme: "sm1",
			Mistake: "gives Thai, Lao, Khmer and Burmese digits the class of their script",
			replace: reclassed(digitsByScript),
		},
		{
			Name: "digits-apart", Rule: "R4.5", Scheme: "sm1",
			Mistake: "makes a class of digits, so that akb48 comes apart",
			replace: reclassed(func(r rune) (rules.Class, bool) { return "W ", ucd.CategoryOf(r) == ucd.Nd }),
		},
		{
			Name: "tibetan-of-class-t", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes Tibetan apart",
			replace: reclassed(of("T Tibetan", unicode.Tibetan)),
		},
		{
			Name: "line-break-class-sa", Rule: "R4.5", Scheme: "sm1",
			Mistake: "takes the line break class SA for class T: New Tai Lue, Tai Le, Tai Viet and Tai Tham have it",
			replace: reclassed(of("T Tai", unicode.New_Tai_Lue, unicode.Tai_Le, unicode.Tai_Viet, unicode.Tai_Tham)),
		},
		{
			Name: "connectors-of-class-before", Rule: "R4.5", Scheme: "sm1",
			Mistake: "gives the underscore the class K, so that it does not cut",
			replace: reclassed(func(r rune) (rules.Class, bool) { return rules.K, ucd.CategoryOf(r) == ucd.Pc }),
		},
		{
			Name: "marks-by-script", Rule: "R4.6", Scheme: "sm1",
			Mistake: "gives a mark the class of its own script, so that U+3099 on a Latin letter cuts",
			replace: segmenting(func(s *rules.Segmenter) {
				s.MarkClass = func(mark rune, before rules.Class) rules.Class {
					switch script := ucd.ScriptOf(mark); script {
					case ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
						return rules.Class("T " + script.String())
					}
					return before
				}
			}),
		},
		{
			Name: "marks-of-class-w", Rule: "R4.6", Scheme: "sm1",
			Mistake: "gives a mark of the scripts Common and Inherited the class W, as its script says",
			replace: segmenting(func(s *rules.Segmenter) {
				s.MarkClass = func(mark rune, before rules.Class) rules.Class {
					if unicode.In(mark, unicode.Common, unicode.Inherited) {
						return rules.W
					}
					return before
				}
			}),
		},
		{
			Name: "leading-marks-kept", Rule: "R4.6", Scheme: "sm1",
			Mistake: "keeps marks at the start of a sequence, as sd1 does",
			replace: segmenting(func(s *rules.Segmenter) { s.DropMarks = func(sequence []rune) []rune { return sequence } }),
		},
		{
			Name: "leading-mark-one", Rule: "R4.6", Scheme: "sm1",
			Mistake: "drops one mark at the start, by if in place of while",
			replace: segmenting(func(s *rules.Segmenter) {
				s.DropMarks = func(sequence []rune) []rune { return sequence[min(1, rules.CountLeading(sequence, rules.IsMark)):] }
			}),
		},
		{
			Name: "leading-nonspacing-marks", Rule: "R4.6", Scheme: "sm1",
			Mistake: "drops Mn only",
			replace: segmenting(func(s *rules.Segmenter) {
				s.DropMarks = func(sequence []rune) []rune { return sequence[rules.CountLeading(sequence, rules.In(ucd.Mn)):] }
			}),
		},
		{
			Name: "leading-marks-of-run", Rule: "R4.6", Scheme: "sm1",
			Mistake: "drops marks at the start of a run, and keeps them where a sequence begins within one",
			mutate: func(p *port.Port) {
				s := rules.NewSegmenter(rules.SchemeOf(p.Hello.Schemes[0]))
				s.DropMarks = func(sequence []rune) []rune { return sequence }
				p.Segment = func(runs []string) []string {
					bare := make([]string, len(runs))
					for i, run := range runs {
						bare[i] = strings.TrimLeftFunc(run, rules.IsMark)
					}
					return s.Tokens(bare)
				}
			},
		},
		{
			Name: "leading-marks-dropped-last", Rule: "R4.6", Scheme: "sm1",
			Mistake: "drops the marks of a word after R4.2 has looked at it",
			replace: segmenting(func(s *rules.Segmenter) {
				s.DropMarks = func(sequence []rune) []rune { return sequence }
				word := s.LimitWord
				s.LimitWord = func(s string) string { return word(strings.TrimLeftFunc(s, rules.IsMark)) }
			}),
		},
		{
			Name: "sequence-with-leading-mark-dropped", Rule: "R4.6", Scheme: "sm1",
			Mistake: "drops the whole sequence, or lets it begin with the next one",
			replace: segmenting(func(s *rules.Segmenter) {
				s.DropMarks = func(sequence []rune) []rune {
					if rules.CountLeading(sequence, rules.IsMark) > 0 {
						return nil
					}
					return sequence
				}
			}),
		},
		{
			Name: "sequences-not-cut", Rule: "R4.7", Scheme: "sm1",
			Mistake: "goes by the first class of a sequence, so that tシャツ is one word",
			replace: segmenting(func(s *rules.Segmenter) {
				s.ClassRun = func(sequence []rune, _ func(int) rules.Class) int { return len(sequence) }
			}),
		},
		{
			Name: "words-beside-clusters-lost", Rule: "R4.7", Scheme: "sm1",
			Mistake: "drops the words of class W in a sequence that has clusters",
			replace: segmenting(func(s *rules.Segmenter) {
				leading := s.DropMarks
				s.DropMarks = func(sequence []rune) []rune {
					sequence = leading(sequence)
					clustered := func(r rune) bool { return rules.ClassOf(r).Clustered() }
					if !slices.ContainsFunc(sequence, clustered) {
						return sequence
					}
					return slices.DeleteFunc(slices.Clone(sequence), func(r rune) bool { return rules.ClassOf(r) == rules.W })
				}
			}),
		},
		{
			Name: "clusters-are-code-points", Rule: "R4.7", Scheme: "sm1",
			Mistake: "makes a cluster of each code point, marks too, as bigrams of characters do",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) []string { return strings.Split(string(run), "") }
			}),
		},
		{
			Name: "clusters-with-nonspacing-marks", Rule: "R4.7", Scheme: "sm1",
			Mistake: "takes Mn for all marks, so that the vowel signs of Burmese (Mc) are clusters",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) []string { return rules.Clusters(run, rules.In(ucd.Mn)) }
			}),
		},
		{
			Name: "clusters-by-combining-class", Rule: "R4.7", Scheme: "sm1",
			Mistake: "takes a combining class that is not 0 for a mark: most vowels of Thai, Lao and Khmer have 0",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) []string { return rules.Clusters(run, rules.HasClass) }
			}),
		},
		{
			Name: "clusters-of-uax-29", Rule: "R4.7", Scheme: "sm1",
			Mistake: "takes extended grapheme clusters, in which U+1038 and other marks of Burmese stand by themselves",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) []string {
					return rules.Clusters(run, func(r rune) bool {
						return rules.IsMark(r) && !strings.ContainsRune("\u102B\u102C\u1038\u1062\u1063\u1064\u1083\u1087\u1088\u1089\u108A\u108B\u108C", r)
					})
				}
			}),
		},
		{
			Name: "clusters-are-syllables", Rule: "R4.7", Scheme: "sm1",
			Mistake: "takes what a coeng or U+1039 subjoins into the cluster, as shaping does",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) (clusters []string) {
					for _, s := range rules.Clusters(run, rules.IsMark) {
						if n := len(clusters); n > 0 && (strings.HasSuffix(clusters[n-1], "\u17D2") || strings.HasSuffix(clusters[n-1], "\u1039")) {
							clusters[n-1] += s
						} else {
							clusters = append(clusters, s)
						}
					}
					return clusters
				}
			}),
		},
		{
			Name: "clusters-with-sara-am", Rule: "R4.7", Scheme: "sm1",
			Mistake: "keeps U+0E4D and U+0E32 in one cluster, as they were one code point before R3.5",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) (clusters []string) {
					for _, s := range rules.Clusters(run, rules.IsMark) {
						if n := len(clusters); n > 0 && (s == "\u0E32" && strings.HasSuffix(clusters[n-1], "\u0E4D") || s == "\u0EB2" && strings.HasSuffix(clusters[n-1], "\u0ECD")) {
							clusters[n-1] += s
						} else {
							clusters = append(clusters, s)
						}
					}
					return clusters
				}
				s.Grams = func(clusters []string) []string {
					if grams := rules.NGrams(2)(clusters); len(clusters) > 1 {
						return grams
					}
					return nil
				}
			}),
		},
		{
			Name: "clusters-within-one-script", Rule: "R4.7", Scheme: "sm1",
			Mistake: "begins a cluster at a mark of another script",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Clusters = func(run []rune) []string {
					return rules.Clusters(run, func(r rune) bool {
						return rules.IsMark(r) && (unicode.In(r, unicode.Inherited, unicode.Common) || unicode.In(run[0], unicode.Scripts[ucd.ScriptOf(r).String()]))
					})
				}
			}),
		},
		{
			Name: "grams-of-one", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes a token of each cluster, as UAX #29 does of ideographs",
			replace: segmenting(func(s *rules.Segmenter) { s.Grams = rules.NGrams(1) }),
		},
		{
			Name: "grams-of-three", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes trigrams",
			replace: segmenting(func(s *rules.Segmenter) { s.Grams = rules.NGrams(3) }),
		},
		{
			Name: "grams-apart", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes grams that do not overlap, by a step of two",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) (grams []string) {
					for pair := range slices.Chunk(clusters, 2) {
						grams = append(grams, strings.Join(pair, ""))
					}
					return grams
				}
			}),
		},
		{
			Name: "one-cluster-lost", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes no token of a class run of one cluster, since it has no pair",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) []string {
					if len(clusters) < 2 {
						return nil
					}
					return rules.NGrams(2)(clusters)
				}
			}),
		},
		{
			Name: "last-cluster-again", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes a token of the last cluster besides, as some bigram filters do",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) []string {
					grams := rules.NGrams(2)(clusters)
					if len(clusters) > 1 {
						grams = append(grams, clusters[len(clusters)-1])
					}
					return grams
				}
			}),
		},
		{
			Name: "clusters-are-tokens-too", Rule: "R4.8", Scheme: "mh1",
			Mistake: "makes tokens of the clusters beside the grams: that is R5.4, and of sm1 only",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) []string {
					grams := rules.NGrams(2)(clusters)
					if len(clusters) > 1 {
						grams = append(grams, clusters...)
					}
					return grams
				}
			}),
		},
		{
			Name: "grams-distinct", Rule: "R4.8", Scheme: "mw1",
			Mistake: "gives a gram once, however often it occurs",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) []string {
					return slices.Compact(slices.Sorted(slices.Values(rules.NGrams(2)(clusters))))
				}
			}),
		},
		{
			Name: "grams-within-length", Rule: "R4.8", Scheme: "sm1",
			Mistake: "keeps class runs of two or three clusters whole, as words",
			replace: segmenting(func(s *rules.Segmenter) {
				s.Grams = func(clusters []string) []string {
					if len(clusters) <= 3 {
						return []string{strings.Join(clusters, "")}
					}
					return rules.NGrams(2)(clusters)
				}
			}),
		},
		{
			Name: "grams-across-words", Rule: "R4.8", Scheme: "sm1",
			Mistake: "makes grams across a letter that looks like an apostrophe",
			mutate: eachRunAs(func(run string) string {
				if strings.ContainsFunc(run, func(r rune) bool { return rules.ClassOf(r) == rules.K }) {
					return withoutApostrophes(run)
				}
				return run
			}),
		},
	}
}

// reclassed returns a mutation of R4.5: some code points have another class.
func reclassed(to func(r rune) (rules.Class, bool)) func(r *rules.Rules) {
	return segmenting(func(s *rules.Segmenter) { s.Class = classing(s.Class, to) })
}

// classing returns R4.5 with another class for some code points.
func classing(classOf func(rune) rules.Class, to func(r rune) (rules.Class, bool)) func(rune) rules.Class {
	return func(r rune) rules.Class {
		if class, ok := to(r); ok {
			return class
		}
		return classOf(r)
	}
}

// of gives the letters and numbers of some scripts a class.
func of(class rules.Class, scripts ...*unicode.RangeTable) func(r rune) (rules.Class, bool) {
	return func(r rune) (rules.Class, bool) {
		return class, rules.ClassOf(r) != rules.NoClass && unicode.In(r, scripts...)
	}
}

// digitsByScript and commonIsW are mistakes that R2.10 and R4.5 are both open to.

func digitsByScript(r rune) (rules.Class, bool) {
	script := ucd.ScriptOf(r)
	withoutSpaces := script == ucd.Thai || script == ucd.Lao || script == ucd.Khmer || script == ucd.Myanmar
	return rules.Class("T " + script.String()), ucd.CategoryOf(r) == ucd.Nd && withoutSpaces
}

func commonIsW(r rune) (rules.Class, bool) {
	return rules.W, rules.ClassOf(r) == rules.K && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// isT reports whether a class is one of the classes T.
func isT(class rules.Class) bool { return class.Clustered() && class != rules.K }

func withoutApostrophes(run string) string {
	return strings.Map(func(r rune) rune {
		if rules.IsApostrophe(r) {
			return -1
		}
		return r
	}, run)
}
