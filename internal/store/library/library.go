// Package library keeps documents in a folder: names, texts, and the hashes of selected windows. So passages of
// new documents are found without reading all old ones again.
//
// A folder has a manifest and segment files. Segment files never change. Replacing the manifest makes new ones
// count, all at once.
package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
)

// Settings are fixed when an index is made.
type Settings struct {
	Words   int    `json:"words"`   // of a window
	Profile string `json:"profile"` // of the texts
	Rules   string `json:"rules"`   // a digest of what the rules of passages return
}

// A Document is a text in an index.
type Document struct {
	Name   string
	Digest [sumSize]byte // SHA-256 of the text, the first bytes
	Weight int64
	Short  bool     // it has no window
	Lost   []string // parts that were not read
}

// ErrNone is wrapped by errors about a folder that is not an index of passages.
var ErrNone = errors.New("not an index of passages")

// errVersion is the error for an index of another version.
type errVersion uint32

func (v errVersion) Error() string {
	return fmt.Sprintf("version %d of an index of passages: expected %d; use the fpcheck that made it", uint32(v), version)
}

const (
	manifestName  = "manifest"
	manifestMagic = "\x89FPM\r\n\x1a\n"
	maxManifest   = 16 << 20
)

// fileName returns the name of a segment file.
func fileName(number int) string { return strconv.Itoa(number) + segmentSuffix }

const segmentSuffix = ".segment"

// A manifest says which segments an index has. Its file begins with manifestMagic and the version. The length of
// a JSON text, the text, and the CRC-32C of all that follow.
type manifest struct {
	Settings
	Next     int           `json:"next"` // number of the next segment file
	Segments []segmentName `json:"segments"`
}

// A segmentName is a segment in the manifest.
type segmentName struct {
	Number    int    `json:"number"`
	Documents int64  `json:"documents"`
	Sum       string `json:"sum"`
}

func (m *manifest) encode() ([]byte, error) {
	text, err := json.Marshal(m)
	b := binary.LittleEndian.AppendUint32([]byte(manifestMagic), version)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), err
}

func decodeManifest(b []byte) (m manifest, err error) {
	const head = len(manifestMagic) + 8
	switch {
	case !bytes.HasPrefix(b, []byte(manifestMagic)):
		return m, ErrNone
	case len(b) < head+4:
		return m, damaged("the manifest is cut short")
	case binary.LittleEndian.Uint32(b[head-8:]) != version:
		return m, errVersion(binary.LittleEndian.Uint32(b[head-8:]))
	case binary.LittleEndian.Uint32(b[head-4:]) != uint32(len(b)-head-4) ||
		crc32.Checksum(b[:len(b)-4], castagnoli) != binary.LittleEndian.Uint32(b[len(b)-4:]):
		return m, damaged("the manifest has another length or checksum")
	}
	d := json.NewDecoder(bytes.NewReader(b[head : len(b)-4]))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, damaged("the manifest: %v", err)
	}
	all, seen := int64(0), make(map[int]bool)
	for _, s := range m.Segments {
		if s.Documents < 1 || s.Documents > MaxDocuments-all || s.Number < 0 || s.Number >= m.Next || seen[s.Number] {
			return m, damaged("the manifest has a segment %d of %d documents", s.Number, s.Documents)
		}
		all, seen[s.Number] = all+s.Documents, true
	}
	return m, nil
}

// Is reports whether a folder seems to be an index of passages, of any version, damaged or not.
func Is(dir string) bool {
	_, err := readManifest(dir)
	var other errVersion
	return err == nil || errors.Is(err, ErrDamaged) || errors.As(err, &other)
}

func readManifest(dir string) (m manifest, err error) {
	name := filepath.Join(dir, manifestName)
	if info, err := os.Stat(name); err != nil {
		return m, err
	} else if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return m, ErrNone
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return m, err
	}
	return decodeManifest(b)
}

// A Library is an open index. Several goroutines may read documents and texts.
type Library struct {
	manifest
	dir      string
	segments []*segment
	cache    blocks
}

// Open opens an index. A run that adds documents may go on beside it. The error wraps [fs.ErrNotExist] if there
// is no folder or no manifest.
func Open(dir string) (l *Library, err error) {
	for range 8 { // while another run removes segments that it merged
		if l, err = open(dir); !errors.Is(err, errGone) {
			return l, err
		}
	}
	return nil, err
}

