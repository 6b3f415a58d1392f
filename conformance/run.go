// Package conformance tests implementations of the specification with its golden vectors. An
// implementation runs in this process, or is a port: another program, in any language, that speaks the
// port protocol.
//
// Package protocol has the messages of the protocol, package report the result of a run.
package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Options configure a run. The zero value runs level core.
type Options struct {
	Schemes     []string             // nil: all that the port has
	Suite       string               // only the vectors frozen in this version; "": all vectors
	Level       protocol.Level       // "": core
	Match       func(id string) bool // selects cases by their id; nil: all
	Accumulated int                  // largest number of texts of an accumulated vector; 0: 10,000

	Jobs        int           // processes at a time; 0: 1
	CaseTimeout time.Duration // longest time without a reply, and 4 s for each MiB of input; 0: 20 s
	Restarts    int           // how often a port that crashes or hangs is started again; 0: 10; negative: never
	Log         io.Writer     // gets the standard error of the port; may be nil
	Progress    func(answers int)

	partial bool
}

func (o Options) withDefaults() Options {
	o.Level = cmp.Or(o.Level, protocol.Core)
	if o.partial = o.Match != nil; !o.partial {
		o.Match = func(string) bool { return true }
	}
	o.Accumulated = cmp.Or(o.Accumulated, 10_000)
	o.Jobs = cmp.Or(o.Jobs, 1)
	o.CaseTimeout = cmp.Or(o.CaseTimeout, 20*time.Second)
	o.Restarts = max(cmp.Or(o.Restarts, 10), 0)
	if o.Progress == nil {
		o.Progress = func(int) {}
	}
	return o
}

// check returns an error for options that would test nothing, or less than they say.
func (o Options) check() error {
	switch {
	case !slices.Contains(cases.Levels(), o.Level):
		return fmt.Errorf("Options.Level %q: expected %s", o.Level, strings.Join(cases.LevelNames(), ", "))
	case o.Accumulated < 0:
		return fmt.Errorf("Options.Accumulated %d: expected 0 or more", o.Accumulated)
	case o.Jobs < 0:
		return fmt.Errorf("Options.Jobs %d: expected 0 or more", o.Jobs)
	case o.CaseTimeout < 0:
		return fmt.Errorf("Options.CaseTimeout %v: expected 0 or more", o.CaseTimeout)
	}
	return nil
}

// prepared returns the options with their defaults, and the vectors of a run.
func prepared(o Options) (Options, []vectors.Vector, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return o, nil, err
	}
	vs, err := suite(o)
	return o, vs, err
}

// Limits of the requests that are under way to one process.
const (
	batchSize  = 512
	batchBytes = 1 << 20
)

// job is a case of a unit.
type job struct {
	cases.Case
	unit *unit
}

// TestCommand starts a port, o.Jobs times, and tests it with the vectors. It returns an error if it
// cannot start the port or if ctx ends: then there is no verdict.
func TestCommand(ctx context.Context, command []string, o Options) (*report.Report, error) {
	o, vs, err := prepared(o)
	if err != nil {
		return nil, err
	}
	program := wire.Program{Command: command, Suite: fpcheck.Version, Timeout: o.CaseTimeout, Log: o.Log}
	first, err := program.Start(ctx)
	if err != nil {
		return nil, err
	}
	r := newRun(first.Hello, o, vs)
	restart := func() (wire.Session, error) {
		c, err := program.StartAgain(ctx, first.Hello)
		if err != nil {
			return nil, err
		}
		return wire.Over(c, o.CaseTimeout), nil
	}
	if err = r.do(ctx, wire.Over(first, o.CaseTimeout), restart); err != nil {
		return r.report, err
	}
	ask, end := askProcess(program, first.Hello, o.Restarts)
	err = r.askOdd(ctx, ask)
	r.ending(ctx, end(ctx))
	return r.report, err
}

// Test tests an implementation in this process with the vectors. An answer that panics is a failed case. So
// is an answer that does not come within the time of a case: its goroutine is left behind.
func Test(ctx context.Context, p protocol.Implementation, o Options) (*report.Report, error) {
	o, vs, err := prepared(o)
	if err != nil {
		return nil, err
	}
	r := newRun(p.Describe(), o, vs)
	again := func() (wire.Session, error) { return wire.Direct(p, o.CaseTimeout), nil }
	if err = r.do(ctx, wire.Direct(p, o.CaseTimeout), again); err != nil {
		return r.report, err
	}
	return r.report, r.askOdd(ctx, askServed(p, o.CaseTimeout, o.Restarts))
}

// maxFaults is the number of lines without sense after which a port is started again.
const maxFaults = 20

// run is one run in progress.
type run struct {
	options Options
	report  *report.Report
	schemes []*scheme.Scheme
	vectors []vectors.Vector

	mu       sync.Mutex
	answers  int
	restarts int
	broken   []*unit // failures of the whole pipeline, to be diagnosed
}

func newRun(h protocol.Hello, o Options, vs []vectors.Vector) *run {
	r := &run{
		options: o,
		report:  &report.Report{Hello: h, Level: o.Level, Suite: o.Suite, Partial: o.partial},
		schemes: wire.Schemes(h, o.Schemes),
		vectors: vs,
	}
	r.report.Schemes = idsOf(r.schemes)
	for _, id := range o.Schemes {
		if !slices.Contains(h.Schemes, id) {
			r.report.Faults = append(r.report.Faults, "the port does not have the scheme "+id+", which is asked for")
		}
	}
	return r
}

