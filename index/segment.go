package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"os"
	"slices"
	"sort"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/hamming"
)

// The kinds of sections.
const (
	idEnds     = 1 // of each document, in the order of ids: 8 bytes, where its id ends
	idBytes    = 2
	sketchList = 3 // of each document
	tombList   = 4
	bandList   = 5  // the tables of MinHash
	idOrder    = 6  // by rank, in the order of ids: 4 bytes, the document
	layoutList = 7  // the tables of SimHash: 16 bytes each, its mask and its radius
	tableLists = 16 // the sections of the tables of SimHash

	layoutEntry = 16 // bytes of a table in layoutList
)

// section is a line of a segment's table.
type section struct {
	kind           uint32
	sum            uint32
	offset, length int64 // from the start of the segment
}

// tomb says that a document of a segment below is dead.
type tomb struct {
	generation uint64
	document   uint32
}

const tombSize = 16

// segment is documents. It does not change, but for what is dead. They are in the byte order of
// their ids or, where SimHashes have tables, in that of the tables.
type segment struct {
	commit
	head      *head
	length    int64 // bytes up to the record
	documents int
	table     []section
	content   []byte
	release   func()

	ends, ids, sketches, tombs, order []byte
	// Without tables all sketches are read.
	bands   *banding.Tables
	hamming *hamming.Tables

	checked bool // its checksums were right after it was opened

	dead    []uint64 // by document, nil if none is
	deadLen int
}

// encodeSegment is the head of a segment, with its table.
func encodeSegment(generation uint64, length int64, documents int, table []section) []byte {
	b := make([]byte, segmentHead(len(table)))
	le := binary.LittleEndian
	copy(b, segmentMagic)
	le.PutUint64(b[8:], generation)
	le.PutUint64(b[16:], uint64(length))
	le.PutUint32(b[24:], uint32(documents))
	le.PutUint32(b[28:], uint32(len(table)))
	for i, s := range table {
		at := b[segmentSize+i*sectionSize:]
		le.PutUint32(at, s.kind)
		le.PutUint32(at[4:], s.sum)
		le.PutUint64(at[8:], uint64(s.offset))
		le.PutUint64(at[16:], uint64(s.length))
	}
	le.PutUint32(b[32:], sum(b))
	return b
}

// segmentHead returns the length of a segment's head with a number of sections, in bytes.
func segmentHead(sections int) int64 { return padded(segmentSize + int64(sections)*sectionSize) }

// readSegment reads the head of a segment at an offset of a file of a size. Nil is returned if
// there is none.
func readSegment(f *os.File, at, size int64) (*segment, error) {
	le := binary.LittleEndian
	if size-at < segmentSize {
		return nil, nil
	}
	b := make([]byte, segmentSize)
	if _, err := f.ReadAt(b, at); err != nil {
		return nil, err
	}
	n := int(min(le.Uint32(b[28:]), maxSections+1))
	if !bytes.HasPrefix(b, []byte(segmentMagic)) || n > maxSections || size-at < segmentHead(n) {
		return nil, nil
	}
	b = make([]byte, segmentHead(n))
	if _, err := f.ReadAt(b, at); err != nil {
		return nil, err
	}
	want := le.Uint32(b[32:])
	le.PutUint32(b[32:], 0)
	if sum(b) != want {
		return nil, nil
	}
	s := &segment{length: int64(le.Uint64(b[16:])), documents: int(le.Uint32(b[24:]))}
	s.begin, s.generation = at, le.Uint64(b[8:])
	if s.documents < 0 || s.length < segmentHead(n) || s.length%align != 0 || s.length > size-at {
		return nil, nil
	}
	for i := range n {
		at := b[segmentSize+i*sectionSize:]
		s.table = append(s.table, section{le.Uint32(at), le.Uint32(at[4:]), int64(le.Uint64(at[8:])), int64(le.Uint64(at[16:]))})
	}
	return s, nil
}

