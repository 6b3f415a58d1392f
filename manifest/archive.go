package manifest

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/parallel"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// headSize is the number of bytes that identify a web archive.
const headSize = 512

// eachRecord yields the records of a web archive in the order of a manifest, and an error last.
func (s *Scanned) eachRecord() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for row, err := range s.records.All() {
			var r record
			if err == nil {
				r, err = recordOf(row, s.scheme)
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// keep sets the records of s, from an earlier run or a manifest. They must be in order.
func (s *Scanned) keep(records iter.Seq2[record, error], by *scheme.Scheme) error {
	s.scheme, s.records = by, new(extsort.List)
	for r, err := range records {
		if err != nil {
			return err
		}
		if err := s.add(r.row()); err != nil {
			return err
		}
	}
	return nil
}

func (s *Scanned) add(row []string) error {
	if s.RecordStates == nil {
		s.RecordStates = make(map[State]int64)
	}
	s.RecordStates[rowState(row)]++
	if row[rowExact] != "" {
		s.guesses++
		s.guessed = cmp.Or(s.guessed, row[rowEncoding])
	}
	return s.records.Add(row...)
}

// settled reports whether the same bytes always give the same records.
func (s *Scanned) settled() bool {
	if s.records.Len() != s.Records {
		return false // no one has kept them
	}
	for state := range s.RecordStates {
		if !state.Settled() {
			return false
		}
	}
	return true
}

// readArchive reads the records of a web archive and returns the fault of the archive. It keeps
// readable records.
func (s *scanner) readArchive(r *Scanned, f fs.File, content *bufio.Reader, head []byte) error {
	sorted := new(extsort.Sorter)
	defer sorted.Close()
	var wrong error
	for file, err := range s.archives(r.Path, f, content, head) {
		if err == nil {
			err = s.records(file, sorted)
		}
		if wrong == nil {
			wrong = err
		}
	}
	r.scheme, r.records, r.RecordStates, r.guesses, r.guessed = s.o.Scheme, new(extsort.List), nil, 0, ""
	for row, err := range sorted.All() {
		if err == nil {
			err = r.add(row)
		}
		if err != nil {
			return &spillError{err}
		}
	}
	return wrong
}

// spillError is an error of temporary files, not of the file that is read.
type spillError struct{ error }

func (e *spillError) Unwrap() error { return e.error }

func (s *scanner) archives(name string, f fs.File, content *bufio.Reader, head []byte) iter.Seq2[warc.Archive, error] {
	return func(yield func(warc.Archive, error) bool) {
		if !warc.IsPackage(head, name) {
			yield(warc.Archive{Reader: content}, nil)
			return
		}
		at, size, err := s.whole(f, content)
		if err != nil {
			yield(warc.Archive{}, err)
			return
		}
		if held, ok := at.(*scratch.File); ok {
			defer held.Close()
		}
		warc.Archives(at, size)(yield)
	}
}

// whole reads a file to its end, so that it can be read at any offset. The directory of a package
// is at its end.
func (s *scanner) whole(f fs.File, content io.Reader) (at io.ReaderAt, size int64, err error) {
	if at, ok := f.(io.ReaderAt); ok {
		size, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, content, s.buffer)
		return at, size, err
	}
	held, err := scratch.New()
	if err != nil {
		return nil, 0, &spillError{err}
	}
	if size, err = io.CopyBuffer(struct{ io.Writer }{held}, content, s.buffer); err != nil {
		held.Close()
		return nil, 0, err
	}
	return held, size, nil
}

// recordReaders are the readers for the records of all web archives. Their number is the number of
// workers, even if more archives are open.
type recordReaders struct {
	free chan *pipeline.Reader // nil stands for a reader that was never needed
	room parallel.Room         // for the blocks of records that wait
}

func newRecordReaders(o *Options) *recordReaders {
	free := make(chan *pipeline.Reader, o.workers())
	for range cap(free) {
		free <- nil
	}
	return &recordReaders{free, parallel.NewRoom(cap(free), cmp.Or(o.Limits.Size, extract.DefaultLimits.Size))}
}

// records adds those records of a web archive that are documents. It returns the first fault of the
// archive, and continues if possible. One goroutine reads and decompresses the archive; others
// extract the texts.
func (s *scanner) records(r io.Reader, to *extsort.Sorter) (wrong error) {
	walk := warc.Walk[struct{}]{Limits: s.o.Limits, Workers: s.o.workers()}
	defer walk.Close()
	some := false
	documents := func(yield func(*warc.Item) bool) {
		for it, err := range walk.Items(r) {
			some = true
			if wrong == nil {
				wrong = cmp.Or(err, torn(it))
			}
			if err != nil || it.Outcome != "" {
				continue // not a document
			}
			if s.readers.room.Acquire(s.ctx, it.Size()) != nil || !yield(it) {
				return
			}
		}
	}
	var failed error // other records wait for room, so all that were begun must end
	for record, err := range parallel.Do(s.ctx, documents, s.o.workers(), 16*s.o.workers(), s.recordReader) {
		if err == nil && failed == nil {
			err = to.Add(record.row()...)
		}
		failed = cmp.Or(failed, err)
	}
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	for _, it := range walk.Incomplete() {
		failed = cmp.Or(failed, to.Add(s.record(it, s.documents).row()...))
	}
	switch {
	case failed != nil:
		return &spillError{failed}
	case !some:
		return fmt.Errorf("%w: a web archive without records", extract.ErrMalformed)
	}
	return wrong
}

// torn returns the error of a record whose block is not whole. The archive is then not whole either.
func torn(it *warc.Item) error {
	var gap interface{ Lost() (from, to int64) }
	if it != nil && errors.As(it.Err(), &gap) {
		return it.Err()
	}
	return nil
}

// recordReader returns a function that reads a document of an archive once a reader is free.
func (s *scanner) recordReader() func(*warc.Item) *record {
	return func(it *warc.Item) *record {
		defer s.readers.room.Release(it.Size())
		documents := <-s.readers.free
		defer func() { s.readers.free <- documents }()
		if documents == nil {
			documents = newDocuments(s.o)
		}
		return s.record(it, documents)
	}
}

func (s *scanner) record(it *warc.Item, documents *pipeline.Reader) *record {
	r := &record{URI: shortURI(it.URI), Date: plainDate(it.Date)}
	switch {
	case it.IsRevisit():
		r.State, r.Payload = revisit, recordedDigest(it.PayloadDigest)
	case it.Err() != nil:
		r.State = stateOf(it.Err())
	default:
		r.Payload = sha256.Sum256(it.Payload())
		text, err := it.Open(s.ctx, documents.Options(s.ctx, ""))
		found, err := textOf(documents.Text(s.ctx, text, err))
		r.Fingerprint, r.Features, r.Text, r.Reader = found.Fingerprint, found.Features, found.Text, found.Reading
		r.Exact = found.exact
		if err != nil {
			r.State = stateOf(err)
		} else {
			it.Release()
		}
	}
	return r
}

// recordedDigest returns a digest of a digest that an archive has recorded, in any notation.
func recordedDigest(s string) Digest {
	if s == "" {
		return Digest{}
	}
	if canonical, err := warc.CanonicalDigest(s); err == nil {
		s = canonical
	}
	return sha256.Sum256([]byte(s))
}

// textOf returns the entry for the text of a document.
func textOf(doc *pipeline.Document, err error) (e Entry, _ error) {
	if err != nil {
		return e, err
	}
	by := doc.Results[0]
	if by.Err != nil && !errors.Is(by.Err, scheme.ErrNoFeatures) {
		return e, by.Err
	}
	if doc.Replaced == 0 && blank.Of(doc.Notes) == nil { // otherwise documents with the same digest may differ
		if e.Text = doc.Digest; !e.Text.IsZero() {
			e.exact = doc.Exact
		}
	}
	e.Reading = reading(doc)
	if by.Err == nil {
		e.Fingerprint, e.Features = by.Fingerprint, by.Features
	}
	return e, by.Err
}
