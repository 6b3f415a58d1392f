package blank

import "testing"

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		why   string
		notes []string
		want  string
	}{
		{"nothing", nil, ""},
		{"another note", []string{"the encoding is a guess: utf-8"}, ""},
		{"a page", []string{"the encoding is a guess: utf-8", Note(1, 3)}, "1 of 3 pages has no text"},
		{"pages of an attached document", []string{"a.pdf: " + Note(2, 3)}, "a.pdf: 2 of 3 pages have no text"},
	} {
		got := ""
		if err := Of(tt.notes); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
