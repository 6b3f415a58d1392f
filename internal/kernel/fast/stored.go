package fast

import (
	_ "embed"
	"encoding/binary"
	"math"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// storedTables has the tables of registered schemes and of text digests. To make one of them takes 10
// milliseconds, which a short run of the command would notice. Integers are little-endian. The file has these
// parts:
//
//   - the number of tables, and the number of pages (2 bytes each);
//   - the pages, of 64 entries;
//   - the tables.
//
// A table is its key, the numbers of the pages of its blocks, and its long texts. The number of these has 2
// bytes. Before each is its length (1 byte). A test of package tokenizer writes the file.
//
//go:embed tables.bin
var storedTables string

// HasTable reports whether the table of the rules is stored.
func (r *Rules) HasTable() bool { return storedTable(r.Key) != nil }

// storedTable returns the table of a key, or nil if it is not stored.
func storedTable(k Key) *table {
	f := tableFile(storedTables)
	tables, pages := f.uint16(), f.pages(f.uint16())
	for range tables {
		key := Key{f.uint32(), ucd.Categories(f.uint32()), ucd.Categories(f.uint32())}
		numbers := f.take(2 * len(table{}.blocks))
		texts := make([]string, f.uint16())
		for i := range texts {
			texts[i] = string(f.take(int(f.take(1)[0])))
		}
		if key == k {
			t := &table{long: texts}
			for i := range t.blocks {
				t.blocks[i] = pages(int(numbers.uint16()))
			}
			t.finish()
			return t
		}
	}
	return nil
}

// A tableFile is the rest of the file.
type tableFile string

func (f *tableFile) take(n int) tableFile {
	taken := (*f)[:n]
	*f = (*f)[n:]
	return taken
}

func (f *tableFile) uint16() uint16 {
	taken := f.take(2)
	return uint16(taken[0]) | uint16(taken[1])<<8
}

func (f *tableFile) uint32() uint32 { return uint32(f.uint16()) | uint32(f.uint16())<<16 }

// pages returns a function that reads a page by its number, and then always returns the same.
func (f *tableFile) pages(n uint16) func(number int) *page {
	const size = 4 * block
	all, read := f.take(int(n)*size), make([]*page, n)
	return func(number int) *page {
		if read[number] == nil {
			stored, p := all[number*size:][:size], new(page)
			for i := range p {
				p[i] = entry(stored.uint32())
			}
			read[number] = p
		}
		return read[number]
	}
}

// StoreTables returns the file of the tables of some rules.
func StoreTables(all []*Rules) []byte {
	numbers := make(map[page]uint16)
	var pages, tables []byte
	for _, r := range all {
		t := newTable(r)
		for _, v := range []uint32{r.Key.Flags, uint32(r.Key.Words), uint32(r.Key.Kept)} {
			tables = binary.LittleEndian.AppendUint32(tables, v)
		}
		for _, p := range t.blocks {
			number, had := numbers[*p]
			if !had {
				number = uint16(len(numbers))
				numbers[*p] = number
				for _, e := range p {
					pages = binary.LittleEndian.AppendUint32(pages, uint32(e))
				}
			}
			tables = binary.LittleEndian.AppendUint16(tables, number)
		}
		tables = binary.LittleEndian.AppendUint16(tables, uint16(len(t.long)))
		for _, text := range t.long {
			if len(text) > math.MaxUint8 {
				panic("fast: a mapping of more than 255 bytes")
			}
			tables = append(append(tables, byte(len(text))), text...)
		}
	}
	file := binary.LittleEndian.AppendUint16(nil, uint16(len(all)))
	file = binary.LittleEndian.AppendUint16(file, uint16(len(numbers)))
	return append(append(file, pages...), tables...)
}
