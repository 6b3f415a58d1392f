package field

import "testing"

func FuzzEquation(f *testing.F) {
	f.Add(`\* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)`)
	f.Add(`\f(1,\r(3,x)) + \b\bc\{(a;b)`)
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
		{"in one another", `EQ \f(a,\r(3,x)) + y`, "a 3√x + y"},
		{"roots", `EQ \r(7) \r(3,8) \r(,2)`, "√7 3√8 √2"},
		{"an integral, a sum and a product", `EQ \i(0,1,f) \i\su(i,n,k) \i \pr(i,n,k)`, "∫0 1 f ∑i n k ∏i n k"},
		{"another sign than these", `EQ \i \fc\∮(0,1,f)`, "∮0 1 f"},
		{"brackets", `EQ \b(a) \b\bc\{(a) \b \bc\|(a) \b\lc\[\rc\)(a)`, "(a) {a} |a| [a)"},
		{"a bracket that is a parenthesis", `EQ \b\bc\((a)`, "(a)"},
		{"cells of an array", `EQ \b\bc\[(\a\ac\co2\vs3(1,2,3,4))`, "[1 2 3 4]"},
		{"options cut short", `EQ \b\bc\`, ""},
		{"a switch without arguments", `EQ a\b`, "a"},
		{"semicolons", `EQ \f(1;2)`, "1 2"},
		{"characters that are escaped", `EQ \f(\(a\,b\),2)`, "(a,b) 2"},
		{"a circle about a number", `eq \o\ac(○,1)`, "1"},
		{"what precedes the first switch", ` EQ x = \f(1,2)`, "x = 1 2"},
		{"nothing but the name", `EQ `, ""},
		{"cut short", `EQ \f(1,`, "1"},
		{"cut short in a format", `EQ \* "a`, ""},
	} {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.why, got, tt.want)
		}
	}
}
