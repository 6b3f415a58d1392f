package mutants

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// normaliser is chapter 3 once more, a rule a step over the whole text, with parts
// to replace.
type normaliser struct {
	decompose func([]rune) []rune     // R3.1
	separates func(rune) bool         // R3.2, R3.3
	long      func([]rune) [][]rune   // R3.4: the pieces between long mark sequences
	fold      func(rune) string       // R3.5
	tatweel   func([]rune) []rune     // R3.6
	iForms    func([]rune) []rune     // R3.7
	again     func([]rune) []rune     // R3.8, its first sentence
	longAgain func([]rune) [][]rune   // R3.8
	compose   func([]rune) []rune     // R3.9
	runs      func([]string) []string // R3.9, its last sentence
}

func newNormaliser() *normaliser {
	return &normaliser{
		decompose: decomposition, separates: isSeparator, long: splitLong(1024), fold: casefold,
		tatweel: slices.Clone[[]rune], iForms: slices.Clone[[]rune],
		again: decomposition, longAgain: splitLong(1024), compose: composition,
		runs: func(pieces []string) []string {
			return slices.DeleteFunc(pieces, func(s string) bool { return s == "" })
		},
	}
}

func (n *normaliser) text(text string) []string {
	pieces := []string{}
	for _, part := range splitAt(n.decompose([]rune(text)), n.separates) {
		for _, source := range n.long(part) {
			var mapped []rune
			for _, r := range source {
				mapped = append(mapped, []rune(n.fold(r))...)
			}
			for _, piece := range n.longAgain(n.again(n.iForms(n.tatweel(mapped)))) {
				pieces = append(pieces, string(n.compose(piece)))
			}
		}
	}
	return n.runs(pieces)
}

// normalising returns a mutation of chapter 3.
func normalising(change func(n *normaliser)) func(p *protocol.Port) {
	n := newNormaliser()
	change(n)
	return func(p *protocol.Port) { p.Normalise = n.text }
}

// newMultiNormaliser is chapter 3 of the multi schemes.
func newMultiNormaliser() *normaliser {
	n := newNormaliser()
	n.separates = isMultiSeparator
	n.tatweel = func(text []rune) []rune {
		return slices.DeleteFunc(decomposition(text), func(r rune) bool { return r == 0x640 })
	}
	n.iForms = mergingI(undotted, staysBetween)
	return n
}

// multiNormalising returns a mutation of chapter 3 of the multi schemes.
func multiNormalising(change func(n *normaliser)) func(p *protocol.Port) {
	n := newMultiNormaliser()
	change(n)
	return func(p *protocol.Port) { p.Normalise = n.text }
}

func isMultiSeparator(r rune) bool {
	return !passing.Contains(ucd.CategoryOf(r)) && ucd.CategoryOf(r) != ucd.Nl
}

// undotted is the first half of R3.7: what becomes i.
func undotted(r rune) rune {
	if r == 0x131 {
		return 'i'
	}
	return r
}

// staysBetween is the second: what may stand between i and a dot that goes.
func staysBetween(r rune) bool {
	class := ucd.CombiningClass(r)
	return class != 0 && class != 230 || r == 0x307
}

// mergingI returns R3.7 with its two halves.
func mergingI(undotted func(rune) rune, between func(rune) bool) func([]rune) []rune {
	return deletingDots(undotted, func(before []rune) bool {
		i := len(before) - 1
		for i >= 0 && between(before[i]) {
			i--
		}
		return i >= 0 && before[i] == 'i'
	})
}

// deletingDots deletes each U+0307 if what stands before it says so, in decomposed
// text.
func deletingDots(undotted func(rune) rune, goes func(before []rune) bool) func([]rune) []rune {
	return func(text []rune) []rune {
		text = decomposition(text)
		for i, r := range text {
			text[i] = undotted(r)
		}
		var out []rune
		for i, r := range text {
			if r != 0x307 || !goes(text[:i]) {
				out = append(out, r)
			}
		}
		return out
	}
}

// multiSeparating returns a mutation of which code points separate in the multi
// schemes.
func multiSeparating(exception func(rune) bool, separates bool) func(p *protocol.Port) {
	return multiNormalising(func(n *normaliser) {
		n.separates = func(r rune) bool {
			if exception(r) {
				return separates
			}
			return isMultiSeparator(r)
		}
	})
}

