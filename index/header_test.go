package index

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// Fields of the header that belong to the other kind of sketch are 0. Other values are damage, also with a
// right checksum: loops over bands would not end.
func TestFieldsOfTheOtherKind(t *testing.T) {
	simhash, err := newHead(scheme.SM1, "visible", 0, Tables{Distance: 7})
	if err != nil {
		t.Fatal(err)
	}
	minhash, err := newHead(scheme.MH1, "visible", 8, TablesFor(scheme.MH1, 8, scheme.Thresholds{}, 0.9))
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	for _, tt := range []struct {
		why  string
		head head
		set  func(b []byte)
	}{
		{"bands of a SimHash", simhash, func(b []byte) { le.PutUint32(b[24:], math.MaxUint32) }},
		{"rows of a SimHash", simhash, func(b []byte) { le.PutUint32(b[28:], 1) }},
		{"a similarity of a SimHash", simhash, func(b []byte) { le.PutUint64(b[32:], math.Float64bits(0.5)) }},
		{"no number as a similarity of a SimHash", simhash, func(b []byte) { le.PutUint64(b[32:], math.Float64bits(math.NaN())) }},
		{"a distance of a MinHash", minhash, func(b []byte) { le.PutUint32(b[20:], 1) }},
	} {
		b := tt.head.encode()
		if _, err := decodeHead(b, nil); err != nil {
			t.Errorf("%s: before: %v", tt.why, err)
		}
		tt.set(b)
		le.PutUint32(b[headerSize-4:], sum(b[:headerSize-4]))
		if _, err := decodeHead(b, nil); err == nil {
			t.Errorf("%s: read, expected damage", tt.why)
		}
	}
}
