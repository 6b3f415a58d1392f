package keep

import (
	"errors"
	"fmt"
	"iter"
	"path"
	"strings"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/verifypage"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
	"github.com/lsh-interop/fpcheck/internal/store/durable"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

// findings processes the results of the command verify, for any kind of store. It prints, counts and
// passes on results, and sets the exit code.
type findings struct {
	a          *cli.App
	f          *verifyFlags
	name       string // of what is verified
	private    scheme.Set
	read       *cli.Progress
	stop       func() // of the progress bar
	summary    outcome.Summary
	readings   readings
	forms      normalForms
	also       []func(manifest.Result, *difference.Excerpt) error // events: each is called with each result
	report     *verifypage.Report                                 // nil: none is asked for
	table      *fileTable                                         // the same
	events     *events                                            // the same
	conclusion conclusion
	tree       unnamed // if no argument names it
	texts      *texts  // of both sides; nil: differences are not shown
	profile    string  // of the texts
	unread     int     // files that no reader had read when the manifest was made
	hollow     string  // what a store has none of, such as "object"; "" if it has some
	outside    int64   // links to files outside the tree
	guesses    guesses // of encodings
}

func newFindings(a *cli.App, f *verifyFlags, name string) *findings {
	v := &findings{a: a, f: f, name: name, guesses: guesses{verbose: f.verbose}}
	v.read, v.stop = a.Watch(f.status)
	v.conclusion.rules = f.outcomes()
	if f.html != "" {
		v.report = verifypage.New(f.worst)
		v.report.Name, v.report.Rules = cli.Display(name), v.conclusion.rules
	}
	return v
}

// about describes the comparison for reports and events: files below tree, with a manifest that has
// this header.
func (v *findings) about(h manifest.Header, tree string) error {
	v.profile = h.Profile
	if v.events != nil {
		if err := v.events.about(h, tree); err != nil {
			return err
		}
	}
	if v.report == nil {
		return nil
	}
	v.report.Header, v.report.Tree = h, cli.Display(tree)
	if h.Scheme == nil {
		return nil
	}
	v.report.Similar = documents.DescribeLimits(v.f.Given.Or(h.Scheme.Thresholds(scheme.Loose)), h.Scheme)
	return nil
}

// takeAll processes the results of comparing files with the manifest or the lists called name.
func (v *findings) takeAll(name string, results iter.Seq2[manifest.Result, error]) error {
	before := v.compared()
	for r, err := range results {
		if err != nil {
			return brokenManifest{fmt.Errorf("%s: %w", cli.Display(name), err)}
		}
		if v.tree.Holds(r) {
			continue
		}
		if err := v.take(r); err != nil {
			return err
		}
	}
	held, err := v.tree.release(name)
	if err != nil {
		return err
	}
	for _, r := range held {
		if err := v.take(r); err != nil {
			return err
		}
	}
	// Folders that are not mounted are empty.
	if v.compared() == before && v.conclusion.verdict() == outcome.Valid {
		return brokenManifest{fmt.Errorf("%s: no file was verified", cli.Display(name))}
	}
	return nil
}

// compared returns the number of files that were compared with something.
func (v *findings) compared() int64 { return v.summary.Files - v.summary.Statuses[manifest.New] }

// take processes a result. An error stops the verification.
func (v *findings) take(r manifest.Result) error {
	if r.Found != nil {
		v.read.FileDone()
	}
	if r.Status == manifest.Missing && v.f.ignoreMissing || r.Status == manifest.New && durable.IsTemporary(path.Base(r.Path)) {
		return nil
	}
	prints := !v.f.status && !(v.f.quiet && r.Status == manifest.OK)
	var d *difference.Excerpt
	if prints || v.report != nil || v.table != nil || v.events != nil || v.conclusion.rules.Meant {
		var err error
		if d, err = v.difference(r); err != nil {
			v.a.Out.Warn(r.Path, "its words cannot be compared: "+cli.Message(err))
		}
		d = v.attachments(r, d)
	}
	verdict := v.conclusion.rules.Of(&r, d)
	v.summary.Add(r, verdict, d)
	if r.Status == manifest.WithoutText && r.Stored != nil && r.Stored.State == manifest.Unsupported {
		v.unread++
	}
	if len(v.f.rules) == 0 { // or all media differ
		v.readings.add(r)
		v.forms.add(r)
	}
	switch r.Status {
	case manifest.NotRead, manifest.NotCompared:
		v.a.Out.Report(r.Path, documents.WithHint(r.Err))
	case manifest.StillNotRead:
		v.a.Out.Report(r.Path, fmt.Errorf("%w (--exclude leaves it out)", r.Err))
	}
	if prints {
		if err := v.print(r, verdict, d); err != nil {
			return err
		}
	}
	var partial *blank.Error
	var guessed *guess.Error
	if hasText(&r) && !v.f.status {
		v.guesses.take(v.a, r.Path, r.Err)
	}
	outside := errors.Is(r.Err, walk.ErrOutside)
	doubt := r.Records != nil && r.Err != nil && !errors.As(r.Err, &guessed) || errors.As(r.Err, &partial)
	if outside || doubt && r.Status != manifest.NotRead && r.Status != manifest.NotCompared && r.Status != manifest.OK {
		if !v.f.status {
			v.a.Out.Warn(r.Path, cli.Message(r.Err))
		}
		if outside {
			v.outside++
			f := outcome.Finding{Severity: validation.Warning, Code: "link", Path: r.Path, What: cli.Message(r.Err)}
			if v.f.strict { // no event about a whole tree follows that fails
				f.Severity = validation.Error
			}
			if err := v.find(f); err != nil {
				return err
			}
		}
	}
	if v.report != nil {
		v.report.Add(r, d)
	}
	if v.table != nil {
		if err := v.table.add(r, verdict, d); err != nil {
			return err
		}
	}
	for _, take := range v.also {
		if err := take(r, d); err != nil {
			return err
		}
	}
	return nil
}

func (v *findings) print(r manifest.Result, verdict outcome.Verdict, d *difference.Excerpt) error {
	if v.f.json {
		if err := v.a.Out.WriteJSON(newJSONFinding(r, verdict, d)); err != nil {
			return err
		}
		return v.records(r)
	}
	v.a.Out.VerdictLine(r.String(), r.Status.String(), colorOf(verdict))
	switch {
	case d == nil:
	case !v.f.diff:
		v.a.Out.Line("    %s", d.Summary())
	default:
		for _, line := range d.Lines() {
			v.a.Out.Line("    %s", line)
		}
	}
	if err := v.records(r); err != nil {
		return err
	}
	if cli.IsTerminal(v.a.Out.Stdout) { // a person is waiting
		v.a.Out.Flush()
	}
	return v.a.Out.Failure()
}

// untouched reports whether all files are as when the manifest was made.
func (v *findings) untouched() bool { return v.summary.Statuses[manifest.OK] == v.summary.Files }

// elsewhere reports that no file is at the path that the manifest records, as in a wrong directory.
func (v *findings) elsewhere() bool {
	n := v.summary.Statuses
	lost := n[manifest.Missing] + n[manifest.Moved]
	return lost > 1 && lost+n[manifest.New] == v.summary.Files
}

// end prints the conclusion.
func (v *findings) end() error {
	store := len(v.conclusion.parts) > 0
	if !store && v.summary.Files == 0 {
		return fmt.Errorf("%s: no file was verified", cli.Display(v.name))
	}
	if v.hollow != "" && v.summary.Files == 0 && v.conclusion.verdict() == outcome.Valid {
		return fmt.Errorf("%s: no %s was verified", cli.Display(v.name), v.hollow)
	}
	compared := v.summary.Files > 0 || !store
	if text, words := describe(&v.summary, v.tree.in()); compared {
		n := v.summary.Counts()
		if n.Warnings = v.outside; v.outside > 0 {
			text += ", " + cli.Count(v.outside, "warning")
		}
		v.conclusion.add(n.Counts, text, words...)
		v.conclusion.Review = n.Review
	}
	verdict := v.conclusion.verdict()
	v.a.Out.Raise(verdict.ExitCode())
	if err := v.writeReports(verdict); err != nil {
		return err
	}
	if v.f.status {
		return nil
	}
	if v.f.json {
		if compared {
			if err := v.a.Out.WriteJSON(newJSONSummary(&v.summary)); err != nil {
				return err
			}
		}
		if err := v.a.Out.WriteJSON(newJSONVerdict(v.name, &v.conclusion)); err != nil {
			return err
		}
	}
	v.guesses.end(v.a, v.name)
	for _, w := range v.readings.warnings() {
		v.a.Out.Warn(v.name, w)
	}
	if !store && !v.conclusion.rules.Meant && v.elsewhere() {
		v.a.Out.Warn(v.name, "none of its files is at its path: expected DIR, the directory of its files")
	}
	if n := v.forms.count(); !store && n > 0 {
		v.a.Out.Warn(v.name, cli.Count(n, "name")+" in another Unicode normal form than before (--map path pairs such names)")
	}
	if v.profile == extract.Main && v.unread > 0 {
		v.a.Out.Warn(v.name, onlyHTML(v.unread))
	}
	if !v.f.quiet || verdict != outcome.Valid || v.conclusion.Warnings > 0 || !v.untouched() {
		sayVerdict(v.a, v.name, &v.conclusion)
	}
	return nil
}

// onlyHTML explains why files of other media have no text by the profile main.
func onlyHTML(files int) string {
	return fmt.Sprintf("the profile %s is of HTML only, which leaves out the text of %s", extract.Main, cli.Count(files, "file"))
}

// describe returns a summary in a line, and its words. With where, it is of files that exist.
func describe(s *outcome.Summary, where string) (text string, words []cli.Painted) {
	var counts []string
	for _, status := range manifest.Statuses() {
		if n := s.Statuses[status]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, status))
			words = append(words, cli.Painted{Word: counts[len(counts)-1], Color: colorOf(s.Worst[status])})
		}
	}
	text = cli.Count(s.Files, "file") + where
	if len(counts) > 0 {
		text += ": " + strings.Join(counts, ", ")
	}
	if s.Verdicts[outcome.Review] > 0 {
		text += "; " + s.String()
	}
	if kinds := s.DescribeKinds(); kinds != "" {
		text += "; " + kinds
	}
	text += describeRecords(s)
	return text, words
}

