package mutants

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// joins is chapter 2 of the multi schemes once more, with parts to replace.
type joins struct {
	steps  []func(string) string // the identifiers, R2.9, R2.10
	lines  lineJoin
	spaces spaceJoin
}

func newJoins() *joins {
	j := &joins{lines: newLineJoin(), spaces: newSpaceJoin()}
	j.steps = []func(string) string{newFinder().text, j.lines.text, j.spaces.text}
	return j
}

// joining returns a mutation of the end of chapter 2.
func joining(change func(j *joins)) func(p *protocol.Port) {
	j := newJoins()
	change(j)
	return func(p *protocol.Port) {
		p.Identifiers = func(text string) string {
			for _, step := range j.steps {
				text = step(text)
			}
			return text
		}
	}
}

// lineJoin is R2.9.
type lineJoin struct {
	before  func(rune) bool               // what a hyphen stands after
	passed  func(rune) bool               // between the two
	hyphen  func(rune) bool               // (a)
	blank   func(rune) bool               // (b), (d)
	fits    func(before, after int) bool  // so many blanks
	lineEnd func(text []rune) int         // (c): how many code points begin the text and are one, 0 if none
	after   func(rune) bool               // (e)
	atEnd   bool                          // nothing need follow
	apart   bool                          // a letter is not the end of one place and the start of the next
	left    func(place []rune) (s string) // what is left of a place
}

func newLineJoin() lineJoin {
	return lineJoin{
		before: inCategories(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo), passed: isMarkOf,
		hyphen: oneOf("-\u00AD\u2010"), blank: oneOf("\t \u00A0"),
		fits:    func(before, after int) bool { return before <= 64 && after <= 64 },
		lineEnd: oneLineEnd("\n\v\f\r\u0085\u2028"),
		after:   inCategories(ucd.Ll),
		left:    func([]rune) string { return "" },
	}
}

func (l *lineJoin) text(text string) string {
	var out strings.Builder
	runes, joined := []rune(text), -1
	for i := 0; i < len(runes); {
		n := 0
		if i > 0 && (!l.apart || i-1 != joined) {
			n = l.place(runes, i)
		}
		if n == 0 {
			out.WriteRune(runes[i])
			i++
			continue
		}
		out.WriteString(l.left(runes[i : i+n]))
		i += n
		joined = i
	}
	return out.String()
}

// place returns the length of the place that begins at i, 0 if none does.
func (l *lineJoin) place(text []rune, i int) int {
	if !l.hyphen(text[i]) {
		return 0
	}
	b := i - 1
	for b > 0 && l.passed(text[b]) {
		b--
	}
	if !l.before(text[b]) {
		return 0
	}
	blanks := func(from int) (n int) {
		for from+n < len(text) && l.blank(text[from+n]) {
			n++
		}
		return n
	}
	before := blanks(i + 1)
	end := i + 1 + before
	n := l.lineEnd(text[end:])
	after := blanks(end + n)
	next := end + n + after
	switch {
	case n == 0 || !l.fits(before, after):
		return 0
	case next < len(text) && l.after(text[next]) || next == len(text) && l.atEnd:
		return next - i
	}
	return 0
}

// oneLineEnd returns a function that finds one of the given code points, or U+000D
// U+000A.
func oneLineEnd(ends string) func(text []rune) int {
	return func(text []rune) int {
		switch {
		case len(text) > 1 && text[0] == '\r' && text[1] == '\n':
			return 2
		case len(text) > 0 && strings.ContainsRune(ends, text[0]):
			return 1
		}
		return 0
	}
}

// joinedLines returns a mutation of R2.9.
func joinedLines(change func(l *lineJoin)) func(p *protocol.Port) {
	return joining(func(j *joins) { change(&j.lines) })
}

// spaceJoin is R2.10.
type spaceJoin struct {
	space  func(rune) bool
	fits   func(spaces []rune) bool
	passed func(rune) bool         // before the spaces
	beyond func(rune) bool         // after them
	class  func(rune) string       // of R4.5, "" if there is none
	joins  func(a, b string) bool  // two classes
	cut    func([]rune) (n int)    // how many of spaces that do not fit go all the same
	left   func(spaces []rune) int // how many stay of spaces that go
}

