package zipped

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/formula"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// The text of a document in WordprocessingML (ISO/IEC 29500-1, chapter 17) is what its body shows.
// This is paragraphs, tables, text boxes, content controls, results of fields, insertions, charts and
// diagrams. The footnotes and endnotes of the body follow it, as in an HTML page, so that they
// interrupt no sentence. Headers and footers come last, each line once. A picture's text box is read
// once: see alternatives.
//
// A field of a form shows what was chosen.
//
// Left out are deleted or moved text, hidden text, instructions of fields, page numbers, comments,
// ruby, and alternative texts. The numbers of lists, headings and notes are not stored as text, and
// left out.
//
// A paragraph, a row's cell and w:br are lines; a tab is a blank.

// wordText reads a part of WordprocessingML.
type wordText struct {
	*reader
	wordState
	links   map[string]relationship // of the part, by id
	hides   map[string]bool         // styles of hidden text
	notes   map[string]noteState    // that the body refers to: "w:footnote2"
	margins *margins.Margins
	// The parts of headers and footers that sections refer to, in order, also of even and first pages.
	headers, even, first []string
	referred             map[string]bool
	titlePage            bool // some section has a first page of its own
	keeps                bool // texts keep the blanks at their ends
}

// noteState is what is known of a note to which the body refers.
type noteState uint8

const (
	noteHidden noteState = iota
	noteShown
	noteRead // it was shown, and its text was found
)

// wordState is what is known where a part is being read.
type wordState struct {
	text       int        // open elements of characters
	blanks     wordBlanks // of the text that is open
	paragraphs []wordPara // that are open: a text box is within one
	fields     fields
	run        wordRun
	joined     bool // the end of the last paragraph is deleted
	formula    formula.Formula
	signs      bool       // what follows says how the signs of a formula look
	areas      []wordArea // that are open
	properties bool       // those of a content control are open
	box        contentBox
}

// wordRun has the properties of a run.
type wordRun struct {
	toggles bool   // its style hides text, or shows that of a hidden paragraph (ISO/IEC 29500-1, 17.7.3)
	vanish  *bool  // whether the run hides its text, whatever styles say
	font    string // if it has symbols
}

// wordArea is a row, a cell, or a drawing or a shape in it. Its properties come first.
type wordArea struct{ properties, out bool }

// wordAreas are the elements that are such areas. Those of drawings have no prefix here.
var wordAreas = lazy.Names(`w:tr w:tc w:drawing wgp grpSp wsp graphicFrame pic`)

type wordPara struct{ hidden, joined, properties bool }

func (p *reader) newWordText() *wordText {
	return &wordText{reader: p, notes: make(map[string]noteState), margins: margins.Of(p.document), referred: make(map[string]bool)}
}

func (p *reader) wordprocessing(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	w := p.newWordText()
	if styles := links.first("styles"); styles != "" {
		if w.hides, err = p.hiddenStyles(styles); err != nil {
			return err
		}
	}
	if err := w.part(main); err != nil {
		return err
	}
	for _, kind := range []string{"footnotes", "endnotes", "comments"} {
		asked := kind == "comments" && w.document.Include.Comments || w.missing(kind) > 0
		part := links.first(kind)
		if part != "" && asked {
			w.flow.Line()
			if err := w.part(part); err != nil {
				return err
			}
		}
		if n := w.missing(kind); n > 0 {
			w.document.Lose("%d of the %s are not in the package", n, kind)
		}
	}
	if err := w.headersAndFooters(links.first("settings")); err != nil {
		return err
	}
	w.margins.WriteTo(w.flow)
	return nil
}

// missing returns the number of notes of a kind that are shown and were not read.
func (w *wordText) missing(kind string) (n int) {
	for note, state := range w.notes {
		if state == noteShown && strings.HasPrefix(note, "w:"+strings.TrimSuffix(kind, "s")) {
			n++
		}
	}
	return n
}

