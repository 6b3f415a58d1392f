package mutants

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// segmentMutants returns the mutants of chapter 4.
func segmentMutants() []Mutant {
	return slices.Concat(wordMutants(), classMutants())
}

// wordMutants returns the mutants of R4.1 to R4.3 in sd1.
func wordMutants() []Mutant {
	return []Mutant{
		{
			Name: "spacing-marks-in-words", Rule: "R4.1",
			Mistake: "counts all marks as word characters, Mc and Me too, as \\p{M} does",
			replace: words(rules.In(ucd.Mc, ucd.Me), true),
		},
		{
			Name: "marks-end-words", Rule: "R4.1",
			Mistake: "counts letters and digits only, as isalnum() and \\w without marks do",
			replace: words(rules.In(ucd.Mn), false),
		},
		{
			Name: "formats-in-words", Rule: "R4.1",
			Mistake: "counts format characters such as U+0600 as word characters",
			replace: words(rules.In(ucd.Cf), true),
		},
		{
			Name: "numbers-in-words", Rule: "R4.1",
			Mistake: "counts Nl and No as word characters, as \\p{N} does",
			replace: words(rules.In(ucd.Nl, ucd.No), true),
		},
		{
			Name: "connectors-end-words", Rule: "R4.1",
			Mistake: "cuts at the underscore and all connector punctuation",
			replace: words(rules.In(ucd.Pc), false),
		},
		{
			Name: "underscore-only", Rule: "R4.1",
			Mistake: "knows no connector but the underscore, as \\w of many engines does",
			replace: words(func(r rune) bool { return ucd.CategoryOf(r) == ucd.Pc && r != '_' }, false),
		},
		{
			Name: "punctuation-in-words", Rule: "R4.1",
			Mistake: "takes a run for a word: does not cut at what the mapping brought in",
			replace: words(rules.OneOf(" \u00B7"), true),
		},
		{
			Name: "categories-of-another-version", Rule: "R4.1",
			Mistake: "takes U+1734 for Mn and U+1171E for Mc, as runtimes with another Unicode do",
			replace: segmenting(func(s *rules.Segmenter) {
				isWord := s.InSequence
				s.InSequence = func(r rune) bool { return r == 0x1734 || r != 0x1171E && isWord(r) }
			}),
		},
		{
			Name: "basic-plane-words", Rule: "R4.1",
			Mistake: "looks at UTF-16 units, so that what lies beyond U+FFFF is no letter",
			replace: words(func(r rune) bool { return r > 0xFFFF }, false),
		},
		{
			Name: "ideographs-by-themselves", Rule: "R4.1",
			Mistake: "makes a word of each ideograph, as UAX #29 and most analysers do",
			mutate: eachRunAs(func(run string) string {
				var apart strings.Builder
				for _, r := range run {
					if unicode.Is(unicode.Han, r) {
						apart.WriteString(" " + string(r) + " ")
					} else {
						apart.WriteRune(r)
					}
				}
				return apart.String()
			}),
		},
		{
			Name: "runs-joined", Rule: "R4.1",
			Mistake: "joins the runs and cuts them again, so that two runs make one word",
			mutate:  runsAs(func(runs []string) []string { return []string{strings.Join(runs, "")} }),
		},
		{
			Name: "alphabetic-ignored", Rule: "R4.2",
			Mistake: "keeps numbers and underscores",
			replace: kept(func(string) bool { return true }),
		},
		{
			Name: "alphabetic-is-letter", Rule: "R4.2",
			Mistake: "wants a letter: takes the property Alphabetic for the categories L*, as isalpha() does",
			replace: kept(func(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }),
		},
		{
			Name: "alphabetic-or-mark", Rule: "R4.2",
			Mistake: "is content with any mark, as an implementation does that only drops numbers",
			replace: kept(func(word string) bool {
				return strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) })
			}),
		},
		{
			Name: "ascii-digits-dropped", Rule: "R4.2",
			Mistake: "drops words of the digits 0 to 9 only, as a test by [0-9]+ does",
			replace: kept(func(word string) bool { return strings.Trim(word, "0123456789_") != "" }),
		},
		{
			Name: "words-with-digits-dropped", Rule: "R4.2",
			Mistake: "drops every word that holds a digit",
			replace: kept(func(word string) bool { return !strings.ContainsFunc(word, unicode.IsDigit) }),
		},
		{
			Name: "limit-absent", Rule: "R4.3",
			Mistake: "keeps words of any length",
			replace: limited(unchanged),
		},
		{
			Name: "limit-one-less", Rule: "R4.3",
			Mistake: "drops words of 4,096 octets, by >= in place of >",
			replace: limited(rules.AtMost(4095, func(word string) int { return len(word) })),
		},
		{
			Name: "limit-one-more", Rule: "R4.3",
			Mistake: "keeps words of 4,097 octets",
			replace: limited(rules.AtMost(4097, func(word string) int { return len(word) })),
		},
		{
			Name: "limit-in-code-points", Rule: "R4.3",
			Mistake: "counts code points, as len() of Python does",
			replace: limited(rules.AtMost(4096, utf8.RuneCountInString)),
		},
		{
			Name: "limit-in-utf-16", Rule: "R4.3",
			Mistake: "counts units of UTF-16, as length of Java and JavaScript does",
			replace: limited(rules.AtMost(4096, func(word string) int { return len(utf16.Encode([]rune(word))) })),
		},
		{
			Name: "long-words-cut", Rule: "R4.3",
			Mistake: "keeps the first 4,096 octets of a long word, as analysers do",
			replace: limited(firstOctets(4096)),
		},
		{
			Name: "long-words-split", Rule: "R4.3",
			Mistake: "makes several words of a long one, as a tokenizer with a buffer of that size does",
			mutate: runsAs(func(runs []string) (pieces []string) {
				for _, run := range runs {
					for ; len(run) > 4096; run = run[4096:] {
						pieces = append(pieces, run[:4096])
					}
					pieces = append(pieces, run)
				}
				return pieces
			}),
		},
	}
}

// segmenting returns a mutation of chapter 4.
func segmenting(change func(s *rules.Segmenter)) func(r *rules.Rules) {
	return func(r *rules.Rules) { change(r.Segmenter) }
}

// words returns a mutation of R4.1 or R4.4: other code points are part of words.
func words(exception func(rune) bool, inWord bool) func(r *rules.Rules) {
	return segmenting(func(s *rules.Segmenter) { s.InSequence = except(s.InSequence, exception, inWord) })
}

// kept returns a mutation of R4.2: another test of words.
func kept(test func(word string) bool) func(r *rules.Rules) {
	return segmenting(func(s *rules.Segmenter) { s.KeepWord = test })
}

// limited returns a mutation of R4.3: another limit on words.
func limited(limit func(word string) string) func(r *rules.Rules) {
	return segmenting(func(s *rules.Segmenter) { s.LimitWord = limit })
}

// runsAs returns a mutation of the runs that tokens are found in.
func runsAs(change func(runs []string) []string) func(p *port.Port) {
	return func(p *port.Port) {
		segment := p.Segment
		p.Segment = func(runs []string) []string { return segment(change(runs)) }
	}
}

// eachRunAs returns a mutation of each run.
func eachRunAs(change func(run string) string) func(p *port.Port) {
	return runsAs(func(runs []string) []string {
		changed := make([]string, len(runs))
		for i, run := range runs {
			changed[i] = change(run)
		}
		return changed
	})
}
