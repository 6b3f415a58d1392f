package maintext

import (
	"slices"
	"strings"
)

// Line is a line of a page, as vectors show it.
type Line struct {
	Text     string
	Features []int32
	Score    int32
}

// Features returns the names of the features of a line.
func Features() []string { return names() }

// Lines returns all lines of the page.
func (p *Page) Lines() []Line {
	lines := make([]Line, 0, len(p.lines))
	for i, score := range p.scores(func(f []int32) bool {
		l := p.lines[len(lines)]
		lines = append(lines, Line{Text: string(p.text[l.start:l.end]), Features: slices.Clone(f)})
		return true
	}) {
		lines[i].Score = score
	}
	return lines
}

// The choice (R11.33 to R11.35).
const (
	step     = 1024 // added to each score in the second attempt, and in each further one
	attempts = 4
)

// checked is how many lines are scored between two calls of check.
const checked = 1 << 12

// Text returns the main text, and whether it was found. If it was not, the text is all lines. An error of check ends
// the work.
func (p *Page) Text(check func() error) (text string, found bool, err error) {
	lines := 0
	scores := p.scores(func([]int32) bool {
		if lines++; lines%checked == 0 {
			err = check()
		}
		return err == nil
	})
	if err != nil {
		return "", false, err
	}
	chosen := p.choose(scores)
	if chosen == nil {
		return string(p.text), false, nil
	}
	size := 0
	for i, l := range p.lines {
		if chosen[i] {
			size += int(l.end-l.start) + 1
		}
	}
	var b strings.Builder
	b.Grow(size)
	for i, l := range p.lines {
		if chosen[i] {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.Write(p.text[l.start:l.end])
		}
	}
	return b.String(), true, nil
}

// scores returns the score of each line. It calls show with the features of each, which change afterwards. It ends
// where show returns false.
func (p *Page) scores(show func(features []int32) bool) []int32 {
	scores := newScorer(len(p.lines))
	f := make([]int32, 0, len(names()))
	before, goodBefore := int32(0), int32(0)
	for i := range p.lines {
		l := &p.lines[i]
		f = p.features(f[:0], i, before, goodBefore)
		if !show(f) {
			break
		}
		scores.add(f)
		before += l.units
		if l.good() {
			goodBefore += l.units
		}
	}
	scores.flush()
	return scores.scores
}

// choose returns which lines are the main text, or nil if it was not found.
func (p *Page) choose(scores []int32) []bool {
	own := int64(0) // units of lines that are not half of links
	for _, l := range p.lines {
		if 2*l.linked < l.units {
			own += int64(l.units)
		}
	}
	chosen := make([]bool, len(scores))
	for range attempts {
		for i, score := range scores {
			chosen[i] = score > 0
		}
		if units := p.trim(chosen); units > 0 && 20*units >= own {
			return chosen
		}
		for i := range scores {
			scores[i] += step
		}
	}
	return nil
}

// trim leaves out headlines and figures, and what is before the first solid line and after the last. It returns the
// units of what is left.
func (p *Page) trim(chosen []bool) (units int64) {
	left := flagOf("h1") | flagOf("figure")
	first, last := len(chosen), -1
	for i := range chosen {
		l := &p.lines[i]
		chosen[i] = chosen[i] && p.elements[l.element].flags&left == 0
		if chosen[i] && l.solid() {
			first, last = min(first, i), i
		}
	}
	for i := range chosen {
		chosen[i] = chosen[i] && first <= i && i <= last
		if chosen[i] {
			units += int64(p.lines[i].units)
		}
	}
	return units
}
