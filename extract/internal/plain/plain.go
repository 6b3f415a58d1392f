// Package plain reads plain text, and detects its encoding.
package plain

import (
	"bytes"
	"cmp"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/unicode/charsets"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// Open reads plain text as a stream. Its encoding comes from a byte order mark or the declared charset.
// Otherwise it is UTF-16 or UTF-32 by [Wide], UTF-8, or the guess of [Detect], in this order. UTF-8 is passed
// on unchanged.
func Open(d *medium.Reading) error {
	head, err := d.Source.Peek(medium.SourceSize)
	if err != nil && err != io.EOF && len(head) == 0 {
		return err
	}
	name, mark := byteOrderMark(head)
	declared := d.Charset
	var decoder *encoding.Decoder
	switch {
	case name != "":
	case d.Charset != "":
		if name, err = charsets.Find(d.Charset); err != nil {
			return err
		}
	default:
		if name = Wide(head); name != "" {
			break
		}
		var sure bool
		switch name, sure = Detect(head); {
		case name == HZ:
			name, declared = replacement, HZ // as if it were declared
		case !sure:
			d.Note("%s", guess.Note(name))
			decoder = DecoderOf(name, head)
		}
	}
	d.LoseReplaced(name, declared, nil)
	d.Encoding = name
	d.Text = d.Source
	if name != "utf-8" {
		d.Source.Discard(mark)
		if decoder == nil {
			decoder = decoderOf(name)
		}
		d.Text = decoder.Reader(d.Source)
	}
	return nil
}

// byteOrderMark returns the encoding of a byte order mark at the start of the bytes, and the mark's length,
// or "". The Standard has no UTF-32. Its little-endian mark is the mark of UTF-16 and a U+0000, and no text
// begins with U+0000.
func byteOrderMark(octets []byte) (name string, length int) {
	switch {
	case bytes.HasPrefix(octets, []byte{0, 0, 0xFE, 0xFF}):
		return "utf-32be", 4
	case bytes.HasPrefix(octets, []byte{0xFF, 0xFE, 0, 0}):
		return "utf-32le", 4
	}
	return whatwg.ByteOrderMark(octets)
}

// replacement is the encoding whose texts the Encoding Standard replaces by one U+FFFD.
const replacement = "replacement"

// decoderOf returns the decoder of an encoding of the Standard, or of UTF-32, which the Standard lacks.
func decoderOf(name string) *encoding.Decoder {
	switch name {
	case HZ:
		name = replacement
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM).NewDecoder()
	case "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM).NewDecoder()
	}
	return charsets.NewDecoder(name)
}

// sample is the number of bytes in which zeros are counted.
const sample = 4096

// IsText reports whether bytes with zeros are text: UTF-16, UTF-32, or UTF-8 without other controls.
func IsText(head []byte) bool {
	return Wide(head) != "" || hasNULs(head[:min(len(head), sample)]) && bytes.IndexFunc(head, isControl) < 0
}

// strayed are control characters that occur in texts: ends of texts, bells, overstrikes and separators.
const strayed = "\x03\x04\a\b\v\x1a\x1c\x1d\x1e\x1f"

// Cleaned returns UTF-8 without control characters. It returns nothing for bytes with other control characters, or
// with more than one in 32 bytes. Those at the end do not count, such as the U+001A of DOS.
func Cleaned(head []byte) (clean []byte) {
	end := len(bytes.TrimRight(head, "\x03\x04\x1a"))
	controls := 0
	for at := 0; at < len(head); {
		r, n := utf8.DecodeRune(head[at:])
		switch {
		case r == utf8.RuneError && n == 1 && utf8.FullRune(head[at:]):
			return nil
		case r == utf8.RuneError && n == 1: // it is cut off
			n = len(head) - at
			clean = append(clean, head[at:]...)
		case r != 0 && !isControl(r):
			clean = append(clean, head[at:at+n]...)
		case bytes.IndexByte([]byte(strayed), head[at]) < 0 || at == 0:
			return nil
		case at < end:
			controls++
		}
		at += n
	}
	if 32*controls > end {
		return nil
	}
	return clean
}

func isControl(r rune) bool {
	return r < ' ' && r != 0 && r != '\t' && r != '\n' && r != '\f' && r != '\r' && r != '\x1b'
}

// hasNULs reports whether bytes are UTF-8 text with U+0000 in it. They are well-formed, up to a
// character that is cut at the end. A character is not ASCII, or they are prose by [isProse]. Fewer than one byte in
// four is zero.
//
// UTF-16 with so few zeros has more other characters than ASCII. All of their bytes would have to be
// well-formed by chance. Of 100,000 random texts of 16 Chinese characters and 8 blanks, none is.
func hasNULs(head []byte) bool {
	zeros := bytes.Count(head, []byte{0})
	if zeros == 0 || 4*zeros >= len(head) {
		return false
	}
	several := isProse(head)
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		if r == utf8.RuneError && n == 1 {
			return several && !utf8.FullRune(head)
		}
		several = several || n > 1
		head = head[n:]
	}
	return several
}

// isProse reports whether 24 bytes or more are ASCII that can hardly be UTF-16. Most of them are small letters and
// blanks, at even places and at odd places. In UTF-16, one kind of place has the high bytes of characters.
func isProse(head []byte) bool {
	var prose [2]int
	for i, c := range head {
		switch {
		case c >= utf8.RuneSelf || isControl(rune(c)):
			return false
		case 'a' <= c && c <= 'z' || c == ' ':
			prose[i%2]++
		}
	}
	return len(head) >= 24 && 4*min(prose[0], prose[1]) > len(head)
}

// Detect returns the encoding of plain text by its first bytes, and whether it is sure: a guess is not. Well-formed
// UTF-8 is UTF-8. So is text with eight well-formed multi-byte sequences for each ill-formed one. Chapter 1 defines
// how such damage is read.
func Detect(head []byte) (name string, sure bool) {
	if wellformed.Valid(head) {
		switch name := Shifted(head); name {
		case "":
			return "utf-8", true
		case utf7:
			return "utf-8", false
		default:
			return name, true
		}
	}
	formed, broken := 0, 0
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		switch {
		case n > 1:
			formed++
		case r == utf8.RuneError && utf8.FullRune(head[i:]):
			broken++
		}
		i += n
	}
	if broken == 0 || formed >= 8*broken {
		return "utf-8", true
	}
	return cmp.Or(likeliest(head), "windows-1252"), false // as in browsers
}

// WellFormed opens plain text as a stream of well-formed UTF-8 without a byte order mark.
func WellFormed(d *medium.Reading) (io.Reader, error) {
	if err := Open(d); err != nil || d.Encoding != "utf-8" {
		return d.Text, err
	}
	head, _ := d.Source.Peek(len("\uFEFF"))
	_, mark := byteOrderMark(head)
	d.Source.Discard(mark)
	return decoderOf("utf-8").Reader(d.Source), nil
}

// Whole reads a plain text into memory as well-formed UTF-8.
func Whole(d *medium.Reading, what string) ([]byte, error) {
	if err := Open(d); err != nil {
		return nil, err
	}
	text, err := d.Whole(d.Text, what)
	return bytes.ToValidUTF8(bytes.TrimPrefix(text, []byte("\uFEFF")), []byte("\uFFFD")), err
}
