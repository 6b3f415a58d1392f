package fuzz

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/inputs"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Bounds of the work on disagreements.
const (
	mostTries = 3000 // requests to shrink one
	mostVain  = 5    // alike misses looked into without a new disagreement, before only a sample is
	sample    = 20   // one of this many is
)

// inquiry investigates wrong answers of ports. It finds the first stage that differs, and the smallest
// input for which it does. It has sessions of its own.
type inquiry struct {
	*fuzzing
	wires []*link
	asked int
	alike map[string]*effort                  // by port, stage, scheme and generator
	kinds map[string]int                      // disagreements by kind
	found map[string]*Disagreement            // by stage and input
	seen  map[[sha256.Size]byte]*Disagreement // by what was shrunk, with the answer
}

// effort counts similar misses, and those that were investigated without a new disagreement.
type effort struct{ met, vain int }

func newInquiry(f *fuzzing) *inquiry {
	in := &inquiry{
		fuzzing: f, alike: make(map[string]*effort), kinds: make(map[string]int),
		found: make(map[string]*Disagreement), seen: make(map[[sha256.Size]byte]*Disagreement),
	}
	for _, p := range f.report.ports {
		// A hang is awaited repeatedly, so for less time than at first.
		fault := func(text string) { f.fault(p, text) }
		in.wires = append(in.wires, &link{port: p, timeout: min(f.CaseTimeout, 2*time.Second), fault: fault})
	}
	return in
}

func (in *inquiry) close() {
	for _, l := range in.wires {
		l.close()
	}
}

// lookInto investigates a wrong answer of a port to a heap. It returns errEnough if enough was found.
func (in *inquiry) lookInto(ctx context.Context, port int, list []miss) error {
	slices.SortStableFunc(list, func(a, b miss) int { return compareIDs(a.Request.ID, b.Request.ID) })
	last := ""
	for _, m := range list {
		whole := strings.TrimSuffix(m.Request.ID, "/cut")
		if whole == last { // what is wrong uncut is no fault of the cuts
			continue
		}
		last = whole
		number, _ := numberOf(m.Request.ID)
		key := fmt.Sprintln(port, m.Request.Stage, m.Request.Scheme, inputs.GeneratorOf(number))
		e := in.alike[key]
		if e == nil {
			e = new(effort)
			in.alike[key] = e
		}
		if e.met++; e.vain >= mostVain+e.met/sample {
			in.report.Unread++
			continue
		}
		d, err := in.disagreement(ctx, port, m)
		if err != nil {
			return err
		}
		d.Seed, d.Case, d.Generator = in.Seed, number, inputs.GeneratorOf(number)
		if !in.enter(d) {
			e.vain++
		}
		if len(in.report.Disagreements) >= in.MostFailures {
			return errEnough
		}
	}
	return nil
}

// enter lists a disagreement, or only counts it if it is known or there are enough of its kind. It
// reports whether the disagreement is new.
func (in *inquiry) enter(d *Disagreement) bool {
	key := d.key(vectors.Data{})
	if first, ok := in.found[key]; ok {
		first.Again++
		return false
	}
	d.Kind = d.kind()
	if in.kinds[d.Kind]++; in.kinds[d.Kind] > in.MostAlike {
		in.report.More[d.Kind]++
		return false
	}
	in.found[key] = d
	d.Vector.ID = fmt.Sprintf("%s-fuzz-%d-%d", d.Vector.Stage, in.Seed, d.Case)
	same := func(o *Disagreement) bool { return o.Vector.ID == d.Vector.ID }
	if slices.ContainsFunc(in.report.Disagreements, same) {
		d.Vector.ID += "-" + strconv.Itoa(len(in.report.Disagreements))
	}
	in.report.Disagreements = append(in.report.Disagreements, d)
	in.Found(d)
	return true
}

// The id of a request has the numbers of the case and the probe, the scheme, and "cut".
func numberOf(id string) (uint64, error) {
	number, _, _ := strings.Cut(id, "/")
	return strconv.ParseUint(number, 10, 64)
}

