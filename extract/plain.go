package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// openPlain reads plain text. Its encoding is the first of these that is found: that of
// a byte order mark, the declared charset, UTF-16 or UTF-32 by where its zeros are,
// UTF-8, and what [detect] makes of the octets. UTF-8 is passed on untouched.
func openPlain(d *Document, source *bufio.Reader, in *inner) error {
	head, err := source.Peek(judged)
	if err != nil && err != io.EOF && len(head) == 0 {
		return err
	}
	name, mark := byteOrderMark(head)
	switch {
	case wide(head) == "utf-32le" && mark == 2, bytes.HasPrefix(head, []byte("\x00\x00\xFE\xFF")):
		name, mark = wide(head), 4
	case name != "":
	case in.charset != "":
		if name = whatwg.Lookup(in.charset); name == "" {
			return fmt.Errorf("charset %q: expected a label of the Encoding Standard", in.charset)
		}
	default:
		if name = wide(head); name != "" {
			break
		}
		var sure bool
		if name, sure = detect(head); !sure {
			d.Notes = append(d.Notes, "the encoding is a guess: "+name)
		}
	}
	d.Encoding = name
	d.text = source
	if name != "utf-8" {
		source.Discard(mark)
		d.text = decoderOf(name).Reader(source)
	}
	return nil
}

// decoderOf returns the decoder of an encoding of the Standard, or of UTF-32, which it
// does not have.
func decoderOf(name string) *encoding.Decoder {
	switch name {
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM).NewDecoder()
	case "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM).NewDecoder()
	}
	return whatwg.NewDecoder(name)
}

// wide tells UTF-16 and UTF-32 by their zeros: most text has a space, a line end or a
// digit in every dozen characters, and of those all octets but one are 0. It is "" where
// the zeros say something else: no text has a U+0000.
func wide(head []byte) (name string) {
	const sample = 4096
	head = head[:min(len(head), sample)&^3]
	if bytes.IndexByte(head, 0) < 0 {
		return ""
	}
	var zeros [4]int
	for i, c := range head {
		if c == 0 {
			zeros[i%4]++
		}
	}
	most := len(head) / 4 // characters of UTF-32
	switch enough := most/12 + 1; {
	case most == 0:
	case zeros[0] == most && zeros[1] > most*9/10 && zeros[3] == 0:
		return "utf-32be"
	case zeros[3] == most && zeros[2] > most*9/10 && zeros[0] == 0:
		return "utf-32le"
	case zeros[1]+zeros[3] == 0 && zeros[0] >= enough && zeros[2] >= enough:
		return "utf-16be"
	case zeros[0]+zeros[2] == 0 && zeros[1] >= enough && zeros[3] >= enough:
		return "utf-16le"
	}
	return ""
}

// detect returns the encoding of plain text by its first octets, and whether that is
// sure. What is UTF-8 there is UTF-8. So is what is ill-formed in one place for eight where
// it has a well-formed sequence of several octets: such damage is chapter 1's.
func detect(head []byte) (name string, sure bool) {
	if utf8.Valid(head) {
		if iso2022JP(head) {
			return "iso-2022-jp", true
		}
		return "utf-8", true
	}
	formed, broken, high := 0, 0, 0
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
		if iso2022JP(head) {
			return "iso-2022-jp", true
		}
		return "utf-8", true
	}
	for _, c := range head {
		if c >= 0x80 {
			high++
		}
	}
	found := chardet.Detect(head)
	name = whatwg.Lookup(found.Encoding)
	if name == "" || name == "utf-8" || name == "replacement" {
		return "windows-1252", false // as browsers do
	}
	return name, found.Confidence >= 0.8 && high >= 20
}

// iso2022JP tells text in ASCII that is not ASCII.
func iso2022JP(head []byte) bool {
	if bytes.IndexByte(head, 0x1b) < 0 {
		return false
	}
	for _, escape := range []string{"\x1b$B", "\x1b$@", "\x1b(J", "\x1b(I"} {
		if bytes.Contains(head, []byte(escape)) {
			return bytes.Contains(head, []byte("\x1b$")) && bytes.IndexFunc(head, func(r rune) bool { return r >= 0x80 }) < 0
		}
	}
	return false
}

// wholePlain reads a plain text into memory as well-formed UTF-8.
func wholePlain(d *Document, source *bufio.Reader, in *inner, what string) ([]byte, error) {
	if err := openPlain(d, source, in); err != nil {
		return nil, err
	}
	text, err := whole(d.text, in.limits, what)
	return bytes.ToValidUTF8(bytes.TrimPrefix(text, []byte("\uFEFF")), []byte("\uFFFD")), err
}
