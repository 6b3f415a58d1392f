package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// KnownFailures are patterns of case ids. * is anything but a slash, ** anything: "pipeline-*/cut-**".
type KnownFailures []string

// ParseKnownFailures reads one pattern a line; # begins a comment.
func ParseKnownFailures(r io.Reader) (KnownFailures, error) {
	var known KnownFailures
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
	expr := regexp.QuoteMeta(strings.ToValidUTF8(pattern, "\uFFFD")) // no id has it
	expr = strings.ReplaceAll(expr, `\*\*`, `.*`)
	expr = strings.ReplaceAll(expr, `\*`, `[^/]*`)
	return regexp.MustCompile(`^(?:` + expr + `)$`).MatchString
}

// Apply marks the known failures, and adds stale entries: passed cases, and patterns without a match.
func (k KnownFailures) Apply(r *Report) {
	for _, pattern := range k {
		match, matched := Glob(pattern), false
		for _, res := range r.Results {
			if !match(res.ID) {
				continue
			}
			matched = true
			switch res.Status {
			case Failing, Unanswered:
				res.Status = Known
			case Passed:
				r.Stale = append(r.Stale, fmt.Sprintf("%s: listed as failing by %q, and passes", res.ID, pattern))
			}
		}
		if !matched {
			r.Stale = append(r.Stale, fmt.Sprintf("%q matches no case", pattern))
		}
	}
}

// WriteKnownFailures writes the ids of what failed, for [ParseKnownFailures].
func (r *Report) WriteKnownFailures(w io.Writer) error {
	b := fmt.Appendf(nil, "# Known failures of %s.\n", escape.Words(r.Hello.Name, r.Hello.Version))
	for _, res := range r.Results {
		if res.Status == Failing || res.Status == Unanswered || res.Status == Known {
			b = fmt.Appendf(b, "%s\n", res.ID)
		}
	}
	_, err := w.Write(b)
	return err
}
