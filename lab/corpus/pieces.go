package corpus

import (
	"regexp"
	"strings"
)

// Pieces cuts a text at ends of paragraphs into pieces of about a number of words. A piece ends
// where it is nearest to that number. A paragraph is never cut. Paragraphs end at blank lines, or
// at every line end if there is no blank line.
func Pieces(text string, words int) []string {
	var all []string
	for _, s := range cut(text, words) {
		all = append(all, text[s.from:s.to])
	}
	return all
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

var (
	blankLine = regexp.MustCompile(`\s*\n[ \t\r]*\n\s*`)
	lineEnd   = regexp.MustCompile(`\s*\n\s*`)
)

func cut(text string, words int) []span {
	text = strings.TrimRight(text, " \t\r\n")
	end := blankLine
	if !end.MatchString(text) {
		end = lineEnd
	}
	var all []span
	var last float64 // words in the last of all
	piece, have := span{}, 0.0
	add := func(paragraph span) {
		n := countWords(text[paragraph.from:paragraph.to])
		if n == 0 {
			return
		}
		if have > 0 && have+n-float64(words) > float64(words)-have {
			all, last = append(all, piece), have
			have = 0
		}
		if have == 0 {
			piece.from = paragraph.from
		}
		piece.to = paragraph.to
		have += n
	}
	from := 0
	for _, m := range end.FindAllStringIndex(text, -1) {
		add(span{from, m[0]})
		from = m[1]
	}
	add(span{from, len(text)})
	switch {
	case have == 0:
	case len(all) > 0 && have < float64(words)/2 && last < float64(words)*1.5:
		all[len(all)-1].to = piece.to
	default:
		all = append(all, piece)
	}
	return all
}
