package mutants

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// classes is chapter 4 of the multi schemes once more, with parts to replace.
type classes struct {
	stays    func(rune) bool                                   // R4.4
	classOf  func(rune) string                                 // R4.5, for code points that are no marks
	isMark   func(rune) bool                                   // R4.6
	marked   func(mark rune, before string) string             // R4.6: the class of a mark
	leading  func(sequence []rune) []rune                      // R4.6: what is dropped
	clusters func(run []rune) []string                         // R4.7
	grams    func(clusters []string) []string                  // R4.8
	keep     func(word string) bool                            // R4.2
	word     func(string) string                               // R4.3
	gram     func(string) string                               // R4.3
	cut      func(sequence []rune, class func(int) string) int // R4.7: the length of the class run at the start
}

func newClasses() *classes {
	c := &classes{
		stays: staysIn, classOf: classOf, isMark: isMarkOf,
		marked: func(_ rune, before string) string { return before },
		grams:  nGrams(2),
		keep:   func(word string) bool { return strings.ContainsFunc(word, ucd.IsAlphabetic) },
		word:   atMost(4096, func(s string) int { return len(s) }),
		gram:   atMost(4096, func(s string) int { return len(s) }),
		cut: func(sequence []rune, class func(int) string) int {
			n := 1
			for n < len(sequence) && class(n) == class(0) {
				n++
			}
			return n
		},
	}
	c.leading = func(sequence []rune) []rune { return sequence[runOf(sequence, c.isMark):] }
	c.clusters = func(run []rune) []string { return clustersOf(run, c.isMark) }
	return c
}

func (c *classes) tokens(runs []string) []string {
	tokens := []string{}
	for _, run := range runs {
		for _, sequence := range strings.FieldsFunc(run, func(r rune) bool { return !c.stays(r) }) {
			tokens = c.sequence(tokens, c.leading([]rune(sequence)))
		}
	}
	return tokens
}

func (c *classes) sequence(tokens []string, sequence []rune) []string {
	class := make([]string, len(sequence))
	for i, r := range sequence {
		switch {
		case !c.isMark(r):
			class[i] = c.classOf(r)
		case i > 0:
			class[i] = c.marked(r, class[i-1])
		default: // only if leading marks are not dropped
			class[i] = "W"
		}
	}
	add := func(token string) {
		if token != "" {
			tokens = append(tokens, token)
		}
	}
	for start := 0; start < len(sequence); {
		end := start + c.cut(sequence[start:], func(i int) string { return class[start+i] })
		run := sequence[start:end]
		if class[start] != "W" {
			for _, gram := range c.grams(c.clusters(run)) {
				add(c.gram(gram))
			}
		} else if word := string(run); c.keep(word) {
			add(c.word(word))
		}
		start = end
	}
	return tokens
}

// classed returns a mutation of chapter 4 of the multi schemes.
func classed(change func(c *classes)) func(p *protocol.Port) {
	c := newClasses()
	change(c)
	return func(p *protocol.Port) { p.Segment = c.tokens }
}

var (
	isMarkOf   = inCategories(ucd.Mn, ucd.Mc, ucd.Me)
	inSequence = inCategories(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Mn, ucd.Mc, ucd.Me, ucd.Nd, ucd.Nl, ucd.Pc)
)

// apostrophes are the letters of R4.4.
const apostrophes = "\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02EE\u07F4\u07F5\uA78B\uA78C"

func staysIn(r rune) bool { return inSequence(r) && !strings.ContainsRune(apostrophes, r) }

// classOf is R4.5: "K", "T" and the script, "W", or "" for what has no class.
func classOf(r rune) string {
	if !inSequence(r) || isMarkOf(r) {
		return ""
	}
	switch s := ucd.ScriptOf(r); s {
	case ucd.Han, ucd.Hiragana, ucd.Katakana:
		return "K"
	case ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
		if ucd.CategoryOf(r) != ucd.Nd {
			return "T" + s.String()
		}
	}
	if strings.ContainsRune("\u3006\u3031\u3032\u3033\u3034\u3035\u303C\u30FC\uFF70\uFF9E\uFF9F", r) {
		return "K"
	}
	return "W"
}

// classing returns R4.5 with other classes for some code points.
func classing(to func(r rune) (string, bool)) func(rune) string {
	return func(r rune) string {
		if class, ok := to(r); ok {
			return class
		}
		return classOf(r)
	}
}

