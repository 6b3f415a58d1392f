package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A failure of the whole pipeline is traced to the first stage that differs, with
// that stage's own input, and said so.
func TestDiagnosis(t *testing.T) {
	const id = "pipeline-worked-example"
	for _, tt := range []struct {
		why    string
		mutate func(p *Port)
		stage  vectors.Stage // "" where no stage differs by itself
		text   string        // in the report for people
	}{
		{"decoding", func(p *Port) {
			f := p.Text
			p.Text = func(b []byte) string { return strings.ReplaceAll(f(b), "Caf", "Kaf") }
		},
			vectors.Text, "first difference at stage text (SPEC.md, chapter 1)"},
		{"identifiers", func(p *Port) { p.Identifiers = func(s string) string { return s } },
			vectors.Identifiers, `the same up to octet 12: …"Die STRASSE "`},
		{"normalisation", func(p *Port) {
			f := p.Normalise
			p.Normalise = func(s string) []string { return slices.DeleteFunc(f(s), func(r string) bool { return r == "strasse" }) }
		}, vectors.Normalise, "run 2: expected \"strasse\"  U+0073"},
		{"segmentation", func(p *Port) { p.Segment = func(runs []string) []string { return runs } },
			vectors.Segment, "token 4: expected nothing"},
		{"hash", func(p *Port) { f := p.Hash; p.Hash = func(b []byte) uint64 { return f(b) ^ 6 } },
			vectors.Hash, "2 bits differ: 0000000000000006"},
		{"counters", func(p *Port) {
			f := p.Counters
			p.Counters = func(h []uint64) []int64 { c := f(h); c[7] += 9; return c }
		}, vectors.Counters, "counter 7: expected -4, got 5"},
		{"sketch", func(p *Port) { f := p.Sketch; p.Sketch = func(c []int64) []byte { return reversed(f(c)) } },
			vectors.Sketch, "30 bits differ: 04315f5d5d5f3104"},
		{"string", func(p *Port) {
			f := p.Encode
			p.Encode = func(k []byte, s, profile string) string { return strings.ToUpper(f(k, s, profile)) }
		}, vectors.Encode, `expected "sd1:arzqpmpmlbbaa"`},
		{"the joints", func(p *Port) {
			f := p.Whole
			p.Whole = func(pieces [][]byte) (string, int) { s, n := f(pieces); return s, n + 1 }
		}, "", "every stage agrees by itself (12 requests): they are joined wrongly"},
		{"a port that has nothing but the pipeline", func(p *Port) {
			p.Hello.Stages = []vectors.Stage{vectors.Pipeline}
			p.Whole = func([][]byte) (string, int) { return "sd1:aaaaaaaaaaaaa", 1 }
		}, "", "expected sd1:arzqpmpmlbbaa, 4 features"},
	} {
		p := compose(scheme.SD1)
		tt.mutate(p)
		r, err := Test(t.Context(), p, Options{Match: Glob(id)})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		res := r.Results[0]
		var stage vectors.Stage
		if res.Divergence != nil {
			stage = res.Divergence.Stage
		}
		if res.Status != Failing || stage != tt.stage {
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

// A port that has nothing but the pipeline gets a verdict all the same.
func TestPipelineOnly(t *testing.T) {
	p := compose(scheme.SD1)
	p.Hello.Stages = []vectors.Stage{vectors.Pipeline}
	r, err := Test(t.Context(), p, Options{Accumulated: 100})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Conforms() || !slices.Contains(r.Untested(), vectors.Normalise) || !slices.Contains(r.Untested(), Stream) {
		t.Errorf("conforms %v, untested %v", r.Conforms(), r.Untested())
	}
	// Without it there is nothing to conform with.
	p.Hello.Stages = []vectors.Stage{vectors.Hash}
	if r, err = Test(t.Context(), p, Options{}); err != nil || r.Conforms() {
		t.Errorf("a port without the pipeline: %v, conforms %v", err, r.Conforms())
	}
	p.Hello.Schemes = []string{"zz9"}
	if _, err = Test(t.Context(), p, Options{}); err == nil || !strings.Contains(err.Error(), "the port has schemes zz9: none that is asked for") {
		t.Errorf("a port of another scheme: %v", err)
	}
}

func TestKnownFailures(t *testing.T) {
	known, err := ParseKnownFailures(strings.NewReader("# comment\n\nhash-a # why\npipeline-*\npipeline-b/**\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Report{Results: []*Result{
		{ID: "hash-a", Status: Failing},
		{ID: "hash-ab", Status: Failing},
		{ID: "pipeline-a", Status: Unanswered},
		{ID: "pipeline-a/cut-1", Status: Failing},
		{ID: "pipeline-b/cut-1/x", Status: Failing},
		{ID: "pipeline-c", Status: Passed},
	}}
	known.Apply(r)
	for id, want := range map[string]Status{
		"hash-a": Known, "hash-ab": Failing, "pipeline-a": Known, "pipeline-a/cut-1": Failing, "pipeline-b/cut-1/x": Known, "pipeline-c": Passed,
	} {
		i := slices.IndexFunc(r.Results, func(res *Result) bool { return res.ID == id })
		if got := r.Results[i].Status; got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if want := []string{`pipeline-c: listed as failing by "pipeline-*", and passes`}; !slices.Equal(r.Stale, want) {
		t.Errorf("stale %q, want %q", r.Stale, want)
	}
	if r.AsExpected() || r.Conforms() {
		t.Error("a run with a stale entry is as expected")
	}
}

func TestAlign(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want string // - for what is only in a, + for what is only in b, ~ for a pair
	}{
		{"a b c", "a b c", "==="},
		{"a b c", "a c", "=-="},
		{"a c", "a b c", "=+="},
		{"a b c", "a x c", "=~="},
		{"a b c d", "c d", "--=="},
		{"", "a", "+"},
		{"a b", "x y z", "~~+"},
	} {
		a, b := strings.Fields(tt.a), strings.Fields(tt.b)
		var got strings.Builder
		for _, p := range align(a, b) {
			switch {
			case p.b < 0:
				got.WriteByte('-')
			case p.a < 0:
				got.WriteByte('+')
			case a[p.a] == b[p.b]:
				got.WriteByte('=')
			default:
				got.WriteByte('~')
			}
		}
		// What is equal at the start needs no row.
		want := strings.TrimLeft(tt.want, "=")
		if strings.TrimLeft(got.String(), "=") != want {
			t.Errorf("%q and %q align as %s, want %s", tt.a, tt.b, got.String(), tt.want)
		}
	}
}
