package extract_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// TestMemory reads hostile and long documents, each in a process of its own. It compares the peak
// memory of the process with the promise of the package. That is 64 MiB, and 32 bytes for each byte
// of the document. The memory of an idle process comes on top. An eighth more is allowed, since the
// garbage collector can be slow. If the document has an error, it must be about a budget.
func TestMemory(t *testing.T) {
	if name := os.Getenv("FPCHECK_TEST_MEMORY"); name != "" {
		readInChild(name)
	}
	if testing.Short() {
		t.Skip("it reads long documents")
	}
	cell := "<tr><td>1</td><td>22</td><td>345</td></tr>\n"
	for _, tt := range []struct {
		why, name string
		octets    []byte
	}{
		{"a plain text", "a.txt", bytes.Repeat([]byte("The quick brown fox. "), 1<<20)},
		{"a text of another encoding", "a.txt", bytes.Repeat([]byte("\xfe\xff\x04\x10\x04\x11\x00 "), 1<<20)},
		{"a text packed 150 times", "a.txt.gz", extracttest.GzipOf(t, strings.NewReader(strings.Repeat("The quick brown fox. ", 1<<20)))},
		{"a page of paragraphs without text", "a.html", bytes.Repeat([]byte("<p>"), 3<<20)},
		{"a table of numbers", "a.html", []byte("<table>" + strings.Repeat(cell, 100_000))},
		{"a table of numbers, packed", "a.html.gz", extracttest.GzipOf(t, strings.NewReader("<table>"+strings.Repeat(cell, 400_000)))},
		{"a page of attributes", "a.html", []byte("<p" + strings.Repeat(" a b c", 500_000) + ">")},
		{"Markdown", "a.md", bytes.Repeat([]byte("# A heading\n\nSome *words* in `prose` and a [link](to/somewhere) of the ordinary kind.\n\n"), 15_000)},
		{"a table of quotes", "a.csv", []byte("a,b\n" + strings.Repeat("\"c, d\",\"\"\"e\"\"\"\n", 1_000_000))},
		{"a quote that is not closed", "a.csv", append([]byte{'"'}, bytes.Repeat([]byte("some words, "), 2<<20)...)},
		{"XML", "a.xml", []byte("<a>" + strings.Repeat("<b c='d'>e</b>\n", 300_000) + "</a>")},
		{"a workbook of empty strings", "a.xlsx", workbook(t, "", "", strings.Repeat("<si/>", 3<<20))},
		{"a tag of attributes", "a.docx", extracttest.DOCX(t, "<w:p"+strings.Repeat(` a=""`, 8<<20/5)+"/>")},
		{"a word without end", "a.docx", extracttest.DOCX(t, "<w:p>"+extracttest.Run(strings.Repeat("a", 14<<20))+"</w:p>")},
		{"a document of runs", "a.docx", extracttest.DOCX(t, strings.Repeat("<w:p>"+extracttest.Run("some words")+"</w:p>", 150_000))},
		{"a chapter of elements", "a.epub", extracttest.EPUB(t, `<itemref idref="one"/><itemref idref="two"/><itemref idref="none"/>`, "o/d.html", "<html>"+strings.Repeat("<p/>", 3<<20)+"</html>")},
		{"cells that are repeated", "a.ods", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"spreadsheet", "content.xml", extracttest.Content("spreadsheet",
			strings.Repeat(`<table:table-cell table:number-columns-repeated="16">`, 6)+"<text:p>some words</text:p>"+strings.Repeat("</table:table-cell>", 6)))},
		{"a record that is long", "a.xlsb", extracttest.BinaryWorkbook(t, extracttest.Brt(0, extracttest.U32(0))+extracttest.Brt(6, extracttest.U32(0)+extracttest.U32(0)+extracttest.WideOf(strings.Repeat("a", 64<<20))), "")},
		{"a format that repeats a long string", "a.xml", []byte(extracttest.Excel03 + `<Styles><Style ss:ID="a"><NumberFormat ss:Format="` + strings.Repeat("@", 1000) + `"/></Style></Styles>` +
			`<Worksheet><Table><Row><Cell ss:StyleID="a"><Data ss:Type="String">` + strings.Repeat("a", 2<<20) + `</Data></Cell></Row></Table></Worksheet></Workbook>`)},
		{"widths of glyphs", "a.xps", extracttest.XPS(t, extracttest.Glyph("0", "0", "a", `Indices="`+strings.Repeat(";", 12<<20)+`"`))},
		{"storages in one another", "a.doc", ole.Write([]ole.Stream{{Path: append(slices.Repeat([]string{"a"}, 10_000), "b"), Octets: []byte("x")}})},
		{"a PDF with a long stream of comments", "a.pdf", commentBomb(t)},
		{"a mail of text", "a.eml", []byte("From: a\nMessage-ID: b\n\n" + strings.Repeat("The quick brown fox.\n", 200_000))},
	} {
		path := filepath.Join(t.TempDir(), tt.name)
		if err := os.WriteFile(path, tt.octets, 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(os.Args[0], "-test.run=^TestMemory$")
		c.Env = append(os.Environ(), "FPCHECK_TEST_MEMORY="+path)
		said, err := c.CombinedOutput()
		var before, after int64
		if _, scan := fmt.Sscanf(string(said), "%d %d", &before, &after); err != nil || scan != nil {
			t.Errorf("%s: %v: %.500s", tt.why, err, said)
			continue
		}
		if took, most := after-before, int64(64<<20+32*len(tt.octets)); took > most+most/8 {
			t.Errorf("%s: %d MiB of memory for %d octets, want at most %d MiB: %s", tt.why, took>>20, len(tt.octets), most>>20, said)
		}

	}
}

// readInChild reads a document, prints the peak memory of this process before and after, and exits.
func readInChild(name string) {
	before := mostMemory()
	err := func() error {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		d, err := extract.Open(context.Background(), f, extract.Options{Name: name, Include: []string{"comments"}})
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, struct{ io.Reader }{d})
		return err
	}()
	fmt.Println(before, mostMemory(), err)
	if err != nil && !errors.Is(err, extract.ErrExpansion) && !errors.Is(err, extract.ErrTooLarge) && !errors.Is(err, extract.ErrTooDeep) {
		os.Exit(1)
	}
	os.Exit(0)
}

// commentBomb returns a PDF whose only comment is in an object stream of a gigabyte.
func commentBomb(t *testing.T) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := io.Copy(w, io.MultiReader(strings.NewReader("6 0 <</Subtype/Text/Contents(Which lamp?)>>"), extracttest.Repeated(" ", 1<<30))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, "%%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"+
		"3 0 obj<</Type/Page/MediaBox[0 0 612 792]/Parent 2 0 R/Contents 4 0 R/Annots[6 0 R]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"+
		"4 0 obj<</Length 33>>stream\nBT/F 12 Tf 72 720 Td(The lamp)Tj ET\nendstream endobj\n"+
		"7 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R>>\n", packed.Len(), &packed)
}

// mostMemory returns the peak memory of this process so far, in bytes.
func mostMemory() (octets int64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	fmt.Sscan(string(rest), &octets)
	return octets << 10
}
