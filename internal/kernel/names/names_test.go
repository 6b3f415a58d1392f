package names

import "testing"

func TestCutWidth(t *testing.T) {
	for _, c := range []struct {
		name, id string
		width    int
		reason   string
	}{
		{"mh1", "mh1", 8, "a whole sketch"},
		{"mh1b4", "mh1", 4, "a truncated one"},
		{"mh1b2", "mh1", 2, "a truncated one"},
		{"mh1b1", "mh1", 1, "a truncated one"},
		{"mh1b8", "mh1b8", 8, "8 bits are never written"},
		{"mh1b1b2", "mh1b1", 2, "one width only"},
		{"x-abba", "x-abba", 8, "a b inside"},
		{"x-b4b4", "x-b4", 4, "only the last"},
		{"MH1B4", "MH1B4", 8, "names are in lower case"},
		{"", "", 8, "no name"},
	} {
		if id, width := CutWidth(c.name); id != c.id || width != c.width {
			t.Errorf("%s: CutWidth(%q) = %q, %d, want %q, %d", c.reason, c.name, id, width, c.id, c.width)
		}
	}
}
