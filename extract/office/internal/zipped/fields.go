package zipped

import (
	"encoding/xml"
	"strconv"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
)

// fields are the open fields of WordprocessingML: an instruction, and its result, which is shown. Some
// fields show a part of their instruction instead, and those of forms what was chosen.
type fields struct {
	open    []openField
	stories []int      // the number of fields that were open where each text box or note began
	unshown int        // fields whose instruction and result are not shown now
	hidden  bool       // they hide text
	reading bool       // w:instrText is open
	form    field.Form // of the field that began last
}

type openField struct {
	code   string // the instruction's first bytes
	form   string // what a field of a form shows
	own    bool   // it shows its instruction or its form, and no result
	shown  bool   // what is read now is shown: the result
	result bool   // what is read now is the result
}

// mostOfCode bounds the bytes of an instruction that are kept.
const mostOfCode = 4096

// enter begins a text box or a note, whose fields end within it.
func (f *fields) enter() { f.stories = append(f.stories, len(f.open)) }

// leave ends a text box or a note.
func (f *fields) leave() { f.stories = f.stories[:max(len(f.stories)-1, 0)] }

// last returns the innermost field of the text box, the note or the part that is being read, or nil.
func (f *fields) last() *openField {
	first := 0
	if n := len(f.stories); n > 0 {
		first = f.stories[n-1]
	}
	if n := len(f.open); n > first {
		return &f.open[n-1]
	}
	return nil
}

// hides reports whether a field that has no end hides text.
func (f *fields) hides() bool {
	last := f.last()
	return last != nil && f.unshown > 0 && f.hidden
}

// begin begins a field.
func (f *fields) begin() {
	f.hidden = f.hidden && f.unshown > 0
	f.open = append(f.open, openField{})
	f.unshown++
}

// separate ends the instruction of the innermost field, and begins its result.
func (f *fields) separate() {
	last := f.last()
	if last == nil || last.result {
		return
	}
	last.result = true
	name := field.Name(last.code)
	last.own = last.form != "" || field.ShowsInstruction(name)
	if last.shown = !last.own && !field.IsPageNumber(name); last.shown {
		f.unshown--
	}
}

// end ends the innermost field. It returns the field, and what it shows in place of a result.
func (f *fields) end() (ended openField, text string) {
	last := f.last()
	if last == nil {
		return ended, ""
	}
	if ended = *last; !ended.shown {
		f.unshown--
	}
	f.open = f.open[:len(f.open)-1]
	switch {
	case ended.form != "":
		return ended, ended.form
	case ended.own || !ended.result:
		return ended, field.Text(ended.code)
	}
	return ended, ""
}

// instruction adds to that of the innermost field. It returns the number of bytes that are kept.
func (f *fields) instruction(s string) int {
	last := f.last()
	if last == nil || last.result {
		return 0
	}
	s = s[:min(len(s), mostOfCode-len(last.code))]
	last.code += s
	return len(s)
}

// formStart reads the data of a form (ISO/IEC 29500-1, 17.16.17).
func (f *fields) formStart(name string, e xml.StartElement) {
	if f.last() == nil {
		return
	}
	value := attr(e, "val")
	number, err := strconv.Atoi(value)
	if err != nil && isOn(value) { // a box that is ticked
		number = 1
	}
	switch name {
	case "w:checkBox":
		f.form = field.NewForm(field.CheckBox)
	case "w:ddList":
		f.form = field.NewForm(field.List)
	case "w:checked", "w:result":
		f.form.Choose(number)
	case "w:default":
		f.form.Preset(number)
	case "w:listEntry":
		f.form.Entry(value)
	}
}

// formEnd ends the data of a form.
func (f *fields) formEnd() {
	if last := f.last(); last != nil {
		last.form = f.form.Text()
	}
	f.form = field.Form{}
}
