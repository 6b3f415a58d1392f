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

// The same for a MinHash, whose stages are others.
func TestDiagnosisOfMinHash(t *testing.T) {
	for _, tt := range []struct {
		why    string
		mutate func(p *Port)
		stage  vectors.Stage
		text   string
	}{
		{"shingles", func(p *Port) {
			f := p.Features
			p.Features = func(tokens []string) []uint64 { return f(tokens[1:]) }
		}, vectors.Features, "element 1: expected \""},
		{"the full form", mixing(func(x uint64) uint64 { return x }),
			vectors.Full, "slot 65: expected empty, got 0122c30d43b567b1"},
		{"no full form", func(p *Port) { p.Full = func([]uint64) []byte { return []byte("fpmh") } },
			vectors.Full, "expected 128 slots, got 1"},
		{"the stored form", octetAs(func(value uint64, _, i int) uint64 { return value + uint64(i) }),
			vectors.Sketch, " of 128 slots differ, first slot 0: expected "},
		{"string", func(p *Port) {
			f := p.Encode
			p.Encode = func(k []byte, s, profile string) string { return strings.ToUpper(f(k, s, profile)) }
		}, vectors.Encode, `got      "MH1:`},
	} {
		p := compose(scheme.MH1)
		tt.mutate(p)
		r, err := Test(t.Context(), p, Options{Match: Glob("accumulated-mh1-1")})
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

// A vector that is about two schemes is for ports that have both, and the id that a
// case has for a port of one scheme is enough to ask for it of a port of several.
func TestSeveralSchemes(t *testing.T) {
	for _, tt := range []struct {
		schemes []*scheme.Scheme
		match   string
		want    []string
	}{
		{[]*scheme.Scheme{scheme.MH1}, "distance-mh1-and-*", nil},
		{[]*scheme.Scheme{scheme.MH1, scheme.MW1}, "distance-mh1-and-*", []string{"mh1/distance-mh1-and-mw1", "mh1/distance-mh1-and-mw1-b4"}},
		{[]*scheme.Scheme{scheme.MH1, scheme.SD1}, "distance-mh1-and-*", []string{"mh1/distance-mh1-and-sd1"}},
		{[]*scheme.Scheme{scheme.SD1, scheme.SM1}, "hash-empty", []string{"sd1/hash-empty", "sm1/hash-empty"}},
		{[]*scheme.Scheme{scheme.SD1, scheme.SM1}, "sm1/hash-empty", []string{"sm1/hash-empty"}},
		{[]*scheme.Scheme{scheme.SD1, scheme.MH1}, "sketch-*zero", []string{"sd1/sketch-zero", "mh1/sketch-full-zero", "mh1/sketch-full-all-zero"}},
	} {
		r, err := Test(t.Context(), NewReference(tt.schemes...), Options{Match: Glob(tt.match)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, res := range r.Results {
			if got = append(got, res.ID); res.Status != Passed {
				t.Errorf("%s: %s", res.ID, res.Status)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.match, got, tt.want)
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
	// A level is about more.
	if r, err = Test(t.Context(), p, Options{Accumulated: 100, Level: Digest}); err != nil || r.Conforms() {
		t.Errorf("without text digests: conforms %v, %v", r.Conforms(), err)
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
