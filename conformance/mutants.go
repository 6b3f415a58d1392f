package conformance

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Mutant is a wrong implementation: the reference with one mistake that somebody
// makes. That the vectors catch each of them shows that they pin the rules.
type Mutant struct {
	Name    string // "tie-is-one"
	Rule    string // "R7.2"
	Mistake string // what it gets wrong, and who does that
	Scheme  string // whose vectors are to catch it; "" is sd1

	// One of the two: a stage replaced, or, for chapter 12, the digest of the first
	// n texts of a seed.
	mutate func(p *Port)
	digest func(s *scheme.Scheme, seed uint64, n int) string
}

// Mutants returns all mutants, in the order of the rules.
func Mutants() []Mutant {
	mutants := slices.Concat(textMutants, identifierMutants, normaliseMutants, segmentMutants, featureMutants,
		hashMutants, sketchMutants, minhashMutants, stringMutants, wholeMutants, distanceMutants, digestMutants, htmlMutants, xmlMutants, accumulatedMutants)
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
func (m Mutant) Port() *Port {
	if m.mutate == nil {
		return nil
	}
	p := compose(m.scheme())
	p.Hello.Name += " with " + m.Name
	m.mutate(p)
	return p
}

// Kill says which vectors caught a mutant.
type Kill struct {
	Mutant Mutant
	By     []string // ids of failing cases that name the rule; none: it survived
}

// RunMutants holds every mutant against the vectors of its scheme that name its
// rule, of all levels, o.Jobs mutants at a time (0: as many as there are
// processors). Of o, only Schemes, Match, Jobs and Progress count.
func RunMutants(ctx context.Context, o Options) ([]Kill, error) {
	mutants := slices.DeleteFunc(Mutants(), func(m Mutant) bool {
		return o.Schemes != nil && !slices.Contains(o.Schemes, m.scheme().ID())
	})
	return runMutants(ctx, mutants, o)
}

func runMutants(ctx context.Context, mutants []Mutant, o Options) ([]Kill, error) {
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	o = o.withDefaults()
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

// isLong reports that a vector takes seconds. Shorter ones pin the same rules.
func isLong(v vectors.Vector) bool { return v.Input.Count > 100 || v.ID == "pipeline-million-words" }

// killers returns the ids of the cases that name the mutant's rule and fail. An
// answer that is an error is no kill, but a fault of the mutant itself.
func (m Mutant) killers(ctx context.Context, all []vectors.Vector, o Options) (by []string, err error) {
	o.Progress = func(int) {}
	s, p := m.scheme(), m.Port()
	if p == nil {
		return m.wrongDigests(s, all, o), nil
	}
	r := newRun(p.Hello, o)
	cut := m.Rule == "R9.2" // it is named by the cases with cuts, and these tell nothing else
	answer := func(j job) bool {
		if (j.request.Cuts != nil) != cut {
			return true
		}
		reply := p.Answer(j.request)
		if reply.Result.Outcome == Failed {
			err = fmt.Errorf("%s: %s", j.request.ID, reply.Reason)
		}
		r.settle(j, reply)
		return err == nil && ctx.Err() == nil
	}
	for _, v := range all {
		named := cut && (v.Stage == vectors.Pipeline || v.Stage == vectors.TextDigest) || slices.Contains(v.Rules, m.Rule)
		if !named || v.Stage == vectors.Accumulated || !slices.Contains(v.Schemes, s.ID()) {
			continue
		}
		if !r.vector(s, v, answer) {
			return nil, err
		}
	}
	for _, res := range r.report.Results {
		if res.Status == Failing {
			by = append(by, res.ID)
		}
	}
	return by, nil
}

// wrongDigests returns the ids of the accumulated vectors that name the rule and
// have another digest.
func (m Mutant) wrongDigests(s *scheme.Scheme, all []vectors.Vector, o Options) (by []string) {
	for _, v := range all {
		if v.Stage == vectors.Accumulated && slices.Contains(v.Rules, m.Rule) && slices.Contains(v.Schemes, s.ID()) &&
			o.Match(v.ID) && m.digest(s, v.Input.Seed, v.Input.Count) != v.Expect.Digest {
			by = append(by, v.ID)
		}
	}
	return by
}
