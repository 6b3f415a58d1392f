package pdf

// ordered puts the marks of a letter of Thai, Lao, Burmese and Khmer into writing order, which is unique. A
// vowel sign above the letter comes before its tone mark, and in Burmese before a vowel sign below it. In
// Khmer, the letter below another and the shifter come before a vowel sign. The vowel sign comes before the
// nasal sign. If marks are drawn one by one, they may come in any order.
func ordered(line []rune) {
	for i := 1; i < len(line); i++ {
		switch c, before := line[i], line[i-1]; {
		case isLaoTone(before) && isAboveLao(c), isThaiTone(before) && isAboveThai(c),
			isBelowBurmese(before) && isAboveBurmese(c),
			before == nikahit && isKhmerVowel(c), isKhmerVowel(before) && isShifter(c):
			line[i-1], line[i] = c, before
		case c == coeng && i+1 < len(line) && isKhmerVowel(before) && isKhmerLetter(line[i+1]):
			line[i-1], line[i], line[i+1] = c, line[i+1], before
		}
	}
}

// coeng is the sign before a letter of Khmer that stands below another.
const coeng = '\u17d2'

func isLaoTone(r rune) bool { return '\u0ec8' <= r && r <= '\u0ecb' }

// isAboveLao reports whether a character is a vowel sign of Lao that stands above its letter.
func isAboveLao(r rune) bool {
	return r == '\u0eb1' || '\u0eb4' <= r && r <= '\u0eb7' || r == '\u0ebb' || r == '\u0ecd'
}

func isThaiTone(r rune) bool { return '\u0e48' <= r && r <= '\u0e4b' }

func isAboveThai(r rune) bool { return r == '\u0e31' || '\u0e34' <= r && r <= '\u0e37' }

func isBelowBurmese(r rune) bool { return r == '\u102f' || r == '\u1030' }

func isAboveBurmese(r rune) bool { return r == '\u102d' || r == '\u102e' }

// isShifter reports whether a sign of Khmer selects the series of its letter.
func isShifter(r rune) bool { return r == '\u17c9' || r == '\u17ca' }

// nikahit is the sign of Khmer for a nasal.
const nikahit = '\u17c6'

func isKhmerVowel(r rune) bool { return '\u17b6' <= r && r <= '\u17c5' }

func isKhmerLetter(r rune) bool { return '\u1780' <= r && r <= '\u17b3' }
