package main

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// lines holds a document a line, and says so in its first.
type lines struct{ finished *[]string }

func (lines) holds(head []byte, _ string) bool { return bytes.HasPrefix(head, []byte("lines\n")) }

func (l lines) members(in input) iter.Seq[input] {
	var all bytes.Buffer
	all.ReadFrom(in.file)
	return func(yield func(input) bool) {
		for line := range strings.Lines(all.String()) {
			in.member = &member{name: line, label: in.path + " " + line, size: 1 << 20, // more than there is
				open: func(ctx context.Context, o extract.Options) (*extract.Document, error) {
					return extract.Open(ctx, strings.NewReader(line), o)
				},
				finish: func(*document) bool {
					*l.finished = append(*l.finished, line)
					return line != "lines\n"
				}}
			if !yield(in) {
				return
			}
		}
	}
}

// Members are read by several workers, and finished and taken in their order.
func TestMembers(t *testing.T) {
	var want, finished, taken []string
	for i := range 300 {
		want = append(want, strings.Repeat("a", i+1)+"\n")
	}
	stdin := "lines\n" + strings.Join(want, "")
	out := new(bytes.Buffer)
	a := newApp(t.Context(), strings.NewReader(stdin), out, out)
	f := &readFlags{workersFlag: workersFlag{workers: 8}}
	f.maxSize = 1000
	o := pipeline.Options{Schemes: []*scheme.Scheme{scheme.SM1}}
	err := a.readDocuments([]string{"-"}, f, o, func(d *document) {
		taken = append(taken, d.name())
		if errs := d.errors(); len(errs) > 0 {
			t.Errorf("%s: %v", d.label(), errs)
		}
	}, lines{&finished})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, taken); diff != "" {
		t.Errorf("taken (-want):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Concat([]string{"lines\n"}, want), finished); diff != "" {
		t.Errorf("finished (-want):\n%s", diff)
	}
}

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
		o := &output{stdout: &out}
		o.writeJSON(test.v, test.more...)
		o.flush()
		if diff := cmp.Diff(test.want, out.String()); diff != "" {
			t.Errorf("%s (-want):\n%s", test.why, diff)
		}
	}
}
