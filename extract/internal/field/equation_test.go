package field

import "testing"

func FuzzEquation(f *testing.F) {
	f.Add(`EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)`)
	f.Add(`EQ \f(1,\r(3,x)) + \b\bc\{(a;b)`)
	f.Fuzz(func(t *testing.T, s string) {
		if got := equation(s); len(got) > 3*len(s) {
			t.Errorf("%d octets of %d", len(got), len(s))
		}
	})
}

func TestEquation(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"a word with its ruby", `EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)`, "東"},
		{"a fraction", ` EQ \f(1,2)`, "1 2"},
		{"in one another", `EQ \f(a,\r(3,x)) + y`, "a 3 x + y"},
		{"semicolons", `EQ \f(1;2)`, "1 2"},
		{"characters that are escaped", `EQ \f(\(a\,b\),2)`, "(a,b) 2"},
		{"a circle about a number", `eq \o\ac(○,1)`, "1"},
		{"nothing but the name", `EQ `, ""},
		{"cut short", `EQ \f(1,`, "1"},
		{"cut short in a format", `EQ \* "a`, ""},
	} {
		if got := equation(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
