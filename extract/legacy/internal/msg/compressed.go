package msg

import (
	"encoding/binary"
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The initial dictionary of compressed rich text ([MS-OXRTFCP] 2.1.2.1).
const preset = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` + "\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

const (
	compressed   = "LZFu"
	uncompressed = "MELA"
	dictionary   = 1 << 12
)

// decompress returns rich text ([MS-OXRTFCP]). It consists of bytes and of references into the last
// 4096 bytes. A byte of flags before every eight items distinguishes them. From truncated data it
// returns what it found. It ignores the checksum and the length, since some programs write wrong
// ones. A reference of two bytes expands to at most 17, so n bytes expand to less than 9 n.
func decompress(octets []byte) ([]byte, error) {
	const header = 16
	if len(octets) < header {
		return nil, fmt.Errorf("%w: compressed rich text: %d bytes: expected %d or more", medium.ErrMalformed, len(octets), header)
	}
	size := int64(binary.LittleEndian.Uint32(octets)) + 4
	if size >= header && size < int64(len(octets)) {
		octets = octets[:size]
	}
	kind, rest := string(octets[8:12]), octets[header:]
	switch kind {
	case uncompressed:
		return rest, nil
	case compressed:
	default:
		return nil, fmt.Errorf("%w: compressed rich text of the kind %q: expected %s or %s", medium.ErrMalformed, kind, compressed, uncompressed)
	}
	text := append(make([]byte, 0, len(preset)+3*len(rest)), preset...)
	for len(rest) > 0 {
		flags := rest[0]
		rest = rest[1:]
		for bit := 0; bit < 8 && len(rest) > 0; bit++ {
			if flags&(1<<bit) == 0 {
				text = append(text, rest[0])
				rest = rest[1:]
				continue
			}
			if len(rest) < 2 {
				return text[len(preset):], nil
			}
			reference := int(binary.BigEndian.Uint16(rest))
			rest = rest[2:]
			// References are positions in a ring buffer. The next position is the end of the text.
			back := (len(text) - reference>>4) & (dictionary - 1)
			if back == 0 { // the end
				return text[len(preset):], nil
			}
			for range reference&15 + 2 {
				c := byte(0)
				if at := len(text) - back; at >= 0 {
					c = text[at]
				}
				text = append(text, c)
			}
		}
	}
	return text[len(preset):], nil
}
