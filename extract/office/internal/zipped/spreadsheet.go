package zipped

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// The text of a workbook in SpreadsheetML (ISO/IEC 29500-1, chapter 18) is the text of its cells.
// Sheets are in the order of their tabs. A row is a line, with blanks between cells. Cells are
// strings, numbers and dates as their formats show them, and stored results of formulas. Collapsed
// rows and columns are read, since one click shows them.
//
// Text boxes, shapes and charts follow the cells of their sheet. A sheet may be a chart.
//
// Left out are hidden sheets, the names of all sheets, formulas, comments, phonetic readings,
// headers and footers.

func (p *reader) spreadsheet(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	var sheets []string
	byID := links.byID()
	b := &workbook{reader: p, writer: spreadsheet.To(p.flow), conditional: make(map[int]bool)}
	b.writer.Days = numfmt.Since1900
	err = p.walk(main, elements{start: func(name string, e xml.StartElement) bool {
		if value := attr(e, "date1904"); name == "s:workbookPr" && value != "" && isOn(value) {
			b.writer.Days = numfmt.Since1904
		}
		if name == "s:sheet" && (attr(e, "state") == "" || attr(e, "state") == "visible" || p.document.Include.Hidden) {
			if r := p.linked(byID, attrIn(e, "r:id"), "sheet"); (r.kind == "worksheet" || r.kind == "chartsheet") && r.target != "" {
				sheets = append(sheets, r.target)
				p.hold(stringCost, "sheets")
			} else {
				p.macros = true
			}
		}
		return true
	}})
	if err != nil {
		return err
	}
	if part := links.first("sharedStrings"); part != "" {
		if b.shared, err = p.sharedStrings(part); err != nil {
			return err
		}
	}
	if part := links.first("styles"); part != "" {
		if err := b.formats(part); err != nil {
			return err
		}
	}
	if err := p.drawn(sheets, func(s string) error { return p.sheet(s, b) }); err != nil {
		return err
	}
	b.writer.Report(p.document)
	remarks := p.document.NewText()
	for _, s := range sheets {
		links, err := p.relationships(s)
		if err == nil {
			err = p.remarks(links, remarks)
		}
		if err != nil {
			return err
		}
	}
	p.flow.Line()
	p.flow.Characters(remarks.String(), true)
	return nil
}

// drawn reads each sheet, and then the drawing on it.
func (p *reader) drawn(sheets []string, read func(part string) error) error {
	for _, s := range sheets {
		p.hasDrawing = false
		if err := read(s); err != nil {
			return err
		}
		links, err := p.relationships(s)
		if err != nil {
			return err
		}
		if part := links.first("drawing"); part != "" {
			if err := p.shapes(part); err != nil {
				return err
			}
		} else if p.hasDrawing && !links.has("drawing") {
			p.document.Lose("a drawing is not in the package: %q has no relationship to it", s)
		}
		if err := p.controls(links); err != nil {
			return err
		}
	}
	return nil
}

// sharedStrings reads the strings that cells refer to by number.
func (p *reader) sharedStrings(part string) ([]string, error) {
	var list []string
	item := p.document.NewText()
	reading := false
	err := p.walk(part, elements{
		start: func(name string, _ xml.StartElement) bool {
			switch name {
			case "s:rPh":
				return false
			case "s:t":
				reading = true
			}
			return true
		},
		end: func(name string) {
			switch name {
			case "s:t":
				reading = false
			case "s:si":
				list = append(list, strings.Clone(item.String()))
				p.hold(stringCost+len(list[len(list)-1]), "shared strings")
				item.Reset()
			}
		},
		text: func(s string) {
			if reading {
				p.put(item, s)
			}
		},
	})
	return list, err
}

func (p *reader) put(to *medium.Text, s string) {
	if _, err := to.WriteString(s); err != nil {
		p.flow.Fail(err)
	}
}

// workbook is what the sheets of a workbook refer to.
type workbook struct {
	*reader
	writer *spreadsheet.Writer
	shared []string
	codes  []string // of formats, by the number of a style of cells
	// The conditional formats that change how a number is shown.
	conditional map[int]bool
}

