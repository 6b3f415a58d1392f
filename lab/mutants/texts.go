package mutants

import (
	"bytes"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// changing returns a mutation of R13.8 to R13.11.
func changing(change func(c *rules.TextComparison)) func(p *port.Port) {
	return func(p *port.Port) {
		c := rules.NewTextComparison()
		change(c)
		p.Resemble = resembling(c)
	}
}

// operatorsBut returns a mutation of R13.8: what it excepts is no operator.
func operatorsBut(exception string) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) { c.Operator = except(c.Operator, rules.OneOf(exception), false) })
}

// lineEndsBut returns a mutation of R13.8 (a).
func lineEndsBut(exception string) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) { c.LineEnd = except(c.LineEnd, rules.OneOf(exception), false) })
}

// prefixesBut returns a mutation of R13.8 (b).
func prefixesBut(exception string) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) { c.Prefix = except(c.Prefix, rules.OneOf(exception), false) })
}

// fitting returns a mutation of R13.8 (b).
func fitting(fits func(b rules.Beside, fits bool) bool) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) {
		right := c.Fits
		c.Fits = func(b rules.Beside) bool { return fits(b, right(b)) }
	})
}

// signing returns a mutation of R13.8 (d).
func signing(isSign func(spaceFollows bool) bool) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) { c.IsSign = isSign })
}

// sharing returns a mutation of R13.10.
func sharing(similar func(a, b []uint64) float64) func(p *port.Port) {
	return changing(func(c *rules.TextComparison) { c.Similar = similar })
}

// both counts the elements that two texts share.
func both(a, b []uint64) (n float64) {
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}

