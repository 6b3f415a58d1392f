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
	unshown int        // fields whose instruction and result are not shown now
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

// begin begins a field.
func (f *fields) begin() {
	f.open = append(f.open, openField{})
	f.unshown++
}

// separate ends the instruction of the innermost field, and begins its result.
func (f *fields) separate() {
	n := len(f.open)
	if n == 0 || f.open[n-1].result {
		return
	}
	last := &f.open[n-1]
	last.result = true
	name := field.Name(last.code)
	last.own = last.form != "" || field.ShowsInstruction(name)
	if last.shown = !last.own && !field.IsPageNumber(name); last.shown {
		f.unshown--
	}
}

// end ends the innermost field. It returns the field, and what it shows in place of a result.
func (f *fields) end() (ended openField, text string) {
	n := len(f.open)
	if n == 0 {
		return ended, ""
	}
	if ended = f.open[n-1]; !ended.shown {
		f.unshown--
	}
	f.open = f.open[:n-1]
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
	n := len(f.open)
	if n == 0 || f.open[n-1].result {
		return 0
	}
	code := &f.open[n-1].code
	s = s[:min(len(s), mostOfCode-len(*code))]
	*code += s
	return len(s)
}

// formStart reads the data of a form (ISO/IEC 29500-1, 17.16.17).
func (f *fields) formStart(name string, e xml.StartElement) {
	n := len(f.open)
	if n == 0 {
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
	if n := len(f.open); n > 0 {
		f.open[n-1].form = f.form.Text()
	}
	f.form = field.Form{}
}
