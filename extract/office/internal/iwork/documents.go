package iwork

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/office/internal/zipped"
)

// root is the identifier of the object that a document begins with.
const root = 1

// document writes the text of a document of 2013 or later.
func (r *reader) document() error {
	o := r.object(root)
	r.readOwnFormats()
	switch {
	case o.kind == pagesDocument:
		r.d.MediaType = zipped.Pages
		r.pages(o.message)
	case o.kind == documentKind && o.ref(2) != 0:
		r.d.MediaType = zipped.Keynote
		r.keynote(o.ref(2))
	case o.kind == documentKind:
		r.d.MediaType = zipped.Numbers
		r.numbers(o.message)
	default:
		return fmt.Errorf("%w: %s: it has no document", medium.ErrMalformed, title)
	}
	return nil
}

// pages writes the body of a document of Pages, fixed boxes, notes, headers and footers.
func (r *reader) pages(document message) {
	body := document.ref(4)
	r.storage(body)
	for group := range r.object(document.ref(3)).each(1) {
		for entry := range group.all() {
			const behind, before, among = 2, 3, 4 // the text
			if entry.number == behind || entry.number == before || entry.number == among {
				r.drawable(entry.octets.ref(1))
			}
		}
	}
	r.footnotes()
	r.section(document.ref(5))
	for _, p := range r.places(r.object(body).sub(17)) {
		r.section(p.object)
	}
}

// section writes what the pages of a section repeat, by the page masters that they use.
func (r *reader) section(id uint64) {
	o, ok := r.once(id)
	if !ok || o.kind != section {
		return
	}
	const (
		firstDiffers, evenDiffers   = 18, 19
		first, even, odd            = 23, 24, 25
		oldHeaders, oldFooters      = 3, 4
		oldDrawables, firstHasNoHdr = 14, 28
	)
	r.repeated(o.message, oldHeaders, oldFooters, oldDrawables)
	masters := []uint64{o.ref(odd)}
	if o.is(firstDiffers) && !o.is(firstHasNoHdr) {
		masters = append(masters, o.ref(first))
	}
	if o.is(evenDiffers) {
		masters = append(masters, o.ref(even))
	}
	for _, id := range masters {
		if master, ok := r.once(id); ok && master.kind == pageMaster {
			r.repeated(master.message, 1, 2, 3)
		}
	}
}

// repeated writes headers, footers and shapes to the margins.
func (r *reader) repeated(m message, headers, footers, drawables int) {
	for _, part := range []int{headers, footers} {
		for id := range m.refs(part) {
			r.margin(func() { r.storage(id) })
		}
	}
	for id := range m.refs(drawables) {
		r.margin(func() { r.drawable(id) })
	}
}

// keynote writes a presentation: its slides in order, except skipped ones, and their masters.
func (r *reader) keynote(show uint64) {
	tree := r.object(show).sub(3)
	nodes := 0
	for id := range tree.refs(2) {
		nodes++
		r.slideNode(id, false)
	}
	if nodes == 0 { // as the first versions have it
		r.slideNode(tree.ref(1), true)
	}
	r.footnotes()
}

// slideNode writes a slide, and those that are indented below it if they stand nowhere else.
func (r *reader) slideNode(id uint64, children bool) {
	o, ok := r.once(id)
	if !ok || o.kind != slideNode {
		return
	}
	if r.depth++; r.depth > mostDepth {
		r.flow.Fail(fmt.Errorf("%w: more than %d slides below one another", medium.ErrTooDeep, mostDepth))
		return
	}
	defer func() { r.depth-- }()
	const isSkipped = 4
	if !o.is(isSkipped) {
		r.slide(o.ref(2))
	}
	if children {
		for child := range o.refs(1) {
			r.slideNode(child, true)
		}
	}
}

func (r *reader) slide(id uint64) {
	o, ok := r.once(id)
	if !ok || o.kind != slide && o.kind != masterSlide {
		return
	}
	for drawable := range drawn(o.message) {
		r.drawable(drawable)
	}
	master, ok := r.once(o.ref(17))
	if !ok {
		return
	}
	for drawable := range drawn(master.message) {
		if kind := r.object(drawable).kind; kind != placeholder && kind != otherPlaceholder {
			r.margin(func() { r.drawable(drawable) })
		}
	}
}

// drawn returns the objects on a slide, from those behind to those before. Which placeholders
// are shown is known by their being among them.
func drawn(m message) func(yield func(uint64) bool) {
	const byDepth, owned = 42, 7
	for range m.each(byDepth) {
		return m.refs(byDepth)
	}
	return m.refs(owned)
}

// numbers writes a document of Numbers: the tables of each shown sheet, and then the rest.
func (r *reader) numbers(document message) {
	r.sheets = true
	for id := range document.refs(1) {
		const isHidden = 25
		o, ok := r.once(id)
		if !ok || o.kind != sheetOrShow || o.is(isHidden) {
			continue
		}
		for _, tables := range []bool{true, false} {
			for drawable := range o.refs(2) {
				if tables == (r.object(drawable).kind == tableInfo) {
					r.drawable(drawable)
				}
			}
		}
	}
	r.footnotes()
}
