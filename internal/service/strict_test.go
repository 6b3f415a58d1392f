package service

import (
	"fmt"
	"strings"
	"testing"
)

func TestStrictJSON(t *testing.T) {
	manyKeys := "{"
	for i := range 100 {
		manyKeys += fmt.Sprintf(`"%d":1,`, i)
	}
	for _, test := range []struct{ reason, in, want string }{
		{"an ordinary object", `{"a":{"a":1,"b":["a","a"]},"b":"a"}`, ""},
		{"a pair of surrogates", `{"a":"\ud83d\ude00"}`, ""},
		{"an escaped backslash before u", `{"a":"\\ud83d"}`, ""},
		{"a key twice", `{"a":1,"b":2,"a":3}`, `the key "a" occurs twice`},
		{"in another case", `{"id":1,"ID":2}`, `the key "id" occurs twice`},
		{"escaped", `{"a":1,"\u0061":2}`, `the key "a" occurs twice`},
		{"in an object of a list", `[{"a":1},{"a":1, "a" : 2}]`, `the key "a" occurs twice`},
		{"a value is no key", `{"a":"b","b":"a"}`, ""},
		{"the first half alone", `{"a":"\ud83d"}`, "a lone surrogate: expected a pair"},
		{"the first half before a letter", `{"a":"\ud83dx"}`, "a lone surrogate: expected a pair"},
		{"the second half alone", `{"a":"\ude00"}`, "a lone surrogate: expected a pair"},
		{"the first half twice", `{"a":"\ud83d\ud83d"}`, "a lone surrogate: expected a pair"},
		{"what ends too early is left to package json", `{"a":"b`, ""},
		{"closed too often", `}}]`, ""},
		{"nested as deeply as may be", strings.Repeat("[", mostNested), ""},
		{"deeper: each level needs memory", strings.Repeat("[", 1<<20), "more than 8 values are nested"},
		{"deeper, as objects", strings.Repeat(`{"a":`, 1<<16), "more than 8 values are nested"},
		{"many keys, each of which needs memory", manyKeys, "an object has more than 32 keys"},
	} {
		got := ""
		if err := strict([]byte(test.in)); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, expected %q", test.reason, got, test.want)
		}
	}
}
