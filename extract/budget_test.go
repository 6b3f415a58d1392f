package extract_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// workbook returns a workbook. sheets is its list of sheet elements.
func workbook(t testing.TB, sheets, sheet, strings string) []byte {
	const ns = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	return extracttest.Pack(t,
		"[Content_Types].xml", extracttest.Types("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml."+"sheet.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/workbook.xml"),
		"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "sheet.xml", "sharedStrings", "strings.xml"),
		"xl/workbook.xml", `<workbook`+ns+` xmlns:r="`+extracttest.Relations+`"><sheets>`+sheets+`</sheets></workbook>`,
		"xl/sheet.xml", `<worksheet`+ns+`><sheetData>`+sheet+`</sheetData></worksheet>`,
		"xl/strings.xml", `<sst`+ns+`>`+strings+`</sst>`)
}

// TestBudget checks that a small document costs no more than its length allows, whatever layer or
// member has the cost.
func TestBudget(t *testing.T) {
	const aSheet = `<sheet r:id="r1"/>`
	row := `<row><c><v>` + strings.Repeat(" ", 900) + `</v></c></row>`
	for _, tt := range []struct {
		why    string
		octets []byte
		want   string
	}{
		{"layers that each unpack to less than 200 for one", layers(t, 4), "all its layers unpack to more than"},
		{"a sheet that is shown again and again", workbook(t, strings.Repeat(aSheet, 2000), strings.Repeat(row, 200), ""),
			`"xl/sheet.xml": document expands too much: all its layers unpack to more than`},
		{"an empty one", workbook(t, strings.Repeat(aSheet, 1<<16), "", ""), "more than 65536 members of archives are opened"},
		{"a list of empty strings", workbook(t, "", "", strings.Repeat("<si/>", 3<<20)), "shared strings: its reader needs more than"},
		{"a tag of 8 MiB of attributes", extracttest.DOCX(t, "<w:p"+strings.Repeat(` a=""`, 8<<20/5)+"/>"), "one tag or text of XML: its reader needs more than"},
		{"styles", extracttest.DOCX(t, "", "word/_rels/document.xml.rels", extracttest.Links("styles", "styles.xml"), "word/styles.xml", styles(600_000)),
			"styles: its reader needs more than"},
		{"a member of one word", extracttest.DOCX(t, "<w:p>"+extracttest.Run(strings.Repeat("a", 13<<20))+"</w:p>"), "one tag or text of XML: its reader needs more than"},
		{"a book of one long text", extracttest.EPUB(t, `<itemref idref="none"/>`, "o/d.html", strings.Repeat("<b>a</b> ", 15<<20/9)), "its reader needs more than"},
		{"cells in cells that are repeated", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"spreadsheet", "content.xml", extracttest.Content("spreadsheet",
			strings.Repeat(`<table:table-cell table:number-columns-repeated="16">`, 6)+"<text:p>a b c</text:p>"+strings.Repeat("</table:table-cell>", 6))),
			"it shows more than"},
	} {
		d, err := extract.Open(t.Context(), bytes.NewReader(tt.octets), extract.Options{})
		n := int64(0)
		if err == nil {
			n, err = io.Copy(io.Discard, io.LimitReader(d, 1<<30))
		}
		if most := 16<<20 + extract.DefaultLimits.Ratio*int64(len(tt.octets)); n > most {
			t.Errorf("%s: %d octets of text, want at most %d", tt.why, n, most)
		}
		if !errors.Is(err, extract.ErrExpansion) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, extract.ErrExpansion, tt.want)
		}
	}
}

func styles(n int) string {
	var b strings.Builder
	b.WriteString(`<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">`)
	for i := range n {
		b.WriteString(`<w:style w:styleId="`)
		for ; i > 0; i /= 26 {
			b.WriteByte(byte('a' + i%26))
		}
		b.WriteString(`"/>`)
	}
	b.WriteString(`</w:styles>`)
	return b.String()
}

// layers compresses a text n times. Each layer is more than a hundred copies of the last one. No
// byte expands to 200.
func layers(t *testing.T, n int) []byte {
	packed := extracttest.GzipOf(t, strings.NewReader(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 1000)))
	for range n - 1 {
		length := int64(len(packed) * 150)
		packed = extracttest.GzipOf(t, extracttest.Repeated(string(packed), length))
		if ratio := length / int64(len(packed)); ratio >= extract.DefaultLimits.Ratio || ratio < 20 {
			t.Fatalf("a layer is packed %d:1", ratio)
		}
	}
	return packed
}

// TestMemberTwice checks that the document bounds the cost of a member, not the number of
// references to it. Text that is shown twice is read twice.
func TestMemberTwice(t *testing.T) {
	_, text, err := extracttest.TextOf(workbook(t, strings.Repeat(`<sheet r:id="r1"/>`, 2), `<row><c t="s"><v>0</v></c></row>`, "<si><t>word</t></si>"), extract.Options{})
	if want := "word\nword"; err != nil || text != want {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
}
