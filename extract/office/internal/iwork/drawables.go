package iwork

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// mostDepth bounds the objects that are in one another.
const mostDepth = 200

// once returns an object that has not been shown, and takes it as shown.
func (r *reader) once(id uint64) (object, bool) {
	o := r.object(id)
	if o.message == nil || r.shown[id] {
		return object{}, false
	}
	r.shown[id] = true
	return o, true
}

// object returns an object that the text refers to, without bytes if it has no text.
func (r *reader) object(id uint64) object {
	o, ok := r.objects[id]
	if !ok && id != 0 {
		r.d.Lose("an object of the document is missing: %d", id)
	}
	return o
}

// drawable writes the text of an object on a page, a slide or a sheet, once.
func (r *reader) drawable(id uint64) {
	o, ok := r.once(id)
	if !ok {
		return
	}
	if r.depth++; r.depth > mostDepth {
		r.flow.Fail(fmt.Errorf("%w: more than %d nested objects", medium.ErrTooDeep, mostDepth))
		return
	}
	defer func() { r.depth-- }()
	if err := r.d.Check(); err != nil {
		r.flow.Fail(err)
		return
	}
	r.flow.Line()
	switch o.kind {
	case shapeWithText:
		r.shape(o.message)
	case placeholder, otherPlaceholder:
		const slideNumber = 1
		if o.number(2) != slideNumber {
			r.shape(o.sub(1))
		}
	case contentsShape, captionKind:
		r.shape(o.sub(1))
	case groupKind:
		for child := range o.refs(2) {
			r.drawable(child)
		}
		r.captions(o.sub(1))
	case imageKind, movieKind:
		r.pictures = true
		r.captions(o.sub(1))
	case chartKind:
		r.chart(o.message)
		r.captions(o.sub(1))
	case tableInfo:
		r.table(o.ref(2))
		r.captions(o.sub(1))
	case pageTableInfo:
		r.table(o.sub(1).ref(2))
		r.captions(o.sub(1).sub(1))
	}
	r.flow.Line()
}

// shape writes the text in a shape. Of a text that flows through several, it is all in the first.
func (r *reader) shape(m message) {
	if through := m.ref(3); through != 0 {
		if o, ok := r.once(through); ok && o.kind == flowKind {
			r.storage(o.ref(1))
		}
	}
	r.storage(m.ref(2))
	r.storage(m.ref(4))
	r.captions(m.sub(1).sub(1))
}

// captions writes the title and the caption of an object, where they are shown.
func (r *reader) captions(drawable message) {
	const titleField, captionField, titleHidden, captionHidden = 10, 11, 12, 13
	if !drawable.is(titleHidden) {
		r.drawable(drawable.ref(titleField))
	}
	if !drawable.is(captionHidden) {
		r.drawable(drawable.ref(captionField))
	}
}

// chart writes the titles of a chart and its axes, and the names of its series and categories.
func (r *reader) chart(m message) {
	const (
		extension                         = 10000
		itsStyle, itsGrid                 = 10, 7
		valueAxes, categoryAxes           = 14, 16
		showsTitle, itsTitle              = 21, 23
		showsCategoryTitle, categoryTitle = 13, 15
		showsValueTitle, valueTitle       = 14, 16
		rowNames, columnNames             = 1, 2
	)
	c := m.sub(extension)
	properties := func(style uint64) message {
		o, _ := r.once(style)
		return o.sub(extension)
	}
	line := func(s string) {
		r.flow.Line()
		r.flow.Characters(strings.ToValidUTF8(s, "\uFFFD"), false)
		r.flow.Line()
	}
	titleOf := func(style uint64, shows, title int) {
		if p := properties(style); p.is(shows) {
			line(p.text(title))
		}
	}
	titleOf(c.ref(itsStyle), showsTitle, itsTitle)
	for f := range c.sub(itsGrid).all() {
		if f.number == rowNames || f.number == columnNames {
			line(string(f.octets))
		}
	}
	for axis := range c.refs(valueAxes) {
		titleOf(axis, showsValueTitle, valueTitle)
	}
	for axis := range c.refs(categoryAxes) {
		titleOf(axis, showsCategoryTitle, categoryTitle)
	}
}
