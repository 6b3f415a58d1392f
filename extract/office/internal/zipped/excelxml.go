package zipped

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// Excel's XML of 2003 (SpreadsheetML 2003) is a workbook in one file. Its text is the contents of
// the cells of its sheets, with a row on each line.

// excelXML reads Excel's XML of 2003.
type excelXML struct {
	*reader
	found    bool // the root element
	formats  map[string]string
	parents  map[string]string // of styles
	style    string            // that is being read
	rowStyle string
	format   string // of the cell
	kind     string // of its value
	reading  bool
	value    *medium.Text
	sheet    *medium.Text // until it is known whether the sheet is hidden
	body     *flow.Flow
	hidden   bool
	formula  bool // the cell has one, and no value yet
	unknown  int  // formulas of the sheet without a value
	writer   *spreadsheet.Writer
}

// OpenExcelXML reads Excel's XML of 2003.
func OpenExcelXML(d *medium.Reading) error {
	text := d.NewText()
	p := &reader{archive: &archive{within: d, folded: foldNames(nil)}, document: d, flow: flow.To(text)}
	x := &excelXML{reader: p, formats: make(map[string]string), parents: make(map[string]string),
		value: d.NewText(), sheet: d.NewText(), body: p.flow, writer: spreadsheet.To(p.flow)}
	x.writer.Days = numfmt.Since1900
	return p.read(func() error {
		e := elements{x.start, x.end, x.characters}
		if err := e.walk(d, &lengthBound{d.Source, d.Budget.Size, d.Budget}, "Excel's XML", x.body.Err); err != nil {
			return err
		}
		if !x.found {
			return fmt.Errorf("%w: expected the element Workbook", medium.ErrMalformed)
		}
		x.writer.Report(d)
		return nil
	}, text)
}

func (x *excelXML) start(name string, e xml.StartElement) bool {
	switch name {
	case "ss:Workbook":
		x.found = true
	case "x:Date1904":
		x.writer.Days = numfmt.Since1904
	case "ss:Style":
		x.style = strings.Clone(attr(e, "ID"))
		x.hold(entryCost+len(x.style), "styles")
		if parent := attr(e, "Parent"); parent != "" {
			x.parents[x.style] = strings.Clone(parent)
			x.hold(entryCost+len(parent), "styles")
		}
	case "ss:NumberFormat":
		format := strings.Clone(attr(e, "Format"))
		x.formats[x.style] = format
		x.hold(entryCost+len(format), "formats")
	case "ss:Worksheet":
		x.hidden, x.unknown = false, 0
		x.flow = flow.To(x.sheet)
		x.writer.Into(x.flow)
	case "x:Visible":
		x.value.Reset()
		x.reading = true
	case "ss:Row":
		x.writer.Row()
		x.rowStyle = attr(e, "StyleID")
	case "ss:Cell":
		style := attr(e, "StyleID")
		style = cmp.Or(style, x.rowStyle)
		x.format = x.formatOf(style)
		x.formula = attr(e, "Formula") != ""
	case "ss:Data":
		x.kind, x.reading = attr(e, "Type"), true
		x.formula = x.formula && x.kind != "String" // which may be empty
		x.value.Reset()
	case "ss:Comment", "ss:PhoneticText", "ss:Names", "x:PhoneticText":
		return false
	}
	return true
}

// formatOf returns the format of a style, which may come from its base style.
func (x *excelXML) formatOf(style string) string {
	for range 16 { // a chain that goes round has none
		if f, ok := x.formats[style]; ok {
			return f
		}
		if style = x.parents[style]; style == "" {
			break
		}
	}
	return x.formats["Default"]
}

func (x *excelXML) end(name string) {
	switch name {
	case "ss:Style":
		x.style = ""
	case "ss:Data":
		x.reading = false
		x.formula = x.formula && strings.TrimSpace(x.value.String()) == ""
		x.cell(x.value.String())
	case "ss:Cell":
		if x.formula {
			x.unknown++
		}
	case "ss:Row":
		x.writer.Row()
	case "x:Visible":
		state := strings.TrimSpace(x.value.String())
		x.hidden = x.hidden || state == "SheetHidden" || state == "SheetVeryHidden"
		x.reading = false
	case "ss:Worksheet":
		err := x.flow.Err()
		x.flow = x.body
		if err != nil {
			x.flow.Fail(err)
		}
		if !x.hidden {
			x.flow.Line()
			x.flow.Characters(x.sheet.String(), true)
			x.flow.Line()
			for range x.unknown {
				x.writer.Unknown()
			}
		}
		x.sheet.Reset()
	}
}

func (x *excelXML) characters(s string) {
	if x.reading {
		x.put(x.value, s)
	}
}

func (x *excelXML) cell(value string) {
	format, ok := namedFormats[x.format]
	if !ok {
		format = x.format
	}
	switch x.kind {
	case "Boolean":
		x.writer.Shown(spreadsheet.Truth(strings.TrimSpace(value) == "1"))
		return
	case "Number":
		if v, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			x.writer.Number(format, v)
			return
		}
	case "DateTime":
		x.writer.Date(format, value)
		return
	case "String":
		x.writer.Text(format, value)
		return
	}
	x.writer.Shown(value)
}

// namedFormats are the codes of the formats that Excel calls by a name.
var namedFormats = map[string]string{
	"": "General", "General Number": "General", "Fixed": "0.00", "Standard": "#,##0.00", "Percent": "0.00%",
	"Scientific": "0.00E+00", "Currency": `"$"#,##0.00_);("$"#,##0.00)`, "Euro Currency": `"€"#,##0.00_);("€"#,##0.00)`,
	"General Date": "m/d/yyyy h:mm", "Short Date": "m/d/yyyy", "Medium Date": "d-mmm-yy",
	"Long Date": "dddd, mmmm d, yyyy", "Short Time": "h:mm", "Medium Time": "h:mm AM/PM", "Long Time": "h:mm:ss AM/PM",
	"Yes/No": `"Yes";"Yes";"No"`, "True/False": `"True";"True";"False"`, "On/Off": `"On";"On";"Off"`,
}
