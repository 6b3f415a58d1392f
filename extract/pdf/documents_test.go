package pdf_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func TestProgramMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, tt := range []struct{ in, want string }{
		{"%PDF-1.7\n", "a program is missing: pdftotext (Debian package poppler-utils)"},
	} {
		_, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{})
		if !errors.Is(err, extract.ErrToolMissing) || err.Error() != tt.want {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// picture is a line that shows a picture.
const picture = "(picture)"

// pdfOf writes a PDF of pages of lines, 14 points below each other. A page without
// lines is a picture, and a page may have a picture below its lines.
func pdfOf(pages ...[]string) string {
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"", // the pages
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}
	var kids []string
	for _, lines := range pages {
		content := "0 0 612 792 re f"
		if len(lines) > 0 {
			content = "BT /F1 12 Tf"
			for i, l := range lines {
				if l == picture {
					content += strings.Repeat(" 72 72 468 648 re f", 5)
					continue
				}
				content += fmt.Sprintf(" 1 0 0 1 72 %d Tm (%s) Tj", 720-14*i, l)
			}
			content += " ET"
		}
		n := len(objects) + 1
		kids = append(kids, fmt.Sprintf("%d 0 R", n))
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", n+1),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	return pdfOfObjects(objects...)
}

// pdfOfObjects writes a PDF of objects. The first is the catalogue.
func pdfOfObjects(objects ...string) string {
	var b, xref strings.Builder
	b.WriteString("%PDF-1.4\n")
	for i, o := range objects {
		fmt.Fprintf(&xref, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n",
		len(objects)+1, &xref, len(objects)+1, at)
	return b.String()
}

func TestPDF(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	two := pdfOf([]string{"The lighthouse keepers", "wrote every day what the weath-"}, []string{"er was, and the oil they burned."})
	const text = "The lighthouse keepers\nwrote every day what the weather was, and the oil they burned.\n"
	scanned := func(first, second, third string) string {
		return pdfOf([]string{first, "", "", "Some words"}, []string{second, picture}, []string{third, picture})
	}
	for _, tt := range []struct {
		why, in, text string
		notes         []string
	}{
		{"a word runs over the end of a page", two, text, nil},
		{"copying is not allowed: poppler lets the reader decide", extracttest.Testdata(t, "protected.pdf"), text, nil},
		{"a page is scanned", pdfOf([]string{"Some words"}, nil), "Some words\n", []string{"1 of 2 pages has no text"}},
		{"two pages are", pdfOf(nil, []string{"Some words"}, nil), "Some words\n", []string{"2 of 3 pages have no text"}},
		{"so are two pages with their numbers", scanned("1", "2", "3"), "Some words\n", []string{"2 of 3 pages have no text"}},
		{"and with a running title", scanned("The Log 1", "The Log 2", "The Log 3"), "The Log 1\n\nSome words\n", []string{"2 of 3 pages have no text"}},
		{"a number that is no page number", scanned("8", "4", "8"), "8\n\nSome words\n4\n8\n", []string{"2 of 3 pages have no text"}},
		{"a form whose pages are generated", strings.Replace(pdfOf([]string{"Please wait"}), "/Type /Catalog",
			"/Type /Catalog /NeedsRendering true /AcroForm << /Fields [] /XFA [] >>", 1), "Please wait\n",
			[]string{"the PDF is a dynamic form (XFA), which is not read: only the pages in its place are"}},
		{"characters that HTML escapes", pdfOf([]string{`a & b < c > "d" &amp;`}), "a & b < c > \"d\" &amp;\n", nil},
	} {
		d, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Name: "x.txt"})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		got, err := io.ReadAll(d)
		if err != nil || string(got) != tt.text {
			t.Errorf("%s: %q, %v, want %q", tt.why, got, err, tt.text)
		}
		if diff := cmp.Diff(tt.notes, d.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", tt.why, diff)
		}
		if d.MediaType != "application/pdf" || !strings.HasPrefix(d.Tool, "poppler pdftotext ") || d.Size() != int64(len(tt.in)) {
			t.Errorf("%s: %+v", tt.why, d)
		}
	}
}

// pdfWith writes a PDF with a line of text, to which files are attached: names and bytes.
func pdfWith(line string, files ...string) string {
	stream := func(dictionary, octets string) string {
		return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(octets), octets)
	}
	objects := []string{
		"", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
		stream("", "BT /F1 12 Tf 72 720 Td ("+line+") Tj ET"),
	}
	var names []string
	for i := 0; i < len(files); i += 2 {
		n := len(objects) + 1
		names = append(names, fmt.Sprintf("(%03d) %d 0 R", i, n))
		objects = append(objects, fmt.Sprintf("<< /Type /Filespec /F (%s) /EF << /F %d 0 R >> >>", files[i], n+1),
			stream("/Type /EmbeddedFile", files[i+1]))
	}
	objects[0] = fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [%s] >> >> >>", strings.Join(names, " "))
	return pdfOfObjects(objects...)
}

