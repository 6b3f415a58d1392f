package msg

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/codepage"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// The types of properties ([MS-OXCDATA] 2.11.1) that are streams.
const (
	typeString8 = 0x001E
	typeUnicode = 0x001F
	typeBinary  = 0x0102
)

// zeros are the bytes that end a string, by type.
var zeros = map[uint16]uint64{typeString8: 1, typeUnicode: 2}

// readFixed reads the values that are not streams, and the lengths of the streams of text. Each has 16 bytes.
// The first two are the type, the next two the property, and the last eight the value ([MS-OXMSG] 2.4).
func (m *message) readFixed() error {
	m.fixed = make(map[uint32]uint64)
	octets, err := m.read("__properties_version1.0")
	if err != nil {
		return err
	}
	if len(octets) < m.header+16 || m.header > 8 && binary.LittleEndian.Uint64(octets) != 0 {
		m.d.Lose("Outlook message: its list of properties is missing, cut short or damaged")
		return nil
	}
	for octets = octets[m.header:]; len(octets) >= 16; octets = octets[16:] {
		value := binary.LittleEndian.Uint32(octets[8:])
		switch tag := binary.LittleEndian.Uint32(octets); tag >> 16 {
		case propMethod, propInternetCP, propMessageCP:
			m.fixed[tag>>16] = uint64(value)
		case propSubject, propBody, propHTML, propCompressed:
			m.fixed[tag] = uint64(value)
		}
	}
	return nil
}

// stream returns the value of a property by the first type that it has, or nil.
func (m *message) stream(property uint16, types ...uint16) ([]byte, error) {
	for _, t := range types {
		name := fmt.Sprintf("__substg1.0_%04X%04X", property, t)
		octets, err := m.read(name)
		// The length of a string counts the zero at its end, which is not stored ([MS-OXMSG] 2.4.2.2).
		length := m.fixed[uint32(property)<<16|uint32(t)] - min(m.fixed[uint32(property)<<16|uint32(t)], zeros[t])
		if err == nil && uint64(len(octets)) < length {
			m.d.Lose("Outlook message: the stream %s has %d bytes: expected %d", m.in+name, len(octets), length)
		}
		if octets != nil || err != nil {
			return octets, err
		}
	}
	return nil, nil
}

// read returns a stream, or nil.
func (m *message) read(name string) ([]byte, error) {
	f := m.streams[ole.Fold(m.in+name)]
	if f == nil {
		return nil, nil
	}
	octets, err := m.d.Whole(f, "Outlook message")
	if err == nil { // many streams may be the same bytes
		err = m.d.Budget.Unpack(int64(len(octets)))
	}
	if err != nil && !medium.IsFinal(err) {
		err = fmt.Errorf("%w: Outlook message: stream %s: %w", medium.ErrMalformed, m.in+name, err)
	}
	return octets, err
}

// text returns a text property, or "".
func (m *message) text(property uint16) (string, error) {
	if octets, err := m.stream(property, typeUnicode); octets != nil || err != nil {
		return fromUTF16(octets), err
	}
	octets, err := m.stream(property, typeString8)
	if err != nil {
		return "", err
	}
	return strings.TrimRight(m.decoded(octets), "\x00"), nil
}

func fromUTF16(octets []byte) string {
	return strings.TrimRight(utf16text.Text(octets), "\x00")
}

// decoded returns text in the code page of the message, or in the encoding that it seems to have.
func (m *message) decoded(octets []byte) string {
	for _, property := range []uint32{propMessageCP, propInternetCP} {
		n := m.fixed[property]
		if name := label(n); name != "" {
			text, _ := whatwg.NewDecoder(name).String(string(octets))
			return text
		}
		if n != 0 && n != ascii {
			text, _ := codepage.NewDecoder(int(n)).String(string(octets))
			return text
		}
	}
	name, sure := plain.Detect(octets)
	switch {
	case name == plain.HZ:
		m.d.LoseReplaced("replacement", name, nil)
	case !sure:
		m.d.Note("%s", guess.NoteOf("a text", name))
	}
	text, _ := plain.DecoderOf(name, octets).String(string(octets))
	return text
}

// ascii is the code page that programs declare for any text.
const ascii = 20127

// labels are the names of code pages in mails, except those of Windows and ISO 8859.
var labels = map[uint64]string{
	874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1200: "utf-16le", 10000: "macintosh",
	20866: "koi8-r", 20932: "euc-jp", 20936: "gbk", 21866: "koi8-u", 38598: "iso-8859-8-i",
	50220: "iso-2022-jp", 50221: "iso-2022-jp", 50222: "iso-2022-jp", 51932: "euc-jp", 51936: "gbk", 51949: "euc-kr", 54936: "gb18030", 65001: "utf-8",
}

func label(page uint64) string {
	name := labels[page]
	switch {
	case name != "":
	case page >= 28591 && page <= 28606:
		name = "iso-8859-" + strconv.FormatUint(page-28590, 10)
	case page >= 1250 && page <= 1258:
		name = "windows-" + strconv.FormatUint(page, 10)
	}
	return whatwg.Lookup(name)
}
