package evaluation

import "testing"

func TestAreaOfExtremes(t *testing.T) {
	for _, tt := range []struct {
		related, unrelated histogram
		want, why          string
	}{
		{histogram{5, 5}, histogram{0, 0, 9, 1}, "1 (1–1)", "all apart"},
		{histogram{0, 0, 3}, histogram{3}, "0.00000 (0.00000–0.00000)", "the wrong way round"},
		{histogram{4}, histogram{7}, "0.50000 (0.50000–0.50000)", "all the same"},
		{histogram{1}, histogram{7}, "–", "one pair has no variance"},
		{nil, nil, "–", "nothing"},
	} {
		if got := areaUnder(tt.related, tt.unrelated).String(); got != tt.want {
			t.Errorf("%v, %v: %s, want %s: %s", tt.related, tt.unrelated, got, tt.want, tt.why)
		}
	}
}
