package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
)

// archiveFlags say which records of a web archive are documents.
type archiveFlags struct {
	filter         warc.Filter
	strict, report bool
}

func (f *archiveFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	d := warc.DefaultFilter
	flags.StringSliceVar(&f.filter.Types, "record-type", nil, "of web archives, the `types` of records that are documents")
	flags.Lookup("record-type").DefValue = strings.Join(d.Types, ",")
	flags.StringSliceVar(&f.filter.Statuses, "status", nil, "of web archives, the HTTP `statuses`: 200,206,4xx")
	flags.Lookup("status").DefValue = strings.Join(d.Statuses, ",")
	flags.StringSliceVar(&f.filter.Media, "media-filter", nil, "of web archives, the media `types`: text/html,application/*")
	flags.Lookup("media-filter").DefValue = strings.Join(d.Media, ",")
	flags.BoolVar(&f.strict, "strict", false, "of web archives, also report records that have no words or no reader, and revisits of records elsewhere")
}

func (f *archiveFlags) check() error {
	if err := f.filter.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

var errElsewhere = errors.New("revisit of a record that is not in this input")

// archives are the web archives of a run.
type archives struct {
	*archiveFlags
	a       *app
	quiet   bool
	inherit bool // revisits are documents
	walk    warc.Walk[*document]
}

func (a *app) archives(b *batch, inherit bool) *archives {
	w := &archives{archiveFlags: &b.archive, a: a, quiet: b.quiet, inherit: inherit}
	w.walk.Filter, w.walk.Limits = b.archive.filter, extract.Limits{Size: b.maxSize}
	return w
}

func (w *archives) holds(head []byte, path string) bool { return warc.Begins(head, path) }

// pieces are all records, so that each is accounted for, and the account.
func (w *archives) pieces(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		account, notes := warc.Account{}, new(notes)
		broken := false
		trouble := func(member string, err error) bool {
			broken = true
			bad := in
			bad.err = err
			bad.piece = &piece{name: in.path, label: within(in.path, member)}
			return yield(bad)
		}
		for name, file := range w.files(in) {
			if file.Err != nil {
				if !trouble(name, file.Err) {
					return
				}
				continue
			}
			for it, err := range w.walk.Items(file) {
				if err != nil {
					if !trouble(name, err) {
						return
					}
					continue
				}
				it.Member = name
				if !yield(w.piece(in, it, account, notes)) {
					return
				}
			}
		}
		in.piece = &piece{settle: func(*document) bool {
			for _, text := range notes.order {
				if n := notes.count[text] - 1; n > 0 && !w.quiet {
					w.a.out.warn(in.path, fmt.Sprintf("%s: %s more", text, count(n, "record")))
				}
			}
			w.total(in.path, account, broken)
			return false
		}}
		yield(in)
	}
}

// files are the archives of a package, or the one that the input is.
func (w *archives) files(in input) iter.Seq2[string, warc.ReaderOrError] {
	one := func(file warc.ReaderOrError) iter.Seq2[string, warc.ReaderOrError] {
		return func(yield func(string, warc.ReaderOrError) bool) { yield("", file) }
	}
	head, err := in.file.peek()
	if err != nil || !warc.IsPackage(head, in.path) {
		return one(warc.ReaderOrError{Reader: in.file, Err: err})
	}
	if !in.file.regular {
		return one(warc.ReaderOrError{Err: fmt.Errorf("%w: a WACZ package cannot be read from a stream: expected a file", extract.ErrUnsupported)})
	}
	size, err := in.file.file.Seek(0, io.SeekEnd)
	if err != nil {
		return one(warc.ReaderOrError{Err: err})
	}
	return warc.Package(in.file.file, size)
}

func within(path, member string) string {
	if member != "" {
		return path + "/" + member
	}
	return path
}

// piece is a record.
func (w *archives) piece(in input, it *warc.Item, account warc.Account, notes *notes) input {
	in.err = it.Err()
	in.piece = &piece{
		name:   recordName(it),
		label:  strings.TrimSpace(fmt.Sprintf("%s#%d %s", within(in.path, it.Member), it.Offset, it.URI)),
		fields: it,
		size:   it.Size(),
		settle: func(d *document) bool { return w.settle(d, it, account, notes) },
	}
	if it.IsDocument() {
		in.piece.open = func(o extract.Options) (*extract.Document, error) { return it.Open(context.Background(), o) }
	}
	return in
}

// recordName is what a line calls a record: its URI, date and id.
func recordName(it *warc.Item) string {
	parts := []string{it.URI, it.Date, it.RecordID}
	for i, p := range parts {
		if parts[i] = strings.ReplaceAll(p, " ", "%20"); p == "" {
			parts[i] = "-"
		}
	}
	return strings.Join(parts, "  ")
}

func (w *archives) settle(d *document, it *warc.Item, account warc.Account, notes *notes) bool {
	var err error
	if errs := d.complaints(); len(errs) > 0 && len(errs) >= len(d.marks) {
		if err = errs[0]; errors.Is(err, errEmpty) || errors.Is(err, errNoText) || errors.Is(err, errNoWords) {
			err = fmt.Errorf("%w: %w", extract.ErrNoText, err)
		}
	}
	kept := &document{found: d.found}
	for _, m := range d.marks {
		kept.marks = append(kept.marks, mark{scheme: m.scheme, fingerprint: m.fingerprint, features: m.features, err: m.err})
	}
	original, _ := w.walk.Settle(it, kept, err)
	account[it.Outcome]++
	for _, note := range it.Notes {
		if notes.first(note) && !w.quiet {
			w.a.out.warn(d.label(), note)
		}
	}
	switch it.Outcome {
	case warc.Fingerprinted, warc.Failed:
		return true
	case warc.Inherited:
		d.found, d.marks = original.found, original.marks
		return w.inherit
	case warc.NoReader, warc.NoWords:
		return w.strict
	case warc.Orphaned:
		d.err = errElsewhere
		return w.strict
	}
	return false
}

// notes are what was odd about records of a file: a line each for one that is odd, but
// not for thousands that are odd alike.
type notes struct {
	count map[string]int
	order []string
}

// maxNotes is how many different ones are remembered.
const maxNotes = 1000

// first reports whether a note is new.
func (n *notes) first(text string) bool {
	if n.count == nil {
		n.count = make(map[string]int)
	}
	if n.count[text] == 0 {
		if len(n.order) == maxNotes {
			return true
		}
		n.order = append(n.order, text)
	}
	n.count[text]++
	return n.count[text] == 1
}

// total prints the account of a file.
func (w *archives) total(path string, account warc.Account, broken bool) {
	if account.Records() == 0 && !broken {
		w.a.out.complain(path, fmt.Errorf("%w: a web archive without records", extract.ErrMalformed))
		return
	}
	if w.report {
		w.a.out.writeJSON(struct {
			jsonPath
			Records  int          `json:"records"`
			Outcomes warc.Account `json:"outcomes"`
		}{newJSONPath(path), account.Records(), account})
	}
	if !w.quiet {
		w.a.out.note("fpcheck: " + display(path) + ": " + account.String())
	}
}
