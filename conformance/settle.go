package conformance

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/lsh-interop/fpcheck/conformance/internal/spell"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// settle enters an answer into the report.
func (r *run) settle(j job, reply protocol.Reply) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers++
	r.options.Progress(r.answers)
	u := j.unit
	u.owed--
	if Agree(j.Want, reply.Result) {
		if u.owed == 0 && u.result.Status == report.Unanswered {
			u.result.Status = report.Passed
		}
		return
	}
	r.fail(u, j, reply)
	for _, longer := range u.within {
		r.fail(longer, j, reply)
	}
}

// fail keeps the first failure of a unit.
func (r *run) fail(u *unit, j job, reply protocol.Reply) {
	if u.result.Status == report.Failing {
		return
	}
	u.result.Status = report.Failing
	u.result.Request = j.Request.ID
	u.result.Input, u.result.Want, u.result.Got = j.Request.Input, j.Want, reply.Result
	u.result.Reason = reply.Reason
	u.result.Divergence = &report.Divergence{Stage: u.result.Stage, Input: j.Request.Input, Want: j.Want, Got: reply.Result}
	switch u.result.Stage {
	case vectors.Pipeline, protocol.Stream, vectors.Accumulated:
		u.result.Divergence = nil
		if reply.Result.Outcome != report.Crashed {
			u.input = j.Request.Input.Octets
			r.broken = append(r.broken, u)
		}
	}
}

// mostDiagnosed bounds how many failures of the whole pipeline are taken apart.
const mostDiagnosed = 100

// diagnose finds, for each failure of the whole pipeline, the first stage at which
// the port differs when it is given what the reference gave that stage.
func (w *worker) diagnose(ctx context.Context) error {
	for i, u := range w.broken {
		if i == mostDiagnosed {
			break
		}
		steps := w.steps(u)
		var found *report.Divergence
		for _, step := range steps {
			err := w.batch(ctx, []job{step}, func(j job, reply protocol.Reply) {
				if found == nil && !Agree(j.Want, reply.Result) {
					found = &report.Divergence{Stage: j.Request.Stage, Input: j.Request.Input, Want: j.Want, Got: reply.Result}
				}
			})
			if err != nil {
				return err
			}
			if found != nil {
				break
			}
		}
		u.result.Divergence = found
		u.result.StagesAsked = len(steps)
	}
	return ctx.Err()
}

// steps are the requests, stage by stage, that the reference's way through a text
// gives. Every feature is hashed by itself before the features are asked for.
func (w *worker) steps(u *unit) []job {
	s := u.scheme
	st := s.Stages(u.input.Bytes())
	var jobs []job
	ask := func(stage vectors.Stage, in, want vectors.Data) {
		if w.has(stage) {
			id := fmt.Sprintf("%s/%s-%d", u.result.ID, stage, len(jobs))
			jobs = append(jobs, job{Case{Request: protocol.Request{ID: id, Stage: stage, Scheme: s.ID(), Input: in}, Want: want}, u})
		}
	}
	runs, tokens, elements := spell.All(st.Runs), spell.All(st.Tokens), spell.Hashes(st.Elements)
	ask(vectors.Text, vectors.Data{Octets: u.input}, vectors.Data{Text: spell.Octets(st.Text)})
	ask(vectors.Identifiers, vectors.Data{Text: spell.Octets(st.Text)}, vectors.Data{Text: spell.Octets(st.Remaining)})
	ask(vectors.Normalise, vectors.Data{Text: spell.Octets(st.Remaining)}, vectors.Data{Runs: runs})
	ask(vectors.Segment, vectors.Data{Runs: runs}, vectors.Data{Tokens: tokens})
	hashes := make(map[string]uint64)
	for _, f := range st.Features {
		hashes[f.Octets] = f.Hash
	}
	different := slices.Sorted(maps.Keys(hashes))
	for _, f := range different[:min(64, len(different))] {
		ask(vectors.Hash, vectors.Data{Octets: spell.Octets(f)}, vectors.Data{Hash: spell.Hash(hashes[f])})
	}
	ask(vectors.Features, vectors.Data{Tokens: tokens}, vectors.Data{Elements: elements})
	if len(elements) == 0 {
		return jobs
	}
	sketch := hex.EncodeToString(st.Fingerprint.Sketch())
	if s.IsMinHash() {
		full := vectors.OctetsOf(octetsOfFull(&st.Minima))
		ask(vectors.Full, vectors.Data{Elements: elements}, vectors.Data{Full: full})
		ask(vectors.Sketch, vectors.Data{Full: full}, vectors.Data{Sketch: sketch})
	} else {
		ask(vectors.Counters, vectors.Data{Elements: elements}, vectors.Data{Counters: st.Counters[:]})
		ask(vectors.Sketch, vectors.Data{Counters: st.Counters[:]}, vectors.Data{Sketch: sketch})
	}
	ask(vectors.Encode, vectors.Data{Sketch: sketch, Profile: encode.Visible}, vectors.Data{String: spell.Octets(st.Fingerprint.String())})
	if u.result.Stage == protocol.Stream {
		ask(vectors.Pipeline, vectors.Data{Octets: u.input}, wantWhole(s, u.input))
	}
	return jobs
}

func wantWhole(s *scheme.Scheme, o vectors.Octets) vectors.Data {
	return reference(s).Pipeline([][]byte{o.Bytes()})
}
