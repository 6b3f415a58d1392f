package iwork

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// place is a place in a text, counted in UTF-16, and the object that begins to be there.
type place struct{ at, object uint64 }

// placeCost is what a place costs, in bytes of memory.
const placeCost = 16

// places reads a table of places, in their order. Their memory is held.
func (r *reader) places(table message) []place {
	n := table.count(1)
	r.hold(placeCost*n, "places in a text")
	if r.flow.Err() != nil {
		return nil
	}
	all := make([]place, 0, n)
	for entry := range table.each(1) {
		all = append(all, place{entry.number(1), entry.ref(2)})
	}
	if !slices.IsSortedFunc(all, byPlace) {
		slices.SortStableFunc(all, byPlace)
	}
	return all
}

func byPlace(a, b place) int { return cmp.Compare(a.at, b.at) }

// track follows places while a text is read.
type track struct {
	places []place
	now    uint64 // the object that is there, 0 for none
}

// to goes to a place, and reports whether an object begins just there.
func (t *track) to(at uint64) bool {
	begins := false
	for len(t.places) > 0 && t.places[0].at <= at {
		t.now, begins = t.places[0].object, t.places[0].at == at
		t.places = t.places[1:]
	}
	return begins
}

// storage writes a text once: its paragraphs and anchors, without deleted text; footnotes come later.
func (r *reader) storage(id uint64) {
	o, ok := r.once(id)
	if !ok || o.kind != storage && o.kind != otherStorage {
		return
	}
	r.storageOf(o.message)
}

func (r *reader) storageOf(m message) {
	const words, attachments, notes, deletions = 3, 9, 16, 22
	held := r.d.Budget.Held()
	attached := track{places: r.places(m.sub(attachments))}
	noted := track{places: r.places(m.sub(notes))}
	deleted := track{places: r.places(m.sub(deletions))}
	r.hold(4*len(m), "a text of the document")
	held = r.d.Budget.Held() - held
	defer r.d.Budget.Release(held)
	if r.flow.Err() != nil {
		return
	}
	var all strings.Builder
	for piece := range m.each(words) {
		all.Write(piece)
	}
	text := strings.ToValidUTF8(all.String(), "\uFFFD")
	r.flow.Line()
	begin, at := 0, uint64(0)
	for i, c := range text {
		if deleted.to(at); deleted.now != 0 {
			r.run(text[begin:i])
			begin = i + utf8.RuneLen(c)
		} else if isSpecial(c) {
			r.run(text[begin:i])
			begin = i + utf8.RuneLen(c)
			r.special(c, at, &attached, &noted)
		}
		if at++; c > 0xFFFF {
			at++
		}
		if r.flow.Err() != nil {
			return
		}
	}
	r.run(text[begin:])
	r.flow.Line()
}

func (r *reader) run(s string) {
	if s != "" {
		r.flow.Characters(s, false)
	}
}

// anchor stands in a text where an object is anchored, and noteMark where a footnote is.
const (
	anchor   = '\uFFFC'
	noteMark = '\x0E'
)

// isSpecial reports whether a character ends a line, or stands for an object.
func isSpecial(c rune) bool {
	return c < ' ' && c != '\t' || c == anchor || c == '\u2028' || c == '\u2029'
}

func (r *reader) special(c rune, at uint64, attached, noted *track) {
	isAttached, isNoted := attached.to(at), noted.to(at)
	switch c {
	case anchor, noteMark:
		if isNoted {
			r.attachment(noted.now)
		} else if isAttached {
			r.attachment(attached.now)
		}
	default: // the ends of paragraphs, lines, columns, pages and sections
		r.flow.Line()
	}
}

// attachment writes an object that is anchored in a text, except for numbers of pages and notes.
func (r *reader) attachment(id uint64) {
	o, ok := r.once(id)
	if !ok {
		return
	}
	switch o.kind {
	case drawableAttachment:
		r.drawable(o.ref(1))
	case contentsAttachment:
		r.drawable(o.sub(1).ref(1))
	case footnoteReference:
		if note := o.ref(2); note != 0 {
			r.hold(16, "footnotes")
			r.notes = append(r.notes, note)
		}
	case contentsPageNumber: // in a table of contents
		r.flow.Blank()
		r.flow.Characters(o.text(2), false)
	}
}

// footnotes writes those that were referred to, and those that they refer to.
func (r *reader) footnotes() {
	for i := 0; i < len(r.notes); i++ {
		r.storage(r.notes[i])
	}
	r.notes = nil
}
