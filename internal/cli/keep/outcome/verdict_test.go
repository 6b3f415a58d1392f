package outcome

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/manifest"
)

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		counts validation.Counts
		strict bool
		want   Verdict
		why    string
	}{
		{validation.Counts{}, false, Valid, "nothing is wrong"},
		{validation.Counts{}, true, Valid, "nothing is wrong"},
		{validation.Counts{Warnings: 2}, false, Valid, "a recommendation is none that must be followed"},
		{validation.Counts{Warnings: 2}, true, Invalid, "unless somebody says so"},
		{validation.Counts{Errors: 1}, false, Invalid, "a requirement"},
		{validation.Counts{Unjudged: 1}, false, CannotBeJudged, "nobody knows"},
		{validation.Counts{Unjudged: 1}, true, CannotBeJudged, "nobody knows"},
		{validation.Counts{Errors: 1, Unjudged: 1}, false, Invalid, "what is wrong stays so"},
		{validation.Counts{Warnings: 1, Unjudged: 1}, false, CannotBeJudged, "a warning alone says nothing"},
		{validation.Counts{Warnings: 1, Unjudged: 1}, true, Invalid, "a warning counts"},
	} {
		if got := VerdictOf(test.counts, test.strict); got != test.want {
			t.Errorf("%+v, strict %t: %s, want %s: %s", test.counts, test.strict, got, test.want, test.why)
		}
	}
}

// Each verdict has its own words and its own exit code, which scripts rely on.
func TestExitCodes(t *testing.T) {
	for v, want := range map[Verdict]struct {
		code int
		word string
	}{Valid: {0, "VALID"}, Invalid: {1, "INVALID"}, CannotBeJudged: {2, "CANNOT BE JUDGED"}} {
		text, err := v.MarshalText()
		if v.ExitCode() != want.code || string(text) != want.word || err != nil {
			t.Errorf("%d: %q, exit code %d, %v, want %+v", v, text, v.ExitCode(), err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	var got Summary
	for _, r := range []manifest.Result{
		{Status: manifest.OK, Distance: -1}, {Status: manifest.SameFingerprint},
		{Status: manifest.Similar, Distance: 4}, {Status: manifest.Similar, Distance: 4},
	} {
		got.Add(r)
	}
	want := Summary{
		Files:    4,
		Statuses: map[manifest.Status]int64{manifest.OK: 1, manifest.SameFingerprint: 1, manifest.Similar: 2},
		Records:  map[manifest.Status]int64{},
	}
	want.Distances[0], want.Distances[4] = 1, 2
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n, strict := got.Differing(false), got.Differing(true); n != 0 || strict != 3 {
		t.Errorf("%d files differ, strictly %d: similar texts are a difference only if one is strict", n, strict)
	}
}