// errGone says that a segment of the manifest is missing.
var errGone = damaged("a segment is missing")

func open(dir string) (l *Library, err error) {
	l = &Library{dir: dir}
	if l.manifest, err = readManifest(dir); err != nil {
		return nil, err
	}
	for _, named := range l.Segments {
		if err := l.open(named); err != nil {
			l.Close()
			return nil, fmt.Errorf("%s: %w", fileName(named.Number), err)
		}
	}
	return l, nil
}

// open opens a segment, and checks that the manifest means this segment.
func (l *Library) open(named segmentName) error {
	s, err := openSegment(filepath.Join(l.dir, fileName(named.Number)), named.Number)
	if errors.Is(err, fs.ErrNotExist) {
		return errGone
	}
	if err != nil {
		return err
	}
	l.segments = append(l.segments, s)
	if before := l.segments[:len(l.segments)-1]; s.sum != named.Sum || s.documents != named.Documents || s.first != count(before) {
		return damaged("it is another segment than the manifest names")
	}
	return nil
}

// Close closes the files.
func (l *Library) Close() {
	for _, s := range l.segments {
		s.close()
	}
	l.segments = nil
}

func count(segments []*segment) (n int64) {
	for _, s := range segments {
		n += s.documents
	}
	return n
}

// Len returns the number of documents.
func (l *Library) Len() int { return int(count(l.segments)) }

// find returns the segment of a document, and the document's number there.
func (l *Library) find(number int) (*segment, int64) {
	for _, s := range l.segments {
		if at := int64(number) - s.first; at < s.documents {
			return s, at
		}
	}
	panic(fmt.Sprintf("document %d of %d", number, l.Len()))
}

// Document returns a document.
func (l *Library) Document(number int) (*Document, error) {
	s, at := l.find(number)
	r, _, err := s.record(at)
	if err != nil {
		return nil, s.named(err)
	}
	return &r.Document, nil
}

// Read reads a text into a buffer, or into a new one if that is too small.
func (l *Library) Read(number int, buffer []byte) ([]byte, error) {
	r, raw, err := l.text(number)
	if err != nil {
		return nil, err
	}
	return append(buffer[:0], raw[r.from:r.from+r.size]...), nil
}

// Part returns the bytes of a text from one place to another.
func (l *Library) Part(number, from, to int) ([]byte, error) {
	r, raw, err := l.text(number)
	if err != nil {
		return nil, err
	}
	return bytes.Clone(raw[r.from : r.from+r.size][from:to]), nil
}

// text returns the record of a document and its block.
func (l *Library) text(number int) (*record, []byte, error) {
	s, n := l.find(number)
	r, at, err := s.record(n)
	if err != nil {
		return nil, nil, s.named(err)
	}
	raw, err := l.cache.get(blockKey{s.number, at - r.back, r.packed, r.raw}, func() ([]byte, error) { return s.block(r, at) })
	return r, raw, s.named(err)
}

// A blockKey names a block: the segment file, the place, and both lengths.
type blockKey struct {
	segment            int
	place, packed, raw int64
}

// blocks are the blocks that were read last.
type blocks struct {
	mu   sync.Mutex
	keys []blockKey
	raw  [][]byte
	size int
}

// maxBlocks is how many bytes of blocks are kept. The last one is kept in any case.
const maxBlocks = 1 << 20

func (b *blocks) get(key blockKey, read func() ([]byte, error)) ([]byte, error) {
	b.mu.Lock()
	for i := len(b.keys) - 1; i >= 0; i-- {
		if b.keys[i] == key {
			raw := b.raw[i]
			b.mu.Unlock()
			return raw, nil
		}
	}
	b.mu.Unlock()
	raw, err := read()
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.size > 0 && b.size+len(raw) > maxBlocks {
		b.size -= len(b.raw[0])
		b.keys, b.raw = b.keys[1:], b.raw[1:]
	}
	b.keys, b.raw, b.size = append(b.keys, key), append(b.raw, raw), b.size+len(raw)
	return raw, nil
}

