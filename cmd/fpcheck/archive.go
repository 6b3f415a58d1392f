package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// archiveFlags say which records of a web archive are documents.
type archiveFlags struct {
	filter         warc.Filter
	strict, report bool
}

func (f *archiveFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringSliceVar(&f.filter.Types, "record-type", nil, "`types` of WARC records that are documents")
	flags.StringSliceVar(&f.filter.Statuses, "status", nil, "HTTP `statuses` that are documents (default 2xx)")
	flags.StringSliceVar(&f.filter.Media, "media-filter", nil, "only records of these media `types`")
	flags.BoolVar(&f.strict, "strict", false, "what has no text or no reader is an error")
	complete(c, "record-type", warc.RecordTypes)
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
	walk    warc.Walk[*pipeline.Document]
}

func (a *app) archives(f *readFlags, inherit bool) *archives {
	w := &archives{archiveFlags: &f.archive, a: a, quiet: f.quiet, inherit: inherit}
	w.walk.Filter, w.walk.Limits = f.archive.filter, extract.Limits{Size: f.maxSize}
	return w
}

func (*archives) holds(head []byte, path string) bool {
	return warc.Begins(head[:min(len(head), headSize)], path)
}

// members are all records, so that each is counted, and a last one that prints the counts.
func (w *archives) members(in input) iter.Seq[input] {
	return func(yield func(input) bool) {
		account, notes := warc.Account{}, new(notes)
		broken := false
		trouble := func(file string, err error) bool {
			broken = true
			bad := in
			bad.err = err
			bad.member = &member{name: in.path, label: within(in.path, file)}
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
				if !yield(w.member(in, it, account, notes)) {
					return
				}
			}
		}
		in.member = &member{finish: func(*document) bool {
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
	octets, size, ok := in.file.anywhere()
	if !ok {
		return one(warc.ReaderOrError{Err: fmt.Errorf("%w: a WACZ package cannot be read from a stream: expected a file", extract.ErrUnsupported)})
	}
	return warc.Package(octets, size)
}

// within is the path of a file of a package.
func within(path, file string) string {
	if file != "" {
		return path + "/" + file
	}
	return path
}

// member is a record.
func (w *archives) member(in input, it *warc.Item, account warc.Account, notes *notes) input {
	in.err = it.Err()
	in.member = &member{
		name:   recordName(it),
		label:  strings.TrimSpace(fmt.Sprintf("%s#%d %s", within(in.path, it.Member), it.Offset, it.URI)),
		fields: it,
		size:   it.Size(),
		finish: func(d *document) bool { return w.finish(d, it, account, notes) },
	}
	if it.IsDocument() {
		in.member.open = it.Open
		in.member.ended = func(d *document) {
			if d.err == nil { // or else a reader that was stopped may still look at it
				it.Release()
			}
		}
	}
	return in
}

// recordName is what a line calls a record: its URI, date and id.
func recordName(it *warc.Item) string { return joinRecordName(it.URI, it.Date, it.RecordID) }

func joinRecordName(parts ...string) string {
	for i, p := range parts {
		if parts[i] = strings.ReplaceAll(p, " ", "%20"); p == "" {
			parts[i] = "-"
		}
	}
	return strings.Join(parts, "  ")
}

// finish counts a record, and reports whether it is to be printed.
func (w *archives) finish(d *document, it *warc.Item, account warc.Account, notes *notes) bool {
	var err error
	if errs := d.errors(); d.err != nil || len(errs) > 0 && len(errs) == len(d.results()) {
		if err = errs[0]; errors.Is(err, errNoWords) {
			err = fmt.Errorf("%w: %w", extract.ErrNoText, err)
		}
	}
	original, _ := w.walk.Settle(it, brief(d.found), err)
	account[it.Outcome]++
	altered := w.strict && it.Altered()
	if altered {
		w.a.out.raise(exitDifferent)
	}
	for _, note := range it.Notes {
		if notes.first(note) && (!w.quiet || altered) {
			w.a.out.warn(d.label(), note)
		}
	}
	switch it.Outcome {
	case warc.Fingerprinted, warc.Failed:
		return true
	case warc.Inherited:
		d.found = original
		return w.inherit
	case warc.NoReader, warc.NoWords:
		return w.strict
	case warc.Orphaned:
		d.err = errElsewhere
		return w.strict
	}
	return false
}

// brief is what is kept of a document for its revisits.
func brief(d *pipeline.Document) *pipeline.Document {
	if d == nil {
		return nil
	}
	kept := *d
	kept.Embedded = nil
	kept.Results = slices.Clone(d.Results)
	for i := range kept.Results {
		r := &kept.Results[i]
		r.Stages, r.Minima, r.Distinct = nil, nil, nil
	}
	return &kept
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
