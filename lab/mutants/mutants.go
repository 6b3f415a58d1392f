// Package mutants runs wrong implementations against the golden vectors. Each makes one likely
// mistake about one rule, and a vector that names the rule must fail it. So every rule is pinned
// by a vector.
//
// "make conform" runs all mutants with the command below the package, which fails if one survives:
//
//	go -C lab run ./mutants/run
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
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A Mutant is a wrong implementation: the rules with one part replaced by a likely mistake.
type Mutant struct {
	Name    string // "tie-is-one"
	Rule    string // "R7.2"
	Mistake string // what it gets wrong, and who does that
	Scheme  string // the scheme whose vectors must catch it; "" is sd1

	// One of the two makes the mistake. replace changes a part of the rules, and mutate changes how
	// a port joins their stages.
	replace func(r *rules.Rules)
	mutate  func(p *port.Port)
}

// All returns all mutants, in the order of the rules.
func All() []Mutant {
	mutants := slices.Concat(textMutants(), identifierMutants(), normaliseMutants(), segmentMutants(), featureMutants(),
		hashMutants(), simHashMutants(), minHashMutants(), stringMutants(), wholeMutants(), distanceMutants(),
		digestMutants(), htmlMutants(), xmlMutants(), mainMutants(), accumulatedMutants(), clusterMutants(), comparedMutants(), passageMutants())
	at := make(map[string]int)
	for i, rule := range fpcheck.Rules() {
		at[rule.ID] = i
	}
	slices.SortStableFunc(mutants, func(a, b Mutant) int { return at[a.Rule] - at[b.Rule] })
	return mutants
}

// scheme returns the scheme that the mutant gets wrong.
func (m Mutant) scheme() *scheme.Scheme {
	s, err := scheme.Lookup(cmp.Or(m.Scheme, "sd1"))
	if err != nil {
		panic(m.Name + ": " + err.Error())
	}
	return s
}

// port returns a port that makes the mistake. It returns nil if no port can make it, because the
// suite itself makes the texts of chapter 12.
func (m Mutant) port() *port.Port {
	if m.accumulated() {
		return nil
	}
	p := portOf(m.rules())
	if m.mutate != nil {
		m.mutate(p)
	}
	return p
}

func (m Mutant) accumulated() bool { return strings.HasPrefix(m.Rule, "R12.") }

// rules returns the rules of the mutant's scheme with the part that the mutant replaces.
func (m Mutant) rules() *rules.Rules {
	r := rules.Of(m.scheme().ID())
	if m.replace != nil {
		m.replace(r)
	}
	return r
}

// A Kill is a mutant and the case that caught it.
type Kill struct {
	Mutant Mutant
	By     string // id of the first failing case that names the rule; "": the mutant survived
}

// Run runs every mutant against the vectors of its scheme that name its rule, at all levels. It
// stops at the first case that catches the mutant, and asks only the cases whose id matches. Run
// returns an error if a mutant fails to answer, or if ctx ends.
func Run(ctx context.Context, match func(id string) bool) ([]Kill, error) {
	return runMutants(ctx, All(), match)
}

func runMutants(ctx context.Context, mutants []Mutant, match func(id string) bool) ([]Kill, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	all := slices.DeleteFunc(vectors.All(), isLong)
	kills := make([]Kill, len(mutants))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				by, err := mutants[i].killer(ctx, all, match)
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
	}
	close(next)
	wg.Wait()
	return kills, context.Cause(ctx)
}

// isLong reports whether a vector takes seconds. Shorter vectors pin the same rules.
func isLong(v vectors.Vector) bool { return v.Input.Count > 100 || v.ID == "pipeline-million-words" }

// killer returns the id of the first case that names the mutant's rule and fails, "" if there is
// none. It returns an error if the mutant answers with an error: that is a fault of the mutant.
func (m Mutant) killer(ctx context.Context, all []vectors.Vector, match func(id string) bool) (id string, err error) {
	if m.accumulated() {
		return m.wrongDigest(all, match), nil
	}
	s, p := m.scheme(), m.port()
	cut := m.Rule == "R9.2" // only the cases with cuts name it, and they test nothing else
	for _, v := range all {
		if !slices.Contains(v.Schemes, s.ID()) || !cut && !slices.Contains(v.Rules, m.Rule) {
			continue
		}
		for c := range cases.Of(s, v) {
			if (c.Request.Cuts != nil) != cut || !match(c.Request.ID) {
				continue
			}
			reply := p.Answer(c.Request)
			switch outcome := reply.Result.Outcome; {
			case outcome == protocol.Failed:
				return "", fmt.Errorf("%s: %s", c.Request.ID, reply.Reason)
			case outcome != protocol.Unsupported && !cases.Agree(c.Want, reply.Result):
				return c.Request.ID, nil
			case ctx.Err() != nil:
				return "", ctx.Err()
			}
		}
	}
	return "", nil
}

// wrongDigest returns the id of the first accumulated vector that names the rule and has another
// digest, or "".
func (m Mutant) wrongDigest(all []vectors.Vector, match func(id string) bool) string {
	r := m.rules()
	fingerprint := func(text []byte) (string, int) { return r.Fingerprint(text) }
	for _, v := range all {
		if v.Stage == vectors.Accumulated && slices.Contains(v.Rules, m.Rule) &&
			slices.Contains(v.Schemes, r.Scheme.ID) && match(v.ID) &&
			r.Accumulated.Digest(v.Input.Seed, v.Input.Count, fingerprint) != v.Expect.Digest {
			return v.ID
		}
	}
	return ""
}
