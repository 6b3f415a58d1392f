package zipped

import (
	"encoding/binary"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// formKind says what an ActiveX control shows.
type formKind int

const (
	noForm   formKind = iota // a button, a picture, or of another maker
	textForm                 // its value
	boxForm                  // a tick and its caption
)

// formOf returns the kind of a class of MS-OFORMS (section 2.1).
func formOf(class string) formKind {
	first, rest, _ := strings.Cut(strings.ToUpper(class), "-")
	if rest != "EC42-11CE-9E0D-00AA006002F3}" {
		return noForm
	}
	switch first {
	case "{8BD21D10", "{8BD21D20", "{8BD21D30": // a text, a list, and a text with a list
		return textForm
	case "{8BD21D40", "{8BD21D50", "{8BD21D60": // a check box, a radio button, and a button that stays down
		return boxForm
	}
	return noForm
}

// The properties of a control by their bits (MS-OFORMS, 2.2.5.1), with the bytes of each. A size is in the data that
// follow, with the strings.
var morphSizes = [33]int{
	4, 4, 4, 4, 1, 1, 1, 1, 0, morphPassword: 2, 4, 2, 2, 2, 2, 2, 1, 1, 1, 0, 1, morphMulti: 1,
	morphValue: 4, morphCaption: 4, 4, 4, 4, 2, 2, 2, 0, 0, 4,
}

const (
	morphSize     = 8
	morphPassword = 9
	morphMulti    = 21
	morphValue    = 22
	morphCaption  = 23
)

// longestOfControl bounds the bytes of a text of a control.
const longestOfControl = 1 << 20

// morphed returns the value and the caption of a control (MS-OFORMS, 2.2.5).
func morphed(octets []byte) (map[string]string, error) {
	const head = 12
	if len(octets) < head || octets[1] != 2 {
		return nil, errControl
	}
	mask := binary.LittleEndian.Uint64(octets[4:])
	var values [len(morphSizes)]uint32
	at := head
	for bit, size := range morphSizes {
		if mask>>bit&1 == 0 || size == 0 {
			continue
		}
		if at = aligned(at, size); at+size > len(octets) {
			return nil, errControl
		}
		var value [4]byte
		copy(value[:], octets[at:at+size])
		values[bit] = binary.LittleEndian.Uint32(value[:])
		at += size
	}
	if values[morphMulti] != 0 { // what is chosen is elsewhere
		return nil, errControl
	}
	if at = aligned(at, 4); mask>>morphSize&1 != 0 {
		at += 8
	}
	properties := make(map[string]string)
	for _, p := range []struct {
		name string
		bit  int
	}{{"Value", morphValue}, {"Caption", morphCaption}} {
		const compressed = 1 << 31 // without the bytes that are zero
		n := int(values[p.bit] &^ compressed)
		if at+n > len(octets) || n > longestOfControl {
			return nil, errControl
		}
		decode := utf16text.Text
		if values[p.bit]&compressed != 0 {
			decode = utf16text.Compressed
		}
		properties[p.name] = decode(octets[at : at+n])
		at = aligned(at+n, 4)
	}
	if values[morphPassword] != 0 { // it is not shown
		delete(properties, "Value")
	}
	return properties, nil
}

// aligned returns the next multiple of a size.
func aligned(at, size int) int { return (at + size - 1) / size * size }
