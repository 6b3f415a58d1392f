package cli

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteJSON(t *testing.T) {
	type object struct {
		A int `json:"a,omitempty"`
		B int `json:"b,omitempty"`
	}
	for _, test := range []struct {
		why  string
		v    any
		more []any
		want string
	}{
		{"one value is written as it is", []int{1}, nil, "[1]\n"},
		{"two objects are one", object{1, 2}, []any{struct {
			C string `json:"c"`
		}{"<"}}, `{"a":1,"b":2,"c":"<"}` + "\n"},
		{"an empty second adds no comma", object{1, 0}, []any{object{}}, `{"a":1}` + "\n"},
		{"an empty first adds none", object{}, []any{object{0, 2}}, `{"b":2}` + "\n"},
		{"nil has no fields", object{1, 0}, []any{nil, object{0, 2}}, `{"a":1,"b":2}` + "\n"},
	} {
		var out bytes.Buffer
		o := &Output{Stdout: &out}
		o.WriteJSON(test.v, test.more...)
		o.Flush()
		if diff := cmp.Diff(test.want, out.String()); diff != "" {
			t.Errorf("%s (-want):\n%s", test.why, diff)
		}
	}
}
