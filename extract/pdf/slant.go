package pdf

import (
	"cmp"
	"math"
	"slices"
)

const (
	// leastSlope is the minimum slope of slanted lines: their rise or fall for each point to the right.
	// mostSlope is the maximum at which pdftotext still finds words.
	leastSlope = 0.02
	mostSlope  = 0.5
	// fewestSlopes is the number of pairs of words that prove a slant. likeSlopes is the maximum difference
	// of slopes between lines of one block.
	fewestSlopes = 4
	likeSlopes   = 0.04
	// lineStep is how far the middles of two words in one line may be from each other, in heights.
	lineStep = 0.5
)

// levelled returns the rows of a block with slanted lines as if they were level. pdftotext begins a new line
// and a new word whenever a slanted line has risen or fallen by some points. Other rows are returned
// unchanged.
func levelled(rows []row) []row {
	slope, ok := slopeOf(rows)
	if !ok {
		return rows
	}
	var words []word
	for _, r := range rows {
		words = append(words, r.words...)
	}
	if level := inLines(words, slope, rows[0].block); level != nil {
		return level
	}
	return rows
}

// inLines returns the rows of words whose lines have a slope, or nil if one is too long.
func inLines(words []word, slope float64, block int) (level []row) {
	height := leastHeight(words)
	for i := range words {
		w := &words[i]
		middle := w.middle(slope)
		w.top, w.base = middle-height/2, middle+height/2
	}
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.top, b.top) })
	for start, end := 0, 0; start < len(words); start = end {
		for end = start + 1; end < len(words) && words[end].top-words[end-1].top < lineStep*height; end++ {
		}
		line := slices.Clip(words[start:end])
		slices.SortStableFunc(line, func(a, b word) int { return cmp.Compare(a.left, b.left) })
		r := row{words: line, block: block}
		for _, w := range line {
			r.length += len(w.text) + 1
		}
		if r.length > longestLine {
			return nil
		}
		level = append(level, r)
	}
	return level
}

// slopeOf returns the slope of the lines of a block, and whether they have one. The middles of the words of
// a level line have the same height, whatever their letters.
func slopeOf(rows []row) (slope float64, ok bool) {
	var slopes []float64
	for _, r := range rows {
		for i := 1; i < len(r.words); i++ {
			a, b := &r.words[i-1], &r.words[i]
			right, down := (b.left+b.right-a.left-a.right)/2, (b.top+b.base-a.top-a.base)/2
			if right <= 0 || math.Abs(down) > mostSlope*right {
				right, down = 1, 0
			}
			slopes = append(slopes, down/right)
		}
	}
	if len(slopes) < fewestSlopes {
		return 0, false
	}
	slices.Sort(slopes)
	slope = slopes[len(slopes)/2]
	for _, part := range []int{1, 3} {
		if quartile := slopes[part*len(slopes)/4]; math.Abs(quartile-slope) > likeSlopes || math.Abs(quartile) < leastSlope || quartile*slope < 0 {
			return 0, false
		}
	}
	return slope, true
}

// middle returns the height of the middle of a word, if its line was level.
func (w *word) middle(slope float64) float64 { return (w.top+w.base)/2 - slope*(w.left+w.right)/2 }

// leastHeight returns the height of the shorter words. The box of a word in a slanted line is the higher the
// longer the word is.
func leastHeight(words []word) float64 {
	heights := make([]float64, len(words))
	for i, w := range words {
		heights[i] = w.base - w.top
	}
	slices.Sort(heights)
	return heights[len(heights)/4]
}
