package zipped

import (
	"cmp"
	"encoding/xml"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// openStyle is what a style says of its texts, tables or pages.
type openStyle struct {
	shown int    // 1 even in what is hidden, -1 hidden, 0 not said
	font  string // of symbols
}

// openSpan is a paragraph or a span whose style says something, with what is said around it.
type openSpan struct {
	openStyle
	depth int // of elements around it
}

// openRuns are the elements in which a span can show what is hidden.
var openRuns = lazy.Names(`text:a text:h text:p text:span`)

// span returns the innermost span that is open.
func (t *openText) span() openSpan {
	if n := len(t.spans); n > 0 {
		return t.spans[n-1]
	}
	return openSpan{}
}

// face notes a font of symbols.
func (t *openText) face(e xml.StartElement) {
	name := attrIn(e, "style:name")
	font := strings.Trim(cmp.Or(attrIn(e, "svg:font-family"), attr(e, "font-family")), `"'`)
	if !symbol.IsFont(font) {
		return
	}
	t.holdStyle(name + font)
	if t.faces == nil {
		t.faces = make(map[string]string)
	}
	t.faces[name] = font
}

// textStyle adds to the style that is being read what it says of text.
func (t *openText) textStyle(e xml.StartElement) {
	s := t.styles[t.style]
	switch attrIn(e, "text:display") {
	case "none":
		s.shown = -1
	case "true":
		s.shown = 1
	}
	if name := attrIn(e, "style:font-name"); name != "" {
		s.font = t.faces[name]
	}
	t.mark(s)
}

// hide hides what has the style that is being read.
func (t *openText) hide(hidden bool) {
	if hidden {
		t.mark(openStyle{shown: -1})
	}
}

func (t *openText) mark(s openStyle) {
	if _, ok := t.styles[t.style]; !ok {
		if s == (openStyle{}) {
			return
		}
		t.holdStyle(t.style)
	}
	t.styles[t.style] = s
	if t.common && t.byName {
		t.named[t.style] = s
	}
}

func (t *openText) holdStyle(s string) {
	if err := t.within.Budget.Hold(int64(len(s)+entryCost), "styles"); err != nil {
		t.flow.Fail(err)
	}
}

// isHidden reports whether an element is left out. It begins a span if the element is one.
func (t *openText) isHidden(name string, e xml.StartElement) bool {
	around := t.span()
	hidden := around.shown < 0 && !openRuns.Has(name)
	for _, a := range e.Attr {
		switch prefixed(a.Name) {
		case "text:style-name", "table:style-name", "draw:style-name":
			style, ok := t.styles[a.Value]
			if ok && openRuns.Has(name) {
				style = openStyle{cmp.Or(style.shown, around.shown), cmp.Or(style.font, around.font)}
				t.spans = append(t.spans, openSpan{style, t.depth})
			} else {
				hidden = hidden || style.shown < 0
			}
		case "text:display", "drawooo:display":
			hidden = hidden || a.Value == "none"
		case "text:is-hidden":
			hidden = hidden || a.Value == "true"
		}
	}
	return hidden
}
