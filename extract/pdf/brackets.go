package pdf

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// mirrored are the brackets that look the other way in lines from right to left.
var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«'}

func isMirrored(r rune) bool { return mirrored[r] != 0 }

// mirror reverses the marked brackets of a line.
func mirror(line []rune, leftward []bool) {
	for i, r := range line {
		if leftward[i] && isMirrored(r) {
			line[i] = mirrored[r]
		}
	}
}

// unmatched counts the brackets of a block without the other one of their pair.
func unmatched(lines [][]rune) (n int) {
	open := 0
	for _, line := range lines {
		for _, r := range line {
			switch r {
			case '(', '[', '{', '«':
				open++
			case ')', ']', '}', '»':
				if open == 0 {
					n++
				} else {
					open--
				}
			}
		}
	}
	return n + open
}

// mostOpen is the most open brackets that can be matched (BD16).
const mostOpen = 63

// pairs are the places of brackets that belong together: for each opening one, that of its closing one.
type pairs map[int]int

// pairsOf matches the brackets of a line whose classes are not known (BD16), if there is anything between
// them. A closing bracket opens a pair that is turned, which may be empty.
func pairsOf(line []rune, classes []bidi.Class, turned bool) pairs {
	var all pairs
	var open []int
	for i, r := range line {
		p, _ := bidi.LookupRune(r)
		switch {
		case !p.IsBracket() || classes[i] != bidi.ON:
		case p.IsOpeningBracket() != turned:
			if len(open) == mostOpen {
				return all
			}
			open = append(open, i)
		default:
			other := []rune(bidi.ReverseString(string(r)))[0]
			for j, at := range slices.Backward(open) {
				if line[at] != other {
					continue
				}
				if open = open[:j]; turned || at+1 < i {
					if all == nil {
						all = make(pairs)
					}
					all[at] = i
				}
				break
			}
		}
	}
	return all
}

// content says what is around a pair of brackets.
type content struct {
	left, right bool       // there are Latin letters between them, or letters and numbers of the opposed classes
	before      bidi.Class // of the last letter before the pair: bidi.L or bidi.R
}

// opposed are the classes that count as from right to left for brackets. Other numbers do so if no Latin
// letter comes before them.
var (
	opposed        = []bidi.Class{bidi.R, bidi.AL, bidi.AN}
	opposedNumbers = []bidi.Class{bidi.R, bidi.AL, bidi.AN, bidi.EN}
)

// resolve sets the classes of the brackets that have none yet. rule returns bidi.ON for brackets that keep none.
func (p pairs) resolve(classes, opposed []bidi.Class, rule func(content) bidi.Class) {
	if len(p) == 0 {
		return
	}
	isOpposed := func(c bidi.Class) bool { return slices.Contains(opposed, c) }
	lefts, rights := counts(classes, isLeftClass), counts(classes, isOpposed)
	before := bidi.R
	for i := range classes {
		if end, ok := p[i]; ok && classes[i] == bidi.ON {
			c := rule(content{lefts[end] > lefts[i], rights[end] > rights[i], before})
			classes[i], classes[end] = c, c
		}
		if c := classes[i]; c == bidi.L {
			before = bidi.L
		} else if isOpposed(c) {
			before = bidi.R
		}
	}
}

// counts returns how many of the first i classes are of a kind, for each i.
func counts(classes []bidi.Class, kind func(bidi.Class) bool) []int {
	n := make([]int, len(classes)+1)
	for i, c := range classes {
		if n[i+1] = n[i]; kind(c) {
			n[i+1]++
		}
	}
	return n
}

// inRight is rule N0 for a line from right to left.
func inRight(c content) bidi.Class {
	switch {
	case c.right:
		return bidi.R
	case c.left:
		return c.before
	}
	return bidi.ON
}

// inLeft is rule N0 for a line from left to right, if there are Latin letters between the brackets.
func inLeft(c content) bidi.Class {
	if c.left {
		return bidi.L
	}
	return bidi.ON
}

// meantBrackets finds the classes of brackets by their direction. Brackets of Latin words are not turned. Those of
// a line or run from right to left are.
func meantBrackets(line []rune, classes []bidi.Class, right bool) {
	straight := pairsOf(line, classes, false)
	if right {
		straight.resolve(classes, opposed, func(c content) bidi.Class {
			if c.before == bidi.L && !c.right {
				return bidi.L
			}
			return bidi.ON
		})
		pairsOf(line, classes, true).resolve(classes, opposed, func(content) bidi.Class { return bidi.R })
		return
	}
	straight.resolve(classes, opposed, inLeft)
	pairsOf(line, classes, true).resolve(classes, opposed, func(c content) bidi.Class {
		if c.right && !c.left {
			return bidi.R
		}
		return bidi.ON
	})
	pairsOf(line, classes, false).resolve(classes, opposed, func(content) bidi.Class { return bidi.L })
}
