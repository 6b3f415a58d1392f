package pdf_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A raised number that is a link into the document is the mark of a note, wherever the note is.
func TestLinkedNotes(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	// The word "log" is from 72 to 88, and its number from 88 to 92.
	foot := ""
	page := func(word, annotations, entries string) string {
		content := "BT /F1 12 Tf 72 700 Td (The keeper wrote) Tj 0 -14 Td (" + word +
			") Tj /F1 7 Tf 5 Ts (1) Tj" + foot + " ET"
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R "+
				"/Annots ["+annotations+"] "+entries+" >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	link := func(rectangle, to string) string {
		return "<< /Type /Annot /Subtype /Link /Rect [" + rectangle + "] " + to + " >>"
	}
	const onMark, inside = "87.5 689.5 92.5 697", "/Dest (note)"
	const joined, divided = "The keeper wrote\nlog1\n", "The keeper wrote\nlog 1\n"
	withFoot := func() string {
		foot = " 1 0 0 1 72 100 Tm /F1 6 Tf 3 Ts (1) Tj /F1 9 Tf 0 Ts (See there) Tj"
		defer func() { foot = "" }()
		return page("log", link(onMark, inside), "")
	}
	for _, tt := range []struct{ why, in, want string }{
		{"no link", page("log", "", ""), joined},
		{"a name of a destination", page("log", link(onMark, inside), ""), divided},
		{"an action", page("log", link(onMark, "/A << /S /GoTo /D [4 0 R /Fit] >>"), ""), divided},
		{"corners in another order", page("log", link("92.5 697 87.5 689.5", inside), ""), divided},
		{"a page whose box begins elsewhere",
			page("log", link(onMark, inside), "/MediaBox [10 20 622 812]"), divided},
		{"a short word, whose power would be no link",
			page("km", link(onMark, inside), ""), "The keeper wrote\nkm 1\n"},
		{"a link out of the document",
			page("log", link(onMark, "/A << /S /URI /URI (http://example.org) >>"), ""), joined},
		{"another annotation", page("log", "<< /Subtype /Square /Rect ["+onMark+"] /Dest (note) >>", ""), joined},
		{"a link on the whole line, as in a table of contents",
			page("log", link("72 684 300 698", inside), ""), joined},
		{"a link elsewhere", page("log", link("187.5 689.5 192.5 697", inside), ""), joined},
		{"a rectangle of three numbers", page("log", link("87.5 689.5 92.5", inside), ""), joined},
		{"a link after a damaged one", page("log", "null "+link(onMark, inside), ""), divided},
		{"a note at the foot of the page, whose number is apart, too",
			withFoot(), "The keeper wrote\nlog 1\n\n1 See there\n"},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Strict: true})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}