// part reads a part, from the beginning.
func (w *wordText) part(name string) error {
	links, err := w.relationships(name)
	if err != nil {
		return err
	}
	w.links, w.wordState = links.byID(), wordState{}
	err = w.walk(name, elements{w.start, w.end, w.characters})
	w.endFields()
	return err
}

func (w *wordText) start(name string, e xml.StartElement) bool {
	w.blanks.start(attr(e, "space"))
	if !w.begin(name, e) {
		w.blanks.end()
		return false
	}
	return true
}

func (w *wordText) begin(name string, e xml.StartElement) bool {
	area := &wordArea{}
	if n := len(w.areas); n > 0 {
		area = &w.areas[n-1]
	}
	if area.out || strings.HasPrefix(name, "v:") && isHiddenVML(e) && !w.document.Include.Hidden {
		return false
	}
	if wordAreas.Has(name) {
		w.areas = append(w.areas, wordArea{})
	}
	para := &wordPara{}
	if n := len(w.paragraphs); n > 0 {
		para = &w.paragraphs[n-1]
	}
	if w.properties {
		switch name {
		case "checkbox":
			w.box = contentBox(field.Box(false))
		case "checked":
			w.box = contentBox(field.Box(isOn(attr(e, "val"))))
		}
		return name == "checkbox"
	}
	signs, shown := beginMath(&w.formula, name, e)
	if w.put(signs); !shown && !w.document.Include.Hidden {
		return false
	}
	switch name {
	case "w:p":
		if !w.joined {
			w.flow.Line()
		}
		w.joined = false
		w.paragraphs = append(w.paragraphs, wordPara{})
	case "w:pPr":
		para.properties = true
	case "w:framePr": // an initial is a paragraph of its own, and begins the first word of the next one
		para.joined = para.joined || attr(e, "dropCap") == "drop" || attr(e, "dropCap") == "margin"
	case "w:pStyle":
		para.hidden = w.hides[attr(e, "val")]
	case "w:trPr", "w:tcPr":
		area.properties = true
	case "w:cellDel":
		area.out = true
	case "docPr", "cNvPr":
		hidden := attr(e, "hidden")
		area.out = hidden != "" && isOn(hidden) && !w.document.Include.Hidden
	case "w:del":
		para.joined = para.joined || para.properties
		area.out = area.properties // the row is deleted
		if w.signs {
			w.formula.Hide()
		}
		return false
	case "w:moveFrom", "w:pPrChange", "w:rPrChange", "w:sectPrChange", "w:tblPr", "w:trPrChange", "w:tcPrChange",
		"w:sdtEndPr", "w:rt":
		return false
	case "w:sdtPr":
		w.properties, w.box = true, ""
	case "w:comment":
		if !w.document.Include.Comments {
			return false
		}
		w.fields.enter()
	case "w:headerReference", "w:footerReference":
		w.refer(w.linked(w.links, attrIn(e, "r:id"), "header or footer").target, attr(e, "type"))
	case "w:titlePg":
		w.titlePage = w.titlePage || isOn(attr(e, "val"))
	case "w:r", "m:r":
		w.run = wordRun{}
	case "m:ctrlPr":
		w.run, w.signs = wordRun{}, true
	case "w:rFonts":
		if font := attr(e, "ascii"); !para.properties && symbol.IsFont(font) {
			w.run.font = font
		}
	case "w:rStyle":
		w.run.toggles = w.run.toggles || !para.properties && w.hides[attr(e, "val")]
	case "w:vanish":
		if !para.properties {
			w.run.vanish = new(isOn(attr(e, "val")))
		}
	case "w:t", "m:t", "a:t":
		w.text++
		w.blanks.text(name != "w:t" || w.keeps)
	case "w:tab", "w:ptab":
		if !para.properties {
			w.gap(w.flow.Blank)
		}
	case "w:br", "w:cr", "a:br":
		w.gap(w.flow.Line)
	case "w:noBreakHyphen":
		w.put("\u2011")
	case "w:softHyphen":
		w.put("\u00AD")
	case "w:sym":
		if code, err := strconv.ParseUint(attr(e, "char"), 16, 16); err == nil {
			w.put(symbol.Text(attr(e, "font"), rune(code)))
		}
	case "w:fldChar":
		switch attr(e, "fldCharType") {
		case "begin":
			w.fields.begin()
		case "separate":
			w.fields.separate()
		case "end":
			w.fieldEnd()
		}
	case "w:checkBox", "w:ddList", "w:checked", "w:result", "w:default", "w:listEntry":
		w.fields.formStart(name, e)
	case "w:instrText":
		w.fields.reading = true
	case "w:fldSimple":
		w.fields.begin()
		w.instruction(attr(e, "instr"))
		w.fields.separate()
	case "w:txbxContent":
		w.fields.enter()
		w.flow.Line()
	case "w:footnoteReference", "w:endnoteReference":
		note := strings.TrimSuffix(name, "Reference") + attr(e, "id")
		if _, ok := w.notes[note]; !ok {
			w.hold(len(note)+entryCost, "notes")
		}
		if state := w.notes[note]; state == noteHidden && w.written() {
			w.notes[note] = noteShown
		} else {
			w.notes[note] = state
		}
		w.anchor()
	case "w:footnoteRef", "w:endnoteRef":
		w.anchor()
	case "w:footnote", "w:endnote":
		note, kind := name+attr(e, "id"), attr(e, "type")
		if w.notes[note] == noteHidden || kind != "" && kind != "normal" {
			return false
		}
		w.notes[note] = noteRead
		w.fields.enter()
	case "w:drawing", "w:pict", "w:object":
		w.pictures = true
	case "w:control":
		if part := w.linked(w.links, attrIn(e, "r:id"), "control").target; part != "" {
			text, err := w.reader.control(part)
			if err != nil {
				w.flow.Fail(err)
			}
			w.put(text)
		}
	case "v:textpath": // WordArt
		w.gap(w.flow.Line)
		w.put(attr(e, "string"))
		w.gap(w.flow.Line)
	case "c:chart", "cx:chart", "dgm:relIds":
		if w.written() {
			w.graphic(name, e, w.links)
		}
	case "w:subDoc":
		if w.written() {
			w.document.Lose("a subdocument is in another file")
		}
	case "w:altChunk":
		if target := w.linked(w.links, attrIn(e, "r:id"), "page").target; target != "" {
			if err := w.embed(target); err != nil {
				w.flow.Fail(err)
			}
		}
	}
	return true
}