func newSpaceJoin() spaceJoin {
	return spaceJoin{
		space:  func(r rune) bool { return ucd.IsWhiteSpace(r) || r == 0x200B },
		fits:   func(spaces []rune) bool { return len(spaces) <= 256 },
		passed: isMarkOf, beyond: func(rune) bool { return false },
		class: classOf,
		joins: func(a, b string) bool { return a == b && a != "" && a != "W" },
		cut:   func([]rune) int { return 0 },
		left:  func([]rune) int { return 0 },
	}
}

func (s *spaceJoin) text(text string) string {
	runes := []rune(text)
	var out []rune
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && s.space(runes[j]) {
			j++
		}
		if j == i {
			out = append(out, runes[i])
			i++
			continue
		}
		spaces := runes[i:j]
		switch before, after := s.around(runes, i, j); {
		case !s.joins(before, after):
		case s.fits(spaces):
			spaces = spaces[:s.left(spaces)]
		default:
			spaces = spaces[s.cut(spaces):]
		}
		out = append(out, spaces...)
		i = j
	}
	return string(out)
}

// around returns the classes of what stands before i and after j.
func (s *spaceJoin) around(text []rune, i, j int) (before, after string) {
	for i--; i >= 0 && s.passed(text[i]); i-- {
	}
	for j < len(text) && s.beyond(text[j]) {
		j++
	}
	if i >= 0 {
		before = s.class(text[i])
	}
	if j < len(text) {
		after = s.class(text[j])
	}
	return before, after
}

// joinedSpaces returns a mutation of R2.10.
func joinedSpaces(change func(s *spaceJoin)) func(p *protocol.Port) {
	return joining(func(j *joins) { change(&j.spaces) })
}

// joinedClasses returns a mutation of R2.10: code points have other classes.
func joinedClasses(to func(r rune) (string, bool)) func(p *protocol.Port) {
	return joinedSpaces(func(s *spaceJoin) { s.class = classing(to) })
}

