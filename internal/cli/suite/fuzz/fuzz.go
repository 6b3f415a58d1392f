// Package fuzz compares ports with the reference on generated inputs. It traces each difference to
// the first stage that differs, shrinks the input, and prints it as a vector.
//
// An input depends only on a seed and the number of its case.
package fuzz

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/inputs"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Generators yields the name of each generator of inputs, and a short description.
func Generators() iter.Seq2[string, string] { return inputs.Generators() }

// Options configure a run. Seed, First and Generators determine the inputs.
type Options struct {
	Seed       uint64
	First      uint64   // number of the first case
	Generators []string // nil: all; cases of other generators are skipped

	Cases        int           // number of cases; 0: as many as Duration allows, or 10,000
	Duration     time.Duration // after which no new case begins; 0: no limit
	Schemes      []string      // nil: all that a port has
	Jobs         int           // processes of each port at a time; 0: 1
	CaseTimeout  time.Duration // longest time without a reply; 0: 20 s
	MostFailures int           // number of different disagreements that ends the run; 0: 100
	MostAlike    int           // number of disagreements of one kind to list; 0: 10
	Log          io.Writer     // gets the standard error of the ports; may be nil
	Progress     func(cases int)
	Found        func(*Disagreement) // is called for each in the order of the cases; may be nil

	patience time.Duration // longest time to shrink one input; 0: a minute
}

func (o Options) withDefaults() Options {
	if o.Cases == 0 && o.Duration == 0 {
		o.Cases = 10_000
	}
	o.Jobs = cmp.Or(o.Jobs, 1)
	o.CaseTimeout = cmp.Or(o.CaseTimeout, 20*time.Second)
	o.MostFailures = cmp.Or(o.MostFailures, 100)
	o.MostAlike = cmp.Or(o.MostAlike, 10)
	if o.Progress == nil {
		o.Progress = func(int) {}
	}
	o.patience = cmp.Or(o.patience, time.Minute)
	if o.Found == nil {
		o.Found = func(*Disagreement) {}
	}
	return o
}

// A Report is the result of a run.
type Report struct {
	Next          uint64 // number of the first case that was not made
	Disagreements []*Disagreement
	More          map[string]int // number of further disagreements by kind
	Allowed       map[string]int // number of answers by the difference that chapter 15 allows
	Unread        int            // number of wrong answers that were not looked into

	ports       []*port
	seed, first uint64
	cases       int
	generators  map[string]int // number of cases by generator
	seconds     float64
}

// port is a port and the result for it.
type port struct {
	Command string         `json:"command"`
	Hello   protocol.Hello `json:"hello"`
	Schemes []string       `json:"schemes"` // that it was asked about
	Answers int            `json:"answers"`
	Wrong   int            `json:"wrong"`  // number of wrong answers
	Faults  []string       `json:"faults"` // faults that belong to no answer

	schemes []*scheme.Scheme
	open    func(ctx context.Context, timeout time.Duration) (wire.Session, error)
}

// Agrees reports whether all ports answered as the reference does and had no faults.
func (r *Report) Agrees() bool {
	bad := func(p *port) bool { return p.Wrong > 0 || len(p.Faults) > 0 }
	return len(r.Disagreements) == 0 && !slices.ContainsFunc(r.ports, bad)
}

// Decides reports whether there is a verdict on each port: an answer was compared, or a fault found.
func (r *Report) Decides() bool {
	return !slices.ContainsFunc(r.ports, (*port).isUntested)
}

// isUntested reports whether no answer was compared. The port may lack all stages of the cases.
func (p *port) isUntested() bool { return p.Answers == 0 && len(p.Faults) == 0 }

// Run starts each port, o.Jobs times, and compares its answers with those of the reference. Run
// returns an error if it cannot start a port or if ctx ends. In the latter case it also returns a
// report on the cases before.
func Run(ctx context.Context, commands [][]string, o Options) (*Report, error) {
	o = o.withDefaults()
	var ports []*port
	for _, command := range commands {
		program := wire.Program{Command: command, Suite: fpcheck.Version, Timeout: o.CaseTimeout, Log: o.Log}
		first, err := program.Start(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
		}
		first.Stop()
		ports = append(ports, &port{
			Command: strings.Join(command, " "), Hello: first.Hello,
			open: func(ctx context.Context, timeout time.Duration) (wire.Session, error) {
				c, err := program.StartAgain(ctx, first.Hello)
				if err != nil {
					return nil, err
				}
				return wire.Over(c, timeout), nil
			},
		})
	}
	return fuzzPorts(ctx, ports, o)
}

// RunImplementations is like [Run] for implementations in this process.
func RunImplementations(ctx context.Context, list []protocol.Implementation, o Options) (*Report, error) {
	var ports []*port
	for _, p := range list {
		ports = append(ports, &port{Command: p.Describe().Name, Hello: p.Describe(),
			open: func(_ context.Context, timeout time.Duration) (wire.Session, error) {
				return wire.Direct(p, timeout), nil
			}})
	}
	return fuzzPorts(ctx, ports, o.withDefaults())
}

