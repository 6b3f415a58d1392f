package whatwg

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"
)

// room is the number of bytes of text that must fit for a step.
const room = 2 * utf8.UTFMax

// table decodes bytes alone, or with the next byte. It is filled with the results of the steps of an
// encoding, errors included. So the steps are the only description of an encoding.
type table struct {
	start   func() step
	singles [0x100]entry // if no byte needs another
	pairs   []entry      // otherwise: by the first byte less 80, and the second
}

// entry has up to three bytes of UTF-8, their number, and the number of source bytes. That is 0 if a
// step must decide.
type entry uint32

func (e entry) written() int { return int(e >> 24 & 0xF) }
func (e entry) read() int    { return int(e >> 28) }

// newEntry returns the entry for the result of a step.
func newEntry(x, y rune, n int) entry {
	if n == 0 || x == none || y != none || x > 0xFFFF {
		return 0
	}
	var text [4]byte
	size := utf8.EncodeRune(text[:], x)
	return entry(binary.LittleEndian.Uint32(text[:])) | entry(size)<<24 | entry(n)<<28
}

// newTable makes the table of an encoding without state whose bytes below 80 are ASCII.
func newTable(start func() step) *table {
	t, s := &table{start: start}, start()
	for c := range t.singles {
		t.singles[c] = newEntry(s([]byte{byte(c)}, false))
	}
	if !slices.Contains(t.singles[:], 0) {
		return t
	}
	t.pairs = make([]entry, 0x80<<8)
	for pair := range t.pairs {
		t.pairs[pair] = newEntry(s([]byte{byte(0x80 + pair>>8), byte(pair)}, false))
	}
	return t
}

// decode decodes bytes up to the first that needs a step, or until less than room is left.
func (t *table) decode(dst, src []byte) (written, read int) {
	if t.pairs == nil {
		return t.decodeSingles(dst, src)
	}
	for len(dst)-written >= room && len(src)-read >= 2 {
		c := src[read]
		if isASCII(c) {
			n := copyASCII(dst[written:], src[read:])
			written, read = written+n, read+n
			continue
		}
		e := t.pairs[int(c-0x80)<<8|int(src[read+1])]
		if e == 0 {
			break
		}
		binary.LittleEndian.PutUint32(dst[written:], uint32(e))
		written += e.written()
		if e.read() == 2 { // the branch is predicted, so that the next bytes need not wait for e
			read += 2
		} else {
			read++
		}
	}
	return written, read
}

// decodeSingles decodes single bytes, eight at a time without a branch.
func (t *table) decodeSingles(dst, src []byte) (written, read int) {
	for len(src)-read >= 8 && len(dst)-written >= 8*3+1 {
		next := binary.LittleEndian.Uint64(src[read:])
		if next&0x8080808080808080 == 0 {
			n := copyASCII(dst[written:], src[read:])
			written, read = written+n, read+n
			continue
		}
		for range 8 {
			e := t.singles[byte(next)]
			binary.LittleEndian.PutUint32(dst[written:], uint32(e))
			written += e.written()
			next >>= 8
		}
		read += 8
	}
	for read < len(src) && len(dst)-written >= room {
		e := t.singles[src[read]]
		binary.LittleEndian.PutUint32(dst[written:], uint32(e))
		written, read = written+e.written(), read+1
	}
	return written, read
}

// copyASCII copies bytes up to the first that is not ASCII, eight at a time while they fit.
func copyASCII(dst, src []byte) (n int) {
	for n+8 <= len(src) && n+8 <= len(dst) {
		next := binary.LittleEndian.Uint64(src[n:])
		binary.LittleEndian.PutUint64(dst[n:], next) // bytes beyond ASCII are overwritten later
		if beyond := next & 0x8080808080808080; beyond != 0 {
			return n + bits.TrailingZeros64(beyond)/8
		}
		n += 8
	}
	for n < len(src) && n < len(dst) && isASCII(src[n]) {
		dst[n] = src[n]
		n++
	}
	return n
}

// tables returns the tables of the encodings that have one. Each is made when first needed.
var tables = sync.OnceValue(func() map[string]func() *table {
	all := make(map[string]func() *table)
	for _, name := range Names() {
		start, ok := starts[name]
		switch name {
		case "utf-8", "utf-16be", "utf-16le", "iso-2022-jp", "replacement":
			continue
		}
		all[name] = sync.OnceValue(func() *table {
			if !ok {
				only := singleByte(name)
				start = func() step { return only }
			}
			return newTable(start)
		})
	}
	return all
})