// Selected yields selected windows by their keys, each with its document. These are the keys that a document from
// a number on has. All documents with such a key are there, in order. With the number a segment begins. An error
// comes last.
func (l *Library) Selected(from int) iter.Seq2[pairsort.Pair, error] {
	var older, newer []*segment
	for _, s := range l.segments {
		if s.first < int64(from) {
			older = append(older, s)
		} else {
			newer = append(newer, s)
		}
	}
	all := mergePairs(newer, 0, func(s *segment) section { return s.wins })
	if len(older) == 0 {
		return all
	}
	return func(yield func(pairsort.Pair, error) bool) {
		readers := make([]*pairReader, len(older))
		for i, s := range older {
			readers[i] = s.readPairs(s.wins)
		}
		var key uint64
		begun := false
		for p, err := range all {
			if err == nil && !(begun && p.Key == key) {
				key, begun = p.Key, true
				for i, r := range readers {
					first := uint64(older[i].first)
					for value, err := range r.values(key) {
						if !yield(pairsort.Pair{Key: key, Value: value + first}, older[i].named(err)) || err != nil {
							return
						}
					}
				}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Windows returns about how many selected windows documents have from a number on.
func (l *Library) Windows(from int) (n int64) {
	for _, s := range l.segments {
		if s.first >= int64(from) {
			n += s.wins.size / 6 // a pair has some 7 bytes
		}
	}
	return n
}

// Short returns the number of documents that are too short to compare.
func (l *Library) Short() (n int) {
	for _, s := range l.segments {
		n += int(s.short)
	}
	return n
}

// Partial returns the number of documents with parts that were not read.
func (l *Library) Partial() (n int) {
	for _, s := range l.segments {
		n += int(s.partial)
	}
	return n
}

// Size is what an index takes on the disk, in bytes.
type Size struct {
	Segments              int
	Bytes, Texts, Windows int64 // all files; texts with names; windows
}

// Size returns what the index takes on the disk.
func (l *Library) Size() Size {
	size := Size{Segments: len(l.segments)}
	for _, s := range l.segments {
		size.Bytes += s.pages * pageSize
		size.Texts, size.Windows = size.Texts+s.docs.size+s.places.size+s.names.size, size.Windows+s.wins.size
	}
	return size
}

// Check reads the whole index, and returns what is wrong with it. It does not compute windows.
func (l *Library) Check(ctx context.Context) error {
	for _, s := range l.segments {
		if err := s.check(ctx, l); err != nil {
			return s.named(err)
		}
	}
	return nil
}

func (s *segment) check(ctx context.Context, l *Library) error {
	if sum, err := s.file.sum(s.pages - 1); err != nil {
		return err
	} else if sum != s.sum {
		return damaged("its pages have another checksum than its end says")
	}
	short, partial := int64(0), int64(0)
	for number := range s.documents {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, raw, err := l.text(int(s.first + number))
		if err != nil {
			return err
		}
		if digestOf(raw[r.from:r.from+r.size]) != r.Digest {
			return damaged("document %d has another text than its digest says", number)
		}
		if r.Short {
			short++
		}
		if len(r.Lost) > 0 {
			partial++
		}
	}
	if short != s.short || partial != s.partial {
		return damaged("%d short and %d partial documents: expected %d and %d", short, partial, s.short, s.partial)
	}
	for _, of := range []section{s.names, s.wins} {
		pairs := s.readPairs(of)
		n := int64(0)
		for {
			p, err := pairs.read()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && of == s.names {
				err = s.checkName(p)
			}
			if err != nil {
				return err
			}
			n++
		}
		if of == s.names && n != s.documents {
			return damaged("%d names of %d documents", n, s.documents)
		}
	}
	return nil
}

func (s *segment) checkName(p pairsort.Pair) error {
	r, _, err := s.record(int64(p.Value))
	if err == nil && nameKey(r.Name) != p.Key {
		err = damaged("document %d is listed by another name", p.Value)
	}
	return err
}

func digestOf(text []byte) (d [sumSize]byte) {
	sum := sha256.Sum256(text)
	copy(d[:], sum[:])
	return d
}

// keyBits is how many bits of a hash are kept.
const keyBits = 48

// Key returns what is kept of the hash of a window.
func Key(hash uint64) uint64 { return hash >> (64 - keyBits) }

func nameKey(name string) uint64 {
	sum := sha256.Sum256([]byte(name))
	return Key(binary.BigEndian.Uint64(sum[:]))
}
