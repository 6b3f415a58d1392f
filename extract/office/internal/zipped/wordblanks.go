package zipped

import "strings"

// wordBlanks finds the blanks of texts in WordprocessingML that are shown. Word and LibreOffice show no
// spaces and tabs at the ends of a w:t. They do if xml:space="preserve" is on it or around it. LibreOffice
// shows a line end there, and so does this.
type wordBlanks struct {
	depth  int         // of open elements
	spaces []xmlSpaces // that are open
	cuts   bool        // the ends of the text that is open are cut off
	begun  bool        // more than blanks has been shown of that text
	held   bool        // blanks have come since, which are shown if more follows
}

// xmlSpaces is the attribute xml:space of an element.
type xmlSpaces struct {
	depth    int
	preserve bool
}

// start handles the start of an element with this attribute, or "". Others of that name have other values.
func (b *wordBlanks) start(space string) {
	if preserve := space == "preserve"; preserve || space == "default" {
		b.spaces = append(b.spaces, xmlSpaces{b.depth, preserve})
	}
	b.depth++
}

// end handles the end of an element.
func (b *wordBlanks) end() {
	b.depth--
	if n := len(b.spaces); n > 0 && b.spaces[n-1].depth == b.depth {
		b.spaces = b.spaces[:n-1]
	}
}

// text begins a text. If keeps is set, it keeps its blanks anyway.
func (b *wordBlanks) text(keeps bool) {
	n := len(b.spaces)
	b.cuts, b.begun, b.held = !keeps && (n == 0 || !b.spaces[n-1].preserve), false, false
}

// shown returns what is shown of the next characters of a text. One blank stands for several.
func (b *wordBlanks) shown(s string) string {
	if !b.cuts || s == "" {
		return s
	}
	const blanks = " \t"
	core := strings.TrimLeft(s, blanks)
	b.held = b.begun && (b.held || len(core) < len(s))
	if core == "" {
		return ""
	}
	if s = core; b.held {
		s = " " + core
	}
	core = strings.TrimRight(s, blanks)
	b.begun, b.held = true, len(core) < len(s)
	return core
}
