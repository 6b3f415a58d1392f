package documents

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/pipeline"
	"github.com/lsh-interop/fpcheck/scheme"
)

// lines holds a document a line, and says so in its first.
type lines struct{ finished *[]string }

func (lines) Holds(head []byte, _ string) bool { return bytes.HasPrefix(head, []byte("lines\n")) }

func (l lines) Members(in Input) iter.Seq[Input] {
	var all bytes.Buffer
	all.ReadFrom(in.File)
	return func(yield func(Input) bool) {
		for line := range strings.Lines(all.String()) {
			in.Member = &member{name: line, label: in.Path + " " + line, size: 1 << 20, // more than there is
				open: func(ctx context.Context, o extract.Options) (*extract.Document, error) {
					return extract.Open(ctx, strings.NewReader(line), o)
				},
				finish: func(*Document) bool {
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
	a := cli.NewApp(t.Context(), strings.NewReader(stdin), out, out)
	f := &ReadFlags{WorkersFlag: WorkersFlag{Workers: 8}}
	f.MaxSize = 1000
	o := pipeline.Options{Schemes: []*scheme.Scheme{scheme.SM1}}
	for d, err := range Read(a, []string{"-"}, f, o, lines{&finished}) {
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, d.Name())
		if errs := d.errors(); len(errs) > 0 {
			t.Errorf("%s: %v", d.Label(), errs)
		}
	}
	if diff := cmp.Diff(want, taken); diff != "" {
		t.Errorf("taken (-want):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Concat([]string{"lines\n"}, want), finished); diff != "" {
		t.Errorf("finished (-want):\n%s", diff)
	}
}

// The parts of a record's name are also there one by one, whatever characters an id has.
func TestRecordParts(t *testing.T) {
	for _, tt := range []struct {
		why  string
		id   string
		in   string
		want []string
	}{
		{"an id of a string and one of a number", "id", `{"id":"a#1","text":"the fox"}` + "\n\n" +
			`{"id":7,"text":"the fox"}`,
			[]string{"-#a#1 a#1 1", "-#7 7 3"}},
		{"no id field", "", `{"id":"a","text":"the fox"}`, []string{"-#1  1"}},
	} {
		out := new(bytes.Buffer)
		a := cli.NewApp(t.Context(), strings.NewReader(tt.in), out, out)
		f := &ReadFlags{}
		f.input, f.fields = "jsonl", dataset.Fields{Text: []dataset.Path{{"text"}}}
		if tt.id != "" {
			f.fields.ID = dataset.Path{tt.id}
		}
		var got []string
		for d, err := range Read(a, []string{"-"}, f, pipeline.Options{Schemes: []*scheme.Scheme{scheme.SM1}}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s %s %d", d.Name(), d.Member.Record, d.Member.Row))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", tt.why, diff, out)
		}
	}
}
