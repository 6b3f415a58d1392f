package fuzz

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/inputs"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// checkVector loads printed output as a vector file. The reference passes it and the port fails it.
func checkVector(t *testing.T, d *Disagreement, p protocol.Implementation) {
	t.Helper()
	files, err := vectors.Load(fstest.MapFS{"found.yaml": {Data: d.YAML()}})
	if err != nil || len(files) != 1 || len(files[0].Vectors) != 1 {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	v := files[0].Vectors[0]
	if got, err := conformance.Reference(v); err != nil || !cases.Agree(v.Expect, got) {
		t.Errorf("the reference fails it: %v\n%s", err, d.YAML())
	}
	r := protocol.Request{Stage: v.Stage, Scheme: p.Describe().Schemes[0], Input: v.Input}
	if d.Cuts != nil {
		r.Stage, r.Cuts = protocol.Stream, d.Cuts
	}
	if cases.Agree(v.Expect, p.Answer(r).Result) {
		t.Errorf("the port passes it\n%s", d.YAML())
	}
	if v.Why != "…" {
		t.Errorf("why is %q: that is for a person to say", v.Why)
	}
}

// wrong is the reference with mistakes. Each mistake alters the answers of one stage for one
// scheme. It also alters the fingerprints of affected texts.
type wrong struct {
	protocol.Implementation
	mistakes []mistake
}

type mistake struct {
	stage   vectors.Stage
	scheme  string // "": any
	shows   func(in vectors.Data) bool
	alter   func(out *vectors.Data)
	inTexts string // texts with one of these code points have another fingerprint
}

func (w wrong) Answer(r protocol.Request) protocol.Reply {
	reply := w.Implementation.Answer(r)
	for _, m := range w.mistakes {
		whole := r.Stage == vectors.Pipeline || r.Stage == protocol.Stream
		switch out := &reply.Result; {
		case m.scheme != "" && r.Scheme != m.scheme:
		case r.Stage == m.stage && m.shows(r.Input):
			m.alter(out)
		case whole && out.Features != nil && bytes.ContainsAny(r.Input.Raw.Bytes(), m.inTexts):
			n := *out.Features + 1
			out.Features = &n
		}
	}
	return reply
}

// listHas returns a function that reports whether a part of a list contains a code point.
func listHas(points string) func([]vectors.Bytes) bool {
	return func(list []vectors.Bytes) bool {
		return slices.ContainsFunc(list, func(o vectors.Bytes) bool { return bytes.ContainsAny(o.Bytes(), points) })
	}
}

var (
	sharpS = mistake{stage: vectors.Normalise, scheme: "sd1", inTexts: "ß",
		shows: func(in vectors.Data) bool { return bytes.ContainsAny(in.Text.Bytes(), "ß") },
		alter: func(out *vectors.Data) { out.Runs = out.Runs[:len(out.Runs)-1] }}
	kana = mistake{stage: vectors.Features, scheme: "sm1", inTexts: "あ",
		shows: func(in vectors.Data) bool { return listHas("あ")(in.Tokens) },
		alter: func(out *vectors.Data) { out.Elements = append(out.Elements, "ffffffffffffffff") }}
	long = mistake{stage: vectors.Features, scheme: "mh1",
		shows: func(in vectors.Data) bool { return len(in.Tokens) > 4 },
		alter: func(out *vectors.Data) { out.Elements = out.Elements[1:] }}
	tie = mistake{stage: vectors.Sketch, scheme: "sd1",
		shows: func(in vectors.Data) bool { return slices.Contains(in.Counters, 0) },
		alter: func(out *vectors.Data) { out.Sketch = "0123456789abcdef" }}
	padded = mistake{stage: vectors.Decode,
		shows: func(vectors.Data) bool { return true },
		alter: func(out *vectors.Data) {
			if out.Profile != "" {
				out.Profile = "page"
			}
		}}
)

func referenceOf(ids ...string) protocol.Implementation {
	if ids == nil {
		return conformance.NewReference(scheme.All()...)
	}
	var list []*scheme.Scheme
	for _, id := range ids {
		s, err := scheme.Lookup(id)
		if err != nil {
			panic(err)
		}
		list = append(list, s)
	}
	return conformance.NewReference(list...)
}

func run(t *testing.T, o Options, ports ...protocol.Implementation) *Report {
	t.Helper()
	r, err := RunImplementations(t.Context(), ports, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFuzzAgrees checks that the reference agrees with itself, in cases of all generators.
func TestFuzzAgrees(t *testing.T) {
	r := run(t, Options{Seed: 7, Cases: 150}, referenceOf(), referenceOf())
	if !r.Agrees() || r.cases != 150 || r.ports[0].Answers < 1000 || r.ports[0].Answers != r.ports[1].Answers {
		t.Errorf("%v", r.Summary())
	}
	cases := 0
	for name := range Generators() {
		cases += r.generators[name]
		if r.generators[name] == 0 {
			t.Errorf("no case of %s", name)
		}
	}
	if cases != r.cases {
		t.Errorf("%d cases by generator, %d in all", cases, r.cases)
	}
}

// TestFuzzIsDeterministic checks that results do not depend on the speed of ports.
func TestFuzzIsDeterministic(t *testing.T) {
	var first []byte
	for _, jobs := range []int{1, 4} {
		var found []string
		o := Options{Seed: 5, Cases: 200, Jobs: jobs, MostFailures: 4, Found: func(d *Disagreement) { found = append(found, d.Vector.ID) }}
		r := run(t, o, wrong{referenceOf(), []mistake{sharpS, kana}}, wrong{referenceOf(), []mistake{tie, long, padded}})
		r.seconds = 0
		for _, p := range r.ports { // up to the last disagreement, since others may be ahead
			p.Answers, p.Wrong = 0, 0
		}
		var ids []string
		for _, d := range r.Disagreements {
			ids = append(ids, d.Vector.ID)
		}
		if diff := cmp.Diff(ids, found); diff != "" || len(ids) < 3 {
			t.Errorf("found is called with others (-report +found):\n%s", diff)
		}
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		} else if diff := cmp.Diff(string(first), b.String()); diff != "" {
			t.Errorf("with %d jobs (-1 job):\n%s", jobs, diff)
		}
	}
}

// TestFuzzGoesOn checks a frequent fault. It does not end the run, hide a rare fault, or fill the
// list.
func TestFuzzGoesOn(t *testing.T) {
	alike := mistake{stage: vectors.Distance,
		shows: func(in vectors.Data) bool { return in.Strings[0] == in.Strings[1] },
		alter: func(out *vectors.Data) { out.Similarity = nil }}
	o := Options{Seed: 1, Cases: 150, Generators: []string{"strings"}, MostAlike: 1}
	r := run(t, o, wrong{referenceOf(), []mistake{padded, alike}})
	listed, counted := make(map[string]int), r.Unread
	for _, d := range r.Disagreements {
		listed[string(d.Request.Stage)]++
		counted += 1 + d.Again
		if first := r.Disagreements[0]; d != first && d.Kind == first.Kind {
			t.Errorf("two of the kind %s", d.Kind)
		}
	}
	for _, more := range r.More {
		counted += more
	}
	if listed["decode"] == 0 || listed["distance"] == 0 || len(r.More) == 0 || r.cases != o.Cases {
		t.Errorf("%v, and %v more, in %d cases: %q", listed, r.More, r.cases, r.Summary())
	}
	// Strings have no cuts, so each wrong answer is counted once.
	if r.Unread == 0 || counted != r.ports[0].Wrong {
		t.Errorf("%d of %d wrong answers are counted: %q", counted, r.ports[0].Wrong, r.Summary())
	}
}

// TestFuzzTellsFaultsApart checks that a fault in one scheme does not hide a fault in another
// scheme. Nor does one port hide another. The answer of each port is beside the vector.
func TestFuzzTellsFaultsApart(t *testing.T) {
	r := run(t, Options{Seed: 1, Cases: 320, MostFailures: 20},
		wrong{referenceOf(), []mistake{sharpS, kana}}, wrong{referenceOf(), []mistake{sharpS, long}}, referenceOf("sd1"))
	met := make(map[string][]bool) // which ports agree, by stage and scheme
	for _, d := range r.Disagreements {
		var agrees []bool
		for _, a := range d.Answers {
			agrees = append(agrees, a.Agrees)
		}
		met[string(d.Request.Stage)+" "+strings.Join(d.Vector.Schemes, " ")] = agrees
	}
	for _, tt := range []struct {
		what   string
		agrees []bool
		why    string
	}{
		{"normalise sd1", []bool{false, false, true}, "both have the same mistake, the third does not"},
		{"features sm1", []bool{false, true}, "only the first has it, and the third has no sm1"},
		{"features mh1", []bool{true, false}, "only the second"},
	} {
		if diff := cmp.Diff(tt.agrees, met[tt.what]); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.what, tt.why, diff)
		}
	}
	if len(r.Disagreements) > 8 {
		t.Errorf("%d disagreements of three mistakes: %q", len(r.Disagreements), r.Summary())
	}
	if r.ports[2].Wrong > 0 || r.ports[0].Wrong == 0 {
		t.Errorf("%q", r.Summary())
	}
}

