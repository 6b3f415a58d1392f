package documents

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
)

// archiveFlags select the records of a web archive that are documents.
type archiveFlags struct {
	filter         warc.Filter
	strict, Report bool
}

func (f *archiveFlags) addFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringSliceVar(&f.filter.Types, "record-type", nil, "`types` of WARC records to read")
	flags.StringSliceVar(&f.filter.Statuses, "status", nil, "HTTP `statuses` to read (default 2xx)")
	flags.StringSliceVar(&f.filter.Media, "media-filter", nil, "read only records of these media `types`")
	flags.BoolVar(&f.strict, "strict", false, "treat lost parts and textless files as errors")
	cli.Complete(c, "record-type", warc.RecordTypes)
}

func (f *archiveFlags) check() error {
	for _, list := range [][]string{f.filter.Types, f.filter.Statuses, f.filter.Media} {
		for i, value := range list { // "text/html, text/plain"
			list[i] = strings.TrimSpace(value)
		}
	}
	if err := f.filter.Check(); err != nil {
		return cli.Usage(err)
	}
	return nil
}

var errElsewhere = errors.New("revisit of a record that is not in this input")

// Archives are the web archives of a run.
type Archives struct {
	*archiveFlags
	a       *cli.App
	quiet   bool
	verbose bool
	inherit bool // revisits are documents
	Walk    warc.Walk[*pipeline.Document]
}

func NewArchives(a *cli.App, f *ReadFlags, inherit bool) *Archives {
	w := &Archives{archiveFlags: &f.Archive, a: a, quiet: f.Quiet, verbose: f.Verbose, inherit: inherit}
	w.Walk.Filter, w.Walk.Limits = f.Archive.filter, extract.Limits{Size: f.MaxSize}
	return w
}

func (*Archives) Holds(head []byte, path string) bool {
	return warc.IsArchive(head[:min(len(head), HeadSize)], path)
}

// Members yields all records, so that each is counted. The last one prints the counts.
func (w *Archives) Members(in Input) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		outcomes, notes := account{}, new(notes)
		broken := false
		trouble := func(file string, err error) bool {
			broken = true
			bad := in
			bad.Err = err
			bad.Member = &member{name: in.Path, label: Within(in.Path, file)}
			return yield(bad)
		}
		for file, err := range w.files(in) {
			if err != nil {
				if !trouble(file.Name, err) {
					return
				}
				continue
			}
			for it, err := range w.Walk.Items(file) {
				if err != nil {
					if !trouble(file.Name, err) {
						return
					}
					continue
				}
				it.Member = file.Name
				if !yield(w.member(in, it, outcomes, notes)) {
					return
				}
			}
		}
		in.Member = &member{finish: func(*Document) bool {
			for _, text := range notes.order {
				if n := notes.count[text] - 1; n > 0 && !w.quiet {
					w.a.Out.Warn(in.Path, fmt.Sprintf("%s: %s more", text, cli.Count(n, "record")))
				}
			}
			if more := notes.doubtful - MaxBadRecords; more > 0 && !w.verbose && !w.quiet {
				w.a.Out.Warn(in.Path, cli.Count(more, "more doubtful record")+" (--verbose lists them)")
			}
			w.total(in.Path, outcomes, broken)
			return false
		}}
		yield(in)
	}
}

// files yields the archives of a package, or the input itself.
func (w *Archives) files(in Input) iter.Seq2[warc.Archive, error] {
	one := func(err error) iter.Seq2[warc.Archive, error] {
		return func(yield func(warc.Archive, error) bool) { yield(warc.Archive{Reader: in.File}, err) }
	}
	head, err := in.File.Peek()
	if err != nil || !warc.IsPackage(head, in.Path) {
		return one(err)
	}
	octets, size, ok := in.File.anywhere()
	if !ok {
		return one(fmt.Errorf("%w: a WACZ package cannot be read from a stream: expected a file", extract.ErrUnsupported))
	}
	return warc.Archives(octets, size)
}

// Within returns the path of a file in a package.
func Within(path, file string) string {
	if file != "" {
		return path + "/" + file
	}
	return path
}

func (w *Archives) member(in Input, it *warc.Item, outcomes account, notes *notes) Input {
	in.Err = it.Err()
	in.Member = &member{
		name:   joinRecordName(it.URI, it.Date, it.RecordID),
		label:  strings.TrimSpace(fmt.Sprintf("%s#%d %s", Within(in.Path, it.Member), it.Offset, it.URI)),
		Fields: it,
		size:   it.Size(),
		finish: func(d *Document) bool { return w.finish(d, it, outcomes, notes) },
	}
	if it.IsDocument() {
		in.Member.open = it.Open
		in.Member.ended = func(d *Document) {
			if d.Err == nil { // otherwise a reader that was stopped may still use it
				it.Release()
			}
		}
	}
	return in
}

func joinRecordName(parts ...string) string {
	for i, p := range parts {
		if parts[i] = strings.ReplaceAll(p, " ", "%20"); p == "" {
			parts[i] = "-"
		}
	}
	return strings.Join(parts, "  ")
}

// finish counts a record, and reports whether to print it.
func (w *Archives) finish(d *Document, it *warc.Item, outcomes account, notes *notes) bool {
	var err error
	if errs := d.errors(); d.Err != nil || len(errs) > 0 && len(errs) == len(d.Results()) {
		if err = errs[0]; errors.Is(err, errNoWords) {
			err = fmt.Errorf("%w: %w", extract.ErrNoText, err)
		}
	}
	original, err := w.Walk.Settle(it, brief(d.Found), err)
	outcomes[it.Outcome]++
	if it.RevisitOf != "" {
		if d.Found = original; err != nil {
			d.Err = fmt.Errorf("revisit of %s: %w", it.RevisitOf, err)
		}
	}
	altered := w.strict && it.Altered()
	if altered {
		w.a.Out.Raise(cli.ExitDifferent)
	}
	if d.isDoubtful() {
		notes.doubtful++
		d.hushed = notes.doubtful > MaxBadRecords && !w.verbose
	}
	for _, note := range it.Notes {
		if notes.first(note) && (!w.quiet || altered) {
			w.a.Out.Warn(d.Label(), note)
		}
	}
	switch it.Outcome {
	case warc.Fingerprinted, warc.Failed:
		return true
	case warc.Inherited:
		return w.inherit
	case warc.NoReader, warc.NoWords:
		if !w.strict {
			d.say = notAtAll
		}
		return w.strict || d.hasLost()
	case warc.Orphaned:
		d.Err = errElsewhere
		return w.strict
	}
	return false
}

// brief returns what to keep of a document for its revisits.
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

// notes are oddities of the records of a file. Each prints one line, even if thousands of records
// have the same.
type notes struct {
	count    map[string]int
	order    []string
	doubtful int // records; MaxBadRecords of them are warned of
}

// maxNotes is the number of different notes to remember.
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

// total prints the counts of a file.
func (w *Archives) total(path string, outcomes account, broken bool) {
	if outcomes.records() == 0 && !broken {
		w.a.Out.Complain(path, fmt.Errorf("%w: a web archive without records", extract.ErrMalformed))
		return
	}
	if w.Report {
		w.a.Out.WriteJSON(struct {
			cli.JSONPath
			Records  int     `json:"records"`
			Outcomes account `json:"outcomes"`
		}{cli.NewJSONPath(path), outcomes.records(), outcomes})
	}
	if !w.quiet {
		w.a.Out.Note("fpcheck: " + cli.Display(path) + ": " + outcomes.String())
	}
}