// Mistakes that R2.10 and R4.5 are open to.

func digitsByScript(r rune) (string, bool) {
	s := ucd.ScriptOf(r)
	return "T" + s.String(), ucd.CategoryOf(r) == ucd.Nd && (s == ucd.Thai || s == ucd.Lao || s == ucd.Khmer || s == ucd.Myanmar)
}

func commonIsW(r rune) (string, bool) {
	return "W", classOf(r) == "K" && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// clustersOf takes a text apart before each code point that is no mark.
func clustersOf(run []rune, isMark func(rune) bool) (clusters []string) {
	for len(run) > 0 {
		n := 1 + runOf(run[1:], isMark)
		clusters = append(clusters, string(run[:n]))
		run = run[n:]
	}
	return clusters
}

// nGrams returns a function that puts every n clusters in a row together, or all if
// there are fewer.
func nGrams(n int) func(clusters []string) []string {
	return func(clusters []string) (grams []string) {
		for end := min(n, len(clusters)); end <= len(clusters); end++ {
			grams = append(grams, strings.Join(clusters[max(0, end-n):end], ""))
		}
		return grams
	}
}

// staying returns a mutation of R4.4: other code points in sequences.
func staying(exception func(rune) bool, stays bool) func(p *protocol.Port) {
	return classed(func(c *classes) {
		c.stays = func(r rune) bool {
			if exception(r) {
				return stays
			}
			return staysIn(r)
		}
	})
}

// reclassed returns a mutation of R4.5: code points have other classes.
func reclassed(to func(r rune) (string, bool)) func(p *protocol.Port) {
	return classed(func(c *classes) { c.classOf = classing(to) })
}

// of gives letters and numbers of scripts a class.
func of(class string, scripts ...*unicode.RangeTable) func(r rune) (string, bool) {
	return func(r rune) (string, bool) { return class, inSequence(r) && unicode.In(r, scripts...) }
}

// classMutants are those of R4.2 to R4.8 in the multi schemes.
var classMutants = []Mutant{
	{
		Name: "multi-numbers-kept", Rule: "R4.2", Scheme: "sm1",
		Mistake: "keeps numbers, those between ideographs too",
		mutate:  classed(func(c *classes) { c.keep = func(string) bool { return true } }),
	},
	{
		Name: "multi-alphabetic-is-letter", Rule: "R4.2", Scheme: "sm1",
		Mistake: "wants a letter: takes the property Alphabetic for the categories L*, as isalpha() does",
		mutate: classed(func(c *classes) {
			c.keep = func(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }
		}),
	},
	{
		Name: "multi-words-with-digits-dropped", Rule: "R4.2", Scheme: "sm1",
		Mistake: "drops every word that holds a digit",
		mutate: classed(func(c *classes) {
			c.keep = func(word string) bool { return !strings.ContainsFunc(word, unicode.IsDigit) }
		}),
	},
	{
		Name: "multi-alphabetic-of-sequence", Rule: "R4.2", Scheme: "sm1",
		Mistake: "looks for a letter in the whole sequence, so that the 3 of 第3回 stays",
		mutate: classed(func(c *classes) {
			leading, letters := c.leading, false
			c.leading = func(sequence []rune) []rune {
				letters = slices.ContainsFunc(sequence, ucd.IsAlphabetic)
				return leading(sequence)
			}
			c.keep = func(string) bool { return letters }
		}),
	},
	{
		Name: "multi-limit-absent", Rule: "R4.3", Scheme: "sm1",
		Mistake: "keeps words and grams of any length",
		mutate:  classed(func(c *classes) { c.word, c.gram = whatever, whatever }),
	},
	{
		Name: "grams-unlimited", Rule: "R4.3", Scheme: "sm1",
		Mistake: "has no limit on grams, since two clusters are short",
		mutate:  classed(func(c *classes) { c.gram = whatever }),
	},
	{
		Name: "gram-limit-one-less", Rule: "R4.3", Scheme: "sm1",
		Mistake: "drops grams of 4,096 octets, by >= in place of >",
		mutate:  classed(func(c *classes) { c.gram = atMost(4095, func(s string) int { return len(s) }) }),
	},
	{
		Name: "gram-limit-one-more", Rule: "R4.3", Scheme: "sm1",
		Mistake: "keeps grams of 4,097 octets",
		mutate:  classed(func(c *classes) { c.gram = atMost(4097, func(s string) int { return len(s) }) }),
	},
	{
		Name: "long-grams-cut", Rule: "R4.3", Scheme: "sm1",
		Mistake: "keeps the first 4,096 octets of a gram, by a buffer of that size",
		mutate:  classed(func(c *classes) { c.gram = func(gram string) string { return gram[:min(len(gram), 4096)] } }),
	},
	{
		Name: "long-clusters-dropped", Rule: "R4.3", Scheme: "sm1",
		Mistake: "drops a long cluster and makes a gram of those around it",
		mutate: classed(func(c *classes) {
			clusters := c.clusters
			c.clusters = func(run []rune) []string {
				return slices.DeleteFunc(clusters(run), func(s string) bool { return len(s) > 4096 })
			}
		}),
	},
	{
		Name: "limit-of-sequence", Rule: "R4.3", Scheme: "sm1",
		Mistake: "measures the sequence, before it is taken apart into class runs",
		mutate: classed(func(c *classes) {
			leading := c.leading
			c.leading = func(sequence []rune) []rune {
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
		mutate: classed(func(c *classes) {
			clusters := c.clusters
			c.clusters = func(run []rune) []string {
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
		mutate:  staying(inCategories(ucd.Mc), false),
	},
	{
		Name: "multi-marks-end-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "takes letters and digits only, as isalnum() does",
		mutate:  staying(isMarkOf, false),
	},
	{
		Name: "multi-enclosing-marks-end-words", Rule: "R4.4", Scheme: "mh1",
		Mistake: "ends words at Me",
		mutate:  staying(inCategories(ucd.Me), false),
	},
	{
		Name: "multi-letter-numbers-end-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "ends words at Nl, as sd1 does",
		mutate:  staying(inCategories(ucd.Nl), false),
	},
	{
		Name: "multi-numbers-in-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "takes all numbers into words, No too, as \\p{N} does",
		mutate:  staying(inCategories(ucd.No), true),
	},
	{
		Name: "multi-connectors-end-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "ends words at the underscore",
		mutate:  staying(inCategories(ucd.Pc), false),
	},
	{
		Name: "multi-formats-in-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "takes U+0600 and its like into words",
		mutate:  staying(inCategories(ucd.Cf), true),
	},
	{
		Name: "multi-mapped-in-words", Rule: "R4.4", Scheme: "sm1",
		Mistake: "takes a run for a sequence: does not cut at what the mapping brought in",
		mutate:  staying(oneOf(" \u00B7"), true),
	},
	{
		Name: "multi-runs-joined", Rule: "R4.4", Scheme: "sm1",
		Mistake: "joins the runs and takes them apart again, so that two runs make one sequence",
		mutate: func(p *protocol.Port) {
			p.Segment = func(runs []string) []string { return newClasses().tokens([]string{strings.Join(runs, "")}) }
		},
	},
	{
		Name: "apostrophe-letters-kept", Rule: "R4.4", Scheme: "sm1",
		Mistake: "keeps the letters that look like apostrophes in words, as their category says",
		mutate:  staying(oneOf(apostrophes), true),
	},
	{
		Name: "apostrophe-letter-one", Rule: "R4.4", Scheme: "sm1",
		Mistake: "knows U+02BC, the letter apostrophe, and no other",
		mutate:  staying(oneOf(strings.ReplaceAll(apostrophes, "\u02BC", "")), true),
	},
	{
		Name: "apostrophe-letters-of-latin", Rule: "R4.4", Scheme: "sm1",
		Mistake: "knows U+02B9 to U+02BF, and forgets the rest of the list",
		mutate:  staying(oneOf("\u02C8\u02EE\u07F4\u07F5\uA78B\uA78C"), true),
	},
	{
		Name: "apostrophe-letters-range", Rule: "R4.4", Scheme: "sm1",
		Mistake: "takes U+02B9 to U+02BF without a gap, U+02BA too",
		mutate:  staying(oneOf("\u02BA"), false),
	},
	{
		Name: "modifier-block-separates", Rule: "R4.4", Scheme: "sm1",
		Mistake: "separates at the whole block of Spacing Modifier Letters",
		mutate:  staying(func(r rune) bool { return 0x2B0 <= r && r <= 0x2FF }, false),
	},
	{
		Name: "modifier-letters-separate", Rule: "R4.4", Scheme: "sm1",
		Mistake: "separates at every Lm",
		mutate:  staying(inCategories(ucd.Lm), false),
	},
	{
		Name: "apostrophe-letters-deleted", Rule: "R4.4", Scheme: "sm1",
		Mistake: "deletes them, which joins what they separate",
		mutate: func(p *protocol.Port) {
			p.Segment = func(runs []string) []string {
				clean := make([]string, len(runs))
				for i, run := range runs {
					clean[i] = strings.Map(func(r rune) rune {
						if strings.ContainsRune(apostrophes, r) {
							return -1
						}
						return r
					}, run)
				}
				return newClasses().tokens(clean)
			}
		},
	},
	{
		Name: "apostrophe-within-latin-only", Rule: "R4.4", Scheme: "sm1",
		Mistake: "separates at them only between letters of class W",
		mutate: classed(func(c *classes) {
			c.stays = func(r rune) bool { return inSequence(r) }
			cut := c.cut
			c.cut = func(sequence []rune, class func(int) string) int {
				n := cut(sequence, class)
				if i := slices.IndexFunc(sequence[:n], oneOf(apostrophes)); i > 0 && class(0) == "W" {
					return i
				}
				return n
			}
			word := c.word
			c.word = func(s string) string { return word(strings.TrimLeft(s, apostrophes)) }
		}),
	},
	{
		Name: "no-classes", Rule: "R4.5", Scheme: "sm1",
		Mistake: "has no classes: a phrase of Chinese or Thai is one word, as in sd1",
		mutate:  reclassed(func(r rune) (string, bool) { return "W", true }),
	},
	{
		Name: "kana-apart", Rule: "R4.5", Scheme: "sm1",
		Mistake: "makes Han, Hiragana and Katakana three classes, as UAX #29 and most analysers do",
		mutate:  reclassed(func(r rune) (string, bool) { return ucd.ScriptOf(r).String(), classOf(r) == "K" }),
	},
	{
		Name: "kana-are-words", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes apart ideographs only, and makes a word of katakana",
		mutate:  reclassed(of("W", unicode.Katakana, unicode.Hiragana)),
	},
	{
		Name: "hangul-of-class-k", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes Hangul apart too, as analysers for CJK do",
		mutate:  reclassed(of("K", unicode.Hangul)),
	},
	{
		Name: "bopomofo-of-class-k", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes Bopomofo apart too",
		mutate:  reclassed(of("K", unicode.Bopomofo)),
	},
	{
		Name: "ideographs-by-property", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes the property Ideographic for the script Han: Tangut, Nüshu and Khitan have it",
		mutate:  reclassed(of("K", unicode.Ideographic)),
	},
	{
		Name: "yi-of-class-k", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes Yi apart, as UAX #14 breaks lines between its syllables",
		mutate:  reclassed(of("K", unicode.Yi)),
	},
	{
		Name: "prolonged-sound-mark-is-w", Rule: "R4.5", Scheme: "sm1",
		Mistake: "goes by the script alone, which is Common for U+30FC",
		mutate:  reclassed(func(r rune) (string, bool) { return "W", r == 0x30FC }),
	},
	{
		Name: "common-letters-are-w", Rule: "R4.5", Scheme: "sm1",
		Mistake: "knows U+30FC and forgets U+3006, U+3031 to U+3035 and U+303C",
		mutate:  reclassed(func(r rune) (string, bool) { w, ok := commonIsW(r); return w, ok && r != 0x30FC }),
	},
	{
		Name: "common-letters-are-k", Rule: "R4.5", Scheme: "sm1",
		Mistake: "gives every letter of the script Common the class of the code points around it, here K",
		mutate: reclassed(func(r rune) (string, bool) {
			return "K", unicode.IsLetter(r) && unicode.Is(unicode.Common, r)
		}),
	},
	{
		Name: "iteration-marks-are-w", Rule: "R4.5", Scheme: "sm1",
		Mistake: "wants Lo, so that 々, ゝ and ヽ (Lm) are of class W",
		mutate: reclassed(func(r rune) (string, bool) {
			return "W", classOf(r) == "K" && ucd.CategoryOf(r) == ucd.Lm && r != 0x30FC
		}),
	},
	{
		Name: "ideographic-zero-is-w", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes U+3007 for a digit",
		mutate:  reclassed(func(r rune) (string, bool) { return "W", ucd.CategoryOf(r) == ucd.Nl }),
	},
	{
		Name: "han-of-basic-plane", Rule: "R4.5", Scheme: "sm1",
		Mistake: "knows no ideographs and kana beyond U+FFFF",
		mutate:  reclassed(func(r rune) (string, bool) { return "W", r > 0xFFFF }),
	},
	{
		Name: "han-of-one-block", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes U+4E00 to U+9FFF for all ideographs, as most patterns do",
		mutate: reclassed(func(r rune) (string, bool) {
			return "W", unicode.Is(unicode.Han, r) && (r < 0x4E00 || r > 0x9FFF)
		}),
	},
	{
		Name: "kana-of-two-blocks", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes U+3040 to U+30FF for all kana",
		mutate: reclassed(func(r rune) (string, bool) {
			return "W", unicode.In(r, unicode.Hiragana, unicode.Katakana) && (r < 0x3040 || r > 0x30FF)
		}),
	},
	{
		Name: "myanmar-of-one-block", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes U+1000 to U+109F for the script Myanmar",
		mutate:  reclassed(func(r rune) (string, bool) { return "W", unicode.Is(unicode.Myanmar, r) && r > 0x109F }),
	},
	{
		Name: "thai-only", Rule: "R4.5", Scheme: "sm1",
		Mistake: "knows Thai, and makes words of Lao, Khmer and Burmese",
		mutate:  reclassed(of("W", unicode.Lao, unicode.Khmer, unicode.Myanmar)),
	},
	{
		Name: "t-is-one-class", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes Thai, Lao, Khmer and Burmese for one class, with grams across them",
		mutate:  reclassed(func(r rune) (string, bool) { return "T", isT(classOf(r)) }),
	},
	{
		Name: "one-class-without-spaces", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes all scripts without spaces for one class",
		mutate:  reclassed(func(r rune) (string, bool) { return "K", isT(classOf(r)) }),
	},
	{
		Name: "digits-by-script", Rule: "R4.5", Scheme: "sm1",
		Mistake: "gives Thai, Lao, Khmer and Burmese digits the class of their script",
		mutate:  reclassed(digitsByScript),
	},
	{
		Name: "digits-apart", Rule: "R4.5", Scheme: "sm1",
		Mistake: "makes a class of digits, so that akb48 comes apart",
		mutate:  reclassed(func(r rune) (string, bool) { return "W ", ucd.CategoryOf(r) == ucd.Nd }),
	},
	{
		Name: "tibetan-of-class-t", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes Tibetan apart",
		mutate:  reclassed(of("TTibetan", unicode.Tibetan)),
	},
	{
		Name: "line-break-class-sa", Rule: "R4.5", Scheme: "sm1",
		Mistake: "takes the line break class SA for class T: New Tai Lue, Tai Le, Tai Viet and Tai Tham have it",
		mutate:  reclassed(of("TTai", unicode.New_Tai_Lue, unicode.Tai_Le, unicode.Tai_Viet, unicode.Tai_Tham)),
	},
	{
		Name: "connectors-of-class-before", Rule: "R4.5", Scheme: "sm1",
		Mistake: "gives the underscore the class K, so that it does not cut",
		mutate:  reclassed(func(r rune) (string, bool) { return "K", ucd.CategoryOf(r) == ucd.Pc }),
	},
	{
		Name: "marks-by-script", Rule: "R4.6", Scheme: "sm1",
		Mistake: "gives a mark the class of its own script, so that U+3099 on a Latin letter cuts",
		mutate: classed(func(c *classes) {
			c.marked = func(mark rune, before string) string {
				switch s := ucd.ScriptOf(mark); s {
				case ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar:
					return "T" + s.String()
				}
				return before
			}
		}),
	},
	{
		Name: "marks-of-class-w", Rule: "R4.6", Scheme: "sm1",
		Mistake: "gives a mark of the scripts Common and Inherited the class W, as its script says",
		mutate: classed(func(c *classes) {
			c.marked = func(mark rune, before string) string {
				if unicode.In(mark, unicode.Common, unicode.Inherited) {
					return "W"
				}
				return before
			}
		}),
	},
	{
		Name: "leading-marks-kept", Rule: "R4.6", Scheme: "sm1",
		Mistake: "keeps marks at the start of a sequence, as sd1 does",
		mutate:  classed(func(c *classes) { c.leading = func(sequence []rune) []rune { return sequence } }),
	},
	{
		Name: "leading-mark-one", Rule: "R4.6", Scheme: "sm1",
		Mistake: "drops one mark at the start, by if in place of while",
		mutate: classed(func(c *classes) {
			c.leading = func(sequence []rune) []rune { return sequence[min(1, runOf(sequence, isMarkOf)):] }
		}),
	},
	{
		Name: "leading-nonspacing-marks", Rule: "R4.6", Scheme: "sm1",
		Mistake: "drops Mn only",
		mutate: classed(func(c *classes) {
			c.leading = func(sequence []rune) []rune { return sequence[runOf(sequence, inCategories(ucd.Mn)):] }
		}),
	},
	{
		Name: "leading-marks-of-run", Rule: "R4.6", Scheme: "sm1",
		Mistake: "drops marks at the start of a run, and keeps them where a sequence begins within one",
		mutate: func(p *protocol.Port) {
			c := newClasses()
			c.leading = func(sequence []rune) []rune { return sequence }
			p.Segment = func(runs []string) []string {
				bare := make([]string, len(runs))
				for i, run := range runs {
					bare[i] = strings.TrimLeftFunc(run, isMarkOf)
				}
				return c.tokens(bare)
			}
		},
	},
	{
		Name: "leading-marks-dropped-last", Rule: "R4.6", Scheme: "sm1",
		Mistake: "drops the marks of a word after R4.2 has looked at it",
		mutate: classed(func(c *classes) {
			c.leading = func(sequence []rune) []rune { return sequence }
			word := c.word
			c.word = func(s string) string { return word(strings.TrimLeftFunc(s, isMarkOf)) }
		}),
	},
	{
		Name: "sequence-with-leading-mark-dropped", Rule: "R4.6", Scheme: "sm1",
		Mistake: "drops the whole sequence, or lets it begin with the next one",
		mutate: classed(func(c *classes) {
			c.leading = func(sequence []rune) []rune {
				if runOf(sequence, isMarkOf) > 0 {
					return nil
				}
				return sequence
			}
		}),
	},
	{
		Name: "sequences-not-cut", Rule: "R4.7", Scheme: "sm1",
		Mistake: "goes by the first class of a sequence, so that tシャツ is one word",
		mutate:  classed(func(c *classes) { c.cut = func(sequence []rune, _ func(int) string) int { return len(sequence) } }),
	},
	{
		Name: "words-beside-clusters-lost", Rule: "R4.7", Scheme: "sm1",
		Mistake: "drops the words of class W in a sequence that has clusters",
		mutate: classed(func(c *classes) {
			leading := c.leading
			c.leading = func(sequence []rune) []rune {
				sequence = leading(sequence)
				clustered := func(r rune) bool { return classOf(r) == "K" || isT(classOf(r)) }
				if !slices.ContainsFunc(sequence, clustered) {
					return sequence
				}
				return slices.DeleteFunc(slices.Clone(sequence), func(r rune) bool { return classOf(r) == "W" })
			}
		}),
	},
	{
		Name: "clusters-are-code-points", Rule: "R4.7", Scheme: "sm1",
		Mistake: "makes a cluster of each code point, marks too, as bigrams of characters do",
		mutate:  classed(func(c *classes) { c.clusters = func(run []rune) []string { return strings.Split(string(run), "") } }),
	},
	{
		Name: "clusters-with-nonspacing-marks", Rule: "R4.7", Scheme: "sm1",
		Mistake: "takes Mn for all marks, so that the vowel signs of Burmese (Mc) are clusters",
		mutate: classed(func(c *classes) {
			c.clusters = func(run []rune) []string { return clustersOf(run, inCategories(ucd.Mn)) }
		}),
	},
	{
		Name: "clusters-by-combining-class", Rule: "R4.7", Scheme: "sm1",
		Mistake: "takes a combining class that is not 0 for a mark: most vowels of Thai, Lao and Khmer have 0",
		mutate:  classed(func(c *classes) { c.clusters = func(run []rune) []string { return clustersOf(run, isMark) } }),
	},
	{
		Name: "clusters-of-uax-29", Rule: "R4.7", Scheme: "sm1",
		Mistake: "takes extended grapheme clusters, in which U+1038 and other marks of Burmese stand by themselves",
		mutate: classed(func(c *classes) {
			c.clusters = func(run []rune) []string {
				return clustersOf(run, func(r rune) bool {
					return isMarkOf(r) && !strings.ContainsRune("\u102B\u102C\u1038\u1062\u1063\u1064\u1083\u1087\u1088\u1089\u108A\u108B\u108C", r)
				})
			}
		}),
	},
	{
		Name: "clusters-are-syllables", Rule: "R4.7", Scheme: "sm1",
		Mistake: "takes what a coeng or U+1039 subjoins into the cluster, as shaping does",
		mutate: classed(func(c *classes) {
			c.clusters = func(run []rune) (clusters []string) {
				for _, s := range clustersOf(run, isMarkOf) {
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
		mutate: classed(func(c *classes) {
			c.clusters = func(run []rune) (clusters []string) {
				for _, s := range clustersOf(run, isMarkOf) {
					if n := len(clusters); n > 0 && (s == "\u0E32" && strings.HasSuffix(clusters[n-1], "\u0E4D") || s == "\u0EB2" && strings.HasSuffix(clusters[n-1], "\u0ECD")) {
						clusters[n-1] += s
					} else {
						clusters = append(clusters, s)
					}
				}
				return clusters
			}
			c.grams = func(clusters []string) []string {
				if grams := nGrams(2)(clusters); len(clusters) > 1 {
					return grams
				}
				return nil
			}
		}),
	},
	{
		Name: "clusters-within-one-script", Rule: "R4.7", Scheme: "sm1",
		Mistake: "begins a cluster at a mark of another script",
		mutate: classed(func(c *classes) {
			c.clusters = func(run []rune) []string {
				return clustersOf(run, func(r rune) bool {
					return isMarkOf(r) && (unicode.In(r, unicode.Inherited, unicode.Common) || unicode.In(run[0], unicode.Scripts[ucd.ScriptOf(r).String()]))
				})
			}
		}),
	},
	{
		Name: "grams-of-one", Rule: "R4.8", Scheme: "sm1",
		Mistake: "makes a token of each cluster, as UAX #29 does of ideographs",
		mutate:  classed(func(c *classes) { c.grams = nGrams(1) }),
	},
	{
		Name: "grams-of-three", Rule: "R4.8", Scheme: "sm1",
		Mistake: "makes trigrams",
		mutate:  classed(func(c *classes) { c.grams = nGrams(3) }),
	},
	{
		Name: "grams-apart", Rule: "R4.8", Scheme: "sm1",
		Mistake: "makes grams that do not overlap, by a step of two",
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) (grams []string) {
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
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) []string {
				if len(clusters) < 2 {
					return nil
				}
				return nGrams(2)(clusters)
			}
		}),
	},
	{
		Name: "last-cluster-again", Rule: "R4.8", Scheme: "sm1",
		Mistake: "makes a token of the last cluster besides, as some bigram filters do",
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) []string {
				grams := nGrams(2)(clusters)
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
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) []string {
				grams := nGrams(2)(clusters)
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
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) []string {
				return slices.Compact(slices.Sorted(slices.Values(nGrams(2)(clusters))))
			}
		}),
	},
	{
		Name: "grams-within-length", Rule: "R4.8", Scheme: "sm1",
		Mistake: "keeps class runs of two or three clusters whole, as words",
		mutate: classed(func(c *classes) {
			c.grams = func(clusters []string) []string {
				if len(clusters) <= 3 {
					return []string{strings.Join(clusters, "")}
				}
				return nGrams(2)(clusters)
			}
		}),
	},
	{
		Name: "grams-across-words", Rule: "R4.8", Scheme: "sm1",
		Mistake: "makes grams across a letter that looks like an apostrophe",
		mutate: func(p *protocol.Port) {
			p.Segment = func(runs []string) []string {
				joined := make([]string, len(runs))
				for i, run := range runs {
					if strings.ContainsFunc(run, func(r rune) bool { return classOf(r) == "K" }) {
						run = strings.Map(func(r rune) rune {
							if strings.ContainsRune(apostrophes, r) {
								return -1
							}
							return r
						}, run)
					}
					joined[i] = run
				}
				return newClasses().tokens(joined)
			}
		},
	},
}

func whatever(s string) string { return s }
