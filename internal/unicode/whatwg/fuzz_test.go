package whatwg

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// Whatever the bytes and the encoding: UTF-8, and the same however the bytes come, with a table
// and without.
func FuzzDecoders(f *testing.F) {
	names := Names()
	for i := range names {
		f.Add([]byte("a\x80\xff\x1b$B$\"\x1b(J\x81\x30\x81\x30"), uint8(i))
	}
	f.Fuzz(func(t *testing.T, octets []byte, which uint8) {
		name := names[int(which)%len(names)]
		text, err := io.ReadAll(NewDecoder(name).Reader(bytes.NewReader(octets)))
		if err != nil || !utf8.Valid(text) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		again, err := io.ReadAll(NewDecoder(name).Reader(iotest.OneByteReader(bytes.NewReader(octets))))
		if err != nil || !bytes.Equal(text, again) {
			t.Errorf("%s, octet by octet: %q, %v, want %q", name, again, err, text)
		}
		if want := bySteps(name, octets); string(text) != want {
			t.Errorf("%s: %q gives %q, want %q by steps", name, octets, text, want)
		}
	})
}
