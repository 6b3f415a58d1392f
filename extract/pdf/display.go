package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// logical puts a line from the order of display, left to right, into logical order. If right is true, the line
// runs from right to left. The class of the last letter before the line is before, or bidi.R. If meant is true,
// brackets are stored as they are meant, not as they look. The result reports which characters run from right to
// left.
//
// A program that shows a line follows the Unicode Bidirectional Algorithm (UAX #9). It reverses the line,
// and then again each run of numbers and Latin words. The same two steps restore the line. Most rules
// find the same runs from both sides. Two rules depend on the letter before a number (W2 and W7). That
// letter stands to the right of the number.
//
// Some looks have two origins: see docs/visible-text.md.
func logical(line []rune, right bool, before bidi.Class, meant bool) (leftward []bool) {
	classes := classesOf(line)
	leftward = make([]bool, len(line))
	if meant {
		meantBrackets(line, classes, right)
	}
	p := pairsOf(line, classes, false)
	if right {
		unturn(line, classes, p, leftward, before)
		return leftward
	}
	p.resolve(classes, opposed, inLeft)
	for start := 0; start < len(line); start++ {
		end := start
		for end < len(line) && classes[end] != bidi.L {
			end++
		}
		first, last := runWithin(classes, p, start, end)
		unturn(line[first:last], classes[first:last], nil, leftward[first:last], bidi.R)
		start = end
	}
	return leftward
}

// runWithin returns the run from right to left in a part of a line without Latin letters. Brackets are in
// it if their other one is.
func runWithin(classes []bidi.Class, p pairs, start, end int) (first, last int) {
	first, last = end, end
	for i := start; i < end; i++ {
		if classes[i] == bidi.AN || isRightClass(classes[i]) {
			first, last = min(first, i), i+1
		}
	}
	run := func(i int) bool { return first <= i && i < last }
	for i := start; i < last; i++ {
		closing, ok := p[i]
		switch {
		case ok && run(closing):
			first = min(first, i)
		case ok && run(i):
			last = max(last, closing+1)
		}
	}
	return first, last
}

// classesOf returns the classes of the characters of a line. Marks have the class of their letter (W1).
func classesOf(line []rune) []bidi.Class {
	classes := make([]bidi.Class, len(line))
	for i, r := range line {
		classes[i] = class(r)
		if classes[i] == bidi.NSM && i > 0 && !isRightMark(r) && isForward(classes[i-1]) {
			classes[i] = classes[i-1]
		}
	}
	letter := bidi.R
	for i, r := range slices.Backward(line) {
		if isRightMark(r) {
			classes[i] = letter // the mark is drawn to the left of its letter
		} else if isRightClass(classes[i]) {
			letter = classes[i]
		}
	}
	return classes
}

// unturn reverses a line, and again each run of numbers and Latin words in it.
func unturn(line []rune, classes []bidi.Class, p pairs, leftward []bool, before bidi.Class) {
	p.resolve(classes, opposed, inRight)
	numberClasses(line, classes, before)
	p.resolve(classes, opposedNumbers, inRight)
	neutralClasses(classes)
	for i, c := range classes {
		leftward[i] = !isForward(c)
	}
	slices.Reverse(line)
	slices.Reverse(leftward)
	for start := 0; start < len(line); start++ {
		end := start
		for end < len(line) && !leftward[end] {
			end++
		}
		slices.Reverse(line[start:end])
		start = end
	}
}

// numberClasses finds the classes of numbers and their signs, between letters and brackets that run from
// right to left. before is the class of the letter before the line.
func numberClasses(line []rune, classes []bidi.Class, before bidi.Class) {
	for end := len(classes); end > 0; {
		start, latin := end, before == bidi.L
		for start > 0 && !isRightClass(classes[start-1]) {
			start--
			latin = latin || classes[start] == bidi.L
		}
		between := classes[start:end]
		if before == bidi.AL && !latin {
			replace(between[inCell(between):], bidi.EN, bidi.AN) // W2
		}
		joinNumbers(between)
		if latin {
			replace(between, bidi.EN, bidi.L) // W7
			before = bidi.L
		}
		if end = start - 1; start > 0 && !isBracket(line[end]) {
			before = classes[end]
		}
	}
}

// cellGap is a gap that may be between two cells of a table. It is a blank later.
const cellGap = '\u2029'

// inCell returns where the first cell of a part of a line begins. The letters of one cell do not count for the
// numbers of the next.
func inCell(classes []bidi.Class) int {
	for i, c := range slices.Backward(classes) {
		if c == bidi.B {
			return i + 1
		}
	}
	return 0
}

// joinNumbers finds the signs that are part of a number.
func joinNumbers(classes []bidi.Class) {
	for i := 1; i+1 < len(classes); i++ { // W4
		c, last := classes[i], classes[i-1]
		if last == classes[i+1] && (last == bidi.EN && (c == bidi.ES || c == bidi.CS) || last == bidi.AN && c == bidi.CS) {
			classes[i] = last
		}
	}
	for i := 1; i < len(classes); i++ { // W5
		if classes[i] == bidi.ET && classes[i-1] == bidi.EN {
			classes[i] = bidi.EN
		}
	}
	for i := len(classes) - 2; i >= 0; i-- {
		if classes[i] == bidi.ET && classes[i+1] == bidi.EN {
			classes[i] = bidi.EN
		}
	}
}

// neutralClasses puts the signs between two Latin words into their run (N1). All others belong to the line (N2).
func neutralClasses(classes []bidi.Class) {
	last := -1 // the last letter or number
	for i, c := range classes {
		if !isForward(c) && !isRightClass(c) {
			continue
		}
		if c == bidi.L && last >= 0 && classes[last] == bidi.L {
			for j := last + 1; j < i; j++ {
				classes[j] = bidi.L
			}
		}
		last = i
	}
}

func replace(classes []bidi.Class, old, class bidi.Class) {
	for i, c := range classes {
		if c == old {
			classes[i] = class
		}
	}
}

func isLeftClass(c bidi.Class) bool { return c == bidi.L }

func isRightClass(c bidi.Class) bool { return c == bidi.R || c == bidi.AL }

// isForward reports whether characters of a class run from left to right, also in a line from right to left.
func isForward(c bidi.Class) bool { return c == bidi.L || c == bidi.EN || c == bidi.AN }

func isBracket(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.IsBracket()
}
