package zipped

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The text of an OpenDocument (ISO/IEC 26300, OpenDocument 1.3) is what the body of its content shows.
// This is paragraphs, headings, lists, tables, text boxes, and the contents of fields and indexes. A field
// of a form shows what was chosen, and a control what was filled in. Footnotes and endnotes follow the
// body, as in an HTML page. Headers and footers, and what the master pages of slides show, come last, each
// line once. Formulas and charts are read in place. A row of a spreadsheet is a line, with blanks between
// cells. Repeated cells are repeated in the text.
//
// Left out are tracked deletions, annotations, hidden paragraphs, sections, sheets, slides and characters.
// Marks of notes, numbers of lists, pages and slides, ruby, and templates of indexes are, too. So are
// titles and descriptions of pictures, and speaker's notes. Scripts, copies of data from other programs,
// and the headers and footers of sheets are also left out.

const (
	manifestFile = "META-INF/manifest.xml"
	// The most columns and rows that a sheet of LibreOffice may have.
	columns = 1 << 14
	rows    = 1 << 20
)

func (p *reader) openDocument() error {
	if err := p.openManifest(); err != nil {
		return err
	}
	t := newOpenText(p.flow, p.document)
	t.object = p.object
	if p.has("styles.xml") {
		if err := p.styles(t); err != nil {
			return err
		}
	}
	r, err := p.open("content.xml")
	if err != nil {
		return err
	}
	defer r.Close()
	err = t.read(r, "content.xml")
	p.pictures = t.pictures
	return err
}

// openManifest checks that the parts are there, and not encrypted.
func (p *reader) openManifest() error {
	if p.has(manifestFile) {
		encrypted := false
		err := p.walk(manifestFile, elements{start: func(name string, e xml.StartElement) bool {
			encrypted = encrypted || name == "manifest:encryption-data"
			if part := attr(e, "full-path"); part == "styles.xml" && !p.has(part) {
				p.document.Lose("the archive has no %q", part)
			}
			return true
		}})
		if err != nil {
			return err
		}
		if encrypted {
			return fmt.Errorf("%w: OpenDocument with a password", medium.ErrEncrypted)
		}
	}
	return nil
}

// styles reads the styles that the content refers to, and the master pages.
func (p *reader) styles(t *openText) error {
	r, err := p.open("styles.xml")
	if err != nil {
		return err
	}
	defer r.Close()
	t.common = true
	defer func() { t.common, t.styles = false, t.named }() // others have the same names in the content
	t.named = make(map[string]openStyle)
	return (elements{t.start, t.end, t.characters}).walk(t.within, r, "styles.xml", t.flow.Err)
}

// object reads an object that is a formula or a chart.
func (p *reader) object(href string, to *flow.Flow) error {
	name, err := resolve("", strings.TrimSuffix(href, "/")+"/content.xml")
	if err != nil || !p.has(name) && p.has(path.Dir(name)) {
		return nil // it is no document
	}
	o := newOpenObject(p.document, to)
	if err := p.walk(name, elements{o.start, o.end, o.characters}); err != nil {
		return err
	}
	o.done()
	return nil
}

// OpenFlat reads an OpenDocument that is one XML file.
func OpenFlat(d *medium.Reading) error {
	text := d.NewText()
	f := flow.To(text)
	t := newOpenText(f, d)
	if err := t.read(&lengthBound{d.Source, d.Budget.Size, d.Budget}, "OpenDocument"); err != nil {
		return err
	}
	if !t.document {
		return fmt.Errorf("%w: expected the element office:document", medium.ErrMalformed)
	}
	if !f.Begun() && t.pictures {
		return fmt.Errorf("%w: %s of nothing but pictures", medium.ErrNoText, title(d.MediaType))
	}
	d.Text = strings.NewReader(text.String())
	return nil
}

// lengthBound lets only the bytes that are left be read.
type lengthBound struct {
	r      io.Reader
	left   int64
	budget *budget.Budget
}

func (l *lengthBound) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n, l.budget.TooLarge("OpenDocument")
	}
	return n, err
}

