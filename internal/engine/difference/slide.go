package difference

import "bytes"

// slide moves edits that only remove or only add words to where a reader would expect them. "one
// two [-one two-]" can also be "[-one two-] one two". It prefers a place at the beginning of a
// paragraph, then of a line, then of a sentence.
func (d *Difference) slide(edits []Edit, a, b []int32) {
	for i := range edits {
		e := &edits[i]
		moving, still, numbers, of := &e.Old, &e.New, a, d.old
		switch {
		case e.New.Len() == 0:
		case e.Old.Len() == 0:
			moving, still, numbers, of = still, moving, b, d.new
		default:
			continue
		}
		least, most := d.room(edits, i)
		can := func(by int) bool { // given that it can slide one word less
			if by < 0 {
				return by >= least && numbers[moving.From+by] == numbers[moving.To+by]
			}
			return by <= most && numbers[moving.From+by-1] == numbers[moving.To+by-1]
		}
		best, far := of.begins(moving.From), 0
		for _, step := range []int{-1, 1} {
			for by := step; can(by); by += step {
				if begins := of.begins(moving.From + by); begins > best {
					best, far = begins, by
				}
			}
		}
		moving.From, moving.To = moving.From+far, moving.To+far
		still.From, still.To = still.From+far, still.To+far
	}
}

// maxSlide bounds how far an edit slides, in words.
const maxSlide = 256

// room returns how far an edit may slide to either side, with a word left between two edits.
func (d *Difference) room(edits []Edit, i int) (least, most int) {
	e := edits[i]
	before, after := e.Old.From, len(d.old.words)-e.Old.To
	if i > 0 {
		before = e.Old.From - edits[i-1].Old.To - 1
	}
	if i+1 < len(edits) {
		after = edits[i+1].Old.From - e.Old.To - 1
	}
	return -min(before, maxSlide), min(after, maxSlide)
}

// begins ranks what begins at word i: 4 is the text, 3 a paragraph, 2 a line, 1 a sentence.
func (t *text) begins(i int) int {
	if i == 0 {
		return 4
	}
	if i == len(t.words) {
		return 0
	}
	switch between := t.content[t.words[i-1].to:t.words[i].from]; {
	case bytes.Contains(between, []byte("\n\n")):
		return 3
	case bytes.ContainsAny(between, "\n"):
		return 2
	case bytes.ContainsAny(between, ".!?;:。！？"):
		return 1
	}
	return 0
}
