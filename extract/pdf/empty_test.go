package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// A page on which nothing is drawn has no text that could be missing. Any other page without text may be scanned. So
// may a page with no text but its number, if it has more than text and lines.
func TestDrawn(t *testing.T) {
	stream := func(content string) string {
		return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	filtered := func(content, filter string) string {
		return fmt.Sprintf("<< /Length %d /Filter %s >>\nstream\n%s\nendstream", len(content), filter, content)
	}
	deflated := func(content string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		w.Write([]byte(content))
		w.Close()
		return b.String()
	}
	packed := func(content string) string { return filtered(deflated(content), "/FlateDecode") }
	encoded := func(content, filter string) string {
		var b strings.Builder
		w := ascii85.NewEncoder(&b)
		w.Write([]byte(content))
		w.Close()
		return filtered(b.String()+"~>", filter)
	}
	page := func(entries string, more ...string) string {
		objects := treeOf("/Kids [3 0 R] /Count 1", more...)
		objects[3] = "<< /Type /Page /Parent 2 0 R " + entries + " >>"
		return new(revisions).add(objects).table("").String()
	}
	for _, tt := range []struct {
		why, in string
		want    drawing
	}{
		{"no content", page(""), drawnNothing},
		{"an empty list of streams", page("/Contents []"), drawnNothing},
		{"a stream that only clips", page("/Contents 6 0 R", stream("0.1 w q 0 0 595 841 re W* n Q")), drawnNothing},
		{"the same, packed", page("/Contents 6 0 R", packed("0.1 w\nq 0 0.028 595.275 841.861 re\nW* n\nQ ")), drawnNothing},
		{"two such streams", page("/Contents [6 0 R 7 0 R]", stream("q"), packed("Q")), drawnNothing},
		{"a picture", page("/Contents 6 0 R", stream("q /Im0 Do Q")), drawnMore},
		{"a picture in the second stream", page("/Contents [6 0 R 7 0 R]", stream("q"), packed("/Im0 Do Q")), drawnMore},
		{"text, without a blank before its operator", page("/Contents 6 0 R", stream("BT[(a)]TJ ET")), drawnText},
		{"a shape", page("/Contents 6 0 R", stream("0 0 9 9 re f")), drawnText},
		{"many shapes", page("/Contents 6 0 R", stream(strings.Repeat("0 0 9 9 re f ", 9))), drawnMore},
		{"text and a picture", page("/Contents 6 0 R", stream("BT (a) Tj ET /Im0 Do")), drawnMore},
		{"a picture within the content", page("/Contents 6 0 R", stream("BI /W 1 ID a EI")), drawnMore},
		{"an annotation", page("/Annots [<< /Subtype /Stamp >>]"), drawnMore},
		{"a link", page("/Annots [<< /Subtype /Link >>]"), drawnNothing},
		{"much content", page("/Contents 6 0 R", stream(strings.Repeat("q Q ", 300))), drawnMore},
		{"a stream that is missing", page("/Contents [9 0 R]"), drawnMore},
		{"a stream in base 85", page("/Contents 6 0 R", encoded("BT (a) Tj ET", "/ASCII85Decode")), drawnText},
		{"a packed stream in base 85", page("/Contents 6 0 R", encoded(deflated("BT (a) Tj ET"), "[/A85 /Fl]")), drawnText},
		{"a stream that is packed twice", page("/Contents 6 0 R", encoded(deflated(deflated("q")), "[/A85 /Fl /Fl]")), drawnMore},
		{"a filter that is not read", page("/Contents 6 0 R", "<< /Length 1 /Filter /LZWDecode >>\nstream\na\nendstream"), drawnMore},
	} {
		b := budget.New(budget.Limits{})
		b.Source(int64(len(tt.in)))
		tree, err := countPages(medium.New(t.Context(), b, nil), strings.NewReader(tt.in), int64(len(tt.in)))
		if err != nil || tree == nil {
			t.Errorf("%s: %v", tt.why, err)
		} else if got := tree.on(0); got != tt.want {
			t.Errorf("%s: %d, expected %d", tt.why, got, tt.want)
		}
	}
}
