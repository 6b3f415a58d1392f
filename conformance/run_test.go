package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// TestSeveralSchemes checks that a vector for two schemes runs only on ports with both. The id of a case for
// a port with one scheme also selects the case for a port with several.
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
		r, err := Test(t.Context(), NewReference(tt.schemes...), Options{Match: known.Glob(tt.match)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, res := range r.Results {
			if got = append(got, res.ID); res.Status != report.Passed {
				t.Errorf("%s: %s", res.ID, res.Status)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.match, got, tt.want)
		}
	}
}

// TestPipelineOnly checks that a port with only the pipeline still gets a verdict.
func TestPipelineOnly(t *testing.T) {
	p := reference(scheme.SM1) // which has no vector of megabytes
	p.Hello.Stages = []vectors.Stage{vectors.Pipeline}
	r, err := Test(t.Context(), p, Options{Accumulated: 100})
	if err != nil {
		t.Fatal(err)
	}
	untested := func(s vectors.Stage) bool {
		return slices.ContainsFunc(r.Results, func(res *report.Result) bool { return res.Stage == s && res.Status == report.Untested })
	}
	if !r.Conforms() || !untested(vectors.Normalise) || !untested(protocol.Stream) {
		t.Errorf("conforms %v, untested normalise %v, stream %v", r.Conforms(), untested(vectors.Normalise), untested(protocol.Stream))
	}
	// A level needs more stages.
	if r, err = Test(t.Context(), p, Options{Accumulated: 100, Level: protocol.Digest}); err != nil || r.Conforms() {
		t.Errorf("without text digests: conforms %v, %v", r.Conforms(), err)
	}
	// Without the pipeline, a port cannot conform.
	p.Hello.Stages = []vectors.Stage{vectors.Hash}
	if r, err = Test(t.Context(), p, Options{}); err != nil || r.Conforms() {
		t.Errorf("a port without the pipeline: %v, conforms %v", err, r.Conforms())
	}
	p.Hello.Schemes = []string{"zz9"}
	if _, err = Test(t.Context(), p, Options{}); err == nil || !strings.Contains(err.Error(), "the port has schemes zz9: none of them was requested") {
		t.Errorf("a port of another scheme: %v", err)
	}
}

// refusing answers every request for one stage with an outcome.
type refusing struct {
	protocol.Implementation
	stage   vectors.Stage
	outcome string
}

func (p refusing) Answer(r protocol.Request) protocol.Reply {
	if r.Stage == p.stage {
		return protocol.Reply{ID: r.ID, Result: vectors.Data{Outcome: p.outcome}, Reason: "no"}
	}
	return p.Implementation.Answer(r)
}

// TestRefusing checks that a refused whole is not called joined wrongly.
func TestRefusing(t *testing.T) {
	for _, tt := range []struct {
		why, match string
		stage      vectors.Stage
		outcome    string
	}{
		{"no other stage can be at fault", "pipeline-numbers/cut-*", protocol.Stream, protocol.Unsupported},
		{"the stages are right, and nothing was joined", "pipeline-one-feature", vectors.Pipeline, protocol.Failed},
		{"an accumulated text is a text", "accumulated-100", vectors.Pipeline, protocol.Unsupported},
	} {
		p := refusing{NewReference(scheme.SD1), tt.stage, tt.outcome}
		r, err := Test(t.Context(), p, Options{Match: known.Glob(tt.match)})
		if err != nil || len(r.Results) == 0 {
			t.Fatalf("%s: %d results, %v", tt.why, len(r.Results), err)
		}
		var text strings.Builder
		if err := r.WriteText(&text, true); err != nil {
			t.Fatal(err)
		}
		if s := text.String(); strings.Contains(s, "joined") || !strings.Contains(s, "got      "+tt.outcome) || !strings.Contains(s, `the port: "no"`) {
			t.Errorf("%s:\n%s", tt.why, s)
		}
	}
}

// TestUntestedAccumulated checks that accumulated vectors name a stage that a port can have.
func TestUntestedAccumulated(t *testing.T) {
	p := reference(scheme.SD1)
	p.Hello.Stages = []vectors.Stage{vectors.Hash}
	r, err := Test(t.Context(), p, Options{Match: known.Glob("accumulated-*")})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.WriteText(&text, true); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("untested: the port does not have the stage pipeline", strings.Split(text.String(), "\n")[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOddRequests checks that the reference answers each odd request as annex A requires. A port that does
// not still conforms, but the run is not as expected.
func TestOddRequests(t *testing.T) {
	requests, err := oddRequests()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Match: known.Glob("request-*")}
	r, err := Test(t.Context(), NewReference(scheme.All()...), o)
	if err != nil || !r.AsExpected() || len(r.Results) != len(requests) {
		t.Errorf("%d of %d requests, as expected %v, %v", len(r.Results), len(requests), r.AsExpected(), err)
	}
	for _, res := range r.Results {
		if res.Status != report.Passed {
			t.Errorf("%s: %+v", res.ID, res)
		}
	}
	p := reference(scheme.SM1)
	p.Whole = func([][]byte) (string, int) { return "sm1:aaaaaaaaaaaaa", 1 }
	if r, err = Test(t.Context(), p, o); err != nil || r.AsExpected() || !strings.Contains(r.Headline(), "does not") {
		t.Errorf("a stream of no text: as expected %v, %v: %s", r.AsExpected(), err, r.Headline())
	}
}
