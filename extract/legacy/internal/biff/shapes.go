package biff

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// shapes are the text boxes and charts of a sheet.
type shapes struct {
	*workbook
	text   *medium.Text // that they show, one a line
	states *medium.Text // of controls, which come last, as in XLSX
	object uint16       // the kind of the last record OBJ
	hidden bool         // the last shape is not shown
}

// The kinds of objects ([MS-XLS] 2.5.143): boxes to tick, lists, and what shows a comment.
const (
	checkBox    = 0x0B
	radioButton = 0x0C
	list        = 0x12
	dropDown    = 0x14
	comment     = 0x19
)

// read reads a record that may belong to a shape.
func (d *shapes) read(kind uint16, f *fields) error {
	switch kind {
	case recordDrawing:
		d.pictures = true
		if hidden, ok := visibility(f.left); ok {
			d.hidden = hidden
		}
	case recordObj:
		if d.version < 8 {
			d.pictures = true
			return nil
		}
		f.skip(4)
		d.object = f.word()
		if state := controlState(d.object, f.left); state != "" && !d.hidden {
			return line(d.states, state)
		}
	case recordTxO:
		f.skip(10)
		length := int(f.word())
		if d.object == comment || d.hidden || f.bad || length == 0 {
			return nil
		}
		f.left = nil // the text is in records CONTINUE
		return line(d.text, f.characters(length, 0))
	}
	return nil
}

// controlState returns what a control shows beside its text. The entries of a list are in cells, so its choice is a
// number. Each part of the record OBJ begins with its kind and length. A list is the last part, and its length is
// not reliable.
func controlState(kind uint16, parts []byte) string {
	const rest, box, boxByLibreOffice, ofList = 16, 0x12, 0x0A, 0x13
	word := func(b []byte, at int) int {
		if len(b) < at+2 {
			return 0
		}
		return int(binary.LittleEndian.Uint16(b[at:]))
	}
	ticked := false
	for parts = parts[min(rest, len(parts)):]; len(parts) > 4; parts = parts[min(4+word(parts, 2), len(parts)):] {
		switch word(parts, 0) {
		case box, boxByLibreOffice:
			ticked = word(parts, 4) != 0
		case ofList:
			const choice = 2 // behind the formula of the cells, and the number of entries
			chosen := word(parts, 6+word(parts, 4)+choice)
			if (kind == list || kind == dropDown) && chosen > 0 {
				return field.Box(true) + " " + strconv.Itoa(chosen)
			}
			return ""
		}
	}
	if kind == checkBox || kind == radioButton {
		return field.Box(ticked)
	}
	return ""
}

// Records of drawings ([MS-ODRAW]): a shape, its properties, and the property that hides it.
const (
	drawnShape      = 0xF004
	drawnProperties = 0xF00B
	propertyHidden  = 0x03BF
)

// visibility reports whether the last shape that begins in a piece of a drawing is hidden.
func visibility(b []byte) (hidden, ok bool) {
	for len(b) >= 8 {
		head, kind, length := binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:]), binary.LittleEndian.Uint32(b[4:])
		b = b[8:]
		if kind == drawnShape {
			hidden, ok = false, true
		}
		if head&0xF == 0xF {
			continue // what is in a container follows
		}
		data := b[:min(uint64(length), uint64(len(b)))]
		b = b[len(data):]
		if kind != drawnProperties {
			continue
		}
		for n := head >> 4; n > 0 && len(data) >= 6; n-- {
			if binary.LittleEndian.Uint16(data) == propertyHidden {
				// The low half has the values, the high half says which of them are set.
				value := binary.LittleEndian.Uint32(data[2:])
				hidden = value&0x20002 == 0x20002
			}
			data = data[6:]
		}
	}
	return hidden, ok
}

func line(t *medium.Text, s string) error {
	if _, err := t.WriteString(s); err != nil {
		return err
	}
	_, err := t.WriteString("\n")
	return err
}

