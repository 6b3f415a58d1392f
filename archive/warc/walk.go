package warc

import (
	"errors"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
)

// Outcomes of documents and revisits: values of [Item.Outcome].
const (
	Fingerprinted = "fingerprinted"
	Inherited     = "revisits"                      // has the value of the original
	Orphaned      = "revisits of records elsewhere" // the original did not come before
	NoReader      = "without a reader"
	NoWords       = "without words"
	Failed        = "failed"
)

// Outcomes of other records.
const (
	joined      = "segments" // part of a record that the last segment yields
	redirect    = "redirects"
	errorPage   = "error pages"
	otherStatus = "other statuses"
	otherMedia  = "other media"
)

// Outcomes returns the outcomes in the order of a summary. A record that no filter selects has an
// outcome named for its type: "requests".
func Outcomes() []string {
	return []string{
		Fingerprinted, Inherited, Orphaned, joined, redirect, errorPage, otherStatus, otherMedia,
		NoReader, NoWords, Failed,
	}
}

// A Walk reads the records of web archives, one archive after another. It remembers the values of
// documents for their revisits. T is the type of the value that the caller computes for a document,
// such as a fingerprint. The zero value is ready to use. A Walk belongs to one goroutine.
type Walk[T any] struct {
	Filter  Filter         // selects the records that are documents
	Limits  extract.Limits // bound each record
	Workers int            // goroutines that decompress gzip members ahead of the reader; none if less than 2

	seen originals[T]

	segments segments
	blocks   blocks
	file     int // number of files begun
}

// Items yields the records of r, which is WARC or ARC, compressed or not. For a WACZ package, see
// [Archives]. Each item that is a document must be opened, and each item settled, in order.
//
// Damage is an error that wraps [extract.ErrMalformed] and says which bytes were left out. More records
// may follow it. After any other error there are none. An error of [Filter.Check] is the only one.
//
// Segments of one record are joined, also across archives. The last segment is yielded as the whole
// record.
func (w *Walk[T]) Items(r io.Reader) iter.Seq2[*Item, error] {
	filter := w.Filter.orDefault()
	return func(yield func(*Item, error) bool) {
		if err := w.Filter.Check(); err != nil {
			yield(nil, err)
			return
		}
		w.file++
		records := newReader(r, w.Workers)
		defer records.Close()
		for rec, err := range records.Records() {
			var it *Item
			if err == nil {
				it = w.item(rec, filter)
			}
			if !yield(it, err) {
				return
			}
		}
	}
}

func (w *Walk[T]) item(rec *record, filter Filter) *Item {
	if rec.Header.Get("WARC-Segment-Number") == "" {
		return newItem(rec, filter, w.Limits, &w.blocks)
	}
	w.segments.blocks = &w.blocks
	return w.segments.take(rec, filter, w.Limits, w.file)
}

// Settle sets the outcome of an item. For a document, value is what the caller found, and err is the
// error of reading it. Settle returns both, or those of the original if the item is a revisit.
func (w *Walk[T]) Settle(it *Item, value T, err error) (T, error) {
	if it.IsRevisit() {
		o, contradiction := w.seen.find(it)
		if contradiction != "" {
			it.note("the revisit refers to %s, whose payload has another digest than its own: the digest decides", contradiction)
		}
		if o == nil {
			it.Outcome = Orphaned
			return value, nil
		}
		if it.Outcome, it.RevisitOf = o.outcome, o.name; it.Outcome == Fingerprinted {
			it.Outcome = Inherited
		}
		return o.value, o.err
	}
	if it.Outcome == "" {
		switch {
		case err == nil:
			it.Outcome = Fingerprinted
		case errors.Is(err, extract.ErrUnsupported):
			it.Outcome = NoReader
		case errors.Is(err, extract.ErrNoText):
			it.Outcome = NoWords
		default:
			it.Outcome = Failed
		}
	}
	switch it.RecordType {
	case "response", "resource", "conversion":
		w.seen.add(it, value, err)
	}
	return value, err
}
