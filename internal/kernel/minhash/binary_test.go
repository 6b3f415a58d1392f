package minhash

import (
	"bytes"
	"encoding"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	_ encoding.BinaryMarshaler   = (*Minima)(nil)
	_ encoding.BinaryUnmarshaler = (*Minima)(nil)
	_ encoding.BinaryAppender    = (*Minima)(nil)
)

func TestBinary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elements := drawElements(t, "elements")
		m := of(elements)
		octets, err := m.MarshalBinary()
		if err != nil || len(octets) != 1029 {
			t.Fatalf("%d octets, %v, want 1029", len(octets), err)
		}
		if diff := cmp.Diff(plain.Full(elements), octets); diff != "" {
			t.Errorf("octets of %x (-want +got):\n%s", elements, diff)
		}
		if appended, _ := m.AppendBinary([]byte("before")); string(appended) != "before"+string(octets) {
			t.Errorf("AppendBinary: %x, want what was there and %x", appended, octets)
		}
		again := of([]uint64{7}) // what was there goes
		if err := again.UnmarshalBinary(octets); err != nil || again != m {
			t.Errorf("%x: %v, not what was written", octets, err)
		}
	})
}

func TestUnmarshalBinaryErrors(t *testing.T) {
	m := of(numbers(20)) // slot 1 is empty
	good, _ := m.MarshalBinary()
	with := func(at int, octets ...byte) []byte {
		b := slices.Clone(good)
		copy(b[at:], octets)
		return b
	}
	for _, tt := range []struct {
		in        []byte
		want, why string
	}{
		{nil, `bytes 0 to 3 are "": expected "fpmh"`, "nothing"},
		{[]byte("fpm"), `bytes 0 to 3 are "fpm": expected "fpmh"`, "less than the magic"},
		{with(3, 'H'), `bytes 0 to 3 are "fpmH": expected "fpmh"`, "case counts"},
		{with(0, 0xEF, 0xBB), `bytes 0 to 3 are "\xef\xbbmh": expected "fpmh"`, "no text"},
		{good[:4], `4 bytes: expected 1029`, "nothing but the magic"},
		{with(4, 0), `byte 4, the version, is 0: expected 1`, "no such version"},
		{with(4, 2)[:500], `byte 4, the version, is 2: expected 1`, "another version may have another length"},
		{good[:1028], `1028 bytes: expected 1029`, "cut off"},
		{append(slices.Clone(good), 0), `1030 bytes: expected 1029`, "something follows"},
		{with(5, 2, 0, 0, 0, 0, 0, 0, 0), `slot 0, at byte 5, is 0200000000000000: expected at most 01ffffffffffffff, or ffffffffffffffff for an empty slot`, "2^57, the least that is too great"},
		{with(5+127*8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe), `slot 127, at byte 1021, is fffffffffffffffe: expected at most 01ffffffffffffff, or ffffffffffffffff for an empty slot`, "2^64-2, the greatest that is too great, in the last slot"},
	} {
		got := m
		err := got.UnmarshalBinary(tt.in)
		if !errors.Is(err, ErrMalformed) || err.Error() != "malformed MinHash minima: "+tt.want {
			t.Errorf("%x: error %v, want %s: %s", tt.in, err, tt.want, tt.why)
		}
		if got != m {
			t.Errorf("%x: the receiver has changed: %s", tt.in, tt.why)
		}
	}
	for _, tt := range []struct {
		in  []byte
		at  int
		v   uint64
		why string
	}{
		{with(5, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), 0, maxValue, "the greatest value"},
		{with(13, 0, 0, 0, 0, 0, 0, 0, 0), 1, 0, "the least"},
		{with(5+127*8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), 127, noValue, "an empty slot"},
	} {
		var got Minima
		if err := got.UnmarshalBinary(tt.in); err != nil || got.least(tt.at) != tt.v {
			t.Errorf("%x: slot %d is %x, %v, want %x: %s", tt.in, tt.at, got.least(tt.at), err, tt.v, tt.why)
		}
	}
}

// What is read is written as it was; what is not read is ErrMalformed and leaves
// the receiver alone.
func FuzzUnmarshal(f *testing.F) {
	for _, n := range []uint64{0, 1, 20, 1000} {
		m := of(numbers(n))
		octets, _ := m.MarshalBinary()
		f.Add(octets)
		f.Add(octets[:len(octets)-1])
		octets[5] ^= 2
		f.Add(octets)
	}
	f.Add([]byte("fpmh\x02"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		before := of(numbers(3))
		m := before
		if err := m.UnmarshalBinary(octets); err != nil {
			if !errors.Is(err, ErrMalformed) || m != before {
				t.Errorf("%x: %v, and the receiver is as before: %v", octets, err, m == before)
			}
			return
		}
		if again, err := m.MarshalBinary(); err != nil || !bytes.Equal(again, octets) {
			t.Errorf("%x is written as %x, %v", octets, again, err)
		}
		if _, ok := m.Stored(); ok == m.IsEmpty() {
			t.Errorf("%x: stored form is %v, empty is %v", octets, ok, m.IsEmpty())
		}
	})
}
