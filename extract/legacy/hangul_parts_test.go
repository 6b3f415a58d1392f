package legacy_test

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// hangul makes a document of hangul of one section, which is packed if the flags say so.
func hangul(flags uint32, section string, more ...ole.Stream) string {
	octets, folder := []byte(section), "BodyText"
	if flags&1 != 0 {
		octets = deflated(section)
	}
	if flags&4 != 0 {
		octets, folder = scrambled(octets), "ViewText"
	}
	return hangulOf(flags, append(more, ole.Stream{Path: []string{folder, "Section0"}, Octets: octets})...)
}

// hangulOf makes a document of streams.
func hangulOf(flags uint32, streams ...ole.Stream) string {
	head := make([]byte, 256)
	copy(head, "HWP Document File")
	binary.LittleEndian.PutUint32(head[36:], flags)
	if !slices.ContainsFunc(streams, func(s ole.Stream) bool { return s.Path[0] == "DocInfo" }) {
		streams = append(streams, ole.Stream{Path: []string{"DocInfo"}})
	}
	return string(ole.Write(append(streams, ole.Stream{Path: []string{"FileHeader"}, Octets: head})))
}

// deflated compresses a text without a header.
func deflated(s string) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 9)
	w.Write([]byte(s))
	w.Close()
	return b.Bytes()
}

// scrambled is a section of a document that is only for reading.
func scrambled(octets []byte) []byte {
	key := bytes.Repeat([]byte("1\x002\x00a\x00b\x00"), 32)
	seed := uint32(0x12345678)
	block, _ := aes.NewCipher(key[4+seed&15:][:16])
	state := seed
	random := func() uint32 {
		state = state*214013 + 2531011
		return state >> 16 & 0x7FFF
	}
	for i := 0; i < 256; {
		mask := byte(random())
		for n := random()&15 + 1; n > 0 && i < 256; n-- {
			key[i] ^= mask
			i++
		}
	}
	binary.LittleEndian.PutUint32(key, seed)
	for len(octets)%16 != 0 {
		octets = append(octets, 0)
	}
	for at := 0; at < len(octets); at += 16 {
		block.Encrypt(octets[at:], octets[at:at+16])
	}
	return append([]byte(hwpRecord(0x1C, 0, string(key))), octets...)
}

// hwpRecord is a record of a section.
func hwpRecord(tag, level uint32, payload string) string {
	head := binary.LittleEndian.AppendUint32(nil, tag|level<<10|min(uint32(len(payload)), 0xFFF)<<20)
	if len(payload) >= 0xFFF {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(payload)))
	}
	return string(head) + payload
}

// hwpText is the record of the characters of a paragraph.
func hwpText(level uint32, s string) string {
	return hwpRecord(0x42, level-1, strings.Repeat("\x00", 22)) + hwpRecord(0x43, level, extracttest.UTF16Of(s))
}