// joinMutants are those of R2.9 and R2.10.
var joinMutants = []Mutant{
	{
		Name: "hyphens-not-joined", Rule: "R2.9", Scheme: "sm1",
		Mistake: "leaves broken words broken, as sd1 does",
		mutate:  joining(func(j *joins) { j.steps[1] = func(text string) string { return text } }),
	},
	{
		Name: "hyphen-and-line-end-always", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes out each hyphen before a line end, as replace('-\\n', '') does",
		mutate: joinedLines(func(l *lineJoin) {
			l.before, l.after = always, always
		}),
	},
	{
		Name: "hyphen-before-any-letter", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins before capitals and letters without case too, as \\p{L}-\\n\\p{L} does",
		mutate:  joinedLines(func(l *lineJoin) { l.after = inCategories(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo) }),
	},
	{
		Name: "hyphen-before-any-case", Rule: "R2.9", Scheme: "mh1",
		Mistake: "joins once case is folded, where a capital is a small letter",
		mutate:  joinedLines(func(l *lineJoin) { l.after = inCategories(ucd.Lu, ucd.Ll, ucd.Lt) }),
	},
	{
		Name: "hyphen-between-word-characters", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins after a digit or an underscore too, as \\w-\\n does",
		mutate: joinedLines(func(l *lineJoin) {
			l.before = inCategories(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Nd, ucd.Nl, ucd.Pc)
		}),
	},
	{
		Name: "hyphen-after-letters-only", Rule: "R2.9", Scheme: "sm1",
		Mistake: "does not join after a mark, as \\p{L}-\\n does, and so not in NFD",
		mutate:  joinedLines(func(l *lineJoin) { l.passed = func(rune) bool { return false } }),
	},
	{
		Name: "hyphen-after-nonspacing-marks", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes Mn for all marks",
		mutate:  joinedLines(func(l *lineJoin) { l.passed = inCategories(ucd.Mn) }),
	},
	{
		Name: "hyphen-after-any-mark", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins after a mark whatever it stands on, so that a symbol joins in NFD and not in NFC",
		mutate: joinedLines(func(l *lineJoin) {
			l.before = inCategories(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Mn, ucd.Mc, ucd.Me)
		}),
	},
	{
		Name: "hyphen-after-small-letters", Rule: "R2.9", Scheme: "sm1",
		Mistake: "wants a small letter on both sides",
		mutate:  joinedLines(func(l *lineJoin) { l.before = inCategories(ucd.Ll) }),
	},
	{
		Name: "hyphen-ascii-letters", Rule: "R2.9", Scheme: "sm1",
		Mistake: "knows the letters of ASCII only, as [a-z]-\\n[a-z] does",
		mutate: joinedLines(func(l *lineJoin) {
			l.before = func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) }
			l.after = func(r rune) bool { return r < 0x80 && unicode.IsLower(r) }
		}),
	},
	{
		Name: "hyphen-basic-plane", Rule: "R2.9", Scheme: "sm1",
		Mistake: "looks at UTF-16 units, so that what lies beyond U+FFFF is no letter",
		mutate: joinedLines(func(l *lineJoin) {
			small := l.after
			l.after = func(r rune) bool { return r <= 0xFFFF && small(r) }
		}),
	},
	{
		Name: "hyphen-property-lowercase", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes the property Lowercase for the category Ll, as Character.isLowerCase() of Java does",
		mutate: joinedLines(func(l *lineJoin) {
			small := l.after
			l.after = func(r rune) bool { return small(r) || unicode.Is(unicode.Other_Lowercase, r) }
		}),
	},
	{
		Name: "hyphen-ascii-only", Rule: "R2.9", Scheme: "sm1",
		Mistake: "knows no hyphen but U+002D",
		mutate:  joinedLines(func(l *lineJoin) { l.hyphen = oneOf("-") }),
	},
	{
		Name: "hyphen-without-soft", Rule: "R2.9", Scheme: "mw1",
		Mistake: "leaves U+00AD to R3.5, which deletes it and not the line end",
		mutate:  joinedLines(func(l *lineJoin) { l.hyphen = oneOf("-\u2010") }),
	},
	{
		Name: "hyphen-any-dash", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins at every dash, as \\p{Pd} does",
		mutate:  joinedLines(func(l *lineJoin) { l.hyphen = func(r rune) bool { return r == 0xAD || unicode.Is(unicode.Pd, r) } }),
	},
	{
		Name: "hyphen-property", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes the property Hyphen for the list, and so U+2011 and U+058A",
		mutate:  joinedLines(func(l *lineJoin) { l.hyphen = func(r rune) bool { return unicode.Is(unicode.Hyphen, r) } }),
	},
	{
		Name: "hyphen-stays", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes out the line end and leaves the hyphen",
		mutate:  joinedLines(func(l *lineJoin) { l.left = func(place []rune) string { return string(place[:1]) } }),
	},
	{
		Name: "hyphen-goes-line-end-stays", Rule: "R2.9", Scheme: "sm1",
		Mistake: "puts the word whole on the first line and keeps the line end before the rest",
		mutate:  joinedLines(func(l *lineJoin) { l.left = func(place []rune) string { return string(place[1:]) } }),
	},
	{
		Name: "line-end-lf-only", Rule: "R2.9", Scheme: "sm1",
		Mistake: "knows U+000A only",
		mutate:  joinedLines(func(l *lineJoin) { l.lineEnd = func(text []rune) int { return min(1, runOf(text, oneOf("\n"))) } }),
	},
	{
		Name: "line-end-of-unix-and-windows", Rule: "R2.9", Scheme: "sm1",
		Mistake: "knows U+000A, U+000D and the two, as universal newlines of Python do",
		mutate:  joinedLines(func(l *lineJoin) { l.lineEnd = oneLineEnd("\n\r") }),
	},
	{
		Name: "line-end-splitlines", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes for line ends what splitlines() of Python does, U+2029 and U+001C to U+001E too",
		mutate:  joinedLines(func(l *lineJoin) { l.lineEnd = oneLineEnd("\n\v\f\r\x1C\x1D\x1E\u0085\u2028\u2029") }),
	},
	{
		Name: "line-end-cr-lf-is-two", Rule: "R2.9", Scheme: "sm1",
		Mistake: "counts U+000D U+000A as two line ends, and does not join",
		mutate: joinedLines(func(l *lineJoin) {
			l.lineEnd = func(text []rune) int { return min(1, runOf(text, oneOf("\n\v\f\r\u0085\u2028"))) }
		}),
	},
	{
		Name: "line-end-lf-cr-is-one", Rule: "R2.9", Scheme: "sm1",
		Mistake: "counts U+000A U+000D as one line end, as \\n?\\r?\\n? does",
		mutate: joinedLines(func(l *lineJoin) {
			one := l.lineEnd
			l.lineEnd = func(text []rune) int {
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
		mutate: joinedLines(func(l *lineJoin) {
			l.lineEnd = func(text []rune) int { return runOf(text, oneOf("\n\v\f\r\u0085\u2028")) }
		}),
	},
	{
		Name: "hyphen-any-white-space", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes all white space for blanks, U+3000 and U+2003 too",
		mutate: joinedLines(func(l *lineJoin) {
			l.blank = func(r rune) bool { return ucd.IsWhiteSpace(r) && l.lineEnd([]rune{r}) == 0 }
		}),
	},
	{
		Name: "hyphen-blanks-not-before", Rule: "R2.9", Scheme: "sm1",
		Mistake: "wants the line end right after the hyphen",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(before, after int) bool { return before == 0 && after <= 64 } }),
	},
	{
		Name: "hyphen-blanks-not-after", Rule: "R2.9", Scheme: "sm1",
		Mistake: "does not join an indented line",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(before, after int) bool { return before <= 64 && after == 0 } }),
	},
	{
		Name: "hyphen-blanks-no-tab", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes U+0020 only for a blank",
		mutate:  joinedLines(func(l *lineJoin) { l.blank = oneOf(" ") }),
	},
	{
		Name: "hyphen-blanks-unlimited", Rule: "R2.9", Scheme: "sm1",
		Mistake: "has no limit on blanks, as an implementation does that has the text in memory",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(int, int) bool { return true } }),
	},
	{
		Name: "hyphen-blanks-one-less", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins over 63 blanks at most, by < in place of <=",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(before, after int) bool { return before < 64 && after < 64 } }),
	},
	{
		Name: "hyphen-blanks-one-more", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins over 65 blanks, by a check before the blank was counted",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(before, after int) bool { return before <= 65 && after <= 65 } }),
	},
	{
		Name: "hyphen-blanks-one-limit", Rule: "R2.9", Scheme: "sm1",
		Mistake: "counts the blanks of both sides together",
		mutate:  joinedLines(func(l *lineJoin) { l.fits = func(before, after int) bool { return before+after <= 64 } }),
	},
	{
		Name: "hyphen-chain-broken", Rule: "R2.9", Scheme: "sm1",
		Mistake: "takes the letters into the match, so that one of them cannot end one place and begin the next",
		mutate:  joinedLines(func(l *lineJoin) { l.apart = true }),
	},
	{
		Name: "hyphen-at-end-lost", Rule: "R2.9", Scheme: "sm1",
		Mistake: "drops a hyphen and a line end at the end of the text, waiting for a letter",
		mutate:  joinedLines(func(l *lineJoin) { l.atEnd = true }),
	},
	{
		Name: "hyphens-before-identifiers", Rule: "R2.9", Scheme: "sm1",
		Mistake: "joins lines first and then looks for identifiers",
		mutate:  joining(func(j *joins) { j.steps[0], j.steps[1] = j.steps[1], j.steps[0] }),
	},
	{
		Name: "spaces-not-joined", Rule: "R2.10", Scheme: "sm1",
		Mistake: "leaves the line ends of Chinese, Japanese and Thai in place",
		mutate:  joining(func(j *joins) { j.steps[2] = func(text string) string { return text } }),
	},
	{
		Name: "spaces-of-east-asia-only", Rule: "R2.10", Scheme: "sm1",
		Mistake: "joins Chinese and Japanese, and forgets Thai, Lao, Khmer and Burmese",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.joins = func(a, b string) bool { return a == "K" && b == "K" } }),
	},
	{
		Name: "spaces-thai-lao-one-class", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes Thai, Lao, Khmer and Burmese for one class",
		mutate: joinedSpaces(func(s *spaceJoin) {
			s.joins = func(a, b string) bool { return a == b && a == "K" || isT(a) && isT(b) }
		}),
	},
	{
		Name: "spaces-all-scripts-one-class", Rule: "R2.10", Scheme: "sm1",
		Mistake: "joins whenever both sides are written without spaces, Chinese and Thai too",
		mutate: joinedSpaces(func(s *spaceJoin) {
			s.joins = func(a, b string) bool { return a != "" && a != "W" && b != "" && b != "W" }
		}),
	},
	{
		Name: "spaces-by-script", Rule: "R2.10", Scheme: "sm1",
		Mistake: "wants one script on both sides, so that a line end between kana and ideographs stays",
		mutate: joinedClasses(func(r rune) (string, bool) {
			return ucd.ScriptOf(r).String(), classOf(r) == "K"
		}),
	},
	{
		Name: "spaces-one-side", Rule: "R2.10", Scheme: "sm1",
		Mistake: "joins if one side is written without spaces, so that 使用 Linux loses its blank",
		mutate: joinedSpaces(func(s *spaceJoin) {
			s.joins = func(a, b string) bool { return a == "K" || isT(a) || b == "K" || isT(b) }
		}),
	},
	{
		Name: "spaces-in-hangul", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes Hangul for a script without spaces, as what says CJK often does",
		mutate:  joinedClasses(func(r rune) (string, bool) { return "K", unicode.Is(unicode.Hangul, r) && unicode.IsLetter(r) }),
	},
	{
		Name: "spaces-in-tibetan", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes Tibetan for a script without spaces, as UAX #14 has lines end at its tsheg",
		mutate:  joinedClasses(func(r rune) (string, bool) { return "TTibetan", unicode.Is(unicode.Tibetan, r) && unicode.IsLetter(r) }),
	},
	{
		Name: "spaces-in-complex-scripts", Rule: "R2.10", Scheme: "sm1",
		Mistake: "adds Tai Viet, Tai Tham and Javanese to the scripts, as the line break class SA and its like have them",
		mutate: joinedClasses(func(r rune) (string, bool) {
			return "T" + ucd.ScriptOf(r).String(), unicode.In(r, unicode.Tai_Viet, unicode.Tai_Tham, unicode.Javanese) && unicode.IsLetter(r)
		}),
	},
	{
		Name: "spaces-digits-have-script", Rule: "R2.10", Scheme: "sm1",
		Mistake: "goes by the script alone, so that Thai digits are Thai",
		mutate:  joinedClasses(digitsByScript),
	},
	{
		Name: "spaces-radicals", Rule: "R2.10", Scheme: "sm1",
		Mistake: "goes by the script alone, so that radicals and circled katakana are of class K",
		mutate: joinedClasses(func(r rune) (string, bool) {
			return "K", unicode.In(r, unicode.Han, unicode.Katakana) && unicode.IsSymbol(r)
		}),
	},
	{
		Name: "spaces-script-only", Rule: "R2.10", Scheme: "sm1",
		Mistake: "goes by the script alone, so that U+30FC, U+3006 and U+FF9E are of no class that joins",
		mutate:  joinedClasses(commonIsW),
	},
	{
		Name: "spaces-as-if-normalised", Rule: "R2.10", Scheme: "sm1",
		Mistake: "forgets U+FF70, U+FF9E and U+FF9F, which R3.5 maps away, but not before this rule",
		mutate:  joinedClasses(func(r rune) (string, bool) { return "W", strings.ContainsRune("\uFF70\uFF9E\uFF9F", r) }),
	},
	{
		Name: "spaces-letters-only", Rule: "R2.10", Scheme: "sm1",
		Mistake: "wants letters, so that U+3007, a letter number, does not join",
		mutate:  joinedClasses(func(r rune) (string, bool) { return "W", ucd.CategoryOf(r) == ucd.Nl }),
	},
	{
		Name: "spaces-basic-plane", Rule: "R2.10", Scheme: "sm1",
		Mistake: "looks for U+3040 to U+9FFF, and knows no ideographs beyond U+FFFF",
		mutate:  joinedClasses(func(r rune) (string, bool) { return "W", r > 0xFFFF }),
	},
	{
		Name: "spaces-ascii-only", Rule: "R2.10", Scheme: "sm1",
		Mistake: "knows the white space of ASCII only, so that U+3000 stays",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.space = oneOf("\t\n\v\f\r \u200B") }),
	},
	{
		Name: "spaces-without-zero-width", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes White_Space alone, of which U+200B is none",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.space = ucd.IsWhiteSpace }),
	},
	{
		Name: "spaces-of-python", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes what isspace() of Python does for white space, U+001C to U+001F too",
		mutate: joinedSpaces(func(s *spaceJoin) {
			space := s.space
			s.space = func(r rune) bool { return 0x1C <= r && r <= 0x1F || space(r) }
		}),
	},
	{
		Name: "spaces-and-ignorables", Rule: "R2.10", Scheme: "sm1",
		Mistake: "takes U+FEFF, U+2060 and U+200D into the white space, as what cleans texts does",
		mutate: joinedSpaces(func(s *spaceJoin) {
			space := s.space
			s.space = func(r rune) bool { return strings.ContainsRune("\u200C\u200D\u2060\uFEFF", r) || space(r) }
		}),
	},
	{
		Name: "spaces-with-line-end-only", Rule: "R2.10", Scheme: "sm1",
		Mistake: "joins lines and leaves the blanks within a line",
		mutate: joinedSpaces(func(s *spaceJoin) {
			s.left = func(spaces []rune) int {
				if !slices.ContainsFunc(spaces, oneOf("\n\v\f\r\u0085\u2028\u2029")) {
					return len(spaces)
				}
				return 0
			}
		}),
	},
	{
		Name: "spaces-not-across-paragraphs", Rule: "R2.10", Scheme: "sm1",
		Mistake: "leaves empty lines, as R2.9 does",
		mutate: joinedSpaces(func(s *spaceJoin) {
			s.left = func(spaces []rune) int {
				if strings.Count(string(spaces), "\n") > 1 {
					return len(spaces)
				}
				return 0
			}
		}),
	},
	{
		Name: "spaces-one-stays", Rule: "R2.10", Scheme: "sm1",
		Mistake: "makes one blank of a sequence in place of none, as collapsing white space does",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.left = func([]rune) int { return 1 } }),
	},
	{
		Name: "spaces-marks-not-passed", Rule: "R2.10", Scheme: "sm1",
		Mistake: "looks at the code point before the white space, and a mark has no class",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.passed = func(rune) bool { return false } }),
	},
	{
		Name: "spaces-nonspacing-marks-passed", Rule: "R2.10", Scheme: "sm1",
		Mistake: "passes over Mn only, so that Burmese after U+1038 is not joined",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.passed = inCategories(ucd.Mn) }),
	},
	{
		Name: "spaces-marks-passed-after", Rule: "R2.10", Scheme: "sm1",
		Mistake: "passes marks over after the white space too",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.beyond = isMarkOf }),
	},
	{
		Name: "spaces-marks-have-class", Rule: "R2.10", Scheme: "sm1",
		Mistake: "gives a mark after the white space the class of the code point before it",
		mutate: joinedSpaces(func(s *spaceJoin) {
			class := s.class
			s.class = func(r rune) string {
				if isMarkOf(r) {
					return "mark"
				}
				return class(r)
			}
			s.joins = func(a, b string) bool { return a == b && a != "" && a != "W" || (a == "K" || isT(a)) && b == "mark" }
		}),
	},
	{
		Name: "spaces-unlimited", Rule: "R2.10", Scheme: "sm1",
		Mistake: "has no limit on white space",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.fits = func([]rune) bool { return true } }),
	},
	{
		Name: "spaces-one-less", Rule: "R2.10", Scheme: "sm1",
		Mistake: "deletes 255 code points at most, by < in place of <=",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.fits = func(spaces []rune) bool { return len(spaces) < 256 } }),
	},
	{
		Name: "spaces-one-more", Rule: "R2.10", Scheme: "sm1",
		Mistake: "deletes 257 code points, by a check before the code point was counted",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.fits = func(spaces []rune) bool { return len(spaces) <= 257 } }),
	},
	{
		Name: "spaces-limit-in-octets", Rule: "R2.10", Scheme: "sm1",
		Mistake: "counts octets of UTF-8 in place of code points",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.fits = func(spaces []rune) bool { return len(string(spaces)) <= 256 } }),
	},
	{
		Name: "spaces-first-256-go", Rule: "R2.10", Scheme: "sm1",
		Mistake: "deletes what its buffer holds of a longer sequence",
		mutate:  joinedSpaces(func(s *spaceJoin) { s.cut = func([]rune) int { return 256 } }),
	},
	{
		Name: "spaces-trimmed", Rule: "R2.10", Scheme: "sm1",
		Mistake: "strips the text first",
		mutate: joining(func(j *joins) {
			j.steps[0] = func(text string) string { return newFinder().text(strings.TrimSpace(text)) }
		}),
	},
}

func always(rune) bool { return true }

func isT(class string) bool { return strings.HasPrefix(class, "T") }

// runOf returns how many code points at the start of a text are of a kind.
func runOf(text []rune, kind func(rune) bool) int {
	if i := slices.IndexFunc(text, func(r rune) bool { return !kind(r) }); i >= 0 {
		return i
	}
	return len(text)
}
