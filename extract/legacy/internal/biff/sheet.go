package biff

import (
	"cmp"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// cell is a cell with a shown text.
type cell struct {
	row, column uint16
	text        string
}

// cells are the cells of a sheet, in the order of the records.
type cells struct {
	*workbook
	list     []cell
	formula  cell // whose result is a string, which is in a record after it
	format   int  // of the same
	awaiting bool // the record has not come yet
	held     int  // bytes of memory
}

// sheet writes the text of a sheet, from its BOF to its end.
func (w *workbook) sheet(s *stream) error {
	if w.version < 5 {
		w.formats, w.xfs = make(map[int]string), nil
	}
	_, data, _ := s.next()
	c := &cells{workbook: w}
	d := &shapes{workbook: w, text: w.document.NewText(), states: w.document.NewText()}
	if substream(data[2])|substream(data[3])<<8 == chart {
		w.pictures = true
		if err := d.chart(s); err != nil {
			return err
		}
	}
	for {
		if err := w.document.Check(); err != nil {
			return err
		}
		kind, data, ok := s.next()
		if !ok || kind == recordEOF {
			break
		}
		if bofVersion(kind, data) != 0 {
			w.pictures = true
			if err := d.chart(s); err != nil {
				return err
			}
			continue
		}
		f := &fields{s: s, left: data}
		if err := c.read(kind, f); err != nil {
			return err
		}
		if err := d.read(kind, f); err != nil {
			return err
		}
	}
	c.abandon()
	c.write()
	w.flow.Line()
	w.flow.Characters(d.text.String(), true)
	w.flow.Characters(d.states.String(), true)
	w.flow.Line()
	d.text.Reset()
	d.states.Reset()
	w.document.Budget.Release(int64(c.held))
	return w.flow.Err()
}

// write writes the cells, with a row on each line. Records may be in any order, but usually are
// sorted.
func (c *cells) write() {
	order := func(a, b cell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column)) }
	if !slices.IsSortedFunc(c.list, order) {
		slices.SortStableFunc(c.list, order)
	}
	for i, cell := range c.list {
		if i == 0 || cell.row != c.list[i-1].row {
			c.writer.Row()
		}
		c.writer.Shown(cell.text)
	}
}

// read reads a record that may belong to a cell.
func (c *cells) read(kind uint16, f *fields) error {
	switch kind {
	case recordInteger2, recordNumber2, recordLabel2, recordBoolErr2:
	case recordFormula, recordFormula3, recordFormula4:
	case recordNumber, recordLabel, recordBoolErr, recordRString, recordRK, recordLabelSST, recordMulRK:
	case recordString2, recordString:
		if !c.awaiting {
			return nil
		}
		c.awaiting = false
		s := ""
		if kind == recordString2 {
			s = c.short(f)
		} else {
			s = c.long(f)
		}
		return c.add(c.formula.row, c.formula.column, c.textAs(c.format, s))
	default:
		return c.setting(kind, f)
	}
	c.abandon()
	row, column := f.word(), f.word()
	if kind == recordMulRK {
		for len(f.left) >= 6 {
			format := c.formatOf(f.word())
			if err := c.add(row, column, c.number(format, spreadsheet.RK(f.long()))); err != nil {
				return err
			}
			column++
		}
		return nil
	}
	format := c.format2(kind, f)
	var s string
	switch kind {
	case recordInteger2:
		s = c.number(format, float64(f.word()))
	case recordNumber, recordNumber2:
		s = c.number(format, f.float())
	case recordRK:
		s = c.number(format, spreadsheet.RK(f.long()))
	case recordLabel2:
		s = c.textAs(format, c.short(f))
	case recordLabel, recordRString:
		s = c.textAs(format, c.long(f))
	case recordLabelSST:
		if n := int64(f.long()); !f.bad && n < int64(len(c.strings)) {
			if s = c.textAs(format, c.strings[n]); s == c.strings[n] {
				return c.keep(row, column, c.strings[n], cellCost) // all cells with it share its bytes
			}
		}
	case recordBoolErr, recordBoolErr2:
		value, isError := f.octet(), f.octet()
		s = spreadsheet.Truth(value != 0)
		if isError != 0 {
			s = spreadsheet.Error(value)
		}
	default:
		return c.result(row, column, format, f)
	}
	if f.bad {
		return nil
	}
	return c.add(row, column, s)
}

// result reads the stored result of a formula ([MS-XLS] 2.5.133).
func (c *cells) result(row, column uint16, format int, f *fields) error {
	if len(f.left) < 8 {
		return nil
	}
	if f.left[6] != 0xFF || f.left[7] != 0xFF {
		return c.add(row, column, c.number(format, f.float()))
	}
	switch value := f.left[2]; f.left[0] {
	case 0:
		c.formula, c.format, c.awaiting = cell{row: row, column: column}, format, true
	case 1:
		return c.add(row, column, spreadsheet.Truth(value != 0))
	case 2:
		return c.add(row, column, spreadsheet.Error(value))
	case 3: // an empty text, or no result yet
		const onLoad = 2 // the result is to be computed when a program opens the workbook
		if len(f.left) > 8 && f.left[8]&onLoad != 0 {
			c.writer.Unknown()
		}
	}
	return nil
}

// abandon counts a formula whose result did not come.
func (c *cells) abandon() {
	if c.awaiting {
		c.writer.Unknown()
	}
	c.awaiting = false
}

func (c *cells) add(row, column uint16, text string) error {
	return c.keep(row, column, text, cellCost+len(text))
}

// keep adds a cell that costs cost bytes of memory.
func (c *cells) keep(row, column uint16, text string, cost int) error {
	if text == "" {
		return nil
	}
	c.list = append(c.list, cell{row, column, text})
	c.held += cost
	return c.hold(cost, "cells")
}

// format2 reads the format of a cell. BIFF2 stores it in three bytes.
func (c *cells) format2(kind uint16, f *fields) int {
	if kind < 0x10 && c.version == 2 {
		f.octet()
		format := int(f.octet() & 0x3F)
		f.octet()
		return format
	}
	return c.formatOf(f.word())
}

func (w *workbook) formatOf(xf uint16) int {
	if int(xf) < len(w.xfs) {
		return w.xfs[xf]
	}
	return 0
}

func (w *workbook) number(format int, value float64) string {
	return w.writer.NumberAs(w.code(format), value)
}

func (w *workbook) textAs(format int, text string) string {
	return w.writer.TextAs(w.code(format), text)
}

func (f *fields) float() float64 {
	low := uint64(f.long())
	return math.Float64frombits(low | uint64(f.long())<<32)
}
