package validation

import "testing"

func TestCounts(t *testing.T) {
	var c Counts
	for _, s := range []Severity{Error, Warning, Unjudged, Warning} {
		c.Add(s, 1)
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
