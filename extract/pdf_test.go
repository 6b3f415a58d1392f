package extract

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// needs skips a short test if a program is not installed, and fails any other.
func needs(t *testing.T, command string) {
	t.Helper()
	if _, err := exec.LookPath(command); err == nil {
		return
	} else if testing.Short() {
		t.Skip(err)
	}
	t.Fatalf("%s is not installed: run scripts/programs.sh", command)
}

// pdfOf writes a PDF of pages of lines, 14 points below each other. A page without
// lines is a picture.
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

func testdata(t *testing.T, name string) string {
	t.Helper()
	octets, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(octets)
}

func TestPDF(t *testing.T) {
	needs(t, pdftotext.command)
	two := pdfOf([]string{"The lighthouse keepers", "wrote every day what the weath-"}, []string{"er was, and the oil they burned."})
	const text = "The lighthouse keepers\nwrote every day what the weather was, and the oil they burned.\n"
	for _, tt := range []struct {
		why, in, text string
		notes         []string
	}{
		{"a word runs over the end of a page", two, text, nil},
		{"copying is not allowed: poppler lets the reader decide", testdata(t, "protected.pdf"), text, nil},
		{"a page is scanned", pdfOf([]string{"Some words"}, nil), "Some words\n", []string{"1 of 2 pages has no text"}},
		{"two pages are", pdfOf(nil, []string{"Some words"}, nil), "Some words\n", []string{"2 of 3 pages have no text"}},
		{"characters that HTML escapes", pdfOf([]string{`a & b < c > "d" &amp;`}), "a & b < c > \"d\" &amp;\n", nil},
	} {
		d, err := Open(t.Context(), strings.NewReader(tt.in), Options{Name: "x.txt"})
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

func TestPDFErrors(t *testing.T) {
	needs(t, pdftotext.command)
	one := pdfOf([]string{"Some words"})
	for _, tt := range []struct {
		why, in string
		limits  Limits
		is      error
		want    string
	}{
		{"all pages are scanned", pdfOf(nil, nil), Limits{}, ErrNoText, "PDF: none of its 2 pages has text: are they scanned?"},
		{"the page is", pdfOf(nil), Limits{}, ErrNoText, "PDF: its page has no text: is it scanned?"},
		{"it has no page", pdfOf(), Limits{}, ErrMalformed, "PDF: pdftotext "},
		{"it needs a password", testdata(t, "encrypted.pdf"), Limits{}, ErrEncrypted, "PDF: it needs a password"},
		{"it is cut off", one[:200], Limits{}, ErrMalformed, "PDF: pdftotext says: Syntax Error"},
		{"it is too large", one, Limits{Size: 100}, ErrTooLarge, "more than 100 octets of PDF"},
		{"its text is", pdfOf([]string{strings.Repeat("a ", 40)}), Limits{Size: 1500}, ErrTooLarge, "more than 1500 octets of text by pdftotext"},
		{"it takes too long", one, Limits{Time: 1}, ErrTimeout, "pdftotext was stopped after 1ns"},
	} {
		_, err := Open(t.Context(), strings.NewReader(tt.in), Options{Limits: tt.limits})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

// pagesOf makes pages of texts: an empty line ends a block.
func pagesOf(texts ...string) []page {
	pages := make([]page, len(texts))
	for i, text := range texts {
		for block := range strings.SplitSeq(text, "\n\n") {
			first := true
			for s := range strings.Lines(block) {
				if s = strings.TrimSpace(s); s != "" {
					pages[i].lines = append(pages[i].lines, line{text: s, key: key(s), first: first})
					first = false
				}
			}
			if n := len(pages[i].lines); n > 0 {
				pages[i].lines[n-1].last = true
			}
		}
	}
	return pages
}

func TestWithoutFurniture(t *testing.T) {
	for _, tt := range []struct {
		why   string
		pages []string
		want  string
	}{
		{"page numbers", []string{"a b\n\n1", "c d\n\n2", "e\n\n3"}, "a b\nc d\ne\n"},
		{"page numbers of a document of two pages", []string{"a\n\n- 1 -", "b\n\n- 2 -"}, "a\nb\n"},
		{"Roman page numbers", []string{"a\n\niii", "b\n\niv", "c\n\nv"}, "a\nb\nc\n"},
		{"numbers that do not rise with the pages stay", []string{"a\n\n1848", "b\n\n1914"}, "a\n\n1848\nb\n\n1914\n"},
		{"one page loses nothing", []string{"Title\n\nbody\n\n1"}, "Title\n\nbody\n\n1\n"},
		{"two pages that begin alike lose nothing", []string{"Dear Sir\n\nyes", "Dear Sir\n\nno"}, "Dear Sir\n\nyes\nDear Sir\n\nno\n"},
		{"a running title stays once if it stands nowhere else", []string{"The Log\n\na", "The Log\n\nb", "The Log\n\nc"}, "The Log\n\na\nb\nc\n"},
		{"a running title that stands on the cover", []string{"The log", "THE LOG\n\na", "THE LOG\n\nb", "THE LOG\n\nc"}, "The log\na\nb\nc\n"},
		{"titles that alternate, with page numbers", []string{
			"The Log", "Chapter 1\n\nStorms\n\na", "2 THE LOG\n\nb", "STORMS 3\n\nc", "4 THE LOG\n\nd", "STORMS 5\n\ne", "6 THE LOG\n\nf", "STORMS 7\n\ng",
		}, "The Log\nChapter 1\n\nStorms\n\na\nb\nc\nd\ne\nf\ng\n"},
		{"sections that each run along one page", []string{
			"Chapter 1\n\nStorms\n\n1.1\n\nOf the north\n\n1.2\n\nOf the south\n\na\n\n1",
			"CHAPTER 1. STORMS\n\n1.1. OF THE NORTH\n\nb\n\n2", "CHAPTER 1. STORMS\n\n1.2. OF THE …\n\nc\n\n3", "CHAPTER 1. STORMS\n\nd\n\n4",
		}, "Chapter 1\n\nStorms\n\n1.1\n\nOf the north\n\n1.2\n\nOf the south\n\na\nb\nc\nd\n"},
		{"a heading at the top of a page stays", []string{"a\n\n1", "Storms\n\nb\n\n2", "c\n\n3", "Calms\n\nd\n\n4"}, "a\nStorms\n\nb\nc\nCalms\n\nd\n"},
		{"a paragraph runs over the end of a page", []string{"a keep-\n\n1", "er of light\n\n2"}, "a keeper of light\n"},
		{"a compound that the document has elsewhere", []string{"the well-known\nare well-\nknown"}, "the well-known\nare well-known\n"},
		{"a compound of two words of the document", []string{"this text is\nbased on text-\nbased logs"}, "this text is\nbased on text-based logs\n"},
		{"two words that are one", []string{"the cell has no\nother phone, a cell-\nphone; cellphone"}, "the cell has no\nother phone, a cellphone; cellphone\n"},
		{"a hyphen before a capital is no division", []string{"Debian-\nInstaller"}, "Debian-\nInstaller\n"},
		{"no pages", nil, ""},
	} {
		if diff := cmp.Diff(tt.want, withoutFurniture(pagesOf(tt.pages...))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// Whatever the pages: no word is lost but numbers of pages, and nothing comes in.
func FuzzWithoutFurniture(f *testing.F) {
	f.Add("a b\n\n1\fc-\n\n2\fd\n\n3")
	f.Add("CHAPTER 0! A A\n\nC\n00\fCHAPTER 00 C\n\n0000\fCHAPTER 000A\n\n00")
	f.Add("THE LOG\n\na\fTHE LOG\n\nb\fTHE LOG\n\nc\n\fThe log …")
	f.Add("CHAPTER 1. A B\n\nx\n\niv\fCHAPTER 2. C\n\ny\n\nv\fCHAPTER 3. D\n\nvi")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "-\u00ad\u2010") {
			return // divided words may become whole
		}
		pages := strings.Split(text, "\f")
		got := withoutFurniture(pagesOf(pages...))
		has := make(map[string]bool)
		for _, w := range words(got) {
			has[w] = true
		}
		for _, p := range pagesOf(pages...) {
			for _, l := range p.lines {
				_, _, number := pageNumber(l.text)
				for _, w := range words(l.text) {
					if !has[w] && !number {
						t.Errorf("%q became %q: %q is lost", text, got, w)
					}
				}
			}
		}
		if len(got) > len(text)+2*len(pages)+2 && !strings.Contains(text, "\n") {
			t.Errorf("%q grew to %q", text, got)
		}
	})
}

// FuzzReadLayout reads what may come of pdftotext.
func FuzzReadLayout(f *testing.F) {
	f.Add([]byte("<page width=\"1\">\n<block x>\n<line y>\n<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">a&amp;b</word>\n</line>\n</block>\n</page>"))
	f.Add([]byte("</line>\n<word xMin=\"x\" yMin=\"\" xMax=\"1e999\" yMax=\"NaN\">\xff</word>\n<page \n</line>"))
	f.Fuzz(func(t *testing.T, xml []byte) {
		pages, blank := readLayout(xml)
		if blank > len(pages) {
			t.Errorf("%d of %d pages are blank", blank, len(pages))
		}
		if text := withoutFurniture(pages); len(text) > 2*len(xml)+2 {
			t.Errorf("%d octets of %d", len(text), len(xml))
		}
	})
}
