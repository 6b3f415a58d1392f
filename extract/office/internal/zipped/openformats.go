package zipped

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// openFormats formats the values of cells without text. Office programs store what a cell shows.
// Other programs may store only the value, and the reader must format it (OpenDocument 1.3, chapter
// 16.29).
type openFormats struct {
	codes map[string]string // of data styles, by name
	cells map[string]string // data styles, by the names of the styles of cells

	name    string // of the data style that is being read
	code    strings.Builder
	maps    string // its sections for some numbers
	percent bool
	reading bool // text that is part of it

	writer   *spreadsheet.Writer
	value    xml.StartElement // the cell that is being read
	hasValue bool
}

// mostCode is how many bytes of a format are read.
const mostCode = 1024

func newOpenFormats() *openFormats {
	return &openFormats{codes: make(map[string]string), cells: make(map[string]string), writer: spreadsheet.To(nil)}
}

// isDataStyle reports whether an element is a style of numbers, dates or texts.
func isDataStyle(name string) bool {
	return strings.HasPrefix(name, "number:") && strings.HasSuffix(name, "-style")
}

func (f *openFormats) start(name string, e xml.StartElement, b *budget.Budget) error {
	switch {
	case name == "style:style":
		if data := attrIn(e, "style:data-style-name"); data != "" {
			cell := attrIn(e, "style:name")
			f.cells[cell] = data
			return b.Hold(int64(entryCost+len(cell)+len(data)), "styles of cells")
		}
	case isDataStyle(name):
		f.name = strings.Clone(attrIn(e, "style:name"))
		f.code.Reset()
		f.maps, f.percent = "", name == "number:percentage-style"
	case f.name == "" || f.code.Len() > mostCode:
	case name == "style:map":
		condition, ok := strings.CutPrefix(strings.ReplaceAll(attrIn(e, "style:condition"), " ", ""), "value()")
		if code := f.codes[attrIn(e, "style:apply-style-name")]; ok && len(f.maps)+len(code)+len(condition) < mostCode {
			f.maps += "[" + condition + "]" + code + ";"
		}
	case name == "number:text" || name == "number:currency-symbol":
		f.reading = true
	default:
		f.code.WriteString(codeOf(name, e))
	}
	return nil
}

// characters reads the text of a data style.
func (f *openFormats) characters(s string) {
	if f.reading && f.code.Len()+2*len(s) < mostCode {
		for _, r := range s {
			if r != '%' || !f.percent {
				f.code.WriteByte('\\')
			}
			f.code.WriteRune(r)
		}
	}
}

func (f *openFormats) end(name string, b *budget.Budget) error {
	f.reading = false
	if f.name == "" || !isDataStyle(name) {
		return nil
	}
	code := f.maps + f.code.String()
	f.codes[f.name] = code
	err := b.Hold(int64(entryCost+len(f.name)+len(code)), "formats")
	f.name = ""
	return err
}

// codeOf returns the format code for an element of a data style.
func codeOf(name string, e xml.StartElement) string {
	long := func(short, long string) string {
		if attrIn(e, "number:style") == "long" {
			return long
		}
		return short
	}
	switch name {
	case "number:number", "number:scientific-number":
		integer := max(count(e, "number:min-integer-digits"), 0)
		code := strings.Repeat("0", integer)
		if attrIn(e, "number:grouping") == "true" {
			code = "#,##" + strings.Repeat("0", max(integer, 1))
		}
		places := count(e, "number:decimal-places")
		switch {
		case places < 0 && name == "number:number":
			return "General"
		case places > 0:
			least := count(e, "number:min-decimal-places")
			if least < 0 || least > places {
				least = places
			}
			code += "." + strings.Repeat("0", least) + strings.Repeat("#", places-least)
		}
		code = cmp.Or(code, "#")
		if name == "number:scientific-number" {
			code += "E+" + strings.Repeat("0", max(count(e, "number:min-exponent-digits"), 1))
		}
		return code
	case "number:fraction":
		return "# " + strings.Repeat("?", max(count(e, "number:min-numerator-digits"), 1)) + "/" +
			strings.Repeat("?", max(count(e, "number:min-denominator-digits"), 1))
	case "number:year":
		return long("yy", "yyyy")
	case "number:month":
		if attrIn(e, "number:textual") == "true" {
			return long("mmm", "mmmm")
		}
		return long("m", "mm")
	case "number:day":
		return long("d", "dd")
	case "number:day-of-week":
		return long("ddd", "dddd")
	case "number:hours":
		return long("h", "hh")
	case "number:minutes":
		return long("m", "mm")
	case "number:seconds":
		code := long("s", "ss")
		if places := count(e, "number:decimal-places"); places > 0 {
			code += "." + strings.Repeat("0", places)
		}
		return code
	case "number:am-pm":
		return "AM/PM"
	case "number:text-content":
		return "@"
	}
	return ""
}

// count returns the number that an attribute has, -1 for none.
func count(e xml.StartElement, name string) int {
	n, err := strconv.Atoi(attrIn(e, name))
	if err != nil {
		return -1
	}
	return min(n, 30)
}

// show writes the value of the cell, if it has no text. It counts a formula without a value.
func (f *openFormats) show(to *flow.Flow) {
	if !f.hasValue {
		return
	}
	f.hasValue = false
	w := f.writer
	w.Into(to)
	kind := valueOf(f.value, "value-type")
	code := f.codes[f.cells[attrIn(f.value, "table:style-name")]]
	switch kind {
	case "boolean":
		w.Shown(spreadsheet.Truth(valueOf(f.value, "boolean-value") == "true"))
	case "string":
		w.Text(code, valueOf(f.value, "string-value"))
	case "date":
		w.Date(code, valueOf(f.value, "date-value"))
	case "time":
		if code == "" {
			code = "[h]:mm:ss"
		}
		if d, err := duration(valueOf(f.value, "time-value")); err == nil {
			w.Number(code, d.Hours()/24)
		}
	case "float", "currency", "percentage":
		if code == "" && kind == "percentage" {
			code = "0.00%"
		}
		if n, err := strconv.ParseFloat(valueOf(f.value, "value"), 64); err == nil {
			w.Number(code, n)
		}
	default:
		if attrIn(f.value, "table:formula") != "" {
			w.Unknown()
		}
	}
}

// duration reads "PT12H30M00.5S".
func duration(s string) (time.Duration, error) {
	s = strings.ToLower(strings.Replace(s, "PT", "", 1))
	d, err := time.ParseDuration(strings.Replace(s, ",", ".", 1))
	if err != nil {
		return 0, medium.ErrMalformed
	}
	return d, nil
}
