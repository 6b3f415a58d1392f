package library

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/internal/store/pairsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
)

// A Writer adds documents to an index:
//
//	w, err := library.Update(dir, settings)
//	err = w.Add(document, text, keys) // for each
//	numbers, err := w.Write(ctx)      // now w.Library has them, too
//	err = w.Commit()                    // now the index has them
//
// There is one Writer of an index at a time.
type Writer struct {
	Library
	storage durable.Storage
	unlock  func()
	made    bool // the folder
	exists  bool // a manifest

	heads, texts   *scratch.Texts  // records and texts that were added
	names, windows pairsort.Sorter // of them
	added          segmentName     // of Write; no documents if it wrote none
}

// lockName is the file that a Writer locks.
const lockName = "lock"

// Update opens an index, and makes one with the given settings if there is none. The settings of an index that
// exists are unchanged.
func Update(dir string, settings Settings) (w *Writer, err error) {
	return update(dir, settings, durable.Disk(dir))
}

func update(dir string, settings Settings, storage durable.Storage) (*Writer, error) {
	w := &Writer{Library: Library{dir: dir}, storage: storage, names: pairsort.Sorter{Held: 1 << 18}}
	if err := w.begin(settings); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Writer) begin(settings Settings) error {
	switch err := os.Mkdir(w.dir, 0o777); {
	case err == nil:
		w.made = true
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	err := isNew(w.dir)
	if err == nil {
		w.unlock, err = durable.Lock(filepath.Join(w.dir, lockName))
	}
	if err != nil {
		return err
	}
	l, err := Open(w.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.Settings = settings
	case err != nil:
		return err
	default:
		w.manifest, w.segments, w.exists = l.manifest, l.segments, true
	}
	w.sweep()
	for _, t := range []**scratch.Texts{&w.heads, &w.texts} {
		texts, err := scratch.NewTexts()
		if err != nil {
			return err
		}
		*t = texts
	}
	return nil
}

// isNew returns an error if a folder has other files than an index has, and no manifest.
func isNew(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	other := ""
	for _, e := range entries {
		switch name := e.Name(); {
		case name == manifestName:
			return nil
		case other == "" && name != lockName && !isLeft(name):
			other = name
		}
	}
	if other != "" {
		return fmt.Errorf("%w: it has %q: expected an index, or a new name", ErrNone, other)
	}
	return nil
}

// isLeft reports whether a Writer that was killed may have left a file, unless the manifest names it.
func isLeft(name string) bool {
	whole := strings.TrimSuffix(name, durable.TemporarySuffix)
	digits, ok := strings.CutSuffix(whole, segmentSuffix)
	n, err := strconv.Atoi(digits)
	return ok && err == nil && fileName(n) == whole || name == manifestName+durable.TemporarySuffix
}

// sweep removes files that the manifest does not name. If one stays, it harms nothing.
func (w *Writer) sweep() {
	entries, _ := os.ReadDir(w.dir)
	used := make(map[string]bool)
	for _, s := range w.Segments {
		used[fileName(s.Number)] = true
	}
	for _, e := range entries {
		if isLeft(e.Name()) && !used[e.Name()] {
			w.storage.Remove(e.Name())
		}
	}
}

// Close ends the Writer. What was not committed is lost.
func (w *Writer) Close() {
	w.Library.Close()
	w.forget()
	if w.added.Documents > 0 {
		w.storage.Remove(fileName(w.added.Number))
	}
	if w.unlock != nil {
		w.unlock()
		w.unlock = nil
	}
	if w.made && !w.exists {
		os.Remove(w.dir)
	}
}

// forget frees what was added.
func (w *Writer) forget() {
	for _, t := range []**scratch.Texts{&w.heads, &w.texts} {
		if *t != nil {
			(*t).Close()
			*t = nil
		}
	}
	w.names.Close()
	w.windows.Close()
}

// Add adds a document, and sets its digest. Its selected windows have the keys, by [Key]. Documents are numbered
// from 0 for Write.
func (w *Writer) Add(d Document, text []byte, keys []uint64) error {
	number := uint64(w.heads.Len())
	d.Digest = digestOf(text)
	r := record{Document: d, size: int64(len(text))}
	for _, key := range keys {
		if err := w.windows.Add(key, number); err != nil {
			return err
		}
	}
	return errors.Join(w.names.Add(nameKey(d.Name), number), w.heads.Add(r.encode()), w.texts.Add(text))
}

// Known is the number of a document that the index had, with this text.
const Known = -1

// A ChangedError says that the index has a document of this name with another text.
type ChangedError struct{ Name string }

func (e *ChangedError) Error() string {
	return "the index has another text of this name: expected the same text, another name, or a new index"
}

// Write writes a segment with the documents that were added and are new. It returns the number of each, or
// [Known]. The index has them only after Commit. It is called once, after all were added.
func (w *Writer) Write(ctx context.Context) (numbers []int32, err error) {
	defer w.forget()
	if err := errors.Join(w.heads.Flush(), w.texts.Flush()); err != nil {
		return nil, err
	}
	numbers = make([]int32, w.heads.Len())
	names := pairsort.Sorter{Held: 1 << 18} // of the new ones
	defer names.Close()
	if err := w.match(numbers, &names); err != nil {
		return nil, err
	}
	c := content{first: count(w.segments)}
	next := int32(c.first)
	for i := range numbers {
		if numbers[i] != Known {
			if next == MaxDocuments {
				return nil, fmt.Errorf("more than %d documents in an index", MaxDocuments)
			}
			numbers[i] = next
			next++
		}
	}
	if int64(next) == c.first {
		return numbers, nil
	}
	c.documents = func(to *pageWriter, place func(int64)) error { return w.writeDocuments(ctx, to, numbers, place, &c) }
	local := func(s *pairsort.Sorter) iter.Seq2[pairsort.Pair, error] {
		return func(yield func(pairsort.Pair, error) bool) {
			for p, err := range s.All() {
				if err == nil && numbers[p.Value] == Known {
					continue
				}
				if err == nil {
					p.Value = uint64(int64(numbers[p.Value]) - c.first)
				}
				if !yield(p, err) {
					return
				}
			}
		}
	}
	c.names, c.windows = local(&names), local(&w.windows)
	w.added, err = w.put(&c)
	if err != nil {
		return nil, err
	}
	return numbers, w.open(w.added)
}

// put writes a segment file.
func (w *Writer) put(c *content) (segmentName, error) {
	named := segmentName{Number: w.Next}
	err := w.storage.Replace(fileName(named.Number), func(to io.Writer) error {
		f, err := c.write(to)
		named.Documents, named.Sum = f.documents, f.sum
		return err
	})
	w.Next++
	return named, err
}

// match finds the documents that are known, and adds the names of the others.
func (w *Writer) match(numbers []int32, names *pairsort.Sorter) error {
	readers := make([]*pairReader, len(w.segments))
	for i, s := range w.segments {
		readers[i] = s.readPairs(s.names)
	}
	var key uint64
	var have []*Document // with the key
	begun := false
	for p, err := range w.names.All() {
		if err != nil {
			return err
		}
		if !begun || p.Key != key {
			key, begun, have = p.Key, true, have[:0]
			for i, r := range readers {
				for number, err := range r.values(key) {
					if err != nil {
						return w.segments[i].named(err)
					}
					known, _, err := w.segments[i].record(int64(number))
					if err != nil {
						return w.segments[i].named(err)
					}
					have = append(have, &known.Document)
				}
			}
		}
		added, err := w.head(int(p.Value))
		if err != nil {
			return err
		}
		for _, known := range have {
			if known.Name != added.Name {
				continue
			}
			if known.Digest != added.Digest {
				return &ChangedError{added.Name}
			}
			numbers[p.Value] = Known
		}
		if numbers[p.Value] != Known {
			have = append(have, &added.Document)
			if err := names.Add(p.Key, p.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// head returns a document that was added.
func (w *Writer) head(number int) (*record, error) {
	b, err := w.heads.Read(number, nil)
	if err != nil {
		return nil, err
	}
	_, n := binary.Uvarint(b)
	r, ok := decodeRecord(b[max(n, 0):])
	if !ok {
		return nil, errors.New("internal error: a temporary file has another content")
	}
	return r, nil
}

// writeDocuments writes the new documents in blocks.
func (w *Writer) writeDocuments(ctx context.Context, to *pageWriter, numbers []int32, place func(int64), c *content) error {
	begin := to.at()
	var raw, packed, text []byte
	var block []*record
	end := func() {
		if len(block) == 0 {
			return
		}
		packed = packer.EncodeAll(raw, packed[:0])
		at := to.at()
		to.Write(packed)
		for _, r := range block {
			r.back, r.packed, r.raw = to.at()-at, int64(len(packed)), int64(len(raw))
			place(to.at() - begin)
			to.Write(r.encode())
		}
		raw, block = raw[:0], block[:0]
	}
	for i, number := range numbers {
		if err := ctx.Err(); err != nil {
			return err
		}
		if number == Known {
			continue
		}
		r, err := w.head(i)
		if err != nil {
			return err
		}
		if text, err = w.texts.Read(i, text); err != nil {
			return err
		}
		if len(raw)+len(text) > blockSize {
			end()
		}
		if len(text) > maxRaw {
			return fmt.Errorf("%d bytes of text: expected at most %d", len(text), maxRaw)
		}
		r.from = int64(len(raw))
		raw, block = append(raw, text...), append(block, r)
		if r.Short {
			c.short++
		}
		if len(r.Lost) > 0 {
			c.partial++
		}
	}
	end()
	return to.err
}

// Commit makes the documents of Write part of the index. It merges segments if there are many.
func (w *Writer) Commit() error {
	switch {
	case w.added.Documents > 0:
		w.Segments = append(w.Segments, w.added)
	case w.exists:
		return nil
	}
	w.added, w.exists = segmentName{}, true // whatever happens to the manifest, it may name the segment
	if err := w.replaceManifest(); err != nil {
		return err
	}
	for {
		from := w.mergeFrom()
		if from < 0 {
			return nil
		}
		if err := w.merge(from); err != nil {
			return fmt.Errorf("the documents were added, but segments were not merged: %w", err)
		}
	}
}

func (w *Writer) replaceManifest() error {
	b, err := w.encode()
	if err != nil {
		return err
	}
	return w.storage.Replace(manifestName, func(to io.Writer) error {
		_, err := to.Write(b)
		return err
	})
}

// many is how many segments of one size, up to the next power of it, are merged. So a document is written a few
// times.
const many = 8

// mergeFrom returns the first of the last segments that should be one, -1 if there are none.
func (w *Writer) mergeFrom() int {
	size := func(n int64) (tier int) {
		for n >= 1024 {
			n, tier = n/many, tier+1
		}
		return tier
	}
	from, total := len(w.segments), int64(0)
	for from > 0 && (total == 0 || size(w.segments[from-1].documents) <= size(total)) {
		from--
		total += w.segments[from].documents
	}
	if len(w.segments)-from < many {
		return -1
	}
	return from
}

// merge merges the last segments.
func (w *Writer) merge(from int) error {
	old := w.segments[from:]
	named, err := w.put(merge(old))
	if err != nil {
		return err
	}
	w.segments = w.segments[:from:from]
	w.Segments = append(w.Segments[:from:from], named)
	for _, s := range old {
		s.close()
	}
	if err := errors.Join(w.open(named), w.replaceManifest()); err != nil {
		return err
	}
	w.sweep()
	return nil
}
