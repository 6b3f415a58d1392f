package templates

import (
	"fmt"
	"html"
	"html/template"
	"math/rand/v2"
	"strings"
	"unicode"
)

// markedBlock is a block whose text is HTML.
type markedBlock struct {
	Kind  string
	HTML  template.HTML
	Items []template.HTML
}

// inlineTags are the elements that are put around some words of an article.
// A %d takes a random number.
var inlineTags = map[string][2]string{
	"a":    {`<a href="/t/%d">`, `</a>`},
	"ext":  {`<a href="https://www.example.org/ref/%d" target="_blank" rel="noopener nofollow">`, `</a>`},
	"em":   {`<em>`, `</em>`},
	"b":    {`<b>`, `</b>`},
	"i":    {`<i>`, `</i>`},
	"span": {`<span class="s%d">`, `</span>`},
	"wiki": {`<a href="/wiki/%d" class="mw-redirect">`, `</a>`},
	"font": {`<font color="#%06d">`, `</font>`},
}

// markUp returns the text as HTML. About half of the texts get an element,
// one of tags, around a few words.
func markUp(text string, tags []string, rng *rand.Rand) template.HTML {
	if len(tags) == 0 || rng.IntN(2) == 0 {
		return template.HTML(html.EscapeString(text))
	}
	tag := inlineTags[tags[rng.IntN(len(tags))]]
	open := tag[0]
	if strings.Contains(open, "%") {
		open = fmt.Sprintf(open, 1000+rng.IntN(9000))
	}
	from, to := pickWords(text, rng)
	return template.HTML(html.EscapeString(text[:from]) + open +
		html.EscapeString(text[from:to]) + tag[1] + html.EscapeString(text[to:]))
}

// pickWords returns the byte range of one to three words. In scripts without
// blanks between words, it returns the range of some letters.
func pickWords(text string, rng *rand.Rand) (from, to int) {
	words := strings.Split(text, " ")
	if len(words) == 1 {
		return pickLetters(text, rng)
	}
	first := rng.IntN(len(words))
	last := min(len(words), first+1+rng.IntN(3))
	from = len(strings.Join(words[:first], " "))
	if first > 0 {
		from++
	}
	return from, from + len(strings.Join(words[first:last], " "))
}

// pickLetters returns the byte range of two to six letters. It is the whole
// text if single letters are not words.
func pickLetters(text string, rng *rand.Rand) (from, to int) {
	var starts []int
	for i, r := range text {
		if !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.P, unicode.N) {
			return 0, len(text)
		}
		starts = append(starts, i)
	}
	starts = append(starts, len(text))
	first := rng.IntN(len(starts) - 1)
	last := min(len(starts)-1, first+2+rng.IntN(5))
	return starts[first], starts[last]
}

// wrapLines puts a line end in place of every tenth space, as editors do.
func wrapLines(text string) string {
	words := strings.Split(text, " ")
	for i := 10; i < len(words); i += 10 {
		words[i] = "\n" + words[i]
	}
	return strings.ReplaceAll(strings.Join(words, " "), " \n", "\n")
}