// pipelineOnly is an implementation without single stages.
type pipelineOnly struct{ protocol.Implementation }

func (p pipelineOnly) Describe() protocol.Hello {
	h := p.Implementation.Describe()
	h.Stages = []vectors.Stage{vectors.Pipeline}
	return h
}

// TestFuzzPipelineOnly checks that texts are shrunk for a port with only the pipeline.
func TestFuzzPipelineOnly(t *testing.T) {
	p := pipelineOnly{wrong{referenceOf("sd1"), []mistake{sharpS}}}
	r := run(t, Options{Seed: 1, Cases: 1000, MostFailures: 1}, p)
	if len(r.Disagreements) != 1 {
		t.Fatalf("%d disagreements", len(r.Disagreements))
	}
	d := r.Disagreements[0]
	if d.Vector.Stage != vectors.Pipeline || d.To > 6 || !slices.Contains(d.Vector.Rules, "R9.1") {
		t.Errorf("%s", d.YAML())
	}
	checkVector(t, d, p)
}

// refusing answers every request for the whole pipeline with an outcome.
type refusing struct {
	protocol.Implementation
	outcome string
}

func (p refusing) Answer(r protocol.Request) protocol.Reply {
	if r.Stage == vectors.Pipeline || r.Stage == protocol.Stream {
		return protocol.Reply{ID: r.ID, Result: vectors.Data{Outcome: p.outcome}, Reason: "no"}
	}
	return p.Implementation.Answer(r)
}

