package rtf

import (
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
)

// It handles a character, or a part of one, in the charset of the font.
func (r *reader) octet(c byte) {
	r.fresh, r.mark = false, unmarked
	switch {
	case r.skipped():
		return
	case r.now.capture == property, r.now.capture == value:
		r.keep(c)
	case r.now.table:
		if c != ';' {
			r.define(func(f *font) {
				if len(f.name) < 64 {
					f.name += string(rune(c))
				}
			})
		}
		return
	}
	if r.leavesOut() && !r.captures() {
		r.leave()
		return
	}
	page := r.fontNow().page
	if page == 0 || r.now.tag {
		page = r.page
	}
	if page != r.coding || len(r.octets) >= 4096 && c < 0x80 && r.octets[len(r.octets)-1] < 0x80 {
		r.flush()
		r.coding = page
	}
	r.endPair()
	r.octets = append(r.octets, c)
	if len(r.octets) >= 1<<16 {
		r.flush()
	}
}

// keep captures a byte of left-out text, or of WordArt.
func (r *reader) keep(c byte) {
	const most = 64
	to := &r.property
	if r.now.capture == value {
		to = &r.value
	}
	if len(*to) < most {
		*to = append(*to, c)
	}
}

func (r *reader) fontNow() font { return r.fonts[r.now.font[r.now.kind]] }

func (r *reader) use(kind int) {
	r.flush()
	r.now.kind, r.now.other = kind, false
}

// define changes the font that is being defined.
func (r *reader) define(change func(*font)) {
	n := r.now.font[low]
	f, ok := r.fonts[n]
	if !ok && len(r.fonts) == mostFonts {
		return
	}
	change(&f)
	r.fonts[n] = f
}

func (r *reader) flush() {
	r.endPair()
	if len(r.octets) == 0 {
		return
	}
	var text string
	if r.coding == symbols {
		var b strings.Builder
		name := r.fontNow().name
		for _, c := range r.octets {
			if c <= 0x20 {
				b.WriteByte(c)
			}
			b.WriteString(symbol.Text(name, rune(c)))
		}
		text = b.String()
	} else {
		octets, _ := r.pages.Of(r.coding).Bytes(r.octets)
		text = string(octets)
	}
	r.octets = r.octets[:0]
	r.write(text)
}

// unicode handles a UTF-16 code unit, which is negative above U+7FFF. Some writers use the code point
// of a character beyond U+FFFF instead.
func (r *reader) unicode(n int) {
	if len(r.octets) > 0 {
		r.flush()
	}
	unit := rune(n)
	if unit <= 0xFFFF || unit > utf8.MaxRune {
		unit = rune(uint16(n))
	}
	switch {
	case r.high != 0 && utf16.DecodeRune(r.high, unit) != utf8.RuneError:
		unit, r.high = utf16.DecodeRune(r.high, unit), 0
	case unit >= 0xD800 && unit < 0xDC00:
		r.endPair()
		r.high = unit
		return
	}
	r.endPair()
	if unit >= 0xE000 && unit <= 0xF8FF {
		r.write(symbol.Text(r.fontNow().name, unit))
		return
	}
	r.write(string(unit))
}

// endPair ends a surrogate pair that has no second half.
func (r *reader) endPair() {
	if r.high != 0 {
		r.high = 0
		r.write("\uFFFD")
	}
}

func (r *reader) put(s string) {
	r.flush()
	r.write(s)
}

func (r *reader) write(s string) {
	const most = 4096
	switch {
	case r.now.capture == instruction && len(r.instruction) < most:
		r.instruction = append(r.instruction, s...)
	case r.now.capture == entry && len(r.entry) < most:
		r.entry = append(r.entry, s...)
	case r.now.capture == sign && len(r.sign) < most:
		r.sign = append(r.sign, s...)
	}
	if r.captures() {
		return
	}
	if r.html {
		if !r.now.tag {
			s = html.EscapeString(s)
		}
		r.writeHTML(s)
		return
	}
	if f := r.flow(); f != nil {
		f.Characters(r.formula.Text(s), false)
	} else if s != "" {
		r.leave()
	}
}

// captures reports whether characters are captured, in any charset.
func (r *reader) captures() bool {
	return r.now.capture == instruction || r.now.capture == entry || r.now.capture == sign
}

func (r *reader) line() {
	r.flush()
	if r.html {
		r.writeHTML("\n")
	} else if f := r.flow(); f != nil {
		f.Line()
	}
}

func (r *reader) blank() {
	r.flush()
	if r.html {
		r.writeHTML("\t")
	} else if f := r.flow(); f != nil {
		f.Blank()
	}
}

// leavesOut reports whether text is left out now.
func (r *reader) leavesOut() bool {
	if r.html {
		return r.now.out || r.now.rtf
	}
	return r.now.out || r.now.hidden || r.now.deleted
}

// flow returns where text is written now, or nil if it is left out.
func (r *reader) flow() *flow.Flow {
	switch {
	case r.leavesOut():
		return nil
	case r.now.place == inNote:
		return r.aside
	case r.now.place == inHead:
		return r.head.flow
	}
	return r.body
}

// symbols stands for the charset of symbol fonts.
const symbols = -1

// charsets are the code pages of \fcharset. Charset 1 is the default, which \ansicpg names.
var charsets = map[int]int{
	0: 1252, 2: symbols, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 89: 10007, 128: 932, 129: 949,
	134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874,
	238: 1250, 254: 437, 255: 850,
}