func TestPDFAttachments(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	extracttest.Needs(t, "pdfdetach")
	many := make([]string, 0, 2*60)
	for i := range 60 {
		many = append(many, fmt.Sprintf("%d.txt", i), "words")
	}
	for _, tt := range []struct {
		why   string
		in    string
		want  []string
		notes []string
	}{
		{"a text and a PDF", pdfWith("outside", "a.txt", "Words of the log", "b.pdf", pdfWith("inside")), []string{
			"a.txt text/plain: Words of the log", "b.pdf application/pdf: inside",
		}, nil},
		{"in an attachment", pdfWith("outside", "b.pdf", pdfWith("inside", "a.txt", "within")), []string{
			"b.pdf//a.txt text/plain: within", "b.pdf application/pdf: inside",
		}, nil},
		{"names that are odd", pdfWith("outside", `..//x\\y\nz`, "one", `..//x\\y\nz`, "two", "", "three"), []string{
			"../x/y_z text/plain: one", "../x/y_z#2 text/plain: two", "embedded-3 text/plain: three",
		}, nil},
		{"one that no reader reads", pdfWith("outside", "a.bin", "\x00\x01\x02"), []string{"a.bin: no reader for this medium: application/octet-stream"}, nil},
	} {
		lines, err := extracttest.EmbeddedIn([]byte(tt.in), extract.Options{})
		if diff := cmp.Diff(tt.want, lines); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	d, text, err := extracttest.TextOf([]byte(pdfWith("outside", many...)), extract.Options{})
	if err != nil || text != "outside\n" {
		t.Fatalf("%q, %v", text, err)
	}
	if len(d.Embedded) != 50 || d.Embedded[49] != (extract.Embedded{Path: "49.txt", MediaType: "text/plain"}) {
		t.Errorf("%d are named: %v", len(d.Embedded), d.Embedded)
	}
	want := []string{"of 60 attachments, only the first 50 are looked at", "embedded documents are left out: 50"}
	if diff := cmp.Diff(want, d.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

// Comments follow the text, if they are asked for.
func TestPDFComments(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	with := func(content, annotations string) string {
		return pdfOfObjects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
			"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R /Annots ["+annotations+"] >>",
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content), "6 0 R")
	}
	const page, scan = "BT /F1 12 Tf 72 720 Td (The lamp was lit) Tj ET", "0 0 612 792 re f"
	const note = "<< /Subtype /Text /Rect [72 72 90 90] /Contents (Which lamp?) >>"
	scanned := []string{"its only text is in comments: is its page scanned?"}
	for _, tt := range []struct {
		why, in, include, want string
		notes                  []string
		is                     error
	}{
		{"they are not asked for", with(page, note), "hidden", "The lamp was lit\n", nil, nil},
		{"they are", with(page, note), "comments", "The lamp was lit\n\nWhich lamp?\n", nil, nil},
		{"there are none", with(page, ""), "comments", "The lamp was lit\n", nil, nil},
		{"the page is scanned", with(scan, note), "comments", "\nWhich lamp?\n", scanned, nil},
		{"the page is scanned, and they are not asked for", with(scan, note), "hidden", "", nil, extract.ErrNoText},
		{"the page is scanned, and has none", with(scan, ""), "comments", "", nil, extract.ErrNoText},
		{"one leads to itself", with(page, note+" 6 0 R"), "comments", "", nil, extract.ErrMalformed},
		{"the pages are encrypted, and have none", extracttest.Testdata(t, "protected.pdf"), "comments",
			"The lighthouse keepers\nwrote every day what the weather was, and the oil they burned.\n", nil, nil},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Include: []string{tt.include}, Strict: true})
		if diff := cmp.Diff(tt.want, text); diff != "" || !errors.Is(err, tt.is) {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		} else if err == nil && !cmp.Equal(tt.notes, d.Notes) {
			t.Errorf("%s: notes %q, want %q", tt.why, d.Notes, tt.notes)
		}
	}
}

// A PDF that only forbids changes is encrypted, but it opens without a password. Its boxes, choices and comments are
// read as those of other files.
func TestPDFWithoutUserPassword(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	const want = "☒ Agreed by both\n\nAlpha\nBeta\n\n☒ Beta\n\nQué (whom)?\n"
	for _, tt := range []struct{ why, name string }{
		{"revision 2, keys of 40 bits", "rc4-40"},
		{"revision 3, the objects are in streams", "rc4-128"},
		{"revision 4, the metadata are not encrypted", "aes-128"},
		{"revision 5, the objects are in streams", "aes-256-r5"},
		{"revision 6", "aes-256"},
	} {
		in := extracttest.Testdata(t, "owned-"+tt.name+".pdf")
		d, text, err := extracttest.TextOf([]byte(in), extract.Options{Include: []string{"comments"}})
		if diff := cmp.Diff(want, text); diff != "" || err != nil || len(d.Lost) > 0 {
			t.Errorf("%s: %v, lost %q (-want +got):\n%s", tt.why, err, d.Lost, diff)
		}
	}
}

