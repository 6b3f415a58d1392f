package main

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// wordFile makes a DOC of a text. Each line is a piece of its own and ends a paragraph. Every third is
// hidden. U+0002 refers to a footnote and U+0008 to a text box, with a letter each. Each U+0003 adds a
// header.
func wordFile(text []byte) []byte {
	const first, page = 0x600, 512
	le := binary.LittleEndian
	longs := func(ns ...int) (b []byte) {
		for _, n := range ns {
			b = le.AppendUint32(b, uint32(n))
		}
		return b
	}
	count := func(c byte) int { return bytes.Count(text, []byte{c}) }
	notes, boxes, headers := count(2), count(8), count(3)
	body := bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))
	all := slices.Concat(body, []byte("\r"), bytes.Repeat([]byte("n\r"), notes+1), bytes.Repeat([]byte("h\r"), headers), bytes.Repeat([]byte("b\r"), boxes+1))

	stream := make([]byte, first)
	copy(stream, "\xEC\xA5\xC1\x00")
	le.PutUint16(stream[10:], 1<<9)
	le.PutUint16(stream[32:], 14)
	le.PutUint16(stream[62:], 22)
	le.PutUint16(stream[152:], 108)
	for i, n := range []int{len(body) + 1, 2 * (notes + 1), 2 * headers, 0, 0, 0, 2 * (boxes + 1)} {
		le.PutUint32(stream[0x4C+4*i:], uint32(n))
	}
	stream = append(stream, all...)
	stream = append(stream, make([]byte, (page-len(stream)%page)%page)...)

	// The pieces, and pages that have what they look like.
	ends, places, pages, begins := []int{0}, []byte(nil), []int(nil), []int(nil)
	var looks []byte
	for at := 0; at < len(all); {
		n := bytes.IndexByte(all[at:], '\r') + 1
		places = append(append(append(places, 0, 0), longs(2*(first+at)|1<<30)...), 0, 0)
		ends = append(ends, at+n)
		at += n
	}
	const most = 60 // in a page
	for i := 0; i+1 < len(ends); i += most {
		part := ends[i:min(i+most+1, len(ends))]
		b := make([]byte, page)
		for j, end := range part {
			le.PutUint32(b[4*j:], uint32(first+end))
			if j%3 == 2 {
				b[4*len(part)+j-1] = (page - 6) / 2
			}
		}
		copy(b[page-6:], "\x03\x3C\x08\x01")
		b[page-1] = byte(len(part) - 1)
		begins, pages = append(begins, first+part[0]), append(pages, (len(stream)+len(looks))/page)
		looks = append(looks, b...)
	}
	begins = append(begins, first+len(all))
	stream = append(stream, looks...)

	var marks, anchors []int
	for at, c := range body {
		switch c {
		case 2:
			marks = append(marks, at)
		case 8:
			anchors = append(anchors, at)
		}
	}
	seconds := func(n int) (ns []int) {
		for i := range n {
			ns = append(ns, 2*i)
		}
		return ns
	}
	var shapes, texts []byte
	for i := range anchors {
		shapes = append(append(shapes, longs(1024+i)...), make([]byte, 22)...)
		texts = append(append(append(texts, make([]byte, 14)...), longs(1024+i)...), 0, 0, 0, 0)
	}
	var table []byte
	put := func(index int, octets []byte) {
		le.PutUint32(stream[0x9A+8*index:], uint32(len(table)))
		le.PutUint32(stream[0x9A+8*index+4:], uint32(len(octets)))
		table = append(table, octets...)
	}
	put(33, slices.Concat([]byte{2}, longs(4*len(ends)+len(places)), longs(ends...), places))
	put(12, slices.Concat(longs(begins...), longs(pages...)))
	put(2, slices.Concat(longs(marks...), longs(len(body)), make([]byte, 2*notes)))
	put(3, longs(seconds(notes+2)...))
	put(11, slices.Concat(longs(0, 0, 0, 0, 0, 0), longs(seconds(headers+1)...)))
	put(40, slices.Concat(longs(anchors...), longs(len(body)), shapes))
	put(56, slices.Concat(longs(seconds(boxes+2)...), texts, make([]byte, 22)))
	return compoundFile([]string{"WordDocument", "1Table"}, [][]byte{stream, table})
}

// compoundFile makes a compound file ([MS-CFB], version 4) of streams. None of them is short.
func compoundFile(names []string, streams [][]byte) []byte {
	const sector, entry, end, free = 4096, 128, 0xFFFFFFFE, 0xFFFFFFFF
	le := binary.LittleEndian
	var body []byte
	var next []uint32
	put := func(octets []byte) uint32 {
		start := len(next)
		body = append(body, octets...)
		body = append(body, make([]byte, (sector-len(body)%sector)%sector)...)
		for len(next) < len(body)/sector {
			next = append(next, uint32(len(next)+1))
		}
		next[len(next)-1] = end
		return uint32(start)
	}
	directory := make([]byte, sector)
	file := func(i int, name string, kind byte, start uint32, size int) {
		b := directory[entry*i:]
		for j, c := range strings.Split(name, "") {
			b[2*j] = c[0]
		}
		b[64], b[66], b[67] = byte(2*len(name)+2), kind, 1
		le.PutUint32(b[68:], free)
		le.PutUint32(b[72:], free)
		le.PutUint32(b[76:], free)
		le.PutUint32(b[116:], start)
		le.PutUint64(b[120:], uint64(size))
	}
	file(0, "Root Entry", 5, end, 0)
	le.PutUint32(directory[76:], 1)
	for i, octets := range streams {
		octets = append(octets, make([]byte, max(0, sector-len(octets)))...)
		file(i+1, names[i], 2, put(octets), len(octets))
		if i+1 < len(streams) {
			le.PutUint32(directory[entry*(i+1)+72:], uint32(i+2))
		}
	}
	at := put(directory)
	tables := 1
	for (len(next)+tables)*4 > tables*sector {
		tables++
	}
	head := make([]byte, sector)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	copy(head[24:], "\x3E\x00\x04\x00\xFE\xFF\x0C\x00\x06\x00")
	for i, n := range []uint32{1, uint32(tables), at, 0, sector, end, 0, end, 0} {
		le.PutUint32(head[40+4*i:], n)
	}
	for i := range 109 {
		n := uint32(free)
		if i < tables {
			n = uint32(len(next) + i)
		}
		le.PutUint32(head[76+4*i:], n)
	}
	for range tables {
		next = append(next, 0xFFFFFFFD)
	}
	for len(next)*4%sector != 0 {
		next = append(next, free)
	}
	all := append(head, body...)
	for _, n := range next {
		all = le.AppendUint32(all, n)
	}
	return all
}