func (w *wordText) end(name string) {
	w.blanks.end()
	if n := len(w.areas); n > 0 {
		switch {
		case wordAreas.Has(name):
			w.areas = w.areas[:n-1]
		case name == "w:trPr" || name == "w:tcPr":
			w.areas[n-1].properties = false
		}
	}
	w.put(endMath(&w.formula, name))
	n := len(w.paragraphs)
	switch name {
	case "w:p":
		if n > 0 {
			if w.joined = w.paragraphs[n-1].joined; !w.joined {
				w.flow.Line()
			}
			w.paragraphs = w.paragraphs[:n-1]
		}
	case "w:pPr":
		if n > 0 {
			w.paragraphs[n-1].properties = false
		}
	case "w:r", "m:r":
		w.run = wordRun{}
	case "m:ctrlPr":
		if !w.shown() {
			w.formula.Hide()
		}
		w.run, w.signs = wordRun{}, false
	case "w:sdtPr":
		w.properties = false
	case "w:sdtContent":
		w.put(w.box.end())
	case "w:t", "m:t", "a:t":
		w.text--
	case "w:instrText":
		w.fields.reading = false
	case "w:fldSimple":
		w.fieldEnd()
	case "w:ffData":
		w.fields.formEnd()
	case "w:txbxContent", "w:footnote", "w:endnote", "w:comment":
		w.endFields()
		w.fields.leave()
	}
	if name == "w:txbxContent" || name == "w:tc" {
		w.joined = false
		w.flow.Line()
	}
}

