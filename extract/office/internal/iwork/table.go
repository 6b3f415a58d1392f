package iwork

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
)

// tables has what the cells of a table refer to.
type tables struct{ strings, rich, formats, oldFormats, menus uint64 }

// table writes a table: its name, if it is shown, and its rows.
func (r *reader) table(id uint64) {
	o, ok := r.once(id)
	if !ok || o.kind != tableModel {
		return
	}
	const name, nameIsShown = 8, 22
	if o.is(nameIsShown) {
		r.flow.Characters(strings.ToValidUTF8(o.text(name), "\uFFFD"), false)
		r.flow.Line()
	}
	store := o.sub(4)
	t := tables{strings: store.ref(4), rich: store.ref(17), formats: store.ref(22), oldFormats: store.ref(11), menus: store.ref(16)}
	type tile struct{ number, id uint64 }
	storage := store.sub(3)
	n := storage.count(1)
	r.hold(16*n, "a table")
	defer r.d.Budget.Release(int64(16 * n))
	if r.flow.Err() != nil {
		return
	}
	tiles := make([]tile, 0, n)
	for m := range storage.each(1) {
		tiles = append(tiles, tile{m.number(1), m.ref(2)})
	}
	slices.SortStableFunc(tiles, func(a, b tile) int { return cmp.Compare(a.number, b.number) })
	for _, tile := range tiles {
		if o, ok := r.once(tile.id); ok && o.kind == tableTile {
			r.tile(&t, o.message)
		}
	}
	r.flow.Line()
}

// tile writes some rows of a table.
func (r *reader) tile(t *tables, m message) {
	type row struct {
		number uint64
		message
	}
	n := m.count(5)
	r.hold(32*n, "a table")
	defer r.d.Budget.Release(int64(32 * n))
	if r.flow.Err() != nil {
		return
	}
	rows := make([]row, 0, n)
	for info := range m.each(5) {
		rows = append(rows, row{info.number(1), info})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.number, b.number) })
	for _, row := range rows {
		if r.flow.Err() != nil {
			return
		}
		r.row(t, row.message)
	}
}

func (r *reader) row(t *tables, m message) {
	const (
		oldCells, oldOffsets = 3, 4
		cells, offsets, wide = 6, 7, 8
		wideUnit, noCell     = 4, 0xFFFF
	)
	buffer, where := m.sub(cells), m.sub(offsets)
	if len(buffer) == 0 {
		buffer, where = m.sub(oldCells), m.sub(oldOffsets)
	}
	unit := 1
	if m.is(wide) {
		unit = wideUnit
	}
	r.sheet.Row()
	for ; len(where) >= 2; where = where[2:] {
		offset := int(binary.LittleEndian.Uint16(where))
		if offset == noCell || offset*unit >= len(buffer) {
			continue
		}
		if err := r.d.Check(); err != nil {
			r.flow.Fail(err)
			return
		}
		r.cell(t, readCell(buffer[offset*unit:]))
		if r.flow.Err() != nil {
			return
		}
		if !r.sheets {
			r.flow.Line()
		}
	}
	r.sheet.Row()
}

// The kinds of cells.
const (
	numberCell   = 2
	textCell     = 3
	dateCell     = 5
	truthCell    = 6
	durationCell = 7
	richCell     = 9
	currencyCell = 10
)

// cell is a cell as it is stored.
type cell struct {
	kind         byte
	value        float64 // a number, seconds, or a truth value
	string, rich uint32  // keys of lists
	format       uint32  // key of the list of formats, 0 for none
	isOld        bool    // its format is in the old list
}

// epoch is the first day of the year 2001, from which dates are counted, and day is a day.
const (
	epoch = 36892
	day   = 24 * 60 * 60
)

func (r *reader) cell(t *tables, c cell) {
	switch c.kind {
	case numberCell, currencyCell:
		if f := r.formatOf(t, c); f.kind == menu {
			r.chosen(t, f.list, c.value)
		} else {
			r.sheet.Shown(f.number(r.sheet, c.value))
		}
	case dateCell:
		r.sheet.Shown(r.formatOf(t, c).date(r.sheet, epoch+c.value/day))
	case durationCell:
		r.sheet.Shown(r.formatOf(t, c).duration(c.value))
	case truthCell:
		if r.formatOf(t, c).kind != checkbox {
			r.sheet.Shown(spreadsheet.Truth(c.value != 0))
		}
	case textCell:
		r.sheet.Shown(r.formatOf(t, c).text(r.list(t.strings)[c.string].text))
	case richCell:
		r.flow.Blank()
		r.flow.Characters(r.richText(r.list(t.rich)[c.rich]), !r.sheets)
		r.flow.Blank()
	}
}

// chosen writes the choice of a menu, which a cell has the number of: the first is 1.
func (r *reader) chosen(t *tables, key uint32, number float64) {
	menu := r.list(t.menus)[key].reference
	choices, known := r.menus[menu]
	if o := r.object(menu); !known && o.kind == menuModel {
		choices = r.choices(o.message)
		r.menus[menu] = choices
	}
	if number >= 1 && number <= float64(len(choices)) {
		r.sheet.Shown(choices[int(number)-1])
	}
}

func (r *reader) choices(m message) (all []string) {
	const first, since = 1, 2 // the numbers of the field in versions
	const numberChoice, textChoice = 4, 5
	for f := range m.all() {
		if f.number != first && f.number != since {
			continue
		}
		choice := collapsed(string(f.octets.sub(textChoice).sub(1)))
		if value := f.octets.sub(numberChoice); value != nil {
			choice = r.sheet.NumberAs("", math.Float64frombits(value.number(1)))
		}
		r.hold(objectCost+len(choice), "choices of a menu")
		if r.flow.Err() != nil {
			return nil
		}
		all = append(all, choice)
	}
	return all
}

