package verifypage

import (
	_ "embed"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
	"github.com/lsh-interop/fpcheck/manifest"
)

//go:embed page.html
var templates string

//go:embed page.css
var style string

var pageFrame = frame.New(templates, style, nil)

// page is the data of the template.
type page struct {
	*Report
	Title    string
	Kind     string // of the verdict
	Found    []findingRow
	Unlisted int64 // findings that are left out
	Compared bool  // files were
	Statuses []statusRow
	Chart    *chart // nil: no files were compared
	Groups   []groupRow
	// Ungrouped are the groups, and the changes in no group, that are left out.
	Ungrouped int64
	Worst     []fileRow
	More      int64 // files that are left out
}

// findingRow is what a validation found.
type findingRow struct {
	mark
	Path, Code, What, Sentence string
}

// statusRow says how many files have a status.
type statusRow struct {
	mark
	Files   int64
	Meaning string
}

// mark is a status, and whether it is good.
type mark struct {
	Status string
	Kind   string // "yes", "no", "maybe", "unknown"
}

// groupRow is changes that are the same in all files.
type groupRow struct {
	mark
	Went, Came string
	Files      int64
	Path       string // of the first file
}

func (r *Report) groupRow(g *group) groupRow {
	row := groupRow{mark{g.Kind.String(), "maybe"}, g.Went, g.Came, g.Files, escape.Quote(g.path)}
	if g.Mark != "" {
		row.Status = g.Mark
	}
	if g.Words != "" {
		row.Status += ", " + g.Words.String()
	}
	if g.Negation {
		row.Status += ", negation"
	}
	if r.Rules.Meant && !slices.Contains(r.Rules.FailOn, g.Kind) && !slices.Contains(r.Rules.FailOn, g.Words) {
		row.Kind = "yes"
	}
	return row
}

// fileRow is one of the files that differ most.
type fileRow struct {
	mark
	Path, From   string
	Distance     string
	Then, Now    string // how many features
	Reader       string
	FormerReader string // if it was another
	Err          string
	Records      string   // of a web archive: their counts
	Changed      []string // those that have not kept their text
	Texts        *difference.Excerpt
}

var meanings = map[manifest.Status]string{
	manifest.OK:              "the same bytes",
	manifest.SameText:        "other octets, the same text in the same order",
	manifest.SameFingerprint: "equal fingerprints: order, numbers or a few words may differ",
	manifest.Similar:         "the text differs, but not much",
	manifest.Different:       "another text",
	manifest.Missing:         "in the manifest, not in the tree",
	manifest.New:             "in the tree, not in the manifest",
	manifest.Moved:           "at another path, where the same is found",
	manifest.StillNotRead:    "not read then and now: nothing shows that it is the same",
	manifest.WithoutText:     "other octets, and no text to compare",
	manifest.NotRead:         "not read now",
	manifest.NotCompared:     "nothing to compare with is known",
}

// WriteHTML writes the page: one file that needs no network and no scripts.
func (r *Report) WriteHTML(w io.Writer) error {
	p := &page{
		Report: r, Title: r.title(), Kind: kinds[r.Verdict()], Compared: r.summary.Files > 0 || r.Validated == "", Chart: r.chart(), More: r.remarkables - int64(len(r.worst)),
	}
	for _, f := range r.gravest() {
		p.Found = append(p.Found, r.finding(f))
	}
	n := r.counts
	p.Unlisted = n.Errors + n.Warnings + n.Unjudged - int64(len(p.Found))
	for _, s := range manifest.Statuses() {
		if n := r.summary.Statuses[s]; n > 0 {
			p.Statuses = append(p.Statuses, statusRow{mark{s.String(), kinds[r.summary.Worst[s]]}, n, meanings[s]})
		}
	}
	groups := r.gravestGroups()
	for _, g := range groups[:min(len(groups), r.most)] {
		p.Groups = append(p.Groups, r.groupRow(g))
	}
	p.Ungrouped = r.ungrouped
	for _, g := range groups[len(p.Groups):] {
		p.Ungrouped += int64(g.Edits)
	}
	for _, result := range slices.SortedFunc(slices.Values(r.worst), compare) {
		p.Worst = append(p.Worst, r.row(result))
	}
	return pageFrame.Write(w, p.Title, fpcheck.Version, p)
}

// title returns the verdict with its reason: "INVALID: 1 error, 2 warnings; 9 different, 54 to review
// (63 files)".
func (r *Report) title() string {
	var why []string
	if findings := outcome.CountFindings(r.counts); findings != "" {
		why = append(why, findings)
	}
	files := r.summary.Files
	switch s := r.summary.String(); {
	case s != "":
		why = append(why, s+" ("+cli.Count(files, "file")+")")
	case files > 0 || r.Validated == "":
		no := "no difference in "
		if r.summary.Statuses[manifest.OK] < files {
			no = "no difference that counts in "
		}
		why = append(why, no+cli.Count(files, "file"))
	case len(why) == 0:
		why = append(why, "nothing is wrong")
	}
	return r.Verdict().String() + ": " + strings.Join(why, "; ")
}

