package pdf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/pdf/internal/objects"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

const (
	// mostLinks bounds the links of a page that are compared with its numbers.
	mostLinks = 500
	// noteDigits is the number of digits of the longest number of a note.
	noteDigits = 4
	// linkRoom is how far a link reaches beyond its mark to each side, in heights of the mark.
	linkRoom = 1
	// leafCost and boxCost are the memory of a page and of a link, in bytes.
	leafCost = 64
	boxCost  = 64
)

// box is a rectangle on a page. In PDF, the y axis points up. In the layout of pdftotext, it points down.
type box struct {
	left, low, right, high float64
	button                 string // what a box to tick is as text, or what is chosen in a list, or "" of a link
	list                   bool
}

// leaf is a page in the tree of pages, with what it inherits from the nodes above.
type leaf struct {
	number uint32 // of its object, 0 if it has none
	media  box
	rotate int64 // clockwise, in degrees
}

// inherit returns the leaf of a node or a page below a node.
func (r *treeReader) inherit(above leaf, v, node objects.Value) leaf {
	above.number, _ = v.Ref()
	if media, err := r.file.GetEntry(node, "MediaBox"); err == nil && len(media) > 0 {
		above.media = r.box(media)
	}
	if rotate, err := r.file.GetEntry(node, "Rotate"); err == nil {
		if n, ok := rotate.Int(); ok {
			above.rotate = n
		}
	}
	return above
}

// look finds the links on each page that lead into the document, and the boxes to tick. It also finds what is
// drawn on each page. It finds nothing if the pages of pdftotext may have other numbers than those of the tree.
func (r *treeReader) look(tree *pageTree) error {
	if r.again || tree.kids.wrong > 0 || int64(len(r.leaves)) != tree.declared {
		return nil
	}
	tree.drawn = make([]drawing, len(r.leaves))
	for i, l := range r.leaves {
		page, err := r.file.Get(fmt.Appendf(nil, "%d 0 R", l.number))
		var links []box
		if err == nil {
			tree.drawn[i] = r.drawnOn(page)
			links, err = r.linksOn(l, page)
		}
		if err != nil && !objects.IsOfFile(err) {
			return err
		}
		if len(links) > 0 {
			tree.links = append(tree.links, make([][]box, i+1-len(tree.links))...)
			tree.links[i] = links
		}
	}
	return nil
}

// writing, painting and picturing are the operators that draw something. A blank page of a book may have a painted line.
var (
	writing   = lazy.Names(`' " TJ Tj`)
	painting  = lazy.Names(`B B* F S b b* f f* s`)
	picturing = lazy.Names(`BI Do sh`)
)

// mostPainted bounds the operators of painting on a page of text. A picture of lines or areas has more. mostDrawn bounds
// the bytes of each stream of the page in the file.
const (
	mostPainted = 4
	mostDrawn   = 1000
)

// drawnOn returns what is drawn on a page. A page with annotations, or with much content, may have a picture.
func (r *treeReader) drawnOn(page objects.Value) drawing {
	all := drawnNothing
	painted := 0
	look := func(v objects.Value) {
		if all == drawnMore {
			return
		}
		content, err := r.file.Stream(v, mostDrawn)
		for operator := range strings.FieldsFuncSeq(string(content), divides) {
			switch {
			case picturing.Has(operator):
				all = drawnMore
			case painting.Has(operator):
				painted++
				all = min(all, drawnText)
			case writing.Has(operator):
				all = min(all, drawnText)
			}
		}
		if err != nil || painted > mostPainted {
			all = drawnMore
		}
		r.document.Budget.Release(int64(len(content)))
	}
	if r.mayShow(page) {
		return drawnMore
	}
	contents := page.Entry("Contents")
	if list, err := r.file.Get(contents); err != nil {
		return drawnMore
	} else if len(list) > 0 && list[0] == '[' {
		for v := range list.Elements() {
			look(v)
		}
	} else if len(list) > 0 {
		look(contents)
	}
	return all
}

// mayShow reports whether a page has an annotation that may show something. A link leads from what the page shows.
func (r *treeReader) mayShow(page objects.Value) bool {
	list, err := r.file.GetEntry(page, "Annots")
	if err != nil {
		return true
	}
	const most = 100
	n := 0
	for v := range list.Elements() {
		annotation, err := r.file.Get(v)
		if n++; err != nil || n > most || annotation.Entry("Subtype").Name() != "Link" {
			return true
		}
	}
	return false
}

// divides reports whether a character ends an operator.
func divides(r rune) bool { return r <= ' ' || strings.ContainsRune("()<>[]{}/%", r) }

