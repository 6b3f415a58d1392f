package mutants

import (
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A failure of the whole pipeline is traced to the first stage that differs, with that stage's own
// input. The report names the stage.
func TestDiagnosis(t *testing.T) {
	const id = "pipeline-worked-example"
	for _, tt := range []struct {
		why    string
		mutate func(p *port.Port)
		stage  vectors.Stage // "" where no stage differs by itself
		text   string        // in the report for people
	}{
		{"decoding", func(p *port.Port) {
			f := p.Text
			p.Text = func(b []byte) string { return strings.ReplaceAll(f(b), "Caf", "Kaf") }
		},
			vectors.Text, "first difference at stage text (SPEC.md, chapter 1)"},
		{"identifiers", func(p *port.Port) { p.Identifiers = func(s string) string { return s } },
			vectors.Identifiers, `the same up to byte 12: …"Die STRASSE "`},
		{"normalisation", func(p *port.Port) {
			f := p.Normalise
			p.Normalise = func(s string) []string { return slices.DeleteFunc(f(s), func(r string) bool { return r == "strasse" }) }
		}, vectors.Normalise, "run 2: expected \"strasse\"  U+0073"},
		{"segmentation", func(p *port.Port) { p.Segment = func(runs []string) []string { return runs } },
			vectors.Segment, "token 4: expected nothing"},
		{"hash", func(p *port.Port) { f := p.Hash; p.Hash = func(b []byte) uint64 { return f(b) ^ 6 } },
			vectors.Hash, "2 bits differ: 0000000000000006"},
		{"counters", func(p *port.Port) {
			f := p.Counters
			p.Counters = func(h []uint64) []int64 { c := f(h); c[7] += 9; return c }
		}, vectors.Counters, "counter 7: expected -4, got 5"},
		{"sketch", func(p *port.Port) {
			f := p.Sketch
			p.Sketch = func(c []int64) []byte { return reversed(f(c)) }
		},
			vectors.Sketch, "30 bits differ: 04315f5d5d5f3104"},
		{"string", func(p *port.Port) {
			f := p.Encode
			p.Encode = func(k []byte, s, profile string) string { return strings.ToUpper(f(k, s, profile)) }
		}, vectors.Encode, `expected "sd1:arzqpmpmlbbaa"`},
		{"the joints", func(p *port.Port) {
			f := p.Whole
			p.Whole = func(pieces [][]byte) (string, int) { s, n := f(pieces); return s, n + 1 }
		}, "", "every stage agrees by itself (12 requests): they are joined wrongly"},
		{"a port that has nothing but the pipeline", func(p *port.Port) {
			p.Hello.Stages = []vectors.Stage{vectors.Pipeline}
			p.Whole = func([][]byte) (string, int) { return "sd1:aaaaaaaaaaaaa", 1 }
		}, "", "expected sd1:arzqpmpmlbbaa, 4 features"},
	} {
		p := portOf(rules.Of("sd1"))
		tt.mutate(p)
		r, err := conformance.Test(t.Context(), p, conformance.Options{Match: known.Glob(id)})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		res := r.Results[0]
		var stage vectors.Stage
		if res.Divergence != nil {
			stage = res.Divergence.Stage
		}
		if res.Status != report.Failing || stage != tt.stage {
			t.Errorf("%s: %s, first divergence at %q, want failed at %q", tt.why, res.Status, stage, tt.stage)
		}
		var text strings.Builder
		if err := r.WriteText(&text, true); err != nil || !strings.Contains(text.String(), tt.text) {
			t.Errorf("%s: the report does not say %q:\n%s", tt.why, tt.text, text.String())
		}
		if r.Conforms() {
			t.Errorf("%s: conforms", tt.why)
		}
	}
}

// The same for a MinHash, whose stages are others.
func TestDiagnosisOfMinHash(t *testing.T) {
	for _, tt := range []struct {
		why     string
		mutate  func(p *port.Port)
		replace func(r *rules.Rules)
		stage   vectors.Stage
		text    string
	}{
		{"shingles", func(p *port.Port) {
			f := p.Features
			p.Features = func(tokens []string) []uint64 { return f(tokens[1:]) }
		}, nil, vectors.Features, "element 1: expected \""},
		{"the full form", nil, mixing(func(x uint64) uint64 { return x }),
			vectors.Full, "slot 65: expected empty, got 0122c30d43b567b1"},
		{"no full form", func(p *port.Port) { p.Full = func([]uint64) []byte { return []byte("fpmh") } }, nil,
			vectors.Full, "expected 128 slots, got 1"},
		{"the stored form", nil, octetAs(func(value uint64, _, i int) uint64 { return value + uint64(i) }),
			vectors.Sketch, " of 128 slots differ, first slot 0: expected "},
		{"string", func(p *port.Port) {
			f := p.Encode
			p.Encode = func(k []byte, s, profile string) string { return strings.ToUpper(f(k, s, profile)) }
		}, nil, vectors.Encode, `got      "MH1:`},
	} {
		m := Mutant{Scheme: "mh1", mutate: tt.mutate, replace: tt.replace}
		p := m.port()
		r, err := conformance.Test(t.Context(), p, conformance.Options{Match: known.Glob("accumulated-mh1-1")})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		d := r.Results[0].Divergence
		if d == nil || d.Stage != tt.stage {
			t.Errorf("%s: first divergence %v, want at %s", tt.why, d, tt.stage)
		}
		var text strings.Builder
		if err := r.WriteText(&text, true); err != nil || !strings.Contains(text.String(), tt.text) {
			t.Errorf("%s: the report does not say %q:\n%s", tt.why, tt.text, text.String())
		}
	}
}