// open maps a segment, and checks that its sections lie in it and have the lengths that they
// must have. It reads no section but that of tombs.
func (s *segment) open(f *os.File, h *head) (err error) {
	s.head = h
	if s.content, s.release, err = mapped(f, s.begin, s.begin+s.length); err != nil {
		return err
	}
	sections := make(map[uint32][]byte)
	end := segmentHead(len(s.table))
	for _, x := range s.table {
		if x.offset != padded(end) || x.length < 0 || x.length > s.length-x.offset {
			return corrupt("segment %d: the section %d has %d bytes at %d of %d", s.generation, x.kind, x.length, x.offset,
				s.length)
		}
		if _, twice := sections[x.kind]; twice {
			return corrupt("segment %d: two sections %d", s.generation, x.kind)
		}
		end = x.offset + x.length
		sections[x.kind] = s.content[x.offset:end:end]
	}
	if padded(end) != s.length || int64(s.documents) > most {
		return corrupt("segment %d: %d bytes and %d documents", s.generation, s.length, s.documents)
	}
	s.ends, s.ids, s.sketches, s.tombs = sections[idEnds], sections[idBytes], sections[sketchList], sections[tombList]
	n := int64(s.documents)
	sketches := n * int64(h.size)
	if layout, ok := sections[layoutList]; ok {
		if sketches = 0; h.size != 8 {
			return corrupt("segment %d: tables of 64 bits for sketches of %d bytes", s.generation, h.size)
		}
		if err := s.openHamming(layout, sections); err != nil {
			return err
		}
	}
	if int64(len(s.ends)) != 8*n || int64(len(s.sketches)) != sketches || len(s.tombs)%tombSize != 0 {
		return corrupt("segment %d: sections of %d, %d and %d bytes for %d documents", s.generation,
			len(s.ends), len(s.sketches), len(s.tombs), n)
	}
	if content, ok := sections[bandList]; ok {
		if s.bands, err = banding.Bands(h.tables.Bands).OpenTables(h.width, s.documents, content); err != nil {
			return corrupt("segment %d: %v", s.generation, err)
		}
	}
	return nil
}

// openHamming opens the tables of SimHashes. Their layout must miss nothing.
func (s *segment) openHamming(content []byte, sections map[uint32][]byte) (err error) {
	if len(content)%layoutEntry != 0 {
		return corrupt("segment %d: a layout of %d bytes: expected a multiple of %d", s.generation, len(content), layoutEntry)
	}
	var tables []hamming.Table
	for ; len(content) > 0; content = content[layoutEntry:] {
		radius := binary.LittleEndian.Uint64(content[8:]) // its upper half is zero
		tables = append(tables, hamming.Table{
			Mask: binary.LittleEndian.Uint64(content), Radius: int(min(radius, math.MaxInt32)),
		})
	}
	known := hamming.Layouts(s.head.tables.Distance)
	i := slices.IndexFunc(known, func(l hamming.Layout) bool { return len(l.Tables) > 0 && slices.Equal(l.Tables, tables) })
	if i < 0 {
		return corrupt("segment %d: %d tables that are not known to find all", s.generation, len(tables))
	}
	var lists [][]byte
	for i := range hamming.Sections * len(tables) {
		lists = append(lists, sections[uint32(tableLists+i)])
	}
	if s.hamming, err = hamming.Open(known[i], s.documents, lists); err != nil {
		return corrupt("segment %d: %v", s.generation, err)
	}
	if s.order = sections[idOrder]; len(s.order) != 4*s.documents {
		return corrupt("segment %d: an order of %d bytes for %d documents", s.generation, len(s.order), s.documents)
	}
	return nil
}

// ranked returns the document of a rank in the order of ids.
func (s *segment) ranked(rank int) int {
	if s.order == nil {
		return rank
	}
	return int(min(binary.LittleEndian.Uint32(s.order[4*rank:]), uint32(s.documents-1)))
}

func (s *segment) close() {
	if s.release != nil {
		s.release()
	}
	s.release, s.content = nil, nil
}

// id returns the id of a document. Of a damaged file it is a wrong one.
func (s *segment) id(document int) []byte {
	var from uint64
	if document > 0 {
		from = binary.LittleEndian.Uint64(s.ends[8*document-8:])
	}
	to := binary.LittleEndian.Uint64(s.ends[8*document:])
	if to > uint64(len(s.ids)) || from > to {
		return nil
	}
	return s.ids[from:to:to]
}

