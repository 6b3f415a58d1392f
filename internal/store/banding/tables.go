package banding

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"runtime"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Tables find the documents that share the key of a band with a sketch (R13.3). They know documents by
// their places, from 0. The tables are bytes in the form of the file. For each band, from band 0 on, they
// have:
//
//	directory  for each cell, and once more after the last, 4 bytes: the number of entries
//	           in the cells before it
//	entries    for each document, ascending within a cell: a byte of the hash of its key,
//	           and its place in as many bytes as the last place needs
//
// Numbers are little-endian. The highest bits of the hash select the cell, and the lowest are the byte in
// the entry. A cell has 4 to 8 entries, unless documents have the same key. So a probe reads two or three
// lines of the processor's cache, and returns few documents with another key.
type Tables struct {
	shape
	content []byte
}

// shape is the layout of the bytes of tables.
type shape struct {
	bands     Bands
	width     int // bits a slot
	documents int
	cellBits  int
	entry     int // bytes
}

func shapeOf(bands Bands, width, documents int) shape {
	return shape{
		bands, width, documents,
		max(0, bits.Len(uint(documents))-3),
		1 + max(1, (bits.Len(uint(max(1, documents)-1))+7)/8),
	}
}

func (s *shape) directoryLen() int64 { return 4 * (1<<s.cellBits + 1) }

// bandLen returns the length of the tables of a band, in bytes.
func (s *shape) bandLen() int64 {
	return s.directoryLen() + int64(s.documents)*int64(s.entry)
}

// TablesLen returns the length of the tables of a number of documents, in bytes.
func (b Bands) TablesLen(width, documents int) int64 {
	s := shapeOf(b, width, documents)
	return int64(b.Bands) * s.bandLen()
}

// cellOf returns the cell of a hash, and the byte that distinguishes it there.
func (s *shape) cellOf(hash uint64) (cell uint64, check byte) {
	return hash >> 1 >> (63 - s.cellBits), byte(hash)
}

func (s *shape) putEntry(entry []byte, check byte, place int) {
	entry[0] = check
	for i := 1; i < s.entry; i++ {
		entry[i] = byte(place >> (8 * (i - 1)))
	}
}

func (s *shape) placeOf(entry []byte) uint32 {
	var place uint32
	for i := s.entry - 1; i > 0; i-- {
		place = place<<8 | uint32(entry[i])
	}
	return place
}

