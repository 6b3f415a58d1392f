package mutants

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// joinMutants returns the mutants of R2.9 and R2.10.
func joinMutants() []Mutant {
	return []Mutant{
		{
			Name: "hyphens-not-joined", Rule: "R2.9", Scheme: "sm1",
			Mistake: "leaves broken words broken, as sd1 does",
			replace: identifying(func(i *rules.Identifiers) { i.JoinLines = unchanged }),
		},
		{
			Name: "hyphen-and-line-end-always", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes out each hyphen before a line end, as replace('-\\n', '') does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Letter, l.Small = always, always
			}),
		},
		{
			Name: "hyphen-before-any-letter", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins before capitals and letters without case too, as \\p{L}-\\n\\p{L} does",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Small = rules.In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo) }),
		},
		{
			Name: "hyphen-before-any-case", Rule: "R2.9", Scheme: "mh1",
			Mistake: "joins once case is folded, where a capital is a small letter",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Small = rules.In(ucd.Lu, ucd.Ll, ucd.Lt) }),
		},
		{
			Name: "hyphen-between-word-characters", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins after a digit or an underscore too, as \\w-\\n does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Letter = rules.In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Nd, ucd.Nl, ucd.Pc)
			}),
		},
		{
			Name: "hyphen-after-letters-only", Rule: "R2.9", Scheme: "sm1",
			Mistake: "does not join after a mark, as \\p{L}-\\n does, and so not in NFD",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Mark = func(rune) bool { return false } }),
		},
		{
			Name: "hyphen-after-nonspacing-marks", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes Mn for all marks",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Mark = rules.In(ucd.Mn) }),
		},
		{
			Name: "hyphen-after-any-mark", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins after a mark whatever it stands on, so that a symbol joins in NFD and not in NFC",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Letter = rules.In(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Mn, ucd.Mc, ucd.Me)
				l.Mark = never
			}),
		},
		{
			Name: "hyphen-after-small-letters", Rule: "R2.9", Scheme: "sm1",
			Mistake: "wants a small letter on both sides",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Letter = rules.In(ucd.Ll) }),
		},
		{
			Name: "hyphen-ascii-letters", Rule: "R2.9", Scheme: "sm1",
			Mistake: "knows the letters of ASCII only, as [a-z]-\\n[a-z] does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Letter = func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) }
				l.Small = func(r rune) bool { return r < 0x80 && unicode.IsLower(r) }
			}),
		},
		{
			Name: "hyphen-basic-plane", Rule: "R2.9", Scheme: "sm1",
			Mistake: "looks at UTF-16 units, so that what lies beyond U+FFFF is no letter",
			replace: joinedLines(func(l *rules.LineJoiner) {
				small := l.Small
				l.Small = func(r rune) bool { return r <= 0xFFFF && small(r) }
			}),
		},
		{
			Name: "hyphen-property-lowercase", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes the property Lowercase for the category Ll, as Character.isLowerCase() of Java does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				small := l.Small
				l.Small = func(r rune) bool { return small(r) || unicode.Is(unicode.Other_Lowercase, r) }
			}),
		},
		{
			Name: "hyphen-ascii-only", Rule: "R2.9", Scheme: "sm1",
			Mistake: "knows no hyphen but U+002D",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Hyphen = rules.OneOf("-") }),
		},
		{
			Name: "hyphen-without-soft", Rule: "R2.9", Scheme: "mw1",
			Mistake: "leaves U+00AD to R3.5, which deletes it and not the line end",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Hyphen = rules.OneOf("-\u2010") }),
		},
		{
			Name: "hyphen-any-dash", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins at every dash, as \\p{Pd} does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Hyphen = func(r rune) bool { return r == 0xAD || unicode.Is(unicode.Pd, r) }
			}),
		},
		{
			Name: "hyphen-property", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes the property Hyphen for the list, and so U+2011 and U+058A",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Hyphen = func(r rune) bool { return unicode.Is(unicode.Hyphen, r) } }),
		},
		{
			Name: "hyphen-stays", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes out the line end and leaves the hyphen",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Left = func(place []rune) []rune { return place[:1] } }),
		},
		{
			Name: "hyphen-goes-line-end-stays", Rule: "R2.9", Scheme: "sm1",
			Mistake: "puts the word whole on the first line and keeps the line end before the rest",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Left = func(place []rune) []rune { return place[1:] } }),
		},
		{
			Name: "line-end-lf-only", Rule: "R2.9", Scheme: "sm1",
			Mistake: "knows U+000A only",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.LineEnd = func(text []rune) int { return min(1, rules.CountLeading(text, rules.OneOf("\n"))) }
			}),
		},
		{
			Name: "line-end-of-unix-and-windows", Rule: "R2.9", Scheme: "sm1",
			Mistake: "knows U+000A, U+000D and the two, as universal newlines of Python do",
			replace: joinedLines(func(l *rules.LineJoiner) { l.LineEnd = rules.OneLineEnd("\n\r") }),
		},
		{
			Name: "line-end-splitlines", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes for line ends what splitlines() of Python does, U+2029 and U+001C to U+001E too",
			replace: joinedLines(func(l *rules.LineJoiner) { l.LineEnd = rules.OneLineEnd("\n\v\f\r\x1C\x1D\x1E\u0085\u2028\u2029") }),
		},
		{
			Name: "line-end-cr-lf-is-two", Rule: "R2.9", Scheme: "sm1",
			Mistake: "counts U+000D U+000A as two line ends, and does not join",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.LineEnd = func(text []rune) int { return min(1, rules.CountLeading(text, rules.OneOf("\n\v\f\r\u0085\u2028"))) }
			}),
		},
		{
			Name: "line-end-lf-cr-is-one", Rule: "R2.9", Scheme: "sm1",
			Mistake: "counts U+000A U+000D as one line end, as \\n?\\r?\\n? does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				one := l.LineEnd
				l.LineEnd = func(text []rune) int {
					if strings.HasPrefix(string(text[:min(2, len(text))]), "\n\r") {
						return 2
					}
					return one(text)
				}
			}),
		},
		{
			Name: "line-ends-any-number", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins across empty lines, as -\\s*\\n\\s* does",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.LineEnd = func(text []rune) int { return rules.CountLeading(text, rules.OneOf("\n\v\f\r\u0085\u2028")) }
			}),
		},
		{
			Name: "hyphen-any-white-space", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes all white space for blanks, U+3000 and U+2003 too",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Blank = func(r rune) bool { return ucd.IsWhiteSpace(r) && l.LineEnd([]rune{r}) == 0 }
			}),
		},
		{
			Name: "hyphen-blanks-not-before", Rule: "R2.9", Scheme: "sm1",
			Mistake: "wants the line end right after the hyphen",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Fits = func(before, after int) bool { return before == 0 && after <= 64 } }),
		},
		{
			Name: "hyphen-blanks-not-after", Rule: "R2.9", Scheme: "sm1",
			Mistake: "does not join an indented line",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Fits = func(before, after int) bool { return before <= 64 && after == 0 } }),
		},
		{
			Name: "hyphen-blanks-no-tab", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes U+0020 only for a blank",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Blank = rules.OneOf(" ") }),
		},
		{
			Name: "hyphen-blanks-unlimited", Rule: "R2.9", Scheme: "sm1",
			Mistake: "has no limit on blanks, as an implementation does that has the text in memory",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Fits = func(int, int) bool { return true } }),
		},
		{
			Name: "hyphen-blanks-one-less", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins over 63 blanks at most, by < in place of <=",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Fits = func(before, after int) bool { return before < 64 && after < 64 } }),
		},
		{
			Name: "hyphen-blanks-one-more", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins over 65 blanks, by a check before the blank was counted",
			replace: joinedLines(func(l *rules.LineJoiner) {
				l.Fits = func(before, after int) bool { return before <= 65 && after <= 65 }
			}),
		},
		{
			Name: "hyphen-blanks-one-limit", Rule: "R2.9", Scheme: "sm1",
			Mistake: "counts the blanks of both sides together",
			replace: joinedLines(func(l *rules.LineJoiner) { l.Fits = func(before, after int) bool { return before+after <= 64 } }),
		},
		{
			Name: "hyphen-chain-broken", Rule: "R2.9", Scheme: "sm1",
			Mistake: "takes the letters into the match, so that one of them cannot end one place and begin the next",
			replace: identifying(func(i *rules.Identifiers) {
				place := regexp.MustCompile(`(\pL\pM*)[-\x{AD}\x{2010}][\t \x{A0}]{0,64}` +
					`(?:\r\n|[\n\v\f\r\x{85}\x{2028}])[\t \x{A0}]{0,64}(\p{Ll})`)
				i.JoinLines = func(text string) string { return place.ReplaceAllString(text, "$1$2") }
			}),
		},
		{
			Name: "hyphen-at-end-lost", Rule: "R2.9", Scheme: "sm1",
			Mistake: "drops a hyphen and a line end at the end of the text, waiting for a letter",
			replace: identifying(func(i *rules.Identifiers) {
				join := i.JoinLines
				i.JoinLines = func(text string) string { return strings.TrimSuffix(join(text+"x"), "x") }
			}),
		},
		{
			Name: "hyphens-before-identifiers", Rule: "R2.9", Scheme: "sm1",
			Mistake: "joins lines first and then looks for identifiers",
			replace: identifying(func(i *rules.Identifiers) { i.Remove, i.JoinLines = i.JoinLines, i.Remove }),
		},
		{
			Name: "spaces-not-joined", Rule: "R2.10", Scheme: "sm1",
			Mistake: "leaves the line ends of Chinese, Japanese and Thai in place",
			replace: identifying(func(i *rules.Identifiers) { i.JoinSpaces = unchanged }),
		},
		{
			Name: "spaces-of-east-asia-only", Rule: "R2.10", Scheme: "sm1",
			Mistake: "joins Chinese and Japanese, and forgets Thai, Lao, Khmer and Burmese",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Joins = func(a, b rules.Class) bool { return a == rules.K && b == rules.K }
			}),
		},
		{
			Name: "spaces-thai-lao-one-class", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes Thai, Lao, Khmer and Burmese for one class",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Joins = func(a, b rules.Class) bool { return a == b && a == rules.K || isT(a) && isT(b) }
			}),
		},
		{
			Name: "spaces-all-scripts-one-class", Rule: "R2.10", Scheme: "sm1",
			Mistake: "joins whenever both sides are written without spaces, Chinese and Thai too",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Joins = func(a, b rules.Class) bool { return a.Clustered() && b.Clustered() }
			}),
		},
		{
			Name: "spaces-by-script", Rule: "R2.10", Scheme: "sm1",
			Mistake: "wants one script on both sides, so that a line end between kana and ideographs stays",
			replace: joinedClasses(func(r rune) (rules.Class, bool) {
				return rules.Class(ucd.ScriptOf(r).String()), rules.ClassOf(r) == rules.K
			}),
		},
		{
			Name: "spaces-one-side", Rule: "R2.10", Scheme: "sm1",
			Mistake: "joins if one side is written without spaces, so that 使用 Linux loses its blank",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Joins = func(a, b rules.Class) bool { return a.Clustered() || b.Clustered() }
			}),
		},
		{
			Name: "spaces-in-hangul", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes Hangul for a script without spaces, as what says CJK often does",
			replace: joinedClasses(func(r rune) (rules.Class, bool) { return rules.K, unicode.Is(unicode.Hangul, r) && unicode.IsLetter(r) }),
		},
		{
			Name: "spaces-in-tibetan", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes Tibetan for a script without spaces, as UAX #14 has lines end at its tsheg",
			replace: joinedClasses(func(r rune) (rules.Class, bool) {
				return "T Tibetan", unicode.Is(unicode.Tibetan, r) && unicode.IsLetter(r)
			}),
		},
		{
			Name: "spaces-in-complex-scripts", Rule: "R2.10", Scheme: "sm1",
			Mistake: "adds Tai Viet, Tai Tham and Javanese to the scripts, as the line break class SA and its like have them",
			replace: joinedClasses(func(r rune) (rules.Class, bool) {
				return rules.Class("T " + ucd.ScriptOf(r).String()), unicode.In(r, unicode.Tai_Viet, unicode.Tai_Tham, unicode.Javanese) && unicode.IsLetter(r)
			}),
		},
		{
			Name: "spaces-digits-have-script", Rule: "R2.10", Scheme: "sm1",
			Mistake: "goes by the script alone, so that Thai digits are Thai",
			replace: joinedClasses(digitsByScript),
		},
		{
			Name: "spaces-radicals", Rule: "R2.10", Scheme: "sm1",
			Mistake: "goes by the script alone, so that radicals and circled katakana are of class K",
			replace: joinedClasses(func(r rune) (rules.Class, bool) {
				return rules.K, unicode.In(r, unicode.Han, unicode.Katakana) && unicode.IsSymbol(r)
			}),
		},
		{
			Name: "spaces-script-only", Rule: "R2.10", Scheme: "sm1",
			Mistake: "goes by the script alone, so that U+30FC, U+3006 and U+FF9E are of no class that joins",
			replace: joinedClasses(commonIsW),
		},
		{
			Name: "spaces-as-if-normalised", Rule: "R2.10", Scheme: "sm1",
			Mistake: "forgets U+FF70, U+FF9E and U+FF9F, which R3.5 maps away, but not before this rule",
			replace: joinedClasses(func(r rune) (rules.Class, bool) { return rules.W, strings.ContainsRune("\uFF70\uFF9E\uFF9F", r) }),
		},
		{
			Name: "spaces-letters-only", Rule: "R2.10", Scheme: "sm1",
			Mistake: "wants letters, so that U+3007, a letter number, does not join",
			replace: joinedClasses(func(r rune) (rules.Class, bool) { return rules.W, ucd.CategoryOf(r) == ucd.Nl }),
		},
		{
			Name: "spaces-basic-plane", Rule: "R2.10", Scheme: "sm1",
			Mistake: "looks for U+3040 to U+9FFF, and knows no ideographs beyond U+FFFF",
			replace: joinedClasses(func(r rune) (rules.Class, bool) { return rules.W, r > 0xFFFF }),
		},
		{
			Name: "spaces-ascii-only", Rule: "R2.10", Scheme: "sm1",
			Mistake: "knows the white space of ASCII only, so that U+3000 stays",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Space = rules.OneOf("\t\n\v\f\r \u200B") }),
		},
		{
			Name: "spaces-without-zero-width", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes White_Space alone, of which U+200B is none",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Space = ucd.IsWhiteSpace }),
		},
		{
			Name: "spaces-of-python", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes what isspace() of Python does for white space, U+001C to U+001F too",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				space := s.Space
				s.Space = func(r rune) bool { return 0x1C <= r && r <= 0x1F || space(r) }
			}),
		},
		{
			Name: "spaces-and-ignorables", Rule: "R2.10", Scheme: "sm1",
			Mistake: "takes U+FEFF, U+2060 and U+200D into the white space, as what cleans texts does",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				space := s.Space
				s.Space = func(r rune) bool { return strings.ContainsRune("\u200C\u200D\u2060\uFEFF", r) || space(r) }
			}),
		},
		{
			Name: "spaces-with-line-end-only", Rule: "R2.10", Scheme: "sm1",
			Mistake: "joins lines and leaves the blanks within a line",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				left := s.Left
				s.Left = func(spaces []rune) []rune {
					if !slices.ContainsFunc(spaces, rules.OneOf("\n\v\f\r\u0085\u2028\u2029")) {
						return spaces
					}
					return left(spaces)
				}
			}),
		},
		{
			Name: "spaces-not-across-paragraphs", Rule: "R2.10", Scheme: "sm1",
			Mistake: "leaves empty lines, as R2.9 does",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				left := s.Left
				s.Left = func(spaces []rune) []rune {
					if strings.Count(string(spaces), "\n") > 1 {
						return spaces
					}
					return left(spaces)
				}
			}),
		},
		{
			Name: "spaces-one-stays", Rule: "R2.10", Scheme: "sm1",
			Mistake: "makes one blank of a sequence in place of none, as collapsing white space does",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				left := s.Left
				s.Left = func(spaces []rune) []rune {
					if kept := left(spaces); len(kept) > 0 {
						return kept
					}
					return spaces[:1]
				}
			}),
		},
		{
			Name: "spaces-marks-not-passed", Rule: "R2.10", Scheme: "sm1",
			Mistake: "looks at the code point before the white space, and a mark has no class",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Before = rules.LastBut(never) }),
		},
		{
			Name: "spaces-nonspacing-marks-passed", Rule: "R2.10", Scheme: "sm1",
			Mistake: "passes over Mn only, so that Burmese after U+1038 is not joined",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Before = rules.LastBut(rules.In(ucd.Mn)) }),
		},
		{
			Name: "spaces-marks-passed-after", Rule: "R2.10", Scheme: "sm1",
			Mistake: "passes marks over after the white space too",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.After = func(text []rune) rune { return rules.First(text[rules.CountLeading(text, rules.IsMark):]) }
			}),
		},
		{
			Name: "spaces-marks-have-class", Rule: "R2.10", Scheme: "sm1",
			Mistake: "gives a mark after the white space the class of the code point before it",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				class := s.Class
				s.Class = func(r rune) rules.Class {
					if rules.IsMark(r) {
						return "mark"
					}
					return class(r)
				}
				s.Joins = func(a, b rules.Class) bool { return a.Clustered() && (a == b || b == "mark") }
			}),
		},
		{
			Name: "spaces-unlimited", Rule: "R2.10", Scheme: "sm1",
			Mistake: "has no limit on white space",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Left = goingIf(func([]rune) bool { return true }) }),
		},
		{
			Name: "spaces-one-less", Rule: "R2.10", Scheme: "sm1",
			Mistake: "deletes 255 code points at most, by < in place of <=",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Left = goingIf(func(spaces []rune) bool { return len(spaces) < 256 }) }),
		},
		{
			Name: "spaces-one-more", Rule: "R2.10", Scheme: "sm1",
			Mistake: "deletes 257 code points, by a check before the code point was counted",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) { s.Left = goingIf(func(spaces []rune) bool { return len(spaces) <= 257 }) }),
		},
		{
			Name: "spaces-limit-in-octets", Rule: "R2.10", Scheme: "sm1",
			Mistake: "counts octets of UTF-8 in place of code points",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Left = goingIf(func(spaces []rune) bool { return len(string(spaces)) <= 256 })
			}),
		},
		{
			Name: "spaces-first-256-go", Rule: "R2.10", Scheme: "sm1",
			Mistake: "deletes what its buffer holds of a longer sequence",
			replace: joinedSpaces(func(s *rules.SpaceJoiner) {
				s.Left = func(spaces []rune) []rune { return spaces[min(len(spaces), 256):] }
			}),
		},
		{
			Name: "spaces-trimmed", Rule: "R2.10", Scheme: "sm1",
			Mistake: "strips the text first",
			replace: identifying(func(i *rules.Identifiers) {
				remove := i.Remove
				i.Remove = func(text string) string { return remove(strings.TrimSpace(text)) }
			}),
		},
	}
}

// joinedLines returns a mutation of R2.9.
func joinedLines(change func(l *rules.LineJoiner)) func(r *rules.Rules) {
	return identifying(func(i *rules.Identifiers) {
		l := rules.NewLineJoiner()
		change(l)
		i.JoinLines = l.Text
	})
}

// joinedSpaces returns a mutation of R2.10.
func joinedSpaces(change func(s *rules.SpaceJoiner)) func(r *rules.Rules) {
	return identifying(func(i *rules.Identifiers) {
		s := rules.NewSpaceJoiner()
		change(s)
		i.JoinSpaces = s.Text
	})
}

// joinedClasses returns a mutation of R2.10: some code points have another class.
func joinedClasses(to func(r rune) (rules.Class, bool)) func(r *rules.Rules) {
	return joinedSpaces(func(s *rules.SpaceJoiner) { s.Class = classing(s.Class, to) })
}

// goingIf returns R2.10's deletion with another limit.
func goingIf(fits func(spaces []rune) bool) func(spaces []rune) []rune {
	return func(spaces []rune) []rune {
		if fits(spaces) {
			return nil
		}
		return spaces
	}
}

func always(rune) bool { return true }

func never(rune) bool { return false }