// openText reads the content of an OpenDocument.
type openText struct {
	within   *medium.Reading
	flow     *flow.Flow   // what is written to now
	outer    []*flow.Flow // what was written to before
	notes    *aside
	remarks  *aside   // annotations and the notes of speakers, if these are asked for
	copies   []*aside // cells and rows that are being read
	bodies   int      // open elements office:body
	depth    int      // of open elements
	scopes   []int    // the depths at which what is pushed ends
	nested   *openObject
	document bool
	slides   bool // a presentation
	sheet    bool // a spreadsheet
	pictures bool
	style    string // that is being read
	styles   map[string]openStyle
	faces    map[string]string // of symbols: the fonts by their names here
	spans    []openSpan        // that are open
	object   func(href string, to *flow.Flow) error
	masters  *masters
	formats  *openFormats
	shapes   *aside               // of the sheet that is being read
	common   bool                 // the styles are from a separate part
	byName   bool                 // office:styles is open
	named    map[string]openStyle // as styles, but only these
	form     field.Form           // that is being read
	forms    *openForms
	box      contentBox
	date     loneDate
	held     []heldParagraph // that are being read
	deeper   int             // how many more are open, which are not held
}

// aside is held text: of notes until the end; of a repeated cell or row until it is complete.
type aside struct {
	flow  *flow.Flow
	text  *medium.Text
	times int
}

func newOpenText(to *flow.Flow, d *medium.Reading) *openText {
	t := &openText{
		within: d, flow: to, styles: make(map[string]openStyle),
		masters: newMasters(), formats: newOpenFormats(), forms: newOpenForms(d),
	}
	t.notes, t.remarks, t.shapes = t.aside(1), t.aside(1), t.aside(1)
	return t
}

func (t *openText) aside(times int) *aside {
	text := t.within.NewText()
	return &aside{flow.To(text), text, times}
}

func (t *openText) read(r io.Reader, where string) error {
	body := t.flow
	if err := (elements{t.start, t.end, t.characters}).walk(t.within, r, where, body.Err); err != nil {
		return err
	}
	t.formats.writer.Report(t.within)
	body.Line()
	body.Characters(t.notes.text.String(), true)
	body.Line()
	body.Characters(t.remarks.text.String(), true)
	m, err := t.margins()
	if err != nil {
		return err
	}
	m.WriteTo(body)
	return body.Err()
}

// push directs further text to s.
func (t *openText) push(s *aside) {
	t.outer = append(t.outer, t.flow)
	t.flow = s.flow
}

// pop undoes push.
func (t *openText) pop() {
	within := t.flow
	t.flow = t.outer[len(t.outer)-1]
	t.outer = t.outer[:len(t.outer)-1]
	if err := within.Err(); err != nil {
		t.flow.Fail(err)
	}
}

func (t *openText) start(name string, e xml.StartElement) bool {
	name = renamed(name)
	if t.nested != nil {
		return t.nested.start(name, e)
	}
	if t.forms.depth > 0 {
		return t.formPart(t.forms.start(name, e))
	}
	if !t.begin(name, e) {
		return false
	}
	t.depth++
	return true
}

func (t *openText) isRead() bool { return t.bodies > 0 || t.masters.reading != nil }

