package report

import (
	"strings"
	"testing"
)

func TestAlign(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want string // - for what is only in a, + for what is only in b, ~ for a pair
	}{
		{"a b c", "a b c", "==="},
		{"a b c", "a c", "=-="},
		{"a c", "a b c", "=+="},
		{"a b c", "a x c", "=~="},
		{"a b c d", "c d", "--=="},
		{"", "a", "+"},
		{"a b", "x y z", "~~+"},
	} {
		a, b := strings.Fields(tt.a), strings.Fields(tt.b)
		var got strings.Builder
		for _, p := range align(a, b) {
			switch {
			case p.b < 0:
				got.WriteByte('-')
			case p.a < 0:
				got.WriteByte('+')
			case a[p.a] == b[p.b]:
				got.WriteByte('=')
			default:
				got.WriteByte('~')
			}
		}
		// What is equal at the start needs no row.
		want := strings.TrimLeft(tt.want, "=")
		if strings.TrimLeft(got.String(), "=") != want {
			t.Errorf("%q and %q align as %s, want %s", tt.a, tt.b, got.String(), tt.want)
		}
	}
}
