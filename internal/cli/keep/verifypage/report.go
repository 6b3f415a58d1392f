// Package verifypage writes the result of a verification as an HTML page. The page shows the
// verdict, the findings of a validation, and the number of files with each status. It also shows a
// histogram of distances, and the files that differ most, with their differences.
//
//	r := verifypage.New(1000)
//	for result, err := range manifest.Verify(ctx, m, fsys, o) {
//		r.Add(result, nil)
//	}
//	err := r.WriteHTML(out)
package verifypage

import (
	"cmp"
	"container/heap"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
)

// A Report describes one verification. It keeps the files that differ most, and counts the others.
type Report struct {
	Name    string          // of the manifest, or of what holds it
	Tree    string          // what was compared with it
	Header  manifest.Header // of the manifest
	Similar string          // what counts as similar: "at most 10 bits"
	Rules   outcome.Rules   // by which files are valid
	// Validated names what was validated, or is "" if there were only files to compare.
	Validated string
	Date      string // of the page; "" for none

	most        int // files that are held
	summary     outcome.Summary
	similar     [outcome.MaxDistance + 1]int64 // files by distance, if near enough
	different   [outcome.MaxDistance + 1]int64 // if not
	worst       worst
	remarkables int64             // files that have a place among the worst
	counts      validation.Counts // of findings
	findings    map[validation.Severity][]outcome.Finding
	groups      map[difference.Group]*group
	ungrouped   int64 // edits that are in no group
}

// group has the edits of all files that change the same words.
type group struct {
	difference.Group
	Files int64
	path  string // of the first file
}

// maxGroups bounds the groups in memory.
const maxGroups = 10_000

// group adds the edits of a file to those of other files that change the same words.
func (r *Report) group(path string, texts *difference.Excerpt) {
	if texts == nil {
		return
	}
	for _, g := range texts.Groups {
		key := g
		key.Edits = 0
		of := r.groups[key]
		if of == nil {
			if len(r.groups) == maxGroups {
				r.ungrouped += int64(g.Edits)
				continue
			}
			of = &group{Group: key, path: path}
			r.groups[key] = of
		}
		of.Files++
		of.Edits += g.Edits
	}
	r.ungrouped += int64(texts.Ungrouped)
}

// gravestGroups returns the groups: numbers, then negations, then the other kinds. Within these,
// groups with most files come first.
func (r *Report) gravestGroups() []*group {
	return slices.SortedFunc(maps.Values(r.groups), func(a, b *group) int {
		return cmp.Or(difference.Graver(a.Class, b.Class), cmp.Compare(b.Files, a.Files),
			cmp.Compare(a.Went, b.Went), cmp.Compare(a.Came, b.Came), cmp.Compare(a.Mark, b.Mark),
			cmp.Compare(a.Words, b.Words), cmp.Compare(strconv.FormatBool(b.Negation), strconv.FormatBool(a.Negation))) // of numbers
	})
}

// New returns a report that lists at most most files.
func New(most int) *Report {
	return &Report{most: most, findings: make(map[validation.Severity][]outcome.Finding), groups: make(map[difference.Group]*group)}
}

// AddFinding adds a finding that stands for n findings. As many findings are listed as files, the
// gravest first.
func (r *Report) AddFinding(f outcome.Finding, n int64) {
	r.counts.Add(f.Severity, n)
	if of := r.findings[f.Severity]; len(of) < r.most {
		r.findings[f.Severity] = append(of, f)
	}
}

func (r *Report) gravest() []outcome.Finding {
	all := slices.Concat(r.findings[validation.Error], r.findings[validation.Unjudged], r.findings[validation.Warning])
	return all[:min(len(all), r.most)]
}

// Verdict returns the verdict on the findings and the results.
func (r *Report) Verdict() outcome.Verdict {
	n := r.summary.Counts()
	n.Join(r.counts)
	return r.Rules.Verdict(n)
}

// Add adds a result. texts describes how the text of the file differs, or is nil.
func (r *Report) Add(result manifest.Result, texts *difference.Excerpt) {
	verdict := r.Rules.Of(&result, texts)
	r.summary.Add(result, verdict, texts)
	r.group(result.Path, texts)
	if d := result.Distance; d >= 0 {
		if result.Status == manifest.Different {
			r.different[d]++
		} else {
			r.similar[d]++
		}
	}
	if rank(result.Status) == notRemarkable ||
		verdict == outcome.Valid && (result.Status == manifest.SameText || r.Rules.Passes(&result, texts)) {
		return
	}
	r.remarkables++
	heap.Push(&r.worst, found{result, texts, recordsOf(result)})
	if len(r.worst) > r.most {
		heap.Pop(&r.worst)
	}
}

// order has the statuses, the worst first.
var order = []manifest.Status{
	manifest.Different, manifest.Missing, manifest.NotRead, manifest.WithoutText, manifest.NotCompared, manifest.StillNotRead,
	manifest.Similar,
	manifest.SameFingerprint, manifest.SameText, manifest.Moved, manifest.New,
}

const notRemarkable = -1

func rank(s manifest.Status) int { return slices.Index(order, s) }

func compare(a, b found) int {
	return cmp.Or(cmp.Compare(rank(a.Status), rank(b.Status)), difference.GraverTexts(a.texts, b.texts), cmp.Compare(b.Distance, a.Distance), cmp.Compare(a.Path, b.Path))
}

// found is a result, and how the text differs.
type found struct {
	manifest.Result
	texts   *difference.Excerpt
	records []string // of a web archive, that have not kept their text
}

// maxRecords is the number of records of a web archive that a page names.
const maxRecords = 100

func recordsOf(result manifest.Result) (lines []string) {
	if result.Records == nil {
		return nil
	}
	more := 0
	for r, err := range result.Records.Differing() {
		switch {
		case err != nil:
			lines = append(lines, err.Error())
		case r.KeepsText():
		case len(lines) == maxRecords:
			more++
		default:
			lines = append(lines, r.String())
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("%d more", more))
	}
	return lines
}

// worst is a heap with the best of them first.
type worst []found

func (w worst) Len() int           { return len(w) }
func (w worst) Less(i, j int) bool { return compare(w[i], w[j]) > 0 }
func (w worst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *worst) Push(x any)        { *w = append(*w, x.(found)) }

func (w *worst) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}
