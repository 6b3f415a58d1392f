package mutants

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// segmenter is chapter 4 once more, with parts to replace.
type segmenter struct {
	isWord func(rune) bool          // R4.1
	keep   func(word string) bool   // R4.2
	limit  func(word string) string // R4.3: the word, or "" if it is dropped
}

func newSegmenter() *segmenter {
	return &segmenter{
		isWord: inCategories(ucd.Ll, ucd.Lu, ucd.Lt, ucd.Lo, ucd.Lm, ucd.Mn, ucd.Nd, ucd.Pc),
		keep:   func(word string) bool { return strings.ContainsFunc(word, ucd.IsAlphabetic) },
		limit:  atMost(4096, func(word string) int { return len(word) }),
	}
}

func (s *segmenter) tokens(runs []string) []string {
	tokens := []string{}
	for _, run := range runs {
		for _, word := range strings.FieldsFunc(run, func(r rune) bool { return !s.isWord(r) }) {
			if !s.keep(word) {
				continue
			}
			if word = s.limit(word); word != "" {
				tokens = append(tokens, word)
			}
		}
	}
	return tokens
}

// atMost drops the words that are longer than a limit.
func atMost(limit int, length func(string) int) func(string) string {
	return func(word string) string {
		if length(word) > limit {
			return ""
		}
		return word
	}
}

// segmenting returns a mutation of chapter 4.
func segmenting(change func(s *segmenter)) func(p *protocol.Port) {
	s := newSegmenter()
	change(s)
	return func(p *protocol.Port) { p.Segment = s.tokens }
}

// words returns a mutation of R4.1: other code points in words.
func words(exception func(rune) bool, inWord bool) func(p *protocol.Port) {
	return segmenting(func(s *segmenter) {
		isWord := s.isWord
		s.isWord = func(r rune) bool {
			if exception(r) {
				return inWord
			}
			return isWord(r)
		}
	})
}

// kept returns a mutation of R4.2: another test of words.
func kept(test func(word string) bool) func(p *protocol.Port) {
	return segmenting(func(s *segmenter) { s.keep = test })
}

// limited returns a mutation of R4.3: another limit.
func limited(limit func(word string) string) func(p *protocol.Port) {
	return segmenting(func(s *segmenter) { s.limit = limit })
}

// segmentMutants are those of chapter 4.
var segmentMutants = slices.Concat(wordMutants, classMutants)