func compareIDs(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for i := range min(len(x), len(y), 2) {
		n, _ := strconv.ParseUint(x[i], 10, 64)
		m, _ := strconv.ParseUint(y[i], 10, 64)
		if n != m {
			return int(int64(n - m))
		}
	}
	return strings.Compare(a, b)
}

func (in *inquiry) answer(ctx context.Context, port int, r protocol.Request) (reply protocol.Reply, err error) {
	in.asked++
	r.ID = "inquiry-" + strconv.Itoa(in.asked)
	take := func(_ cases.Case, got protocol.Reply) { reply = got }
	err = in.wires[port].ask(ctx, []cases.Case{{Request: r}}, take)
	return reply, err
}

// disagreement finds the first stage that differs and shrinks its input. It remembers the result for a
// known answer to a known input.
func (in *inquiry) disagreement(ctx context.Context, port int, m miss) (*Disagreement, error) {
	p := in.report.ports[port]
	s := p.schemes[0]
	asked := func(s *scheme.Scheme) bool { return s.ID() == m.Request.Scheme }
	if i := slices.IndexFunc(p.schemes, asked); i >= 0 {
		s = p.schemes[i]
	}
	d := &Disagreement{port: port, scheme: s, record: record{From: sizeOf(m.Request.Input)}}
	for _, w := range in.wires {
		w.opened = 0
	}
	reply, err := in.answer(ctx, port, m.Request)
	if err != nil {
		return nil, err
	}
	if cases.Agree(m.Want, reply.Result) {
		d.Unsteady = true
		d.set(m.Request, m.Want, m.reply)
		return d, in.ask(ctx, d)
	}
	request, want := m.Request, m.Want
	whole := request.Stage == vectors.Pipeline || request.Stage == protocol.Stream
	if outcome := reply.Result.Outcome; whole && outcome != protocol.Unsupported {
		steps := cases.Steps(p.Hello, s, request.Stage, request.Input.Raw)
		differs := false
		for _, step := range steps {
			got, err := in.answer(ctx, port, step.Request)
			if errors.Is(err, errGivenUp) {
				break
			} else if err != nil {
				return nil, err
			}
			if !cases.Agree(step.Want, got.Result) {
				request, want, reply, differs = step.Request, step.Want, got, true
				break
			}
		}
		// Without a result, nothing is joined wrongly.
		if !differs && !slices.Contains([]string{protocol.Failed, wire.Crashed, wire.Malformed}, outcome) {
			d.Steps = len(steps)
		}
	}
	d.set(request, want, reply)
	seen := sha256.Sum256([]byte(d.key(reply.Result)))
	if before, ok := in.seen[seen]; ok {
		again := *before
		return &again, nil
	}
	in.seen[seen] = d
	if err := in.shrink(ctx, d); err != nil {
		return nil, err
	}
	return d, in.ask(ctx, d)
}

// shrink makes the input of a disagreement small, with the same stage and kind of answer.
func (in *inquiry) shrink(ctx context.Context, d *Disagreement) error {
	var failed error
	home := in.home(d)
	until := time.Now().Add(in.patience) // hangs take long
	keep := func(p inputs.Probe) bool {
		if failed != nil || time.Now().After(until) || !home(p.Input) {
			return false
		}
		r := d.Request
		r.Input, r.Cuts = p.Input, p.Cuts
		want := conformance.NewReference(d.scheme).Answer(r).Result
		if want.Outcome != d.want.Outcome {
			return false
		}
		got, err := in.answer(ctx, d.port, r)
		d.Tries++
		failed = err
		if err != nil || got.Result.Outcome != d.reply.Result.Outcome || cases.Agree(want, got.Result) ||
			allowed(r, got.Result) != "" {
			return false
		}
		d.set(r, want, got)
		return true
	}
	probe := inputs.Probe{Stage: d.Request.Stage, Input: d.Request.Input, Cuts: d.Request.Cuts}
	least := inputs.Shrink(probe, keep, mostTries)
	if failed == nil {
		until = until.Add(in.patience)
		d.Unsteady = !keep(least) && failed == nil
	}
	if errors.Is(failed, errGivenUp) {
		return nil // as small as it is now
	}
	return failed
}