// fuzzing is a run in progress.
type fuzzing struct {
	Options
	report *Report
	mu     sync.Mutex // of the ports' faults
}

func fuzzPorts(ctx context.Context, ports []*port, o Options) (*Report, error) {
	f := &fuzzing{Options: o, report: &Report{
		ports: ports, seed: o.Seed, first: o.First, Next: o.First, generators: map[string]int{},
		More: map[string]int{}, Allowed: map[string]int{},
	}}
	for _, p := range ports {
		p.schemes = wire.Schemes(p.Hello, o.Schemes)
		for _, s := range p.schemes {
			p.Schemes = append(p.Schemes, s.ID())
		}
		if len(p.schemes) == 0 {
			return nil, fmt.Errorf("%s has schemes %s: none of them was requested",
				p.Command, strings.Join(p.Hello.Schemes, ", "))
		}
	}
	begun := time.Now()
	err := f.run(ctx)
	f.report.seconds = time.Since(begun).Seconds()
	return f.report, err
}

// heap is a batch of cases: their numbers, then the requests to each port, then the wrong answers.
type heap struct {
	numbers []uint64
	asked   [][]cases.Case // by port
	answers []int          // by port
	wrong   [][]miss       // by port
	allowed [][]string     // by port: what explains an answer
	owed    sync.WaitGroup
	last    atomic.Bool // a port was given up: nothing more is asked
}

// miss is an answer that differs from the reference's.
type miss struct {
	cases.Case
	reply protocol.Reply
}

// heapSize is the number of cases in a heap. A child works on some hundred requests meanwhile.
const heapSize = 32

// errEnough ends a run early.
var errEnough = errors.New("enough disagreements")

