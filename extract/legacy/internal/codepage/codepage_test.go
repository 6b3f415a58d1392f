package codepage

import "testing"

func TestNewDecoder(t *testing.T) {
	for _, tt := range []struct {
		why      string
		page     int
		in, want string
	}{
		{"DOS", 437, "\x81\xe1", "üß"},
		{"Cyrillic of DOS", 866, "\x80\xe2", "Ат"},
		{"Japanese", 932, "\x93\xfa\x96{", "日本"},
		{"Korean", 949, "\xc7\xd1", "한"},
		{"simplified Chinese", 936, "\xd6\xd0", "中"},
		{"traditional Chinese", 950, "\xa4\xa4", "中"},
		{"Thai", 874, "\xa1", "ก"},
		{"Hebrew", 1255, "\xe0", "א"},
		{"Arabic", 1256, "\xc7", "ا"},
		{"the Macintosh", 10000, "\x8e", "é"},
		{"a page that is unknown", 7, "\xe9", "é"},
		{"no page", -1, "\xe9", "é"},
	} {
		if got, err := NewDecoder(tt.page).String(tt.in); got != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.want)
		}
	}
}
