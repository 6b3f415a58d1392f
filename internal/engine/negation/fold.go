package negation

import (
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// fold removes differences that writers do not agree on. These are case, points in Arabic and Hebrew, and the
// accents of old Greek. They are also forms of apostrophes and of Arabic letters.
func fold(word string) string {
	if isFolded(word) {
		return word
	}
	var letters []rune
	for _, r := range word {
		mapping, changed := ucd.Casefold(r)
		if !changed {
			mapping = string(r)
		}
		for _, r := range mapping {
			letters = ucd.AppendDecomposition(letters, r)
		}
	}
	folded, script := letters[:0], ucd.Script(0)
	for _, r := range letters {
		if unicode.Is(unicode.Mn, r) {
			r = foldMark(script, r)
		} else {
			r, script = foldLetter(r), ucd.ScriptOf(r)
		}
		if r >= 0 {
			folded = append(folded, r)
		}
	}
	return string(folded)
}

func isFolded(word string) bool {
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return false
		}
	}
	return true
}

// foldMark returns a mark of a letter, or -1 to remove it.
func foldMark(script ucd.Script, r rune) rune {
	switch script {
	case ucd.Arabic, ucd.Hebrew, ucd.Syriac:
		return -1
	case ucd.Greek:
		switch r {
		case 0x300, 0x342: // grave and perispomeni became one accent
			return 0x301
		case 0x301, 0x308:
			return r
		}
		return -1
	}
	return r
}

// foldLetter returns the usual form of a letter, or -1 to remove it.
func foldLetter(r rune) rune {
	switch r {
	case 0x2018, 0x2019, 0x2BB, 0x2BC: // apostrophes
		return '\''
	case 0x64A, 0x649: // forms of the Arabic letter yeh
		return 0x6CC
	case 0x643: // and of kaf
		return 0x6A9
	case 0x640: // tatweel
		return -1
	}
	return r
}
