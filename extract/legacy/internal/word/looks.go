package word

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// look is the relevant part of how characters look.
type look struct {
	until   int64 // the place in the stream where others begin
	hidden  bool
	deleted bool
	special bool // they stand for something else
	font    int
	charset int    // if it is not that of the font; 0 if it is
	symbol  uint16 // that they stand for, in a font of its own
	data    bool   // they stand for data, such as a form
	place   uint32 // of the data, in its stream
}

func (l *look) shown() bool { return !l.hidden && !l.deleted }

// look finds how the characters at a place look.
func (w *reader) look(place int64, p piece) {
	properties, until := w.runs.at(place)
	paragraph, end := w.paras.at(place)
	w.now = look{until: min(until, end)}
	w.para = paragraph
	of := 0
	if len(paragraph) >= 2 {
		of = int(binary.LittleEndian.Uint16(paragraph))
	}
	style := w.style(of)
	w.now.hidden, w.now.font = style.hidden == on, style.font
	base := w.now
	visit := func(code uint16, operand []byte) {
		switch code {
		case sprmDeleted:
			w.now.deleted = operand[0] != 0
		case sprmSpecial:
			w.now.special = operand[0] != 0
		case sprmHidden:
			w.now.hidden = toggled(operand[0], base.hidden)
		case sprmData:
			w.now.data = operand[0] != 0
		case sprmPlace:
			w.now.place = binary.LittleEndian.Uint32(operand)
		case sprmFont:
			w.now.font = int(binary.LittleEndian.Uint16(operand))
		case sprmCharset:
			w.now.charset = int(operand[1])
		case sprmPlain:
			w.now.hidden, w.now.font, w.now.charset = base.hidden, base.font, 0
		case sprmStyle:
			s := w.style(int(binary.LittleEndian.Uint16(operand)))
			base.hidden = base.hidden || s.hidden == on
			w.now.hidden = base.hidden
			if s.font != unset {
				base.font, w.now.font = s.font, s.font
			}
		case sprmSymbol:
			if len(operand) >= 3 {
				w.now.font = int(binary.LittleEndian.Uint16(operand))
				w.now.symbol = uint16(operand[2])
			}
			if len(operand) >= 4 {
				w.now.symbol |= uint16(operand[3]) << 8
			}
			w.now.special = true
		}
	}
	sprms(properties, w.old, visit)
	if p.prm&1 == 0 {
		if code := shortSprms[byte(p.prm>>1)&0x7F]; code == sprmDeleted || code == sprmHidden || code == sprmSpecial {
			visit(code, []byte{byte(p.prm >> 8)})
		}
	} else if i := int(p.prm >> 1); i < len(w.prms) {
		sprms(w.prms[i], false, visit)
	}
}

// toggled returns a property that may invert the style's.
func toggled(operand byte, style bool) bool {
	switch operand {
	case 0x80:
		return style
	case 0x81:
		return !style
	}
	return operand != 0
}

// style is the relevant part of a style, including the styles that it is based on.
type style struct {
	hidden setting
	font   int // [unset] if it has none
}

// setting is a property that may be unset.
type setting uint8

const (
	notSet setting = iota
	on
	off
)

const unset = -1

func (w *reader) style(i int) style {
	if i < len(w.styles) {
		return w.styles[i]
	}
	return style{font: unset}
}

// readStyles reads the style sheet ([MS-DOC] 2.9.271). A truncated style sheet has fewer styles.
func (f *fib) readStyles() []style {
	sheet := f.part(partStyles)
	if len(sheet) < 6 {
		return nil
	}
	begin := 2 + int(binary.LittleEndian.Uint16(sheet))
	count, base := int(binary.LittleEndian.Uint16(sheet[2:])), int(binary.LittleEndian.Uint16(sheet[4:]))
	if begin > len(sheet) || base < 8 {
		return nil
	}
	sheet = sheet[begin:]
	var own []style
	var based []int
	for len(sheet) >= 2 && len(own) < count {
		length := int(binary.LittleEndian.Uint16(sheet))
		sheet = sheet[2:]
		if length > len(sheet) {
			break
		}
		s, b := f.readStyle(sheet[:length], base)
		own, based = append(own, s), append(based, b)
		sheet = sheet[min(length+length&1, len(sheet)):]
	}
	all := make([]style, len(own))
	for i := range own {
		all[i] = own[i]
		b := based[i]
		for range 16 { // a cycle sets nothing
			if b >= len(own) {
				break
			}
			if all[i].hidden == notSet {
				all[i].hidden = own[b].hidden
			}
			if all[i].font == unset {
				all[i].font = own[b].font
			}
			b = based[b]
		}
	}
	return all
}

// readStyle reads a style, and the style that it is based on.
func (f *fib) readStyle(octets []byte, base int) (style, int) {
	s, based := style{font: unset}, math.MaxUint16
	if len(octets) < base || len(octets) < 8 {
		return s, based
	}
	const paragraph, character = 1, 2
	kind := binary.LittleEndian.Uint16(octets[2:])
	based = int(kind >> 4)
	kind &= 15
	if kind != paragraph && kind != character {
		return s, based
	}
	at := base
	if f.old { // the name: its length, its characters, and 0
		if at >= len(octets) {
			return s, based
		}
		at += 1 + int(octets[at]) + 1
	} else {
		if at+2 > len(octets) {
			return s, based
		}
		at += 2 + 2*int(binary.LittleEndian.Uint16(octets[at:])) + 2
	}
	next := func() []byte {
		at += at & 1
		if at+2 > len(octets) {
			return nil
		}
		from := at + 2
		at = from + int(binary.LittleEndian.Uint16(octets[at:]))
		return octets[from:max(from, min(at, len(octets)))]
	}
	if kind == paragraph {
		next()
	}
	sprms(next(), f.old, func(code uint16, operand []byte) {
		switch code {
		case sprmHidden:
			s.hidden = off
			if toggled(operand[0], false) {
				s.hidden = on
			}
		case sprmFont:
			s.font = int(binary.LittleEndian.Uint16(operand))
		}
	})
	return s, based
}

// font is a font that the document names.
type font struct {
	name    string
	charset int
}

// readFonts reads the table of fonts ([MS-DOC] 2.9.285).
func (f *fib) readFonts() []font {
	table := f.part(partFonts)
	head, name := 4, 39 // bytes before the table, and before a name
	if f.old {
		head, name = 2, 5
	}
	var fonts []font
	table = table[min(head, len(table)):]
	for len(table) > 0 && len(fonts) < math.MaxUint16 {
		length := int(table[0])
		table = table[1:]
		if length > len(table) || length < name {
			break
		}
		one := table[:length]
		table = table[length:]
		fonts = append(fonts, font{f.fontName(one[name:]), int(one[3])})
	}
	return fonts
}

func (f *fib) fontName(octets []byte) string {
	if f.old {
		name, _, _ := strings.Cut(string(octets), "\x00")
		return name
	}
	return utf16text.Terminated(octets)
}
