package zipped

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
