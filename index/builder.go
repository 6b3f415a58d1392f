package index

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"

	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
)

// builder writes segments at the end of a file.
type builder struct {
	file   *os.File
	head   *head
	last   commit
	end    int64
	memory int64
	plain  bool // without tables
}

// fewest is how many documents have tables. All of fewer are read sooner.
const fewest = 256

// most returns how many documents a segment may have, so that its tables are made in memory.
func (h *head) most(memory int64) int {
	each := int64(32)
	if h.width == 0 {
		each = 64
	}
	return int(min(most, memory/each))
}

// segments writes the documents of sources as segments, with a commit after each. The last is whole if
// that is wanted. The first has tombs, and comes above the commit below. Live is the number of documents
// after all of them.
func (b *builder) segments(ctx context.Context, sources []source, tombs []tomb, below, live int64, whole bool) error {
	total := 0
	for _, s := range sources {
		for i := range s.len() {
			if !s.leaves(i) {
				total++
			}
		}
	}
	written := live - int64(total) // below
	most := b.head.most(b.memory)
	picks := make([]pick, 0, min(total, most))
	done := 0
	write := func() error {
		done += len(picks)
		last := done == total
		c := commit{below: below, live: written + int64(done), whole: whole && last}
		if err := b.segment(ctx, sources, picks, tombs, c); err != nil {
			return err
		}
		below, tombs, picks = b.last.at, nil, picks[:0]
		return nil
	}
	for p := range merge(sources) {
		if len(picks) == most {
			if err := write(); err != nil {
				return err
			}
		}
		picks = append(picks, p)
	}
	return write()
}

// segment writes one segment, and its commit after it is on the disk.
func (b *builder) segment(ctx context.Context, sources []source, picks []pick, tombs []tomb, c commit) error {
	c.generation, c.previous, c.before = b.last.generation+1, b.last.at, b.last.checksum()
	c.begin = b.end
	id := func(i int) []byte { return sources[picks[i].source].id(int(picks[i].document)) }
	sketch := func(i int) []byte { return sources[picks[i].source].sketch(int(picks[i].document)) }
	n := len(picks)
	var tables tables
	if !b.plain && n >= fewest {
		tables = b.head.tableParts(ctx, n, sketch, b.memory/2)
	}
	sketches := part{sketchList, func(w io.Writer) error { return each(ctx, w, n, sketch) }}
	if order := tables.order; order != nil {
		ranked := id
		id = func(i int) []byte { return ranked(int(order[i])) }
		sketches.write = func(io.Writer) error { return nil } // the tables have them
	}
	parts := []part{
		{idEnds, func(w io.Writer) error {
			var end uint64
			var buf [8]byte
			for i := range n {
				end += uint64(len(id(i)))
				binary.LittleEndian.PutUint64(buf[:], end)
				if _, err := w.Write(buf[:]); err != nil {
					return err
				}
			}
			return nil
		}},
		{idBytes, func(w io.Writer) error { return each(ctx, w, n, id) }},
		sketches,
		{tombList, func(w io.Writer) error { return writeTombs(w, tombs) }},
	}
	return b.write(append(parts, tables.parts...), n, c)
}

// part is a section to write.
type part struct {
	kind  uint32
	write func(w io.Writer) error
}

func each(ctx context.Context, w io.Writer, n int, part func(i int) []byte) error {
	for i := range n {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := w.Write(part(i)); err != nil {
			return err
		}
	}
	return nil
}

func writeTombs(w io.Writer, tombs []tomb) error {
	var buf [tombSize]byte
	for _, t := range tombs {
		binary.LittleEndian.PutUint64(buf[:], t.generation)
		binary.LittleEndian.PutUint32(buf[8:], t.document)
		if _, err := w.Write(buf[:]); err != nil {
			return err
		}
	}
	return nil
}

// tables are the sections of tables for searches.
type tables struct {
	parts []part
	order []uint32 // of SimHash: which document is at each place
}

func (h *head) tableParts(ctx context.Context, n int, sketch func(i int) []byte, memory int64) tables {
	if h.width != 0 {
		return tables{parts: []part{{bandList, func(w io.Writer) error {
			return banding.Bands(h.tables.Bands).WriteTables(ctx, w, h.width, n, sketch, memory)
		}}}}
	}
	if h.size != 8 {
		return tables{}
	}
	layout := hamming.LayoutFor(n, h.tables.Distance)
	if len(layout.Tables) == 0 {
		return tables{}
	}
	all := make([]uint64, n)
	for i := range all {
		all[i] = binary.BigEndian.Uint64(sketch(i))
	}
	order, lists := hamming.Build(layout, all)
	back := make([]byte, 4*n)
	for place, rank := range order {
		binary.LittleEndian.PutUint32(back[4*rank:], uint32(place))
	}
	var masks []byte
	for _, t := range layout.Tables {
		masks = binary.LittleEndian.AppendUint64(masks, t.Mask)
		masks = binary.LittleEndian.AppendUint64(masks, uint64(t.Radius))
	}
	t := tables{order: order}
	for i, list := range append([][]byte{back, masks}, lists...) {
		kind := uint32(tableLists + i - 2)
		if i < 2 {
			kind = uint32(idOrder + i)
		}
		t.parts = append(t.parts, part{kind, func(w io.Writer) error {
			_, err := w.Write(list)
			return err
		}})
	}
	return t
}

// write writes the sections, then the head before them, and then, when those are on the disk,
// the commit.
func (b *builder) write(parts []part, documents int, c commit) error {
	out := &sections{w: bufio.NewWriterSize(io.NewOffsetWriter(b.file, b.end+segmentHead(len(parts))), 1<<18)}
	out.at = segmentHead(len(parts))
	var table []section
	for _, p := range parts {
		s := section{kind: p.kind, offset: out.at}
		out.sum = crc32.New(castagnoli)
		if err := p.write(out); err != nil {
			return b.failed("a segment", err)
		}
		s.length, s.sum = out.at-s.offset, out.sum.Sum32()
		table = append(table, s)
		if _, err := out.Write(make([]byte, padded(out.at)-out.at)); err != nil {
			return b.failed("a segment", err)
		}
	}
	if err := out.w.Flush(); err != nil {
		return b.failed("a segment", err)
	}
	c.at = b.end + out.at
	if _, err := b.file.WriteAt(encodeSegment(c.generation, out.at, documents, table), b.end); err != nil {
		return b.failed("a segment", err)
	}
	if err := b.file.Sync(); err != nil {
		return b.failed("a segment", err)
	}
	if _, err := b.file.WriteAt(c.encode(), c.at); err != nil {
		return b.failed("a commit", err)
	}
	if err := b.file.Sync(); err != nil {
		return b.failed("a commit", err)
	}
	b.last, b.end = c, c.at+commitSize
	return nil
}

// failed returns an error that names the file.
func (b *builder) failed(part string, err error) error {
	return fmt.Errorf("%s of %s: %w", part, b.file.Name(), unwrapPath(err))
}

// sections counts what is written, and sums it.
type sections struct {
	w   *bufio.Writer
	at  int64
	sum hash.Hash32
}

func (s *sections) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.at += int64(n)
	s.sum.Write(p[:n])
	return n, err
}
