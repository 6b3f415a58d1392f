package zipped

import (
	"encoding/xml"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// A shade is a paragraph or a span whose style hides its text, or shows text in what is hidden.
type shade struct {
	depth  int // of elements around it
	hidden bool
}

// openRuns are the elements in which a span can show what is hidden.
var openRuns = lazy.Names(`text:a text:h text:p text:span`)

func (t *openText) isShaded() bool {
	n := len(t.shades)
	return n > 0 && t.shades[n-1].hidden
}

// display marks the style that is being read by what it says of text.
func (t *openText) display(display string) {
	if t.hide(display == "none"); display == "true" {
		t.mark(false)
	}
}

// hide marks the style that is being read if it hides.
func (t *openText) hide(hidden bool) {
	if hidden {
		t.mark(true)
	}
}

func (t *openText) mark(hidden bool) {
	if _, ok := t.hides[t.style]; !ok {
		if err := t.within.Budget.Hold(int64(len(t.style)+entryCost), "hidden styles"); err != nil {
			t.flow.Fail(err)
		}
	}
	t.hides[t.style] = hidden
	if t.common && t.byName {
		t.named[t.style] = hidden
	}
}

// isHidden reports whether an element is left out. It begins a shade if the element is one.
func (t *openText) isHidden(name string, e xml.StartElement) bool {
	if t.isShaded() && !openRuns.Has(name) {
		return true
	}
	for _, a := range e.Attr {
		switch prefixed(a.Name) {
		case "text:style-name", "table:style-name", "draw:style-name":
			hidden, ok := t.hides[a.Value]
			switch {
			case ok && openRuns.Has(name):
				t.shades = append(t.shades, shade{t.depth, hidden})
			case hidden:
				return true
			}
		case "text:display", "drawooo:display":
			if a.Value == "none" {
				return true
			}
		case "text:is-hidden":
			if a.Value == "true" {
				return true
			}
		}
	}
	return false
}

// heldParagraph is a paragraph of a text that is being read. An element inside it can hide all of it, with
// its notes.
type heldParagraph struct {
	text, notes *aside // notes is nil if it has none
	hidden      bool
}

// mostHeld bounds the paragraphs around one another that are held, since a text is copied at the end of each. Ordinary
// texts have few: that of a text box, and of a note in it. Deeper ones are shown.
const mostHeld = 8

// holdParagraph begins a paragraph that is held until its end. Only texts have paragraphs that hide.
func (t *openText) holdParagraph() {
	if t.sheet || t.slides {
		return
	}
	if len(t.held) == mostHeld {
		t.deeper++
		return
	}
	p := heldParagraph{text: t.aside(1)}
	t.held = append(t.held, p)
	t.push(p.text)
}

// hideParagraph hides the innermost paragraph.
func (t *openText) hideParagraph() {
	if n := len(t.held); n > 0 && t.deeper == 0 {
		t.held[n-1].hidden = true
	}
}

// notesHere returns what the notes in the innermost paragraph are written to.
func (t *openText) notesHere() *aside {
	n := len(t.held)
	if n == 0 {
		return t.notes
	}
	p := &t.held[n-1]
	if p.notes == nil {
		p.notes = t.aside(1)
	}
	return p.notes
}

// releaseParagraph ends the innermost paragraph, and writes it unless it is hidden.
func (t *openText) releaseParagraph() {
	n := len(t.held)
	if n == 0 {
		return
	}
	if t.deeper > 0 {
		t.deeper--
		return
	}
	p := t.held[n-1]
	t.held = t.held[:n-1]
	t.pop()
	if !p.hidden {
		t.flow.Characters(p.text.text.String(), true)
	}
	p.text.text.Reset()
	if p.notes == nil {
		return
	}
	if !p.hidden {
		notes := t.notesHere().flow
		notes.Line()
		notes.Characters(p.notes.text.String(), true)
		notes.Line()
		if err := notes.Err(); err != nil {
			t.flow.Fail(err)
		}
	}
	p.notes.text.Reset()
}