// comparedMutants returns mutants of R13.8 to R13.11 and R13.23.
func comparedMutants() []Mutant {
	return []Mutant{
		{
			Name: "texts-without-operators", Rule: "R13.8",
			Mistake: "compares the items of the text digest alone",
			mutate:  changing(func(c *rules.TextComparison) { c.Operator = func(rune) bool { return false } }),
		},
		{
			Name: "texts-without-zeros", Rule: "R13.8",
			Mistake: "takes no U+25CB as an item",
			mutate: changing(func(c *rules.TextComparison) {
				c.Zero = func(*rules.TextDigest, []rules.Part, int) bool { return false }
			}),
		},
		{
			Name: "texts-tokens", Rule: "R13.8",
			Mistake: "compares words that have a letter, as fingerprints do",
			mutate: changing(func(c *rules.TextComparison) {
				c.Parted = func(parts []rules.Part) []rules.Part {
					return slices.DeleteFunc(parts, func(p rules.Part) bool { return p.Run != "" && !strings.ContainsFunc(p.Run, ucd.IsAlphabetic) })
				}
			}),
		},
		{
			Name: "texts-without-identifiers", Rule: "R13.8",
			Mistake: "replaces identifiers, as chapter 2 does",
			mutate: changing(func(c *rules.TextComparison) {
				c.Joins = slices.Insert(c.Joins, 0, rules.NewFinder().Text)
			}),
		},
		{
			Name: "texts-one-i", Rule: "R13.8",
			Mistake: "merges the forms of i, as fingerprints do",
			mutate:  changing(func(c *rules.TextComparison) { c.Normaliser.IForms = rules.NewIForms().Text }),
		},
		{
			Name: "texts-no-ampersand", Rule: "R13.8",
			Mistake: "does not know one of the operators",
			mutate:  operatorsBut("&"),
		},
		{
			Name: "texts-no-caret", Rule: "R13.8",
			Mistake: "does not know ^, which is a modifier symbol",
			mutate:  operatorsBut("^"),
		},
		{
			Name: "texts-no-tilde", Rule: "R13.8",
			Mistake: "does not know ~, which is a mathematical symbol",
			mutate:  operatorsBut("~"),
		},
		{
			Name: "texts-no-minus", Rule: "R13.8",
			Mistake: "does not know U+2212",
			mutate:  operatorsBut("\u2212"),
		},
		{
			Name: "texts-minus-stays", Rule: "R13.8",
			Mistake: "writes U+2212 as it is",
			mutate:  changing(func(c *rules.TextComparison) { c.Dashed = func(r rune) string { return string(r) } }),
		},
		{
			Name: "texts-all-dashes", Rule: "R13.8",
			Mistake: "takes every dash as an operator",
			mutate:  changing(func(c *rules.TextComparison) { c.Operator = except(c.Operator, rules.IsDash, true) }),
		},
		{
			Name: "texts-bars-are-operators", Rule: "R13.8",
			Mistake: "takes | as an operator, with which tables are drawn",
			mutate:  changing(func(c *rules.TextComparison) { c.Operator = except(c.Operator, rules.OneOf("|"), true) }),
		},
		{
			Name: "texts-all-punctuation", Rule: "R13.8",
			Mistake: "takes every punctuation mark of ASCII as an operator",
			mutate: changing(func(c *rules.TextComparison) {
				c.Operator = except(c.Operator, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsPunct(r) }, true)
			}),
		},
		{
			Name: "texts-signs-first", Rule: "R13.8",
			Mistake: "puts the signs of R10.9 before operators",
			mutate: changing(func(c *rules.TextComparison) {
				c.Ordered = func(operators, signs []string) []string { return slices.Concat(signs, operators) }
			}),
		},
		{
			Name: "texts-signs-in-place-of-operators", Rule: "R13.8",
			Mistake: "leaves out the operators of a gap that has signs",
			mutate: changing(func(c *rules.TextComparison) {
				c.Ordered = func(operators, signs []string) []string {
					if len(signs) > 0 {
						return signs
					}
					return operators
				}
			}),
		},
		{
			Name: "texts-operators-first", Rule: "R13.8",
			Mistake: "counts operators before the first item, (a)",
			mutate: changing(func(c *rules.TextComparison) {
				between := c.Between
				c.Between = func(c *rules.TextComparison, parts []rules.Part, last, next int) []string {
					if last < 0 { // as if a word came first
						return between(c, append([]rules.Part{{Run: "a"}}, parts...), 0, next+1)
					}
					return between(c, parts, last, next)
				}
			}),
		},
		{
			Name: "texts-across-lines", Rule: "R13.8",
			Mistake: "counts operators across line ends, (a), so that the bullets of lists are some",
			mutate:  changing(func(c *rules.TextComparison) { c.LineEnd = func(rune) bool { return false } }),
		},
		{
			Name: "texts-line-feeds-only", Rule: "R13.8",
			Mistake: "knows no line ends but U+000A and U+000D, (a)",
			mutate:  changing(func(c *rules.TextComparison) { c.LineEnd = rules.OneOf("\n\r") }),
		},
		{
			Name: "texts-no-carriage-return", Rule: "R13.8",
			Mistake: "does not take U+000D as a line end, (a)",
			mutate:  lineEndsBut("\r"),
		},
		{
			Name: "texts-no-vertical-tab", Rule: "R13.8",
			Mistake: "does not take U+000B as a line end, (a)",
			mutate:  lineEndsBut("\v"),
		},
		{
			Name: "texts-no-form-feed", Rule: "R13.8",
			Mistake: "does not take U+000C as a line end, (a)",
			mutate:  lineEndsBut("\f"),
		},
		{
			Name: "texts-no-next-line", Rule: "R13.8",
			Mistake: "does not take U+0085 as a line end, (a)",
			mutate:  lineEndsBut("\u0085"),
		},
		{
			Name: "texts-no-line-separator", Rule: "R13.8",
			Mistake: "does not take U+2028 as a line end, (a)",
			mutate:  lineEndsBut("\u2028"),
		},
		{
			Name: "texts-no-paragraph-separator", Rule: "R13.8",
			Mistake: "does not take U+2029 as a line end, (a)",
			mutate:  lineEndsBut("\u2029"),
		},
		{
			Name: "texts-tabs-end-lines", Rule: "R13.8",
			Mistake: "takes a tab as a line end, (a)",
			mutate:  changing(func(c *rules.TextComparison) { c.LineEnd = except(c.LineEnd, rules.OneOf("\t"), true) }),
		},
		{
			Name: "texts-quotes-end-gaps", Rule: "R13.8",
			Mistake: "counts no operators beside a quotation mark, (a)",
			mutate: changing(func(c *rules.TextComparison) {
				c.LineEnd = except(c.LineEnd, rules.OneOf("\"'"), true)
			}),
		},
		{
			Name: "texts-any-spaces", Rule: "R13.8",
			Mistake: "takes every operator character as an operator, (b)",
			mutate:  fitting(func(rules.Beside, bool) bool { return true }),
		},
		{
			Name: "texts-spaces-needed", Rule: "R13.8",
			Mistake: "wants a space on both sides, (b), so that a/b is ab",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits && (b.IsPrefix || b.SpaceBefore) }),
		},
		{
			Name: "texts-no-spaces-allowed", Rule: "R13.8",
			Mistake: "wants no space on either side, (b)",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits && (b.IsPrefix || !b.SpaceBefore) }),
		},
		{
			Name: "texts-no-prefixes", Rule: "R13.8",
			Mistake: "knows no prefixes, (b), so that !ready is ready",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits && !b.IsPrefix }),
		},
		{
			Name: "texts-prefix-tilde", Rule: "R13.8",
			Mistake: "does not know the prefix ~, (b)",
			mutate:  prefixesBut("~"),
		},
		{
			Name: "texts-prefix-minus", Rule: "R13.8",
			Mistake: "does not know the prefix U+2212, (b)",
			mutate:  prefixesBut("\u2212"),
		},
		{
			Name: "texts-all-prefixes", Rule: "R13.8",
			Mistake: "takes every operator as a prefix, (b), so that emphasis is one",
			mutate:  changing(func(c *rules.TextComparison) { c.Prefix = c.Operator }),
		},
		{
			Name: "texts-suffixes", Rule: "R13.8",
			Mistake: "takes what ends a word as an operator, (b)",
			mutate: fitting(func(b rules.Beside, fits bool) bool {
				return fits || b.IsPrefix && !b.IsDash && b.ItemBefore && b.SpaceAfter
			}),
		},
		{
			Name: "texts-prefix-of-quotation", Rule: "R13.8",
			Mistake: "takes a prefix before any separator as an operator, (b), so that \"Stop!\" has one",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits || b.IsPrefix && !b.IsDash && !b.SpaceAfter }),
		},
		{
			Name: "texts-hyphens", Rule: "R13.8",
			Mistake: "takes a hyphen in a word as an operator, (b)",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits || b.IsDash && b.NextAfter }),
		},
		{
			Name: "texts-dashes-of-prose", Rule: "R13.8",
			Mistake: "takes a dash between spaces as an operator, (b)",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits || b.IsDash && b.SpaceBefore && b.SpaceAfter }),
		},
		{
			Name: "texts-prefix-after-word", Rule: "R13.8",
			Mistake: "wants no run before a prefix that is no dash, (b)",
			mutate:  fitting(func(b rules.Beside, fits bool) bool { return fits && !(b.IsPrefix && b.ItemBefore) }),
		},
		{
			Name: "texts-neighbours-of-one", Rule: "R13.8",
			Mistake: "looks at the parts beside each operator character, not beside the row, (b)",
			mutate: changing(func(c *rules.TextComparison) {
				stack := c.Stack
				c.Stack = func(c *rules.TextComparison, parts []rules.Part, from, to, at int) (int, int) {
					if first, last := stack(c, parts, from, to, at); last-first >= c.Ruled {
						return first, last
					}
					return at, at
				}
			}),
		},
		{
			Name: "texts-ascii-spaces", Rule: "R13.8",
			Mistake: "knows no spaces but U+0020 and the tab, (b)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Space = func(r rune) bool { return ucd.IsWhiteSpace(r) && r < utf8.RuneSelf }
			}),
		},
		{
			Name: "texts-spaces-without-no-break", Rule: "R13.8",
			Mistake: "does not take U+00A0 as a space, (b), as Java's isWhitespace does not",
			mutate:  changing(func(c *rules.TextComparison) { c.Space = except(c.Space, rules.OneOf("\u00A0"), false) }),
		},
		{
			Name: "texts-controls-are-spaces", Rule: "R13.8",
			Mistake: "takes U+001C to U+001F as spaces, (b), as Python's isspace does",
			mutate:  changing(func(c *rules.TextComparison) { c.Space = except(c.Space, rules.OneOf("\x1C\x1D\x1E\x1F"), true) }),
		},
		{
			Name: "texts-rows-unlimited", Rule: "R13.8",
			Mistake: "takes ruled lines as operators, (c)",
			mutate:  changing(func(c *rules.TextComparison) { c.Ruled, c.Many = 1<<30, 1<<30 }),
		},
		{
			Name: "texts-rows-of-15", Rule: "R13.8",
			Mistake: "takes a row of 16 as too long, (c)",
			mutate:  changing(func(c *rules.TextComparison) { c.Ruled = 15 }),
		},
		{
			Name: "texts-rows-of-other-kinds", Rule: "R13.8",
			Mistake: "counts the operators of a gap alone, (c), so that a long row that is none silences nothing",
			mutate:  changing(func(c *rules.TextComparison) { c.Ruled = 1 << 30 }),
		},
		{
			Name: "texts-rows-only", Rule: "R13.8",
			Mistake: "limits rows alone, (c), so that a ruled line with spaces in it is many operators",
			mutate:  changing(func(c *rules.TextComparison) { c.Many = 1 << 30 }),
		},
		{
			Name: "texts-many-15", Rule: "R13.8",
			Mistake: "takes 16 operators of a gap as too many, (c)",
			mutate:  changing(func(c *rules.TextComparison) { c.Many = 15 }),
		},
		{
			Name: "texts-first-16", Rule: "R13.8",
			Mistake: "takes the first 16 of too many, (c)",
			mutate: changing(func(c *rules.TextComparison) {
				between := c.Between
				c.Ruled, c.Many = 1<<30, 1<<30
				c.Between = func(c *rules.TextComparison, parts []rules.Part, last, next int) []string {
					list := between(c, parts, last, next)
					return list[:min(len(list), 16)]
				}
			}),
		},
		{
			Name: "texts-signs-twice", Rule: "R13.8",
			Mistake: "takes the signs of a number as operators, too, (d)",
			mutate:  signing(func(bool) bool { return false }),
		},
		{
			Name: "texts-no-operators-before-numbers", Rule: "R13.8",
			Mistake: "leaves all that stands before a number to R10.9, (d)",
			mutate:  signing(func(bool) bool { return true }),
		},
		{
			Name: "texts-long-runs-dropped", Rule: "R13.8",
			Mistake: "drops runs of more than 4,096 octets, (e), as R4.3 does",
			mutate: changing(func(c *rules.TextComparison) {
				c.Pieces = func(c *rules.TextComparison, item string) []string {
					if len(item) > c.Longest {
						return nil
					}
					return []string{item}
				}
			}),
		},
		{
			Name: "texts-long-runs-whole", Rule: "R13.8",
			Mistake: "does not cut long runs, (e)",
			mutate:  changing(func(c *rules.TextComparison) { c.Longest = 1 << 30 }),
		},
		{
			Name: "texts-pieces-of-4095", Rule: "R13.8",
			Mistake: "cuts a run of 4,096 octets, (e)",
			mutate:  changing(func(c *rules.TextComparison) { c.Longest = 4095 }),
		},
		{
			Name: "texts-pieces-of-code-points", Rule: "R13.8",
			Mistake: "counts code points, not octets, (e)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Pieces = func(c *rules.TextComparison, item string) (list []string) {
					for piece := range slices.Chunk([]rune(item), c.Longest) {
						list = append(list, string(piece))
					}
					return list
				}
			}),
		},
		{
			Name: "texts-first-piece-only", Rule: "R13.8",
			Mistake: "cuts a run off, (e)",
			mutate: changing(func(c *rules.TextComparison) {
				pieces := c.Pieces
				c.Pieces = func(c *rules.TextComparison, item string) []string { return pieces(c, item)[:1] }
			}),
		},
		{
			Name: "texts-two-pieces", Rule: "R13.8",
			Mistake: "cuts a run once, (e)",
			mutate: changing(func(c *rules.TextComparison) {
				pieces := c.Pieces
				c.Pieces = func(c *rules.TextComparison, item string) []string {
					list := pieces(c, item)
					if len(list) > 2 {
						return []string{list[0], strings.Join(list[1:], "")}
					}
					return list
				}
			}),
		},
		{
			Name: "texts-runs-of-han", Rule: "R13.8",
			Mistake: "makes no grams, (f)",
			mutate:  changing(func(c *rules.TextComparison) { c.Class = func(rune) rules.Class { return rules.W } }),
		},
		{
			Name: "texts-grams-of-han-only", Rule: "R13.8",
			Mistake: "makes no grams of Thai, Lao, Khmer and Myanmar, (f)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Class = func(r rune) rules.Class {
					if class := rules.ClassOf(r); class == rules.K {
						return class
					}
					return rules.W
				}
			}),
		},
		{
			Name: "texts-clusters", Rule: "R13.8",
			Mistake: "gives the clusters, not the grams, (f)",
			mutate:  changing(func(c *rules.TextComparison) { c.Grams = func(clusters []string) []string { return clusters } }),
		},
		{
			Name: "texts-one-cluster-dropped", Rule: "R13.8",
			Mistake: "gives no gram of one cluster, (f)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Grams = func(clusters []string) []string {
					if len(clusters) == 1 {
						return nil
					}
					return rules.Bigrams(clusters)
				}
			}),
		},
		{
			Name: "texts-class-through-marks", Rule: "R13.8",
			Mistake: "looks for the class of the first code point that has one, (f)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Class = func(r rune) rules.Class {
					if rules.IsMark(r) {
						return rules.K
					}
					return rules.ClassOf(r)
				}
			}),
		},
		{
			Name: "texts-pairs", Rule: "R13.9",
			Mistake: "makes shingles of two items",
			mutate: changing(func(c *rules.TextComparison) {
				c.Shingles = func(items []string) (list []string) {
					for i := range items[min(1, len(items)):] {
						list = append(list, strings.Join(items[i:i+2], " "))
					}
					return list
				}
			}),
		},
		{
			Name: "texts-short-without-shingles", Rule: "R13.9",
			Mistake: "makes no shingle of fewer than three items",
			mutate: changing(func(c *rules.TextComparison) {
				c.Shingles = func(items []string) []string {
					if len(items) < 3 {
						return nil
					}
					return rules.ShinglesOf(items)
				}
			}),
		},
		{
			Name: "texts-shingles-joined-by-nothing", Rule: "R13.9",
			Mistake: "joins items without U+0020",
			mutate: changing(func(c *rules.TextComparison) {
				hash := c.Hash
				c.Hash = func(octets []byte) uint64 { return hash(bytes.ReplaceAll(octets, []byte(" "), nil)) }
			}),
		},
		{
			Name: "texts-other-hash", Rule: "R13.9",
			Mistake: "hashes by FNV-1a",
			mutate: changing(func(c *rules.TextComparison) {
				c.Hash = func(octets []byte) uint64 {
					h := fnv.New64a()
					h.Write(octets)
					return h.Sum64()
				}
			}),
		},
		{
			Name: "texts-elements-repeated", Rule: "R13.9",
			Mistake: "counts a shingle as often as it occurs",
			mutate: changing(func(c *rules.TextComparison) {
				c.Distinct = func(elements []uint64) []uint64 { return elements }
			}),
		},
		{
			Name: "texts-sketch-in-another-form", Rule: "R13.9",
			Mistake: "keeps 4 bits a slot",
			mutate: changing(func(c *rules.TextComparison) {
				sketch := c.Sketch
				c.Sketch = func(elements []uint64) []byte {
					if s := sketch(elements); s != nil {
						return rules.NewMinHash().Truncate(s, 4)
					}
					return nil
				}
			}),
		},
		{
			Name: "texts-containment", Rule: "R13.10",
			Mistake: "divides by the number of elements of the smaller text",
			mutate: sharing(func(a, b []uint64) float64 {
				if len(a)+len(b) == 0 {
					return 1
				}
				return both(a, b) / float64(max(1, min(len(a), len(b))))
			}),
		},
		{
			Name: "texts-dice", Rule: "R13.10",
			Mistake: "divides twice the shared elements by the sum of both",
			mutate: sharing(func(a, b []uint64) float64 {
				if len(a)+len(b) == 0 {
					return 1
				}
				return 2 * both(a, b) / float64(len(a)+len(b))
			}),
		},
		{
			Name: "texts-empty-differ", Rule: "R13.10",
			Mistake: "gives 0 for two texts without elements",
			mutate: sharing(func(a, b []uint64) float64 {
				if len(a)+len(b) == 0 {
					return 0
				}
				return rules.Resemblance(a, b)
			}),
		},
		{
			Name: "texts-single-precision", Rule: "R13.10",
			Mistake: "divides in single precision",
			mutate:  sharing(func(a, b []uint64) float64 { return float64(float32(rules.Resemblance(a, b))) }),
		},
		{
			Name: "texts-same-elements", Rule: "R13.11",
			Mistake: "takes texts with the same elements as the same",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(c *rules.TextComparison, a, b []byte) bool {
					return slices.Equal(c.Elements(c.Compared(a)), c.Elements(c.Compared(b)))
				}
			}),
		},
		{
			Name: "texts-same-pieces", Rule: "R13.11",
			Mistake: "compares the items after (e) and (f)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(c *rules.TextComparison, a, b []byte) bool { return slices.Equal(c.Compared(a), c.Compared(b)) }
			}),
		},
		{
			Name: "texts-same-octets", Rule: "R13.11",
			Mistake: "compares octets",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(_ *rules.TextComparison, a, b []byte) bool { return bytes.Equal(a, b) }
			}),
		},
		{
			Name: "texts-same-by-digest", Rule: "R13.11",
			Mistake: "compares the text digests, which do not see operators",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(c *rules.TextComparison, a, b []byte) bool { return slices.Equal(c.Items(a), c.Items(b)) }
			}),
		},
		{
			Name: "texts-too-short-to-be-the-same", Rule: "R13.11",
			Mistake: "takes no texts of fewer than three items as the same",
			mutate: changing(func(c *rules.TextComparison) {
				same := c.Same
				c.Same = func(c *rules.TextComparison, a, b []byte) bool { return same(c, a, b) && len(c.Compared(a)) > 2 }
			}),
		},
		{
			Name: "texts-digits-only", Rule: "R13.11",
			Mistake: "takes digits alone as numbers, without signs and operators",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool { return strings.ContainsFunc(item, rules.Numeral) }
			}),
		},
		{
			Name: "texts-words-with-digits-are-no-numbers", Rule: "R13.11",
			Mistake: "takes no word with a digit as a number, as in 10mg",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool { return !strings.ContainsFunc(item, ucd.IsAlphabetic) }
			}),
		},
		{
			Name: "texts-numbers-begin-with-digits", Rule: "R13.11",
			Mistake: "takes a word with a digit as a number only if it begins with it, so that B12 is none",
			mutate: changing(func(c *rules.TextComparison) {
				isNumber := c.IsNumber
				c.IsNumber = func(item string) bool {
					r, _ := utf8.DecodeRuneInString(item)
					return isNumber(item) && (rules.Numeral(r) || !strings.ContainsFunc(item, ucd.IsAlphabetic))
				}
			}),
		},
		{
			Name: "texts-numbers-of-ascii", Rule: "R13.11",
			Mistake: "knows only the digits 0 to 9 in words",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool {
					return strings.ContainsAny(item, "0123456789") || !strings.ContainsFunc(item, ucd.IsAlphabetic)
				}
			}),
		},
		{
			Name: "texts-numbers-without-letter-numbers", Rule: "R13.11",
			Mistake: "does not know the category Nl in words",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool {
					return strings.ContainsFunc(item, rules.In(ucd.Nd)) || !strings.ContainsFunc(item, ucd.IsAlphabetic)
				}
			}),
		},
		{
			Name: "texts-letters-by-category", Rule: "R13.11",
			Mistake: "asks for a category L, not for Alphabetic, so that marks alone are numbers",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool {
					return strings.ContainsFunc(item, rules.Numeral) ||
						!strings.ContainsFunc(item, rules.In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo))
				}
			}),
		},
		{
			Name: "texts-alphabetic-marks-missed", Rule: "R13.11",
			Mistake: "does not count marks that are Alphabetic",
			mutate: changing(func(c *rules.TextComparison) {
				c.IsNumber = func(item string) bool {
					return strings.ContainsFunc(item, rules.Numeral) ||
						!strings.ContainsFunc(item, func(r rune) bool { return ucd.IsAlphabetic(r) && !rules.IsMark(r) })
				}
			}),
		},
		{
			Name: "texts-numbers-sorted", Rule: "R13.11",
			Mistake: "compares numbers without their order",
			mutate: changing(func(c *rules.TextComparison) {
				numbers := c.Numbers
				c.Numbers = func(c *rules.TextComparison, items []string) []string {
					return slices.Sorted(slices.Values(numbers(c, items)))
				}
			}),
		},
		{
			Name: "texts-numbers-as-a-set", Rule: "R13.11",
			Mistake: "counts a number that is repeated once",
			mutate: changing(func(c *rules.TextComparison) {
				numbers := c.Numbers
				c.Numbers = func(c *rules.TextComparison, items []string) (list []string) {
					for _, n := range numbers(c, items) {
						if !slices.Contains(list, n) {
							list = append(list, n)
						}
					}
					return list
				}
			}),
		},
		{
			Name: "texts-numbers-run-together", Rule: "R13.11",
			Mistake: "joins numbers without what separates them",
			mutate: changing(func(c *rules.TextComparison) {
				c.Equal = func(a, b []string) bool { return strings.Join(a, "") == strings.Join(b, "") }
			}),
		},
		{
			Name: "texts-numbers-before-pieces", Rule: "R13.11",
			Mistake: "looks for numbers before (e)",
			mutate: changing(func(c *rules.TextComparison) {
				c.Numbers = func(c *rules.TextComparison, items []string) (list []string) {
					for i, item := range items {
						after := i > 0 && len(items[i-1]) == c.Longest
						if c.IsNumber(item) && !after {
							list = append(list, item)
						}
					}
					return list
				}
			}),
		},
		{
			Name: "texts-unknown-the-same", Rule: "R13.23",
			Mistake: "takes equal texts with unknown characters as the same",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(c *rules.TextComparison, a, b []byte) bool { return slices.Equal(c.Whole(a), c.Whole(b)) }
			}),
		},
		{
			Name: "texts-unknown-readable-the-same", Rule: "R13.23",
			Mistake: "takes readable texts with unknown characters as the same",
			mutate: changing(func(c *rules.TextComparison) {
				c.Same = func(c *rules.TextComparison, a, b []byte) bool {
					return slices.Equal(c.Whole(a), c.Whole(b)) && (c.WeightOf(c.Compared(a)) > 0 || !slices.ContainsFunc(c.Whole(a), c.Unknown))
				}
			}),
		},
		{
			Name: "texts-unknown-numbers", Rule: "R13.23",
			Mistake: "counts an unknown character as a number",
			mutate: changing(func(c *rules.TextComparison) {
				c.Numbers = func(c *rules.TextComparison, items []string) []string {
					return slices.DeleteFunc(slices.Clone(items), func(item string) bool { return !c.IsNumber(item) })
				}
			}),
		},
		{
			Name: "texts-unknown-more-elements", Rule: "R13.23",
			Mistake: "needs more than 40 elements for an unknown character",
			mutate: changing(func(c *rules.TextComparison) {
				c.Readable = func(elements, unknown int) bool { return 40*unknown < elements || unknown == 0 }
			}),
		},
		{
			Name: "texts-unknown-once", Rule: "R13.23",
			Mistake: "needs 40 elements for any number of unknown characters",
			mutate: changing(func(c *rules.TextComparison) {
				c.Readable = func(elements, unknown int) bool { return 40*min(unknown, 1) <= elements }
			}),
		},
		{
			Name: "texts-unknown-readable-always", Rule: "R13.23",
			Mistake: "weighs a text that is not readable like others",
			mutate: changing(func(c *rules.TextComparison) {
				c.Readable = func(int, int) bool { return true }
			}),
		},
		{
			Name: "texts-unknown-weight", Rule: "R13.23",
			Mistake: "does not deduct unknown characters from the weight",
			mutate: changing(func(c *rules.TextComparison) {
				c.Weight = func(elements, _ int) int { return elements }
			}),
		},
		{
			Name: "texts-unknown-weight-once", Rule: "R13.23",
			Mistake: "deducts any number of unknown characters once",
			mutate: changing(func(c *rules.TextComparison) {
				c.Weight = func(elements, unknown int) int { return elements - 3*min(unknown, 1) }
			}),
		},
	}
}
