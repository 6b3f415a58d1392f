package pdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// indic are the scripts of India and of Sri Lanka.
var indic = []*unicode.RangeTable{
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
}

// isIndicSign reports whether a word begins with a vowel sign or another mark of those scripts.
func (w *word) isIndicSign() bool {
	c, _ := utf8.DecodeRuneInString(w.text)
	return unicode.Is(unicode.M, c) && unicode.In(c, indic...)
}

// noRoom is less than the width of any letter, in heights. backFrom is the maximum distance from
// the end of a word to a sign of its last letter. Its unit is a letter of the word.
const (
	noRoom   = 0.02
	backFrom = 1.6
)

// settle moves signs that are drawn back over their letter behind it. TeX draws signs of Tamil in
// this way. pdftotext then begins a word at the sign, and another after it. The letter is the last
// one of the word around the sign.
func (r *row) settle() {
	isDrawnBack := func(w word) bool { return w.isIndicSign() && w.right-w.left < noRoom*(w.base-w.top) }
	if r.length > longestArranged || !slices.ContainsFunc(r.words, isDrawnBack) {
		return
	}
	var words, signs []word
	for _, w := range r.words {
		if isDrawnBack(w) {
			signs = append(signs, w)
		} else {
			words = append(words, w)
		}
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.left, b.left) })
	for _, s := range signs {
		if !s.settleIn(words) {
			words = append(words, s)
			r.divided = true // it has yet to be put where it belongs
		}
	}
	r.words = words
}

// settleIn puts a sign into one of the words of its line. It reports false if it belongs to none.
func (w *word) settleIn(words []word) bool {
	var v *word
	for i := range words {
		if words[i].left <= w.left {
			v = &words[i]
		}
	}
	if v == nil {
		return false
	}
	n := 0
	for _, c := range v.text {
		if !unicode.Is(unicode.M, c) {
			n++
		}
	}
	if n == 0 || w.left > v.right || n > 1 && (v.right-w.left)*float64(n) > backFrom*(v.right-v.left) {
		return false
	}
	v.text += w.text
	return true
}

// isShad reports whether a word of Tibetan ends with a punctuation mark that a blank may follow.
func (w *word) isShad() bool {
	c, _ := utf8.DecodeLastRuneInString(w.text)
	return unicode.Is(unicode.Tibetan, c) && unicode.IsPunct(c) && c != '\u0f0b'
}

// joiner is ZERO WIDTH NON-JOINER; joinerWidth is the width of its blank, about, in heights.
const (
	joiner      = "\u200c"
	joinerWidth = 0.2
)

// joiners replaces the blanks of a page that has hardly any by joiners, and returns their number.
// TeX draws no blank between words. But it draws this invisible character as a blank, and then
// moves back.
func joiners(rows []row) (n int) {
	for i := range rows {
		words := rows[i].words[:0]
		for _, w := range rows[i].words {
			if len(words) > 0 && w.text == string(blank) {
				if last := &words[len(words)-1]; last.hasJoiners() && w.left < last.right-noRoom*(w.base-w.top) {
					if n++; !strings.HasSuffix(last.text, joiner) {
						last.text += joiner
					}
					continue
				}
			}
			if w.hasJoiners() && strings.ContainsRune(w.text, blank) {
				n += strings.Count(w.text, string(blank))
				stem, ends := strings.CutSuffix(w.text, string(blank))
				if ends {
					w.right -= joinerWidth * (w.base - w.top)
					w.text = stem + joiner
				}
				// In Malayalam, a joiner ends a word: where letters come after it, so does a gap.
				if c, _ := utf8.DecodeRuneInString(w.text); !unicode.Is(unicode.Malayalam, c) {
					w.text = strings.ReplaceAll(w.text, string(blank), joiner)
				}
			}
			words = append(words, w)
		}
		rows[i].words = words
	}
	return n
}

// hasJoiners reports whether a word begins with a letter of a script that has joiners.
func (w *word) hasJoiners() bool {
	c, _ := utf8.DecodeRuneInString(w.text)
	return unicode.Is(unicode.Arabic, c) || unicode.In(c, indic...)
}
