package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/vectors"
)

// formats are the forms of a report for other programs and for browsers.
var formats = []struct {
	name  string
	write func(io.Writer, ...*Report) error
}{
	{"junit", ofOne(writeJUnit)},
	{"tap", ofOne(writeTAP)},
	{"json", writeJSON},
	{"html", writeHTML},
	{"badge", ofOne(writeBadge)},
}

// ofOne adapts a writer whose format has a single report.
func ofOne(write func(io.Writer, *Report) error) func(io.Writer, ...*Report) error {
	return func(w io.Writer, reports ...*Report) error {
		if len(reports) != 1 {
			return fmt.Errorf("%d reports: expected one in this format", len(reports))
		}
		return write(w, reports[0])
	}
}

// Formats returns the formats of [Write]: junit, tap, json, html and badge.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes reports in one of the formats. Only json and html accept several reports. json is
// for [ReadJSON], and html is a page that compares them.
func Write(format string, w io.Writer, reports ...*Report) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, reports...)
		}
	}
	return fmt.Errorf("report format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// tested returns the number of cases that the port was asked.
func (r *Report) tested() int { return r.count(Passed, Failing, Unanswered, Known) }

// divergence returns where the case first differs, or the whole case.
func (res *Result) divergence() *Divergence {
	if res.Divergence != nil {
		return res.Divergence
	}
	return &Divergence{Stage: res.Stage, Input: res.Input, Want: res.Want, Got: res.Got}
}

func (res *Result) passed() bool { return res.Status == Passed }

func (res *Result) failed() bool { return !res.passed() && res.Status != Untested }

// whole reports whether the case tests the whole pipeline.
func (res *Result) whole() bool {
	return chapterOf(res.Stage) == "9" || chapterOf(res.Stage) == "12"
}

// undiagnosed reports whether the whole pipeline failed and no stage was asked.
func (res *Result) undiagnosed() bool {
	return res.whole() && res.Divergence == nil && res.StagesAsked == 0 &&
		res.Status != Unanswered && !res.broken()
}

// ownRules returns the rules of the case in the first stage that differs, if the vector has any.
func (res *Result) ownRules() []fpcheck.Rule {
	var rules []fpcheck.Rule
	for _, id := range rulesOf(res.divergence().Stage, res.Rules) {
		if rule := ruleOf(id); rule.ID != "" {
			rules = append(rules, rule)
		}
	}
	return rules
}

// summary describes in one line how the case failed.
func (res *Result) summary() string {
	switch {
	case res.Status == Unanswered:
		return "no answer"
	case res.Got.Outcome == wire.Crashed:
		return "crashed: " + escape.FirstLine(res.Reason)
	case res.Got.Outcome == wire.Malformed:
		return escape.FirstLine(res.Reason)
	case res.Divergence == nil && res.StagesAsked > 0:
		return "the whole differs, every stage agrees by itself"
	case res.undiagnosed():
		return "the whole differs"
	}
	d := res.divergence()
	line := string(d.Stage) + " differs"
	if d.Stage != res.Stage {
		line = "first differs at " + string(d.Stage)
	}
	var names []string
	for _, rule := range res.ownRules() {
		names = append(names, rule.ID+" "+rule.Name)
	}
	if len(names) > 0 {
		line += ": " + strings.Join(names, ", ")
	}
	return line
}

// mostSaid bounds the length of a port's reason in a report, in bytes.
const mostSaid = 2000

// said returns the port's reason for a failure, quoted, or the lines about its end.
func (res *Result) said() string {
	if res.broken() {
		return escape.Lines(res.Reason)
	}
	return escape.Abridge(res.Reason, mostSaid)
}

// explanation describes, in lines, what was returned and which rules it is about.
func (res *Result) explanation() string {
	var parts []string
	if res.Status != Unanswered && !res.broken() {
		parts = append(parts, res.divergence().Describe())
	}
	if res.Request != "" && res.Request != res.ID {
		parts = append(parts, "first at "+res.Request)
	}
	if res.Reason != "" {
		parts = append(parts, "the port: "+res.said())
	}
	var sentences []string
	for _, rule := range res.rules() {
		sentences = append(sentences, fmt.Sprintf("%s %s: %s", rule.ID, rule.Name, rule.Text))
	}
	parts = append(parts, strings.Join(sentences, "\n"))
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return escape.Lines(strings.Join(parts, "\n\n"))
}

// trouble is a fault that belongs to no case.
type trouble struct{ kind, name, text string }

func (r *Report) troubles() []trouble {
	var list []trouble
	for i, text := range r.Faults {
		list = append(list, trouble{"fault", fmt.Sprint("fault ", i+1), text})
	}
	for i, text := range r.Stale {
		list = append(list, trouble{"stale", fmt.Sprint("stale known failure ", i+1), text})
	}
	return list
}

// stageOrder lists all stages in the order of reports.
var stageOrder = append(slices.Clone(vectors.Stages), protocol.Stream, cases.Request)
