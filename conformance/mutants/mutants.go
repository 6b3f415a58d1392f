// Package mutants holds wrong implementations, and runs them against the golden vectors.
// Each makes one mistake about one rule that somebody is likely to make, and a vector that
// names the rule must fail it: this shows that the vectors pin the rules.
package mutants

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/fuzz"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Mutant is a wrong implementation: the rules with one of their parts replaced by a
// mistake that somebody is likely to make.
type Mutant struct {
	Name    string // "tie-is-one"
	Rule    string // "R7.2"
	Mistake string // what it gets wrong, and who does that
	Scheme  string // whose vectors are to catch it; "" is sd1

	// One of the two makes the mistake: replace in a part of the rules, mutate in how a
	// port puts their stages together.
	replace func(r *rules.Rules)
	mutate  func(p *protocol.Port)
}

// All returns all mutants, in the order of the rules.
func All() []Mutant {
	mutants := slices.Concat(textMutants(), identifierMutants(), normaliseMutants(), segmentMutants(), featureMutants(),
		hashMutants(), simHashMutants(), minHashMutants(), stringMutants(), wholeMutants(), distanceMutants(),
		digestMutants(), htmlMutants(), xmlMutants(), accumulatedMutants(), clusterMutants())
	at := make(map[string]int)
	for i, rule := range fpcheck.Rules() {
		at[rule.ID] = i
	}
	slices.SortStableFunc(mutants, func(a, b Mutant) int { return at[a.Rule] - at[b.Rule] })
	return mutants
}

// scheme is the one that the mutant gets wrong.
func (m Mutant) scheme() *scheme.Scheme {
	s, err := scheme.Lookup(cmp.Or(m.Scheme, "sd1"))
	if err != nil {
		panic(m.Name + ": " + err.Error())
	}
	return s
}

// Port returns a port that makes the mistake, or nil if no port can make it: the
// texts of chapter 12 are the suite's own.
func (m Mutant) Port() *protocol.Port {
	if m.accumulated() {
		return nil
	}
	p := m.port(m.scheme().ID())
	p.Hello.Name += " with " + m.Name
	return p
}

func (m Mutant) accumulated() bool { return strings.HasPrefix(m.Rule, "R12.") }

// port returns a port that makes the mistake in a scheme. It panics if the scheme does
// not have what the mutant changes.
func (m Mutant) port(id string) *protocol.Port {
	p := portOf(m.rules(id))
	if m.mutate != nil {
		m.mutate(p)
	}
	return p
}

// rules returns the rules of a scheme with the part that the mutant replaces.
func (m Mutant) rules(id string) *rules.Rules {
	r := rules.Of(id)
	if m.replace != nil {
		m.replace(r)
	}
	return r
}

// Kill says which vectors caught a mutant.
type Kill struct {
	Mutant Mutant
	By     []string // ids of failing cases that name the rule; none: it survived
}

// Options say which mutants to run, and how. The zero value runs all.
type Options struct {
	Schemes  []string          // nil: all
	Match    func(string) bool // nil: all cases; else those whose id it takes
	Jobs     int               // mutants at a time; 0: as many as there are processors
	Progress func(done int)    // may be nil
	First    bool              // stop at the first case that catches a mutant
}

// Run runs every mutant against the vectors of its scheme that name its rule, of all
// levels. An error says that a mutant failed to answer, or that ctx ended.
func Run(ctx context.Context, o Options) ([]Kill, error) {
	mutants := slices.DeleteFunc(All(), func(m Mutant) bool {
		return o.Schemes != nil && !slices.Contains(o.Schemes, m.scheme().ID())
	})
	return runMutants(ctx, mutants, o)
}

