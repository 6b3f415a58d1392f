// Package kagome cuts Japanese into words by the dictionary of IPA (mecab-ipadic 2.7.0), with the
// morphological analyser kagome. A program that imports it grows by about 13 MB. The first text
// takes a second or two, and 90 MB of memory.
package kagome

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/ikawaha/kagome/v2/tokenizer"
)

var analyser = sync.OnceValues(func() (*tokenizer.Tokenizer, error) {
	return tokenizer.New(ipa.Dict(), tokenizer.OmitBosEos())
})

// Words returns the words of a text, as scheme.Resources.Words wants it. Compounds stay
// whole: 関西国際空港 is one.
func Words(text string) ([]string, error) {
	t, err := analyser()
	if err != nil {
		return nil, err
	}
	var words []string
	for sentence := range sentences(text) {
		words = append(words, t.Wakati(sentence)...)
	}
	return words, nil
}

// maxSentence is of bytes: of a word without an end the analyser's time grows with
// the square of it.
const maxSentence = 4 << 10

const ends = "。！？\n"

// sentences yields a text in parts, each up to one of the ends: no word goes on after
// those.
func sentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			n := min(len(text), maxSentence)
			if i := strings.IndexAny(text[:n], ends); i >= 0 {
				_, size := utf8.DecodeRuneInString(text[i:])
				n = i + size
			}
			for cut := n; n < len(text) && !utf8.RuneStart(text[n]) && cut-n < utf8.UTFMax; {
				n--
			}
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}
