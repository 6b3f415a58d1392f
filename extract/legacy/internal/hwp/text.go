package hwp

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// The kinds of records to read.
const (
	tagText     = 0x43 // the characters of a paragraph
	tagControl  = 0x47 // what begins at a character of it
	tagEquation = 0x58
	tagMemos    = 0x5D
)

// place is where text goes.
type place int

const (
	inBody place = iota
	inNote
	inMargin
	nowhere
)

// places are the places of controls with paragraphs of their own, by their names, which are written
// backwards. The paragraphs in a section's definition are behind the text of its pages.
var places = map[string]place{
	"  nf": inNote, "  ne": inNote, "daeh": inMargin, "toof": inMargin, "dces": inMargin, "tmct": nowhere,
}

// text collects the text of sections.
type text struct {
	d     *medium.Reading
	body  *medium.Text
	flow  *flow.Flow // of the body
	notes *medium.Text
	edges *margins.Margins
	aside []aside // the open ones, nested
}

// aside is a control with paragraphs of its own. Its records have a higher level.
type aside struct {
	level uint32
	place place
	text  *medium.Text // nil if it is nowhere
	flow  *flow.Flow
	out   bool // it is nowhere, or inside an aside that is
}

func newText(d *medium.Reading) *text {
	body := d.NewText()
	return &text{d: d, body: body, flow: flow.To(body), notes: d.NewText(), edges: margins.Of(d)}
}

// end passes the text to the document.
func (t *text) end(damaged, pictures bool) error {
	t.flow.Line()
	t.flow.Characters(t.notes.String(), true)
	t.edges.WriteTo(t.flow)
	switch {
	case t.flow.Err() != nil:
		return t.flow.Err()
	case !t.flow.Begun() && damaged:
		return malformed("none of its sections can be read")
	case !t.flow.Begun() && pictures:
		return fmt.Errorf("%w: HWP of nothing but pictures", medium.ErrNoText)
	}
	t.d.Text = strings.NewReader(t.body.String())
	return nil
}

// records reads the records of a section.
func (t *text) records(r *bufio.Reader) error {
	defer func() { t.aside = nil }()
	for {
		tag, level, size, err := header(r)
		if err == io.EOF {
			return t.back(0)
		}
		if err != nil {
			return err
		}
		if err := t.back(level); err != nil {
			return err
		}
		record := &io.LimitedReader{R: r, N: size}
		switch tag {
		case tagText:
			err = t.paragraph(record)
		case tagControl:
			var name [4]byte
			if _, err = io.ReadFull(record, name[:]); err == nil {
				if p := places[string(name[:])]; p != inBody {
					t.begin(p, level)
				}
			}
		case tagMemos:
			t.begin(nowhere, level)
		case tagEquation:
			err = t.equation(record)
		}
		if err == nil {
			_, err = io.Copy(io.Discard, record)
		}
		if err == nil && record.N > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err == nil {
			err = t.now().Err()
		}
		if err != nil {
			if over := t.back(0); over != nil { // what was read is kept
				return over
			}
			return noEnd(err)
		}
	}
}

// noEnd turns an end within a record into an error.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// header reads the header of a record.
func header(r io.Reader) (tag, level uint32, size int64, err error) {
	var b [4]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return 0, 0, 0, err
	}
	h := binary.LittleEndian.Uint32(b[:])
	if size = int64(h >> 20); size == 0xFFF {
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return 0, 0, 0, noEnd(err)
		}
		size = int64(binary.LittleEndian.Uint32(b[:]))
	}
	return h & 0x3FF, h >> 10 & 0x3FF, size, nil
}

// begin begins a control with paragraphs of its own.
func (t *text) begin(p place, level uint32) {
	a := aside{level: level, place: p, out: p == nowhere || t.hidden()}
	if !a.out {
		a.text = t.d.NewText()
		a.flow = flow.To(a.text)
	}
	t.aside = append(t.aside, a)
}

// back ends the controls that do not contain a record of a level.
func (t *text) back(level uint32) error {
	for n := len(t.aside); n > 0 && t.aside[n-1].level >= level; n-- {
		a := t.aside[n-1]
		t.aside = t.aside[:n-1]
		if a.text == nil || a.text.String() == "" {
			continue
		}
		if err := a.flow.Err(); err != nil {
			return err
		}
		var err error
		if a.place == inNote {
			_, err = t.notes.WriteString(a.text.String() + "\n")
		} else {
			err = t.edges.Add(a.text.String())
		}
		if err != nil {
			return err
		}
		a.text.Reset()
	}
	return nil
}

func (t *text) hidden() bool { return len(t.aside) > 0 && t.aside[len(t.aside)-1].out }

func (t *text) now() *flow.Flow {
	if n := len(t.aside); n > 0 && t.aside[n-1].flow != nil {
		return t.aside[n-1].flow
	}
	return t.flow
}

// paragraph reads the characters of a paragraph. Some characters are controls and have seven more units.
// Others have six more units and are then repeated.
func (t *text) paragraph(r io.Reader) error {
	if t.hidden() {
		return nil
	}
	to := t.now()
	to.Line()
	defer to.Line()
	octets := make([]byte, 4096)
	var units []uint16
	write := func() {
		keep := 0
		if n := len(units); n > 0 && utf16.IsSurrogate(rune(units[n-1])) && units[n-1] < 0xDC00 {
			keep = 1 // the other half is still to come
		}
		to.Characters(string(utf16.Decode(units[:len(units)-keep])), false)
		units = append(units[:0], units[len(units)-keep:]...)
	}
	skip := 0
	for {
		n, err := io.ReadFull(r, octets)
		for at := 0; at+1 < n; at += 2 {
			c := binary.LittleEndian.Uint16(octets[at:])
			switch {
			case skip > 0:
				skip--
			case c >= 32:
				units = append(units, c)
			case c == 10:
				write()
				to.Line()
			case c == 24:
				units = append(units, '-')
			case c == 30, c == 31:
				units = append(units, ' ')
			case c == 0, c == 13, 25 <= c && c <= 29:
			default:
				if skip = 7; c == 9 {
					units = append(units, '\t')
				}
			}
		}
		write()
		switch {
		case err == io.EOF, err == io.ErrUnexpectedEOF:
			return to.Err()
		case err != nil:
			return err
		case to.Err() != nil:
			return to.Err()
		}
	}
}

// equation reads the script of a formula: its characters, and signs for its roots, without other commands.
// A root of a degree is written as root 3 of 8.
func (t *text) equation(r io.Reader) error {
	const longest = 1 << 14 // units
	head := make([]byte, 6)
	if _, err := io.ReadFull(r, head); err != nil || t.hidden() {
		return noEnd(err)
	}
	octets := make([]byte, 2*min(int(binary.LittleEndian.Uint16(head[4:])), longest))
	n, _ := io.ReadFull(r, octets)
	to := t.now()
	to.Line()
	script := strings.NewReplacer("{", " ", "}", " ", "~", " ", "`", " ", "#", " ", "&", " ", "^", " ", "_", " ").Replace(utf16text.Text(octets[:n]))
	for _, word := range strings.Fields(script) {
		switch strings.ToLower(word) {
		case "sqrt", "of":
			to.Blank()
			to.Piece("√")
		case "over", "atop", "root", "left", "right", "rm", "it", "bold", "from", "to", "matrix", "pile", "lpile", "rpile", "cases":
		default:
			to.Blank()
			to.Piece(word)
		}
	}
	to.Line()
	return to.Err()
}
