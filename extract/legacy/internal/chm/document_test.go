package chm

import (
	"encoding/binary"
	"strings"
)

const (
	frame  = 32 << 10
	window = 64 << 10
	chunk  = 4 << 10
)

// Frames says how the text of a frame is packed.
type Frames byte

// The kinds of blocks, and a mixture.
const (
	Verbatim Frames = 1 + iota
	Aligned
	Stored
	Mixed
)

// Document returns a document in a language. Its files are names and contents, by turns. Those of the
// program, whose names begin with "/#", are not packed.
func Document(locale uint32, how Frames, files ...string) []byte {
	var all, plain []byte
	var entries []stored
	add := func(name, content string) {
		if strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "/#") {
			entries = append(entries, stored{name, 1, len(all), len(content)})
			all = append(all, content...)
		} else {
			entries = append(entries, stored{name, 0, len(plain), len(content)})
			plain = append(plain, content...)
		}
	}
	for i := 0; i < len(files); i += 2 {
		add(files[i], files[i+1])
	}
	packed, starts := Pack(all, how)
	const in = "::DataSpace/Storage/MSCompressed/"
	le := binary.LittleEndian
	control := append(le.AppendUint32(nil, 6), "LZXC"...)
	for _, n := range []uint32{2, 2, window / frame, 1, 0, 0} {
		control = le.AppendUint32(control, n)
	}
	table := make([]byte, 0x28)
	le.PutUint32(table, 2)
	le.PutUint32(table[4:], uint32(len(starts)))
	le.PutUint32(table[8:], 8)
	le.PutUint32(table[0xC:], 0x28)
	le.PutUint64(table[0x10:], uint64(len(all)))
	le.PutUint64(table[0x18:], uint64(len(packed)))
	le.PutUint64(table[0x20:], frame)
	for _, at := range starts {
		table = le.AppendUint64(table, uint64(at))
	}
	add(in+"ControlData", string(control))
	add(in+"Content", string(packed))
	add(in+"Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable", string(table))
	return file(locale, entries, plain)
}

type stored struct {
	name                    string
	section, offset, length int
}

// file puts the header, the directory and section 0 together.
func file(locale uint32, entries []stored, plain []byte) []byte {
	le := binary.LittleEndian
	var chunks [][]byte
	var list []byte
	flush := func() {
		if len(list) > 0 {
			chunks = append(chunks, list)
			list = nil
		}
	}
	for _, e := range entries {
		var b []byte
		b = append(appendVarying(b, len(e.name)), e.name...)
		for _, n := range []int{e.section, e.offset, e.length} {
			b = appendVarying(b, n)
		}
		if len(list)+len(b) > chunk-0x20 {
			flush()
		}
		list = append(list, b...)
	}
	flush()
	directory := make([]byte, 0x54)
	copy(directory, "ITSP")
	for at, n := range map[int]int{4: 1, 8: 0x54, 0xC: 10, 0x10: chunk, 0x14: 2, 0x18: 1, 0x24: len(chunks) - 1, 0x2C: len(chunks)} {
		le.PutUint32(directory[at:], uint32(n))
	}
	for i, list := range chunks {
		c := make([]byte, chunk)
		copy(c, "PMGL")
		le.PutUint32(c[4:], uint32(chunk-0x14-len(list)))
		le.PutUint32(c[0xC:], uint32(i-1))
		next := uint32(i + 1)
		if i == len(chunks)-1 {
			next = 1<<32 - 1
		}
		le.PutUint32(c[0x10:], next)
		copy(c[0x14:], list)
		directory = append(directory, c...)
	}
	head := make([]byte, 0x60)
	copy(head, "ITSF")
	le.PutUint32(head[4:], 3)
	le.PutUint32(head[8:], 0x60)
	le.PutUint32(head[0x14:], locale)
	le.PutUint64(head[0x48:], 0x60)
	le.PutUint64(head[0x50:], uint64(len(directory)))
	le.PutUint64(head[0x58:], uint64(0x60+len(directory)))
	return append(append(head, directory...), plain...)
}

// appendVarying appends a number of 7 bits in each byte.
func appendVarying(b []byte, n int) []byte {
	octets := []byte{byte(n & 0x7F)}
	for n >>= 7; n > 0; n >>= 7 {
		octets = append([]byte{byte(n&0x7F) | 0x80}, octets...)
	}
	return append(b, octets...)
}
