package inputs

import (
	"slices"
	"strings"
)

// limits makes texts with one piece whose length is at a limit of the specification, or near it.
func limits(r *random, turn uint64) []byte {
	at := limited[turn%uint64(len(limited))](r)
	return []byte(pick(r, []string{"", "", "a ", "日", "see "}) + at + pick(r, []string{"", "", " b", " 語", "z", "\n"}))
}

// limited has functions that make such a piece.
var limited = []func(r *random) string{
	longAtom, longWord, longMarks, longGram, blanksAtHyphen, blanksInPhrase, occurrences, beyondBuffer,
}

// longAtom returns an identifier that begins or ends where R2.2 cuts.
func longAtom(r *random) string {
	id := pick(r, []string{"a://", "@y.z", "x@y.z", "doi:1", "www.", "10.1000/1", identifier(r)})
	n := max(r.near(2048)-len(id), 0)
	switch r.below(5) {
	case 0:
		return id + strings.Repeat(pick(r, []string{"a", ")", ".", "1"}), max(r.near(2048)-len(id), 0))
	case 1: // trimmed only if cut first
		n += pick(r, []int{0, 1, 2, 40})
		return pick(r, prefixes) + strings.Repeat(pick(r, []string{".", ")", "!", "?:"}), n)[:n] + pick(r, []string{"", "x", "xx", "www."})
	case 2: // trimmed only if not cut
		return strings.Repeat(pick(r, []string{"(", "*_", "'"}), n)[:n] + id + pick(r, []string{"", "x", strings.Repeat("y", 2100)})
	}
	filler := strings.Repeat(pick(r, []string{"a", "a", "1", "a.", "/"}), n)[:n]
	return filler + id + pick(r, []string{"", "", ".", "x", strings.Repeat("y", 2100)})
}

// longWord returns a word of 4,096 bytes or nearly (R4.3), before or after normalisation.
func longWord(r *random) string {
	n := r.near(4096)
	unit := pick(r, []string{"a", "é", "e\u0301", "ß", "ﬁ", "Ⰰ", "한", "𐐀", "ا", "\u0915\u093F", "I", "日", "1", "ａ", "aб", "\u0640b", "字a"})
	size := len(unit)
	switch unit {
	case "ａ":
		size = 1
	case "ß", "ﬁ", "e\u0301":
		size = 2
	case "\u0640b":
		size = 1
	}
	word := strings.Repeat(unit, n/size) + strings.Repeat("a", n%size)
	if r.oneIn(3) {
		word = word[n%size:] + word[:n%size]
	}
	return pick(r, []string{"", "", " ", "1", "\u0301", "日"}) + strings.ToValidUTF8(word, "") + pick(r, []string{"", "", " x", "1", "日", "\u0301"})
}

// longMarks returns a mark sequence near 1,024 (R3.4, R3.8), directly or after a deletion or
// decomposition.
func longMarks(r *random) string {
	n := max(r.near(1024), 2)
	unit := string(pick(r, commonMarks[:22]))
	switch r.below(4) {
	case 0:
		unit += string(pick(r, commonMarks[:22]))
	case 1:
		unit = pick(r, []string{"\u0344", "\u0307", "\u0345", "\u0301", "\u0F73", "\u0307\u0323", "\u0650\u064B", "\u0301\u0316"})
	}
	marks := []rune(strings.Repeat(unit, n))[:n]
	if (unit == "\u0344" || unit == "\u0F73") && r.oneIn(2) { // they are two marks each
		marks = marks[:n/2]
	}
	if r.oneIn(2) { // what only the map changes
		marks[r.below(len(marks))] = pick(r, []rune{0x345, 0x307, 0x344, 0x34F, 0x340, 0x301})
	}
	if !r.oneIn(3) {
		at := pick(r, []int{r.below(len(marks) + 1), min(r.below(1100), len(marks)), 1, len(marks) - 1})
		marks = slices.Insert(marks, at, []rune(pick(r, []string{"\u034F", "\u034F", "\u034F", "\u0640", "\u0640", "\u200D", "\u200B", "\uFE0F", "\u20DD", "\u00AD", "\u0640\u0640", "\u115F"}))...)
	}
	for range r.few(3) {
		marks = append([]rune{0x307}, marks...) // on an i they do not count
	}
	return pick(r, []string{"a", "i", "i", "I", "é", "日", "ก", "\u0628", "", "İ"}) + string(marks) + pick(r, []string{"", "b", "日", "\u0640", "1"})
}