// jsonFinding is a result.
type jsonFinding struct {
	cli.JSONPath
	Record     *jsonRecordID       `json:"record,omitempty"` // of the web archive at the path
	Status     string              `json:"status"`
	Outcome    outcome.Verdict     `json:"outcome"`
	Records    *jsonRecords        `json:"records,omitempty"` // of a web archive
	Distance   *int                `json:"distance,omitempty"`
	Similarity *float64            `json:"similarity,omitempty"`
	From       *cli.JSONPath       `json:"from,omitempty"`
	As         string              `json:"as,omitempty"` // how a file that has moved compares
	Stored     *manifest.Entry     `json:"stored,omitempty"`
	Found      *manifest.Entry     `json:"found,omitempty"`
	Uneven     bool                `json:"uneven,omitempty"` // near, but with too few features
	Diff       *difference.Excerpt `json:"diff,omitempty"`
	Error      string              `json:"error,omitempty"`
}

func newJSONFinding(r manifest.Result, verdict outcome.Verdict, d *difference.Excerpt) jsonFinding {
	j := jsonFinding{
		JSONPath: cli.NewJSONPath(r.Path), Status: r.Status.String(), Outcome: verdict, Stored: r.Stored, Found: r.Found,
		Uneven: r.TooFewFeatures, Diff: d, Record: newJSONRecordID(r.Record), Records: newJSONRecords(r.Records),
	}
	if r.Distance >= 0 {
		j.Distance, j.Similarity = &r.Distance, &r.Similarity
	}
	if r.From != "" {
		from := cli.NewJSONPath(r.From)
		j.From = &from
	}
	if r.Status == manifest.Moved {
		j.As = r.MovedStatus.String()
	}
	if r.Err != nil {
		j.Error = cli.Message(r.Err)
	}
	return j
}

// jsonSummary is the last line.
type jsonSummary struct {
	Files     int64            `json:"files"`
	Statuses  map[string]int64 `json:"statuses"`
	Outcomes  map[string]int64 `json:"outcomes"`
	Distances map[int]int64    `json:"distances"`
	Records   map[string]int64 `json:"records,omitempty"` // of web archives
	// Kinds are files by kind of difference, and Negations those where a negation differs.
	Kinds     map[difference.Kind]int64 `json:"kinds,omitempty"`
	Negations int64                     `json:"negations,omitempty"`
	Differs   bool                      `json:"differs"`
}

func newJSONSummary(s *outcome.Summary) any {
	j := jsonSummary{
		s.Files, statusCounts(func(status manifest.Status) int64 { return s.Statuses[status] }), make(map[string]int64), make(map[int]int64),
		statusCounts(func(status manifest.Status) int64 { return s.Records[status] }), s.Kinds, s.Negations, s.Differing() > 0,
	}
	for v, n := range s.Verdicts {
		j.Outcomes[v.String()] = n
	}
	for d, n := range s.Distances {
		if n > 0 {
			j.Distances[d] = n
		}
	}
	return map[string]any{"summary": j}
}
