package pdf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShown(t *testing.T) {
	for _, tt := range []struct {
		why           string
		right         bool
		logical, seen string
	}{
		{"a line from left to right", false, "abc 12", "abc 12"},
		{"a line from right to left", true, "אבג דה.", ".הד גבא"},
		{"numbers in it run from left to right", true, "אב 1948 גד", "דג 1948 בא"},
		{"with their separators", true, "אב 1,234.5 גד", "דג 1,234.5 בא"},
		{"but one after the other from right to left", true, "אב 12 34 גד", "דג 34 12 בא"},
		{"Arabic digits", true, "\u0639\u0627\u0645 \u0661\u0669\u0664\u0668", "\u0661\u0669\u0664\u0668 \u0645\u0627\u0639"},
		{"Latin words keep their order", true, "אב Human Rights גד", "דג Human Rights בא"},
		{"with a number behind them", true, "אב Windows 10 גד", "דג Windows 10 בא"},
		{"and one that is part of a word", true, "אב mp3 גד", "דג mp3 בא"},
		{"words from right to left in a line from left to right", false, "see אבג דה here", "see הד גבא here"},
		{"with a number between them", false, "see אב 12 גד here", "see דג 12 בא here"},
		{"nothing", true, "", ""},
	} {
		line := []rune(tt.logical)
		shown(line, tt.right)
		if diff := cmp.Diff(tt.seen, string(line)); diff != "" {
			t.Errorf("%s, shown (-want +got):\n%s", tt.why, diff)
		}
		line = []rune(tt.seen)
		shown(line, tt.right)
		if diff := cmp.Diff(tt.logical, string(line)); diff != "" {
			t.Errorf("%s, read (-want +got):\n%s", tt.why, diff)
		}
	}
}