func (t *openText) begin(name string, e xml.StartElement) bool {
	switch name {
	case "office:document", "office:document-content":
		t.document = true
		t.class(attrIn(e, "office:class"))
	case "office:body":
		t.bodies++
	case "office:styles", "office:automatic-styles":
		t.byName = name == "office:styles"
	case "style:default-style", "text:list-style":
		t.style = ""
	case "style:style":
		t.style = attrIn(e, "style:name")
		t.mark(t.styles[attrIn(e, "style:parent-style-name")])
	case "style:font-face", "style:font-decl":
		t.face(e)
	case "style:text-properties":
		t.textStyle(e)
	case "style:table-properties":
		t.hide(attrIn(e, "table:display") == "false")
	case "style:properties":
		t.textStyle(e)
		t.hide(attrIn(e, "table:display") == "false" || attrIn(e, "presentation:visibility") == "hidden")
	case "style:drawing-page-properties":
		t.hide(attrIn(e, "presentation:visibility") == "hidden")
	}
	if !t.isRead() {
		if err := t.formats.start(name, e, t.within.Budget); err != nil {
			t.flow.Fail(err)
		}
		t.master(name, e)
		return true
	}
	if t.isRemark(name) {
		t.scope(t.remarks)
		return true
	}
	if t.within.Include.Comments && aboutRemarks.Has(name) {
		return false
	}
	if name == "text:note-citation" && t.within.Include.Anchors && len(t.outer) > 0 {
		t.outer[len(t.outer)-1].Characters(medium.Anchor, false) // the text that the note is about
		t.flow.Characters(medium.Anchor, false)
	}
	if name == "text:page-number" && t.within.Include.Anchors {
		t.flow.Characters(medium.Anchor, false)
	}
	if openOut.Has(name) || t.masters.reading != nil && isNoMargin(name, e) {
		return false
	}
	if t.isHidden(name, e) && !t.within.Include.Hidden {
		if name == "text:hidden-paragraph" {
			t.hideParagraph()
		}
		return false
	}
	t.master(name, e)
	if t.sheet && strings.HasPrefix(name, "draw:") && len(t.scopes) == 0 {
		t.scope(t.shapes)
	}
	switch name {
	case "office:spreadsheet":
		t.sheet = true
	case "office:presentation":
		t.slides = true
	case "presentation:footer-decl":
		t.masters.footer = attrIn(e, "presentation:name")
	case "text:date", "text:time":
		t.date.field = t.slides && attrIn(e, "text:fixed") != "true"
	case "text:p", "text:h":
		if len(t.scopes) == 0 {
			t.formats.hasValue = false
		}
		t.date = loneDate{}
		t.paragraph()
		t.holdParagraph()
	case "text:s", "text:tab":
		t.date.gap(t.flow.Blank)
	case "text:line-break":
		t.date.gap(t.paragraph)
	case "text:note":
		t.push(t.notesHere())
		t.flow.Line()
	case "office:forms":
		t.forms.depth = 1
	case "draw:control":
		t.control(e)
	case "content-control":
		if attr(e, "checkbox") == "true" {
			t.box = contentBox(field.Box(attr(e, "checked") == "true"))
		}
	case "field:fieldmark":
		kind := attrIn(e, "field:type")
		t.form = field.NewForm(kind[strings.LastIndexByte(kind, '.')+1:])
	case "field:param":
		t.formParameter(attrIn(e, "field:name"), attrIn(e, "field:value"))
	case "draw:image":
		t.pictures = true
	case "draw:object":
		if href := strings.TrimPrefix(attrIn(e, "xlink:href"), "#"); t.object != nil && href != "" {
			if err := t.object(href, t.flow); err != nil {
				t.leaveOut(href, err)
			}
		} else if href == "" {
			t.nested = newOpenObject(t.within, t.flow)
			t.nested.depth++
		}
	case "table:table-row":
		t.flow.Line()
		t.repeat(attrIn(e, "table:number-rows-repeated"), rows)
	case "table:table-cell":
		t.repeat(attrIn(e, "table:number-columns-repeated"), columns)
		if t.sheet {
			t.formats.value, t.formats.hasValue = e, true
		}
	}
	return true
}

// formParameter reads a parameter of a form, as LibreOffice names them.
func (t *openText) formParameter(name, value string) {
	switch n, err := strconv.Atoi(value); {
	case name == "Dropdown_ListEntry":
		t.form.Entry(value)
	case name == "Dropdown_Selected" && err == nil:
		t.form.Choose(n)
	case name == "Checkbox_Checked" && value == "true":
		t.form.Choose(1)
	}
}

// isRemark reports whether an element holds text beside what is shown that is asked for.
func (t *openText) isRemark(name string) bool {
	switch name {
	case "office:annotation":
		return t.within.Include.Comments && t.masters.reading == nil
	case "presentation:notes":
		return t.within.Include.Notes && t.masters.reading == nil
	}
	return false
}

// leaveOut notes that an object is damaged, unless the error is of all of the document.
func (t *openText) leaveOut(object string, err error) {
	if medium.IsFinal(err) {
		t.flow.Fail(err)
		return
	}
	t.within.Lose("%q is left out: %w", object, err)
}

// scope lets what the element that begins now holds be written to s.
func (t *openText) scope(s *aside) {
	t.push(s)
	t.flow.Line()
	t.scopes = append(t.scopes, t.depth)
}

