// Package report is the outcome of a conformance run: each case and how it ended, the
// first stage at which a port differs, and the verdict. It writes reports as text, JSON,
// JUnit XML, TAP, a badge, and a page of HTML that compares ports.
package report

import (
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/internal/chapters"
	"github.com/lsh-interop/fpcheck/conformance/internal/wire"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Status is how a case ended.
type Status string

// The statuses.
const (
	Passed     Status = "passed"
	Failing    Status = "failed"
	Unanswered Status = "unanswered" // the port did not live to answer, or the run ended
	Untested   Status = "untested"   // the port does not have the stage
	Known      Status = "known"      // failed, as the list of known failures says
)

// Outcomes of requests besides those of the protocol.
const (
	Crashed   = wire.Crashed   // the request ended the port
	Malformed = wire.Malformed // the reply is none, by its form
)

// broken reports whether a case failed without a result to compare.
func (res *Result) broken() bool {
	return res.Got.Outcome == Crashed || res.Got.Outcome == Malformed
}

// Report is the result of a run.
type Report struct {
	Hello   protocol.Hello `json:"port"`
	Level   protocol.Level `json:"level"`
	Suite   string         `json:"suite,omitempty"` // the version of which the vectors were, if only those that were frozen in it
	Schemes []string       `json:"schemes"`
	Partial bool           `json:"partial,omitempty"` // only some cases were asked for: no verdict
	Results []*Result      `json:"results"`
	Faults  []string       `json:"faults"` // what went wrong with the port that is no case's own
	Stale   []string       `json:"stale"`  // known failures that passed, or patterns that match nothing
}

// Result is how one case ended.
type Result struct {
	ID         string        `json:"id"`
	Scheme     string        `json:"scheme"`
	Stage      vectors.Stage `json:"stage"`
	Rules      []string      `json:"rules"`
	Why        string        `json:"why"`
	Status     Status        `json:"status"`
	Request    string        `json:"request,omitempty"` // the id of the request that failed
	Reason     string        `json:"reason,omitempty"`  // what the port said, or how it ended
	Input      vectors.Data  `json:"-"`
	Want       vectors.Data  `json:"-"`
	Got        vectors.Data  `json:"-"`
	Divergence *Divergence   `json:"-"` // nil: every stage that was asked agrees
	// StagesAsked is how many requests a failure of the whole pipeline was taken
	// apart with.
	StagesAsked int `json:"-"`
}

// Divergence is the first stage at which a port differs, and how.
type Divergence struct {
	Stage vectors.Stage
	Input vectors.Data
	Want  vectors.Data
	Got   vectors.Data
}

// Count returns how many results have one of the statuses.
func (r *Report) Count(statuses ...Status) int {
	n := 0
	for _, res := range r.Results {
		if slices.Contains(statuses, res.Status) {
			n++
		}
	}
	return n
}

// Conforms reports whether the port agrees with every case of the run, the whole
// pipeline and what the level is about among them, and behaved. Known failures are
// failures.
func (r *Report) Conforms() bool {
	pipeline := slices.ContainsFunc(r.Results, func(res *Result) bool {
		return res.Stage == vectors.Pipeline && res.Status == Passed
	})
	return pipeline && r.agrees() && !r.Partial && len(r.Missing()) == 0
}

// Missing returns the stages that the port must have to conform at the level of the run, and
// does not have.
func (r *Report) Missing() []vectors.Stage {
	return slices.DeleteFunc(r.Untested(), func(s vectors.Stage) bool {
		return s != vectors.Pipeline && protocol.LevelOf(s) == protocol.Core
	})
}

func (r *Report) agrees() bool {
	return r.Count(Failing, Unanswered, Known) == 0 && len(r.Faults) == 0
}

// AsExpected reports whether the run is no surprise: everything passed but for the known
// failures, these are all still there, and nothing that was asked for is missing.
func (r *Report) AsExpected() bool {
	asked := len(r.Missing()) == 0
	if r.Partial {
		asked = r.Count(Passed, Known) > 0
	}
	return asked && r.Count(Failing, Unanswered) == 0 && len(r.Faults) == 0 && len(r.Stale) == 0
}

// Untested returns the stages that the port does not have, of those asked for.
func (r *Report) Untested() []vectors.Stage {
	var stages []vectors.Stage
	for _, res := range r.Results {
		if res.Status == Untested && !slices.Contains(stages, res.Stage) {
			stages = append(stages, res.Stage)
		}
	}
	return stages
}

// Tally counts the failures of a rule or a stage.
type Tally struct {
	Name   string // "R4.2 Alphabetic", "segment"
	Failed int
	Cases  int
}

// ByRule returns a tally for each rule that cases of the run pin, in the order of
// the specification.
func (r *Report) ByRule() []Tally {
	var tallies []Tally
	for _, rule := range fpcheck.Rules() {
		t := Tally{Name: rule.ID + " " + rule.Name}
		for _, res := range r.Results {
			if slices.Contains(res.Rules, rule.ID) {
				t.count(res)
			}
		}
		if t.Cases > 0 {
			tallies = append(tallies, t)
		}
	}
	return tallies
}

// ByStage returns a tally for each stage, in the order of the pipeline.
func (r *Report) ByStage() []Tally {
	var tallies []Tally
	for _, s := range append(slices.Clone(vectors.Stages), protocol.Stream) {
		t := Tally{Name: string(s)}
		for _, res := range r.Results {
			if res.Stage == s {
				t.count(res)
			}
		}
		if t.Cases > 0 {
			tallies = append(tallies, t)
		}
	}
	return tallies
}

func (t *Tally) count(r *Result) {
	if r.Status == Untested {
		return
	}
	t.Cases++
	if r.Status != Passed {
		t.Failed++
	}
}

// Rules returns the rules that a failure is about: those of the vector that belong
// to the chapter of the stage that differs, or all of the vector's.
func (r *Result) rules() []fpcheck.Rule {
	ids := r.Rules
	if r.Divergence != nil {
		if own := chapters.Rules(r.Divergence.Stage, ids); len(own) > 0 {
			ids = own
		}
	}
	var rules []fpcheck.Rule
	for _, id := range ids {
		rules = append(rules, chapters.Rule(id))
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
	case r.Partial && r.agrees() && r.Count(Passed) > 0:
		b.WriteString(" agrees with the selected cases of ")
	default:
		b.WriteString(" does not conform to ")
	}
	b.WriteString(strings.Join(r.Schemes, ", ") + " at level " + string(r.Level))
	if r.Suite != "" {
		b.WriteString(", by the vectors of " + escape.Text(r.Suite))
	}
	if missing := r.Missing(); len(missing) > 0 {
		var names []string
		for _, s := range missing {
			names = append(names, string(s))
		}
		b.WriteString(": the port does not have " + list(names))
	}
	return b.String()
}
