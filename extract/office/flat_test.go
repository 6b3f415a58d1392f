package office_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A document of an office program that is one XML file is that document.
func TestFlat(t *testing.T) {
	for _, tt := range []struct{ why, in, name, media, want string }{
		{"a package, its body before what refers to it", extracttest.FlatWord("/word/document.xml", extracttest.WordBody(`<w:p>`+extracttest.Run("a")+`</w:p>`), "/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml")), "/word/media/i.png", `<pkg:binaryData>aGlk</pkg:binaryData>`), "a.xml", "application/vnd.ms-word2006ml", "a"},
		{"a page in it that is base64", extracttest.FlatWord("/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml")), "/word/document.xml", extracttest.WordBody(`<w:altChunk r:id="r1"/>`), "/word/_rels/document.xml.rels", extracttest.XMLData(extracttest.Links("aFChunk", "b.html")), "/word/b.html", "<pkg:binaryData>PHA+aGlk\nZGVuPC9wPg==</pkg:binaryData>"), "", "application/vnd.ms-word2006ml", "hidden"},
		{"XML of Word 2003", extracttest.Word03 + `<w:fonts/><w:styles><w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style></w:styles><w:docPr><w:footnotePr><w:footnote w:type="separator"><w:p>` + extracttest.Run("x") + `</w:p></w:footnote></w:footnotePr></w:docPr><w:body><wx:sect><w:p>` + extracttest.Run("a") +
			`<w:r><w:footnote><w:p>` + extracttest.Run("note") + `</w:p></w:footnote></w:r><w:r><w:rPr><w:rStyle w:val="H"/></w:rPr><w:t>x</w:t></w:r>` + extracttest.Run("b") + `<w:r><w:pict><w:binData w:name="wordml://1.png">aGlk</w:binData></w:pict></w:r></w:p>` +
			`<w:tbl><w:tr><w:trPr><aml:annotation w:type="Word.Deletion"/></w:trPr>` + cell("", "x") + `</w:tr></w:tbl>` +
			`<w:p><aml:annotation w:type="Word.Insertion"><aml:content>` + extracttest.Run("in") + `</aml:content></aml:annotation><aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>x</w:delText></w:r></aml:content></aml:annotation><aml:annotation w:type="Word.Comment"><aml:content><w:p>` + extracttest.Run("x") + `</w:p></aml:content></aml:annotation></w:p>` +
			`<w:sectPr><w:hdr w:type="odd"><w:p>` + extracttest.Run("head") + `</w:p></w:hdr><w:hdr w:type="first"><w:p>` + extracttest.Run("first") + `</w:p></w:hdr><w:ftr w:type="even"><w:p>` + extracttest.Run("x") + `</w:p></w:ftr><w:titlePg/></w:sectPr></wx:sect></w:body></w:wordDocument>`, "a.xml", "application/vnd.ms-wordml", "ab\nin\nnote\nhead\nfirst"},
		{"XML of Excel 2003", extracttest.Excel03 + `<Styles><Style ss:ID="s1"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="s2" ss:Parent="s1"/><Style ss:ID="s3"><NumberFormat ss:Format="yyyy\-mm\-dd"/></Style></Styles>` +
			`<Worksheet><Table><Row><Cell><Data ss:Type="String">a</Data><Comment><Data>x</Data></Comment></Cell><Cell ss:StyleID="s2"><Data ss:Type="Number">0.25</Data></Cell></Row><Row><Cell ss:StyleID="s3"><Data ss:Type="DateTime">2003-04-05T00:00:00.000</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell></Row></Table></Worksheet>` +
			`<Worksheet><Table><Row><Cell><Data ss:Type="String">x</Data></Cell></Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet></Workbook>`, "", "application/vnd.ms-spreadsheetml", "a 25.00%\n2003-04-05 TRUE"},
		{"a flat OpenDocument without its ending", strings.Replace(strings.ReplaceAll(extracttest.Content("text", "<text:p>a</text:p>"), "office:document-content", "office:document"), " ", ` office:mimetype="`+"application/vnd.oasis.opendocument."+`text" `, 1), "a.xml", "application/vnd.oasis.opendocument.text-flat-xml", "a"},
		{"styles in others", extracttest.Word03 + `<w:styles><w:styles/></w:styles><w:body><w:p>` + extracttest.Run("a") + `</w:p></w:body></w:wordDocument>`, "", "application/vnd.ms-wordml", "a"},
		{"any other XML", `<a xmlns="http://schemas.microsoft.com/office/word/2003/wordml"><b>c</b></a>`, "a.xml", "application/xml", "c"},
		{"a text about one", "see <pkg:package " + extracttest.FlatNS + ">", "", "text/plain", "see <pkg:package " + extracttest.FlatNS + ">"},
	} {
		d, text, err := extracttest.TextOf([]byte(tt.in), extract.Options{Name: tt.name})
		if err != nil || d.MediaType != tt.media {
			t.Errorf("%s: %+v, %v, want %s", tt.why, d, err, tt.media)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestFlatErrors(t *testing.T) {
	main := []string{"/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml"))}
	for _, tt := range []struct {
		why, in, media string
		is             error
		want           string
	}{
		{"another root", "<a/>", "application/vnd.ms-word2006ml", extract.ErrMalformed, "expected the element pkg:package"},
		{"another root", "<a/>", "application/vnd.ms-wordml", extract.ErrMalformed, "expected the element w:wordDocument"},
		{"another root", "<a/>", "application/vnd.ms-spreadsheetml", extract.ErrMalformed, "expected the element Workbook"},
		{"cut short", extracttest.FlatWord(main...)[:300], "", extract.ErrMalformed, "package in XML"},
		{"a part twice", extracttest.FlatWord(append(main, "/word/document.xml", extracttest.WordBody(""), "/word/document.xml", extracttest.WordBody(""))...), "", extract.ErrMalformed, "several members"},
		{"no main part", extracttest.FlatWord(main...), "", extract.ErrMalformed, "lead to no main part"},
		{"what is no base64", extracttest.FlatWord(append(main, "/word/document.xml", "<pkg:binaryData>?</pkg:binaryData>")...), "", extract.ErrMalformed, "word/document.xml"},
		{"another encoding", `<?xml version="1.0" encoding="koi8-r"?>` + extracttest.FlatWord(main...), "", extract.ErrMalformed, "expected UTF-8"},
		{"elements without end", extracttest.FlatWord(append(main, "/word/document.xml", extracttest.XMLData(strings.Repeat("<a>", 2000)))...), "", extract.ErrTooDeep, "more than 1000 nested elements"},
	} {
		_, _, err := extracttest.TextOf([]byte(tt.in), extract.Options{MediaType: tt.media})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

// Whatever the XML: no panic, and a named error or a text within the limits.
func FuzzFlat(f *testing.F) {
	f.Add(extracttest.FlatWord("/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml")), "/word/document.xml", extracttest.WordBody(`<w:p>`+extracttest.Run("a")+`</w:p>`)), uint8(0))
	f.Add(extracttest.Word03+`<w:body><w:p>`+extracttest.Run("a")+`</w:p><w:sectPr><w:hdr><w:p>`+extracttest.Run("b")+`</w:p></w:hdr></w:sectPr></w:body></w:wordDocument>`, uint8(1))
	f.Add(extracttest.Excel03+`<Worksheet><Table><Row><Cell><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>`, uint8(2))
	f.Fuzz(func(t *testing.T, in string, kind uint8) {
		media := []string{"application/vnd.ms-word2006ml", "application/vnd.ms-wordml", "application/vnd.ms-spreadsheetml"}[kind%3]
		_, text, err := extracttest.TextOf([]byte(in), extract.Options{MediaType: media, Limits: extract.Limits{Size: 1 << 16}})
		if err != nil && !extracttest.Named(err) || len(text) > 1<<20 || strings.Contains(text, "\n\n") {
			t.Errorf("%d octets of text, %v", len(text), err)
		}
	})
}
