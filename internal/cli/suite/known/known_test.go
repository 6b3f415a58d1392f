package known

import (
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/conformance/report"
)

// Whatever a list of known failures has, it matches ids without a panic.
func FuzzKnownFailures(f *testing.F) {
	f.Add("# comment\nsegment-*\n**\n[a\n", "segment-a")
	f.Fuzz(func(t *testing.T, list, id string) {
		known, err := Parse(strings.NewReader(list))
		if err != nil {
			return
		}
		for _, pattern := range known {
			Glob(pattern)(id)
		}
	})
}

func TestKnownFailures(t *testing.T) {
	known, err := Parse(strings.NewReader("# comment\n\nhash-a # why\npipeline-*\npipeline-b/**\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := &report.Report{Results: []*report.Result{
		{ID: "hash-a", Status: report.Failing},
		{ID: "hash-ab", Status: report.Failing},
		{ID: "pipeline-a", Status: report.Unanswered},
		{ID: "pipeline-a/cut-1", Status: report.Failing},
		{ID: "pipeline-b/cut-1/x", Status: report.Failing},
		{ID: "pipeline-c", Status: report.Passed},
	}}
	known.Apply(r)
	for id, want := range map[string]report.Status{
		"hash-a": report.Known, "hash-ab": report.Failing, "pipeline-a": report.Known, "pipeline-a/cut-1": report.Failing, "pipeline-b/cut-1/x": report.Known, "pipeline-c": report.Passed,
	} {
		i := slices.IndexFunc(r.Results, func(res *report.Result) bool { return res.ID == id })
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