// wordMutants are those of chapter 4 in sd1.
var wordMutants = []Mutant{
	{
		Name: "spacing-marks-in-words", Rule: "R4.1",
		Mistake: "counts all marks as word characters, Mc and Me too, as \\p{M} does",
		mutate:  words(inCategories(ucd.Mc, ucd.Me), true),
	},
	{
		Name: "marks-end-words", Rule: "R4.1",
		Mistake: "counts letters and digits only, as isalnum() and \\w without marks do",
		mutate:  words(inCategories(ucd.Mn), false),
	},
	{
		Name: "formats-in-words", Rule: "R4.1",
		Mistake: "counts format characters such as U+0600 as word characters",
		mutate:  words(inCategories(ucd.Cf), true),
	},
	{
		Name: "numbers-in-words", Rule: "R4.1",
		Mistake: "counts Nl and No as word characters, as \\p{N} does",
		mutate:  words(inCategories(ucd.Nl, ucd.No), true),
	},
	{
		Name: "connectors-end-words", Rule: "R4.1",
		Mistake: "cuts at the underscore and all connector punctuation",
		mutate:  words(inCategories(ucd.Pc), false),
	},
	{
		Name: "underscore-only", Rule: "R4.1",
		Mistake: "knows no connector but the underscore, as \\w of many engines does",
		mutate:  words(func(r rune) bool { return ucd.CategoryOf(r) == ucd.Pc && r != '_' }, false),
	},
	{
		Name: "punctuation-in-words", Rule: "R4.1",
		Mistake: "takes a run for a word: does not cut at what the mapping brought in",
		mutate:  words(oneOf(" \u00B7"), true),
	},
	{
		Name: "categories-of-another-version", Rule: "R4.1",
		Mistake: "takes U+1734 for Mn and U+1171E for Mc, as runtimes with another Unicode do",
		mutate: segmenting(func(s *segmenter) {
			isWord := s.isWord
			s.isWord = func(r rune) bool { return r == 0x1734 || r != 0x1171E && isWord(r) }
		}),
	},
	{
		Name: "basic-plane-words", Rule: "R4.1",
		Mistake: "looks at UTF-16 units, so that what lies beyond U+FFFF is no letter",
		mutate:  words(func(r rune) bool { return r > 0xFFFF }, false),
	},
	{
		Name: "ideographs-by-themselves", Rule: "R4.1",
		Mistake: "makes a word of each ideograph, as UAX #29 and most analysers do",
		mutate: func(p *protocol.Port) {
			segment := p.Segment
			p.Segment = func(runs []string) (tokens []string) {
				for _, run := range runs {
					var apart strings.Builder
					for _, r := range run {
						if unicode.Is(unicode.Han, r) {
							apart.WriteString(" " + string(r) + " ")
						} else {
							apart.WriteRune(r)
						}
					}
					tokens = append(tokens, segment([]string{apart.String()})...)
				}
				return tokens
			}
		},
	},
	{
		Name: "runs-joined", Rule: "R4.1",
		Mistake: "joins the runs and cuts them again, so that two runs make one word",
		mutate: func(p *protocol.Port) {
			segment := p.Segment
			p.Segment = func(runs []string) []string { return segment([]string{strings.Join(runs, "")}) }
		},
	},
	{
		Name: "alphabetic-ignored", Rule: "R4.2",
		Mistake: "keeps numbers and underscores",
		mutate:  kept(func(string) bool { return true }),
	},
	{
		Name: "alphabetic-is-letter", Rule: "R4.2",
		Mistake: "wants a letter: takes the property Alphabetic for the categories L*, as isalpha() does",
		mutate:  kept(func(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }),
	},
	{
		Name: "alphabetic-or-mark", Rule: "R4.2",
		Mistake: "is content with any mark, as an implementation does that only drops numbers",
		mutate: kept(func(word string) bool {
			return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) })
		}),
	},
	{
		Name: "ascii-digits-dropped", Rule: "R4.2",
		Mistake: "drops words of the digits 0 to 9 only, as a test by [0-9]+ does",
		mutate:  kept(func(word string) bool { return strings.Trim(word, "0123456789_") != "" }),
	},
	{
		Name: "words-with-digits-dropped", Rule: "R4.2",
		Mistake: "drops every word that holds a digit",
		mutate:  kept(func(word string) bool { return !strings.ContainsFunc(word, unicode.IsDigit) }),
	},
	{
		Name: "limit-absent", Rule: "R4.3",
		Mistake: "keeps words of any length",
		mutate:  limited(func(word string) string { return word }),
	},
	{
		Name: "limit-one-less", Rule: "R4.3",
		Mistake: "drops words of 4,096 octets, by >= in place of >",
		mutate:  limited(atMost(4095, func(word string) int { return len(word) })),
	},
	{
		Name: "limit-one-more", Rule: "R4.3",
		Mistake: "keeps words of 4,097 octets",
		mutate:  limited(atMost(4097, func(word string) int { return len(word) })),
	},
	{
		Name: "limit-in-code-points", Rule: "R4.3",
		Mistake: "counts code points, as len() of Python does",
		mutate:  limited(atMost(4096, utf8.RuneCountInString)),
	},
	{
		Name: "limit-in-utf-16", Rule: "R4.3",
		Mistake: "counts units of UTF-16, as length of Java and JavaScript does",
		mutate:  limited(atMost(4096, func(word string) int { return len(utf16.Encode([]rune(word))) })),
	},
	{
		Name: "long-words-cut", Rule: "R4.3",
		Mistake: "keeps the first 4,096 octets of a long word, as analysers do",
		mutate:  limited(func(word string) string { return word[:min(len(word), 4096)] }),
	},
	{
		Name: "long-words-split", Rule: "R4.3",
		Mistake: "makes several words of a long one, as a tokenizer with a buffer of that size does",
		mutate: func(p *protocol.Port) {
			segment := p.Segment
			p.Segment = func(runs []string) (tokens []string) {
				for _, run := range runs {
					for ; len(run) > 4096; run = run[4096:] {
						tokens = append(tokens, segment([]string{run[:4096]})...)
					}
					tokens = append(tokens, segment([]string{run})...)
				}
				return tokens
			}
		},
	},
}