// isHiddenVML reports whether the style of a shape in VML hides it.
func isHiddenVML(e xml.StartElement) bool {
	for property := range strings.SplitSeq(attr(e, "style"), ";") {
		name, value, _ := strings.Cut(property, ":")
		if strings.EqualFold(strings.TrimSpace(name), "visibility") {
			return strings.EqualFold(strings.TrimSpace(value), "hidden")
		}
	}
	return false
}

func (w *wordText) characters(s string) {
	if w.text > 0 {
		s = w.blanks.shown(s)
	}
	switch {
	case w.text > 0:
		w.put(w.formula.Text(symbol.InPrivateUse(w.run.font, s)))
	case w.fields.reading:
		w.instruction(s)
	}
}

// instruction adds to the instruction of the innermost field.
func (w *wordText) instruction(s string) {
	w.hold(w.fields.instruction(s), "instructions of fields")
}

// fieldEnd ends the innermost field.
func (w *wordText) fieldEnd() {
	ended, text := w.fields.end()
	w.document.Budget.Release(int64(len(ended.code)))
	w.put(text)
}

// endFields ends the fields that are still open at the end of a text box, a note or a part.
func (w *wordText) endFields() {
	if w.fields.hides() {
		w.document.Lose("a field has no end: the text after its beginning is left out")
	}
	for w.fields.last() != nil {
		w.fieldEnd()
	}
}

func (w *wordText) shown() bool {
	n := len(w.paragraphs)
	hidden := w.run.toggles != (n > 0 && w.paragraphs[n-1].hidden)
	if w.run.vanish != nil {
		hidden = *w.run.vanish
	}
	return w.fields.unshown == 0 && (w.document.Include.Hidden || !hidden)
}

// written reports whether text is shown here, and notes that a field hides text.
func (w *wordText) written() bool {
	w.fields.hidden = w.fields.hidden || w.fields.unshown > 0
	return w.shown()
}

// anchor writes an anchor, if these are asked for.
func (w *wordText) anchor() {
	if w.document.Include.Anchors {
		w.put(medium.Anchor)
	}
}

func (w *wordText) put(s string) {
	if s != "" && w.written() {
		w.flow.Characters(w.box.shown(s), false)
	}
}

func (w *wordText) gap(call func()) {
	if w.shown() {
		call()
	}
}

// hiddenStyles finds the styles of hidden text.
func (p *reader) hiddenStyles(part string) (map[string]bool, error) {
	h := newHiding(p)
	err := p.walk(part, elements{start: h.start})
	return h.styles(), err
}

// hiding finds the styles of hidden text.
type hiding struct {
	*reader
	known   map[string]*wordStyle
	current *wordStyle
}

type wordStyle struct {
	based  string
	vanish *bool
}

func newHiding(p *reader) *hiding {
	return &hiding{p, make(map[string]*wordStyle), &wordStyle{}}
}

func (h *hiding) start(name string, e xml.StartElement) bool {
	switch name {
	case "w:docDefaults", "w:latentStyles", "w:tblStylePr":
		return false
	case "w:style":
		h.current = &wordStyle{}
		id := attr(e, "styleId")
		h.known[id] = h.current
		h.hold(len(id)+entryCost, "styles")
	case "w:basedOn":
		h.current.based = attr(e, "val")
		h.hold(len(h.current.based), "styles")
	case "w:vanish":
		on := isOn(attr(e, "val"))
		h.current.vanish = &on
	}
	return true
}

// styles returns those that hide text.
func (h *hiding) styles() map[string]bool {
	hides := make(map[string]bool)
	for id := range h.known {
		s := h.known[id]
		for range 16 { // a chain that goes round hides nothing
			if s == nil || s.vanish != nil {
				break
			}
			s = h.known[s.based]
		}
		if s != nil && s.vanish != nil && *s.vanish {
			hides[id] = true
		}
	}
	return hides
}