// suite returns the vectors of a run, without the documents of level media.
func suite(o Options) ([]vectors.Vector, error) {
	if o.Suite == "" {
		return vectors.All(), nil
	}
	released, err := cases.Released(o.Suite)
	if err != nil {
		return nil, fmt.Errorf("suite %w", err)
	}
	ofLevel := func(v vectors.Vector) bool { return cases.LevelOf(v.Stage) == o.Level }
	if o.Level != protocol.Core && !slices.ContainsFunc(released, ofLevel) {
		return nil, fmt.Errorf("suite %s: it has no frozen vectors of level %s", o.Suite, o.Level)
	}
	return released, nil
}

func (r *run) do(ctx context.Context, first wire.Session, restart func() (wire.Session, error)) error {
	if len(r.schemes) == 0 {
		first.Stop()
		return fmt.Errorf("the port has schemes %s: none of them was requested", strings.Join(r.report.Hello.Schemes, ", "))
	}
	jobs := make(chan []job)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go r.produce(ctx, jobs)

	var wg sync.WaitGroup
	errs := make([]error, r.options.Jobs)
	for i := range r.options.Jobs {
		wg.Go(func() {
			w := &worker{run: r, restart: restart}
			if i == 0 {
				w.session = first
			}
			errs[i] = w.work(ctx, jobs)
			if errs[i] != nil {
				cancel()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if len(r.broken) == 0 {
		return ctx.Err()
	}
	w := &worker{run: r, restart: restart}
	defer w.end(ctx)
	return w.diagnose(ctx)
}

// produce sends batches of jobs, the units in the order of the pipeline.
func (r *run) produce(ctx context.Context, out chan<- []job) {
	defer close(out)
	var batch []job
	size := 0
	send := func() bool {
		if len(batch) == 0 {
			return true
		}
		select {
		case out <- batch:
			batch, size = nil, 0
			return true
		case <-ctx.Done():
			return false
		}
	}
	for j := range r.jobs() {
		batch = append(batch, j)
		for _, o := range []vectors.Bytes{j.Request.Input.Raw, j.Request.Input.Text} {
			size += len(o.Bytes())
		}
		if (len(batch) >= batchSize || size >= batchBytes) && !send() {
			return
		}
	}
	send()
}

// worker works with one child at a time.
type worker struct {
	*run
	session wire.Session
	restart func() (wire.Session, error)
}

// end ends the session, and enters into the report how the port should not end.
func (w *worker) end(ctx context.Context) {
	if w.session != nil {
		w.ending(ctx, w.session.End(ctx))
	}
}

func (w *worker) work(ctx context.Context, batches <-chan []job) error {
	defer w.end(ctx)
	for batch := range batches {
		if err := w.batch(ctx, batch, w.settle); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// batch sends a batch. After a crash or a hang it restarts the port, and asks the rest one by one.
func (w *worker) batch(ctx context.Context, batch []job, answered func(job, protocol.Reply)) error {
	left, err := w.attempt(ctx, batch, answered)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if len(batch) == 1 {
		answered(batch[0], protocol.Reply{Result: vectors.Data{Outcome: wire.Crashed}, Reason: err.Error()})
		return nil
	}
	w.fault(fmt.Sprintf("%v, with %d answers owed: %s", err, len(left), ids(left)))
	for _, j := range left {
		if err := w.batch(ctx, []job{j}, answered); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) attempt(ctx context.Context, batch []job, answered func(job, protocol.Reply)) (left []job, err error) {
	if w.session == nil {
		if !w.mayStart() {
			return batch, fmt.Errorf("not asked: the port had been started again %d times", w.options.Restarts)
		}
		if w.session, err = w.restart(); err != nil {
			w.session = nil
			return batch, err
		}
	}
	got := make(map[string]bool, len(batch))
	faults := 0
	err = w.session.Exchange(ctx, requestsOf(batch), func(i int, r protocol.Reply) {
		got[batch[i].Request.ID] = true
		answered(batch[i], r)
	}, func(text string) error {
		w.fault(text)
		if faults++; faults >= maxFaults {
			return fmt.Errorf("stopped after %d faulty lines", faults)
		}
		return nil
	})
	if err != nil {
		err = fmt.Errorf("%w%s", err, w.session.LogTail())
		w.session.Stop()
		w.session = nil
	}
	return slices.DeleteFunc(slices.Clone(batch), func(j job) bool { return got[j.Request.ID] }), err
}

func requestsOf(jobs []job) []protocol.Request {
	requests := make([]protocol.Request, len(jobs))
	for i, j := range jobs {
		requests[i] = j.Request
	}
	return requests
}

// mayStart counts a start. The first of each worker is free.
func (w *worker) mayStart() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.restarts++
	return w.restarts <= w.options.Restarts+w.options.Jobs
}

func (r *run) fault(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Faults = append(r.report.Faults, text)
}

// ending enters the fault of an end into the report, once for all processes that end in the same way.
func (r *run) ending(ctx context.Context, fault error) {
	if fault == nil || ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.report.Faults, fault.Error()) {
		r.report.Faults = append(r.report.Faults, fault.Error())
	}
}

func idsOf(schemes []*scheme.Scheme) []string {
	var list []string
	for _, s := range schemes {
		list = append(list, s.ID())
	}
	return list
}

func ids(jobs []job) string {
	var list []string
	for i, j := range jobs {
		if i == 10 {
			list = append(list, fmt.Sprintf("and %d more", len(jobs)-i))
			break
		}
		list = append(list, j.Request.ID)
	}
	return strings.Join(list, ", ")
}