// richText returns the text of a cell that has formats of its own, or several paragraphs.
func (r *reader) richText(e entry) string {
	payload := cmp.Or(e.payload, e.reference)
	if text, known := r.rich[payload]; known {
		return text
	}
	o := r.object(payload)
	if o.kind != richText {
		return ""
	}
	text := r.aside(func() { r.storage(o.ref(1)) })
	r.hold(len(text)+objectCost, "texts of cells")
	r.rich[payload] = text
	return text
}

// entry is an entry of a list, read once for all cells that refer to it.
type entry struct {
	text               string
	format             message
	reference, payload uint64
}

// list returns the entries of a list by their keys. Long lists are in parts.
func (r *reader) list(id uint64) map[uint32]entry {
	if all, known := r.lists[id]; known {
		return all
	}
	all := make(map[uint32]entry)
	r.lists[id] = all
	o := r.object(id)
	if o.kind != tableList {
		return all
	}
	r.entries(all, o.message)
	for part := range o.refs(4) {
		if p, ok := r.once(part); ok && p.kind == tableListPart {
			r.entries(all, p.message)
		}
	}
	return all
}

func (r *reader) entries(all map[uint32]entry, list message) {
	const key, text, reference, format, payload = 1, 3, 4, 6, 9
	for m := range list.each(3) {
		e := entry{collapsed(m.text(text)), m.sub(format), m.ref(reference), m.ref(payload)}
		r.hold(2*objectCost+len(e.text), "lists of a table")
		if r.flow.Err() != nil {
			return
		}
		all[uint32(m.number(key))] = e
	}
}

// collapsed returns a text with one blank for each run, which bounds the cost of writing it.
func collapsed(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	var b strings.Builder
	f := flow.To(&b)
	f.Characters(s, false)
	return b.String()
}

// readOldCell reads a cell of version 4 or before. The form that the program shows follows its value.
func readOldCell(octets []byte) cell {
	c := cell{kind: octets[1], isOld: true}
	head := 12
	if octets[0] < 4 {
		c.kind = octets[2]
	}
	if octets[0] < 2 {
		head = 8
	}
	flags, more := binary.LittleEndian.Uint32(octets[4:]), uint32(0)
	if head == 12 {
		more = uint32(binary.LittleEndian.Uint16(octets[10:]))
	}
	s := storedCell(octets[head:])
	for _, bit := range []int{1, 7, 10, 11, 2, 3, 8, 9, 12, 13, 4, 5, 6} { // in the order of the fields
		if flags&(1<<bit) == 0 {
			continue
		}
		switch bit {
		case 2:
			c.format = s.uint32()
		case 9:
			c.rich = s.uint32()
		case 4:
			c.string = s.uint32()
		case 5, 6:
			c.value = s.float64()
		default: // styles, a formula, an error
			s.uint32()
		}
	}
	if more != 0 {
		c.format = s.uint32()
	}
	return c
}

// storedCell reads the fields of a stored cell.
type storedCell []byte

func (s *storedCell) take(n int) []byte {
	if n > len(*s) {
		*s = nil
		return make([]byte, n)
	}
	taken := (*s)[:n]
	*s = (*s)[n:]
	return taken
}

func (s *storedCell) uint32() uint32 { return binary.LittleEndian.Uint32(s.take(4)) }
func (s *storedCell) float64() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(s.take(8)))
}

// readCell reads a cell of any version: since version 5, numbers are decimals.
func readCell(octets []byte) cell {
	const head = 12
	if len(octets) < head {
		return cell{}
	}
	if octets[0] < 5 {
		return readOldCell(octets)
	}
	c := cell{kind: octets[1]}
	flags := binary.LittleEndian.Uint32(octets[8:])
	s := storedCell(octets[head:])
	for bit := range 19 {
		if flags&(1<<bit) == 0 {
			continue
		}
		switch bit {
		case 0:
			c.value = decimal(s.take(16))
		case 1, 2:
			c.value = s.float64()
		case 3:
			c.string = s.uint32()
		case 4:
			c.rich = s.uint32()
		case 13, 14, 15, 16, 17, 18:
			if key := s.uint32(); c.format == 0 || bit == formatBit[c.kind] {
				c.format = key
			}
		default: // styles, formulas, errors
			s.uint32()
		}
	}
	return c
}

// formatBit has the flag of the format that cells of a kind are shown by, if there are several.
var formatBit = map[byte]int{numberCell: 13, currencyCell: 14, dateCell: 15, durationCell: 16, textCell: 17, truthCell: 18}

// decimal reads a decimal number of 128 bits (IEEE 754, binary integer decimal).
func decimal(b []byte) float64 {
	const bias = 0x1820
	exponent := int(b[15]&0x7F)<<7 | int(b[14]>>1)
	mantissa := float64(b[14] & 1)
	for i := 13; i >= 0; i-- {
		mantissa = mantissa*256 + float64(b[i])
	}
	value := mantissa
	switch exponent -= bias; {
	case mantissa == 0:
	case exponent < 0 && exponent >= -300:
		value = mantissa / math.Pow10(-exponent)
	default:
		value = mantissa * math.Pow10(exponent)
	}
	if b[15]&0x80 != 0 {
		value = -value
	}
	return value
}
