package warc

import (
	"errors"
	"io"
	"iter"

	"github.com/lsh-interop/fpcheck/extract"
)

// What became of a record. A record is counted as one of these, or by its type.
const (
	Fingerprinted = "fingerprinted"
	Inherited     = "revisits"                      // with the results of the original
	Orphaned      = "revisits of records elsewhere" // whose original did not come before
	Joined        = "segments"                      // of a record that another gives
	Redirect      = "redirects"
	ErrorPage     = "error pages"
	OtherStatus   = "other statuses"
	OtherMedia    = "other media"
	NoReader      = "without a reader"
	NoWords       = "without words"
	Failed        = "failed"
)

// A Walk goes through the records of one file after another. T is what is found out about a
// document.
type Walk[T any] struct {
	Filter Filter
	Limits extract.Limits
	// Workers is how many goroutines may unpack members of gzip ahead of who reads the items; none
	// if it is less than 2.
	Workers int
	seen    originals[T]

	segments segments
	blocks   blocks
	file     int // how many were begun
}

// Items yields every record of r as an item, and errors as [Reader.Records] does. Segments of a
// record, of this file and those before, are joined: the last that comes is yielded as the whole
// record.
func (w *Walk[T]) Items(r io.Reader) iter.Seq2[*Item, error] {
	filter := w.Filter.orDefault()
	return func(yield func(*Item, error) bool) {
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

func (w *Walk[T]) item(rec *Record, filter Filter) *Item {
	if rec.Header.Get("WARC-Segment-Number") == "" {
		return newItem(rec, filter, w.Limits, &w.blocks)
	}
	w.segments.blocks = &w.blocks
	return w.segments.take(rec, filter, w.Limits, w.file)
}

// Settle sets the Outcome of an item. It must be called for each item, in the order of the
// records. For a document, value is what was found out about it, and err what is wrong with
// it. For a revisit, it returns the value of the original.
func (w *Walk[T]) Settle(it *Item, value T, err error) (T, error) {
	if it.IsRevisit() {
		o, contradiction := w.seen.find(it)
		if contradiction != "" {
			it.note("the revisit refers to %s, whose payload has another digest than its own: the digest decides", contradiction)
		}
		switch {
		case o == nil:
			it.Outcome = Orphaned
		case o.outcome != Fingerprinted:
			it.Outcome, it.RevisitOf = o.outcome, o.name
		default:
			it.Outcome, it.RevisitOf = Inherited, o.name
			return o.value, nil
		}
		return value, nil
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
		w.seen.add(it, value)
	}
	return value, err
}