func (f *fuzzing) run(caller context.Context) error {
	ctx, cancel := context.WithCancelCause(caller)
	defer cancel(nil)
	window := 2 * (f.Jobs + 1)
	todo, order := make(chan *heap), make(chan *heap, window)
	queues := make([]chan *heap, len(f.report.ports))
	for i := range queues {
		queues[i] = make(chan *heap, window+1) // room for all that order can have, so that no port waits for another
	}
	go f.count(ctx, todo, order)

	var makers, askers sync.WaitGroup
	var err error
	for range runtime.GOMAXPROCS(0) {
		makers.Go(func() {
			for h := range todo {
				f.fill(h)
				for _, q := range queues {
					q <- h
				}
			}
		})
	}
	for i, p := range f.report.ports {
		for range f.Jobs {
			askers.Go(func() {
				fault := func(text string) { f.fault(p, text) }
				l := &link{port: p, timeout: f.CaseTimeout, most: mostCulprits, fault: fault}
				defer l.close()
				gone := false
				for h := range queues[i] {
					if !gone {
						failed := f.ask(ctx, l, i, h)
						if gone = errors.Is(failed, errGivenUp); gone {
							f.fault(p, failed.Error())
							h.last.Store(true)
						} else if failed != nil {
							cancel(failed)
						}
					}
					h.owed.Done()
				}
				if err == nil { // every reply has come
					l.end(caller)
				}
			})
		}
	}
	err = f.collect(ctx, order)
	cancel(err)
	for range order { // until none is made any more
	}
	makers.Wait()
	for _, q := range queues {
		close(q)
	}
	askers.Wait()
	if cause := context.Cause(ctx); err == nil && cause != nil && cause != context.Canceled {
		err = cause
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// count sends heaps of numbers, in order, until there are enough or the time is over.
func (f *fuzzing) count(ctx context.Context, todo, order chan<- *heap) {
	defer close(order)
	defer close(todo)
	begun, counted := time.Now(), 0
	for number := f.First; ; {
		ports := len(f.report.ports)
		h := &heap{
			asked: make([][]cases.Case, ports), answers: make([]int, ports), wrong: make([][]miss, ports),
			allowed: make([][]string, ports),
		}
		for len(h.numbers) < heapSize && (f.Cases == 0 || counted < f.Cases) {
			if f.Generators == nil || slices.Contains(f.Generators, inputs.GeneratorOf(number)) {
				h.numbers = append(h.numbers, number)
				counted++
			}
			number++
		}
		if len(h.numbers) == 0 || f.Duration > 0 && time.Since(begun) >= f.Duration {
			return
		}
		h.owed.Add(ports)
		select {
		case <-ctx.Done():
			return
		case order <- h:
		}
		select {
		case <-ctx.Done():
			h.owed.Add(-ports)
			return
		case todo <- h:
		}
	}
}

// fill makes the requests of a heap.
func (f *fuzzing) fill(h *heap) {
	for _, number := range h.numbers {
		q := newQuestions(inputs.At(f.Seed, number))
		for i, p := range f.report.ports {
			h.asked[i] = append(h.asked[i], q.of(p.Hello, p.schemes)...)
		}
	}
}

func (f *fuzzing) ask(ctx context.Context, l *link, port int, h *heap) error {
	if ctx.Err() != nil || len(h.asked[port]) == 0 {
		return nil
	}
	return l.ask(ctx, h.asked[port], func(j cases.Case, reply protocol.Reply) {
		h.answers[port]++
		if cases.Agree(j.Want, reply.Result) {
			return
		}
		if why := allowed(j.Request, reply.Result); why != "" {
			h.allowed[port] = append(h.allowed[port], why)
		} else {
			h.wrong[port] = append(h.wrong[port], miss{j, reply})
		}
	})
}

func (f *fuzzing) fault(p *port, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(p.Faults, text) {
		p.Faults = append(p.Faults, text)
	}
}

// collect processes the heaps in order, so that the speed of ports does not matter, and investigates
// faults.
func (f *fuzzing) collect(ctx context.Context, order <-chan *heap) error {
	in := newInquiry(f)
	defer in.close()
	for h := range order {
		h.owed.Wait()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var err error
		for port := 0; err == nil && port < len(h.wrong); port++ {
			err = in.lookInto(ctx, port, h.wrong[port])
		}
		if err == nil && h.last.Load() {
			err = errEnough
		}
		if err == nil || errors.Is(err, errEnough) {
			f.counted(h)
			f.Progress(f.report.cases)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (f *fuzzing) counted(h *heap) {
	for _, number := range h.numbers {
		f.report.generators[inputs.GeneratorOf(number)]++
		f.report.Next = number + 1
	}
	f.report.cases += len(h.numbers)
	for i, p := range f.report.ports {
		p.Answers += h.answers[i]
		p.Wrong += len(h.wrong[i])
		for _, why := range h.allowed[i] {
			f.report.Allowed[why]++
		}
	}
}

// questions are the requests of a case to a port, with the answers of the reference.
type questions struct {
	number uint64
	probes []inputs.Probe
	wanted map[string]vectors.Data // by request, but for its cuts
}

func newQuestions(c inputs.Case) *questions {
	return &questions{c.Number, c.Probes, make(map[string]vectors.Data)}
}

// Cases returns the generator of a case, and its requests to a port with this hello. It uses some of
// the port's schemes. The requests have the answers of the reference.
func Cases(seed, number uint64, h protocol.Hello, schemes []*scheme.Scheme) (generator string, cs []cases.Case) {
	c := inputs.At(seed, number)
	return c.Generator, newQuestions(c).of(h, schemes)
}

// of returns the requests of a case for a port with some stages and schemes.
func (q *questions) of(h protocol.Hello, schemes []*scheme.Scheme) []cases.Case {
	var jobs []cases.Case
	for i, p := range q.probes {
		if !slices.Contains(h.Stages, p.Stage) {
			continue
		}
		ask := func(s *scheme.Scheme, named string) {
			key := fmt.Sprintf("%d/%d/%s", q.number, i, named)
			r := protocol.Request{ID: key, Stage: p.Stage, Scheme: named, Input: p.Input}
			want, ok := q.wanted[key]
			if !ok {
				want = conformance.NewReference(s).Answer(r).Result
				q.wanted[key] = want
			}
			if want.Outcome == protocol.Unsupported || want.Outcome == protocol.Failed {
				return // the stage is not of that scheme
			}
			jobs = append(jobs, cases.Case{Request: r, Want: want})
			switch {
			case p.Cuts == nil:
			case p.Stage == vectors.TextDigest:
				r.ID, r.Cuts = key+"/cut", p.Cuts
				jobs = append(jobs, cases.Case{Request: r, Want: want})
			case slices.Contains(h.Stages, protocol.Stream):
				r.ID, r.Stage, r.Cuts = key+"/cut", protocol.Stream, p.Cuts
				jobs = append(jobs, cases.Case{Request: r, Want: want})
			}
		}
		switch p.Stage {
		case vectors.Decode, vectors.Distance:
			if knowsAll(schemes, p.Input) {
				ask(schemes[0], "")
			}
		case vectors.Text, vectors.Hash, vectors.TextDigest, vectors.HTML, vectors.XML, vectors.Main, vectors.Texts,
			vectors.Windows, vectors.Passages, vectors.Covers:
			// All schemes have the same result, so they take turns.
			s := schemes[q.number%uint64(len(schemes))]
			ask(s, s.ID())
		default:
			for _, s := range schemes {
				if p.Scheme == "" || p.Scheme == s.ID() {
					ask(s, s.ID())
				}
			}
		}
	}
	return jobs
}

// knowsAll reports whether all fingerprints of an input are by some schemes, or malformed.
func knowsAll(schemes []*scheme.Scheme, in vectors.Data) bool {
	return !slices.ContainsFunc(stringsOf(in), func(s string) bool {
		fp, err := scheme.Parse(s)
		return err == nil && !slices.Contains(schemes, fp.Scheme())
	})
}

func stringsOf(in vectors.Data) []string {
	if in.String != nil {
		return []string{string(in.String.Bytes())}
	}
	return in.Strings
}
