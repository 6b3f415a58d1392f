package mutants

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/internal/chapters"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestEveryRuleHasAMutant(t *testing.T) {
	names := map[string]bool{}
	have := map[string]int{}
	for _, m := range All() {
		if names[m.Name] {
			t.Errorf("two mutants are called %s", m.Name)
		}
		names[m.Name] = true
		have[m.Rule]++
		if chapters.Rule(m.Rule).ID == "" || m.Mistake == "" || (m.mutate == nil) == (m.replace == nil) {
			t.Errorf("%s: rule %q, mistake %q: incomplete", m.Name, m.Rule, m.Mistake)
		}
		if p := m.Port(); (p == nil) != m.accumulated() {
			t.Errorf("%s: Port returns %v", m.Name, p)
		}
	}
	for _, rule := range fpcheck.Rules() {
		if have[rule.ID] == 0 {
			t.Errorf("%s %s has no mutant", rule.ID, rule.Name)
		}
	}
}

// The vectors prove that they pin the rules: each mutant fails one that names its
// rule.
func TestEveryMutantIsKilled(t *testing.T) {
	kills, err := Run(t.Context(), Options{First: true}) // "make conform" runs them on every case
	if err != nil {
		t.Fatal(err)
	}
	if len(kills) != len(All()) {
		t.Errorf("%d results for %d mutants", len(kills), len(All()))
	}
	for _, k := range kills {
		if len(k.By) == 0 {
			t.Errorf("%s survives: no vector that names %s catches an implementation that %s", k.Mutant.Name, k.Mutant.Rule, k.Mutant.Mistake)
		}
	}
}

// What makes no mistake is killed by nothing: neither the rules nor the parts that mutants
// are made of.
func TestTheUnmutatedSurvives(t *testing.T) {
	same := map[string]func(p *protocol.Port){
		"extractor": reading(func(*rules.HTML) {}),
		"xml parts": parsing(func(*rules.XML) {}),
		"digester":  digesting(func(*rules.TextDigest) {}),
		"pieces": whole(func(p *protocol.Port, pieces [][]byte) []string {
			var text strings.Builder
			eachText(p, pieces, func(s string) { text.WriteString(s) })
			return p.Segment(normaliseEach(p, []string{p.Identifiers(text.String())}))
		}),
	}
	type part struct {
		name, scheme string
		mutate       func(p *protocol.Port)
		pieces       bool // it sees the pieces of a text; others get them joined, by portOf
	}
	var parts []part
	for name, mutate := range same {
		parts = append(parts, part{name: name, scheme: "sd1", mutate: mutate, pieces: name == "pieces" || name == "digester"})
	}
	for _, s := range scheme.All() {
		parts = append(parts, part{name: "rules", scheme: s.ID(), mutate: func(*protocol.Port) {}, pieces: !testing.Short()})
	}
	all := slices.DeleteFunc(vectors.All(), isLong)
	for _, part := range parts {
		t.Run(part.scheme+"/"+part.name, func(t *testing.T) {
			t.Parallel()
			m := Mutant{Name: part.name, Scheme: part.scheme, mutate: part.mutate}
			s, p := m.scheme(), m.Port()
			for _, v := range all {
				if !slices.Contains(v.Schemes, s.ID()) {
					continue
				}
				for c := range conformance.Cases(s, v) {
					if c.Request.Cuts != nil && !part.pieces {
						continue
					}
					reply := p.Answer(c.Request)
					if reply.Result.Outcome == protocol.Failed {
						t.Fatalf("%s: %s", c.Request.ID, reply.Reason)
					}
					if reply.Result.Outcome != protocol.Unsupported && !conformance.Agree(c.Want, reply.Result) {
						t.Errorf("%s, which makes no mistake, fails %s", part.name, c.Request.ID)
					}
				}
			}
		})
	}
	for _, rule := range []string{"R12.1", "R12.2", "R12.3"} {
		m := Mutant{Name: "accumulated", Rule: rule}
		if by := m.wrongDigests(all, Options{Match: func(string) bool { return true }}); len(by) > 0 {
			t.Errorf("%s, which makes no mistake, fails %v", m.Name, by)
		}
	}
}

func TestRunMutants(t *testing.T) {
	tie := All()[slices.IndexFunc(All(), func(m Mutant) bool { return m.Name == "tie-is-one" })]
	only := func(id string) func(string) bool { return func(s string) bool { return s == id } }
	panics := Mutant{Name: "panics", Rule: "R7.2", mutate: func(p *protocol.Port) {
		p.Sketch = func([]int64) []byte { panic("out of order") }
	}}
	for _, test := range []struct {
		name    string
		mutant  Mutant
		options Options
		by      []string
		err     string
	}{
		{name: "killed", mutant: tie, options: Options{Match: only("sketch-tie")}, by: []string{"sketch-tie"}},
		{name: "not asked", mutant: tie, options: Options{Match: only("hash-empty")}},
		{name: "other scheme", mutant: Mutant{Name: "sm1", Rule: "R7.2", Scheme: "sm1", replace: tie.replace}, options: Options{Match: only("segment-alphabetic-mark")}},
		{name: "no mistake", mutant: Mutant{Name: "none", Rule: "R7.2", mutate: func(*protocol.Port) {}}},
		{name: "mistake under another rule", mutant: Mutant{Name: "tie", Rule: "R8.9", replace: tie.replace}},
		{name: "fault of the mutant", mutant: panics, err: "panics: sketch-zero: panic: out of order"},
	} {
		t.Run(test.name, func(t *testing.T) {
			done := 0
			test.options.Progress = func(n int) { done = n }
			kills, err := runMutants(t.Context(), []Mutant{test.mutant}, test.options)
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if done != 1 || len(kills) != 1 || kills[0].Mutant.Name != test.mutant.Name || !slices.Equal(kills[0].By, test.by) {
				t.Errorf("%d done, %v, want killed by %v", done, kills, test.by)
			}
		})
	}
	t.Run("of one scheme", func(t *testing.T) {
		kills, err := Run(t.Context(), Options{Schemes: []string{"x-none"}})
		if err != nil || len(kills) > 0 {
			t.Errorf("%d mutants of no scheme, error %v", len(kills), err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Run(ctx, Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}
