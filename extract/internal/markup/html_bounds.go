package markup

import (
	"bytes"
	"fmt"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The HTML Standard's tree builder makes trees that are far larger than their pages, by design. A formatting
// element that is not closed is opened again in each block after it. So four bytes can make hundreds of
// elements. https://go.dev/issue/79573 is one case. https://go.dev/cl/709876, which bounds the depth, is
// another. For lexbor see https://github.com/lexbor/lexbor/issues/340. Before a tree is built, the tokens are
// scanned, and a page that might make too many elements is refused.

const (
	// A page of n bytes may make opensFree + opensEach*n elements besides its own. One whose tag
	// is long counts as several, for its attributes.
	opensFree, opensEach = 1 << 18, 2
	// Attributes of <html> and <body> that come again are compared with all there are.
	comparedFree, comparedEach = 1 << 20, 8
	// openCost is what bound keeps of an open tag, in bytes.
	openCost = 64
)

// opened counts the formatting elements that are open.
type opened struct {
	frames []frame
	now    int    // elements that the next tag or text may open again
	all    int    // elements that were opened again
	root   int    // attributes of <html> and <body>
	same   int    // comparisons of these
	raw    string // the element of SVG or MathML whose tags may be text
	alien  int    // frames that are SVG or MathML
	again  reopened
}

// frame is an element that keeps end tags from formatting elements outside it.
type frame struct {
	name string
	open map[string][]string // tags by name, in the order of opening
	like map[string]int      // how often each is open; the Standard keeps three
}

// bound returns an error if the tree of a page may be too large, or take too long to build. Otherwise it returns the
// number of elements of the tree that have no tag.
func bound(b *budget.Budget, page []byte) (again int, err error) {
	if len(page) < 1<<10 {
		return 0, nil
	}
	tags := openCost * int64(bytes.Count(page, []byte("<")))
	defer b.Release(tags)
	if err := b.Hold(tags, "the tags of HTML"); err != nil {
		return 0, err
	}
	o := &opened{frames: []frame{{}}}
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		z.AllowCDATA(foreign.Has(o.top().name))
		switch z.Next() {
		case html.ErrorToken:
			return o.again.all, nil
		case html.TextToken:
			o.all += o.now
			o.again.text(o.now)
			if raw := z.Raw(); bytes.HasPrefix(raw, []byte("<![CDATA[")) {
				o.doubtful(raw[1:])
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			o.all += o.now
			tag := z.Raw()
			name, more := z.TagName()
			o.again.start(string(name), o.now)
			o.start(string(name), tag)
			if string(name) == "html" || string(name) == "body" {
				for more {
					_, _, more = z.TagAttr()
					o.root++
				}
				o.same += o.root
			}
			if o.raw != "" || string(name) == "noscript" { // as when scripts are not run
				z.NextIsNotRawText()
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			o.again.end(string(name), o.now)
			o.end(string(name))
		}
		switch {
		case o.all > opensFree+opensEach*len(page):
			return 0, fmt.Errorf("%w: HTML: too many formatting elements are opened again and again", medium.ErrExpansion)
		case o.same > comparedFree+comparedEach*len(page):
			return 0, fmt.Errorf("%w: HTML: too many attributes of <html> or <body> in several tags", medium.ErrExpansion)
		}
	}
}

func (o *opened) top() *frame { return &o.frames[len(o.frames)-1] }

func (o *opened) start(name string, tag []byte) {
	for foreign.Has(o.top().name) && elements.BreakOut.Has(name) {
		o.pop()
	}
	if cells.Has(name) {
		o.leaveCell()
	}
	switch {
	case elements.Formatting.Has(name):
		if name == "a" { // ends the one before it
			o.close(name)
		}
		o.open(name, string(tag))
	case name == "table" && o.top().name == name: // ends that one, and begins another
	case frames.Has(name):
		o.frames = append(o.frames, frame{name: name})
		if foreign.Has(name) {
			o.alien++
		}
	case o.raw == "" && o.alien > 0 && elements.RawText.Has(name):
		o.raw = name
	}
}

// open opens a formatting element.
func (o *opened) open(name, tag string) {
	f := o.top()
	if f.open == nil {
		f.open, f.like = make(map[string][]string), make(map[string]int)
	}
	f.open[name] = append(f.open[name], tag)
	if f.like[tag]++; f.like[tag] <= 3 {
		o.now += weight(tag)
	}
}

// close closes the last formatting element of that name in the innermost frame.
func (o *opened) close(name string) {
	f := o.top()
	tags := f.open[name]
	if len(tags) == 0 {
		return
	}
	tag := tags[len(tags)-1]
	f.open[name] = tags[:len(tags)-1]
	if f.like[tag]--; f.like[tag] < 3 {
		o.now -= weight(tag)
	}
}

// weight is how many elements an element counts as.
func weight(tag string) int { return 1 + len(tag)/8 }

func (o *opened) end(name string) {
	if o.raw != "" { // these tags may be text, which ends nothing
		if name == o.raw {
			o.raw = ""
		}
		return
	}
	if name == "table" || cells.Has(name) && !frames.Has(name) {
		o.leaveCell()
	}
	if len(o.frames) > 1 && o.top().name == name {
		o.pop()
		return
	}
	o.close(name)
}

// leaveCell ends the innermost frame if that is a cell or a caption of a table.
func (o *opened) leaveCell() {
	if o.inTable() {
		o.pop()
	}
}

// inTable reports whether the innermost frame is a cell or a caption of a table.
func (o *opened) inTable() bool {
	n := len(o.frames)
	return n > 2 && cells.Has(o.frames[n-1].name) && o.frames[n-2].name == "table"
}

// pop ends the innermost frame. What is open in it ends with a cell of a table. It may stay open
// otherwise: the tree builder ignores some start tags of frames.
func (o *opened) pop() {
	inner, ends := *o.top(), o.inTable()
	o.frames = o.frames[:len(o.frames)-1]
	if foreign.Has(inner.name) {
		o.alien--
	}
	for name, tags := range inner.open {
		for _, tag := range tags {
			if inner.like[tag]--; inner.like[tag] < 3 {
				o.now -= weight(tag)
			}
			if !ends {
				o.open(name, tag)
				o.all++ // so that frames in one another do not take long
			}
		}
	}
}

// doubtful counts the start tags in what may be text.
func (o *opened) doubtful(text []byte) {
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			tag := string(z.Raw())
			if name, _ := z.TagName(); elements.Formatting.Has(string(name)) {
				o.open(string(name), tag)
			}
			z.NextIsNotRawText()
		}
	}
}

var (
	// foreign are those within which names are of SVG or MathML.
	foreign = lazy.Names("svg math")
	// frames are the elements that bound scopes (13.2.4.2) or the list of active formatting elements (13.2.4.3).
	frames = lazy.Names(`applet caption marquee object select table td template th svg math
		foreignobject desc mi mn mo ms mtext annotation-xml frameset`)
	// cells are the parts of tables that end a cell.
	cells = lazy.Names("caption col colgroup tbody td tfoot th thead tr")
)
