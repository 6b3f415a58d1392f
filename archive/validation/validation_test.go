package validation

import "testing"

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		counts Counts
		strict bool
		want   Verdict
		why    string
	}{
		{Counts{}, false, Valid, "nothing is wrong"},
		{Counts{}, true, Valid, "nothing is wrong"},
		{Counts{Warnings: 2}, false, Valid, "a recommendation is none that must be followed"},
		{Counts{Warnings: 2}, true, Invalid, "unless somebody says so"},
		{Counts{Errors: 1}, false, Invalid, "a requirement"},
		{Counts{Unjudged: 1}, false, CannotBeJudged, "nobody knows"},
		{Counts{Unjudged: 1}, true, CannotBeJudged, "nobody knows"},
		{Counts{Errors: 1, Unjudged: 1}, false, Invalid, "what is wrong stays so"},
		{Counts{Warnings: 1, Unjudged: 1}, false, CannotBeJudged, "a warning alone says nothing"},
		{Counts{Warnings: 1, Unjudged: 1}, true, Invalid, "a warning counts"},
	} {
		if got := test.counts.Verdict(test.strict); got != test.want {
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

func TestCounts(t *testing.T) {
	var c Counts
	for _, s := range []Severity{Error, Warning, Unjudged, Warning} {
		c.Add(s)
	}
	c.Join(Counts{Errors: 4, Unjudged: 7})
	if want := (Counts{Errors: 5, Warnings: 2, Unjudged: 8}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
	for s, want := range map[Severity]string{Error: "error", Warning: "warning", Unjudged: "not judged"} {
		if text, _ := s.MarshalText(); string(text) != want {
			t.Errorf("%d: %q, want %q", s, text, want)
		}
	}
}
