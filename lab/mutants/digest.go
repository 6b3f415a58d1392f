package mutants

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// digesting returns a mutation of the text digest.
func digesting(change func(d *rules.TextDigest)) func(p *port.Port) {
	return func(p *port.Port) {
		d := rules.NewTextDigest()
		change(d)
		p.Items = d.Items
		p.Digest = func(pieces [][]byte) string { return d.Sum(p.Items(slices.Concat(pieces...))) }
	}
}

// hashing another way; "" stays none.
func digestingBy(sum func(items []string) string) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) {
		d.Sum = func(items []string) string {
			if len(items) == 0 {
				return ""
			}
			return sum(items)
		}
	})
}

func sha256Of(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// except returns kind with exceptions.
func except(kind, exception func(rune) bool, is bool) func(rune) bool {
	return func(r rune) bool {
		if exception(r) {
			return is
		}
		return kind(r)
	}
}

// symbolsBut returns a mutation of R10.7: what it excepts is not a symbol, and nothing
// else instead.
func symbolsBut(exception func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) {
		d.Symbol, d.Stop = except(rules.IsSymbol, exception, false), except(rules.IsStop, exception, false)
	})
}

// symbolsAnd returns a mutation of R10.7: what it names is a symbol too.
func symbolsAnd(more func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) {
		d.Symbol, d.Stop, d.Dash = except(rules.IsSymbol, more, true), except(rules.IsStop, more, false), except(rules.IsDash, more, false)
	})
}

// pointsBut returns a mutation of R10.8.
func pointsBut(exception func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) { d.Stop = except(rules.IsStop, exception, false) })
}

func pointsAnd(more func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) { d.Stop = except(rules.IsStop, more, true) })
}

func dashesBut(exception func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) { d.Dash = except(rules.IsDash, exception, false) })
}

// numerals returns a mutation of R10.9: other code points are Han numerals.
func numerals(is func(rune) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) { d.HanNumeral = is })
}

// zeros returns a mutation of R10.7 (c): the code points of chars are Han zeros where is reports it.
func zeros(chars string, is func(d *rules.TextDigest, parts []rules.Part, at int) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) {
		d.Zero = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
			return parts[at].Is(rules.OneOf(chars)) && is(d, parts, at)
		}
	})
}

// zerosAfter is the same: a Han zero is U+25CB after a part that fits.
func zerosAfter(fits func(d *rules.TextDigest, parts []rules.Part, before int) bool) func(p *port.Port) {
	return zeros("\u25CB", func(d *rules.TextDigest, parts []rules.Part, at int) bool { return at > 0 && fits(d, parts, at-1) })
}

// zerosPast is the same: parts before a Han zero are passed over.
func zerosPast(passed func(d *rules.TextDigest, p rules.Part) bool) func(p *port.Port) {
	return zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
		for before >= 0 && passed(d, parts[before]) {
			before--
		}
		return d.EndsInNumeral(parts, before)
	})
}

// zerosAfterLetters is the same: a Han zero comes after a run whose last code point is one of others.
func zerosAfterLetters(is func(last rune) bool) func(p *port.Port) {
	return zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
		return parts[before].Zero || parts[before].Run != "" && is(d.Last(parts[before].Run))
	})
}

// letters returns a mutation of R10.10: runs of some classes only are cut.
func letters(cut func(rules.Class) bool) func(p *port.Port) {
	return digesting(func(d *rules.TextDigest) {
		d.Letters = rules.LettersOf(func(r rune) rules.Class {
			if class := rules.ClassOf(r); !class.Clustered() || cut(class) {
				return class
			}
			return rules.W
		})
	})
}