func (r *Report) finding(f outcome.Finding) findingRow {
	m := mark{f.Severity.String(), "maybe"}
	if f.Severity == validation.Unjudged {
		m.Kind = kinds[outcome.CannotBeJudged]
	}
	if f.Severity == validation.Error || r.Rules.Strict && f.Severity == validation.Warning {
		m.Kind = "no"
	}
	path := r.Name // what is quoted already
	if f.Path != "" && f.Path != "." {
		path = escape.Quote(f.Path)
	}
	return findingRow{m, path, f.Code, escape.Line(f.String()), escape.Line(f.Sentence)}
}

// kinds are the kinds of marks.
var kinds = map[outcome.Verdict]string{
	outcome.Valid: "yes", outcome.Review: "maybe", outcome.Invalid: "no", outcome.CannotBeJudged: "unknown",
}

func (r *Report) row(result found) fileRow {
	row := fileRow{mark: mark{result.Status.String(), kinds[r.Rules.Of(&result.Result, result.texts)]}, Path: escape.Quote(result.Path), Texts: result.texts}
	if result.From != "" {
		row.From = escape.Quote(result.From)
	}
	if result.Distance >= 0 {
		row.Distance = strconv.Itoa(result.Distance)
	}
	if result.Records != nil {
		row.Records = escape.Line(result.Records.String())
		for _, line := range result.records {
			row.Changed = append(row.Changed, escape.Line(line))
		}
	}
	if result.Err != nil {
		row.Err = escape.Quote(result.Err.Error())
	}
	var then, now manifest.Reading
	if e := result.Stored; e != nil {
		row.Then, then = features(e), e.Reading
	}
	if e := result.Found; e != nil {
		row.Now, now = features(e), e.Reading
	}
	row.Reader, row.FormerReader = reader(now), reader(then)
	if row.Reader == "" || row.Reader == row.FormerReader {
		row.Reader, row.FormerReader = row.FormerReader, ""
	}
	return row
}

// features returns the number of features of a file, or why there is none.
func features(e *manifest.Entry) string {
	if e.State == manifest.Fingerprinted && e.Features > 0 {
		return strconv.Itoa(e.Features)
	}
	return string(e.State)
}

func reader(r manifest.Reading) string {
	if r == (manifest.Reading{}) {
		return ""
	}
	return strings.Join(slices.DeleteFunc([]string{r.MediaType, r.Encoding, r.Tool}, func(s string) bool { return s == "" }), ", ")
}

// chart is a histogram of distances.
type chart struct {
	Compared int64
	Width    int // in bars
	Unit     string
	Bars     []bar
	Ticks    []tick
	Highest  int64
}

// bar is the files of a distance; its parts are heights, of 100.
type bar struct {
	Distance              int
	Similar, Different    int64
	Left                  float64
	SimilarHeight, Height float64
	SimilarTop, Top       float64
}

// tick is a number below the bars.
type tick struct {
	Distance int
	Left     float64 // of 100
}

// leastHeight keeps the bar of one file among many visible.
const leastHeight = 2

func (r *Report) chart() *chart {
	c := &chart{Unit: "bits"}
	if s := r.Header.Scheme; s != nil && s.IsMinHash() {
		c.Unit = "slots"
	}
	last := 0
	for d := range r.similar {
		if n := r.similar[d] + r.different[d]; n > 0 {
			last = d
			c.Compared += n
			c.Highest = max(c.Highest, n)
		}
	}
	if c.Compared == 0 {
		return nil
	}
	step := 1
	for _, s := range []int{2, 5, 10, 20} {
		if last/step >= 8 {
			step = s
		}
	}
	c.Width = max(10, (last+step-1)/step*step) + 1
	height := func(n int64) float64 {
		if n == 0 {
			return 0
		}
		return max(leastHeight, 100*float64(n)/float64(c.Highest))
	}
	for d := range c.Width {
		if d < len(r.similar) && r.similar[d]+r.different[d] > 0 {
			b := bar{Distance: d, Similar: r.similar[d], Different: r.different[d], Left: float64(d) + 0.1}
			b.SimilarHeight = height(b.Similar)
			b.Height = min(height(b.Different), 100-b.SimilarHeight)
			if b.Different > 0 && b.Height < leastHeight {
				b.Height, b.SimilarHeight = leastHeight, 100-leastHeight
			}
			b.SimilarTop = 100 - b.SimilarHeight
			b.Top = b.SimilarTop - b.Height
			c.Bars = append(c.Bars, b)
		}
		if d%step == 0 {
			c.Ticks = append(c.Ticks, tick{d, 100 * (float64(d) + 0.5) / float64(c.Width)})
		}
	}
	return c
}
