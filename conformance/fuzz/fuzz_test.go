package fuzz_test

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
	"github.com/lsh-interop/fpcheck/conformance/fuzz"
	"github.com/lsh-interop/fpcheck/conformance/inputs"
	"github.com/lsh-interop/fpcheck/conformance/mutants"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// checkVector loads what is printed as a vector file: the reference passes it and the
// port fails it.
func checkVector(t *testing.T, d *fuzz.Disagreement, p *protocol.Port) {
	t.Helper()
	files, err := vectors.Load(fstest.MapFS{"found.yaml": {Data: d.YAML()}})
	if err != nil || len(files) != 1 || len(files[0].Vectors) != 1 {
		t.Fatalf("%v\n%s", err, d.YAML())
	}
	v := files[0].Vectors[0]
	if got, err := conformance.Reference(v); err != nil || !conformance.Agree(v.Expect, got) {
		t.Errorf("the reference fails it: %v\n%s", err, d.YAML())
	}
	r := protocol.Request{Stage: v.Stage, Scheme: p.Hello.Schemes[0], Input: v.Input}
	if d.Cuts != nil {
		r.Stage, r.Cuts = protocol.Stream, d.Cuts
	}
	if conformance.Agree(v.Expect, p.Answer(r).Result) {
		t.Errorf("the port passes it\n%s", d.YAML())
	}
	if v.Why != "…" {
		t.Errorf("why is %q: that is for a person to say", v.Why)
	}
}

// The reference agrees with the rules.
func TestFuzzAgrees(t *testing.T) {
	plain := protocol.Family{}
	for _, s := range scheme.All() {
		plain = append(plain, mutants.Unmutated(s.ID()))
	}
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{conformance.NewReference(scheme.All()...), plain}, fuzz.Options{Suspects: mutants.Suspects(), Seed: 7, Cases: 150})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Agrees() || r.Cases != 150 || r.Ports[0].Answers < 1000 || r.Ports[0].Answers != r.Ports[1].Answers {
		t.Errorf("%v", r.Summary())
	}
	cases := 0
	for _, g := range inputs.Generators() {
		cases += r.Generators[g.Name]
		if r.Generators[g.Name] == 0 {
			t.Errorf("no case of %s", g.Name)
		}
	}
	if cases != r.Cases {
		t.Errorf("%d cases by generator, %d in all", cases, r.Cases)
	}
}

func mutant(name string) mutants.Mutant {
	return mutants.All()[slices.IndexFunc(mutants.All(), func(m mutants.Mutant) bool { return m.Name == name })]
}

// wrongIn is a family of which some members are mutants.
func wrongIn(names ...string) protocol.Family {
	var f protocol.Family
	for _, s := range scheme.All() {
		p := mutants.Unmutated(s.ID())
		for _, name := range names {
			if m := mutant(name); m.Port().Hello.Schemes[0] == s.ID() {
				p = m.Port()
			}
		}
		f = append(f, p)
	}
	return f
}

// What is found does not depend on who is faster.
func TestFuzzIsDeterministic(t *testing.T) {
	var first []byte
	for _, jobs := range []int{1, 4} {
		var found []string
		o := fuzz.Options{Suspects: mutants.Suspects(), Seed: 5, Cases: 200, Jobs: jobs, MostFailures: 4, Found: func(d *fuzz.Disagreement) { found = append(found, d.Vector.ID) }}
		r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{wrongIn("final-sigma-kept", "clusters-weigh-one"), wrongIn("tie-is-one")}, o)
		if err != nil {
			t.Fatal(err)
		}
		r.Seconds = 0
		for _, p := range r.Ports { // as far as the last disagreement, others may be ahead
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

// A fault in one scheme does not hide another in another scheme, nor one port the next;
// and each port's answer stands beside the vector.
func TestFuzzTellsFaultsApart(t *testing.T) {
	ports := []protocol.Implementation{wrongIn("final-sigma-kept", "clusters-weigh-one"), wrongIn("final-sigma-kept", "shingles-of-two"), conformance.NewReference(scheme.SD1)}
	r, err := fuzz.RunImplementations(t.Context(), ports, fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, Cases: 150, MostFailures: 20})
	if err != nil {
		t.Fatal(err)
	}
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
	if r.Ports[2].Wrong > 0 || r.Ports[0].Wrong == 0 {
		t.Errorf("%q", r.Summary())
	}
}

// A port that has nothing but the pipeline is told by its fingerprints alone what it
// may have got wrong.
func TestFuzzPipelineOnly(t *testing.T) {
	p := mutant("final-sigma-kept").Port()
	p.Hello.Stages = []vectors.Stage{vectors.Pipeline}
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{p}, fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, Cases: 1000, MostFailures: 1})
	if err != nil || len(r.Disagreements) != 1 {
		t.Fatalf("%d disagreements, error %v", len(r.Disagreements), err)
	}
	d := r.Disagreements[0]
	if d.Vector.Stage != vectors.Pipeline || d.To > 6 || !slices.Contains(d.Vector.Rules, "R3.5") {
		t.Errorf("%s", d.YAML())
	}
	checkVector(t, d, p)
}

