package zipped

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// openForms reads the forms of an OpenDocument (OpenDocument 1.3, part 3, chapter 13). They come before the
// text. A control is shown where an element draw:control names it.
type openForms struct {
	within *medium.Reading
	shown  map[string]string // what controls show, by their identifiers
	err    error

	depth   int      // of open elements, 0 outside forms
	control string   // the element of the control that is being read, or ""
	begun   int      // the depth of that element
	ids     []string // its identifiers
	label   []string // its texts that stay
	value   []string // what was filled in
	preset  []string // what counts if nothing was filled in
	rich    []string // its paragraphs
	octets  int64    // of all of these
}

func newOpenForms(d *medium.Reading) *openForms {
	return &openForms{within: d, shown: make(map[string]string)}
}

// controls are the elements of controls that can show a text.
var controls = lazy.Names(`form:button form:checkbox form:combobox form:date form:file form:fixed-text form:formatted-text form:frame
	form:grid form:listbox form:number form:radio form:text form:textarea form:time`)

// start begins an element of a form.
func (f *openForms) start(name string, e xml.StartElement) bool {
	if name == "office:event-listeners" || controls.Has(name) && attrIn(e, "form:visible") == "false" {
		return false
	}
	f.depth++
	switch {
	case f.control != "":
		f.part(name, e)
	case controls.Has(name):
		f.begin(name, e)
	}
	return true
}

// begin begins a control.
func (f *openForms) begin(name string, e xml.StartElement) {
	f.control, f.begun = name, f.depth
	for _, a := range e.Attr {
		switch prefixed(a.Name) {
		case "form:current-value":
			f.add(&f.value, a.Value)
		case "form:value":
			f.add(&f.preset, a.Value)
		case "form:label":
			f.add(&f.label, a.Value)
		default:
			if a.Name.Local == "id" { // form:id, or xml:id
				f.add(&f.ids, a.Value)
			}
		}
	}
	switch name {
	case "form:checkbox":
		f.tick(cmp.Or(attrIn(e, "form:current-state"), attrIn(e, "form:state")) == "checked")
	case "form:radio":
		f.tick(cmp.Or(attrIn(e, "form:current-selected"), attrIn(e, "form:selected")) == "true")
	case "form:button":
		f.value, f.preset = nil, nil // sent to a server
	}
}

// tick sets the value of a control to a box, whose label follows it.
func (f *openForms) tick(ticked bool) {
	f.value, f.preset = []string{field.Box(ticked)}, nil
}

// part reads an element inside a control.
func (f *openForms) part(name string, e xml.StartElement) {
	switch {
	case f.control == "form:listbox" && name == "form:option":
		if attrIn(e, "form:current-selected") == "true" {
			f.add(&f.value, attrIn(e, "form:label"))
		}
		if attrIn(e, "form:selected") == "true" {
			f.add(&f.preset, attrIn(e, "form:label"))
		}
	case f.control == "form:grid" && name == "form:column":
		f.add(&f.label, attrIn(e, "form:label"))
	case name == "text:p", name == "text:line-break":
		f.add(&f.rich, "\n")
	case name == "text:s", name == "text:tab":
		f.add(&f.rich, " ")
	}
}

func (f *openForms) characters(s string) {
	if f.control == "form:textarea" {
		f.add(&f.rich, s)
	}
}

func (f *openForms) add(to *[]string, s string) {
	cost := int64(stringCost + len(s))
	f.octets += cost
	if err := f.within.Budget.Hold(cost, "forms"); err != nil {
		f.err = err
		return
	}
	*to = append(*to, strings.Clone(s))
}

// end ends an element of a form.
func (f *openForms) end() {
	if f.control != "" && f.depth == f.begun {
		f.done()
	}
	f.depth--
}

// done ends a control.
func (f *openForms) done() {
	text := f.text()
	for _, id := range f.ids {
		f.shown[id] = text
		if err := f.within.Budget.Hold(int64(entryCost+len(id)), "forms"); err != nil {
			f.err = err
		}
	}
	if err := f.within.Budget.Hold(int64(len(text)), "forms"); err != nil {
		f.err = err
	}
	f.within.Budget.Release(f.octets)
	f.control, f.octets = "", 0
	f.ids, f.label, f.value, f.preset, f.rich = nil, nil, nil, nil, nil
}

// text returns what the control shows, line by line.
func (f *openForms) text() string {
	value := f.value
	if rich := strings.Join(f.rich, ""); strings.TrimSpace(rich) != "" {
		value = []string{rich}
	} else if len(value) == 0 {
		value = f.preset
	}
	sep := "\n"
	if f.control == "form:checkbox" || f.control == "form:radio" {
		sep = " "
	}
	return strings.Join(slices.Concat(value, f.label), sep)
}

// formPart passes on an error of the forms.
func (t *openText) formPart(read bool) bool {
	if t.forms.err != nil {
		t.flow.Fail(t.forms.err)
	}
	return read
}

// control writes what the control shows that an element draw:control names.
func (t *openText) control(e xml.StartElement) {
	gap := flow.LineEnd
	if attrIn(e, "text:anchor-type") == "as-char" {
		gap = flow.Blank
	}
	t.flow.Call(gap)
	t.flow.Characters(t.forms.shown[cmp.Or(attrIn(e, "draw:control"), attrIn(e, "form:id"))], true)
	t.flow.Call(gap)
}
