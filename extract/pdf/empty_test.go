package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A page on which nothing is drawn has no text that could be missing. Any other page without text may be scanned.
func TestEmptyPages(t *testing.T) {
	stream := func(content string) string {
		return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	packed := func(content string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		w.Write([]byte(content))
		w.Close()
		return fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", b.Len(), b.String())
	}
	page := func(entries string, more ...string) string {
		objects := treeOf("/Kids [3 0 R] /Count 1", more...)
		objects[3] = "<< /Type /Page /Parent 2 0 R " + entries + " >>"
		return new(revisions).add(objects).table("").String()
	}
	for _, tt := range []struct {
		why, in string
		want    bool
	}{
		{"no content", page(""), true},
		{"an empty list of streams", page("/Contents []"), true},
		{"a stream that only clips", page("/Contents 6 0 R", stream("0.1 w q 0 0 595 841 re W* n Q")), true},
		{"the same, packed", page("/Contents 6 0 R", packed("0.1 w\nq 0 0.028 595.275 841.861 re\nW* n\nQ ")), true},
		{"two such streams", page("/Contents [6 0 R 7 0 R]", stream("q"), packed("Q")), true},
		{"a picture", page("/Contents 6 0 R", stream("q /Im0 Do Q")), false},
		{"a picture in the second stream", page("/Contents [6 0 R 7 0 R]", stream("q"), packed("/Im0 Do Q")), false},
		{"text, without a blank before its operator", page("/Contents 6 0 R", stream("BT[(a)]TJ ET")), false},
		{"a shape", page("/Contents 6 0 R", stream("0 0 9 9 re f")), false},
		{"a picture within the content", page("/Contents 6 0 R", stream("BI /W 1 ID a EI")), false},
		{"an annotation", page("/Annots [<< /Subtype /Stamp >>]"), false},
		{"much content", page("/Contents 6 0 R", stream(strings.Repeat("q Q ", 60))), false},
		{"a stream that is missing", page("/Contents [9 0 R]"), false},
		{"a filter that is not read", page("/Contents 6 0 R", "<< /Length 1 /Filter /LZWDecode >>\nstream\na\nendstream"), false},
	} {
		b := budget.New(budget.Limits{})
		b.Source(int64(len(tt.in)))
		tree, err := countPages(medium.New(t.Context(), b, nil), strings.NewReader(tt.in), int64(len(tt.in)))
		if err != nil || tree == nil {
			t.Errorf("%s: %v", tt.why, err)
		} else if got := tree.isEmpty(0); got != tt.want {
			t.Errorf("%s: empty %t, expected %t", tt.why, got, tt.want)
		}
	}
}
