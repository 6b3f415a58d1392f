package near

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/documents"
	"github.com/lsh-interop/fpcheck/internal/cli/near/curve"
	"github.com/lsh-interop/fpcheck/internal/cli/near/labels"
	"github.com/lsh-interop/fpcheck/internal/cli/near/resemblance"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/scheme"
)

// evalFlags are the flags of the command eval.
type evalFlags struct {
	documents.ReadFlags
	baselines         []string
	split             string
	precision, recall float64 // wanted; 0: none
	svg               string
	json, csv, pairs  bool
}

func EvalCommand(a *cli.App) *cobra.Command {
	var f evalFlags
	c := &cobra.Command{
		Use:   "eval TRUTH [PATH...]",
		Short: "Measure precision and recall on labelled pairs",
		Long: `Compare labelled pairs of documents, and print the precision and the recall of
each threshold. A label says whether a pair is one of near duplicates.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			flags := c.Flags()
			if err := f.ReadFlags.Check(flags); err != nil {
				return err
			}
			for _, name := range f.baselines {
				if resemblance.Lookup(name) == nil {
					return cli.Usage(fmt.Errorf("--baseline %q: expected one of %s", name, strings.Join(resemblance.Names(), ", ")))
				}
			}
			for name, value := range map[string]float64{"precision": f.precision, "recall": f.recall} {
				if flags.Changed(name) && !(value > 0 && value <= 1) {
					return cli.Usage(fmt.Errorf("--%s %v: expected more than 0, and at most 1", name, value))
				}
			}
			switch {
			case f.json && f.csv, f.json && f.pairs, f.csv && f.pairs:
				return cli.Usage(errors.New("--json, --csv, --pairs: expected one of them"))
			case flags.Changed("svg") && f.svg == "":
				return cli.Usage(errors.New("--svg: none given: expected the file to write"))
			case args[0] == "-" && slices.Contains(args[1:], "-"):
				return cli.Usage(documents.ErrStdinTwice)
			}
			return eval(a, &f, args[0], args[1:])
		},
	}
	f.ReadFlags.AddFlags(c, "`id` of a scheme, or several (default "+dedupeScheme+")")
	flags := c.Flags()
	flags.StringSliceVar(&f.baselines, "baseline", nil, "also evaluate a `measure` of the texts")
	cli.Complete(c, "baseline", resemblance.Names)
	flags.StringVar(&f.split, "split", "", "read only the pairs of this split, by `name`")
	flags.Float64Var(&f.precision, "precision", 0, "report the threshold where precision reaches `n`")
	flags.Float64Var(&f.recall, "recall", 0, "report the threshold where recall reaches `n`")
	flags.StringVar(&f.svg, "svg", "", "write the curves to an SVG `file`")
	flags.BoolVar(&f.json, "json", false, "print a JSON object for each method")
	flags.BoolVar(&f.csv, "csv", false, "print a CSV row for each threshold")
	flags.BoolVar(&f.pairs, "pairs", false, "print pairs with labels and similarities")
	return c
}

// labelled has the pairs of a truth file, and the documents that they name.
type labelled struct {
	pairs []labelledPair
	names []string // of documents, in the order in which they appear
	lines []int64  // where each appears first
	of    map[string]int
}

type labelledPair struct {
	a, b    int // in names
	related bool
	line    int64
}

// mostPairs bounds the pairs in memory: about 2 GB with their names.
const mostPairs = 1 << 24

// name returns the number of a document.
func (l *labelled) name(name string, line int64) int {
	i, known := l.of[name]
	if !known {
		i = len(l.names)
		l.of[name] = i
		l.names, l.lines = append(l.names, name), append(l.lines, line)
	}
	return i
}

// readTruth reads the labelled pairs of a split, and reports malformed lines.
func readTruth(a *cli.App, path, split string) (*labelled, error) {
	file, err := documents.Argument(path).Open(a.Stdin)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", cli.Display(path), cli.Message(err))
	}
	defer file.Close()
	r := bufio.NewReaderSize(file, 64<<10)
	head, err := r.Peek(4 << 10)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %s", cli.Display(path), cli.Message(err))
	}
	l := &labelled{of: make(map[string]int)}
	known := make(map[[2]int]int)
	splits := make(map[string]bool)
	bad := 0
	complain := func(err error) {
		if bad++; bad <= documents.MaxBadRecords {
			a.Out.Complain(path, err)
		}
	}
	for p, err := range labels.Read(r, labels.FormOf(path, head)) {
		switch {
		case a.Ctx.Err() != nil:
			return nil, a.Ctx.Err()
		case errors.Is(err, labels.ErrMalformed):
			complain(err)
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %s", cli.Display(path), cli.Message(err))
		case len(l.pairs) == mostPairs:
			return nil, fmt.Errorf("%s: line %d: more than %d pairs", cli.Display(path), p.Line, mostPairs)
		}
		if split != "" && p.Split != split {
			if len(splits) < documents.MaxBadRecords {
				splits[p.Split] = true
			}
			continue
		}
		x, y := l.name(p.A, p.Line), l.name(p.B, p.Line)
		key := [2]int{min(x, y), max(x, y)}
		if i, twice := known[key]; twice {
			if first := l.pairs[i]; first.related != p.Related {
				complain(fmt.Errorf("line %d: the label of %s and %s differs from line %d", p.Line, cli.Display(p.A),
					cli.Display(p.B), first.line))
			}
			continue
		}
		known[key] = len(l.pairs)
		l.pairs = append(l.pairs, labelledPair{x, y, p.Related, p.Line})
	}
	if bad > documents.MaxBadRecords {
		a.Out.Complain(path, errors.New(cli.Count(bad-documents.MaxBadRecords, "more bad line")))
	}
	if len(l.pairs) == 0 {
		err := errors.New("no labelled pairs: expected lines of a, b and label")
		if split != "" {
			err = fmt.Errorf("no pairs of the split %s: there are %s", cli.Display(split), splitNames(splits))
		}
		return nil, fmt.Errorf("%s: %w", cli.Display(path), err)
	}
	return l, nil
}

func splitNames(splits map[string]bool) string {
	var names []string
	for name := range splits {
		names = append(names, cmp.Or(cli.Display(name), "pairs without one"))
	}
	slices.Sort(names)
	return cmp.Or(strings.Join(names, ", "), "none")
}

// judged is the result for a document that a pair names.
type judged struct {
	found  bool
	prints []scheme.Fingerprint // by the scheme; nil if there are none
	text   *resemblance.Text    // nil unless there are baselines
	short  bool                 // too few features by one of the schemes
}

// mostHeld bounds the memory of texts for baselines, in bytes.
const mostHeld = 4 << 30

// readJudged reads the documents that pairs name.
func readJudged(a *cli.App, f *evalFlags, l *labelled, paths []string, schemes []*scheme.Scheme) ([]judged, error) {
	all := make([]judged, len(l.names))
	if len(paths) == 0 {
		for _, name := range l.names {
			if name == "-" {
				name = "./-" // a file: truth does not name streams
			}
			paths = append(paths, name)
		}
	}
	var held int64
	o := pipeline.Options{Schemes: schemes, Tokens: len(f.baselines) > 0}
	for d, err := range documents.Read(a, paths, &f.ReadFlags, o) {
		if err != nil {
			return all, err
		}
		sound := documents.Complain(a, d)
		var this *judged
		for _, i := range l.find(d) {
			if all[i].found {
				a.Out.Complain(d.Label(), fmt.Errorf("another document is called %s: the first is used", cli.Display(l.names[i])))
				continue
			}
			all[i].found = true
			if !sound {
				continue
			}
			if this == nil {
				this = newJudged(d, o.Tokens)
				if held += this.octets(); held > mostHeld {
					return all, fmt.Errorf("--baseline: more than %s of words and shingles: expected fewer documents",
						cli.Size(mostHeld))
				}
			}
			all[i] = *this
		}
	}
	return all, nil
}

func newJudged(d *documents.Document, baselines bool) *judged {
	j := &judged{found: true}
	for _, r := range d.Results() {
		j.prints = append(j.prints, r.Fingerprint)
		j.short = j.short || r.Features < r.Scheme.Advice().RefuseBelow
	}
	if baselines {
		r := d.Results()[0]
		j.text = resemblance.New(r.Tokens, r.Elements)
	}
	return j
}

// It returns the memory of a document for baselines.
func (j *judged) octets() int64 {
	if j.text == nil {
		return 0
	}
	return j.text.Octets()
}

// find returns the numbers of the names of d in pairs: its own, and the id of a record.
func (l *labelled) find(d *documents.Document) (all []int) {
	names := []string{d.Name()}
	switch {
	case d.Member != nil:
		names = append(names, strings.TrimPrefix(d.Name(), d.Path+"#"))
	case d.Path == "./-":
		names = append(names, "-")
	}
	for _, name := range names {
		if i, ok := l.of[name]; ok && !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	return all
}

// method is a way to compare two documents, with its scores.
type method struct {
	name   string
	scheme *scheme.Scheme // nil: a baseline
	of     func(x, y *judged) (float64, error)

	scores  []float64 // of the pairs; NaN: it cannot compare them
	curve   curve.Curve
	tooLong int // pairs that it cannot compare
}

func methodsOf(schemes []*scheme.Scheme, baselines []string) (all []*method) {
	for i, s := range schemes {
		all = append(all, &method{name: s.ID(), scheme: s, of: func(x, y *judged) (float64, error) {
			return x.prints[i].Similarity(y.prints[i])
		}})
	}
	for _, name := range baselines {
		measure := resemblance.Lookup(name)
		all = append(all, &method{name: name, of: func(x, y *judged) (float64, error) { return measure(x.text, y.text) }})
	}
	return all
}

// judge compares the pairs, on all processors.
func (m *method) judge(ctx context.Context, pairs []labelledPair, found []judged) error {
	scores, errs := make([]float64, len(pairs)), make([]error, len(pairs))
	m.scores = scores
	var next atomic.Int64
	var all recovery.Group
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(pairs) {
					return
				}
				scores[i], errs[i] = m.of(&found[pairs[i].a], &found[pairs[i].b])
			}
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	var related, unrelated []float64
	for i, p := range pairs {
		switch {
		case errors.Is(errs[i], resemblance.ErrTooLong):
			m.tooLong++
			scores[i] = math.NaN()
		case errs[i] != nil:
			return errs[i]
		case p.related:
			related = append(related, scores[i])
		default:
			unrelated = append(unrelated, scores[i])
		}
	}
	m.curve = curve.Of(related, unrelated)
	return nil
}

func eval(a *cli.App, f *evalFlags, path string, paths []string) error {
	defer documents.EndCommands(a, &f.ResourceFlags)
	private, err := f.Private()
	if err != nil {
		return err
	}
	f.OrElse(dedupeScheme, private)
	schemes, err := f.Schemes(private)
	if err != nil {
		return err
	}
	written := []documents.Written{{Flag: "--svg", Name: f.svg}}
	if err := documents.Writable(written, slices.Concat(paths, []string{path})); err != nil {
		return err
	}
	l, err := readTruth(a, path, f.split)
	if err != nil {
		return err
	}
	if len(paths) == 0 { // what TRUTH names is read
		if err := documents.Writable(written, l.names); err != nil {
			return err
		}
	}
	found, err := readJudged(a, f, l, paths, schemes)
	if err != nil {
		return err
	}
	complainOfMissing(a, l, found, path, len(paths) > 0)
	var usable []labelledPair
	var e evaluation
	for _, p := range l.pairs {
		switch x, y := &found[p.a], &found[p.b]; {
		case x.prints == nil || y.prints == nil:
			e.missing++
		case x.short || y.short:
			e.short++
		default:
			usable = append(usable, p)
		}
	}
	e.methods = methodsOf(schemes, f.baselines)
	for _, m := range e.methods {
		if err := m.judge(a.Ctx, usable, found); err != nil {
			return err
		}
	}
	if f.svg != "" {
		if err := cli.WriteFile(f.svg, func(w io.Writer) error { _, err := w.Write(e.picture()); return err }); err != nil {
			return err
		}
	}
	if f.pairs {
		printJudged(a, &e, l, usable)
	} else if err := printEvaluation(a, f, &e); err != nil {
		return err
	}
	if !f.Quiet {
		a.Out.Note("fpcheck: " + cli.Display(path) + ": " + e.summary(len(l.pairs)))
	}
	return nil
}

// complainOfMissing reports documents that were not found. Unreadable ones were reported before.
func complainOfMissing(a *cli.App, l *labelled, found []judged, path string, searched bool) {
	missing := 0
	for i, d := range found {
		if d.found {
			continue
		}
		if missing++; missing > documents.MaxBadRecords {
			continue
		}
		why := "it contains many documents: expected PATH after TRUTH, and their ids in it"
		if searched {
			why = "no document has this name or id"
		}
		a.Out.Complain(path, fmt.Errorf("line %d: %s: %s", l.lines[i], cli.Display(l.names[i]), why))
	}
	if missing > documents.MaxBadRecords {
		a.Out.Complain(path, errors.New(cli.Count(missing-documents.MaxBadRecords, "more missing document")))
	}
}
