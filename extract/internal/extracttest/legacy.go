package extracttest

import (
	"encoding/binary"
	"encoding/hex"
	"unicode/utf16"
)

// UTF16Of is a text as directories of compound files have it.
func UTF16Of(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// Packaged is a file in an object: its class is Package.
var Packaged = hex.EncodeToString([]byte("\x01\x05\x00\x00\x02\x00\x00\x00\x08\x00\x00\x00Package\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x24\x00\x00\x00\x02\x00a.txt\x00C:\\a.txt\x00\x00\x00\x03\x00\x04\x00\x00\x00C:\\\x00\x05\x00\x00\x00words"))
