package evaluation

import (
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// dense are the scripts without blanks between words. It has the number of letters a word, as in
// package corpus.
var dense = map[ucd.Script]int{
	ucd.Han: 2, ucd.Hiragana: 2, ucd.Katakana: 2,
	ucd.Thai: 3, ucd.Lao: 3, ucd.Khmer: 3, ucd.Myanmar: 2,
}

// segments cuts a text into words and what is between them, if no dictionary has done so. A word is
// a maximal sequence of letters, marks and numbers. In a script without blanks, it has as many
// letters as the average word. Edits then change features as with real words.
func segments(text string) []corpus.Segment {
	var all []corpus.Segment
	from, letters, limit, word := 0, 0, 0, false
	end := func(at int) {
		if at > from {
			all = append(all, corpus.Segment{Text: text[from:at], Word: word})
		}
		from, letters = at, 0
	}
	for i, r := range text {
		c := ucd.CategoryOf(r)
		switch {
		case c == ucd.Mn || c == ucd.Mc || c == ucd.Me || c == ucd.Cf:
			continue // to what it follows
		case c > ucd.Pc:
			if word {
				end(i)
			}
			word = false
			continue
		}
		of := 0
		if c <= ucd.Lo {
			of = dense[ucd.ScriptOf(r)]
		}
		if !word || of != limit || of > 0 && letters == of {
			end(i)
		}
		word, limit = true, of
		letters++
	}
	end(len(text))
	return all
}

// join is the text of segments.
func join(all []corpus.Segment) string {
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Text)
	}
	return b.String()
}

// words are the indexes of the words.
func words(all []corpus.Segment) []int {
	var at []int
	for i, s := range all {
		if s.Word {
			at = append(at, i)
		}
	}
	return at
}

// needsBlank reports whether a word has blanks around it in its text. It has none if its last
// letter is of a dense script.
func needsBlank(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(word, func(r rune) bool {
		c := ucd.CategoryOf(r)
		return c == ucd.Mn || c == ucd.Mc || c == ucd.Me || c == ucd.Cf
	}))
	return dense[ucd.ScriptOf(r)] == 0
}
