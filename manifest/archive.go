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
	"github.com/lsh-interop/fpcheck/internal/store/extsort"
	"github.com/lsh-interop/fpcheck/internal/store/scratch"
	"github.com/lsh-interop/fpcheck/scheme"
)

// headSize is how much of a file tells whether it is a web archive.
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

// keep sets the records of s: those of an earlier run, or of a manifest. They are in order.
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
	return s.records.Add(row...)
}

// settled reports whether the same bytes always give the same records.
func (s *Scanned) settled() bool {
	if s.records.Len() != s.Records {
		return false // nobody has kept them
	}
	for state := range s.RecordStates {
		if !state.Settled() {
			return false
		}
	}
	return true
}

// readArchive finds the records of a web archive, and returns its fault. It keeps readable records.
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
	r.scheme, r.records, r.RecordStates = s.o.Scheme, new(extsort.List), nil
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

// spillError is an error of temporary files: it is none of the file that is read.
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

// whole reads a file to its end, to read it at any place: the directory of a package is there.
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

// recordReaders are the readers of the records of all web archives that are read at once: not more
// than there are workers, however many archives those have begun.
type recordReaders struct {
	free chan *pipeline.Reader // nil stands for one that nobody has needed yet
	room parallel.Room         // for the blocks of records that wait
}

func newRecordReaders(o *Options) *recordReaders {
	free := make(chan *pipeline.Reader, o.workers())
	for range cap(free) {
		free <- nil
	}
	return &recordReaders{free, parallel.NewRoom(cap(free), cmp.Or(o.Limits.Size, extract.DefaultLimits.Size))}
}

// records adds the records of a web archive that are documents. It returns the first thing that
// is wrong with the archive, and goes on where that is possible. One goroutine reads and unpacks
// the archive, and others find the texts.
func (s *scanner) records(r io.Reader, to *extsort.Sorter) (wrong error) {
	walk := warc.Walk[struct{}]{Limits: s.o.Limits, Workers: s.o.workers()}
	defer walk.Close()
	some := false
	documents := func(yield func(*warc.Item) bool) {
		for it, err := range walk.Items(r) {
			some = true
			if err != nil && wrong == nil {
				wrong = err
			}
			if err != nil || it.Outcome != "" {
				continue // no document
			}
			if s.readers.room.Acquire(s.ctx, it.Size()) != nil || !yield(it) {
				return
			}
		}
	}
	var failed error // others wait for the room that is taken, so all that was begun is ended
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
		if err != nil {
			r.State = stateOf(err)
		} else {
			it.Release()
		}
	}
	return r
}

// recordedDigest is a digest of a digest that an archive has recorded, however it is written.
func recordedDigest(s string) Digest {
	if s == "" {
		return Digest{}
	}
	if canonical, err := warc.CanonicalDigest(s); err == nil {
		s = canonical
	}
	return sha256.Sum256([]byte(s))
}

// textOf is what was found out about the text of a document.
func textOf(doc *pipeline.Document, err error) (e Entry, _ error) {
	if err != nil {
		return e, err
	}
	by := doc.Results[0]
	if by.Err != nil && !errors.Is(by.Err, scheme.ErrNoFeatures) {
		return e, by.Err
	}
	e.Text = doc.Digest
	e.Reading = reading(doc)
	if by.Err == nil {
		e.Fingerprint, e.Features = by.Fingerprint, by.Features
	}
	return e, by.Err
}