// sketch returns that of a document.
func (s *segment) sketch(document int) []byte {
	if s.hamming != nil {
		return binary.BigEndian.AppendUint64(nil, s.hamming.Sketch(uint32(document)))
	}
	size := s.head.size
	return s.sketches[document*size:][:size:size]
}

// find looks for an id from a rank on. It returns where it is, or the rank where it would be.
// Near ones cost least.
func (s *segment) find(id []byte, from int) (rank, document int, found bool) {
	less := func(rank int) bool { return bytes.Compare(s.id(s.ranked(rank)), id) < 0 }
	step, to := 1, from
	for to < s.documents && less(to) {
		from, to = to+1, to+step
		step *= 2
	}
	to = min(to, s.documents)
	rank = from + sort.Search(to-from, func(i int) bool { return !less(from + i) })
	if rank == s.documents {
		return rank, 0, false
	}
	document = s.ranked(rank)
	return rank, document, bytes.Equal(s.id(document), id)
}

func (s *segment) isDead(document int) bool {
	return s.dead != nil && s.dead[document/64]>>(document%64)&1 != 0
}

// bury makes a document dead, if it lives.
func (s *segment) bury(document int) {
	if s.dead == nil {
		s.dead = make([]uint64, (s.documents+63)/64)
	}
	if !s.isDead(document) {
		s.dead[document/64] |= 1 << (document % 64)
		s.deadLen++
	}
}

func (s *segment) live() int { return s.documents - s.deadLen }

// graves yields the tombs of a segment.
func (s *segment) graves() []tomb {
	all := make([]tomb, 0, len(s.tombs)/tombSize)
	for b := s.tombs; len(b) > 0; b = b[tombSize:] {
		all = append(all, tomb{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:])})
	}
	return all
}

// hotBucket is how many documents of one bucket of a band a search reads. What is near is in
// other buckets too.
const hotBucket = 100_000

// counters are what searches cost.
type counters struct {
	candidates int64 // sketches that were compared
	cut        int64 // buckets that were too large to read whole
	found      int   // documents within the limits
}

// search calls each with the living documents within a distance of a sketch, of bits or of
// slots. Whole is whether tables are not enough.
func (s *segment) search(ctx context.Context, sketch []byte, distance int, whole bool, count *counters, each func(document, distance int)) error {
	compare := func(document int) {
		if s.isDead(document) {
			return
		}
		count.candidates++
		found := s.sketch(document)
		if d := s.head.apart(sketch, found); d <= distance && (whole || s.head.candidates(sketch, found)) {
			each(document, d)
		}
	}
	switch {
	case whole || s.bands == nil && s.hamming == nil:
		for document := range s.documents {
			if document%(1<<16) == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			compare(document)
		}
	case s.hamming != nil:
		query := binary.BigEndian.Uint64(sketch)
		s.hamming.Search(query, distance, func(document uint32, found uint64) bool {
			count.candidates++
			if !s.isDead(int(document)) {
				each(int(document), bits.OnesCount64(query^found))
			}
			return true
		})
	default:
		places, cut := s.bands.Candidates(nil, sketch, hotBucket)
		count.cut += int64(cut)
		for _, place := range places {
			compare(int(place))
		}
	}
	return nil
}

// candidates reports whether MinHashes have a band in common (R13.3). So what is found does not
// depend on which segments have tables. All SimHashes are candidates.
func (h *head) candidates(x, y []byte) bool {
	if h.width == 0 {
		return true
	}
	for band := range h.tables.Bands.Bands {
		if from, n := banding.Bands(h.tables.Bands).Bits(band, h.width); banding.SameAt(x, y, from, n) {
			return true
		}
	}
	return false
}

// apart returns in how many bits SimHashes differ, or in how many slots MinHashes.
func (h *head) apart(x, y []byte) int {
	if h.width != 0 {
		d, _ := minhash.Distance(x, y)
		return d
	}
	d := 0
	for ; len(x) >= 8; x, y = x[8:], y[8:] {
		d += bits.OnesCount64(binary.LittleEndian.Uint64(x) ^ binary.LittleEndian.Uint64(y))
	}
	return d
}
