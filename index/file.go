package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Errors of index files.
var (
	// ErrCorrupt says that a file is no index, or a damaged one.
	ErrCorrupt = errors.New("the index is damaged")
	// ErrScheme says that a fingerprint is of another scheme or profile than the index, or of
	// fewer bits a slot.
	ErrScheme = errors.New("the fingerprint does not fit the index")
)

// The form of an index file is in docs/index-file.md. Numbers are little-endian; what is
// checked has a CRC-32C. All offsets are multiples of align.
const (
	fileMagic    = "\x89FPX\r\n\x1a\n"
	segmentMagic = "FPXSEGMT"
	commitMagic  = "FPXCOMIT"
	fileVersion  = 1

	align       = 64
	headerSize  = 256
	commitSize  = 64
	segmentSize = 64 // of what is before the table of sections
	sectionSize = 32
	maxSections = 1024
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sum(octets []byte) uint32 { return crc32.Checksum(octets, castagnoli) }

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// padded rounds up to a multiple of align.
func padded(n int64) int64 { return (n + align - 1) &^ (align - 1) }

// Tables say for which searches an index has tables. Searches for more are answered too, by
// reading all sketches.
type Tables struct {
	// Distance is, of SimHash, in how many bits what is found may differ: 0 to 64, or 128 of
	// schemes of 128 bits.
	Distance int
	// Similarity is, of MinHash, the least that searches ask for, and Bands are those that find
	// it (R13.3).
	Similarity float64
	Bands      Bands
}

// TablesFor returns tables for searches within limits; those of the scheme's advice, if none is
// set. Of MinHash with so many bits a slot, bands find at least the share recall of what is
// just within them.
func TablesFor(s *scheme.Scheme, bits int, limits scheme.Limits, recall float64) Tables {
	if limits.IsZero() {
		limits = s.Near()
	}
	if !s.IsMinHash() {
		return Tables{Distance: distanceOf(s, limits)}
	}
	least := limits.Similarity(s)
	return Tables{Similarity: least, Bands: BandsFor(least, recall, bits)}
}

// distanceOf returns in how many bits SimHashes within limits may differ.
func distanceOf(s *scheme.Scheme, limits scheme.Limits) int {
	all, _ := s.MaxDistance()
	distance := all
	if d := limits.MaxDistance; d != nil {
		distance = min(distance, *d)
	}
	for distance >= 0 && !limits.Allow(distance, 1-float64(distance)/float64(all)) {
		distance--
	}
	return distance
}

// head is the header of an index file.
type head struct {
	scheme  *scheme.Scheme
	profile string
	width   int // bits a slot of MinHash, else 0
	size    int // octets of a sketch
	tables  Tables
}

func newHead(s *scheme.Scheme, profile string, bits int, tables Tables) (head, error) {
	h := head{scheme: s, profile: profile, width: bits, tables: tables}
	most, _ := s.MaxDistance()
	if s.IsMinHash() {
		h.size = minhash.Slots * bits / 8
	} else {
		h.size = most / 8
	}
	return h, h.check()
}

func (h *head) check() error {
	if !encode.IsProfile(h.profile) || len(h.scheme.ID())+len(h.profile) > headerSize-align-4 {
		return fmt.Errorf("%q is not a profile name", h.profile)
	}
	if h.scheme.IsMinHash() {
		if h.width != 8 && h.width != 4 && h.width != 2 && h.width != 1 || h.size != minhash.Slots*h.width/8 {
			return fmt.Errorf("%d bits a slot: expected 8, 4, 2 or 1", h.width)
		}
		if !(h.tables.Similarity >= 0 && h.tables.Similarity <= 1) {
			return fmt.Errorf("the least similarity is %v: expected 0 to 1", h.tables.Similarity)
		}
		return h.tables.Bands.check()
	}
	most, _ := h.scheme.MaxDistance()
	if h.width != 0 || h.size != most/8 || h.tables.Distance < 0 || h.tables.Distance > most {
		return fmt.Errorf("a distance of %d bits: expected 0 to %d", h.tables.Distance, most)
	}
	return nil
}

func (h *head) encode() []byte {
	b := make([]byte, headerSize)
	le := binary.LittleEndian
	copy(b, fileMagic)
	le.PutUint32(b[8:], fileVersion)
	le.PutUint32(b[12:], uint32(h.size))
	le.PutUint32(b[16:], uint32(h.width))
	le.PutUint32(b[20:], uint32(h.tables.Distance))
	le.PutUint32(b[24:], uint32(h.tables.Bands.Bands))
	le.PutUint32(b[28:], uint32(h.tables.Bands.Rows))
	le.PutUint64(b[32:], math.Float64bits(h.tables.Similarity))
	le.PutUint16(b[40:], uint16(len(h.scheme.ID())))
	le.PutUint16(b[42:], uint16(len(h.profile)))
	copy(b[align:], h.scheme.ID()+h.profile)
	le.PutUint32(b[headerSize-4:], sum(b[:headerSize-4]))
	return b
}

// decodeHead reads a header. Its scheme is a registered one or one of private.
func decodeHead(b []byte, private []*scheme.Scheme) (h head, err error) {
	le := binary.LittleEndian
	if len(b) < headerSize || !bytes.HasPrefix(b, []byte(fileMagic)) {
		return h, corrupt("it does not begin as an index file")
	}
	if v := le.Uint32(b[8:]); v != fileVersion {
		return h, corrupt("version %d: expected %d", v, fileVersion)
	}
	if sum(b[:headerSize-4]) != le.Uint32(b[headerSize-4:]) {
		return h, corrupt("the checksum of the header is another")
	}
	id, profile := int(le.Uint16(b[40:])), int(le.Uint16(b[42:]))
	if align+id+profile > headerSize-4 {
		return h, corrupt("the names in the header have %d bytes", id+profile)
	}
	if h.scheme, err = scheme.Lookup(string(b[align:align+id]), private...); err != nil {
		return h, fmt.Errorf("the scheme of the index is unknown: %w", err)
	}
	h.profile = string(b[align+id : align+id+profile])
	h.size, h.width = int(le.Uint32(b[12:])), int(le.Uint32(b[16:]))
	h.tables = Tables{
		Distance:   int(le.Uint32(b[20:])),
		Similarity: math.Float64frombits(le.Uint64(b[32:])),
		Bands:      Bands{int(le.Uint32(b[24:])), int(le.Uint32(b[28:]))},
	}
	if err := h.check(); err != nil {
		return h, corrupt("the header: %v", err)
	}
	return h, nil
}

// fingerprint returns that of a sketch.
func (h *head) fingerprint(sketch []byte) scheme.Fingerprint {
	f, _ := h.scheme.FromSketch(sketch)
	f, _ = f.WithProfile(h.profile)
	return f
}

// suit returns the sketch of a fingerprint as the index holds it, or at least as its sketches
// can be compared with.
func (h *head) suit(f scheme.Fingerprint) ([]byte, error) {
	if f.IsZero() {
		return nil, fmt.Errorf("%w: no fingerprint given", ErrScheme)
	}
	if f.Scheme() != h.scheme || f.Profile() != h.profile {
		return nil, fmt.Errorf("%w: the index is of %s (profile %s), the fingerprint of %s (profile %s)", ErrScheme,
			h.scheme.ID(), h.profile, f.Scheme().ID(), f.Profile())
	}
	if f.Width() > h.width {
		f, _ = f.Truncate(h.width)
	}
	return f.Sketch(), nil
}

// commit is the record after a segment, by which the segment counts.
type commit struct {
	generation uint64 // from 1
	begin      int64  // of the segment
	at         int64  // of the record
	previous   int64  // the record before it in the file, 0 if none
	below      int64  // the record of the segment that goes before in the index, 0 if none
	live       int64  // documents
	whole      bool   // what was to be committed is all there
	before     uint32 // the checksum of the record before it in the file
}

func (c *commit) encode() []byte {
	b := make([]byte, commitSize)
	le := binary.LittleEndian
	copy(b, commitMagic)
	le.PutUint64(b[8:], c.generation)
	le.PutUint64(b[16:], uint64(c.begin))
	le.PutUint64(b[24:], uint64(c.previous))
	le.PutUint64(b[32:], uint64(c.below))
	le.PutUint64(b[40:], uint64(c.live))
	if c.whole {
		le.PutUint32(b[48:], 1)
	}
	le.PutUint32(b[52:], c.before)
	le.PutUint32(b[60:], sum(b[:60]))
	return b
}

// decodeCommit reads a record at an offset; ok is whether it is one.
func decodeCommit(b []byte, at int64) (c commit, ok bool) {
	le := binary.LittleEndian
	if len(b) < commitSize || !bytes.HasPrefix(b, []byte(commitMagic)) || sum(b[:60]) != le.Uint32(b[60:commitSize]) {
		return c, false
	}
	c = commit{
		generation: le.Uint64(b[8:]), begin: int64(le.Uint64(b[16:])), at: at,
		previous: int64(le.Uint64(b[24:])), below: int64(le.Uint64(b[32:])), live: int64(le.Uint64(b[40:])),
		whole: le.Uint32(b[48:]) == 1, before: le.Uint32(b[52:]),
	}
	return c, le.Uint32(b[48:]) <= 1 && le.Uint32(b[56:]) == 0
}

// checksum is what the next record knows of c.
func (c *commit) checksum() uint32 {
	if c.generation == 0 {
		return 0
	}
	return binary.LittleEndian.Uint32(c.encode()[60:])
}
