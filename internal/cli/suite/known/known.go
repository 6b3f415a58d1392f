// Package known reads and writes lists of known failures, and applies them to reports.
package known

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// Failures are patterns for case ids: * stands for anything but a slash, ** for anything.
// "pipeline-*/cut-**".
type Failures []string

// Parse parses one pattern a line; # begins a comment.
func Parse(r io.Reader) (Failures, error) {
	var known Failures
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line != "" {
			known = append(known, line)
		}
	}
	return known, lines.Err()
}

// Glob returns a function that reports whether an id matches the pattern.
func Glob(pattern string) func(id string) bool {
	expr := regexp.QuoteMeta(strings.ToValidUTF8(pattern, "\uFFFD")) // no id contains it
	expr = strings.ReplaceAll(expr, `\*\*`, `.*`)
	expr = strings.ReplaceAll(expr, `\*`, `[^/]*`)
	return regexp.MustCompile(`^(?:` + expr + `)$`).MatchString
}

// Apply marks the known failures, and adds stale entries to the report. These are listed cases that
// passed, and patterns that match nothing.
func (k Failures) Apply(r *report.Report) {
	for _, pattern := range k {
		match, matched := Glob(pattern), false
		for _, res := range r.Results {
			if !match(res.ID) {
				continue
			}
			matched = true
			switch res.Status {
			case report.Failing, report.Unanswered:
				res.Status = report.Known
			case report.Passed:
				r.Stale = append(r.Stale, fmt.Sprintf("%s: listed as failing by %q, and passes", res.ID, pattern))
			}
		}
		if !matched {
			r.Stale = append(r.Stale, fmt.Sprintf("%q matches no case", pattern))
		}
	}
}

// Write writes the ids of the failures, for [Parse].
func Write(w io.Writer, r *report.Report) error {
	b := fmt.Appendf(nil, "# Known failures of %s.\n", escape.Words(r.Hello.Name, r.Hello.Version))
	for _, res := range r.Results {
		if slices.Contains([]report.Status{report.Failing, report.Unanswered, report.Known}, res.Status) {
			b = fmt.Appendf(b, "%s\n", res.ID)
		}
	}
	_, err := w.Write(b)
	return err
}