func (t *openText) end(name string) {
	name = renamed(name)
	if t.nested != nil {
		if t.nested.end(name); t.nested.depth > 0 {
			return
		}
		t.nested.done()
		t.nested = nil
	}
	if t.forms.depth > 1 {
		t.forms.end()
		t.formPart(true)
		return
	}
	t.depth--
	if t.isRead() {
		t.ends(name)
	} else if err := t.formats.end(name, t.within.Budget); err != nil {
		t.flow.Fail(err)
	}
	if n := len(t.scopes); n > 0 && t.scopes[n-1] == t.depth {
		t.scopes = t.scopes[:n-1]
		t.flow.Line()
		t.pop()
	}
	if n := len(t.spans); n > 0 && t.spans[n-1].depth == t.depth {
		t.spans = t.spans[:n-1]
	}
}

func (t *openText) ends(name string) {
	switch name {
	case "office:body":
		t.bodies--
	case "style:master-page":
		t.masterEnd()
	case "presentation:footer-decl":
		t.masters.footer = ""
	case "text:date", "text:time":
		t.date.field = false
	case "text:p", "text:h":
		t.releaseParagraph()
		t.paragraph()
	case "text:note":
		t.flow.Line()
		t.pop()
	case "office:forms":
		t.forms.depth = 0
	case "content-control":
		t.flow.Characters(t.box.end(), false)
	case "field:fieldmark":
		t.flow.Characters(t.form.Text(), false)
		t.form = field.Form{}
	case "table:table":
		if t.sheet && len(t.outer) == 0 {
			t.flow.Line()
			t.flow.Characters(t.shapes.text.String(), true)
			t.flow.Line()
			t.shapes.text.Reset()
			t.shapes.flow = flow.To(t.shapes.text)
		}
	case "table:table-cell":
		t.formats.show(t.flow)
		t.repeated(flow.Blank)
	case "table:table-row":
		t.repeated(flow.LineEnd)
	}
}

func (t *openText) characters(s string) {
	switch {
	case t.nested != nil:
		t.nested.characters(s)
	case t.forms.depth > 0:
		t.forms.characters(s)
		t.formPart(true)
	case t.masters.footer != "":
		t.footer(s)
	case t.isRead():
		if span := t.span(); span.shown >= 0 || t.within.Include.Hidden {
			t.flow.Characters(t.date.text(t.box.shown(symbol.InPrivateUse(span.font, s))), false)
		}
	default:
		t.formats.characters(s)
	}
}

// paragraph begins or ends one. Those of a cell are on its row's line.
func (t *openText) paragraph() {
	if t.sheet && len(t.scopes) == 0 {
		t.flow.Blank()
	} else {
		t.flow.Line()
	}
}

// repeat begins a cell or a row that stands for several.
func (t *openText) repeat(times string, most int) {
	if !t.sheet {
		return
	}
	n, err := strconv.Atoi(times)
	if err != nil {
		n = 1
	}
	t.copies = append(t.copies, t.aside(min(max(n, 1), most)))
	t.push(t.copies[len(t.copies)-1])
}

// repeated ends it, and writes it as often as is called for.
func (t *openText) repeated(between flow.Gap) {
	if len(t.copies) == 0 {
		return
	}
	s := t.copies[len(t.copies)-1]
	t.copies = t.copies[:len(t.copies)-1]
	t.pop()
	if text := s.text.String(); text != "" {
		for range s.times {
			t.flow.Call(between)
			t.flow.Characters(text, true)
			t.flow.Call(between)
			if t.flow.Err() != nil {
				return
			}
		}
	}
	s.text.Reset()
}

// aboutRemarks are the elements of an annotation that are not its text. Their namespaces have no prefix here.
var aboutRemarks = lazy.Names(`creator creator-initials date date-string`)

// openOut are the elements of a body that are left out.
var openOut = lazy.Names(`form:form math:annotation math:annotation-xml office:annotation office:binary-data office:event-listeners
	presentation:date-time presentation:date-time-decl
	presentation:footer presentation:header presentation:header-decl presentation:notes svg:desc svg:title
	table:content-validations table:dde-links table:tracked-changes text:alphabetical-index-source
	text:bibliography-source text:illustration-index-source
	text:note-citation text:number text:object-index-source text:page-count text:page-number
	text:ruby-text text:script text:table-index-source text:table-of-content-source
	text:tracked-changes text:user-index-source`)
