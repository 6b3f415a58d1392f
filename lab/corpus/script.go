package corpus

import (
	"iter"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// Group is a group of scripts that are alike for what cuts a text into words.
type Group string

// The groups.
const (
	Spaced         Group = "spaced"                       // alphabets, with blanks between words
	RightToLeft    Group = "Arabic and Hebrew"            // and Syriac and Thaana: with blanks, short vowels mostly not written
	Indic          Group = "Indic"                        // with blanks, vowels as marks
	Ethiopic       Group = "Ethiopic"                     // syllables, with blanks or wordspaces
	Korean         Group = "Korean"                       // with blanks, more words in one than elsewhere
	HanAndJapanese Group = "Han and Japanese"             // without blanks
	SoutheastAsian Group = "Thai, Lao, Khmer and Burmese" // without blanks between words
	Tibetan        Group = "Tibetan"                      // a dot between syllables
	Other          Group = "other"
)

var groups = map[ucd.Script]Group{
	ucd.Latin: Spaced, ucd.Greek: Spaced, ucd.Cyrillic: Spaced, ucd.Armenian: Spaced, ucd.Georgian: Spaced,
	ucd.Cherokee: Spaced, ucd.Canadian_Aboriginal: Spaced, ucd.Tifinagh: Spaced, ucd.Adlam: Spaced, ucd.Vai: Spaced,
	ucd.Arabic: RightToLeft, ucd.Hebrew: RightToLeft, ucd.Syriac: RightToLeft, ucd.Thaana: RightToLeft,
	ucd.Devanagari: Indic, ucd.Bengali: Indic, ucd.Gurmukhi: Indic, ucd.Gujarati: Indic, ucd.Oriya: Indic,
	ucd.Tamil: Indic, ucd.Telugu: Indic, ucd.Kannada: Indic, ucd.Malayalam: Indic, ucd.Sinhala: Indic,
	ucd.Chakma: Indic, ucd.Grantha: Indic,
	ucd.Ethiopic: Ethiopic, ucd.Hangul: Korean, ucd.Tibetan: Tibetan,
	ucd.Han: HanAndJapanese, ucd.Hiragana: HanAndJapanese, ucd.Katakana: HanAndJapanese,
	ucd.Thai: SoutheastAsian, ucd.Lao: SoutheastAsian, ucd.Khmer: SoutheastAsian, ucd.Myanmar: SoutheastAsian,
}

// Script returns the script of most words of a text, by its Unicode name: "Latin". It returns
// "Unknown" if there is no word. For Japanese it is Han or Hiragana.
func Script(text string) string { return script(text).String() }

// GroupOf returns the group of the script of a text.
func GroupOf(text string) Group {
	if g, ok := groups[script(text)]; ok {
		return g
	}
	return Other
}

func script(text string) ucd.Script {
	var words [256]float64
	for t := range tokens(text) {
		words[t.script] += t.words()
	}
	most := ucd.Unknown
	words[ucd.Unknown], words[ucd.Common], words[ucd.Inherited] = 0, 0, 0
	for s, n := range words {
		if n > words[most] {
			most = ucd.Script(s)
		}
	}
	return most
}

// dense are the scripts without blanks between words, with the number of letters a word. ICU 78.2
// counts 1.6 letters a word in the Chinese declaration, and 1.7 in the Japanese. Thai has 3.1, Lao
// 3.2, Khmer 3.1, and Burmese 2.2. The other three have no dictionary in ICU.
var dense = map[ucd.Script]float64{
	ucd.Han: 5. / 3, ucd.Hiragana: 5. / 3, ucd.Katakana: 5. / 3,
	ucd.Thai: 3, ucd.Lao: 3, ucd.Khmer: 3, ucd.Myanmar: 2,
	ucd.Javanese: 3, ucd.Tai_Tham: 3, ucd.Yi: 5. / 3,
}

// token is a word or, in a dense script, a letter, with the marks after it.
type token struct {
	span
	script ucd.Script // of its first letter; Common if it is a number
}

func (t token) words() float64 {
	if letters := dense[t.script]; letters > 0 {
		return 1 / letters
	}
	return 1
}

func countWords(text string) float64 {
	n := 0.0
	for t := range tokens(text) {
		n += t.words()
	}
	return n
}

// tokens cuts a text into runs of letters, marks and digits. Characters of format,
// such as the soft hyphen, do not end a run.
func tokens(text string) iter.Seq[token] {
	return func(yield func(token) bool) {
		var t token
		open := false
		for i, r := range text {
			c := ucd.CategoryOf(r)
			letter := c <= ucd.Lo
			switch {
			case letter || ucd.Nd <= c && c <= ucd.No:
				s := ucd.Common
				if letter {
					s = ucd.ScriptOf(r)
					if s == ucd.Common && open && dense[t.script] > 0 {
						s = t.script // the long mark of Katakana
					}
				}
				if open && (dense[t.script] > 0 || dense[s] > 0) {
					if !yield(t) {
						return
					}
					open = false
				}
				if !open {
					t, open = token{span{from: i}, s}, true
				} else if t.script == ucd.Common {
					t.script = s
				}
			case open && (ucd.Mn <= c && c <= ucd.Me || c == ucd.Cf):
			case open:
				if !yield(t) {
					return
				}
				open = false
				continue
			default:
				continue
			}
			t.to = i + utf8.RuneLen(r)
		}
		if open {
			yield(t)
		}
	}
}
