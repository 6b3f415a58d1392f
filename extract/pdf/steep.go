package pdf

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

const (
	// shortPart is the most letters of most parts into which pdftotext divides the words of steep lines.
	// fewestParts is the least share of such words on a page of nothing else.
	shortPart   = 3
	fewestParts = 0.75
	// touching is the greatest distance in points between two parts of a word.
	touching = 0.02
	// mostTouching is how many words may touch one, at most.
	mostTouching = 8
	// leastSteep and steepest are the slopes of steep lines: that at 45 degrees, and a little more.
	leastSteep = 0.1
	steepest   = 1.05
	// sameStep is how far the middle of a word may be from that of a steep line, in heights.
	sameStep = 0.4
	// likeHeight is how far the heights of two parts of a word may be from each other, in heights.
	likeHeight = 0.2
	// steepBlock is the block of steep lines.
	steepBlock = -1
)

// turn is how a page is turned before its lines are read. pdftotext turns lines of more than 45 degrees.
type turn int

const (
	unturned turn = iota
	rising        // the lines rise by more than 45 degrees
	falling
	turns
)

// part is a word that may be a part of one in a steep line.
type part struct {
	word
	index int  // of the word on the page
	taken bool // it is such a part
}

// upright returns the rows of a page with its steep lines made level. A watermark has such a line. In it,
// pdftotext divides words into parts of a few letters.
func upright(rows []row) []row {
	parts := partsOf(rows)
	for t := range turns {
		slope, ok := t.take(parts)
		if !ok {
			continue
		}
		taken := make(map[int]bool)
		var words []word
		for _, p := range parts {
			if p.taken {
				taken[p.index] = true
				words = append(words, p.turned(t))
			}
		}
		var others []row
		first, n := -1, 0
		for _, r := range rows {
			left := r
			left.words = nil
			for _, w := range r.words {
				if !taken[n] {
					left.words = append(left.words, w)
				} else if first < 0 {
					first = len(others)
				}
				n++
			}
			if len(left.words) > 0 {
				others = append(others, left)
			}
		}
		lines := inLines(words, slope, steepBlock)
		if lines == nil {
			return rows
		}
		for i := range lines {
			lines[i].touch()
		}
		return slices.Insert(others, min(first, len(others)), lines...)
	}
	return rows
}

// partsOf returns the words of rows that have only short ones. If most words of the page are short, it returns all.
func partsOf(rows []row) (parts []part) {
	short, words := 0, 0
	for _, r := range rows {
		for i := range r.words {
			if words++; utf8.RuneCountInString(r.words[i].text) <= shortPart {
				short++
			}
		}
	}
	all := float64(short) >= fewestParts*float64(words)
	n := 0
	for _, r := range rows {
		if all || !slices.ContainsFunc(r.words, func(w word) bool { return utf8.RuneCountInString(w.text) > shortPart }) {
			for i, w := range r.words {
				parts = append(parts, part{word: w, index: n + i})
			}
		}
		n += len(r.words)
	}
	return parts
}

// turned returns the word of a part in the turned page.
func (p *part) turned(t turn) word {
	w := p.word
	switch t {
	case rising:
		w.left, w.top, w.right, w.base = -p.base, p.left, -p.top, p.right
	case falling:
		w.left, w.top, w.right, w.base = p.top, -p.right, p.base, -p.left
	}
	return w
}

// touch joins the parts of words.
func (r *row) touch() {
	words := r.words[:0]
	for _, w := range r.words {
		if n := len(words); n > 0 && math.Abs(w.left-words[n-1].right) <= touching {
			words[n-1].text += w.text
			words[n-1].right = w.right
		} else {
			words = append(words, w)
		}
	}
	r.words = words
}

// take finds the parts of words in steep lines, and returns the slope. It reports whether there are such lines. A
// part begins just where the last one ends, and at least one word has three parts.
func (t turn) take(parts []part) (slope float64, ok bool) {
	type pair struct {
		from, to int
		slope    float64
	}
	var pairs []pair
	words := make([]word, len(parts))
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.turned(t).left, b.turned(t).left) })
	for i := range parts {
		words[i] = parts[i].turned(t)
	}
	for i := range words {
		end := words[i].right
		at, _ := slices.BinarySearchFunc(words, end-touching, func(w word, left float64) int { return cmp.Compare(w.left, left) })
		for j := at; j < min(len(words), at+mostTouching) && words[j].left <= end+touching; j++ {
			if s, ok := words[i].slope(&words[j]); ok && (t != rising || s > 0) && (t != falling || s < 0) {
				pairs = append(pairs, pair{i, j, s})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.slope, b.slope) })
	var most []pair
	for i, j := 0, 0; j < len(pairs); j++ {
		for pairs[j].slope-pairs[i].slope > likeSlopes {
			i++
		}
		if n := j + 1 - i; n > len(most) {
			most = pairs[i : j+1]
		}
	}
	if len(most) < fewestSlopes {
		return 0, false
	}
	follows := make(map[int]bool)
	for _, p := range most {
		follows[p.to] = true
	}
	for _, p := range most {
		ok = ok || follows[p.from]
	}
	if !ok {
		return 0, false
	}
	slope = most[len(most)/2].slope
	size := math.Abs(slope)
	height := words[most[0].from].height(size)
	var middles []float64
	for i := range parts {
		parts[i].taken = false
	}
	for _, p := range most {
		parts[p.from].taken, parts[p.to].taken = true, true
		middles = append(middles, words[p.from].middle(slope))
	}
	slices.Sort(middles)
	for i := range words {
		m := words[i].middle(slope)
		at, _ := slices.BinarySearch(middles, m-sameStep*height)
		if at < len(middles) && middles[at] <= m+sameStep*height && math.Abs(words[i].height(size)-height) < likeHeight*height {
			parts[i].taken = true
		}
	}
	return slope, true
}

// slope returns how far a line rises or falls from a word to the next. It reports whether both have one font and
// size. In a line that falls, the first letter of a word is its highest. In a rising line, it is its lowest.
func (w *word) slope(next *word) (slope float64, ok bool) {
	down, right := next.top-w.top, next.left-w.left
	if down < 0 {
		down = next.base - w.base
	}
	size := math.Abs(down / right)
	height := w.height(size)
	return down / right, (isLatin(w) || isLatin(next)) && leastSteep < size && size < steepest &&
		math.Abs(height-next.height(size)) < likeHeight*height
}

// height returns the height of a letter of a word in a line with a slope.
func (w *word) height(slope float64) float64 {
	n := float64(utf8.RuneCountInString(w.text))
	return w.base - w.top - slope*(w.right-w.left)*(n-1)/n
}