// separating returns a mutation of which code points separate.
func separating(exception func(rune) bool, separates bool) func(p *protocol.Port) {
	return normalising(func(n *normaliser) {
		n.separates = func(r rune) bool {
			if exception(r) {
				return separates
			}
			return isSeparator(r)
		}
	})
}

// folding returns a mutation of the mapping: some code points map to something else.
func folding(to func(r rune) (string, bool)) func(p *protocol.Port) {
	return normalising(func(n *normaliser) {
		n.fold = func(r rune) string {
			if s, ok := to(r); ok {
				return s
			}
			return casefold(r)
		}
	})
}

func splitAt(text []rune, separates func(rune) bool) (pieces [][]rune) {
	start := 0
	for i, r := range text {
		if separates(r) {
			pieces = append(pieces, text[start:i])
			start = i + 1
		}
	}
	return append(pieces, text[start:])
}

var passing = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Mn, ucd.Mc, ucd.Me, ucd.Nd, ucd.Pc, ucd.Cf)

func isSeparator(r rune) bool { return !passing.Contains(ucd.CategoryOf(r)) || r == 0x200B }

func isMark(r rune) bool { return ucd.CombiningClass(r) != 0 }

// splitLong returns a function that cuts at mark sequences of more than limit.
func splitLong(limit int) func([]rune) [][]rune { return splitLongOf(limit, isMark) }

func splitLongOf(limit int, isMark func(rune) bool) func([]rune) [][]rune {
	return func(text []rune) (pieces [][]rune) {
		start := 0
		for i := 0; i < len(text); i++ {
			j := i
			for j < len(text) && isMark(text[j]) {
				j++
			}
			if j-i > limit {
				pieces = append(pieces, text[start:i])
				start = j
			}
			i = j
		}
		return append(pieces, text[start:])
	}
}

// truncateLong cuts mark sequences short and separates nothing.
func truncateLong(text []rune) [][]rune {
	marks := 0
	return [][]rune{slices.DeleteFunc(slices.Clone(text), func(r rune) bool {
		if !isMark(r) {
			marks = 0
			return false
		}
		marks++
		return marks > 1024
	})}
}

func unlimited(text []rune) [][]rune { return [][]rune{text} }

func decomposition(text []rune) []rune {
	var d []rune
	for _, r := range text {
		d = ucd.AppendDecomposition(d, r)
	}
	order(d, func(marks []rune, byClass func(a, b rune) int) { slices.SortStableFunc(marks, byClass) })
	return d
}

// order puts each mark sequence in order.
func order(text []rune, sort func([]rune, func(a, b rune) int)) {
	start := 0
	for i := 0; i <= len(text); i++ {
		if i == len(text) || !isMark(text[i]) {
			sort(text[start:i], func(a, b rune) int { return int(ucd.CombiningClass(a)) - int(ucd.CombiningClass(b)) })
			start = i + 1
		}
	}
}

func casefold(r rune) string {
	if to, changed := ucd.Casefold(r); changed {
		return to
	}
	return string(r)
}

func composition(text []rune) []rune { return composing(ucd.Compose, true)(text) }

// composing returns the composition of decomposed text (D117) with the given
// pairs. Unless blocking, a mark also composes past one of its own class.
func composing(pair func(a, b rune) (rune, bool), blocking bool) func([]rune) []rune {
	return func(text []rune) []rune {
		var out []rune
		starter, last := -1, 0 // last is the class of what stands before
		for _, r := range text {
			class := int(ucd.CombiningClass(r))
			if starter >= 0 && (len(out) == starter+1 || last < class && last != 0 || !blocking && class != 0) {
				if c, ok := pair(out[starter], r); ok {
					out[starter] = c
					continue
				}
			}
			if class == 0 {
				starter = len(out)
			}
			out = append(out, r)
			last = class
		}
		return out
	}
}

// native returns a form of golang.org/x/text, which knows another version of
// Unicode and inserts U+034F into long mark sequences.
func native(form norm.Form) func([]rune) []rune {
	return func(text []rune) []rune { return []rune(form.String(string(text))) }
}

// reorderedOnly puts marks in order and decomposes nothing.
func reorderedOnly(text []rune) []rune {
	text = slices.Clone(text)
	order(text, func(marks []rune, byClass func(a, b rune) int) { slices.SortStableFunc(marks, byClass) })
	return text
}

func oneOf(chars string) func(rune) bool {
	return func(r rune) bool { return strings.ContainsRune(chars, r) }
}