// TestFuzzRefusing checks that a refused whole is not called joined wrongly.
func TestFuzzRefusing(t *testing.T) {
	for _, outcome := range []string{protocol.Unsupported, protocol.Failed} {
		r := run(t, Options{Seed: 1, Cases: 100, MostFailures: 1}, refusing{referenceOf("sd1"), outcome})
		if len(r.Disagreements) != 1 || r.Disagreements[0].Steps != 0 {
			t.Errorf("%s: %q", outcome, r.Summary())
		}
	}
}

// TestFuzzGenerators checks that cases of other generators are skipped, and each keeps its number.
func TestFuzzGenerators(t *testing.T) {
	p := wrong{referenceOf("sd1"), []mistake{padded}}
	var numbers []uint64
	o := Options{Seed: 1, First: 100, Cases: 20, Generators: []string{"strings"}, MostFailures: 99, Found: func(d *Disagreement) { numbers = append(numbers, d.Case) }}
	r := run(t, o, p)
	if len(r.generators) != 1 || r.generators["strings"] != 20 {
		t.Fatalf("%v", r.generators)
	}
	if len(numbers) == 0 || numbers[0] < 100 || inputs.GeneratorOf(numbers[0]) != "strings" {
		t.Fatalf("disagreements in cases %v", numbers)
	}
	// The case alone is the same.
	alone := run(t, Options{Seed: 1, First: numbers[0], Cases: 1}, p)
	if len(alone.Disagreements) == 0 || !bytes.Equal(alone.Disagreements[0].YAML(), r.Disagreements[0].YAML()) {
		t.Errorf("%d disagreements", len(alone.Disagreements))
	}
	checkVector(t, r.Disagreements[0], p)
}

func TestFuzzDuration(t *testing.T) {
	begun := time.Now()
	r := run(t, Options{Duration: 300 * time.Millisecond}, referenceOf("sd1"))
	if r.cases == 0 || time.Since(begun) > 10*time.Second {
		t.Errorf("%d cases in %v", r.cases, time.Since(begun))
	}
}