// Cases of other generators are passed over, and each keeps its number.
func TestFuzzGenerators(t *testing.T) {
	var numbers []uint64
	o := fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, First: 100, Cases: 20, Generators: []string{"strings"}, MostFailures: 99, Found: func(d *fuzz.Disagreement) { numbers = append(numbers, d.Case) }}
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{mutant("data-padded").Port()}, o)
	if err != nil || len(r.Generators) != 1 || r.Generators["strings"] != 20 {
		t.Fatalf("%v, error %v", r.Generators, err)
	}
	if len(numbers) == 0 || numbers[0] < 100 || inputs.GeneratorOf(numbers[0]) != "strings" {
		t.Errorf("disagreements in cases %v", numbers)
	}
	// That case by itself is the same.
	alone, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{mutant("data-padded").Port()}, fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, First: numbers[0], Cases: 1})
	if err != nil || len(alone.Disagreements) == 0 || !bytes.Equal(alone.Disagreements[0].YAML(), r.Disagreements[0].YAML()) {
		t.Errorf("%d disagreements, error %v", len(alone.Disagreements), err)
	}
}

func TestFuzzDuration(t *testing.T) {
	begun := time.Now()
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{conformance.NewReference(scheme.SD1)}, fuzz.Options{Duration: 300 * time.Millisecond})
	if err != nil || r.Cases == 0 || time.Since(begun) > 10*time.Second {
		t.Errorf("%d cases in %v, error %v", r.Cases, time.Since(begun), err)
	}
}

// What a run that is interrupted counted, and what goes on from there, is the whole.
func TestFuzzInterrupted(t *testing.T) {
	o := fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, Cases: 500, Generators: []string{"scalars", "stages"}}
	run := func(ctx context.Context, o fuzz.Options) (*fuzz.Report, error) {
		return fuzz.RunImplementations(ctx, []protocol.Implementation{mutant("tie-is-one").Port()}, o)
	}
	whole, err := run(t.Context(), o)
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
	first, err := run(ctx, cut)
	if !errors.Is(err, context.Canceled) || first.Cases < 100 || first.Cases == whole.Cases {
		t.Fatalf("%d cases, error %v", first.Cases, err)
	}
	o.First, o.Cases = first.Next, o.Cases-first.Cases
	rest, err := run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := first.Ports[0], rest.Ports[0], whole.Ports[0]
	if a.Answers+b.Answers != c.Answers || a.Wrong+b.Wrong != c.Wrong || c.Wrong == 0 || rest.Next != whole.Next {
		t.Errorf("%d and %d answers of %d, %d and %d wrong of %d, next %d of %d",
			a.Answers, b.Answers, c.Answers, a.Wrong, b.Wrong, c.Wrong, rest.Next, whole.Next)
	}
}

func TestFuzzOtherSchemes(t *testing.T) {
	_, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{conformance.NewReference(scheme.SD1)}, fuzz.Options{Schemes: []string{"sm1"}})
	if err == nil || !strings.HasSuffix(err.Error(), "has schemes sd1: none that is asked for") {
		t.Errorf("error %v", err)
	}
}

// Agree says what a comparison by reflection says, of answers and of what differs from
// them in little. It knows all fields.
func TestAgree(t *testing.T) {
	if n := reflect.TypeFor[vectors.Data]().NumField(); n != 36 {
		t.Errorf("%d fields: does Agree compare the new one?", n)
	}
	var all []vectors.Data
	for number := range uint64(14) {
		for _, j := range fuzz.Questions(inputs.At(1, number), conformance.NewReference(scheme.All()...).Describe(), scheme.All()) {
			all = append(all, j.Want, j.Request.Input)
		}
	}
	one, half := 1, .5
	all = append(all, vectors.Data{}, vectors.Data{Features: &one}, vectors.Data{Similarity: &half}, vectors.Data{Runs: []vectors.Octets{}},
		vectors.Data{Elements: []string{}}, vectors.Data{Charset: "x"}, vectors.Data{Medium: "x"}, vectors.Data{Text: vectors.OctetsOf(nil)}, vectors.Data{Seed: 1}, vectors.Data{Digest: "x"},
		vectors.Data{Weights: []int64{1}}, vectors.Data{Bands: 1}, vectors.Data{Rows: 1}, vectors.Data{Most: 1},
		vectors.Data{Threshold: &half}, vectors.Data{Floor: &half}, vectors.Data{Keys: []string{"00"}},
		vectors.Data{Similarities: []float64{half}})
	for i, a := range all {
		for _, b := range all[max(0, i-8):min(len(all), i+8)] {
			want := a
			if b.Items == nil { // they need not be shown
				want.Items = nil
			}
			if got := conformance.Agree(a, b); got != cmp.Equal(want, b) {
				t.Fatalf("Agree says %v of\n%v\n%v", got, a, b)
			}
		}
	}
}

func TestFuzzReportIsJSON(t *testing.T) {
	r, err := fuzz.RunImplementations(t.Context(), []protocol.Implementation{mutant("tie-is-one").Port()}, fuzz.Options{Suspects: mutants.Suspects(), Seed: 1, Cases: 200, MostFailures: 1})
	if err != nil {
		t.Fatal(err)
	}
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
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	d := got.Disagreements[0]
	if got.Seed != 1 || got.Ports[0].Hello.Name != "fpcheck with tie-is-one" || d.Stage != "sketch" || !strings.HasPrefix(d.ID, "sketch-fuzz-1-") ||
		!slices.Equal(d.Rules, []string{"R7.2"}) || !slices.Equal(d.Schemes, []string{"sd1"}) || !strings.Contains(d.YAML, "- id: "+d.ID) {
		t.Errorf("%+v", got)
	}
}