func (b *workbook) code(cell xml.StartElement) string {
	n, err := strconv.Atoi(attr(cell, "s"))
	if err != nil && len(b.codes) > 0 {
		n = 0
	}
	if n >= 0 && n < len(b.codes) {
		return b.codes[n]
	}
	return ""
}

// formats reads the formats of numbers, and notes which conditional formats have one.
func (b *workbook) formats(part string) error {
	own := make(map[int]string)
	styles := false
	conditional := 0 // formats that began
	return b.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			switch name {
			case "s:numFmt":
				if conditional > 0 {
					b.conditional[conditional-1] = true
					b.hold(stringCost, "formats")
				} else if id, err := strconv.Atoi(attr(e, "numFmtId")); err == nil {
					own[id] = unescapeX(attr(e, "formatCode"))
					b.hold(entryCost+len(own[id]), "formats")
				}
			case "s:cellXfs":
				styles = true
			case "s:dxf":
				conditional++
			case "s:extLst":
				return false
			case "s:xf":
				if !styles {
					break
				}
				id, _ := strconv.Atoi(attr(e, "numFmtId"))
				code, ok := own[id]
				if !ok {
					code = numfmt.Builtin(id)
				}
				b.codes = append(b.codes, code)
				b.hold(stringCost, "styles")
			}
			return true
		},
		end: func(name string) { styles = styles && name != "s:cellXfs" },
	})
}

func (p *reader) sheet(part string, b *workbook) error {
	var kind, code string
	value := p.document.NewText()
	reading, formula, conditional := false, false, false
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			switch name {
			case "s:row":
				b.writer.Row()
			case "s:c":
				kind, code, formula = attr(e, "t"), b.code(e), false
				value.Reset()
			case "s:v", "s:t":
				reading = true
			case "s:f":
				formula = true
				return false
			case "s:rPh", "s:headerFooter", "s:dataValidations", "s:extLst":
				return false
			case "s:conditionalFormatting":
				return len(b.conditional) > 0
			case "s:cfRule":
				if n, err := strconv.Atoi(attr(e, "dxfId")); err == nil && b.conditional[n] && !conditional {
					conditional = true
					p.document.Lose("%q: a condition changes how numbers are shown", part)
				}
				return false
			case "s:drawing", "s:legacyDrawing", "s:picture":
				p.pictures = true
				p.hasDrawing = p.hasDrawing || name == "s:drawing"
			}
			return true
		},
		end: func(name string) {
			switch name {
			case "s:v", "s:t":
				reading = false
			case "s:row":
				b.writer.Row()
			case "s:c":
				if formula && kind != "str" && strings.TrimSpace(value.String()) == "" { // a text may be empty
					b.writer.Unknown()
				}
				b.cell(kind, code, value.String())
			}
		},
		text: func(s string) {
			if reading {
				p.put(value, s)
			}
		},
	})
}

// cell writes a cell by its type (ST_CellType).
func (b *workbook) cell(kind, code, value string) {
	switch kind {
	case "s":
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n < len(b.shared) {
			b.writer.Text(code, unescapeX(b.shared[n]))
		} else if value != "" {
			b.document.Lose("a string of a cell is missing: %q", value)
		}
	case "str", "inlineStr":
		b.writer.Text(code, unescapeX(value))
	case "b":
		switch strings.TrimSpace(value) {
		case "0", "false":
			b.writer.Shown(spreadsheet.Truth(false))
		case "1", "true":
			b.writer.Shown(spreadsheet.Truth(true))
		}
	case "e":
		b.writer.Shown(value)
	case "d":
		b.writer.Date(code, value)
	default:
		if n, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			b.writer.Number(code, n)
		} else {
			b.writer.Shown(unescapeX(value))
		}
	}
}

// unescapeX reads "_x000D_" as the character it stands for (ST_Xstring).
func unescapeX(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, "_x")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		if len(s) >= 7 && s[6] == '_' {
			if code, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
				if code < 0x20 {
					code = ' '
				}
				b.WriteRune(rune(code))
				s = s[7:]
				continue
			}
		}
		b.WriteString("_x")
		s = s[2:]
	}
}
