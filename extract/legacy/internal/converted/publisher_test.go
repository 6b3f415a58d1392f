package converted

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPublished(t *testing.T) {
	for _, tt := range []struct{ why, calls, want string }{
		{"paragraphs and pages", "startPage (a: b)\n  openParagraph (c: d)\n    openSpan (e)\n      insertText (The fox)\n    closeSpan\n    openSpan (f)\n      insertText ( jumps)\n    closeSpan\n  closeParagraph\nendPage\n  openParagraph\n      insertText (over)\n",
			"The fox jumps\nover"},
		{"blanks", "insertText (a)\ninsertTab\ninsertText (b)\ninsertSpace\ninsertText (c)\n", "a b c"},
		{"brackets and line ends in a text", "insertText (a (b)\nendPage\ninsertText ((c\nd) e)\n", "a (b\n(c\nd) e"},
		{"scripts", "insertText (שלום नमस्ते สวัสดี 日本語)\n", "שלום नमस्ते สวัสดี 日本語"},
		{"an empty line, and no end", "insertText ()\nendPage\n\ninsertText (", ""},
	} {
		if diff := cmp.Diff(tt.want, published(tt.calls)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}
