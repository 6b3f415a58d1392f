package word

import (
	"encoding/binary"
	"sort"
)

// boxes are the shapes that are anchored in the body, or in headers, and their text boxes.
type boxes struct {
	all      story  // the texts
	begin    int64  // where what they are anchored in begins
	ends     []byte // of the texts
	of       map[uint32][]int
	written  []bool
	passed   map[uint32]bool // shapes that were looked for at their anchors
	anchors  []byte          // where shapes are anchored, ascending
	shapes   []byte          // these, 26 bytes each
	drawings *drawings
}

const shapeSize = 26

// readBoxes reads the places of text boxes ([MS-DOC] 2.8.32) and of shapes (2.8.37).
func (w *reader) readBoxes(places, anchors part, texts, in kind) (*boxes, error) {
	b := &boxes{all: w.story(texts), begin: w.story(in).from, drawings: w.drawings}
	if w.old {
		return b, nil
	}
	const boxSize = 22
	plc := w.part(places)
	n := max((len(plc)-4)/(4+boxSize), 0)
	if err := w.document.Budget.Hold(int64(n)*96, "text boxes"); err != nil {
		return nil, err
	}
	b.of, b.passed = make(map[uint32][]int), make(map[uint32]bool)
	b.written = make([]bool, n)
	if n > 0 {
		b.ends = plc[:4*(n+1)]
	}
	for i := range n {
		box := plc[4*(n+1)+boxSize*i:]
		if reusable := binary.LittleEndian.Uint16(box[8:]); reusable != 0 {
			b.written[i] = true
			continue
		}
		shape := binary.LittleEndian.Uint32(box[14:])
		b.of[shape] = append(b.of[shape], i)
	}
	plc = w.part(anchors)
	if n := (len(plc) - 4) / (4 + shapeSize); n > 0 {
		if err := w.document.Budget.Hold(int64(n)*32, "shapes"); err != nil {
			return nil, err
		}
		b.anchors, b.shapes = plc[:4*(n+1)], plc[4*(n+1):]
	}
	return b, nil
}

// at returns the shapes that have the i-th anchor, if they had none before.
func (b *boxes) at(i int) []uint32 {
	shape := binary.LittleEndian.Uint32(b.shapes[shapeSize*i:])
	if b.passed[shape] {
		return nil
	}
	b.passed[shape] = true
	return b.drawings.members(shape)
}

// drawing writes the text of what is anchored at a character.
func (w *reader) drawing(b *boxes, at int64) error {
	n := len(b.anchors)/4 - 1
	at -= b.begin
	for i := sort.Search(n, func(i int) bool { return offset(b.anchors, i) >= at }); i < n && offset(b.anchors, i) == at; i++ {
		w.pictures = true
		for _, s := range b.at(i) {
			if words := b.drawings.words[s]; words != "" {
				w.flow.Line()
				w.flow.Characters(words, true)
				w.flow.Line()
			}
			if err := w.boxesOf(b, s, !b.drawings.hidden[s]); err != nil {
				return err
			}
		}
	}
	return nil
}

// boxesOf writes the text boxes of a shape once.
func (w *reader) boxesOf(b *boxes, shape uint32, shown bool) error {
	all := b.of[shape]
	delete(b.of, shape) // a group may name a shape again and again
	for _, i := range all {
		b.written[i] = true
		if shown {
			if err := w.within(b.all.within(b.ends, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// within writes a story that is in another.
func (w *reader) within(s story) error {
	w.flush()
	fields, unshown := w.fields, w.unshown
	err := w.text(s, related{})
	w.fields, w.unshown = fields, unshown
	w.now.until = 0
	return err
}

// unanchored writes the text boxes that have no anchor, or all of Word 6.
func (w *reader) unanchored(b *boxes) error {
	if w.old {
		return w.text(b.all, related{})
	}
	for i := 0; i+1 < len(b.anchors)/4; i++ {
		for _, s := range b.at(i) {
			if err := w.boxesOf(b, s, false); err != nil { // the anchor is hidden or deleted
				return err
			}
		}
	}
	for i, written := range b.written {
		if !written {
			if err := w.text(b.all.within(b.ends, i), related{}); err != nil {
				return err
			}
		}
	}
	return nil
}
