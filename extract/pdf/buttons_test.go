package pdf_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A box to tick is drawn by lines, or by a sign in it. Either way its state is text, beside its label.
func TestButtons(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	page := func(annotations, more string) string {
		content := "BT /F1 12 Tf 100 700 Td (I agree) Tj 200 0 Td (I do not) Tj -200 -40 Td (Name) Tj ET " + more
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots ["+annotations+"] >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	button := func(rectangle, entries string) string {
		return "<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [" + rectangle + "] " + entries + " >>"
	}
	const yes, no, below = "80 698 92 710", "280 698 292 710", "80 500 92 512"
	const on, off = "/AS /Yes", "/AS /Off"
	for _, tt := range []struct{ why, in, want string }{
		{"no box", page("", ""), "I agree\n\nName\n\nI do not\n"},
		{"a box that is ticked, and one not", page(button(yes, on)+button(no, off), ""), "☒ I agree\n\nName\n\n☐ I do not\n"},
		{"the other way round", page(button(yes, off)+button(no, on), ""), "☐ I agree\n\nName\n\n☒ I do not\n"},
		{"a box after its label", page(button("150 698 162 710", on), ""), "I agree ☒\n\nName\n\nI do not\n"},
		{"a box beside no line", page(button(below, on), ""), "I agree\n\nName\n\nI do not\n\n☒\n"},
		{"a sign in the box", page(button(yes, on), "BT /F1 12 Tf 82 700 Td (x) Tj ET"), "x\n\nI agree\n\nName\n\nI do not\n"},
		{"a box that is not shown", page(button(yes, on+" /F 2"), ""), "I agree\n\nName\n\nI do not\n"},
		{"a button to press has no state", page(button(yes, ""), ""), "I agree\n\nName\n\nI do not\n"},
		{"a state of another annotation", page("<< /Subtype /Text /Rect ["+yes+"] /AS /Yes >>", ""), "I agree\n\nName\n\nI do not\n"},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Strict: true})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// A list shows all its entries. Those that are chosen come once more, after a box that is ticked.
func TestLists(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	page := func(field, above string) string {
		const content = "BT /F1 12 Tf 100 700 Td (Decision) Tj 0 -40 Td (granted) Tj 0 -14 Td (refused) Tj 0 -100 Td (End) Tj ET"
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
			"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
			"<< /Type /Annot /Subtype /Widget /Rect [80 640 200 675] /AP << /N 8 0 R >> "+field+" >>", above,
			"<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 1 >>\nstream\n \nendstream")
	}
	const list, entries = "/FT /Ch ", "/Opt [(granted) (refused)] "
	for _, tt := range []struct{ why, in, want string }{
		{"the first", page(list+entries+"/V (granted)", ""), "☒ granted"},
		{"the second", page(list+entries+"/V (refused)", ""), "☒ refused"},
		{"none", page(list+entries, ""), ""},
		{"an empty value", page(list+entries+"/V ()", ""), ""},
		{"both, in the order of the entries", page(list+entries+"/V [(refused) (granted)]", ""), "☒ granted ☒ refused"},
		{"a value with a text", page(list+"/Opt [[(g) (granted)] [(r) (refused)]] /V (r)", ""), "☒ refused"},
		{"the text in place of the value", page(list+"/Opt [[(g) (granted)] [(r) (refused)]] /V (refused)", ""), "☒ refused"},
		{"no entry has the value", page(list+entries+"/V [(z) (y)]", ""), "☒ y ☒ z"},
		{"only the places of entries", page(list+entries+"/I [1]", ""), "☒ refused"},
		{"places that the value contradicts", page(list+entries+"/I [1] /V (granted)", ""), "☒ granted"},
		{"a place after the last", page(list+entries+"/I [2 (1)]", ""), ""},
		{"more than a line", page(list+"/V (a\\nb)", ""), "☒ a b"},
		{"letters from right to left", page(list+"/V <FEFF05D005D100200028002F05D2002900200031002D0032>", ""), "☒ אב (/ג) 1-2"},
		{"the field above has it", page("/Parent 7 0 R", "<< "+list+entries+"/V (refused) >>"), "☒ refused"},
		{"a loop of fields", page("/Parent 7 0 R", "<< /Parent 6 0 R >>"), ""},
		{"the choice by a reference", page(list+entries+"/V 7 0 R", "[(granted)]"), "☒ granted"},
		{"a list that shows only the choice", page(list+entries+"/Ff 131072 /V (granted)", ""), ""},
		{"a list that is not shown", page(list+entries+"/F 2 /V (granted)", ""), ""},
		{"a text", page("/FT /Tx /V (granted)", ""), ""},
	} {
		_, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Strict: true})
		if tt.want != "" {
			tt.want += "\n\n"
		}
		if diff := cmp.Diff("Decision\n\ngranted\nrefused\n\n"+tt.want+"End\n", text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// A text field with many boxes costs no more than in proportion to their number.
func TestKidsOfAField(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	const n = 4000
	var kids strings.Builder
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", 7+i)
	}
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [" + kids.String() + "] >>",
		"<< /Length 33 >>\nstream\nBT /F1 12 Tf 9 9 Td (Some) Tj ET \nendstream",
		"<< /FT /Tx /Kids [" + kids.String() + "] >>"}
	for range n {
		objects = append(objects, "<< /Subtype /Widget /F 0 /Parent 6 0 R >>")
	}
	_, text, err := extracttest.TextOf([]byte(pdfOfObjects(objects...)), extract.Options{})
	if text != "Some\n" || err != nil {
		t.Errorf("%q, error %v", text, err)
	}
}

// A choice that cannot be read is a lost part.
func TestListDamaged(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	in := pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>",
		"<< /Length 33 >>\nstream\nBT /F1 12 Tf 9 9 Td (Some) Tj ET \nendstream",
		"<< /Type /Annot /Subtype /Widget /Rect [80 640 200 675] /FT /Ch /V 7 0 R >>", "(never ends")
	_, _, err := extracttest.TextOf([]byte(in), extract.Options{Strict: true})
	if !errors.Is(err, extract.ErrMalformed) || !strings.Contains(err.Error(), "the choices in lists of the form are not read") {
		t.Errorf("error %v", err)
	}
}
