package office_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Parts that a document refers to, or lists, and that are not read.
func TestLost(t *testing.T) {
	body := `<w:p>` + extracttest.Run("body") + `<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`
	noted := func(root string, ids ...string) string {
		var b strings.Builder
		for _, id := range ids {
			b.WriteString(`<w:footnote w:id="` + id + `"><w:p>` + extracttest.Run("note") + `</w:p></w:footnote>`)
		}
		return string(extracttest.DOCX(t, body, "word/_rels/document.xml.rels", extracttest.Links("footnotes", "footnotes.xml"),
			"word/footnotes.xml", `<w:`+root+` `+extracttest.WordNS+`>`+b.String()+`</w:`+root+`>`))
	}
	book := func(item, guide string) string {
		return string(extracttest.Pack(t, "META-INF/container.xml", `<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
			"b.opf", `<package><manifest><item id="a" href="a.html"/>`+item+`</manifest><spine><itemref idref="a"/></spine>`+guide+`</package>`,
			"a.html", "<p>body</p>", "b.html", "<p>more</p>", "c.html", "<p><img/></p>", "d.svg", "<svg><text>d"))
	}
	const notes = "1 of the footnotes are not in the package"
	sheet := func(cells string) string { return string(xlsx(t, "", cells)) }
	open := func(cells string) string {
		table := `<table:table><table:table-row>` + cells + `</table:table-row></table:table>`
		return string(extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", extracttest.Content("spreadsheet", table)))
	}
	excel := func(cells, state string) string {
		return extracttest.Excel03 + `<Worksheet><Table><Row>` + cells + `</Row></Table>` + state + `</Worksheet></Workbook>`
	}
	unknown := func(n string) []string {
		return []string{"cells are empty because their formulas have no stored result: " + n}
	}
	char := func(kind string) string { return `<w:r><w:fldChar w:fldCharType="` + kind + `"/></w:r>` }
	begin := char("begin") + `<w:r><w:instrText>PAGE</w:instrText></w:r>`
	para := func(s string) string { return `<w:p>` + s + `</w:p>` }
	fields := func(s string) string { return string(extracttest.DOCX(t, s)) }
	last := para(extracttest.Run("last"))
	noEnd := []string{"a field has no end: the text after its beginning is left out"}
	for _, tt := range []struct {
		why, document, text string
		lost                []string
	}{
		{"a field without an end", fields(para(extracttest.Run("body")+begin) + last), "body", noEnd},
		{"the same in its result", fields(para(extracttest.Run("body")+begin+char("separate")+extracttest.Run("3")) + last), "body", noEnd},
		{"an end that is deleted", fields(para(extracttest.Run("body")+begin+`<w:del>`+char("end")+`</w:del>`) + last), "body", noEnd},
		{"an end that is not read", fields(para(extracttest.Run("body")+begin+`<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="w"/><mc:Fallback>`+char("end")+`</mc:Fallback></mc:AlternateContent>`) + last), "body", noEnd},
		{"a field in one without an end", fields(para(extracttest.Run("body")+begin+begin+char("end")) + last), "body", noEnd},
		{"a field without an end in a cell", fields(para(extracttest.Run("body")) + `<w:tbl><w:tr><w:tc>` + para(begin) + `</w:tc></w:tr></w:tbl>` + last), "body", noEnd},
		{"a text box ends its fields", fields(para(`<w:r><w:txbxContent>`+para(begin)+`</w:txbxContent></w:r>`) + last), "last", nil},
		{"what they leave out in it", fields(para(`<w:r><w:txbxContent>`+para(begin+extracttest.Run("box"))+`</w:txbxContent></w:r>`) + last), "last", noEnd},
		{"an end in a text box is of another field", fields(para(extracttest.Run("body")+begin+`<w:r><w:txbxContent>`+para(char("end"))+`</w:txbxContent></w:r>`) + last), "body", noEnd},
		{"a field that leaves out no text", fields(last + para(begin+char("separate"))), "last", nil},
		{"a result that is shown", fields(para(char("begin")+`<w:r><w:instrText>REF a</w:instrText></w:r>`+char("separate")) + last), "last", nil},
		{"a note ends its fields", string(extracttest.DOCX(t, para(extracttest.Run("body")+`<w:r><w:footnoteReference w:id="2"/><w:footnoteReference w:id="3"/></w:r>`), "word/_rels/document.xml.rels", extracttest.Links("footnotes", "footnotes.xml"),
			"word/footnotes.xml", `<w:footnotes `+extracttest.WordNS+`><w:footnote w:id="2">`+para(begin)+`</w:footnote><w:footnote w:id="3">`+last+`</w:footnote></w:footnotes>`)), "body\nlast", nil},
		{"Word 2003", extracttest.Word03 + `<w:body>` + para(extracttest.Run("body")+begin) + last + `</w:body></w:wordDocument>`, "body", noEnd},
		{"a note of Word 2003", extracttest.Word03 + `<w:body>` + para(extracttest.Run("body")+`<w:r><w:footnote>`+para(begin+extracttest.Run("note"))+`</w:footnote></w:r>`) + last + `</w:body></w:wordDocument>`, "body\nlast", noEnd},
		{"a note that is there", noted("footnotes", "2"), "body\nnote", nil},
		{"a note with another id", noted("footnotes", "3"), "body", []string{notes}},
		{"notes without any", noted("hdr"), "body", []string{notes}},
		{"formulas without a result", sheet(`<c><v>1</v></c><c><f>A1</f></c><c><f>A1</f><v> </v></c><c t="b"><f>A1</f><v/></c><c><v>2</v></c>`), "1 2", unknown("3")},
		{"a formula whose result is an empty text", sheet(`<c><v>1</v></c><c t="str"><f>""</f><v></v></c>`), "1", nil},
		{"a formula with a result", sheet(`<c><v>1</v></c><c/><c><f>A1</f><v>0</v></c>`), "1 0", nil},
		{"formulas of OpenDocument", open(`<table:table-cell office:value-type="float" office:value="1" table:formula="of:=1"/><table:table-cell table:formula="of:=A1"/>`), "1", unknown("1")},
		{"an empty text of OpenDocument", open(`<table:table-cell office:value-type="float" office:value="1"/><table:table-cell table:formula="of:=A1" office:value-type="string" office:string-value=""/><table:table-cell table:formula="of:=A1"><text:p>a</text:p></table:table-cell>`), "1 a", nil},
		{"formulas of Excel 2003", excel(`<Cell><Data ss:Type="Number">1</Data></Cell><Cell ss:Formula="=A1"/><Cell ss:Formula="=A1"><Data ss:Type="Number"></Data></Cell><Cell ss:Formula="=A1"><Data ss:Type="String"></Data></Cell>`, ""), "1", unknown("2")},
		{"the same in a hidden sheet", excel(`<Cell ss:Formula="=A1"/>`, `<x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions>`), "", nil},
		{"a subdocument", string(extracttest.DOCX(t, `<w:p>`+extracttest.Run("body")+`</w:p><w:subDoc r:id="r1" xmlns:r="`+extracttest.Relations+`"/>`)), "body",
			[]string{"a subdocument is in another file"}},
		{"a page that the spine does not list", book(`<item id="b" href="b.html"/>`, ""), "body",
			[]string{`"b.html" is left out: the manifest lists it, and the spine does not`}},
		{"a page in SVG that is cut short", book(`<item id="d" href="d.svg" media-type="image/svg+xml"/><itemref idref="d"/>`, ""), "body",
			[]string{`"d.svg" is left out: malformed document: XML, line 1: the document ends where </text> was expected`}},
		{"another section of a page of the spine", book(`<item id="b" href="a.html#s"/>`, ""), "body", nil},
		{"a page without text", book(`<item id="b" href="c.html"/>`, ""), "body", nil},
		{"a table of contents of EPUB 3", book(`<item id="b" href="b.html" properties="nav"/>`, ""), "body", nil},
		{"a cover of EPUB 2", book(`<item id="b" href="b.html"/>`, `<guide><reference type="cover" href="b.html#x"/></guide>`), "body", nil},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.document), extract.Options{})
		if err != nil || text != tt.text {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.text)
		} else if diff := cmp.Diff(tt.lost, d.Lost); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.why, diff)
		}
	}
}
