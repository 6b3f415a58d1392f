package mutants

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestEveryRuleHasAMutant(t *testing.T) {
	names := map[string]bool{}
	have := map[string]int{} // mutants by rule
	for _, rule := range fpcheck.Rules() {
		have[rule.ID] = 0
	}
	for _, m := range All() {
		if names[m.Name] {
			t.Errorf("two mutants are called %s", m.Name)
		}
		names[m.Name] = true
		_, known := have[m.Rule]
		have[m.Rule]++
		if !known || m.Mistake == "" || (m.mutate == nil) == (m.replace == nil) {
			t.Errorf("%s: rule %q, mistake %q: incomplete", m.Name, m.Rule, m.Mistake)
		}
		if p := m.port(); (p == nil) != m.accumulated() {
			t.Errorf("%s: port returns %v", m.Name, p)
		}
	}
	for _, rule := range fpcheck.Rules() {
		if have[rule.ID] == 0 {
			t.Errorf("%s %s has no mutant", rule.ID, rule.Name)
		}
	}
}

// What makes no mistake is killed by nothing: neither the rules nor the parts that mutants
// are made of.
func TestTheUnmutatedSurvives(t *testing.T) {
	same := map[string]func(p *port.Port){
		"extractor": reading(func(*rules.HTML) {}),
		"xml parts": parsing(func(*rules.XML) {}),
		"digester":  digesting(func(*rules.TextDigest) {}),
		"comparer":  changing(func(*rules.TextComparison) {}),
		"passages":  repeating(func(*rules.Passages) {}),
		"pieces": whole(func(p *port.Port, pieces [][]byte) []string {
			var text strings.Builder
			eachText(p, pieces, func(s string) { text.WriteString(s) })
			return p.Segment(normaliseEach(p, []string{p.Identifiers(text.String())}))
		}),
	}
	type part struct {
		name, scheme string
		mutate       func(p *port.Port)
		pieces       bool // it sees the pieces of a text; others get them joined, by portOf
	}
	var parts []part
	for name, mutate := range same {
		parts = append(parts, part{name: name, scheme: "sd1", mutate: mutate, pieces: name == "pieces" || name == "digester"})
	}
	for _, s := range scheme.All() {
		parts = append(parts, part{name: "rules", scheme: s.ID(), mutate: func(*port.Port) {}, pieces: !testing.Short()})
	}
	all := slices.DeleteFunc(vectors.All(), isLong)
	for _, part := range parts {
		t.Run(part.scheme+"/"+part.name, func(t *testing.T) {
			t.Parallel()
			m := Mutant{Name: part.name, Scheme: part.scheme, mutate: part.mutate}
			s, p := m.scheme(), m.port()
			for _, v := range all {
				if !slices.Contains(v.Schemes, s.ID()) {
					continue
				}
				for c := range cases.Of(s, v) {
					if c.Request.Cuts != nil && !part.pieces {
						continue
					}
					reply := p.Answer(c.Request)
					if reply.Result.Outcome == protocol.Failed {
						t.Fatalf("%s: %s", c.Request.ID, reply.Reason)
					}
					if reply.Result.Outcome != protocol.Unsupported && !cases.Agree(c.Want, reply.Result) {
						t.Errorf("%s, which makes no mistake, fails %s", part.name, c.Request.ID)
					}
				}
			}
		})
	}
	for _, rule := range []string{"R12.1", "R12.2", "R12.3"} {
		m := Mutant{Name: "accumulated", Rule: rule}
		if by := m.wrongDigest(all, known.Glob("**")); by != "" {
			t.Errorf("%s, which makes no mistake, fails %s", m.Name, by)
		}
	}
}

func TestRunMutants(t *testing.T) {
	tie := All()[slices.IndexFunc(All(), func(m Mutant) bool { return m.Name == "tie-is-one" })]
	panics := Mutant{Name: "panics", Rule: "R7.2", mutate: func(p *port.Port) {
		p.Sketch = func([]int64) []byte { panic("out of order") }
	}}
	for _, test := range []struct {
		name   string
		mutant Mutant
		match  string // the cases that are asked; "": all
		by     string
		err    string
	}{
		{name: "killed", mutant: tie, match: "sketch-tie", by: "sketch-tie"},
		{name: "not asked", mutant: tie, match: "hash-empty"},
		{name: "other scheme", mutant: Mutant{Name: "sm1", Rule: "R7.2", Scheme: "sm1", replace: tie.replace}, match: "segment-alphabetic-mark"},
		{name: "no mistake", mutant: Mutant{Name: "none", Rule: "R7.2", mutate: func(*port.Port) {}}},
		{name: "mistake under another rule", mutant: Mutant{Name: "tie", Rule: "R8.9", replace: tie.replace}},
		{name: "fault of the mutant", mutant: panics, err: "panics: sketch-zero: panic: out of order"},
	} {
		t.Run(test.name, func(t *testing.T) {
			kills, err := runMutants(t.Context(), []Mutant{test.mutant}, known.Glob(cmp.Or(test.match, "**")))
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(kills) != 1 || kills[0].Mutant.Name != test.mutant.Name || kills[0].By != test.by {
				t.Errorf("%v, want killed by %q", kills, test.by)
			}
		})
	}
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Run(ctx, known.Glob("**")); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}
