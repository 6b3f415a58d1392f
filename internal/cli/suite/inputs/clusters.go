package inputs

import (
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// clusters makes texts of letters with marks in all scripts, for normalisation and chapter 4.
func clusters(r *random, _ uint64) []byte {
	var parts []string
	for range 1 + r.few(16) {
		parts = append(parts, pick(r, pieces)(r))
	}
	return joined(r, parts)
}

// pieces make words.
var pieces = []func(r *random) string{
	hangul, kana, indic, forms, tatweel, mixed, mixed, mixed, marks, numerals, apostrophes,
	func(r *random) string { return string(disguise(r, []rune(word(r)))) },
}

// anyOf returns up to most code points of a list.
func anyOf(r *random, most int, of ...rune) string {
	var b strings.Builder
	for range 1 + r.below(most) {
		b.WriteRune(pick(r, of))
	}
	return b.String()
}

// hangul returns syllables, jamo that compose and jamo that nearly do.
func hangul(r *random) string {
	var b strings.Builder
	for range 1 + r.below(5) {
		switch r.below(5) {
		case 0:
			b.WriteRune(rune(0xAC00 + r.below(11172)))
		case 1:
			b.WriteRune(rune(0xAC00 + 28*r.below(399)))
			b.WriteRune(rune(0x11A6 + r.below(30)))
		case 2:
			b.WriteRune(rune(0x10FF + r.below(22)))
			b.WriteRune(rune(0x1160 + r.below(23)))
			b.WriteString(anyOf(r, 2, rune(0x11A7+r.below(29)), 0x301, 0x1175))
		case 3:
			b.WriteRune(pick(r, []rune{0x115F, 0x1160, 0x3131, 0x3164, 0xFFA0, 0xFFA1, 0xFFDC, 0xA960, 0xD7B0, 0xD7FB, 0x302E, 0x1160 - 1}))
		default:
			b.WriteRune(pick(r, alphabetOf(ucd.Hangul).letters))
		}
	}
	return b.String()
}

// kana returns voiced marks of three kinds, and characters that look like kana.
func kana(r *random) string {
	var b strings.Builder
	for range 1 + r.below(6) {
		switch r.below(6) {
		case 0:
			b.WriteString(anyOf(r, 2, 0x3099, 0x309A, 0x309B, 0xFF9E, 0xFF9F, 0xFF70, 0x30FC))
		case 1:
			b.WriteRune(rune(0xFF61 + r.below(63)))
		case 2: // the mapping composes it, and the mark precedes the voiced one
			b.WriteRune(0x3300 + rune(r.below(0x58)))
			b.WriteRune(pick(r, []rune{0x338, 0x93C, 0x301, 0x16FF0}))
		case 3:
			b.WriteRune(pick(r, []rune{0x3005, 0x3006, 0x3007, 0x3031, 0x3033, 0x3035, 0x303B, 0x303C, 0x309D, 0x30FD, 0x30A0, 0x30FB, 0x32D0, 0x3300, 0x1F200, 0x2E80, 0x2F00, 0xF900, 0x3021}))
		default:
			b.WriteRune(pick(r, alphabetOf(pick(r, []ucd.Script{ucd.Han, ucd.Hiragana, ucd.Katakana})).letters))
		}
	}
	return b.String()
}

// indic returns syllables of scripts with viramas, vowel signs on all sides, and digits.
func indic(r *random) string {
	a := alphabetOf(pick(r, []ucd.Script{ucd.Devanagari, ucd.Bengali, ucd.Tamil, ucd.Malayalam, ucd.Telugu, ucd.Sinhala,
		ucd.Tibetan, ucd.Myanmar, ucd.Khmer, ucd.Thai, ucd.Lao, ucd.Balinese, ucd.Brahmi, ucd.Grantha, ucd.Kawi}))
	var b strings.Builder
	for range 1 + r.below(5) {
		b.WriteRune(pick(r, a.letters))
		for range r.few(4) {
			if len(a.marks) > 0 {
				b.WriteRune(pick(r, a.marks))
			}
		}
		switch {
		case r.oneIn(8) && len(a.numbers) > 0:
			b.WriteRune(pick(r, a.numbers))
		case r.oneIn(8):
			b.WriteRune(pick(r, []rune{0x200C, 0x200D, 0x200B, 0x25CC, 0xE33, 0xEB3, 0x17D2, 0x1039, 0x103A, 0x1038}))
		}
	}
	return b.String()
}

// forms returns forms of i, j and similar letters, with dots and other marks.
func forms(r *random) string {
	var b strings.Builder
	for range 1 + r.below(4) {
		b.WriteRune(pick(r, []rune{'i', 'I', 0x130, 0x131, 0xEC, 0xCF, 0x12F, 0x1ECB, 0x268, 0x456, 'j', 0x237, 0x1D6A4, 0x1D422, 0xFF29, 0x2148, 0x1E2D, 0xFB01, 'e', 0x117, 0x17C, 0x1FBE, 0x3B9, 0x406}))
		for range r.few(6) {
			b.WriteRune(pick(r, []rune{0x307, 0x307, 0x307, 0x323, 0x328, 0x301, 0x300, 0x20DD, 0x34F, 0x200D, 0x345, 0x338, 0x327, 0x358, 0x640}))
		}
		b.WriteString(pick(r, []string{"", "", "n", "İ", "ß", "Σ", "ς"}))
	}
	return b.String()
}

// tatweel returns Arabic with and without tatweel, its presentation forms, and similar characters.
func tatweel(r *random) string {
	var b strings.Builder
	a := alphabetOf(ucd.Arabic)
	for range 1 + r.below(6) {
		switch r.below(5) {
		case 0:
			b.WriteString(anyOf(r, 3, 0x640))
		case 1:
			b.WriteString(anyOf(r, 3, 0x64E, 0x651, 0x650, 0x64B, 0x653, 0x654, 0x655, 0x670))
		case 2:
			b.WriteRune(pick(r, []rune{0xFE71, 0xFE77, 0xFE79, 0xFCF2, 0xFCF3, 0xFCF4, 0xFDFA, 0xFDF2, 0x7FA, 0x1807, 0x180A, 0x1B6B, 0x30FC, 'a', 0x600, 0x301, 0x323}))
		default:
			b.WriteRune(pick(r, a.letters))
		}
	}
	return b.String()
}

// mixed returns letters, marks and numbers of several scripts in one word, mostly of the classes of
// R4.5.
func mixed(r *random) string {
	var b strings.Builder
	a := pick(r, alphabets())
	for range 1 + r.below(8) {
		if r.oneIn(3) {
			a = alphabetOf(pick(r, unspaced))
		} else if r.oneIn(4) {
			a = alphabetOf(pick(r, []ucd.Script{ucd.Latin, ucd.Greek, ucd.Common, ucd.Hebrew}))
		}
		switch {
		case r.oneIn(4):
			b.WriteRune(anyMark(r))
		case r.oneIn(4) && len(a.marks) > 0:
			b.WriteRune(pick(r, a.marks))
		case r.oneIn(5) && len(a.numbers) > 0:
			b.WriteRune(pick(r, a.numbers))
		case r.oneIn(12) && len(a.others) > 0:
			b.WriteRune(pick(r, a.others))
		case r.oneIn(12):
			b.WriteString(pick(r, []string{"_", "‿", "1", "٣", "Ⅷ", "²", "'", "ʼ", "-", "·"}))
		default:
			b.WriteRune(pick(r, a.letters))
		}
	}
	return b.String()
}

// marks returns long sequences of marks, in any order, with or without a letter.
func marks(r *random) string {
	var b strings.Builder
	b.WriteString(pick(r, []string{"a", "", "日", "ก", "é", "1", "≠", "\u0430"}))
	n := 1 + r.few(12)
	if r.oneIn(8) {
		n = r.between(28, 70)
	}
	for range n {
		if r.oneIn(6) {
			b.WriteRune(pick(r, []rune{0x34F, 0x200D, 0x640, 0x200B, 0x20DD}))
		}
		b.WriteRune(anyMark(r))
	}
	b.WriteString(pick(r, []string{"", "b", "語", "1"}))
	return b.String()
}

// numerals returns words of numbers, or with some.
func numerals(r *random) string {
	var b strings.Builder
	for range 1 + r.below(4) {
		switch r.below(6) {
		case 0:
			b.WriteString(pick(r, []string{"a", "_", "\u0345", "\u0301", "日", "‿", "\u093E", "\u0363"}))
		case 1:
			b.WriteRune(rune(0x2160 + r.below(42)))
		case 2:
			b.WriteString(pick(r, []string{"〇", "一", "³", "½", "①", "⑴", "𝟘", "０", "٠", "๑", "၁", "᠑", "〡", "ↀ"}))
		default:
			b.WriteString(anyOf(r, 3, '0', '1', '9'))
		}
	}
	return b.String()
}

// apostrophes returns words with letters that look like apostrophes, and with their neighbours.
func apostrophes(r *random) string {
	like := []rune{0x2B8, 0x2B9, 0x2BA, 0x2BB, 0x2BC, 0x2BD, 0x2BE, 0x2BF, 0x2C0, 0x2C7, 0x2C8, 0x2C9, 0x2ED, 0x2EE, 0x2EF,
		0x7F3, 0x7F4, 0x7F5, 0x7F6, 0xA78A, 0xA78B, 0xA78C, 0xA78D, 0x149, 0x1E9A, '\'', 0x2019, 0xFF07}
	var b strings.Builder
	for range 1 + r.below(4) {
		b.WriteString(pick(r, []string{"a", "o", "日", "ア", "ก", "\u0301", "n", "1", "", "ßI"}))
		b.WriteString(anyOf(r, 2, pick(r, like), pick(r, like)))
	}
	b.WriteString(pick(r, []string{"a", "本", "", "\u0323x"}))
	return b.String()
}
