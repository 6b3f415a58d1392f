package zipped

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The text of a workbook in SpreadsheetML (ISO/IEC 29500-1, chapter 18) is that of its
// sheets' cells, sheets in the order of their tabs, a row a line, with blanks between
// cells: strings, numbers as they are stored (a date is a number of days), the stored
// results of formulas. Rows and columns that are folded away are read: one click shows
// them.
//
// Text boxes and shapes come after their sheet's cells.
//
// Left out: hidden sheets, the names of all, formulas, comments, phonetic readings,
// headers and footers, charts.

func (p *reader) spreadsheet(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	var sheets []string
	byID := links.byID()
	err = p.walk(main, elements{start: func(name string, e xml.StartElement) bool {
		if name == "s:sheet" && (attr(e, "state") == "" || attr(e, "state") == "visible") {
			if r := byID[attrIn(e, "r:id")]; r.kind == "worksheet" && r.target != "" {
				sheets = append(sheets, r.target)
				p.hold(stringCost, "sheets")
			} else {
				p.pictures = true
			}
		}
		return true
	}})
	if err != nil {
		return err
	}
	var shared []string
	if part := links.first("sharedStrings"); part != "" {
		if shared, err = p.sharedStrings(part); err != nil {
			return err
		}
	}
	for _, s := range sheets {
		if err := p.sheet(s, shared); err != nil {
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

// put adds to a text.
func (p *reader) put(to *medium.Text, s string) {
	if _, err := to.WriteString(s); err != nil {
		p.flow.Fail(err)
	}
}

func (p *reader) sheet(part string, shared []string) error {
	var kind string
	value := p.document.NewText()
	reading := false
	return p.walk(part, elements{
		start: func(name string, e xml.StartElement) bool {
			switch name {
			case "s:row":
				p.flow.Line()
			case "s:c":
				kind = attr(e, "t")
				value.Reset()
			case "s:v", "s:t":
				reading = true
			case "s:f", "s:rPh", "s:headerFooter", "s:dataValidations", "s:conditionalFormatting", "s:extLst":
				return false
			case "s:drawing", "s:legacyDrawing", "s:picture":
				p.pictures = true
			}
			return true
		},
		end: func(name string) {
			switch name {
			case "s:v", "s:t":
				reading = false
			case "s:row":
				p.flow.Line()
			case "s:c":
				s := value.String()
				switch kind {
				case "s":
					n, err := strconv.Atoi(strings.TrimSpace(s))
					if s = ""; err == nil && n >= 0 && n < len(shared) {
						s = shared[n]
					}
				case "b":
					s = map[string]string{"0": "FALSE", "1": "TRUE"}[strings.TrimSpace(s)]
				}
				p.flow.Blank()
				p.flow.Characters(unescapeX(s), false)
				p.flow.Blank()
			}
		},
		text: func(s string) {
			if reading {
				p.put(value, s)
			}
		},
	})
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
