package conformance

import (
	"context"
	"fmt"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
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
	if j.agrees(&reply) {
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

// agrees reports whether an answer is right, or a document's text near enough, and notes how near.
func (j job) agrees(reply *protocol.Reply) bool {
	if j.Request.Stage != protocol.DocumentText || reply.Result.Text == nil {
		return cases.Agree(j.Want, reply.Result)
	}
	want, err := scheme.SM1.Sum(j.Want.Text.Bytes())
	if err != nil {
		return false
	}
	got, err := scheme.SM1.Sum(reply.Result.Text.Bytes())
	if err != nil {
		return false
	}
	bits, err := want.Distance(got)
	reply.Result.Distance = &bits
	return err == nil && bits <= *j.Want.Distance
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
	u.result.Divergence = &report.Divergence{
		Stage: u.result.Stage, Input: j.Request.Input, Want: j.Want, Got: reply.Result,
	}
	switch u.result.Stage {
	case vectors.Pipeline, protocol.Stream, vectors.Accumulated:
		o := reply.Result.Outcome
		if o == protocol.Unsupported { // no other stage can be at fault
			return
		}
		u.result.Divergence = nil
		if o != wire.Crashed && o != wire.Malformed {
			u.input = j.Request.Input.Raw
			r.broken = append(r.broken, u)
		}
	}
}

// mostDiagnosed bounds how many failures of the whole pipeline are taken apart.
const mostDiagnosed = 100

// diagnose finds the first stage that differs for each failure of the pipeline, given the reference's input.
func (w *worker) diagnose(ctx context.Context) error {
	for i, u := range w.broken {
		if i == mostDiagnosed {
			break
		}
		var steps []job
		for _, c := range cases.Steps(w.report.Hello, u.scheme, u.result.Stage, u.input) {
			c.Request.ID = fmt.Sprintf("%s/%s-%d", u.result.ID, c.Request.Stage, len(steps))
			steps = append(steps, job{c, u})
		}
		var found *report.Divergence
		for _, step := range steps {
			err := w.batch(ctx, []job{step}, func(j job, reply protocol.Reply) {
				if found == nil && !cases.Agree(j.Want, reply.Result) {
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
		if res := u.result; found == nil && res.Got.Outcome == protocol.Failed { // nothing came that may be joined wrongly
			found = &report.Divergence{Stage: res.Stage, Input: res.Input, Want: res.Want, Got: res.Got}
		}
		u.result.Divergence = found
		u.result.StagesAsked = len(steps)
	}
	return ctx.Err()
}
