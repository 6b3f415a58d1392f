package rules

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Segmenter is chapter 4: from runs to tokens. In a scheme without grams (sd1), every code point
// has the class W. Each sequence is then a word, as R4.1 says.
type Segmenter struct {
	InSequence func(rune) bool                                    // R4.1, R4.4
	Mark       func(rune) bool                                    // R4.6
	DropMarks  func(sequence []rune) []rune                       // R4.6: what is left of a sequence
	Class      func(rune) Class                                   // R4.5
	MarkClass  func(mark rune, before Class) Class                // R4.6
	ClassRun   func(sequence []rune, class func(i int) Class) int // R4.7: the length of the first class run
	Clusters   func(run []rune) []string                          // R4.7
	Grams      func(clusters []string) []string                   // R4.8
	KeepWord   func(word string) bool                             // R4.2
	LimitWord  func(word string) string                           // R4.3: the word, or "" if it is dropped
	LimitGram  func(gram string) string                           // R4.3: the gram, or "" if it is dropped
}

// NewSegmenter returns chapter 4 for a scheme.
func NewSegmenter(scheme Scheme) *Segmenter {
	s := &Segmenter{
		InSequence: func(r rune) bool {
			return scheme.Categories.Contains(ucd.CategoryOf(r)) && !(scheme.Apostrophes && IsApostrophe(r))
		},
		Mark:      func(rune) bool { return false },
		Class:     func(rune) Class { return W },
		MarkClass: func(_ rune, before Class) Class { return before },
		ClassRun: func(sequence []rune, class func(int) Class) int {
			n := 1
			for n < len(sequence) && class(n) == class(0) {
				n++
			}
			return n
		},
		Grams:     NGrams(scheme.Grams),
		KeepWord:  func(string) bool { return true },
		LimitWord: AtMost(4096, func(word string) int { return len(word) }),
		LimitGram: AtMost(4096, func(gram string) int { return len(gram) }),
	}
	s.DropMarks = func(sequence []rune) []rune { return sequence[CountLeading(sequence, s.Mark):] }
	s.Clusters = func(run []rune) []string { return Clusters(run, s.Mark) }
	if scheme.Grams > 0 {
		s.Mark, s.Class = IsMark, ClassInSequence
	}
	if scheme.Alphabetic {
		s.KeepWord = func(word string) bool { return strings.ContainsFunc(word, ucd.IsAlphabetic) }
	}
	return s
}

// Tokens returns the tokens of a list of runs, in order.
func (s *Segmenter) Tokens(runs []string) []string {
	tokens := []string{}
	for _, run := range runs {
		for _, sequence := range strings.FieldsFunc(run, func(r rune) bool { return !s.InSequence(r) }) {
			for _, token := range s.sequence(s.DropMarks([]rune(sequence))) {
				if token != "" {
					tokens = append(tokens, token)
				}
			}
		}
	}
	return tokens
}

// sequence returns the tokens of a sequence. Tokens that R4.3 drops are "".
func (s *Segmenter) sequence(sequence []rune) (tokens []string) {
	classes := s.classes(sequence)
	for i := 0; i < len(sequence); {
		n := s.ClassRun(sequence[i:], func(k int) Class { return classes[i+k] })
		run := sequence[i : i+n]
		if classes[i].Clustered() {
			for _, gram := range s.Grams(s.Clusters(run)) {
				tokens = append(tokens, s.LimitGram(gram))
			}
		} else if word := string(run); s.KeepWord(word) {
			tokens = append(tokens, s.LimitWord(word))
		}
		i += n
	}
	return tokens
}

// classes returns the class of each code point of a sequence (R4.5, R4.6).
func (s *Segmenter) classes(sequence []rune) []Class {
	classes := make([]Class, len(sequence))
	before := W // class of marks at the start, which DropMarks drops
	for i, r := range sequence {
		if s.Mark(r) {
			before = s.MarkClass(r, before)
		} else {
			before = s.Class(r)
		}
		classes[i] = before
	}
	return classes
}

// AtMost returns a function that replaces a word by "" if it is longer than a limit (R4.3).
func AtMost(limit int, length func(word string) int) func(word string) string {
	return func(word string) string {
		if length(word) > limit {
			return ""
		}
		return word
	}
}

// Clusters splits a text before each code point that is not a mark (R4.7).
func Clusters(text []rune, isMark func(rune) bool) (clusters []string) {
	for len(text) > 0 {
		n := 1 + CountLeading(text[1:], isMark)
		clusters = append(clusters, string(text[:n]))
		text = text[n:]
	}
	return clusters
}

// NGrams returns a function that joins every n consecutive clusters, or all if there are fewer
// (R4.8).
func NGrams(n int) func(clusters []string) []string {
	return func(clusters []string) (grams []string) {
		width := min(n, len(clusters))
		for i := 0; i+width <= len(clusters); i++ {
			grams = append(grams, strings.Join(clusters[i:i+width], ""))
		}
		return grams
	}
}
