package biff

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// shapes are the text boxes and charts of a sheet.
type shapes struct {
	*workbook
	text   *medium.Text // that they show, each a line
	object uint16       // the kind of the last record OBJ
}

// comment is the kind of the object that shows a comment ([MS-XLS] 2.5.143).
const comment = 0x19

// read reads a record that may be of a shape.
func (d *shapes) read(kind uint16, f *fields) error {
	switch kind {
	case recordDrawing:
		d.pictures = true
	case recordObj:
		if d.version < 8 {
			d.pictures = true
			return nil
		}
		f.skip(4)
		d.object = f.word()
	case recordTxO:
		f.skip(10)
		length := int(f.word())
		if d.object == comment || f.bad || length == 0 {
			return nil
		}
		f.left = nil // the text is in records CONTINUE
		return line(d.text, f.characters(length, 0))
	}
	return nil
}

func line(t *medium.Text, s string) error {
	if _, err := t.WriteString(s); err != nil {
		return err
	}
	_, err := t.WriteString("\n")
	return err
}

// drawn are the texts of a chart, each a line: titles of the chart and of its axes, names of
// series, and the categories of the first, which stand along an axis.
type drawn struct{ titles, legend, categories *medium.Text }

// What the stored values of a chart are ([MS-XLS] 2.4.257).
const ofCategories = 2

// chart reads a chart after its BOF, to its end. What its legend says is left out if there is
// none.
func (d *shapes) chart(s *stream) error {
	t := drawn{d.document.NewText(), d.document.NewText(), d.document.NewText()}
	legend := false
	depth := 1
	var within []uint16 // the numbers of the records that the open BEGINs were after
	var before, values uint16
	for depth > 0 {
		if err := d.document.Check(); err != nil {
			return err
		}
		kind, data, ok := s.next()
		if !ok {
			break
		}
		f := &fields{s: s, left: data}
		var to *medium.Text
		var text string
		switch {
		case kind == recordEOF:
			depth--
		case bofVersion(kind, data) != 0:
			depth++
		case kind == recordBegin:
			if len(within) == mostNested {
				return fmt.Errorf("%w: XLS: more than %d parts of a chart in one another", medium.ErrTooDeep, mostNested)
			}
			within = append(within, before)
		case kind == recordEnd:
			within = within[:max(len(within)-1, 0)]
		case kind == recordLegend:
			legend = true
		case kind == recordSeriesText:
			f.word()
			if text, to = d.caption(f), t.titles; len(within) > 0 && within[len(within)-1] == recordSeries {
				to = t.legend
			}
		case kind == recordSeriesIndex:
			values = f.word()
		case kind == recordLabel || kind == recordNumber:
			_, series, xf := f.word(), f.word(), f.word()
			if values != ofCategories || series != 0 {
				break
			}
			if to = t.categories; kind == recordLabel {
				text = d.long(f)
			} else {
				text = d.number(d.formatOf(xf), f.float())
			}
		}
		if to != nil {
			if err := line(to, text); err != nil {
				return err
			}
		}
		before = kind
	}
	if !legend {
		t.legend.Reset()
	}
	for _, part := range []*medium.Text{t.titles, t.legend, t.categories} {
		if err := line(d.text, part.String()); err != nil {
			return err
		}
		part.Reset()
	}
	return nil
}

// mostNested bounds the parts of a chart that are in one another.
const mostNested = 64

// caption reads a string after an octet that is its length.
func (d *shapes) caption(f *fields) string {
	if d.version == 8 {
		return f.unicode(int(f.octet()))
	}
	return d.short(f)
}