// home returns a test for shrunk inputs: the stages before must be able to produce them.
func (in *inquiry) home(d *Disagreement) func(vectors.Data) bool {
	rules := d.scheme.Method().Rules()
	at := func(list []vectors.Bytes, f func(string) []string) bool {
		return !slices.ContainsFunc(list, func(o vectors.Bytes) bool {
			s := string(o.Bytes())
			return s == "" || !slices.Equal(f(s), []string{s})
		})
	}
	for _, home := range []func(vectors.Data) bool{
		func(v vectors.Data) bool {
			segment := func(s string) []string { return rules.Segment([]string{s}) }
			return at(v.Runs, rules.Normalise) && at(v.Tokens, segment)
		},
		func(v vectors.Data) bool {
			itself := func(s string) []string { return []string{s} }
			return at(v.Runs, itself) && at(v.Tokens, itself)
		},
	} {
		if home(d.Request.Input) {
			return home
		}
	}
	return func(vectors.Data) bool { return true }
}

// ask asks every port, by each of its schemes, about the shrunk disagreement.
func (in *inquiry) ask(ctx context.Context, d *Disagreement) error {
	r := d.Request
	wrong := make(map[string]bool)
	for i, p := range in.report.ports {
		if !slices.Contains(p.Hello.Stages, r.Stage) {
			continue
		}
		schemes := p.schemes
		if r.Scheme == "" { // the input itself names one
			schemes = schemes[:1]
		}
		for _, s := range schemes {
			if r.Stage == vectors.Encode && s != d.scheme { // it does so too
				continue
			}
			if r.Scheme != "" {
				r.Scheme = s.ID()
			}
			if want := conformance.NewReference(s).Answer(r).Result; !cases.Agree(want, d.want) {
				continue
			}
			reply, err := in.answer(ctx, i, r)
			if errors.Is(err, errGivenUp) {
				continue
			} else if err != nil {
				return err
			}
			agrees := cases.Agree(d.want, reply.Result)
			wrong[s.ID()] = wrong[s.ID()] || !agrees
			if s == d.scheme || r.Scheme == "" {
				d.Answers = append(d.Answers, answerOf(i, p, agrees, d, reply))
			}
		}
	}
	for _, s := range scheme.All() {
		if wrong[s.ID()] || s == d.scheme {
			d.Vector.Schemes = append(d.Vector.Schemes, s.ID())
		}
	}
	if named := schemesOf(r.Input); len(named) > 0 {
		d.Vector.Schemes = named[:1]
		d.Vector.With = append(d.Vector.With, named[1:]...) // nil if there is none
	}
	return nil
}

// schemesOf returns the schemes of the fingerprints in an input.
func schemesOf(in vectors.Data) []string {
	var ids []string
	for _, s := range stringsOf(in) {
		if fp, err := scheme.Parse(s); err == nil && !slices.Contains(ids, fp.Scheme().ID()) {
			ids = append(ids, fp.Scheme().ID())
		}
	}
	return ids
}

func sizeOf(d vectors.Data) int {
	n := len(d.Raw.Bytes()) + len(d.Text.Bytes()) + len(d.String.Bytes()) + len(d.Full.Bytes()) +
		len(d.Sketch)/2 + 8*len(d.Elements) + 8*len(d.Counters)
	for _, list := range [][]vectors.Bytes{d.Runs, d.Tokens, d.Fulls, d.Texts} {
		for _, o := range list {
			n += len(o.Bytes())
		}
	}
	for _, s := range d.Strings {
		n += len(s)
	}
	return n
}
