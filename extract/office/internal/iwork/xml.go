package iwork

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/office/internal/zipped"
)

// index reads the XML of a document until 2009. Anchored objects precede their place in the text.
type index struct {
	*reader
	ends       []func()          // what is to do at the ends of the open elements
	asides     map[string]string // texts that are referred to, by their identifiers
	levels     map[string]int    // how many others are in one another in them
	level      int               // nested in the current list
	choices    map[string]string // those of menus
	paragraphs int               // that are open
	masters    int               // that are open
	proxy      bool              // the layer of a master is being referred to
	boxes      []string          // what is fixed on pages
	footnotes  []string          // and endnotes
	headers    map[string]string // and footers, by their names
	order      []string          // names of headers and footers
	sections   []string          // styles of sections
	look       looks
	table      *grid
	chart      bool // the names of a chart are being read
	untitled   bool // whose title is not shown
}

func (r *reader) readXML(m *zipped.Members, name string) error {
	switch {
	case strings.Contains(name, ".apxl"):
		r.d.MediaType = zipped.Keynote
	case strings.EqualFold(path.Ext(r.d.Name), ".numbers"):
		r.d.MediaType = zipped.Numbers
	}
	member, err := m.Open(name)
	if err != nil {
		return err
	}
	defer member.Close()
	var source io.Reader = member
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(member)
		if medium.IsFinal(err) {
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: %q: %w", medium.ErrMalformed, name, err)
		}
		source = r.d.Unpacked(z)
	}
	x := &index{
		reader: r, look: looks{reader: r, styles: make(map[string]*style), formats: make(map[string]format)}, levels: make(map[string]int),
		asides: make(map[string]string), choices: make(map[string]string), headers: make(map[string]string),
	}
	all := zipped.Handlers{Start: x.start, End: x.endOf, Text: x.characters}
	err = all.Walk(r.d, source, name, func() error { return x.flow.Err() })
	if medium.IsFinal(err) {
		return err
	}
	for i := len(x.ends) - 1; i >= 0; i-- { // of a document that is cut short
		x.ends[i]()
	}
	x.rest()
	if err != nil {
		if !x.flow.Begun() {
			return err
		}
		r.d.Lose("the text ends where the document is damaged: %w", err)
	}
	return nil
}

// rest writes what comes after the text: what is fixed on pages, the notes, and the headers.
func (x *index) rest() {
	for _, part := range append(x.boxes, x.footnotes...) {
		x.flow.Line()
		x.flow.Characters(part, true)
		x.flow.Line()
	}
	shown := x.look.headers(x.sections)
	for _, name := range x.order {
		if len(shown) > 0 && !shown[name] {
			continue
		}
		if err := x.margins.Add(x.headers[name]); err != nil {
			x.flow.Fail(err)
		}
	}
}

func (x *index) characters(s string) {
	if x.paragraphs > 0 {
		x.flow.Characters(s, false)
	}
}

func (x *index) endOf(string) {
	last := len(x.ends) - 1
	x.ends[last]()
	x.ends = x.ends[:last]
}

func value(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.Clone(a.Value)
		}
	}
	return ""
}

// apart collects the text of an element, and passes it to the function at its end.
func (x *index) apart(keep func(text string)) func() {
	e, paragraphs := x.begin(), x.paragraphs
	x.paragraphs = 0
	return func() {
		x.paragraphs = paragraphs
		keep(x.end(e))
	}
}

// set keeps an element for later references.
func (x *index) set(id string) func() {
	before := x.level
	x.level = 0
	return x.apart(func(text string) {
		x.keep(x.asides, id, text)
		x.levels[id] = max(x.levels[id], x.level)
		x.level = before
	})
}

// keep keeps the first text of a name.
func (x *index) keep(in map[string]string, name, text string) {
	if _, ok := in[name]; !ok {
		x.hold(objectCost+len(name)+len(text), "parts of the document")
		in[name] = strings.Clone(text)
	}
}

// add keeps a text for later.
func (x *index) add(to *[]string, text string) {
	x.hold(objectCost+len(text), "parts of the document")
	*to = append(*to, strings.Clone(text))
}

// outside are elements without text: comments, speaker notes, templates of pages, and looks.
var outside = map[string]bool{
	"sf:annotations": true, "sf:annotation": true, "sf:sticky-note": true, "key:sticky-notes": true, "key:notes": true,
	"sf:metadata": true, "sl:metadata": true, "ls:metadata": true, "key:metadata": true, "sl:publication-info": true,
	"sf:geometry": true, "sf:wrap": true, "sf:path": true, "key:thumbnails": true, "sl:thumbnails": true,
	"key:events": true, "key:build-chunks": true, "key:ui-state": true, "sl:window-configs": true, "sf:calc-engine": true,
	"sf:cell-comment-mapping": true, "sf:error_warning_mapping": true, "ls:printingss": true, "key:soundtrack": true,
	"sf:paragraphstyle": true, "sf:characterstyle": true, "sf:liststyle": true, "sf:layoutstyle": true, "sf:graphic-style": true,
	"sf:vector-style": true, "sf:tocstyle": true, "sf:headline-style": true, "sf:slide-style": true, "key:slide-style": true,
	"sf:model-property-bag": true, "sf:fo": true,
}

