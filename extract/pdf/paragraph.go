package pdf

import (
	"math"
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// inLogicalOrder returns the lines of a block in logical order. Some PDFs encode the meaning of a bracket, and
// others its look. What leaves fewer brackets unmatched is right.
func inLogicalOrder(texts [][]rune, rows []row, right bool) [][]rune {
	meant := logicalLines(texts, rows, right, true)
	if !slices.ContainsFunc(texts, func(t []rune) bool { return slices.ContainsFunc(t, isMirrored) }) {
		return meant
	}
	if seen := logicalLines(texts, rows, right, false); unmatched(seen) < unmatched(meant) {
		return seen
	}
	return meant
}

func logicalLines(texts [][]rune, rows []row, right, meant bool) (lines [][]rune) {
	edge := math.Inf(1)
	for _, r := range rows {
		edge = min(edge, r.words[0].left)
	}
	before := bidi.R
	for i, t := range texts {
		if i > 0 && rows[i-1].endsBefore(&rows[i], edge) {
			before = bidi.R
		}
		line := slices.Clone(t)
		leftward := logical(line, right, before, meant)
		if !meant {
			mirror(line, leftward)
		}
		lines = append(lines, line)
		before = lastLetter(line, before)
	}
	return lines
}

// endsBefore reports whether a row from right to left ends its paragraph: the next word has room beside it.
// edge is where its block begins.
func (r *row) endsBefore(next *row, edge float64) bool {
	w := next.words[len(next.words)-1]
	return r.words[0].left-edge > w.right-w.left
}

// lastLetter returns the class of the last letter of a line, or else that of the letter before the line.
func lastLetter(line []rune, before bidi.Class) bidi.Class {
	for _, r := range slices.Backward(line) {
		if c := class(r); c == bidi.L || isRightClass(c) {
			return c
		}
	}
	return before
}
