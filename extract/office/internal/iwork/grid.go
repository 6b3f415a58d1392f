package iwork

import (
	"encoding/xml"
	"strconv"
)

// grid is a table whose cells are being read.
type grid struct {
	columns  int
	inCells  bool // the elements are cells
	open     bool // one of them
	at       int  // of the last cell: 256 for each row, and 1 for each column
	cells    int  // how many there were
	sparse   bool // they say where they are
	now      xmlCell
	choosing bool // the choices of a menu are being read
}

// xmlCell is what is known of a cell.
type xmlCell struct {
	style  string
	kind   byte
	value  float64
	text   string
	format *format // of its own
}

// rowUnit is what a row is in the places of cells: documents until 2009 have 256 columns at most.
const rowUnit = 256

// startTable handles the start of an element in a table. It returns a handler of its end, or nil.
func (x *index) startTable(name string, e xml.StartElement) (end func()) {
	if name == "sf:tabular-model" {
		before := x.table
		x.table = &grid{at: -1}
		x.flow.Line()
		if value(e, "name-is-visible") == "true" {
			x.flow.Characters(value(e, "name"), false)
			x.flow.Line()
		}
		return func() {
			x.flow.Line()
			x.table = before
		}
	}
	t := x.table
	switch {
	case t == nil:
		return nil
	case name == "sf:grid":
		t.columns, _ = strconv.Atoi(value(e, "numcols"))
	case name == "sf:datasource":
		t.inCells = true
		x.sheet.Row()
		return func() {
			t.inCells = false
			x.sheet.Row()
		}
	case t.inCells && !t.open:
		x.place(t, e)
		t.open, t.now = true, xmlCell{}
		x.valueOf(t, name, e)
		x.look.found = func(f format) { t.now.format = &f }
		return func() {
			t.open, x.look.found = false, nil
			x.show(&t.now)
		}
	case t.open:
		return x.inCell(t, name, e)
	default:
		return nil
	}
	return func() {}
}

// place finds the position of a cell. A cell has its distance from the last one, unless it is the
// next. Old documents have all cells, without distances.
func (x *index) place(t *grid, e xml.StartElement) {
	step := 1
	if far := value(e, "ct"); far != "" {
		t.sparse = true
		step, _ = strconv.Atoi(far)
		if t.cells == 0 {
			t.at = 0
		}
	}
	row := t.at / rowUnit
	t.at += step
	newRow := t.at/rowUnit != row
	if !t.sparse {
		newRow = t.columns > 0 && t.cells%t.columns == 0
	}
	t.cells++
	if newRow {
		x.sheet.Row()
	}
}

// inCell handles an element in a cell: its value, the result of a formula, or a menu.
func (x *index) inCell(t *grid, name string, e xml.StartElement) (end func()) {
	switch name {
	case "sf:menu-choices":
		t.choosing = true
		return func() { t.choosing = false }
	case "sf:proxied-cell-ref":
		if !t.choosing {
			t.now.kind, t.now.text = textCell, x.choices[value(e, "IDREF")]
		}
	case "sf:ct", "sf:so":
		if s := value(e, "s"); s != "" {
			t.now.kind, t.now.text = textCell, s
		}
	case "sf:n", "sf:t", "sf:d", "sf:du", "sf:b", "sf:rn", "sf:rt", "sf:rd", "sf:rdu", "sf:rb":
		if id := value(e, "ID"); t.choosing && id != "" {
			outer := t.now
			t.now = xmlCell{style: outer.style}
			x.valueOf(t, name, e)
			return func() {
				x.keep(x.choices, id, x.aside(func() { x.show(&t.now) }))
				t.now = outer
			}
		}
		x.valueOf(t, name, e)
	default:
		return nil
	}
	return func() {}
}

func (x *index) valueOf(t *grid, name string, e xml.StartElement) {
	if style := value(e, "s"); style != "" {
		t.now.style = style
	}
	number := func(names ...string) float64 {
		for _, name := range names {
			if n, err := strconv.ParseFloat(value(e, name), 64); err == nil {
				return n
			}
		}
		return 0
	}
	switch name {
	case "sf:n", "sf:rn":
		t.now.kind, t.now.value = numberCell, number("v")
	case "sf:d", "sf:rd":
		t.now.kind, t.now.value = dateCell, number("cell-date", "d")
	case "sf:du", "sf:rdu":
		t.now.kind, t.now.value = durationCell, number("du", "v")
	}
}

func (x *index) show(c *xmlCell) {
	f := x.look.cell(c.style, c.kind)
	if c.format != nil {
		f = *c.format
	}
	switch c.kind {
	case textCell:
		x.sheet.Shown(c.text)
	case numberCell:
		x.sheet.Shown(f.number(x.sheet, c.value))
	case dateCell:
		x.sheet.Shown(f.date(x.sheet, epoch+c.value/day))
	case durationCell:
		x.sheet.Shown(f.duration(c.value))
	}
	if !x.sheets {
		x.flow.Line()
	}
}