// longGram returns a phrase with one or two clusters of about 4,096 bytes together (R4.3).
func longGram(r *random) string {
	first := pick(r, []string{"日", "ア", "ก", "ក", "က", "ກ", "𠀀", "々"})
	second := pick(r, []string{first, first, "日", "ก"})
	n := r.near(4096) - len(first)
	if r.oneIn(3) {
		return first + first + marksOf(r, n+pick(r, []int{0, len(first)})) + second + first
	}
	n -= len(second)
	in := pick(r, []int{0, n, r.below(max(n, 1)), n / 2})
	gram := first + marksOf(r, in) + second + marksOf(r, n-in)
	return pick(r, []string{"", first, "ab", "日"}) + gram + pick(r, []string{"", second, first + second, "cd", "1"})
}

// marksOf returns n bytes of marks that no rule counts. No mark has one byte.
func marksOf(r *random, n int) string {
	threes, twos := n/3, 0
	switch n % 3 {
	case 1:
		threes, twos = threes-1, 2
	case 2:
		twos = 1
	}
	mark := pick(r, []string{"\u0E34", "\u20DD", "\u17B6", "\u1038", "\u093F"})
	return strings.Repeat(mark, max(threes, 0)) + strings.Repeat("\u0488", twos)
}

// blanksAtHyphen returns 64 blanks or nearly, on either side of a line end (R2.9).
func blanksAtHyphen(r *random) string {
	blank := func(n int) string {
		unit := pick(r, []string{" ", "\t", "\u00A0", " \t", "\u00A0 "})
		return string([]rune(strings.Repeat(unit, n))[:n])
	}
	before, after := r.near(64), r.few(3)
	switch r.below(3) {
	case 0:
		before, after = after, before
	case 1:
		after = r.near(64)
	}
	return "a" + pick(r, []string{"-", "-", "\u00AD", "\u2010"}) + blank(before) + pick(r, []string{"\n", "\r\n", "\u2028"}) + blank(after) + "b"
}

// blanksInPhrase returns 256 blanks or nearly, between letters without spaces (R2.10).
func blanksInPhrase(r *random) string {
	n := r.near(256)
	unit := pick(r, []string{" ", "\n", "\u3000", "\u200B", " \n", "\r\n", "\u00A0\u200B"})
	a := pick(r, []string{"日", "ア", "ก", "ក", "က", "ກ", "日\u3099", "ก\u0E48", "\uFF9E"})
	return a + string([]rune(strings.Repeat(unit, n))[:n]) + pick(r, []string{a, a, "日", "ก"})
}

// occurrences returns one shingle 1,024 times or nearly (R5.6).
func occurrences(r *random) string {
	unit := pick(r, []string{"a ", word(r) + " ", word(r) + " ", "日1", word(r) + " b "})
	return strings.Repeat(unit, r.near(1024)+2)
}

// beyondBuffer puts a piece across a place where a reader may end a buffer.
func beyondBuffer(r *random) string {
	size := pick(r, []int{512, 1024, 4096, 4096, 8192, 8192, 16384})
	if r.oneIn(20) {
		size = pick(r, []int{32768, 65536, 131072})
	}
	piece := pick(r, []string{identifier(r), "a-\nb", "日\n本", "e\u0301", "한", "\u1112\u1161\u11AB", "i\u0307\u0323", "😀", "word", "ก\u0E48 ข"})
	n := size - r.below(len(piece)+1)
	filler := strings.Repeat(pick(r, []string{"word ", "日本 ", "é ", "x\n", "an ", "\u0E01\u0E48 "}), n)
	return filler[:n] + piece
}
