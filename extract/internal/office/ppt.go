package office

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// openPPT reads the text of slides and notes, from the records TextCharsAtom and
// TextBytesAtom of [MS-PPT] 2.9.42 and 2.9.41. A file that was saved fast may hold
// text that was deleted since.
func openPPT(d *medium.Document, c *compound) error {
	octets, err := c.read("PowerPoint Document", d)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := pptText(&b, octets, 0); err != nil {
		return err
	}
	if strings.TrimSpace(b.String()) == "" {
		return fmt.Errorf("%w: PPT", medium.ErrNoText)
	}
	d.Text = strings.NewReader(b.String())
	return nil
}

var errTruncated = errors.New("a record is longer than what it is in")

// pptText writes the text of the records, with a line end after each.
func pptText(b *strings.Builder, octets []byte, depth int) error {
	const textChars, textBytes, mainMaster, cryptSession, maxDepth = 0x0FA0, 0x0FA8, 0x03F8, 0x2F14, 64
	if depth > maxDepth {
		return fmt.Errorf("%w: PPT: more than %d records in each other", medium.ErrTooDeep, maxDepth)
	}
	for len(octets) >= 8 {
		version := octets[0] & 15
		kind := binary.LittleEndian.Uint16(octets[2:])
		length := int64(binary.LittleEndian.Uint32(octets[4:]))
		if octets = octets[8:]; length > int64(len(octets)) {
			return fmt.Errorf("%w: PPT: %w", medium.ErrMalformed, errTruncated)
		}
		record := octets[:length]
		octets = octets[length:]
		switch {
		case kind == cryptSession:
			return fmt.Errorf("%w: PPT: it needs a password", medium.ErrEncrypted)
		case kind == mainMaster: // "Click to edit Master title style"
		case version == 15:
			if err := pptText(b, record, depth+1); err != nil {
				return err
			}
		case kind == textChars:
			units := make([]uint16, len(record)/2)
			for i := range units {
				units[i] = binary.LittleEndian.Uint16(record[2*i:])
			}
			pptLines(b, utf16.Decode(units))
		case kind == textBytes: // the low octets of UTF-16
			runes := make([]rune, len(record))
			for i, c := range record {
				runes[i] = rune(c)
			}
			pptLines(b, runes)
		}
	}
	return nil
}

// pptLines writes text in which U+000D ends a paragraph and U+000B a line.
func pptLines(b *strings.Builder, text []rune) {
	for _, r := range text {
		if r == '\r' || r == '\v' {
			r = '\n'
		}
		b.WriteRune(r)
	}
	b.WriteByte('\n')
}
