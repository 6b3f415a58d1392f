package zipped

import (
	"math"

	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// XLSB is a workbook in records instead of XML ([MS-XLSB]), with the text of its XLSX.

// The records that are read ([MS-XLSB] 2.3.1).
const (
	brtRowHdr        = 0
	brtCellRk        = 2
	brtCellError     = 3
	brtCellBool      = 4
	brtCellReal      = 5
	brtCellSt        = 6
	brtCellIsst      = 7
	brtFmlaString    = 8
	brtFmlaNum       = 9
	brtFmlaBool      = 10
	brtFmlaError     = 11
	brtShortRk       = 13 // short ones do not say their column
	brtShortError    = 14
	brtShortBool     = 15
	brtShortReal     = 16
	brtShortSt       = 17
	brtShortIsst     = 18
	brtSSTItem       = 19
	brtFmt           = 44
	brtXF            = 47
	brtCellRString   = 62
	brtWbProp        = 153
	brtBundleSh      = 156
	brtDrawing       = 550
	brtLegacyDrawing = 551
	brtBeginCellXFs  = 617
	brtEndCellXFs    = 618
)

// binaryWorkbook is what the sheets of a workbook refer to.
type binaryWorkbook struct {
	*reader
	writer  *spreadsheet.Writer
	strings []string
	codes   map[int]string // of formats, by their numbers
	formats []int          // numbers of formats, by the number of the style that a cell names
}

func (p *reader) binarySpreadsheet(main string) error {
	links, err := p.relationships(main)
	if err != nil {
		return err
	}
	byID := links.byID()
	b := &binaryWorkbook{reader: p, writer: spreadsheet.To(p.flow), codes: make(map[int]string)}
	b.writer.Days = numfmt.Since1900
	var sheets []string
	err = p.walkBinary(main, func(kind int, f *binaryFields) {
		switch kind {
		case brtWbProp:
			if f.number(4)&1 != 0 {
				b.writer.Days = numfmt.Since1904
			}
		case brtBundleSh:
			state := f.number(4)
			f.number(4)
			rest := f.left
			r, ok := byID[f.text()]
			if !ok && len(rest) > 4 { // before Excel 2007 was done, the number had 8 bytes
				f.left, f.bad = rest[4:], false
				r = byID[f.text()]
			}
			switch {
			case state == 0 && r.kind == "":
				p.document.Lose("a sheet is not in the package: no relationship leads to it")
			case f.bad || state != 0:
			case (r.kind == "worksheet" || r.kind == "chartsheet") && r.target != "":
				sheets = append(sheets, r.target)
				p.hold(stringCost, "sheets")
			default:
				p.macros = true
			}
		}
	}, brtWbProp, brtBundleSh)
	if err != nil {
		return err
	}
	if part := links.first("styles"); part != "" {
		if err := b.styles(part); err != nil {
			return err
		}
	}
	if part := links.first("sharedStrings"); part != "" {
		err := p.walkBinary(part, func(_ int, f *binaryFields) {
			f.number(1)
			b.strings = append(b.strings, f.text())
			p.hold(stringCost+len(b.strings[len(b.strings)-1]), "shared strings")
		}, brtSSTItem)
		if err != nil {
			return err
		}
	}
	return p.drawn(sheets, b.sheet)
}

func (b *binaryWorkbook) styles(part string) error {
	ofCells := false
	return b.walkBinary(part, func(kind int, f *binaryFields) {
		switch kind {
		case brtFmt:
			n := f.number(2)
			code := f.text()
			b.codes[int(n)] = code
			b.hold(entryCost+len(code), "formats")
		case brtBeginCellXFs, brtEndCellXFs:
			ofCells = kind == brtBeginCellXFs
		case brtXF:
			if ofCells {
				f.number(2)
				b.formats = append(b.formats, int(f.number(2)))
				b.hold(16, "formats")
			}
		}
	}, brtFmt, brtBeginCellXFs, brtEndCellXFs, brtXF)
}

func (b *binaryWorkbook) sheet(part string) error {
	wanted := []int{brtRowHdr, brtCellRString, brtDrawing, brtLegacyDrawing}
	for kind := brtCellRk; kind <= brtShortIsst; kind++ {
		wanted = append(wanted, kind)
	}
	return b.walkBinary(part, func(kind int, f *binaryFields) {
		switch kind {
		case brtRowHdr:
			b.writer.Row()
		case brtDrawing, brtLegacyDrawing:
			b.pictures = true
			b.hasDrawing = b.hasDrawing || kind == brtDrawing
		default:
			if s := b.cell(kind, f); s != "" && !f.bad {
				b.writer.Shown(s)
			}
		}
	}, wanted...)
}

// cell returns what a cell shows.
func (b *binaryWorkbook) cell(kind int, f *binaryFields) string {
	if kind < brtShortRk || kind > brtShortIsst {
		f.number(4) // the column
	}
	code := b.code(int(f.number(3)))
	f.number(1)
	switch kind {
	case brtCellRk, brtShortRk:
		return b.writer.NumberAs(code, spreadsheet.RK(uint32(f.number(4))))
	case brtCellReal, brtShortReal, brtFmlaNum:
		return b.writer.NumberAs(code, math.Float64frombits(f.number(8)))
	case brtCellError, brtShortError, brtFmlaError:
		return spreadsheet.Error(byte(f.number(1)))
	case brtCellBool, brtShortBool, brtFmlaBool:
		return spreadsheet.Truth(f.number(1) != 0)
	case brtCellIsst, brtShortIsst:
		if n := f.number(4); n < uint64(len(b.strings)) {
			return b.writer.TextAs(code, b.strings[n])
		} else if !f.bad {
			b.document.Lose("a string of a cell is missing: %d", n)
		}
	case brtCellRString:
		f.number(1)
		return b.writer.TextAs(code, f.text())
	case brtCellSt, brtShortSt, brtFmlaString:
		return b.writer.TextAs(code, f.text())
	}
	return ""
}

func (b *binaryWorkbook) code(style int) string {
	format := 0
	if style < len(b.formats) {
		format = b.formats[style]
	}
	if code, ok := b.codes[format]; ok {
		return code
	}
	return numfmt.Builtin(format)
}
