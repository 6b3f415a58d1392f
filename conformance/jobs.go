package conformance

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/kernel/accumulated"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// unit is a case in the report: a vector, a vector cut in some way, or an accumulated vector.
type unit struct {
	result *report.Result
	scheme *scheme.Scheme
	owed   int // answers
	texts  int // for accumulated vectors: how many
	// within are accumulated vectors that begin with this one.
	within []*unit
	// input is what the first failure was about, for its diagnosis.
	input vectors.Bytes
}

// jobs yields all requests of a run, and enters their units into the report.
func (r *run) jobs() iter.Seq[job] {
	return func(yield func(job) bool) {
		asked := make(map[string]bool) // vectors of level markup, which no scheme changes
		for _, s := range r.schemes {
			var accumulated []vectors.Vector
			for _, v := range r.vectors {
				if !slices.Contains(v.Schemes, s.ID()) || !r.wanted(v.Stage) || !r.knows(v.With) {
					continue
				}
				if cases.Shared(v.Stage) {
					if asked[v.ID] {
						continue
					}
					asked[v.ID] = true
				}
				if v.Stage == vectors.Accumulated {
					if v.Input.Count <= r.options.Accumulated {
						accumulated = append(accumulated, v)
					}
					continue
				}
				if !r.vector(s, v, yield) {
					return
				}
			}
			if !r.accumulated(s, accumulated, yield) || r.wanted(protocol.DocumentText) && !r.documents(s, yield) {
				return
			}
		}
	}
}

// wanted reports whether a stage is asked for. Those of another level are not.
func (r *run) wanted(s vectors.Stage) bool {
	return cases.LevelOf(s) == protocol.Core || cases.LevelOf(s) == r.options.Level
}

// knows reports whether the port has all of some schemes, asked for or not.
func (r *run) knows(schemes []string) bool {
	lacks := func(id string) bool { return !slices.Contains(r.report.Hello.Schemes, id) }
	return !slices.ContainsFunc(schemes, lacks)
}

func (r *run) unit(s *scheme.Scheme, id string, stage vectors.Stage, v vectors.Vector) *unit {
	u := &unit{result: &report.Result{ID: id, Scheme: s.ID(), Stage: stage, Rules: v.Rules, Why: v.Why}, scheme: s}
	if len(r.schemes) > 1 && !cases.Shared(stage) {
		u.result.ID = s.ID() + "/" + id
	}
	if !r.options.Match(u.result.ID) && !r.options.Match(id) {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Results = append(r.report.Results, u.result)
	asked := stage
	if stage == vectors.Accumulated {
		asked = vectors.Pipeline
	}
	if !slices.Contains(r.report.Hello.Stages, asked) {
		u.result.Status = report.Untested
		return nil
	}
	u.result.Status, u.owed = report.Unanswered, 1
	return u
}

func (r *run) vector(s *scheme.Scheme, v vectors.Vector, yield func(job) bool) bool {
	for c := range cases.Of(s, v) {
		of := v
		of.Rules = c.Rules
		u := r.unit(s, c.Request.ID, c.Request.Stage, of)
		if u == nil {
			continue
		}
		c.Request.ID = u.result.ID
		if !yield(job{c, u}) {
			return false
		}
	}
	return true
}

func (r *run) documents(s *scheme.Scheme, yield func(job) bool) bool {
	for _, d := range documents() {
		why := d.why
		if why == "" {
			why = fmt.Sprintf("the text is what a reader is shown, in reading order: "+
				"at most %d bits from that which the document was made from", d.bits)
		}
		id := "document-" + strings.ReplaceAll(d.name, ".", "-")
		u := r.unit(s, id, protocol.DocumentText, vectors.Vector{Why: why})
		if u == nil {
			continue
		}
		if !yield(job{cases.Case{
			Request: protocol.Request{ID: u.result.ID, Stage: protocol.DocumentText, Scheme: s.ID(),
				Input: vectors.Data{Raw: vectors.BytesOf(d.content), Medium: d.mediaType}},
			Want: vectors.Data{Text: vectors.BytesOf(d.text), Distance: &d.bits},
		}, u}) {
			return false
		}
	}
	return true
}

// accumulated asks for the texts of the longest vector once: the shorter ones are
// its beginnings.
func (r *run) accumulated(s *scheme.Scheme, vs []vectors.Vector, yield func(job) bool) bool {
	var units []*unit // from the shortest to the longest
	for _, v := range vs {
		if u := r.unit(s, v.ID, vectors.Accumulated, v); u != nil {
			u.texts = v.Input.Count
			units = append(units, u)
		}
	}
	slices.SortFunc(units, func(a, b *unit) int { return a.texts - b.texts })
	h, asked := s.New(), 0
	for i, u := range units {
		u.within = units[i+1:]
		u.owed = u.texts - asked
		for ; asked < u.texts; asked++ {
			text := accumulated.AppendText(nil, vs[0].Input.Seed, uint64(asked))
			request := protocol.Request{
				ID: fmt.Sprintf("%s#%d", u.result.ID, asked), Stage: vectors.Pipeline, Scheme: s.ID(),
				Input: vectors.Data{Raw: vectors.BytesOf(text)},
			}
			if !yield(job{cases.Case{Request: request, Want: cases.Whole(h, text)}, u}) {
				return false
			}
		}
	}
	return true
}