func inCategories(list ...ucd.Category) func(rune) bool {
	set := ucd.CategoriesOf(list...)
	return func(r rune) bool { return set.Contains(ucd.CategoryOf(r)) }
}

// isIgnorable reports that R3.5 deletes r.
func isIgnorable(r rune) bool {
	to, changed := ucd.Casefold(r)
	return changed && to == ""
}

// normaliseMutants are those of chapter 3.
var normaliseMutants = slices.Concat(commonNormaliseMutants, multiNormaliseMutants)

// multiNormaliseMutants are those of what the multi schemes have besides.
var multiNormaliseMutants = []Mutant{
	{
		Name: "letter-numbers-separate", Rule: "R3.2", Scheme: "sm1",
		Mistake: "separates at Nl, as sd1 does",
		mutate:  multiSeparating(inCategories(ucd.Nl), true),
	},
	{
		Name: "other-numbers-kept", Rule: "R3.2", Scheme: "sm1",
		Mistake: "lets all numbers through, No too, as \\p{N} does",
		mutate:  multiSeparating(inCategories(ucd.No), false),
	},
	{
		Name: "letter-numbers-if-mapped", Rule: "R3.2", Scheme: "mh1",
		Mistake: "lets through only the numerals that map to letters, and separates at U+3007",
		mutate: multiSeparating(func(r rune) bool {
			return ucd.CategoryOf(r) == ucd.Nl && casefold(r) == string(r)
		}, true),
	},
	{
		Name: "letter-numbers-not-mapped", Rule: "R3.2", Scheme: "sm1",
		Mistake: "lets numerals through and does not fold them, so that \u2167 is not viii",
		mutate: multiNormalising(func(n *normaliser) {
			n.fold = func(r rune) string {
				if ucd.CategoryOf(r) == ucd.Nl {
					return string(r)
				}
				return casefold(r)
			}
		}),
	},
	{
		Name: "zero-width-space-separates", Rule: "R3.3", Scheme: "sm1",
		Mistake: "separates at U+200B, as sd1 does",
		mutate:  multiSeparating(oneOf("\u200B"), true),
	},
	{
		Name: "zero-width-space-kept", Rule: "R3.3", Scheme: "sm1",
		Mistake: "neither separates at U+200B nor deletes it",
		mutate: multiNormalising(func(n *normaliser) {
			n.fold = func(r rune) string {
				if r == 0x200B {
					return "\u200B"
				}
				return casefold(r)
			}
		}),
	},
	{
		Name: "tatweel-kept", Rule: "R3.6", Scheme: "sm1",
		Mistake: "keeps U+0640, as sd1 does",
		mutate:  multiNormalising(func(n *normaliser) { n.tatweel = slices.Clone[[]rune] }),
	},
	{
		Name: "tatweel-separates", Rule: "R3.6", Scheme: "sm1",
		Mistake: "takes U+0640 for punctuation",
		mutate:  multiSeparating(oneOf("\u0640"), true),
	},
	{
		Name: "tatweel-before-mapping", Rule: "R3.6", Scheme: "sm1",
		Mistake: "deletes U+0640 from the source only, and not what U+FE71 and its like map to",
		mutate: multiNormalising(func(n *normaliser) {
			n.fold = func(r rune) string {
				if r == 0x640 {
					return ""
				}
				return casefold(r)
			}
			n.tatweel = slices.Clone[[]rune]
		}),
	},
	{
		Name: "tatweel-before-decomposition", Rule: "R3.6", Scheme: "sm1",
		Mistake: "deletes U+0640 first of all, so that marks on both sides of it are counted as one sequence in R3.4",
		mutate: multiNormalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				return decomposition(slices.DeleteFunc(slices.Clone(text), func(r rune) bool { return r == 0x640 }))
			}
		}),
	},
	{
		Name: "tatweel-with-its-marks", Rule: "R3.6", Scheme: "sm1",
		Mistake: "deletes the marks that U+0640 bears with it",
		mutate: multiNormalising(func(n *normaliser) {
			n.tatweel = func(text []rune) (out []rune) {
				bare := false
				for _, r := range decomposition(text) {
					if bare = r == 0x640 || bare && isMark(r); !bare {
						out = append(out, r)
					}
				}
				return out
			}
		}),
	},
	{
		Name: "tatweel-inside-words", Rule: "R3.6", Scheme: "sm1",
		Mistake: "deletes U+0640 only between two letters of the script Arabic",
		mutate: multiNormalising(func(n *normaliser) {
			n.tatweel = func(text []rune) (out []rune) {
				text = decomposition(text)
				for i, r := range text {
					next := i + runOf(text[i:], oneOf("\u0640"))
					inside := len(out) > 0 && next < len(text) && unicode.Is(unicode.Arabic, out[len(out)-1]) && unicode.Is(unicode.Arabic, text[next])
					if r != 0x640 || !inside {
						out = append(out, r)
					}
				}
				return out
			}
		}),
	},
	{
		Name: "extenders-deleted", Rule: "R3.6", Scheme: "sm1",
		Mistake: "deletes what stretches words in other scripts too, U+07FA of N\u2019Ko",
		mutate: multiNormalising(func(n *normaliser) {
			n.tatweel = func(text []rune) []rune {
				return slices.DeleteFunc(decomposition(text), oneOf("\u0640\u07FA\u0883\u0884"))
			}
		}),
	},
	{
		Name: "i-forms-kept", Rule: "R3.7", Scheme: "sm1",
		Mistake: "keeps the forms of i, as sd1 does",
		mutate:  multiNormalising(func(n *normaliser) { n.iForms = slices.Clone[[]rune] }),
	},
	{
		Name: "dotless-i-kept", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes dots and keeps \u0131",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(func(r rune) rune { return r }, staysBetween)
		}),
	},
	{
		Name: "dots-kept", Rule: "R3.7", Scheme: "sm1",
		Mistake: "makes i of \u0131 and keeps dots",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = deletingDots(undotted, func([]rune) bool { return false })
		}),
	},
	{
		Name: "dots-of-all-letters", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes every U+0307, those of \u0117 and \u017C too",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = deletingDots(undotted, func([]rune) bool { return true })
		}),
	},
	{
		Name: "dots-of-soft-dotted", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes the dot of every Soft_Dotted letter, of j and of Cyrillic \u0456 too",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = deletingDots(undotted, func(before []rune) bool {
				i := len(before) - 1
				for i >= 0 && staysBetween(before[i]) {
					i--
				}
				return i >= 0 && unicode.Is(unicode.Soft_Dotted, before[i])
			})
		}),
	},
	{
		Name: "dots-before-accents-only", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes a dot only where another mark above follows, as SpecialCasing has it for Lithuanian",
		mutate: multiNormalising(func(n *normaliser) {
			merge := n.iForms
			n.iForms = func(text []rune) []rune {
				text = decomposition(text)
				var out []rune
				for start := 0; start < len(text); {
					end := start + 1 + runOf(text[start+1:], isMark)
					above := slices.ContainsFunc(text[start:end], func(r rune) bool { return r != 0x307 && ucd.CombiningClass(r) == 230 })
					if piece := text[start:end]; above {
						out = append(out, merge(piece)...)
					} else {
						out = append(append(out, undotted(piece[0])), piece[1:]...)
					}
					start = end
				}
				return out
			}
		}),
	},
	{
		Name: "dot-beside-i-only", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes a dot right after the i only, as replace('i\u0307', 'i') does, and not after U+0323",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(undotted, func(r rune) bool { return r == 0x307 })
		}),
	},
	{
		Name: "dot-one-only", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes one dot, and leaves those after it",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(undotted, func(r rune) bool { return r != 0x307 && staysBetween(r) })
		}),
	},
	{
		Name: "dot-after-any-mark", Rule: "R3.7", Scheme: "sm1",
		Mistake: "deletes a dot anywhere in the mark sequence, after U+0301 too",
		mutate:  multiNormalising(func(n *normaliser) { n.iForms = mergingI(undotted, isMark) }),
	},
	{
		Name: "dot-after-enclosing-mark", Rule: "R3.7", Scheme: "sm1",
		Mistake: "takes marks by category, so that U+20DD of class 0 does not keep a dot",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(undotted, func(r rune) bool { return isMarkOf(r) && ucd.CombiningClass(r) != 230 || r == 0x307 })
		}),
	},
	{
		Name: "dots-in-composed-text", Rule: "R3.7", Scheme: "sm1",
		Mistake: "looks for i and dots in composed text, where \u1ECB and \u012F are no i",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = func(text []rune) []rune {
				var out []rune
				for _, r := range composition(decomposition(text)) {
					if r = undotted(r); r != 0x307 || len(out) == 0 || out[len(out)-1] != 'i' {
						out = append(out, r)
					}
				}
				return out
			}
		}),
	},
	{
		Name: "i-forms-before-mapping", Rule: "R3.7", Scheme: "sm1",
		Mistake: "merges the forms of i in the source, before fullwidth and mathematical letters are i",
		mutate: multiNormalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				text = decomposition(text)
				for i, r := range text {
					if r == 'I' {
						text[i] = 'i'
					}
				}
				return mergingI(undotted, staysBetween)(text)
			}
			n.iForms = slices.Clone[[]rune]
		}),
	},
	{
		Name: "dotless-j-too", Rule: "R3.7", Scheme: "sm1",
		Mistake: "makes j of \u0237 as well",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(func(r rune) rune {
				if r == 0x237 {
					return 'j'
				}
				return undotted(r)
			}, staysBetween)
		}),
	},
	{
		Name: "iota-too", Rule: "R3.7", Scheme: "sm1",
		Mistake: "takes letters that look like i for it, as tables of confusables do",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms = mergingI(func(r rune) rune {
				if strings.ContainsRune("\u0269\u03B9\u0456\u026A", r) {
					return 'i'
				}
				return undotted(r)
			}, staysBetween)
		}),
	},
	{
		Name: "turkish-letters-only", Rule: "R3.7", Scheme: "sm1",
		Mistake: "replaces \u0130 and \u0131 in the source and knows no i with U+0307",
		mutate: multiNormalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				return decomposition([]rune(strings.NewReplacer("\u0130", "i", "\u0131", "i").Replace(string(text))))
			}
			n.iForms = slices.Clone[[]rune]
		}),
	},
	{
		Name: "turkish-folding", Rule: "R3.7", Scheme: "sm1",
		Mistake: "folds I to \u0131 and \u0130 to i, as CaseFolding has it under T, and stops there",
		mutate: multiNormalising(func(n *normaliser) {
			n.fold = func(r rune) string {
				if r == 'I' {
					return "\u0131"
				}
				return casefold(r)
			}
			n.iForms = mergingI(func(r rune) rune { return r }, staysBetween)
		}),
	},
	{
		Name: "dots-not-counted", Rule: "R3.4", Scheme: "sm1",
		Mistake: "makes the forms of i one as it reads, and does not count the dots that R3.7 deletes",
		mutate: multiNormalising(func(n *normaliser) {
			long := n.long
			n.long = func(text []rune) [][]rune {
				return long(deletingDots(undotted, func(before []rune) bool {
					i := len(before) - 1
					for i >= 0 && staysBetween(before[i]) {
						i--
					}
					return i >= 0 && (before[i] == 'i' || before[i] == 'I')
				})(text))
			}
		}),
	},
	{
		Name: "multi-second-limit-absent", Rule: "R3.8", Scheme: "sm1",
		Mistake: "checks the length of mark sequences only once, before U+0640 is deleted",
		mutate:  multiNormalising(func(n *normaliser) { n.longAgain = unlimited }),
	},
	{
		Name: "second-limit-before-tatweel", Rule: "R3.8", Scheme: "sm1",
		Mistake: "checks the length again after the mapping, and not after U+0640 is deleted",
		mutate: multiNormalising(func(n *normaliser) {
			tatweel, long := n.tatweel, n.longAgain
			n.tatweel = func(text []rune) (out []rune) {
				for i, piece := range long(decomposition(text)) {
					if i > 0 {
						out = append(out, ' ')
					}
					out = append(out, piece...)
				}
				return tatweel(out)
			}
			n.longAgain = func(text []rune) [][]rune { return splitAt(text, oneOf(" ")) }
		}),
	},
	{
		Name: "second-limit-before-dots", Rule: "R3.8", Scheme: "sm1",
		Mistake: "counts the dots that R3.7 deletes",
		mutate: multiNormalising(func(n *normaliser) {
			merge, long := n.iForms, n.longAgain
			n.iForms = slices.Clone[[]rune]
			n.longAgain = func(text []rune) (pieces [][]rune) {
				for _, piece := range long(text) {
					pieces = append(pieces, merge(piece))
				}
				return pieces
			}
		}),
	},
	{
		Name: "tatweel-not-ordered-after", Rule: "R3.8", Scheme: "sm1",
		Mistake: "does not put marks in order anew where U+0640 between them was deleted",
		mutate: multiNormalising(func(n *normaliser) {
			n.iForms, n.again = slices.Clone[[]rune], slices.Clone[[]rune]
		}),
	},
}

