package extract

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/zipped"
)

const (
	flatNS  = `xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"`
	word03  = `<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint">`
	excel03 = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">`
)

// flatWord makes a DOCX that is one XML file. The parts are names and elements, by turns.
func flatWord(parts ...string) string {
	const word = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	s := `<pkg:package ` + flatNS + `>`
	for i := 0; i < len(parts); i += 2 {
		kind := "application/xml"
		if parts[i] == "/word/document.xml" {
			kind = word + "document.main+xml"
		}
		s += `<pkg:part pkg:name="` + parts[i] + `" pkg:contentType="` + kind + `">` + parts[i+1] + `</pkg:part>`
	}
	return s + `</pkg:package>`
}

func xmlData(s string) string { return `<pkg:xmlData>` + s + `</pkg:xmlData>` }

func wordBody(s string) string {
	return xmlData(`<w:document ` + wordNS + ` xmlns:r="` + relations + `"><w:body>` + s + `</w:body></w:document>`)
}

// A document of an office program that is one XML file is that document.
func TestFlat(t *testing.T) {
	for _, tt := range []struct{ why, in, name, media, want string }{
		{"a package, its body before what refers to it", flatWord("/word/document.xml", wordBody(`<w:p>`+run("a")+`</w:p>`), "/_rels/.rels", xmlData(links("officeDocument", "word/document.xml")), "/word/media/i.png", `<pkg:binaryData>aGlk</pkg:binaryData>`), "a.xml", zipped.WordFlat, "a"},
		{"a page in it that is base64", flatWord("/_rels/.rels", xmlData(links("officeDocument", "word/document.xml")), "/word/document.xml", wordBody(`<w:altChunk r:id="r1"/>`), "/word/_rels/document.xml.rels", xmlData(links("aFChunk", "b.html")), "/word/b.html", "<pkg:binaryData>PHA+aGlk\nZGVuPC9wPg==</pkg:binaryData>"), "", zipped.WordFlat, "hidden"},
		{"XML of Word 2003", word03 + `<w:fonts/><w:styles><w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style></w:styles><w:docPr><w:footnotePr><w:footnote w:type="separator"><w:p>` + run("x") + `</w:p></w:footnote></w:footnotePr></w:docPr><w:body><wx:sect><w:p>` + run("a") +
			`<w:r><w:footnote><w:p>` + run("note") + `</w:p></w:footnote></w:r><w:r><w:rPr><w:rStyle w:val="H"/></w:rPr><w:t>x</w:t></w:r>` + run("b") + `<w:r><w:pict><w:binData w:name="wordml://1.png">aGlk</w:binData></w:pict></w:r></w:p>` +
			`<w:p><aml:annotation w:type="Word.Insertion"><aml:content>` + run("in") + `</aml:content></aml:annotation><aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>x</w:delText></w:r></aml:content></aml:annotation><aml:annotation w:type="Word.Comment"><aml:content><w:p>` + run("x") + `</w:p></aml:content></aml:annotation></w:p>` +
			`<w:sectPr><w:hdr w:type="odd"><w:p>` + run("head") + `</w:p></w:hdr><w:hdr w:type="first"><w:p>` + run("first") + `</w:p></w:hdr><w:ftr w:type="even"><w:p>` + run("x") + `</w:p></w:ftr><w:titlePg/></w:sectPr></wx:sect></w:body></w:wordDocument>`, "a.xml", zipped.WordXML, "ab\nin\nnote\nhead\nfirst"},
		{"XML of Excel 2003", excel03 + `<Styles><Style ss:ID="s1"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="s2" ss:Parent="s1"/><Style ss:ID="s3"><NumberFormat ss:Format="yyyy\-mm\-dd"/></Style></Styles>` +
			`<Worksheet><Table><Row><Cell><Data ss:Type="String">a</Data><Comment><Data>x</Data></Comment></Cell><Cell ss:StyleID="s2"><Data ss:Type="Number">0.25</Data></Cell></Row><Row><Cell ss:StyleID="s3"><Data ss:Type="DateTime">2003-04-05T00:00:00.000</Data></Cell><Cell><Data ss:Type="Boolean">1</Data></Cell></Row></Table></Worksheet>` +
			`<Worksheet><Table><Row><Cell><Data ss:Type="String">x</Data></Cell></Row></Table><x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions></Worksheet></Workbook>`, "", zipped.ExcelXML, "a 25.00%\n2003-04-05 TRUE"},
		{"a flat OpenDocument without its ending", strings.Replace(strings.ReplaceAll(content("text", "<text:p>a</text:p>"), "office:document-content", "office:document"), " ", ` office:mimetype="`+zipped.OpenDocument+`text" `, 1), "a.xml", zipped.Flat[0], "a"},
		{"styles in others", word03 + `<w:styles><w:styles/></w:styles><w:body><w:p>` + run("a") + `</w:p></w:body></w:wordDocument>`, "", zipped.WordXML, "a"},
		{"any other XML", `<a xmlns="http://schemas.microsoft.com/office/word/2003/wordml"><b>c</b></a>`, "a.xml", "application/xml", "c"},
		{"a text about one", "see <pkg:package " + flatNS + ">", "", "text/plain", "see <pkg:package " + flatNS + ">"},
	} {
		d, text, err := textOf([]byte(tt.in), Options{Name: tt.name})
		if err != nil || d.MediaType != tt.media {
			t.Errorf("%s: %+v, %v, want %s", tt.why, d, err, tt.media)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestFlatErrors(t *testing.T) {
	main := []string{"/_rels/.rels", xmlData(links("officeDocument", "word/document.xml"))}
	for _, tt := range []struct {
		why, in, media string
		is             error
		want           string
	}{
		{"another root", "<a/>", zipped.WordFlat, ErrMalformed, "expected the element pkg:package"},
		{"another root", "<a/>", zipped.WordXML, ErrMalformed, "expected the element w:wordDocument"},
		{"another root", "<a/>", zipped.ExcelXML, ErrMalformed, "expected the element Workbook"},
		{"cut short", flatWord(main...)[:300], "", ErrMalformed, "package in XML"},
		{"a part twice", flatWord(append(main, "/word/document.xml", wordBody(""), "/word/document.xml", wordBody(""))...), "", ErrMalformed, "several members"},
		{"no main part", flatWord(main...), "", ErrUnsupported, "no document of Office Open XML"},
		{"what is no base64", flatWord(append(main, "/word/document.xml", "<pkg:binaryData>?</pkg:binaryData>")...), "", ErrMalformed, "word/document.xml"},
		{"another encoding", `<?xml version="1.0" encoding="koi8-r"?>` + flatWord(main...), "", ErrMalformed, "expected UTF-8"},
		{"elements without end", flatWord(append(main, "/word/document.xml", xmlData(strings.Repeat("<a>", 2000)))...), "", ErrTooDeep, "more than 1000 elements"},
	} {
		_, _, err := textOf([]byte(tt.in), Options{MediaType: tt.media})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
}

// Whatever the XML: no panic, and a named error or a text within the limits.
func FuzzFlat(f *testing.F) {
	f.Add(flatWord("/_rels/.rels", xmlData(links("officeDocument", "word/document.xml")), "/word/document.xml", wordBody(`<w:p>`+run("a")+`</w:p>`)), uint8(0))
	f.Add(word03+`<w:body><w:p>`+run("a")+`</w:p><w:sectPr><w:hdr><w:p>`+run("b")+`</w:p></w:hdr></w:sectPr></w:body></w:wordDocument>`, uint8(1))
	f.Add(excel03+`<Worksheet><Table><Row><Cell><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>`, uint8(2))
	f.Fuzz(func(t *testing.T, in string, kind uint8) {
		media := []string{zipped.WordFlat, zipped.WordXML, zipped.ExcelXML}[kind%3]
		_, text, err := textOf([]byte(in), Options{MediaType: media, Limits: Limits{Size: 1 << 16}})
		if err != nil && !named(err) || len(text) > 1<<20 || strings.Contains(text, "\n\n") {
			t.Errorf("%d octets of text, %v", len(text), err)
		}
	})
}
