package word

import (
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

// sample is a document that a test writes.
type sample struct {
	text     []chars
	fast     bool // the pieces stand in the stream from the last to the first
	old      bool // the pieces are in the stream in reverse order
	flags    uint16
	language uint16
	stories  map[kind]int // how many characters each has; the rest is the body
	parts    map[part][]byte
	clx      []byte // replaces the pieces of the text
}

// chars are characters that look the same, and form a piece.
type chars struct {
	s    string
	look []byte
	prm  uint16
	para []byte // properties of the paragraph that ends with them, after those of its style
}

var le = binary.LittleEndian

// wide is a text with two bytes a character; any other has one.
func wide(s string) string {
	b := []byte(wideMark)
	for _, u := range utf16.Encode([]rune(s)) {
		b = le.AppendUint16(b, u)
	}
	return string(b)
}

const wideMark = "\xFF\xFE"

func longs(ns ...int) (b []byte) {
	for _, n := range ns {
		b = le.AppendUint32(b, uint32(n))
	}
	return b
}

// streams returns the streams of the document. The table of Word 6 is the first.
func (s sample) streams() (stream, table []byte) {
	stream = make([]byte, 0x600)
	le.PutUint16(stream, 0xA5EC)
	le.PutUint16(stream[2:], 0xC1)
	le.PutUint16(stream[6:], s.language)
	le.PutUint16(stream[10:], s.flags)
	lengths, places := 0x4C, 0x9A
	if s.old {
		le.PutUint16(stream[2:], nFibWord6)
		lengths = 0x34
	} else {
		le.PutUint16(stream[32:], 14)
		le.PutUint16(stream[62:], 22)
		le.PutUint16(stream[152:], 108)
	}
	at, ends, looks := make([]int, len(s.text)), []int{0}, map[int][]byte{}
	order := slices.Collect(func(yield func(int) bool) {
		for i := range s.text {
			if s.fast {
				i = len(s.text) - 1 - i
			}
			if !yield(i) {
				return
			}
		}
	})
	var starts []int
	for _, i := range order {
		at[i] = len(stream)
		starts = append(starts, at[i])
		looks[at[i]] = s.text[i].look
		octets := s.text[i].s
		if len(octets) >= 2 && octets[:2] == wideMark {
			octets = octets[2:]
		}
		stream = append(stream, octets...)
	}
	starts = append(starts, len(stream))
	var pieces []byte
	for i, c := range s.text {
		n := len(c.s)
		place := 2*at[i] | 1<<30
		if n >= 2 && c.s[:2] == wideMark {
			n, place = (n-2)/2, at[i]
		} else if s.old {
			place = at[i]
			if s.flags&(1<<12) != 0 {
				n /= 2
			}
		}
		ends = append(ends, ends[i]+n)
		pieces = append(le.AppendUint32(append(pieces, 0, 0), uint32(place)), byte(c.prm), byte(c.prm>>8))
	}
	left := ends[len(s.text)]
	for k, n := range s.stories {
		le.PutUint32(stream[lengths+4*int(k):], uint32(n))
		left -= n
	}
	le.PutUint32(stream[lengths:], uint32(left))

	for len(stream)%pageSize != 0 {
		stream = append(stream, 0)
	}
	page := make([]byte, pageSize)
	end := pageSize - 2
	for i, start := range starts[:min(len(starts)-1, 100)] {
		le.PutUint32(page[4*i:], uint32(start))
		le.PutUint32(page[4*i+4:], uint32(starts[i+1]))
		if l := looks[start]; len(l) > 0 {
			end = (end - len(l) - 1) &^ 1
			page[end] = byte(len(l))
			copy(page[end+1:], l)
			page[4*len(starts)+i] = byte(end / 2)
		}
	}
	if n := len(starts) - 1; n <= 100 { // a page has no more
		page[pageSize-1] = byte(n)
	} else {
		clear(page)
	}
	number := len(stream) / pageSize
	stream = append(stream, page...)

	parts := map[part][]byte{partCharacterRuns: append(longs(starts[0], starts[len(starts)-1]), longs(number)...)}
	if s.old {
		parts[partCharacterRuns] = parts[partCharacterRuns][:10]
	}
	if slices.ContainsFunc(s.text, func(c chars) bool { return c.para != nil }) {
		parts[partParagraphRuns] = append(longs(starts[0], starts[len(starts)-1]), longs(number+1)...)
		stream = append(stream, s.paragraphs(starts)...)
	}
	plc := append(longs(ends...), pieces...)
	parts[partPieces] = append(append([]byte{2}, longs(len(plc))...), plc...)
	if s.clx != nil {
		parts[partPieces] = s.clx
	}
	for p, octets := range s.parts {
		parts[p] = octets
	}
	put := func(p part, to []byte) []byte {
		place := places + 8*p.index
		if s.old {
			place = p.word6
		}
		le.PutUint32(stream[place:], uint32(len(to)))
		le.PutUint32(stream[place+4:], uint32(len(parts[p])))
		return append(to, parts[p]...)
	}
	for p := range parts {
		if s.old {
			stream = put(p, stream)
		} else {
			table = put(p, table)
		}
	}
	return stream, table
}

// paragraphs returns a page with the properties of paragraphs, whose texts begin at these places.
func (s sample) paragraphs(starts []int) []byte {
	const entry = 13
	page := make([]byte, pageSize)
	end := pageSize - 2
	for i, c := range s.text {
		le.PutUint32(page[4*i:], uint32(starts[i]))
		le.PutUint32(page[4*i+4:], uint32(starts[i+1]))
		if c.para != nil {
			properties := append([]byte{0, byte(len(c.para)+3) / 2, 0, 0}, c.para...)
			end = (end - len(properties)) &^ 1
			copy(page[end:], properties)
			page[4*len(starts)+entry*i] = byte(end / 2)
		}
	}
	page[pageSize-1] = byte(len(s.text))
	return page
}

// fonts returns a table of fonts. Each has a charset and a name.
func (s sample) withFonts(fonts ...string) sample {
	table := longs(len(fonts))
	if s.old {
		table = table[:2]
	}
	for _, f := range fonts {
		head := make([]byte, 39)
		name := append([]byte(wide(f[1:]))[2:], 0, 0)
		if s.old {
			head, name = head[:5], []byte(f[1:]+"\x00")
		}
		head[3] = f[0]
		table = append(append(append(table, byte(len(head)+len(name))), head...), name...)
	}
	return s.with(partFonts, table)
}

func (s sample) with(p part, octets []byte) sample {
	parts := map[part][]byte{p: octets}
	for p, octets := range s.parts {
		parts[p] = octets
	}
	s.parts = parts
	return s
}

// styleSheet returns a style sheet for characters: the base of each style, and its look.
func styleSheet(styles ...[]byte) []byte {
	sheet := append([]byte{6, 0}, byte(len(styles)), 0, 10, 0, 0, 0)
	for _, s := range styles {
		std := []byte{0, 0, 2 | s[0]<<4, s[0] >> 4, 1, 0, 0, 0, 0, 0}
		std = append(std, 1, 0, 'a', 0, 0, 0)
		std = append(append(std, byte(len(s)-1), 0), s[1:]...)
		sheet = append(append(sheet, byte(len(std)), byte(len(std)>>8)), std...)
		if len(std)%2 == 1 {
			sheet = append(sheet, 0)
		}
	}
	return sheet
}