// linksOn returns the links on a page, where pdftotext writes words.
func (r *treeReader) linksOn(l leaf, page objects.Value) (links []box, err error) {
	annotations := page.Entry("Annots")
	if number, ok := annotations.Ref(); ok {
		if _, ok := r.seen[number]; ok { // pages do not share their annotations
			return nil, nil
		}
		r.seen[number] = nil
	}
	if annotations, err = r.file.Get(annotations); err != nil {
		return nil, err
	}
	for v := range annotations.Elements() {
		annotation, err := r.file.Get(v)
		if err != nil {
			return links, err
		}
		button, list, err := r.button(annotation)
		switch {
		case objects.IsOfFile(err):
			r.document.Lose("the choices in lists of the form are not read: %w", err)
		case err != nil:
			return links, err
		}
		if button == "" && !r.leadsInside(annotation) {
			continue
		}
		if len(links) >= mostLinks {
			if button == "" {
				continue
			}
			r.document.Lose("not all boxes to tick of the form are read: a page has more than %d fields and links",
				mostLinks)
			break
		}
		rectangle, err := r.file.GetEntry(annotation, "Rect")
		if err != nil {
			return links, err
		}
		if err := r.document.Budget.Hold(boxCost+int64(len(button)), "the links of PDF"); err != nil {
			return nil, err
		}
		link := r.box(rectangle).shown(l.media, l.rotate)
		link.button, link.list = button, list
		links = append(links, link)
	}
	return links, nil
}

// leadsInside reports whether an annotation is a link with a destination in the document.
func (r *treeReader) leadsInside(annotation objects.Value) bool {
	if annotation.Entry("Subtype").Name() != "Link" {
		return false
	}
	if annotation.Entry("Dest") != nil {
		return true
	}
	action, err := r.file.GetEntry(annotation, "A")
	return err == nil && action.Entry("S").Name() == "GoTo"
}

// button returns what a field of a form has as text that pdftotext does not print. That is the state of a box to
// tick, or what is chosen in a list. It returns "" for other annotations.
func (r *treeReader) button(annotation objects.Value) (text string, list bool, err error) {
	if annotation.Entry("Subtype").Name() != "Widget" {
		return "", false, nil
	}
	if flags, err := r.file.GetEntry(annotation, "F"); err == nil {
		if n, _ := flags.Int(); n&notShown != 0 {
			return "", false, nil
		}
	}
	state, err := r.file.GetEntry(annotation, "AS")
	switch {
	case err != nil:
		return "", false, nil
	case state.Name() == "":
		text, err = r.chosen(annotation)
		return text, true, err
	}
	return field.Box(state.Name() != "Off"), false, nil
}

// box returns a rectangle (ISO 32000-1, 7.9.5), which has any two opposite corners. Other values have an empty one.
func (r *treeReader) box(v objects.Value) box {
	var at []float64
	for element := range v.Elements() {
		element, err := r.file.Get(element)
		n, wrong := strconv.ParseFloat(string(element), 64)
		if err != nil || wrong != nil || len(at) == 4 {
			return box{}
		}
		at = append(at, n)
	}
	if len(at) != 4 {
		return box{}
	}
	return box{left: min(at[0], at[2]), low: min(at[1], at[3]), right: max(at[0], at[2]), high: max(at[1], at[3])}
}

// shown returns where a box stands when the page is turned, from its left and upper edge.
func (b box) shown(media box, rotate int64) box {
	b = box{left: b.left - media.left, low: b.low - media.low, right: b.right - media.left, high: b.high - media.low}
	width, height := media.right-media.left, media.high-media.low
	switch (rotate%360 + 360) % 360 {
	case 90:
		return box{left: b.low, low: b.left, right: b.high, high: b.right}
	case 180:
		return box{left: width - b.right, low: b.low, right: width - b.left, high: b.high}
	case 270:
		return box{left: height - b.high, low: width - b.right, right: height - b.low, high: width - b.left}
	}
	return box{left: b.left, low: height - b.high, right: b.right, high: height - b.low}
}

// isLinked reports whether a word is a number that is a link by itself. A link may also cover the words beside it,
// such as an entry of a table of contents. Then the number is no mark of a note.
func (w *word) isLinked(links []box) bool {
	number := w.mark()
	if len(links) == 0 || number == "" || utf8.RuneCountInString(number) > noteDigits ||
		strings.ContainsFunc(number, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return false
	}
	x, y, room := (w.left+w.right)/2, (w.top+w.base)/2, linkRoom*(w.base-w.top)
	return slices.ContainsFunc(links, func(b box) bool {
		return b.button == "" && b.has(x, y) && b.left >= w.left-room && b.right <= w.right+room
	})
}