// The texts of a chart, in the order of writing.
const (
	title = iota
	categories
	axisX
	axisY
	axisZ
	legend
	labels
	kinds
)

// linked returns the role of the text that a record ObjectLink names ([MS-XLS] 2.4.182).
var linked = map[uint16]int{1: title, 2: axisY, 3: axisX, 4: labels, 7: axisZ}

// drawn are the texts of a chart, by their kinds, each a line.
type drawn struct {
	*shapes
	texts   [kinds]*medium.Text
	within  []uint16 // the numbers of the records that the open BEGINs were after
	values  uint16   // what the stored values are that follow
	pending string   // a text whose role is not known yet
	legend  bool
	pie     bool // the categories are in the legend
	names   int  // of series
	auto    bool // the title is not stored: it is the name of the only series
}

// ofCategories means that the stored values of a chart are categories ([MS-XLS] 2.4.257).
const ofCategories = 2

// chart reads a chart after its BOF, to its end. It reads the titles of the chart and of its axes,
// and labels that are not values. It also reads the categories of the first series, which are along
// an axis. With a legend, it reads the names of the series.
func (d *shapes) chart(s *stream) error {
	t := &drawn{shapes: d}
	for i := range t.texts {
		t.texts[i] = d.document.NewText()
	}
	depth := 1
	before := uint16(0)
	for depth > 0 {
		if err := d.document.Check(); err != nil {
			return err
		}
		kind, data, ok := s.next()
		if !ok {
			break
		}
		switch {
		case kind == recordEOF:
			depth--
		case bofVersion(kind, data) != 0:
			depth++
		default:
			if err := t.read(kind, before, &fields{s: s, left: data}); err != nil {
				return err
			}
		}
		before = kind
	}
	if t.pie && !t.legend {
		t.texts[categories].Reset()
	}
	switch {
	case t.auto && t.names == 1:
		t.texts[title], t.texts[legend] = t.texts[legend], t.texts[title]
		t.texts[legend].Reset()
	case t.pie || !t.legend:
		t.texts[legend].Reset()
	}
	for _, part := range t.texts {
		if err := line(d.text, part.String()); err != nil {
			return err
		}
		part.Reset()
	}
	return nil
}

// read reads a record. within has the numbers of the records around it.
func (t *drawn) read(kind, before uint16, f *fields) error {
	switch kind {
	case recordBegin:
		if len(t.within) == mostNested {
			return fmt.Errorf("%w: XLS: more than %d nested parts of a chart", medium.ErrTooDeep, mostNested)
		}
		t.within = append(t.within, before)
	case recordEnd:
		t.within = t.within[:max(len(t.within)-1, 0)]
		return t.write(title)
	case recordLegend:
		t.legend = true
	case recordPie:
		t.pie = true
	case recordSeriesText:
		f.word()
		if t.pending = t.caption(f); len(t.within) > 0 && t.within[len(t.within)-1] == recordSeries {
			t.names++
			return t.write(legend)
		}
	case recordObjectLink:
		if of, ok := linked[f.word()]; ok {
			t.auto = t.auto || of == title && t.pending == ""
			return t.write(of)
		}
	case recordSeriesIndex:
		t.values = f.word()
	case recordLabel, recordNumber:
		_, series, xf := f.word(), f.word(), f.word()
		if t.values != ofCategories || series != 0 {
			break
		}
		if kind == recordLabel {
			t.pending = t.long(f)
		} else {
			t.pending = t.number(t.formatOf(xf), f.float())
		}
		return t.write(categories)
	}
	return nil
}

// write writes the pending text, if any.
func (t *drawn) write(of int) error {
	s := t.pending
	if t.pending = ""; s == "" {
		return nil
	}
	return line(t.texts[of], s)
}

// mostNested bounds the nesting of parts of a chart.
const mostNested = 64

// caption reads a string after a byte with its length.
func (d *shapes) caption(f *fields) string {
	if d.version == 8 {
		return f.unicode(int(f.octet()))
	}
	return d.short(f)
}