// A few bytes may have endless attachments.
func TestPDFAttachmentsLimits(t *testing.T) {
	extracttest.Needs(t, "pdfdetach")
	in := pdfWith("a")
	for range 4 {
		var files []string
		for i := range 8 {
			files = append(files, fmt.Sprint(i), in)
		}
		if in = string(extracttest.GzipOf(t, strings.NewReader(pdfWith("a", files...)))); testing.Short() {
			break
		}
	}
	begun := time.Now()
	lines, err := extracttest.EmbeddedIn([]byte(in), extract.Options{})
	if !testing.Short() && !errors.Is(err, extract.ErrExpansion) || testing.Short() && err != nil {
		t.Errorf("%v, %d embedded documents after %v", err, len(lines), time.Since(begun))
	}
}

// TestPDFOfForms checks that shown forms and notes are text, even if the viewer draws them. Hidden
// ones, and comments that pop up, are not text.
func TestPDFOfForms(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	stream := func(dictionary, text string) string {
		return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(text), text)
	}
	drawn := func(text string) string {
		return stream("/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>",
			"BT /F1 12 Tf 2 5 Td ("+text+") Tj ET")
	}
	annotation := func(entries string) string {
		return "<< /Type /Annot /DA (/F1 12 Tf 0 g) " + entries + " >>"
	}
	in := pdfOfObjects(
		"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R] /DR << /Font << /F1 3 0 R >> >> >> >>",
		"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R "+
			"/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R] >>",
		stream("", "BT /F1 12 Tf 72 720 Td (Name of the keeper) Tj ET"),
		annotation("/Subtype /Widget /FT /Tx /T (a) /V (drawn) /Rect [72 600 272 620] /F 4 /AP << /N 12 0 R >>"),
		annotation("/Subtype /Widget /FT /Tx /T (b) /V (Lens) /Rect [72 560 272 580] /F 4"),
		annotation("/Subtype /Widget /FT /Tx /T (c) /V (hidden) /Rect [72 520 272 540] /F 2 /AP << /N 13 0 R >>"),
		annotation("/Subtype /FreeText /Contents (free) /Rect [72 480 272 500] /F 4 /AP << /N 14 0 R >>"),
		annotation("/Subtype /FreeText /Contents (at night) /Rect [72 440 272 460] /F 4"),
		annotation("/Subtype /Text /Contents (comment) /Rect [72 400 92 420] /F 4"),
		drawn("Augustin"), drawn("hidden"), drawn("lit"))
	d, err := extract.Open(t.Context(), strings.NewReader(in), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(d)
	if diff := cmp.Diff("Name of the keeper\n\nAugustin\n\nLens\n\nlit\n\nat night\n", string(got)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// The words of a page are found in every script, from any program.
func TestPDFOfScripts(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	words := func(name string) []string {
		d, err := extract.Open(t.Context(), strings.NewReader(extracttest.Testdata(t, name)), extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(d)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(text))
	}
	want := words("scripts.html")
	for _, name := range []string{"scripts-chromium.pdf", "scripts-libreoffice.pdf"} {
		if diff := cmp.Diff(want, words(name)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPDFErrors(t *testing.T) {
	extracttest.Needs(t, "pdftotext")
	one := pdfOf([]string{"Some words"})
	for _, tt := range []struct {
		why, in string
		limits  extract.Limits
		is      error
		want    string
	}{
		{"all pages are scanned", pdfOf(nil, nil), extract.Limits{}, extract.ErrNoText, "no text in the document: PDF: pdftotext found no text: are its 2 pages scanned?"},
		{"the page is", pdfOf(nil), extract.Limits{}, extract.ErrNoText, "PDF: pdftotext found no text: is its page scanned?"},
		{"its font is missing", strings.Replace(one, "/F1 12 Tf", "/F2 12 Tf", 1), extract.Limits{}, extract.ErrMalformed,
			"PDF: pdftotext found no text, and says: Syntax Error: Unknown font tag 'F2'; "},
		{"it has no page", pdfOf(), extract.Limits{}, extract.ErrMalformed, "PDF: pdftotext "},
		{"it needs a password", extracttest.Testdata(t, "encrypted.pdf"), extract.Limits{}, extract.ErrEncrypted, "PDF: it needs a password"},
		{"it is cut off", one[:200], extract.Limits{}, extract.ErrMalformed, "PDF: pdftotext says: Syntax Error"},
		{"it is too large", one, extract.Limits{Size: 100}, extract.ErrTooLarge, "more than 100 bytes of PDF"},
		{"its text is", pdfOf([]string{strings.Repeat("a ", 40)}), extract.Limits{Size: 1500}, extract.ErrTooLarge, "more than 1500 bytes of text by pdftotext"},
		{"it takes too long", one, extract.Limits{Time: 1}, extract.ErrTimeout, "its reader was stopped after 1ns"},
	} {
		_, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Limits: tt.limits})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}