// TestFuzzInterrupted checks that an interrupted run and its continuation add up to the whole.
func TestFuzzInterrupted(t *testing.T) {
	o := Options{Seed: 1, Cases: 500, Generators: []string{"scalars", "stages"}}
	p := []protocol.Implementation{wrong{referenceOf("sd1"), []mistake{tie}}}
	whole, err := RunImplementations(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	cut := o
	cut.Progress = func(cases int) {
		if cases >= 100 {
			interrupt()
		}
	}
	first, err := RunImplementations(ctx, p, cut)
	if !errors.Is(err, context.Canceled) || first.cases < 100 || first.cases == whole.cases {
		t.Fatalf("%d cases, error %v", first.cases, err)
	}
	o.First, o.Cases = first.Next, o.Cases-first.cases
	rest, err := RunImplementations(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := first.ports[0], rest.ports[0], whole.ports[0]
	if a.Answers+b.Answers != c.Answers || a.Wrong+b.Wrong != c.Wrong || c.Wrong == 0 || rest.Next != whole.Next {
		t.Errorf("%d and %d answers of %d, %d and %d wrong of %d, next %d of %d",
			a.Answers, b.Answers, c.Answers, a.Wrong, b.Wrong, c.Wrong, rest.Next, whole.Next)
	}
}

func TestFuzzOtherSchemes(t *testing.T) {
	_, err := RunImplementations(t.Context(), []protocol.Implementation{referenceOf("sd1")}, Options{Schemes: []string{"sm1"}})
	if err == nil || !strings.HasSuffix(err.Error(), "has schemes sd1: none of them was requested") {
		t.Errorf("error %v", err)
	}
}

// TestAgree compares Agree with reflection, on answers and small variations. Agree must cover all
// fields.
func TestAgree(t *testing.T) {
	if n := reflect.TypeFor[vectors.Data]().NumField(); n != 47 {
		t.Errorf("%d fields: does Agree compare the new one?", n)
	}
	var all []vectors.Data
	for number := range uint64(15) {
		_, cases := Cases(1, number, referenceOf().Describe(), scheme.All())
		for _, j := range cases {
			all = append(all, j.Want, j.Request.Input)
		}
	}
	one, half := 1, .5
	all = append(all, vectors.Data{}, vectors.Data{Features: &one}, vectors.Data{Similarity: &half}, vectors.Data{Runs: []vectors.Bytes{}},
		vectors.Data{Elements: []string{}}, vectors.Data{Charset: "x"}, vectors.Data{Medium: "x"}, vectors.Data{Text: vectors.BytesOf(nil)}, vectors.Data{Seed: 1}, vectors.Data{Digest: "x"},
		vectors.Data{Weights: []int64{1}}, vectors.Data{Bands: 1}, vectors.Data{Rows: 1}, vectors.Data{Most: 1},
		vectors.Data{Threshold: &half}, vectors.Data{Floor: &half}, vectors.Data{Keys: []string{"00"}},
		vectors.Data{Similarities: []float64{half}}, vectors.Data{Texts: []vectors.Bytes{}}, vectors.Data{Compared: [][]vectors.Bytes{}},
		vectors.Data{Compared: [][]vectors.Bytes{{}, {}}}, vectors.Data{Counts: []int64{1}}, vectors.Data{Sketches: []string{""}},
		vectors.Data{Same: new(bool)}, vectors.Data{Numbers: new(bool)},
		vectors.Data{Words: 1}, vectors.Data{Places: []int64{}}, vectors.Data{Places: []int64{1}},
		vectors.Data{Passages: [][]int64{}}, vectors.Data{Passages: [][]int64{{1}}})
	for i, a := range all {
		for _, b := range all[max(0, i-8):min(len(all), i+8)] {
			want := a
			if b.Items == nil { // they need not be shown
				want.Items = nil
			}
			if b.Compared == nil {
				want.Compared = nil
			}
			if b.Weights == nil {
				want.Weights = nil
			}
			if b.Places == nil {
				want.Places = nil
			}
			if got := cases.Agree(a, b); got != cmp.Equal(want, b) {
				t.Fatalf("Agree says %v of\n%v\n%v", got, a, b)
			}
		}
	}
}

func TestFuzzReportIsJSON(t *testing.T) {
	r := run(t, Options{Seed: 1, Cases: 200, MostFailures: 1}, wrong{referenceOf("sd1"), []mistake{tie}})
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Seed          uint64
		Cases         int
		Ports         []struct{ Hello struct{ Name string } }
		Disagreements []struct {
			ID, Stage, YAML string
			Schemes, Rules  []string
			From, To        int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	d := got.Disagreements[0]
	if got.Seed != 1 || got.Ports[0].Hello.Name != "fpcheck" || d.Stage != "sketch" || !strings.HasPrefix(d.ID, "sketch-fuzz-1-") ||
		d.From == 0 || d.To == 0 ||
		!slices.Equal(d.Rules, []string{"R7.9"}) || !slices.Equal(d.Schemes, []string{"sd1"}) || !strings.Contains(d.YAML, "- id: "+d.ID) {
		t.Errorf("%+v", got)
	}
}
