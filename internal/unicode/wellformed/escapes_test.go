package wellformed_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

func TestPairedEscapes(t *testing.T) {
	for _, test := range []struct {
		reason, in string
		want       bool
	}{
		{"no escapes", `{"a":"b"}`, true},
		{"a pair", `"\ud83d\uDE00"`, true},
		{"another escape between letters", `"a\u0041\n\\"`, true},
		{"an escaped backslash before u", `"\\ud83d"`, true},
		{"a backslash, escaped, before a lone surrogate", `"\\\ud83d"`, false},
		{"the first half alone", `"\ud83d"`, false},
		{"the first half before a letter", `"\ud83dx"`, false},
		{"the first half before another escape", `"\ud83d\n"`, false},
		{"the first half at the end", `\ud83d`, false},
		{"the first half twice", `"\ud83d\ud83d"`, false},
		{"the second half alone", `"\ude00"`, false},
		{"the halves in the wrong order", `"\ude00\ud83d"`, false},
		{"no digits: a parser refuses it", `"\uzzzz"`, true},
		{"an escape that is cut short: a parser refuses it", `"\ud8`, true},
	} {
		if got := wellformed.PairedEscapes([]byte(test.in)); got != test.want {
			t.Errorf("%s: %v, expected %v", test.reason, got, test.want)
		}
	}
}