func runMutants(ctx context.Context, mutants []Mutant, o Options) ([]Kill, error) {
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Match == nil {
		o.Match = func(string) bool { return true }
	}
	if o.Progress == nil {
		o.Progress = func(int) {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := slices.DeleteFunc(vectors.All(), isLong)
	kills := make([]Kill, len(mutants))
	next := make(chan int)
	var wg sync.WaitGroup
	for range o.Jobs {
		wg.Go(func() {
			for i := range next {
				by, err := mutants[i].killers(ctx, all, o)
				if err != nil {
					cancel(fmt.Errorf("%s: %w", mutants[i].Name, err))
				}
				kills[i] = Kill{mutants[i], by}
			}
		})
	}
	for i := range mutants {
		if ctx.Err() != nil {
			break
		}
		next <- i
		o.Progress(i + 1)
	}
	close(next)
	wg.Wait()
	return kills, context.Cause(ctx)
}

// isLong reports whether a vector takes seconds. Shorter ones pin the same rules.
func isLong(v vectors.Vector) bool { return v.Input.Count > 100 || v.ID == "pipeline-million-words" }

// killers returns the ids of the cases that name the mutant's rule and fail. An
// answer that is an error is no kill, but a fault of the mutant itself.
func (m Mutant) killers(ctx context.Context, all []vectors.Vector, o Options) (by []string, err error) {
	if m.accumulated() {
		return m.wrongDigests(all, o), nil
	}
	s, p := m.scheme(), m.Port()
	cut := m.Rule == "R9.2" // it is named by the cases with cuts, and these tell nothing else
	for _, v := range all {
		if !slices.Contains(v.Schemes, s.ID()) || !cut && !slices.Contains(v.Rules, m.Rule) {
			continue
		}
		for c := range conformance.Cases(s, v) {
			if (c.Request.Cuts != nil) != cut || !o.Match(c.Request.ID) {
				continue
			}
			reply := p.Answer(c.Request)
			switch reply.Result.Outcome {
			case protocol.Failed:
				return nil, fmt.Errorf("%s: %s", c.Request.ID, reply.Reason)
			case protocol.Unsupported:
				continue
			}
			if !conformance.Agree(c.Want, reply.Result) {
				by = append(by, c.Request.ID)
			}
			if ctx.Err() != nil || o.First && by != nil {
				return by, nil
			}
		}
	}
	return by, nil
}

// wrongDigests returns the ids of the accumulated vectors that name the rule and
// have another digest.
func (m Mutant) wrongDigests(all []vectors.Vector, o Options) (by []string) {
	r := m.rules(m.scheme().ID())
	fingerprint := func(text []byte) (string, int) { return r.Fingerprint(text) }
	for _, v := range all {
		if v.Stage != vectors.Accumulated || !slices.Contains(v.Rules, m.Rule) ||
			!slices.Contains(v.Schemes, r.Scheme.ID) || !o.Match(v.ID) {
			continue
		}
		if r.Accumulated.Digest(v.Input.Seed, v.Input.Count, fingerprint) != v.Expect.Digest {
			by = append(by, v.ID)
		}
	}
	return by
}

// Suspects are the mutants as explanations of a fuzzed port's answers.
func Suspects() []fuzz.Suspect {
	var list []fuzz.Suspect
	for _, m := range All() {
		if !m.accumulated() {
			list = append(list, fuzz.Suspect{Name: m.Name, Rule: m.Rule, Mistake: m.Mistake, Port: onceEach(m.in)})
		}
	}
	return list
}

// in returns a port that makes the mistake in another scheme, or nil if what the mutant
// changes is not part of that scheme.
func (m Mutant) in(s *scheme.Scheme) (p *protocol.Port) {
	defer func() {
		if recover() != nil {
			p = nil
		}
	}()
	return m.port(s.ID())
}

// onceEach returns f, called once for each scheme.
func onceEach(f func(*scheme.Scheme) *protocol.Port) func(*scheme.Scheme) *protocol.Port {
	var ports sync.Map
	return func(s *scheme.Scheme) *protocol.Port {
		p, ok := ports.Load(s)
		if !ok {
			p, _ = ports.LoadOrStore(s, f(s))
		}
		return p.(*protocol.Port)
	}
}
