package inputs

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// joins are texts with line ends inside words and phrases (R2.9, R2.10).
func joins(r *random, _ uint64) []byte {
	var b strings.Builder
	if r.oneIn(4) { // marks without a letter
		b.WriteRune(anyMark(r))
		b.WriteString(pick(r, []string{"-\n", "-\n", "\n", " "}) + pick(r, []string{"a", "ก", "日", "B"}))
	}
	for range r.between(3, 20) {
		b.WriteString(pick(r, []string{"", "", "", " ", "x", "1"}))
		if r.oneIn(2) {
			hyphenated(r, &b)
		} else {
			phrase(r, &b)
		}
	}
	if r.oneIn(3) { // and nothing after it
		b.WriteString(pick(r, []string{"a-\n", "a-", "a- \r", "日\n", string(lineEnd(r, r.oneIn(2)))}))
	}
	return []byte(b.String())
}

// hyphenated writes a word with a hyphen and a line end in it, or a near miss.
func hyphenated(r *random, b *strings.Builder) {
	gap := func() {
		if r.oneIn(2) {
			b.WriteString("-\n")
		} else {
			b.WriteString(string(lineEnd(r, true)))
		}
	}
	if r.oneIn(4) { // no letter, or an identifier once it is joined
		b.WriteString(pick(r, []string{"=", "≠", "<", "4", "_", "http:", "www.a", "doi", "x@y.z", ".", "´"}))
	} else {
		b.WriteString(side(r, pick(r, cased)))
	}
	for range r.few(3) {
		b.WriteRune(anyMark(r))
	}
	gap()
	if r.oneIn(8) {
		b.WriteRune(anyMark(r))
	}
	switch r.below(8) {
	case 0: // one place ends where the next begins
		b.WriteString("b")
		gap()
		b.WriteString("c")
	case 1:
		b.WriteString("//x.org ")
	default:
		b.WriteString(side(r, pick(r, cased)))
	}
}

// phrase writes white space between letters of two scripts, mostly of one.
func phrase(r *random, b *strings.Builder) {
	script := pick(r, unspaced)
	b.WriteString(side(r, script))
	for range r.few(3) {
		b.WriteRune(anyMark(r))
	}
	b.WriteString(string(lineEnd(r, false)))
	if r.oneIn(8) {
		b.WriteRune(anyMark(r))
	}
	if r.oneIn(3) {
		script = pick(r, unspaced)
	}
	b.WriteString(side(r, script))
}

// unspaced are the scripts of R4.5 and some that may be confused with them.
var unspaced = []ucd.Script{ucd.Han, ucd.Hiragana, ucd.Katakana, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar,
	ucd.Han, ucd.Hiragana, ucd.Katakana, ucd.Thai, ucd.Lao, ucd.Khmer, ucd.Myanmar,
	ucd.Common, ucd.Hangul, ucd.Bopomofo, ucd.Yi, ucd.Tangut, ucd.Nushu, ucd.Khitan_Small_Script, ucd.Tibetan,
	ucd.Tai_Le, ucd.New_Tai_Lue, ucd.Tai_Tham, ucd.Tai_Viet, ucd.Javanese, ucd.Balinese}

// side returns one side of a line end: a letter that decides, or sometimes a near miss.
func side(r *random, script ucd.Script) string {
	a := alphabetOf(script)
	letter := pick(r, a.letters)
	switch r.below(12) {
	case 0:
		return string(pick(r, []rune("AaÀàǅʰªꭰᏸ𞤀𞤢ⅰⅷ９9_≠=ßﬁĸ\u0345\u02B0ſ\u2071々〆ー〇ﾞｰ")))
	case 1:
		return string(pick(r, edges()))
	case 2:
		if len(a.numbers) > 0 {
			return string(pick(r, a.numbers))
		}
	case 3:
		if len(a.others) > 0 {
			return string(pick(r, a.others))
		}
	case 4, 5:
		if len(a.marks) > 0 {
			return string(letter) + string(pick(r, a.marks))
		}
	}
	return string(letter)
}

// cased are scripts whose letters are mostly small, or have case at all.
var cased = []ucd.Script{ucd.Latin, ucd.Latin, ucd.Latin, ucd.Greek, ucd.Cyrillic, ucd.Armenian, ucd.Cherokee,
	ucd.Georgian, ucd.Deseret, ucd.Adlam, ucd.Coptic, ucd.Hebrew, ucd.Devanagari}

var (
	hyphens  = []rune{'-', '-', '-', 0xAD, 0x2010, 0x2011, 0x2013, 0x2212, 0x58A, 0x1806, 0xFF0D, '_', 0x30FB}
	lineEnds = []string{"\n", "\n", "\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029", "\n\n", "\n\r", "\x1C", "\x1E", "\r\r\n", ""}
	tabs     = []rune{' ', ' ', '\t', 0xA0, 0x3000, 0x2003, 0x200B, 0x202F, 0x00, 0x1680}
	spaces   = []rune{' ', '\n', '\r', '\t', '\v', '\f', 0x85, 0xA0, 0x1680, 0x2000, 0x2003, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
		0x200B, 0x200B, 0x1C, 0x1F, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x180E}
)

// lineEnd returns a gap: blanks around a line end, mostly after a hyphen; or any white space.
func lineEnd(r *random, hyphen bool) []rune {
	var out []rune
	some := func(of []rune, right int) {
		n := r.few(3)
		if r.oneIn(24) {
			n = r.near(64)
		}
		for range n {
			if c := pick(r, of); r.oneIn(4) {
				out = append(out, c)
			} else {
				out = append(out, of[r.below(right)])
			}
		}
	}
	if hyphen || r.oneIn(8) {
		out = append(out, pick(r, hyphens))
		some(tabs, 4)
		out = append(out, []rune(pick(r, lineEnds))...)
		some(tabs, 4)
		return out
	}
	if r.oneIn(2) {
		out = append(out, pick(r, spaces))
	}
	some(spaces, 18)
	return out
}
