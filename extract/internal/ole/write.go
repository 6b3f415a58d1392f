package ole

import (
	"encoding/binary"
	"unicode/utf16"
)

// Stream is a stream of a compound file. Its path has the names of its storages and its own.
type Stream struct {
	Path   []string
	Octets []byte
}

const (
	sectorSize = 4096
	shortSize  = 64   // of the sectors of short streams
	shortBelow = 4096 // bytes: these are short
	entrySize  = 128
	longest    = 31 // units of a name
	mostFATs   = 109
	endOfChain = 0xFFFFFFFE
	noEntry    = 0xFFFFFFFF
)

// Write returns a compound file with streams ([MS-CFB], version 4). It returns nil if the file would need a
// second list of sectors: 436 MiB. An object in an Office document is a storage in its file. It becomes a
// file of its own.
func Write(streams []Stream) []byte {
	w := &writer{}
	root := w.entry("Root Entry", 5)
	for _, s := range streams {
		if len(s.Path) > 0 {
			w.add(root, s)
		}
	}
	return w.file()
}

// writer lays out a compound file. The contents of the entries follow one another.
type writer struct {
	entries []entry
	long    []int // entries with sectors of their own
	short   []byte
}

type entry struct {
	name                 []uint16
	kind                 byte // 1 is a storage, 2 a stream, 5 the root
	child, sibling, last uint32
	octets               []byte
	start                uint32
	names                map[string]uint32 // of storages in it
}

func (w *writer) entry(name string, kind byte) uint32 {
	units := utf16.Encode([]rune(name))
	w.entries = append(w.entries, entry{
		name: units[:min(len(units), longest)], kind: kind,
		child: noEntry, sibling: noEntry, last: noEntry, start: endOfChain,
	})
	return uint32(len(w.entries) - 1)
}

// add adds a stream and its storages.
func (w *writer) add(in uint32, s Stream) {
	for _, name := range s.Path[:len(s.Path)-1] {
		next, ok := w.entries[in].names[name]
		if !ok {
			next = w.entry(name, 1)
			w.link(in, next)
			if w.entries[in].names == nil {
				w.entries[in].names = make(map[string]uint32)
			}
			w.entries[in].names[name] = next
		}
		in = next
	}
	i := w.entry(s.Path[len(s.Path)-1], 2)
	w.entries[i].octets = s.Octets
	w.link(in, i)
	switch {
	case len(s.Octets) >= shortBelow:
		w.long = append(w.long, int(i))
	case len(s.Octets) > 0:
		w.entries[i].start = uint32(len(w.short) / shortSize)
		w.short = padded(append(w.short, s.Octets...), shortSize)
	}
}

// link makes an entry the last child of another.
func (w *writer) link(in, i uint32) {
	if last := w.entries[in].last; last == noEntry {
		w.entries[in].child = i
	} else {
		w.entries[last].sibling = i
	}
	w.entries[in].last = i
}

func padded(b []byte, to int) []byte {
	return append(b, make([]byte, (to-len(b)%to)%to)...)
}

// file returns the header, the table of sectors, the entries, the short streams with their table, and the
// rest.
func (w *writer) file() []byte {
	var body []byte
	var next []uint32 // of each sector
	put := func(octets []byte) (start uint32) {
		if len(octets) == 0 {
			return endOfChain
		}
		start = uint32(len(next))
		body = padded(append(body, octets...), sectorSize)
		for len(next) < len(body)/sectorSize {
			next = append(next, uint32(len(next)+1))
		}
		next[len(next)-1] = endOfChain
		return start
	}
	for _, i := range w.long {
		w.entries[i].start = put(w.entries[i].octets)
	}
	var shorts []byte
	for _, e := range w.entries {
		if n := len(e.octets); e.kind == 2 && n > 0 && n < shortBelow {
			for i := range (n + shortSize - 1) / shortSize {
				following := uint32(len(shorts)/4 + 1)
				if (i+1)*shortSize >= n {
					following = endOfChain
				}
				shorts = binary.LittleEndian.AppendUint32(shorts, following)
			}
		}
	}
	for len(shorts)%sectorSize != 0 {
		shorts = binary.LittleEndian.AppendUint32(shorts, noEntry)
	}
	shortTable, shortSectors := put(shorts), len(shorts)/sectorSize
	w.entries[0].octets, w.entries[0].start = w.short, put(w.short)
	directory := put(w.directory())

	fats := 1
	for (len(next)+fats)*4 > fats*sectorSize {
		fats++
	}
	if fats > mostFATs {
		return nil
	}
	file := make([]byte, sectorSize, len(body)+(fats+1)*sectorSize)
	copy(file, magic)
	u16 := func(at int, v uint16) { binary.LittleEndian.PutUint16(file[at:], v) }
	u32 := func(at int, v uint32) { binary.LittleEndian.PutUint32(file[at:], v) }
	u16(24, 0x3E)
	u16(26, 4)
	u16(28, 0xFFFE)
	u16(30, 12)
	u16(32, 6)
	u32(40, uint32((len(w.entries)*entrySize+sectorSize-1)/sectorSize))
	u32(44, uint32(fats))
	u32(48, directory)
	u32(56, shortBelow)
	u32(60, shortTable)
	u32(64, uint32(shortSectors))
	u32(68, endOfChain)
	for i := range mostFATs {
		at := uint32(noEntry)
		if i < fats {
			at = uint32(len(next) + i)
		}
		u32(76+4*i, at)
	}
	file = append(file, body...)
	for _, n := range next {
		file = binary.LittleEndian.AppendUint32(file, n)
	}
	for range fats {
		file = binary.LittleEndian.AppendUint32(file, 0xFFFFFFFD)
	}
	for len(file)%sectorSize != 0 {
		file = binary.LittleEndian.AppendUint32(file, noEntry)
	}
	return file
}

// directory returns the entries. Each links to the next in its storage.
func (w *writer) directory() []byte {
	all := make([]byte, 0, len(w.entries)*entrySize)
	for _, e := range w.entries {
		b := make([]byte, entrySize)
		for i, u := range e.name {
			binary.LittleEndian.PutUint16(b[2*i:], u)
		}
		binary.LittleEndian.PutUint16(b[64:], uint16(2*len(e.name)+2))
		b[66], b[67] = e.kind, 1
		binary.LittleEndian.PutUint32(b[68:], noEntry)
		binary.LittleEndian.PutUint32(b[72:], e.sibling)
		binary.LittleEndian.PutUint32(b[76:], e.child)
		binary.LittleEndian.PutUint32(b[116:], e.start)
		binary.LittleEndian.PutUint64(b[120:], uint64(len(e.octets)))
		all = append(all, b...)
	}
	return all
}
