package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Errors of sets and of index files.
var (
	// ErrCorrupt is wrapped by errors about an index that is damaged. Other errors are about a file that is
	// not an index, or has another version.
	ErrCorrupt = errors.New("the index is damaged")
	// ErrLocked is wrapped by errors about an index that another [Writer] has open.
	ErrLocked = durable.ErrLocked
	// ErrScheme is wrapped by errors about a fingerprint that does not suit the index. Its scheme or
	// profile differs, or it has fewer bits in each slot.
	ErrScheme = errors.New("the fingerprint does not fit the index")
)

// errNotOpen is the error of the zero values of Index and Writer.
var errNotOpen = errors.New("no index is open")

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

func sum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// errNotIndex is the error for a file that does not begin as an index does (I6).
var errNotIndex = errors.New("not an index (fpcheck index build writes one)")

// padded rounds up to a multiple of align.
func padded(n int64) int64 { return (n + align - 1) &^ (align - 1) }

// Tables say which searches of an index are fast. Other searches read all sketches.
type Tables struct {
	// Distance is the largest distance of SimHashes, in bits: 0 to 64, or to 128 for schemes of 128
	// bits.
	Distance int
	// Similarity is the least similarity of MinHashes, and Bands are the bands that find it (R13.3).
	Similarity float64
	Bands      Bands
}

// TablesFor returns the tables for searches within thresholds. If these are zero, it uses those of near
// duplicates by the advice of s. The bands of MinHashes find at least the share recall of the documents
// that are just within the thresholds. Bits is the number of bits in each slot; 0 means 8.
func TablesFor(s *scheme.Scheme, bits int, within scheme.Thresholds, recall float64) Tables {
	within = within.Or(s.Thresholds(scheme.Close))
	if !s.IsMinHash() {
		return Tables{Distance: distanceOf(s, within)}
	}
	least := within.Similarity(s)
	return Tables{Similarity: least, Bands: BandsFor(least, recall, bits)}
}

// Thresholds returns the thresholds of the searches that t is for.
func (t Tables) Thresholds() scheme.Thresholds {
	if t.Bands.Bands > 0 {
		return scheme.AtLeast(t.Similarity)
	}
	return scheme.AtMost(t.Distance)
}

// distanceOf returns the largest distance of SimHashes within thresholds, -1 if there is none.
func distanceOf(s *scheme.Scheme, limits scheme.Thresholds) int {
	all := s.MaxDistance()
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
	size    int // bytes of a sketch
	tables  Tables
}

func newHead(s *scheme.Scheme, profile string, bits int, tables Tables) (head, error) {
	h := head{scheme: s, profile: profile, width: bits, tables: tables}
	most := s.MaxDistance()
	if s.IsMinHash() {
		h.size = minhash.Slots * bits / 8
	} else {
		h.size = most / 8
	}
	return h, h.check()
}

// options returns the options that describe h.
func (h *head) options() Options {
	return Options{Scheme: h.scheme, Profile: h.profile, Bits: h.width, Tables: h.tables}
}

func (h *head) check() error {
	if !names.IsProfile(h.profile) || len(h.scheme.ID())+len(h.profile) > headerSize-align-4 {
		return fmt.Errorf("%q is not a profile name", h.profile)
	}
	if h.scheme.IsMinHash() {
		if h.width != 8 && h.width != 4 && h.width != 2 && h.width != 1 || h.size != minhash.Slots*h.width/8 {
			return fmt.Errorf("%d bits a slot: expected 8, 4, 2 or 1", h.width)
		}
		if !(h.tables.Similarity >= 0 && h.tables.Similarity <= 1) {
			return fmt.Errorf("the least similarity is %v: expected 0 to 1", h.tables.Similarity)
		}
		if h.tables.Distance != 0 {
			return fmt.Errorf("a distance of %d bits of a MinHash: expected 0", h.tables.Distance)
		}
		return banding.Bands(h.tables.Bands).Check()
	}
	most := h.scheme.MaxDistance()
	if h.width != 0 {
		return fmt.Errorf("%d bits a slot of a SimHash: expected 0", h.width)
	}
	if h.size != most/8 || h.tables.Distance < 0 || h.tables.Distance > most {
		return fmt.Errorf("a distance of %d bits: expected 0 to %d", h.tables.Distance, most)
	}
	if h.tables.Bands != (Bands{}) || h.tables.Similarity != 0 {
		return fmt.Errorf("bands or a similarity of a SimHash: expected 0")
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

// decodeHead reads a header.
func decodeHead(b []byte, private scheme.Set) (h head, err error) {
	le := binary.LittleEndian
	if len(b) < headerSize || !bytes.HasPrefix(b, []byte(fileMagic)) {
		return h, errNotIndex
	}
	if v := le.Uint32(b[8:]); v != fileVersion {
		return h, fmt.Errorf("version %d of an index: expected %d; use the fpcheck that made it", v, fileVersion)
	}
	if sum(b[:headerSize-4]) != le.Uint32(b[headerSize-4:]) {
		return h, corrupt("the checksum of the header is another")
	}
	id, profile := int(le.Uint16(b[40:])), int(le.Uint16(b[42:]))
	if align+id+profile > headerSize-4 {
		return h, corrupt("the names in the header have %d bytes", id+profile)
	}
	if h.scheme, err = private.Lookup(string(b[align : align+id])); err != nil {
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

// suit returns the sketch of a fingerprint, truncated to the width of the index if it is wider.
func (h *head) suit(f scheme.Fingerprint) ([]byte, error) {
	if h.scheme == nil {
		return nil, errNotOpen
	}
	if f.IsZero() {
		return nil, fmt.Errorf("%w: no fingerprint given", ErrScheme)
	}
	if f.Scheme() != h.scheme && f.Scheme().ID() == h.scheme.ID() {
		return nil, fmt.Errorf("%w: the index is of another scheme with the id %s: expected a definition that is loaded once", ErrScheme,
			h.scheme.ID())
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