// digestMutants are the mutants of R10.6 to R10.11.
func digestMutants() []Mutant {
	return []Mutant{
		{
			Name: "digest-without-identifiers", Rule: "R10.6",
			Mistake: "replaces identifiers, as chapter 2 does, so that another address has the same digest",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Joins = slices.Insert(d.Joins, 0, rules.NewFinder().Text)
			}),
		},
		{
			Name: "digest-hyphens-kept", Rule: "R10.6",
			Mistake: "does not join words that are hyphenated at a line end",
			mutate:  digesting(func(d *rules.TextDigest) { d.Joins = d.Joins[1:] }),
		},
		{
			Name: "digest-line-ends-in-han", Rule: "R10.6",
			Mistake: "leaves line ends in scripts without spaces",
			mutate:  digesting(func(d *rules.TextDigest) { d.Joins = d.Joins[:1] }),
		},
		{
			Name: "digest-one-i", Rule: "R10.6",
			Mistake: "merges the forms of i (R3.7), as the multi schemes do",
			mutate:  digesting(func(d *rules.TextDigest) { d.Normaliser.IForms = rules.NewIForms().Text }),
		},
		{
			Name: "digest-tatweel-kept", Rule: "R10.6",
			Mistake: "keeps U+0640",
			mutate:  digesting(func(d *rules.TextDigest) { d.Normaliser.Tatweel = slices.Clone[[]rune] }),
		},
		{
			Name: "digest-case-kept", Rule: "R10.6",
			Mistake: "does not fold case",
			mutate:  digesting(func(d *rules.TextDigest) { d.Normaliser.Map = func(r rune) string { return string(r) } }),
		},
		{
			Name: "digest-zero-width-space-separates", Rule: "R10.6",
			Mistake: "separates at U+200B, by R3.3",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Normaliser.Separates = except(d.Normaliser.Separates, rules.OneOf("\u200B"), true)
			}),
		},
		{
			Name: "digest-letter-numbers-separate", Rule: "R10.6",
			Mistake: "separates at Nl, as sd1 does",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Normaliser.Separates = rules.NewNormaliser(rules.SchemeOf("sd1")).Separates
			}),
		},
		{
			Name: "digest-not-decomposed", Rule: "R10.6",
			Mistake: "looks for separators before it decomposes, so that \u2260 is one of them",
			mutate:  digesting(func(d *rules.TextDigest) { d.Normaliser.Decompose = slices.Clone[[]rune] }),
		},
		{
			Name: "digest-compatibility-first", Rule: "R10.6",
			Mistake: "brings the text to NFKC first, so that 10\u00B3 is 103",
			mutate:  digesting(func(d *rules.TextDigest) { d.Joins = append(d.Joins, norm.NFKC.String) }),
		},
		{
			Name: "digest-unassigned-replaced", Rule: "R10.6",
			Mistake: "replaces unassigned code points by U+FFFD, as a native normaliser needs it for fingerprints",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Joins = append(d.Joins, func(s string) string {
					return strings.Map(func(r rune) rune {
						if ucd.CategoryOf(r) == ucd.Cn {
							return 0xFFFD
						}
						return r
					}, s)
				})
			}),
		},
		{
			Name: "digest-marks-unlimited", Rule: "R10.6",
			Mistake: "has no limit for mark sequences",
			mutate:  digesting(func(d *rules.TextDigest) { d.Normaliser.LongMarks, d.Normaliser.LongMarksAgain = unlimited, unlimited }),
		},
		{
			Name: "digest-octets-replaced", Rule: "R10.6",
			Mistake: "gives a U+FFFD for each ill-formed octet",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Text = func(octets []byte) string { return string([]rune(string(octets))) }
			}),
		},
		{
			Name: "digest-of-tokens", Rule: "R10.6",
			Mistake: "drops words that hold no letter (R4.2)",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Parted = func(parts []rules.Part) []rules.Part {
					return slices.DeleteFunc(parts, func(p rules.Part) bool { return p.Run != "" && !strings.ContainsFunc(p.Run, ucd.IsAlphabetic) })
				}
			}),
		},
		{
			Name: "digest-long-marks-join", Rule: "R10.6",
			Mistake: "deletes a long mark sequence, so that what stands before a number on its other side is a sign of it",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Parted = func(parts []rules.Part) []rules.Part {
					return slices.DeleteFunc(parts, func(p rules.Part) bool { return p.None })
				}
			}),
		},
		{
			Name: "digest-classes-together", Rule: "R10.6",
			Mistake: "does not cut where the class changes, so that a blank between Han and Latin counts",
			mutate:  digesting(func(d *rules.TextDigest) { d.Cut = func(run string) []string { return []string{run} } }),
		},
		{
			Name: "digest-kana-apart", Rule: "R10.10",
			Mistake: "does not cut between Han and kana, as if each script were a class",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Letters = rules.LettersOf(func(r rune) rules.Class {
					if class := rules.ClassOf(r); class != rules.K {
						return class
					}
					return rules.Class(ucd.ScriptOf(r).String())
				})
			}),
		},
		{
			Name: "digest-marks-have-classes", Rule: "R10.6",
			Mistake: "cuts before a mark of another script",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Cut = func(run string) (runs []string) {
					last := rules.NoClass
					for _, r := range run {
						class := rules.ClassOf(r)
						if rules.IsMark(r) {
							class = rules.W
						}
						if len(runs) == 0 || class != rules.NoClass && last != rules.NoClass && class != last {
							runs = append(runs, "")
						}
						runs[len(runs)-1] += string(r)
						last = class
					}
					return runs
				}
			}),
		},
		{
			Name: "digest-thai-digits-are-thai", Rule: "R10.6",
			Mistake: "takes the digits of a script without spaces for letters of it",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Cut = rules.CutAtClasses(func(r rune) rules.Class {
					if ucd.CategoryOf(r) == ucd.Nd && ucd.ScriptOf(r) == ucd.Thai {
						return rules.Thai
					}
					return rules.ClassOf(r)
				})
			}),
		},
		{
			Name: "digest-apostrophes-separate", Rule: "R10.6",
			Mistake: "separates at letters that look like apostrophes, by R4.4",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Cut = func(run string) []string {
					return strings.FieldsFunc(run, func(r rune) bool { return r == 0x2BB || r == 0x2BC })
				}
			}),
		},
		{
			Name: "digest-other-numbers-ignored", Rule: "R10.7",
			Mistake: "takes no symbols of No, so that a quarter is a half",
			mutate:  symbolsBut(rules.In(ucd.No)),
		},
		{
			Name: "digest-currency-ignored", Rule: "R10.7",
			Mistake: "takes no symbols of Sc",
			mutate:  symbolsBut(rules.In(ucd.Sc)),
		},
		{
			Name: "digest-mathematics-ignored", Rule: "R10.7",
			Mistake: "takes no symbols of Sm",
			mutate:  symbolsBut(rules.In(ucd.Sm)),
		},
		{
			Name: "digest-ascii-symbols-ignored", Rule: "R10.7",
			Mistake: "takes no symbols of ASCII, so that < is >",
			mutate:  symbolsBut(rules.OneOf("+<=>")),
		},
		{
			Name: "digest-ascii-symbols-are-signs", Rule: "R10.7",
			Mistake: "takes + < = > only directly before a number",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Symbol, d.Stop = except(rules.IsSymbol, rules.OneOf("+<=>"), false), except(rules.IsStop, rules.OneOf("+<=>"), true)
			}),
		},
		{
			Name: "digest-other-symbols-ignored", Rule: "R10.7",
			Mistake: "takes no symbols of So, so that \u2103 is \u2109 and a ticked box an empty one",
			mutate:  symbolsBut(rules.In(ucd.So)),
		},
		{
			Name: "digest-private-ignored", Rule: "R10.7",
			Mistake: "ignores private use",
			mutate:  symbolsBut(rules.In(ucd.Co)),
		},
		{
			Name: "digest-unassigned-ignored", Rule: "R10.7",
			Mistake: "ignores unassigned code points: letters that a later Unicode has",
			mutate:  symbolsBut(rules.In(ucd.Cn)),
		},
		{
			Name: "digest-ignorable-unassigned-ignored", Rule: "R10.7",
			Mistake: "ignores the unassigned code points that are ignorable by default",
			mutate:  symbolsBut(func(r rune) bool { return ucd.CategoryOf(r) == ucd.Cn && isIgnorable(r) }),
		},
		{
			Name: "digest-replacement-ignored", Rule: "R10.7",
			Mistake: "ignores U+FFFD",
			mutate:  symbolsBut(rules.OneOf("\uFFFD")),
		},
		{
			Name: "digest-bars-are-symbols", Rule: "R10.7",
			Mistake: "takes | and ~ as symbols, for they are Sm",
			mutate:  symbolsAnd(rules.OneOf("|~")),
		},
		{
			Name: "digest-minus-is-a-symbol", Rule: "R10.7",
			Mistake: "takes U+2212 as a symbol, for it is Sm",
			mutate:  symbolsAnd(rules.OneOf("\u2212")),
		},
		{
			Name: "digest-bullets-are-symbols", Rule: "R10.7",
			Mistake: "takes what lists and tables are drawn with as symbols",
			mutate:  symbolsAnd(func(r rune) bool { return r >= 0x2500 && r <= 0x25FF }),
		},
		{
			Name: "digest-block-ends-early", Rule: "R10.7",
			Mistake: "takes U+25FF as a symbol",
			mutate:  symbolsAnd(rules.OneOf("\u25FF")),
		},
		{
			Name: "digest-block-ends-late", Rule: "R10.7",
			Mistake: "takes U+2600 and U+24FF as no symbols",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Symbol, d.Stop = except(rules.IsSymbol, rules.OneOf("\u24FF\u2600"), false), except(rules.IsStop, rules.OneOf("\u24FF\u2600"), true)
			}),
		},
		{
			Name: "digest-no-zeros", Rule: "R10.7",
			Mistake: "takes no U+25CB as a symbol, so that \u4E09\u25CB\u5E74 is \u4E09\u5E74",
			mutate:  zerosAfter(func(*rules.TextDigest, []rules.Part, int) bool { return false }),
		},
		{
			Name: "digest-one-zero", Rule: "R10.7",
			Mistake: "takes no U+25CB after another",
			mutate: zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
				return !parts[before].Zero && d.EndsInNumeral(parts, before)
			}),
		},
		{
			Name: "digest-zeros-everywhere", Rule: "R10.7",
			Mistake: "takes every U+25CB as a symbol",
			mutate:  zeros("\u25CB", func(*rules.TextDigest, []rules.Part, int) bool { return true }),
		},
		{
			Name: "digest-zeros-after-circles", Rule: "R10.7",
			Mistake: "takes U+25CB as a symbol after any other",
			mutate: zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
				return parts[before].Is(rules.OneOf("\u25CB")) || d.EndsInNumeral(parts, before)
			}),
		},
		{
			Name: "digest-zeros-after-digits", Rule: "R10.7",
			Mistake: "takes U+25CB as a symbol after any digit, too",
			mutate:  zerosAfterLetters(func(last rune) bool { return rules.Numeral(last) || rules.IsHanNumeral(last) }),
		},
		{
			Name: "digest-zeros-after-letters", Rule: "R10.7",
			Mistake: "takes U+25CB as a symbol after any letter of Han",
			mutate:  zerosAfterLetters(func(last rune) bool { return ucd.ScriptOf(last) == ucd.Han }),
		},
		{
			Name: "digest-zeros-after-first", Rule: "R10.7",
			Mistake: "looks at the first code point of the run before U+25CB, and not at its last",
			mutate: zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
				return parts[before].Zero || parts[before].Run != "" && d.HanNumeral([]rune(parts[before].Run)[0])
			}),
		},
		{
			Name: "digest-zeros-after-spaces", Rule: "R10.7",
			Mistake: "passes over spaces before U+25CB, so that a bullet after a line counts",
			mutate:  zerosPast(func(d *rules.TextDigest, p rules.Part) bool { return p.Is(d.Space) }),
		},
		{
			Name: "digest-zeros-after-signs", Rule: "R10.7",
			Mistake: "passes over dashes and stops before U+25CB, as R10.9 does before a number",
			mutate:  zerosPast(func(d *rules.TextDigest, p rules.Part) bool { return p.Is(d.Dash) || p.Is(d.Stop) }),
		},
		{
			Name: "digest-zeros-after-others", Rule: "R10.7",
			Mistake: "passes over quotation marks and symbols before U+25CB",
			mutate: zerosPast(func(d *rules.TextDigest, p rules.Part) bool {
				return p.Is(d.Symbol) || p.Is(rules.Quote) || p.Is(rules.In(ucd.Pi, ucd.Pf))
			}),
		},
		{
			Name: "digest-zeros-after-long-marks", Rule: "R10.7",
			Mistake: "passes over separators without a code point before U+25CB",
			mutate:  zerosPast(func(_ *rules.TextDigest, p rules.Part) bool { return p.None }),
		},
		{
			Name: "digest-zeros-after-runs-of-marks", Rule: "R10.7",
			Mistake: "passes over a run that has nothing but marks before U+25CB",
			mutate: zerosPast(func(d *rules.TextDigest, p rules.Part) bool {
				return p.Run != "" && rules.IsMark(d.Last(p.Run))
			}),
		},
		{
			Name: "digest-zeros-not-after-marks", Rule: "R10.7",
			Mistake: "takes no U+25CB after a Han numeral with marks",
			mutate: zerosAfter(func(d *rules.TextDigest, parts []rules.Part, before int) bool {
				return d.EndsInNumeral(parts, before) && !strings.ContainsFunc(parts[before].Run, rules.IsMark)
			}),
		},
		{
			Name: "digest-zeros-in-source", Rule: "R10.7",
			Mistake: "looks at the text before R3.5, so that a soft hyphen parts a numeral and U+25CB",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Joins = append(d.Joins, strings.NewReplacer("\u00AD\u25CB", "\"\u25CB").Replace)
			}),
		},
		{
			Name: "digest-zeros-of-all-circles", Rule: "R10.7",
			Mistake: "takes other circles as zeros",
			mutate: zeros("\u25CB\u25CC\u25CE\u25CF\u25EF", func(d *rules.TextDigest, parts []rules.Part, at int) bool {
				return d.EndsInNumeral(parts, at-1)
			}),
		},
		{
			Name: "digest-greek-thousands-are-points", Rule: "R10.7",
			Mistake: "takes U+0375 as punctuation, so that 1821 is 821",
			mutate: digesting(func(d *rules.TextDigest) {
				thousands := rules.OneOf("\u0375")
				d.Symbol, d.Stop = except(rules.IsSymbol, thousands, false), except(rules.IsStop, thousands, true)
			}),
		},
		{
			Name: "digest-percent-is-a-point", Rule: "R10.7",
			Mistake: "takes % as punctuation",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Symbol, d.Stop = except(rules.IsSymbol, rules.OneOf("%"), false), except(rules.IsStop, rules.OneOf("%"), true)
			}),
		},
		{
			Name: "digest-only-ascii-percent", Rule: "R10.7",
			Mistake: "takes % and nothing else that is punctuation",
			mutate: digesting(func(d *rules.TextDigest) {
				other := func(r rune) bool { return rules.UnitMark(r) && r != '%' }
				d.Symbol, d.Stop = except(rules.IsSymbol, other, false), except(rules.IsStop, other, true)
			}),
		},
		{
			Name: "digest-no-primes", Rule: "R10.7",
			Mistake: "takes primes as punctuation, so that feet are inches",
			mutate: digesting(func(d *rules.TextDigest) {
				primes := rules.OneOf("\u2032\u2033\u2034\u2057")
				d.Symbol, d.Stop = except(rules.IsSymbol, primes, false), except(rules.IsStop, primes, true)
			}),
		},
		{
			Name: "digest-no-arabic-percent", Rule: "R10.7",
			Mistake: "does not know the percent and per mille signs of Arabic",
			mutate:  symbolsBut(rules.OneOf("\u0609\u060A\u066A")),
		},
		{
			Name: "digest-symbols-mapped", Rule: "R10.7",
			Mistake: "maps symbols by R3.5, so that a superscript is a digit",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Written = rules.Casefold
			}),
		},
		{
			Name: "digest-hyphen-minus-only", Rule: "R10.8",
			Mistake: "knows no dash but U+002D",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dash = rules.OneOf("-")
				d.Stop = func(r rune) bool { return rules.IsStop(r) || rules.IsDash(r) && r != '-' }
			}),
		},
		{
			Name: "digest-no-minus-sign", Rule: "R10.8",
			Mistake: "does not take U+2212 as a dash",
			mutate:  dashesBut(rules.OneOf("\u2212")),
		},
		{
			Name: "digest-ascii-points", Rule: "R10.8",
			Mistake: "knows no points beyond ASCII: no Arabic decimal separator",
			mutate:  pointsBut(func(r rune) bool { return r > unicode.MaxASCII }),
		},
		{
			Name: "digest-points-of-po", Rule: "R10.8",
			Mistake: "takes brackets as no points",
			mutate:  pointsBut(rules.In(ucd.Ps, ucd.Pe)),
		},
		{
			Name: "digest-closing-ignored", Rule: "R10.8",
			Mistake: "takes closing brackets as no points",
			mutate:  pointsBut(rules.In(ucd.Pe)),
		},
		{
			Name: "digest-modifiers-ignored", Rule: "R10.8",
			Mistake: "takes modifier symbols, such as ^, as no points",
			mutate:  pointsBut(rules.In(ucd.Sk)),
		},
		{
			Name: "digest-drawn-ignored", Rule: "R10.8",
			Mistake: "takes \u25B2 as no point, which in Japanese accounts is a minus",
			mutate:  pointsBut(rules.Drawn),
		},
		{
			Name: "digest-quotes-are-points", Rule: "R10.8",
			Mistake: "takes the quotation marks of ASCII as points",
			mutate:  pointsAnd(rules.OneOf("\"'")),
		},
		{
			Name: "digest-backticks-are-points", Rule: "R10.8",
			Mistake: "takes U+0060 and U+00B4 as points",
			mutate:  pointsAnd(rules.OneOf("`\u00B4")),
		},
		{
			Name: "digest-low-quotes-are-points", Rule: "R10.8",
			Mistake: "takes the quotation marks of category Ps as points",
			mutate:  pointsAnd(rules.OneOf("\u201A\u201E")),
		},
		{
			Name: "digest-all-punctuation", Rule: "R10.8",
			Mistake: "takes Pi and Pf as points too",
			mutate:  pointsAnd(rules.In(ucd.Pi, ucd.Pf)),
		},
		{
			Name: "digest-quotes-passed-over", Rule: "R10.8",
			Mistake: "passes over quotation marks, as over blanks",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Parted = func(parts []rules.Part) []rules.Part {
					return slices.DeleteFunc(parts, func(p rules.Part) bool { return p.Is(rules.Quote) || p.Is(rules.In(ucd.Pi, ucd.Pf)) })
				}
			}),
		},
		{
			Name: "digest-controls-are-blanks", Rule: "R10.8",
			Mistake: "takes all control characters as blanks",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Space = func(r rune) bool { return ucd.IsWhiteSpace(r) || ucd.CategoryOf(r) == ucd.Cc }
			}),
		},
		{
			Name: "digest-ascii-blanks", Rule: "R10.8",
			Mistake: "knows no blanks beyond ASCII",
			mutate:  digesting(func(d *rules.TextDigest) { d.Space = rules.OneOf(" \t\n\v\f\r") }),
		},
		{
			Name: "digest-dashes-as-written", Rule: "R10.9",
			Mistake: "keeps each dash as it is written",
			mutate:  digesting(func(d *rules.TextDigest) { d.Dashed = func(r rune) string { return string(r) } }),
		},
		{
			Name: "digest-dashes-merged", Rule: "R10.9",
			Mistake: "makes one of dashes in a row, so that 5--3 is 5-3",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Near = func(d *rules.TextDigest, after []rules.Part) []string {
					return slices.CompactFunc(d.SignItems(after), func(a, b string) bool { return a == "-" && b == "-" })
				}
			}),
		},
		{
			Name: "digest-no-dash-before-blanks", Rule: "R10.9",
			Mistake: "looks at what stands directly before a number only, so that 5 - 3 is 5 3",
			mutate:  digesting(func(d *rules.TextDigest) { d.Far = func(*rules.TextDigest, []rules.Part) []string { return nil } }),
		},
		{
			Name: "digest-all-dashes-before-blanks", Rule: "R10.9",
			Mistake: "writes every dash before the last blank, and not one",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Far = func(d *rules.TextDigest, before []rules.Part) []string {
					return d.SignItems(slices.DeleteFunc(slices.Clone(before), func(p rules.Part) bool { return !p.Is(d.Dash) }))
				}
			}),
		},
		{
			Name: "digest-points-before-blanks", Rule: "R10.9",
			Mistake: "takes points that a blank follows",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Far = (*rules.TextDigest).SignItems
			}),
		},
		{
			Name: "digest-dash-at-blank", Rule: "R10.9",
			Mistake: "takes a dash only if a blank follows it at once",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) (n int) {
					for i := 1; i < len(before); i++ {
						if before[i-1].Is(d.Dash) && before[i].Is(d.Space) {
							n++
						}
					}
					return n
				}
			}),
		},
		{
			Name: "digest-one-blank", Rule: "R10.9",
			Mistake: "looks no further than the last blank and the dashes right before it",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) (n int) {
					for i := len(before) - 2; i >= 0 && before[i].Is(d.Dash); i-- {
						n++
					}
					return n
				}
			}),
		},
		{
			Name: "digest-dashes-beyond-sixteen", Rule: "R10.9",
			Mistake: "forgets dashes that more than 16 signs follow, before a space comes",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) (n int) {
					last := 0 // signs after this one, up to the next space
					for _, p := range slices.Backward(before) {
						if last++; p.Is(d.Space) {
							last = 0
						}
						if p.Is(d.Dash) && last <= 16 {
							n++
						}
					}
					return n
				}
			}),
		},
		{
			Name: "digest-ruled-lines-are-dashes", Rule: "R10.9",
			Mistake: "makes a dash of any number of dashes, so that a ruled line before a number is a minus sign",
			mutate:  digesting(func(d *rules.TextDigest) { d.Ruled = 1 << 30 }),
		},
		{
			Name: "digest-one-dash", Rule: "R10.9",
			Mistake: "takes two dashes for a ruled line, so that 5 -- 3 is 5 3",
			mutate:  digesting(func(d *rules.TextDigest) { d.Ruled = 1 }),
		},
		{
			Name: "digest-three-dashes", Rule: "R10.9",
			Mistake: "takes three dashes for a dash",
			mutate:  digesting(func(d *rules.TextDigest) { d.Ruled = 3 }),
		},
		{
			Name: "digest-ruled-in-a-row", Rule: "R10.9",
			Mistake: "counts dashes in a row only, so that - - - is a dash",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) (most int) {
					n := 0
					for _, p := range before {
						if !p.Is(d.Dash) {
							n = 0
							continue
						}
						n++
						most = max(most, n)
					}
					return most
				}
			}),
		},
		{
			Name: "digest-ruled-without-points", Rule: "R10.9",
			Mistake: "counts dashes again after a point, so that the rules of a table with columns of two are dashes",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) (most int) {
					n := 0
					for _, p := range before {
						if p.Is(d.Stop) {
							n = 0
						} else if p.Is(d.Dash) {
							n++
						}
						most = max(most, n)
					}
					return most
				}
			}),
		},
		{
			Name: "digest-ruled-with-near", Rule: "R10.9",
			Mistake: "counts the dashes after the last blank too, so that 5 -- -3 has one dash",
			mutate: digesting(func(d *rules.TextDigest) {
				signs, near := d.Signs, 0
				d.Signs = func(d *rules.TextDigest, parts []rules.Part, at int) []rules.Part {
					signs := signs(d, parts, at)
					near = 0
					for i := len(signs) - 1; i >= 0 && !signs[i].Is(d.Space); i-- {
						if signs[i].Is(d.Dash) {
							near++
						}
					}
					return signs
				}
				dashes := d.Dashes
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) int {
					if n := dashes(d, before); n > 0 {
						return n + near
					}
					return 0
				}
			}),
		},
		{
			Name: "digest-ruled-counted-to-256", Rule: "R10.9",
			Mistake: "counts dashes in an octet, so that a line of 258 is two",
			mutate: digesting(func(d *rules.TextDigest) {
				dashes := d.Dashes
				d.Dashes = func(d *rules.TextDigest, before []rules.Part) int { return int(uint8(dashes(d, before))) }
			}),
		},
		{
			Name: "digest-signs-unlimited", Rule: "R10.9",
			Mistake: "has no limit for signs",
			mutate:  digesting(func(d *rules.TextDigest) { d.Most = 1 << 30 }),
		},
		{
			Name: "digest-fifteen-signs", Rule: "R10.9",
			Mistake: "takes 15 signs at most",
			mutate:  digesting(func(d *rules.TextDigest) { d.Most = 15 }),
		},
		{
			Name: "digest-first-signs", Rule: "R10.9",
			Mistake: "takes the first 16 signs and not the last",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Most = 1 << 30
				d.Near = func(d *rules.TextDigest, after []rules.Part) []string {
					return d.SignItems(after[:min(16, len(after))])
				}
			}),
		},
		{
			Name: "digest-too-many-signs-none", Rule: "R10.9",
			Mistake: "takes none of more than 16 signs",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Most = 1 << 30
				d.Near = func(d *rules.TextDigest, after []rules.Part) []string {
					if len(after) > 16 {
						return nil
					}
					return d.SignItems(after)
				}
			}),
		},
		{
			Name: "digest-letter-numbers-no-numbers", Rule: "R10.9",
			Mistake: "takes no signs before Nl",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Telling = func(d *rules.TextDigest, p rules.Part) bool {
					return p.Is(d.Symbol) || p.Run != "" && ucd.CategoryOf([]rune(p.Run)[0]) == ucd.Nd
				}
			}),
		},
		{
			Name: "digest-ascii-digits", Rule: "R10.9",
			Mistake: "takes signs before the digits 0 to 9 only",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Telling = func(d *rules.TextDigest, p rules.Part) bool {
					return p.Is(d.Symbol) || p.Run != "" && p.Run[0] >= '0' && p.Run[0] <= '9'
				}
			}),
		},
		{
			Name: "digest-no-signs-of-symbols", Rule: "R10.9",
			Mistake: "takes no signs before symbols",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Telling = func(_ *rules.TextDigest, p rules.Part) bool { return p.Run != "" && rules.Numeral([]rune(p.Run)[0]) }
			}),
		},
		{
			Name: "digest-signs-of-words", Rule: "R10.9",
			Mistake: "takes the signs of every word",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Telling = func(d *rules.TextDigest, p rules.Part) bool { return p.Run != "" || p.Is(d.Symbol) }
			}),
		},
		{
			Name: "digest-signs-of-digits-within", Rule: "R10.9",
			Mistake: "takes the signs of words that have a digit anywhere",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Telling = func(d *rules.TextDigest, p rules.Part) bool {
					return p.Is(d.Symbol) || strings.ContainsFunc(p.Run, rules.Numeral)
				}
			}),
		},
		{
			Name: "digest-signs-after", Rule: "R10.9",
			Mistake: "takes what stands after a number, such as a full stop, too",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) (list []string) {
					list = d.ItemsOf(parts)
					for i, p := range parts {
						if d.Telling(d, p) && i+1 < len(parts) && parts[i+1].Is(d.Stop) {
							list = append(list, string(parts[i+1].Sep))
						}
					}
					return list
				}
			}),
		},
		{
			Name: "digest-no-han-numerals", Rule: "R10.9",
			Mistake: "takes no signs between Han numerals, so that \u4E09\u30FB\u4E00 is \u4E09\u4E00",
			mutate:  numerals(func(rune) bool { return false }),
		},
		{
			Name: "digest-han-zero-left-out", Rule: "R10.9",
			Mistake: "does not count U+3007 as a Han numeral before signs, for it is Nl",
			mutate:  numerals(except(rules.IsHanNumeral, rules.OneOf("\u3007"), false)),
		},
		{
			Name: "digest-han-digits-only", Rule: "R10.9",
			Mistake: "takes the digits of Han, and not ten, hundred and so on",
			mutate:  numerals(except(rules.IsHanNumeral, rules.OneOf("十百千万萬亿億兆"), false)),
		},
		{
			Name: "digest-han-simplified-only", Rule: "R10.9",
			Mistake: "takes the numerals of simplified Chinese only",
			mutate:  numerals(except(rules.IsHanNumeral, rules.OneOf("萬億"), false)),
		},
		{
			Name: "digest-han-numerals-of-cheques", Rule: "R10.9",
			Mistake: "takes the numerals of cheques for Han numerals, and every Nl",
			mutate: numerals(func(r rune) bool {
				return rules.IsHanNumeral(r) || strings.ContainsRune("壱貳廿両仟㐅", r) || ucd.CategoryOf(r) == ucd.Nl
			}),
		},
		{
			Name: "digest-han-numeral-after", Rule: "R10.9",
			Mistake: "takes the signs before a Han numeral, whatever stands before them",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Numbered = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
					return d.HanNumeral([]rune(parts[at].Run)[0])
				}
			}),
		},
		{
			Name: "digest-han-numeral-before", Rule: "R10.9",
			Mistake: "takes the signs after a Han numeral, whatever stands after them",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Numbered = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
					before := at - len(d.Signs(d, parts, at)) - 1
					return d.EndsInNumeral(parts, before)
				}
			}),
		},
		{
			Name: "digest-han-numeral-somewhere-before", Rule: "R10.9",
			Mistake: "looks for a Han numeral in the last run, though a quotation mark or a symbol stands between",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Numbered = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
					for at, first := at-1, []rune(parts[at].Run)[0]; at >= 0; at-- {
						if run := parts[at].Run; run != "" {
							return d.HanNumeral(d.Last(run)) && d.HanNumeral(first)
						}
					}
					return false
				}
			}),
		},
		{
			Name: "digest-han-numeral-first", Rule: "R10.9",
			Mistake: "looks at the first code point of the run before, and not at its last",
			mutate:  digesting(func(d *rules.TextDigest) { d.Last = func(run string) rune { return []rune(run)[0] } }),
		},
		{
			Name: "digest-han-numeral-and-marks", Rule: "R10.9",
			Mistake: "looks at the last code point of the run before, be it a mark",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Last = func(run string) rune { return []rune(run)[len([]rune(run))-1] }
			}),
		},
		{
			Name: "digest-zeros-are-no-numerals", Rule: "R10.9",
			Mistake: "takes no signs after a Han zero, so that 30.5 is 305",
			mutate: digesting(func(d *rules.TextDigest) {
				numbered := d.Numbered
				d.Numbered = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
					before := at - len(d.Signs(d, parts, at)) - 1
					return before >= 0 && !parts[before].Zero && numbered(d, parts, at)
				}
			}),
		},
		{
			Name: "digest-circles-are-numerals", Rule: "R10.9",
			Mistake: "takes the signs after U+25CB that is no zero",
			mutate: digesting(func(d *rules.TextDigest) {
				numbered := d.Numbered
				d.Numbered = func(d *rules.TextDigest, parts []rules.Part, at int) bool {
					isCircle := func(p rules.Part) bool { return p.Is(rules.OneOf("\u25CB")) }
					return numbered(d, parts, at) ||
						d.HanNumeral([]rune(parts[at].Run)[0]) && slices.ContainsFunc(d.Signs(d, parts, at), isCircle)
				}
			}),
		},
		{
			Name: "digest-runs-uncut", Rule: "R10.10",
			Mistake: "takes a run of Han or Thai as one item, so that a bullet between two lines counts",
			mutate:  digesting(func(d *rules.TextDigest) { d.Letters = func(run string) []string { return []string{run} } }),
		},
		{
			Name: "digest-letters-of-han-only", Rule: "R10.10",
			Mistake: "cuts Han and kana, but not Thai, Lao, Khmer and Burmese",
			mutate:  letters(func(class rules.Class) bool { return class == rules.K }),
		},
		{
			Name: "digest-letters-without-khmer", Rule: "R10.10",
			Mistake: "cuts Thai and Lao, but not Khmer and Burmese",
			mutate:  letters(func(class rules.Class) bool { return class != rules.Khmer && class != rules.Myanmar }),
		},
		{
			Name: "digest-letters-and-marks", Rule: "R10.10",
			Mistake: "cuts before marks as well",
			mutate: digesting(func(d *rules.TextDigest) {
				cut := d.Letters
				d.Letters = func(run string) (list []string) {
					for _, letter := range cut(run) {
						if first, _ := utf8.DecodeRuneInString(letter); rules.ClassOf(first).Clustered() {
							list = append(list, strings.Split(letter, "")...)
						} else {
							list = append(list, letter)
						}
					}
					return list
				}
			}),
		},
		{
			Name: "digest-letters-beside-none", Rule: "R10.10",
			Mistake: "cuts before every letter of Han or Thai, though a code point without a class is before it",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Letters = func(run string) (list []string) {
					for i, r := range run {
						if i == 0 || rules.ClassOf(r).Clustered() && !rules.IsMark([]rune(run[:i])[0]) {
							list = append(list, "")
						}
						list[len(list)-1] += string(r)
					}
					return list
				}
			}),
		},
		{
			Name: "digest-letters-after-marks", Rule: "R10.10",
			Mistake: "does not cut after a letter that has marks",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Letters = func(run string) (list []string) {
					last := rules.NoClass
					for i, r := range run {
						class := rules.ClassOf(r)
						if i == 0 || class == last && class.Clustered() {
							list = append(list, "")
						}
						list[len(list)-1] += string(r)
						last = class
					}
					return list
				}
			}),
		},
		{
			Name: "digest-letters-of-all", Rule: "R10.10",
			Mistake: "cuts between the letters of all scripts beyond Latin",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Letters = rules.LettersOf(func(r rune) rules.Class {
					if class := rules.ClassOf(r); class != rules.W || r < 0x0E00 {
						return class
					}
					return rules.K
				})
			}),
		},
		{
			Name: "digest-two-lists", Rule: "R10.10",
			Mistake: "lists runs first and then all else, so that a half may move from one word to another",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) (list []string) {
					for _, p := range parts {
						if p.Run != "" {
							list = append(list, p.Run)
						}
					}
					for i, p := range parts {
						items := d.ItemsOf(parts[:i+1])[len(d.ItemsOf(parts[:i])):]
						if p.Run != "" {
							items = items[:len(items)-1]
						}
						list = append(list, items...)
					}
					return list
				}
			}),
		},
		{
			Name: "digest-sorted", Rule: "R10.10",
			Mistake: "sorts the items",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) []string {
					return slices.Sorted(slices.Values(d.ItemsOf(parts)))
				}
			}),
		},
		{
			Name: "digest-distinct", Rule: "R10.10",
			Mistake: "takes each item once, as features are",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) (list []string) {
					for _, item := range d.ItemsOf(parts) {
						if !slices.Contains(list, item) {
							list = append(list, item)
						}
					}
					return list
				}
			}),
		},
		{
			Name: "digest-symbols-in-one", Rule: "R10.10",
			Mistake: "makes one item of symbols in a row",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) (list []string) {
					for i, p := range parts {
						if items := d.ItemsOf(parts[:i+1]); p.Is(d.Symbol) && i > 0 && parts[i-1].Is(d.Symbol) {
							list[len(list)-1] += string(p.Sep)
						} else {
							list = append(list, items[len(d.ItemsOf(parts[:i])):]...)
						}
					}
					return list
				}
			}),
		},
		{
			Name: "digest-signs-behind", Rule: "R10.10",
			Mistake: "puts the signs of a number behind it",
			mutate: digesting(func(d *rules.TextDigest) {
				d.List = func(d *rules.TextDigest, parts []rules.Part) (list []string) {
					for i := range parts {
						items := d.ItemsOf(parts[:i+1])[len(d.ItemsOf(parts[:i])):]
						if n := len(items); n > 1 {
							items = append([]string{items[n-1]}, items[:n-1]...)
						}
						list = append(list, items...)
					}
					return list
				}
			}),
		},
		{
			Name: "digest-words-only", Rule: "R10.10",
			Mistake: "takes runs only",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Symbol = func(rune) bool { return false }
				d.Signs = func(*rules.TextDigest, []rules.Part, int) []rules.Part { return nil }
			}),
		},
		{
			Name: "digest-lines", Rule: "R10.11",
			Mistake: "ends each item with U+000A",
			mutate:  digestingBy(func(items []string) string { return sha256Of(strings.Join(items, "\n") + "\n") }),
		},
		{
			Name: "digest-joined", Rule: "R10.11",
			Mistake: "puts the octet 00 between the items and not after the last",
			mutate:  digestingBy(func(items []string) string { return sha256Of(strings.Join(items, "\x00")) }),
		},
		{
			Name: "digest-run-together", Rule: "R10.11",
			Mistake: "puts nothing between the items, so that \"not able\" is \"no table\"",
			mutate:  digestingBy(func(items []string) string { return sha256Of(strings.Join(items, "")) }),
		},
		{
			Name: "digest-counted", Rule: "R10.11",
			Mistake: "writes the length of each item before it",
			mutate: digestingBy(func(items []string) string {
				var b strings.Builder
				for _, item := range items {
					fmt.Fprintf(&b, "%d:%s", len(item), item)
				}
				return sha256Of(b.String())
			}),
		},
		{
			Name: "digest-utf-16", Rule: "R10.11",
			Mistake: "hashes UTF-16",
			mutate: digestingBy(func(items []string) string {
				var b []byte
				for _, c := range utf16.Encode([]rune(strings.Join(items, "\x00") + "\x00")) {
					b = append(b, byte(c>>8), byte(c))
				}
				return sha256Of(string(b))
			}),
		},
		{
			Name: "digest-of-digests", Rule: "R10.11",
			Mistake: "hashes the digests of the items",
			mutate: digestingBy(func(items []string) string {
				var b []byte
				for _, item := range items {
					sum := sha256.Sum256([]byte(item))
					b = append(b, sum[:]...)
				}
				return sha256Of(string(b))
			}),
		},
		{
			Name: "digest-twice", Rule: "R10.11",
			Mistake: "hashes the digest again",
			mutate: digestingBy(func(items []string) string {
				sum, _ := hex.DecodeString(rules.DigestOf(items))
				return sha256Of(string(sum))
			}),
		},
		{
			Name: "digest-sha-1", Rule: "R10.11",
			Mistake: "takes SHA-1",
			mutate: digestingBy(func(items []string) string {
				return fmt.Sprintf("%x", sha1.Sum([]byte(strings.Join(items, "\x00")+"\x00")))
			}),
		},
		{
			Name: "digest-md5", Rule: "R10.11",
			Mistake: "takes MD5",
			mutate: digestingBy(func(items []string) string {
				return fmt.Sprintf("%x", md5.Sum([]byte(strings.Join(items, "\x00")+"\x00")))
			}),
		},
		{
			Name: "digest-capitals", Rule: "R10.11",
			Mistake: "writes hexadecimal digits as capitals",
			mutate:  digestingBy(func(items []string) string { return strings.ToUpper(rules.DigestOf(items)) }),
		},
		{
			Name: "digest-of-nothing", Rule: "R10.11",
			Mistake: "gives the SHA-256 of nothing for a text without items",
			mutate: digesting(func(d *rules.TextDigest) {
				d.Sum = func(items []string) string {
					if len(items) == 0 {
						return sha256Of("")
					}
					return rules.DigestOf(items)
				}
			}),
		},
		{
			Name: "digest-pieces-are-texts", Rule: "R9.2",
			Mistake: "finds the items of each piece by itself",
			mutate: func(p *port.Port) {
				p.Digest = func(pieces [][]byte) string {
					var items []string
					for _, piece := range pieces {
						items = append(items, p.Items(piece)...)
					}
					return rules.DigestOf(items)
				}
			},
		},
		{
			Name: "digest-pieces-of-characters", Rule: "R9.2",
			Mistake: "decodes each piece by itself",
			mutate: func(p *port.Port) {
				p.Digest = func(pieces [][]byte) string {
					var text strings.Builder
					for _, piece := range pieces {
						text.WriteString(tokenizer.Text(piece))
					}
					return rules.DigestOf(p.Items([]byte(text.String())))
				}
			},
		},
		{
			Name: "digest-signs-forgotten-at-cuts", Rule: "R9.2",
			Mistake: "forgets at a cut what stood before a number",
			mutate: func(p *port.Port) {
				p.Digest = func(pieces [][]byte) string {
					d := rules.NewTextDigest()
					end := 0
					cuts := map[int]bool{}
					for _, piece := range pieces {
						end += len(piece)
						cuts[end] = true
					}
					whole := slices.Concat(pieces...)
					d.Text = func(octets []byte) string {
						var marked []byte
						for i, c := range octets {
							if cuts[i] && i > 0 && rules.IsStop(rune(octets[i-1])) {
								marked = append(marked, '"')
							}
							marked = append(marked, c)
						}
						return tokenizer.Text(marked)
					}
					return rules.DigestOf(d.Items(whole))
				}
			},
		},
		{
			Name: "digest-numerals-forgotten-at-cuts", Rule: "R9.2",
			Mistake: "forgets at a cut that a Han numeral or zero stands directly before U+25CB",
			mutate: func(p *port.Port) {
				p.Digest = func(pieces [][]byte) string {
					whole := slices.Concat(pieces...)
					var marked []byte
					end := 0
					for _, piece := range pieces {
						if bytes.HasPrefix(whole[end:], []byte("\u25CB")) {
							marked = append(marked, '"')
						}
						marked = append(marked, piece...)
						end += len(piece)
					}
					return rules.DigestOf(p.Items(marked))
				}
			},
		},
	}
}