// WriteTables writes the tables of documents. Several goroutines may call sketch at once. WriteTables
// needs about memory bytes, and at least 3 for each document. If a band does not fit, it is written in
// parts, and all sketches are read once for each.
func (b Bands) WriteTables(ctx context.Context, w io.Writer, width, documents int, sketch func(place int) []byte, memory int64) error {
	s := shapeOf(b, width, documents)
	out := bufio.NewWriterSize(w, 1<<16)
	if both := s.bandLen() + s.directoryLen(); both <= memory {
		workers := int(min(memory/both, int64(runtime.GOMAXPROCS(0)), int64(b.Bands)))
		if err := s.writeWhole(ctx, out, sketch, workers); err != nil {
			return err
		}
		return out.Flush()
	}
	const passes = 16 // at most
	window := max(1+int64(documents)/passes, (memory-2*s.directoryLen())/int64(s.entry))
	for band := range b.Bands {
		directory := make([]byte, s.directoryLen())
		s.count(directory, band, sketch)
		if _, err := out.Write(directory); err != nil {
			return err
		}
		entries := make([]byte, min(window, int64(documents))*int64(s.entry))
		for from := 0; from < documents; from += int(window) {
			if err := ctx.Err(); err != nil {
				return err
			}
			some := entries[:min(int(window), documents-from)*s.entry]
			s.fill(some, from, slices.Clone(directory), band, sketch)
			if _, err := out.Write(some); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// writeWhole writes the bands. Each worker builds one at a time.
func (s *shape) writeWhole(ctx context.Context, w io.Writer, sketch func(place int) []byte, workers int) error {
	built := make([][]byte, workers)
	for from := 0; from < s.bands.Bands; from += workers {
		if err := ctx.Err(); err != nil {
			return err
		}
		some := built[:min(workers, s.bands.Bands-from)]
		var done recovery.Group
		for i := range some {
			done.Go(func() {
				if some[i] == nil {
					some[i] = make([]byte, s.bandLen())
				}
				directory, entries := some[i][:s.directoryLen()], some[i][s.directoryLen():]
				clear(directory)
				s.count(directory, from+i, sketch)
				s.fill(entries, 0, slices.Clone(directory), from+i, sketch)
			})
		}
		done.Wait()
		for _, band := range some {
			if _, err := w.Write(band); err != nil {
				return err
			}
		}
	}
	return nil
}

// count fills the directory of a band, which is all 0.
func (s *shape) count(directory []byte, band int, sketch func(place int) []byte) {
	from, n := s.bands.Bits(band, s.width)
	for place := range s.documents {
		cell, _ := s.cellOf(HashAt(sketch(place), from, n, 0))
		at := directory[4*(cell+1):]
		binary.LittleEndian.PutUint32(at, binary.LittleEndian.Uint32(at)+1)
	}
	var sum uint32
	for at := 0; at < len(directory); at += 4 {
		sum += binary.LittleEndian.Uint32(directory[at:])
		binary.LittleEndian.PutUint32(directory[at:], sum)
	}
}

// fill fills the entries of a band from one on. The directory counts where the next entry of a cell goes.
func (s *shape) fill(entries []byte, first int, directory []byte, band int, sketch func(place int) []byte) {
	from, n := s.bands.Bits(band, s.width)
	last := first + len(entries)/s.entry
	for place := range s.documents {
		cell, check := s.cellOf(HashAt(sketch(place), from, n, 0))
		next := binary.LittleEndian.Uint32(directory[4*cell:])
		binary.LittleEndian.PutUint32(directory[4*cell:], next+1)
		if at := int(next); at >= first && at < last {
			s.putEntry(entries[(at-first)*s.entry:], check, place)
		}
	}
}

// OpenTables returns the tables that [Bands.WriteTables] wrote. If the bytes are damaged, searches may
// return wrong places or too few, but do not fail.
func (b Bands) OpenTables(width, documents int, content []byte) (*Tables, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	if documents < 0 || int64(documents) > MostDocuments {
		return nil, fmt.Errorf("tables of %d documents: expected 0 to %d", documents, int64(MostDocuments))
	}
	if want := b.TablesLen(width, documents); int64(len(content)) != want {
		return nil, fmt.Errorf("the tables of %d bands and %d documents have %d bytes: expected %d", b.Bands, documents, len(content), want)
	}
	return &Tables{shapeOf(b, width, documents), content}, nil
}

func (t *Tables) cell(band int, cell uint64) []byte {
	part := t.content[int64(band)*t.bandLen():][:t.bandLen()]
	directory := part[4*cell:]
	entries := part[t.directoryLen():]
	to := min(int64(binary.LittleEndian.Uint32(directory[4:])), int64(t.documents))
	from := min(int64(binary.LittleEndian.Uint32(directory)), to)
	return entries[from*int64(t.entry) : to*int64(t.entry)]
}

// Candidates appends the places of the documents that share a key with a sketch, and few others. They are
// ascending and unique. It takes the first places of each band, up to most. cut is the number of bands
// with more. The sketch must have as many bits a slot as the documents.
//
// Candidates does not probe keys in which one slot is altered. That would allow fewer bands of more rows.
// The table compares both for pairs of resemblance 0.8 at a recall of 99.5 %. Its last figure is the
// share of documents without anything in common that are candidates:
//
//	8 bits  18 bands of 6, 18 probes, 6e-14   altered: 12 of 10, 30,612 probes, 3e-20
//	4 bits  16 bands of 6, 16 probes, 1e-6    altered: 10 of 10,  1,510 probes, 1e-9
//	2 bits  14 bands of 7, 14 probes, 0.0009  altered: 10 of 12,    370 probes, 0.00002
//	1 bit   11 bands of 9, 11 probes, 0.021   altered:  8 of 16,    136 probes, 0.002
//
// With 8 and 4 bits this cannot pay before 10^9 documents. With 2 and 1 bits it would. But these widths
// save bytes of the sketch. One more bit in each slot saves more candidates than any probes.
func (t *Tables) Candidates(places []uint32, sketch []byte, most int) (all []uint32, cut int) {
	old := len(places)
	var cells [128][]byte // the directory of all bands first: what is far is asked for at once
	var checks [128]byte
	for band := range t.bands.Bands {
		from, n := t.bands.Bits(band, t.width)
		var cell uint64
		cell, checks[band] = t.cellOf(HashAt(sketch, from, n, 0))
		cells[band] = t.cell(band, cell)
	}
	for band := range t.bands.Bands {
		taken := 0
		for entries := cells[band]; len(entries) > 0; entries = entries[t.entry:] {
			if entries[0] != checks[band] {
				continue
			}
			if taken == most {
				cut++
				break
			}
			taken++
			if place := t.placeOf(entries); int64(place) < int64(t.documents) {
				places = append(places, place)
			}
		}
	}
	slices.Sort(places[old:])
	return places[:old+len(slices.Compact(places[old:]))], cut
}

// Verify returns an error unless the tables are what WriteTables writes for the documents.
func (t *Tables) Verify(ctx context.Context, sketch func(place int) []byte) error {
	seen := make([]uint64, (t.documents+63)/64)
	for band := range t.bands.Bands {
		from, n := t.bands.Bits(band, t.width)
		clear(seen)
		directory := t.content[int64(band)*t.bandLen():][:t.directoryLen()]
		if first := binary.LittleEndian.Uint32(directory); first != 0 {
			return fmt.Errorf("band %d: the first cell begins at entry %d: expected 0", band, first)
		}
		entries := 0
		for cell := range uint64(1) << t.cellBits {
			if cell%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			from32, to32 := binary.LittleEndian.Uint32(directory[4*cell:]), binary.LittleEndian.Uint32(directory[4*cell+4:])
			if from32 > to32 || int64(to32) > int64(t.documents) {
				return fmt.Errorf("band %d, cell %d: entries %d to %d: expected an ascending range of %d", band, cell, from32, to32, t.documents)
			}
			last := int64(-1)
			for rest := t.cell(band, cell); len(rest) > 0; rest = rest[t.entry:] {
				place := t.placeOf(rest)
				if int64(place) <= last || int64(place) >= int64(t.documents) {
					return fmt.Errorf("band %d, cell %d: place %d after %d: expected a greater one, below %d", band, cell, place, last, t.documents)
				}
				last = int64(place)
				if seen[place/64]>>(place%64)&1 != 0 {
					return fmt.Errorf("band %d: place %d appears twice", band, place)
				}
				seen[place/64] |= 1 << (place % 64)
				if at, check := t.cellOf(HashAt(sketch(int(place)), from, n, 0)); at != cell || check != rest[0] {
					return fmt.Errorf("band %d: place %d is in cell %d with %02x: expected cell %d with %02x", band, place, cell, rest[0], at, check)
				}
				entries++
			}
		}
		if entries != t.documents {
			return fmt.Errorf("band %d: %d entries: expected %d", band, entries, t.documents)
		}
	}
	return nil
}

// BucketLen returns the number of documents in the bucket of a band that a sketch falls into.
func (t *Tables) BucketLen(band int, sketch []byte) (n int) {
	from, bits := t.bands.Bits(band, t.width)
	cell, check := t.cellOf(HashAt(sketch, from, bits, 0))
	for entries := t.cell(band, cell); len(entries) > 0; entries = entries[t.entry:] {
		if entries[0] == check {
			n++
		}
	}
	return n
}
