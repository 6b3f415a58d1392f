// Package report has the result of a conformance run. A report lists how each case ended, at which stage a
// port first differs, and the verdict. Reports are written as text, JSON, JUnit XML, TAP, a badge, or an
// HTML page that compares ports.
package report

import (
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Status is how a case ended.
type Status string

// The statuses.
const (
	Passed     Status = "passed"
	Failing    Status = "failed"
	Unanswered Status = "unanswered" // the port or the run ended before the reply
	Untested   Status = "untested"   // the port does not have the stage
	Known      Status = "known"      // failed, as the list of known failures says
)

// A Report is the result of a run.
type Report struct {
	Hello   protocol.Hello `json:"port"`
	Level   protocol.Level `json:"level"`
	Suite   string         `json:"suite,omitempty"` // the version whose frozen vectors ran; "": all vectors
	Schemes []string       `json:"schemes"`
	Partial bool           `json:"partial,omitempty"` // only some cases ran: there is no verdict
	Results []*Result      `json:"results"`
	Faults  []string       `json:"faults"` // of the port, in no case of their own
	Stale   []string       `json:"stale"`  // known failures that passed, and patterns that match nothing
}

// A Result is the outcome of one case.
type Result struct {
	ID         string        `json:"id"`
	Scheme     string        `json:"scheme"`
	Stage      vectors.Stage `json:"stage"`
	Rules      []string      `json:"rules"`
	Why        string        `json:"why"`
	Status     Status        `json:"status"`
	Request    string        `json:"request,omitempty"` // the id of the request that failed
	Reason     string        `json:"reason,omitempty"`  // what the port said, or how it ended
	Divergence *Divergence   `json:"-"`                 // nil if every stage that was asked agrees

	Input, Want, Got vectors.Data `json:"-"`
	StagesAsked      int          `json:"-"` // number of requests needed for a failure of the pipeline
}

// broken reports whether a case failed without a result to compare.
func (res *Result) broken() bool {
	return res.Got.Outcome == wire.Crashed || res.Got.Outcome == wire.Malformed
}

// A Divergence is the first stage at which a port differs.
type Divergence struct {
	Stage            vectors.Stage
	Input, Want, Got vectors.Data
}

// count returns the number of cases of the level with one of the statuses.
func (r *Report) count(statuses ...Status) int {
	return r.countIf(func(res *Result) bool { return !res.apart() && slices.Contains(statuses, res.Status) })
}

// countApart returns the number of results reported apart that have one of the statuses.
func (r *Report) countApart(statuses ...Status) int {
	return r.countIf(func(res *Result) bool { return res.apart() && slices.Contains(statuses, res.Status) })
}

func (r *Report) countIf(counts func(*Result) bool) int {
	n := 0
	for _, res := range r.Results {
		if counts(res) {
			n++
		}
	}
	return n
}

// apart reports whether a result does not count in the verdict (SPEC.md, chapter 15).
func (res *Result) apart() bool { return res.Stage == cases.Request }

// Conforms reports whether the port passes every case of the run and has no faults. It must have all
// stages that the level needs. Known failures are failures.
func (r *Report) Conforms() bool {
	pipeline := slices.ContainsFunc(r.Results, func(res *Result) bool {
		return res.Stage == vectors.Pipeline && res.Status == Passed
	})
	return pipeline && r.agrees() && !r.Partial && len(r.missing()) == 0
}

// missing returns the stages that the level of the run needs and the port does not have.
func (r *Report) missing() []vectors.Stage {
	return slices.DeleteFunc(r.untested(), func(s vectors.Stage) bool {
		return s != vectors.Pipeline && cases.LevelOf(s) == protocol.Core
	})
}

func (r *Report) agrees() bool {
	return r.count(Failing, Unanswered, Known) == 0 && len(r.Faults) == 0
}

// AsExpected reports whether only the known failures failed, and the port has all stages asked for. Unlike
// Conforms, it counts what is reported apart.
func (r *Report) AsExpected() bool {
	asked := len(r.missing()) == 0
	if r.Partial {
		asked = r.countIf(func(res *Result) bool { return res.passed() || res.Status == Known }) > 0
	}
	return asked && r.countApart(Failing, Unanswered) == 0 && r.count(Failing, Unanswered) == 0 && len(r.Faults) == 0 && len(r.Stale) == 0
}

// untested returns the stages that were asked for but that the port lacks.
func (r *Report) untested() []vectors.Stage {
	var stages []vectors.Stage
	for _, res := range r.Results {
		stage := res.Stage
		if stage == vectors.Accumulated { // its texts are requests for the pipeline
			stage = vectors.Pipeline
		}
		if res.Status == Untested && !res.apart() && !slices.Contains(stages, stage) {
			stages = append(stages, stage)
		}
	}
	return stages
}

// A tally counts the failures of a rule or a stage.
type tally struct {
	Name   string // "R4.2 Alphabetic", "segment"
	Failed int
	Cases  int
}

// byRule returns a tally for each rule, in the order of the specification.
func (r *Report) byRule() (tallies []tally) {
	for _, rule := range fpcheck.Rules() {
		has := func(res *Result) bool { return slices.Contains(res.Rules, rule.ID) }
		tallies = append(tallies, r.tally(rule.ID+" "+rule.Name, has))
	}
	return tallies
}

// byStage returns a tally for each stage, in the order of the pipeline.
func (r *Report) byStage() (tallies []tally) {
	for _, s := range append(slices.Clone(vectors.Stages), protocol.Stream) {
		tallies = append(tallies, r.tally(string(s), func(res *Result) bool { return res.Stage == s }))
	}
	return tallies
}

// tally counts the cases that belong to a rule or a stage, except untested ones.
func (r *Report) tally(name string, belongs func(*Result) bool) tally {
	t := tally{Name: name}
	for _, res := range r.Results {
		if res.Status == Untested || !belongs(res) {
			continue
		}
		t.Cases++
		if !res.passed() {
			t.Failed++
		}
	}
	return t
}

// rules returns the rules of the vector in the chapter of the stage that differs. It returns all rules if
// none are in that chapter.
func (r *Result) rules() []fpcheck.Rule {
	ids := r.Rules
	if r.Divergence != nil {
		if own := rulesOf(r.Divergence.Stage, ids); len(own) > 0 {
			ids = own
		}
	}
	var rules []fpcheck.Rule
	for _, id := range ids {
		rules = append(rules, ruleOf(id))
	}
	return rules
}

// list joins names: "a, b and c".
func list(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Headline returns the verdict in one line.
func (r *Report) Headline() string {
	var b strings.Builder
	b.WriteString(escape.Words(r.Hello.Name, r.Hello.Version))
	switch {
	case r.Conforms():
		b.WriteString(" conforms to ")
	case r.Partial && len(r.Faults) == 0 && r.countIf((*Result).failed) == 0 && r.countIf((*Result).passed) > 0:
		b.WriteString(" agrees with the selected cases of ")
	default:
		b.WriteString(" does not conform to ")
	}
	b.WriteString(strings.Join(r.Schemes, ", ") + " at level " + string(r.Level))
	if r.Suite != "" {
		b.WriteString(", by the vectors of " + escape.Text(r.Suite))
	}
	if missing := r.missing(); len(missing) > 0 {
		var names []string
		for _, s := range missing {
			names = append(names, string(s))
		}
		b.WriteString(": the port does not have " + list(names))
	}
	return b.String()
}
