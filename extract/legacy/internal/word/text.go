package word

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
)

// Characters with a special meaning ([MS-DOC] 2.4.1).
const (
	charPicture      = 0x01
	charNote         = 0x02
	charCell         = 0x07
	charDrawing      = 0x08
	charTab          = 0x09
	charLine         = 0x0B
	charPage         = 0x0C
	charParagraph    = 0x0D
	charColumn       = 0x0E
	charField        = 0x13
	charFieldResult  = 0x14
	charFieldEnd     = 0x15
	charNoBreakDash  = 0x1E
	charOptionalDash = 0x1F
	charSymbol       = 0x28
)

// related is the data that a story refers to.
type related struct {
	notes []*notes
	boxes *boxes
}

func (w *reader) text(s story, c related) error {
	w.fields, w.unshown = nil, 0
	w.flow.Line()
	err := w.each(s, func(p piece) error {
		size := p.size()
		w.now.until = 0
		for at, place := p.from, p.at; at < p.to; at, place = at+1, place+size {
			if place >= w.now.until {
				w.flush()
				w.look(place, p)
			}
			for _, n := range c.notes {
				n.passed(at, w.shown())
			}
			unit := uint16(w.stream[place])
			if p.wide {
				unit = binary.LittleEndian.Uint16(w.stream[place:])
			}
			var err error
			if unit == charDrawing && c.boxes != nil && w.shown() {
				w.flush()
				err = w.drawing(c.boxes, at)
			} else {
				err = w.character(unit, p.wide)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	w.endFields()
	w.flush()
	w.flow.Line()
	if err != nil {
		return err
	}
	return w.flow.Err()
}

// endFields ends the fields that are still open at the end of a story. What is read as an instruction may be text.
func (w *reader) endFields() {
	if w.unshown > 0 {
		w.document.Lose("a field has no end: the text after its beginning is left out")
	}
	for len(w.fields) > 0 {
		w.fieldEnds()
	}
}

// shown reports whether the next character is shown.
func (w *reader) shown() bool { return w.unshown == 0 && w.now.shown() }

func (w *reader) character(c uint16, wide bool) error {
	switch {
	case c == charParagraph || c == charCell || c == charPage:
		w.flush()
		if c != charParagraph || !w.now.deleted && !w.isInitial() {
			w.flow.Line()
		}
	case c == charField:
		return w.fieldBegins()
	case c == charFieldResult:
		w.fieldResult()
	case c == charFieldEnd:
		w.fieldEnds()
	case c == charPicture && w.now.data:
		return w.formData()
	case c == charNote && w.now.special:
		w.anchor()
	case c == charSymbol && w.now.special:
		w.put(symbol.Text(w.font().name, rune(w.now.symbol)))
	case c == charTab:
		w.gap(w.flow.Blank)
	case c == charLine || c == charColumn || c == '\n':
		w.gap(w.flow.Line)
	case c == charNoBreakDash:
		w.put("\u2011")
	case c == charOptionalDash:
		w.put("\u00AD")
	case c == charPicture:
		w.pictures = w.pictures || w.shown()
	case c < 0x20: // marks of comments and others
	default:
		w.plain(c, wide)
	}
	return nil
}

// isInitial reports whether a paragraph is the initial of the next one, with which it joins.
func (w *reader) isInitial() bool {
	if w.old || len(w.para) < 2 {
		return false
	}
	initial := false
	sprms(w.para[2:], false, func(code uint16, operand []byte) {
		if code == sprmInitial {
			initial = operand[0]&7 != 0
		}
	})
	return initial
}

func (w *reader) font() font {
	if i := w.now.font; i >= 0 && i < len(w.fonts) {
		return w.fonts[i]
	}
	return font{}
}

// plain writes a character that is not a control.
func (w *reader) plain(c uint16, wide bool) {
	if w.unshown > 0 {
		w.instruct(c)
		return
	}
	if !w.now.shown() {
		return
	}
	switch {
	case wide && c >= 0xF000 && c <= 0xF0FF:
		w.put(symbol.Text(w.font().name, rune(c)))
	case wide:
		w.pending.unit(w, c)
	case !w.old:
		w.pending.unit(w, uint16(charmap.Windows1252.DecodeByte(byte(c))))
	default:
		w.pending.octet(w, byte(c))
	}
}

// put writes text unchanged.
func (w *reader) put(s string) {
	if w.shown() {
		w.flush()
		w.flow.Characters(s, false)
	}
}

// anchor writes an anchor for the number of a note, if anchors are asked for.
func (w *reader) anchor() {
	if w.document.Include.Anchors {
		w.put(medium.Anchor)
	}
}

func (w *reader) gap(call func()) {
	if w.shown() {
		w.flush()
		call()
	}
}

// pending are characters that were not written yet: UTF-16, or bytes in a code page.
type pending struct {
	units  []uint16
	octets []byte
	page   int
}

const mostPending = 4096

func (r *pending) unit(w *reader, c uint16) {
	if len(r.octets) > 0 || len(r.units) >= mostPending && c&0xFC00 != 0xDC00 {
		w.flush()
	}
	r.units = append(r.units, c)
}

func (r *pending) octet(w *reader, c byte) {
	page := w.page()
	n := len(r.octets)
	if len(r.units) > 0 || page != r.page || n >= mostPending && c < 0x80 && r.octets[n-1] < 0x80 || n >= 16*mostPending {
		w.flush()
		r.page = page
	}
	r.octets = append(r.octets, c)
}

func (w *reader) flush() {
	r := &w.pending
	switch {
	case len(r.units) > 0:
		w.flow.Characters(string(utf16.Decode(r.units)), false)
	case len(r.octets) > 0 && r.page == symbols:
		for _, c := range r.octets {
			if c == ' ' {
				w.flow.Blank()
			}
			w.flow.Characters(symbol.Text(w.font().name, rune(c)), false)
		}
	case len(r.octets) > 0:
		text, _ := w.decoders.Of(r.page).Bytes(r.octets)
		w.flow.Characters(string(text), false)
	}
	r.units, r.octets = r.units[:0], r.octets[:0]
}

// page returns the code page of the current characters, in Word 6 and 95.
func (w *reader) page() int {
	charset := w.font().charset
	if w.now.charset != 0 {
		charset = w.now.charset
	}
	if page, ok := charsets[charset]; ok {
		return page
	}
	if w.mac {
		return 10000
	}
	return pageOfLanguage(w.language)
}

// openField is an open field.
type openField struct {
	instruction bool // which is being read
	out         bool // its result is not shown
	text        []uint16
	form        string // what a field of a form shows
}

const (
	mostFields      = 1000 // in one another
	mostInstruction = 1000 // characters of an instruction to keep
)

func (w *reader) fieldBegins() error {
	w.flush()
	if len(w.fields) == mostFields {
		return fmt.Errorf("%w: DOC: more than %d nested fields", medium.ErrTooDeep, mostFields)
	}
	w.fields = append(w.fields, openField{instruction: true})
	w.unshown++
	return nil
}

func (w *reader) instruct(c uint16) {
	if f := &w.fields[len(w.fields)-1]; f.instruction && len(f.text) < mostInstruction {
		f.text = append(f.text, c)
	}
}

func (w *reader) fieldResult() {
	w.flush()
	n := len(w.fields)
	if n == 0 || !w.fields[n-1].instruction {
		return
	}
	f := &w.fields[n-1]
	f.instruction = false
	name := field.Name(f.code())
	if f.out = f.form != "" || field.IsPageNumber(name) || field.ShowsInstruction(name); !f.out {
		w.unshown--
	}
}

func (w *reader) fieldEnds() {
	w.flush()
	n := len(w.fields)
	if n == 0 {
		return
	}
	f := w.fields[n-1]
	w.fields = w.fields[:n-1]
	if f.instruction || f.out {
		w.unshown--
		w.put(cmp.Or(f.form, field.Text(f.code())))
	}
}

// code returns a field's instruction.
func (f *openField) code() string { return string(utf16.Decode(f.text)) }
