package zipped

import "testing"

// What a control shows is a part of its state.
func FuzzMorphed(f *testing.F) {
	f.Add([]byte("\x00\x02\x18\x00\x00\x01\xc0\x00\x00\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00sizesize1\x00\x00\x00o\x00k\x00"))
	f.Add([]byte("\x00\x02\x18\x00\x00\x03\x40\x00\x00\x00\x00\x00*\x00\x00\x00\x02\x00\x00\x80sizesize10\x00\x00"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		properties, err := morphed(octets)
		if err != nil {
			return
		}
		for name, text := range properties {
			if longest := 3 * len(octets); len(text) > longest { // of a unit of UTF-16 in two bytes, or a byte
				t.Errorf("%s has %d bytes, of %d: expected at most %d", name, len(text), len(octets), longest)
			}
		}
	})
}
