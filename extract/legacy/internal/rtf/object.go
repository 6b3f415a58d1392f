package rtf

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// object reads the hexadecimal digits of \objdata: an object of OLE 1.0 ([MS-OLEDS], 2.2.5).
func (r *reader) object() error {
	digits := &hexadecimal{r: r}
	var octets io.Reader = digits
	if r.document.NamesAttachments() { // its name and its first bytes are enough
		const enough = 64 << 10
		octets = io.LimitReader(octets, enough)
	}
	stored, err := r.document.Whole(octets, "embedded object")
	if err != nil {
		return err
	}
	defer r.document.Budget.Release(int64(len(stored)))
	class, native := storedObject(stored)
	if native == nil { // a link
		return digits.err
	}
	found := ole.Open(native)
	if class == "Package" { // what the stream Ole10Native has without its size
		found = ole.Native(append(binary.LittleEndian.AppendUint32(nil, uint32(len(native))), native...))
	}
	if err := r.document.Embed(found.Name, "", found.Content); err != nil {
		return err
	}
	return digits.err
}

// storedObject takes an object apart: its class, and what its program has stored.
func storedObject(octets []byte) (class string, native []byte) {
	const header, embedded = 8, 2
	if len(octets) < header || binary.LittleEndian.Uint32(octets[4:]) != embedded {
		return "", nil
	}
	octets = octets[header:]
	var parts [4][]byte // its class, two names of a link, its data
	for i := range parts {
		if len(octets) < 4 {
			return "", nil
		}
		n := min(int64(binary.LittleEndian.Uint32(octets)), int64(len(octets)-4))
		parts[i], octets = octets[4:4+n], octets[4+n:]
	}
	return string(bytes.TrimRight(parts[0], "\x00")), parts[3]
}

// hexadecimal reads the bytes that digits stand for, up to another character that is not blank.
type hexadecimal struct {
	r   *reader
	err error // of the source
}

func (h *hexadecimal) Read(p []byte) (int, error) {
	for i := range p {
		var octet byte
		for n := 0; n < 2; {
			c, err := h.r.readByte()
			if err != nil {
				h.err = err
				return i, io.EOF
			}
			digit, ok := digitOf(c)
			switch {
			case ok:
				octet = octet<<4 | digit
				n++
			case c != ' ' && c != '\r' && c != '\n' && c != '\t':
				h.r.source.UnreadByte()
				return i, io.EOF
			}
		}
		p[i] = octet
	}
	return len(p), nil
}

func digitOf(c byte) (byte, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
}