// commonNormaliseMutants are those of what sd1 has.
var commonNormaliseMutants = []Mutant{
	{
		Name: "not-decomposed", Rule: "R3.1",
		Mistake: "maps and composes without NFD first, as toNFKC_Casefold is often read",
		mutate:  normalising(func(n *normaliser) { n.decompose = slices.Clone[[]rune] }),
	},
	{
		Name: "composed-first", Rule: "R3.1",
		Mistake: "brings the text to NFC first, in which a separator takes marks in",
		mutate: normalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune { return composition(decomposition(text)) }
		}),
	},
	{
		Name: "order-unstable", Rule: "R3.1",
		Mistake: "does not keep the order of marks of one class, by a sort that is not stable",
		mutate: normalising(func(n *normaliser) {
			unstable := func(text []rune) []rune {
				d := decomposition(text)
				order(d, func(marks []rune, byClass func(a, b rune) int) {
					slices.Reverse(marks)
					slices.SortStableFunc(marks, byClass)
				})
				return d
			}
			n.decompose, n.again = unstable, reorderedOnly
		}),
	},
	{
		Name: "native-decomposition", Rule: "R3.1",
		Mistake: "decomposes by golang.org/x/text as it is, which inserts U+034F after 30 marks",
		mutate:  normalising(func(n *normaliser) { n.decompose = native(norm.NFD) }),
	},
	{
		Name: "decomposition-of-unicode-16", Rule: "R3.1",
		Mistake: "decomposes U+105C9, which 15.0.0 leaves unassigned, as runtimes with Unicode 16 do",
		mutate: normalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				return decomposition([]rune(strings.ReplaceAll(string(text), "\U000105C9", "\U000105D2\u0307")))
			}
			n.separates = func(r rune) bool { return r != 0x105D2 && isSeparator(r) }
		}),
	},
	{
		Name: "mapped-before-separating", Rule: "R3.2",
		Mistake: "maps the text and then looks at categories, so that Intel\u2122 is inteltm",
		mutate: normalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				var mapped []rune
				for _, r := range decomposition(text) {
					mapped = append(mapped, []rune(casefold(r))...)
				}
				return decomposition(mapped)
			}
		}),
	},
	{
		Name: "unassigned-ignorable-deleted", Rule: "R3.2",
		Mistake: "deletes every default-ignorable code point, unassigned ones too",
		mutate:  separating(func(r rune) bool { return isIgnorable(r) && r != 0x200B }, false),
	},
	{
		Name: "private-use-kept", Rule: "R3.2",
		Mistake: "lets private use through, as a letter of the font's own",
		mutate:  separating(inCategories(ucd.Co), false),
	},
	{
		Name: "assigned-after-15.0", Rule: "R3.2",
		Mistake: "lets U+2EBF0, a letter since 15.1, through, as newer runtimes do",
		mutate:  separating(func(r rune) bool { return 0x2EBF0 <= r && r <= 0x2EE5D }, false),
	},
	{
		Name: "unassigned-before-15.0", Rule: "R3.2",
		Mistake: "separates at U+1E4D0, which 15.0 added, as older runtimes do",
		mutate:  separating(func(r rune) bool { return 0x1E4D0 <= r && r <= 0x1E4F9 }, true),
	},
	{
		Name: "numbers-kept", Rule: "R3.2",
		Mistake: "lets all numbers through, Nl and No too, as \\p{N} does",
		mutate:  separating(inCategories(ucd.Nl, ucd.No), false),
	},
	{
		Name: "apostrophe-kept", Rule: "R3.2",
		Mistake: "keeps apostrophes in words, as UAX #29 does",
		mutate:  separating(oneOf("'\u2019"), false),
	},
	{
		Name: "spacing-marks-separate", Rule: "R3.2",
		Mistake: "separates at spacing and enclosing marks in this stage already",
		mutate:  separating(inCategories(ucd.Mc, ucd.Me), true),
	},
	{
		Name: "connectors-separate", Rule: "R3.2",
		Mistake: "separates at all punctuation, the underscore too",
		mutate:  separating(inCategories(ucd.Pc), true),
	},
	{
		Name: "controls-kept", Rule: "R3.2",
		Mistake: "separates at blanks and punctuation, and not at controls",
		mutate: separating(func(r rune) bool {
			return ucd.CategoryOf(r) == ucd.Cc && !unicode.IsSpace(r)
		}, false),
	},
	{
		Name: "zero-width-space-deleted", Rule: "R3.3",
		Mistake: "deletes U+200B, as NFKC_Casefold does",
		mutate:  separating(oneOf("\u200B"), false),
	},
	{
		Name: "mark-limit-absent", Rule: "R3.4",
		Mistake: "has no limit on mark sequences",
		mutate:  normalising(func(n *normaliser) { n.long, n.longAgain = unlimited, unlimited }),
	},
	{
		Name: "mark-limit-one-less", Rule: "R3.4",
		Mistake: "separates at 1,024 marks, by >= in place of >",
		mutate:  normalising(func(n *normaliser) { n.long = splitLong(1023) }),
	},
	{
		Name: "mark-limit-one-more", Rule: "R3.4",
		Mistake: "lets 1,025 marks through, by a check before the mark was counted",
		mutate:  normalising(func(n *normaliser) { n.long, n.longAgain = splitLong(1025), splitLong(1025) }),
	},
	{
		Name: "mark-limit-30", Rule: "R3.4",
		Mistake: "separates after 30 marks, the limit of the Stream-Safe Text Format",
		mutate:  normalising(func(n *normaliser) { n.long = splitLong(30) }),
	},
	{
		Name: "long-marks-truncated", Rule: "R3.4",
		Mistake: "keeps the first 1,024 marks and drops the rest",
		mutate:  normalising(func(n *normaliser) { n.long, n.longAgain = truncateLong, truncateLong }),
	},
	{
		Name: "marks-by-category", Rule: "R3.4",
		Mistake: "takes Mn for marks in place of a combining class that is not 0",
		mutate:  normalising(func(n *normaliser) { n.long = splitLongOf(1024, inCategories(ucd.Mn)) }),
	},
	{
		Name: "marks-counted-as-written", Rule: "R3.4",
		Mistake: "counts the marks of the text as it was written, not those of its decomposition",
		mutate: normalising(func(n *normaliser) {
			n.decompose = func(text []rune) []rune {
				var kept []rune
				for _, piece := range splitLong(1024)(text) {
					kept = append(append(kept, piece...), ' ')
				}
				return decomposition(kept)
			}
			n.long, n.longAgain = unlimited, unlimited
		}),
	},
	{
		Name: "lower-case", Rule: "R3.5",
		Mistake: "makes letters small in place of folding them, as every language's lower() does",
		mutate: folding(func(r rune) (string, bool) {
			return string(unicode.ToLower(r)), unicode.IsLetter(r)
		}),
	},
	{
		Name: "simple-fold", Rule: "R3.5",
		Mistake: "folds case by one code point each, so that \u00DF stays",
		mutate:  folding(func(r rune) (string, bool) { return string(r), oneOf("\u00DF\u1E9E\u0149\u01F0\u0390\u03B0\u0587")(r) }),
	},
	{
		Name: "final-sigma-kept", Rule: "R3.5",
		Mistake: "keeps \u03C2 at the end of words, as lower-casing does",
		mutate:  folding(func(r rune) (string, bool) { return string(r), r == 0x3C2 }),
	},
	{
		Name: "final-sigma-made", Rule: "R3.5",
		Mistake: "makes \u03C2 of a capital sigma at the end of a word, as context-sensitive lower-casing does",
		mutate: func(p *protocol.Port) {
			normalise := p.Normalise
			p.Normalise = func(text string) []string {
				runs := normalise(text)
				for i, run := range runs {
					if rest, ok := strings.CutSuffix(run, "\u03C3"); ok && rest != "" {
						runs[i] = rest + "\u03C2"
					}
				}
				return runs
			}
		},
	},
	{
		Name: "turkish-case", Rule: "R3.5",
		Mistake: "folds I to \u0131, as a program does that runs in a Turkish locale",
		mutate:  folding(func(r rune) (string, bool) { return "\u0131", r == 'I' }),
	},
	{
		Name: "compatibility-kept", Rule: "R3.5",
		Mistake: "folds case and keeps ligatures and fullwidth forms, as NFC with casefold() does",
		mutate: folding(func(r rune) (string, bool) {
			return string(unicode.ToLower(r)), norm.NFD.String(string(r)) != norm.NFKD.String(string(r))
		}),
	},
	{
		Name: "cherokee-to-small", Rule: "R3.5",
		Mistake: "folds Cherokee to small letters, as lower-casing does and folding does not",
		mutate: folding(func(r rune) (string, bool) {
			return string(unicode.ToLower(r)), unicode.Is(unicode.Cherokee, r)
		}),
	},
	{
		Name: "ignorables-kept", Rule: "R3.5",
		Mistake: "keeps soft hyphens, joiners and variation selectors, as NFKC with casefold() does",
		mutate:  folding(func(r rune) (string, bool) { return string(r), isIgnorable(r) }),
	},
	{
		Name: "ignorable-letters-kept", Rule: "R3.5",
		Mistake: "deletes format characters (Cf) only, and keeps Hangul fillers and variation selectors",
		mutate:  folding(func(r rune) (string, bool) { return string(r), isIgnorable(r) && ucd.CategoryOf(r) != ucd.Cf }),
	},
	{
		Name: "formats-deleted", Rule: "R3.5",
		Mistake: "deletes every format character, U+0600 too",
		mutate:  folding(func(r rune) (string, bool) { return "", ucd.CategoryOf(r) == ucd.Cf }),
	},
	{
		Name: "second-limit-absent", Rule: "R3.8",
		Mistake: "checks the length of mark sequences only once",
		mutate:  normalising(func(n *normaliser) { n.longAgain = unlimited }),
	},
	{
		Name: "second-limit-one-less", Rule: "R3.8",
		Mistake: "separates at 1,024 marks the second time, by >= in place of >",
		mutate:  normalising(func(n *normaliser) { n.longAgain = splitLong(1023) }),
	},
	{
		Name: "second-limit-one-more", Rule: "R3.8",
		Mistake: "lets 1,025 marks through the second time",
		mutate:  normalising(func(n *normaliser) { n.longAgain = splitLong(1025) }),
	},
	{
		Name: "marks-not-ordered-again", Rule: "R3.8",
		Mistake: "does not put marks in order anew where U+034F between them was deleted",
		mutate: normalising(func(n *normaliser) {
			n.again = func(text []rune) []rune {
				var d []rune
				for _, r := range text {
					d = ucd.AppendDecomposition(d, r)
				}
				return d
			}
		}),
	},
	{
		Name: "not-decomposed-again", Rule: "R3.8",
		Mistake: "composes what the mapping gave without decomposing it, as if it were in NFD",
		mutate:  normalising(func(n *normaliser) { n.again = reorderedOnly }),
	},
	{
		Name: "not-composed", Rule: "R3.9",
		Mistake: "leaves the text decomposed, as NFKD with casefold() does",
		mutate:  normalising(func(n *normaliser) { n.compose = slices.Clone[[]rune] }),
	},
	{
		Name: "exclusions-composed", Rule: "R3.9",
		Mistake: "composes what is excluded from composition, by a table of all decompositions",
		mutate: normalising(func(n *normaliser) {
			n.compose = composing(func(a, b rune) (rune, bool) {
				if a == 0x915 && b == 0x93C {
					return 0x958, true
				}
				return ucd.Compose(a, b)
			}, true)
		}),
	},
	{
		Name: "blocked-composed", Rule: "R3.9",
		Mistake: "composes a mark past another of its own class",
		mutate:  normalising(func(n *normaliser) { n.compose = composing(ucd.Compose, false) }),
	},
	{
		Name: "hangul-not-composed", Rule: "R3.9",
		Mistake: "composes by a table only, which has no Hangul syllables",
		mutate: normalising(func(n *normaliser) {
			n.compose = composing(func(a, b rune) (rune, bool) {
				c, ok := ucd.Compose(a, b)
				return c, ok && !unicode.Is(unicode.Hangul, c)
			}, true)
		}),
	},
	{
		Name: "starters-not-composed", Rule: "R3.9",
		Mistake: "composes a starter with marks only, not with a second starter",
		mutate: normalising(func(n *normaliser) {
			n.compose = composing(func(a, b rune) (rune, bool) {
				c, ok := ucd.Compose(a, b)
				return c, ok && (isMark(b) || unicode.Is(unicode.Hangul, c))
			}, true)
		}),
	},
	{
		Name: "native-composition", Rule: "R3.9",
		Mistake: "composes by golang.org/x/text as it is, which inserts U+034F after 30 marks",
		mutate:  normalising(func(n *normaliser) { n.compose = native(norm.NFC) }),
	},
	{
		Name: "empty-runs", Rule: "R3.9",
		Mistake: "counts the empty pieces between separators as runs, as split() does",
		mutate:  normalising(func(n *normaliser) { n.runs = slices.Clone[[]string] }),
	},
}