// start handles the start of an element, and says what is to do at its end.
func (x *index) start(name string, e xml.StartElement) bool {
	if outside[name] || strings.Contains(name, "prototype") {
		return false
	}
	end := func() {}
	id := value(e, "ID")
	switch name {
	case "sl:document", "ls:document":
		if name == "sl:document" {
			x.d.MediaType = zipped.Pages
		} else {
			x.d.MediaType, x.sheets = zipped.Numbers, true
		}
	case "sf:p":
		end = x.paragraph()
	case "sf:tab":
		x.flow.Blank()
	case "sf:date-time":
		x.characters(value(e, "val"))
	case "sf:attachment":
		end = x.set(id)
	case "sf:footnotes":
		end = x.apart(func(text string) { x.add(&x.footnotes, text) })
	case "sl:page-group":
		end = x.apart(func(text string) { x.add(&x.boxes, text) })
	case "sl:section-drawables":
		end = x.apart(func(text string) {
			if err := x.margins.Add(text); err != nil {
				x.flow.Fail(err)
			}
		})
	case "sf:header", "sf:footer":
		name := value(e, "name")
		end = x.apart(func(text string) {
			if _, known := x.headers[name]; !known {
				x.keep(x.headers, name, text)
				x.add(&x.order, name)
			}
		})
	case "sf:section":
		x.add(&x.sections, value(e, "style"))
	case "key:theme-list":
		end = x.apart(func(string) {})
	case "key:slide", "ls:workspace":
		if hidden := value(e, "hidden"); hidden == "true" || hidden == "1" {
			return false
		}
		x.flow.Line()
	case "key:master-slide":
		x.masters++
		end = func() { x.masters-- }
	case "sf:layer":
		if x.masters > 0 {
			end = x.set(id)
		}
	case "sf:proxy-master-layer":
		x.proxy = true
		end = func() { x.proxy = false }
	case "sf:layer-ref":
		if layer := value(e, "IDREF"); x.proxy {
			if err := x.margins.Add(x.asides[layer]); err != nil {
				x.flow.Fail(err)
			}
			delete(x.asides, layer)
		}
	case "sf:media", "sf:image", "sf:movie":
		x.pictures = x.pictures || x.masters == 0
	case "sf:drawable-shape", "sf:text-storage":
		x.gap()
		end = x.gap
	default:
		switch {
		case strings.HasSuffix(name, "-placeholder"):
			if x.masters > 0 {
				return false
			}
			end = x.set(id)
		case strings.HasSuffix(name, "-placeholder-ref"), name == "sf:attachment-ref":
			x.refer(value(e, "IDREF"))
		case strings.HasPrefix(name, "sf:") && strings.HasSuffix(name, "br"):
			x.flow.Line()
		default:
			end = x.startOther(name, e)
		}
	}
	x.ends = append(x.ends, end)
	return true
}

// startOther handles the start of an element of looks, tables and charts.
func (x *index) startOther(name string, e xml.StartElement) func() {
	if end := x.look.start(name, e); end != nil {
		return end
	}
	if end := x.startTable(name, e); end != nil {
		return end
	}
	switch name {
	case "sf:chart-info":
		before := x.chart
		x.chart = true
		return func() { x.chart = before }
	case "sf:chart-style-ref":
		x.untitled = false
		if p, ok := x.look.of(value(e, "IDREF"), chartTitle); ok && x.chart {
			x.untitled = p.number == "0"
		}
	case "sf:chart-name", "sf:string":
		if x.chart && !(x.untitled && name == "sf:chart-name") {
			x.flow.Line()
			x.flow.Characters(value(e, "string"), false)
			x.flow.Line()
		}
	case "content": // of Keynote 1, in which it is a paragraph
		if x.d.MediaType == zipped.Keynote {
			return x.paragraph()
		}
	}
	return func() {}
}

// gap calls for what stands between paragraphs: a line end, or in a cell of a sheet a blank.
func (x *index) gap() {
	if x.table != nil && x.table.open && x.sheets {
		x.flow.Blank()
	} else {
		x.flow.Line()
	}
}

// paragraph begins a paragraph.
func (x *index) paragraph() (end func()) {
	x.gap()
	x.paragraphs++
	return func() {
		x.paragraphs--
		x.gap()
	}
}

// refer writes what was kept, once.
func (x *index) refer(id string) {
	const mostLevels = 20 // each copies the text
	text, ok := x.asides[id]
	if !ok || x.masters > 0 {
		return
	}
	delete(x.asides, id)
	if x.level = max(x.level, x.levels[id]+1); x.level > mostLevels {
		x.flow.Fail(fmt.Errorf("%w: more than %d nested attachments", medium.ErrTooDeep, mostLevels))
	}
	x.flow.Line()
	x.flow.Characters(text, true)
	x.flow.Line()
}
