package extracttest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Pack returns an archive. The members are alternating names and contents.
func Pack(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, members[i+1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Beginnings of the names of parts of Office Open XML.
const (
	OPC       = "http://schemas.openxmlformats.org/package/2006/"
	Relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// Types declares the type of the main part of a package.
func Types(part, contentType string) string {
	return `<Types xmlns="` + OPC + `content-types"><Override PartName="/` + part + `" ContentType="` + contentType + `"/></Types>`
}

// Links returns relationships with these kinds and targets. Their ids are r1, r2 ...
func Links(list ...string) string {
	var b strings.Builder
	for i := 0; i < len(list); i += 2 {
		fmt.Fprintf(&b, `<Relationship Id="r%d" Type="%s/%s" Target="%s"/>`, i/2+1, Relations, list[i], list[i+1])
	}
	return `<Relationships xmlns="` + OPC + `relationships">` + b.String() + `</Relationships>`
}

// DOCX returns a Word document. More members are alternating names and contents.
func DOCX(t testing.TB, body string, more ...string) []byte {
	return Pack(t, append([]string{
		"[Content_Types].xml", Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml."+"document.main+xml"),
		"_rels/.rels", Links("officeDocument", "word/document.xml"),
		"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"
 xmlns:r="` + Relations + `"><w:body>` + body + `</w:body></w:document>`,
	}, more...)...)
}

// Run is a run of text in a document of Word.
func Run(s string) string { return `<w:r><w:t xml:space="preserve">` + s + `</w:t></w:r>` }

// ODF declares the namespaces of OpenDocument.
const ODF = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"`

// Content is the content of an OpenDocument.
func Content(kind, body string) string {
	return `<office:document-content ` + ODF + `><office:automatic-styles><style:style style:name="H"><style:text-properties text:display="none"/></style:style></office:automatic-styles>
<office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document-content>`
}

// EPUB makes a book.
func EPUB(t testing.TB, spine string, more ...string) []byte {
	return Pack(t, append([]string{
		"META-INF/container.xml", `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="o/b.opf"/><rootfile full-path="no.opf"/></rootfiles></container>`,
		"o/b.opf", `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="one" href="a%20b.html"/><item id="two" href="../c.html"/>` +
			`<item id="two-two" href="../c.html#s2"/><item id="none" href="d.html"/><item id="out" href="../../e.html"/><item id="far" href="http://example.org/"/>` +
			`<item id="svg" href="s.svg" media-type="image/svg+xml"/><item id="odd" href="s.html" media-type="image/png"/><item id="xml" href="x.xml" media-type="application/docbook+xml"/></manifest><spine>` + spine + `</spine></package>`,
		"o/a b.html", "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><p>fi<i>r</i>st&nbsp;<![CDATA[c]]></p></html>",
		"c.html", "<?xml version='1.0' encoding='utf-8'?><html><p>second \u00e9<br><p>",
	}, more...)...)
}

// The namespaces of Office Open XML.
const (
	WordNS  = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	DrawNS  = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`
	ChartNS = `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`
)

// Beginnings of documents that are one XML file.
const (
	FlatNS  = `xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"`
	Word03  = `<?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:wx="http://schemas.microsoft.com/office/word/2003/auxHint">`
	Excel03 = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">`
)

// FlatWord returns a DOCX that is one XML file. The parts are alternating names and elements.
func FlatWord(parts ...string) string {
	const word = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	s := `<pkg:package ` + FlatNS + `>`
	for i := 0; i < len(parts); i += 2 {
		kind := "application/xml"
		if parts[i] == "/word/document.xml" {
			kind = word + "document.main+xml"
		}
		s += `<pkg:part pkg:name="` + parts[i] + `" pkg:contentType="` + kind + `">` + parts[i+1] + `</pkg:part>`
	}
	return s + `</pkg:package>`
}

// XMLData returns an XML part of such a document.
func XMLData(s string) string { return `<pkg:xmlData>` + s + `</pkg:xmlData>` }

// WordBody returns the part of such a document with the text.
func WordBody(s string) string {
	return XMLData(`<w:document ` + WordNS + ` xmlns:r="` + Relations + `"><w:body>` + s + `</w:body></w:document>`)
}

// ODFMore declares more namespaces of OpenDocument.
const ODFMore = ODF + ` xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"
 xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:math="http://www.w3.org/1998/Math/MathML"`

// Brt returns a record of a binary workbook.
func Brt(kind int, data string) string {
	var b []byte
	if kind < 0x80 {
		b = append(b, byte(kind))
	} else {
		b = append(b, byte(kind|0x80), byte(kind>>7))
	}
	n := len(data)
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n|0x80))
	}
	return string(append(b, byte(n))) + data
}

// U32 returns a number of four bytes.
func U32(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }

// WideOf returns a string of a binary workbook.
func WideOf(s string) string { return U32(uint32(len(UTF16Of(s))/2)) + UTF16Of(s) }

// BinaryWorkbook returns a workbook with a visible and a hidden sheet.
func BinaryWorkbook(t testing.TB, first, second string) []byte {
	return Pack(t,
		"[Content_Types].xml", Types("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
		"_rels/.rels", Links("officeDocument", "xl/workbook.bin"),
		"xl/_rels/workbook.bin.rels", Links("worksheet", "a.bin", "worksheet", "b.bin", "sharedStrings", "strings.bin", "styles", "styles.bin"),
		"xl/workbook.bin", Brt(153, U32(1))+Brt(156, U32(0)+U32(1)+WideOf("r1")+WideOf("a"))+Brt(156, U32(1)+U32(2)+WideOf("r2")+WideOf("b")),
		"xl/styles.bin", Brt(44, "\xa4\x00"+WideOf("0"))+Brt(626, "")+Brt(47, "\x00\x00\x09\x00")+Brt(627, "")+Brt(617, "")+Brt(47, "\x00\x00\x00\x00")+Brt(47, "\x00\x00\xa4\x00")+Brt(618, ""),
		"xl/strings.bin", Brt(19, "\x01"+WideOf("共有")+U32(1)+"runs")+Brt(19, "\x00"+WideOf("b")),
		"xl/a.bin", first, "xl/b.bin", second)
}

// XPS returns a document of one page.
func XPS(t testing.TB, page string) []byte {
	const ns = ` xmlns="http://schemas.microsoft.com/xps/2005/06"`
	return Pack(t,
		"[Content_Types].xml", Types("Pages/1.fpage", "application/vnd.ms-package.xps-fixedpage+xml"),
		"_rels/.rels", `<Relationships xmlns="`+OPC+`relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation" Target="/all.fdseq"/></Relationships>`,
		"all.fdseq", `<FixedDocumentSequence`+ns+`><DocumentReference Source="one.fdoc"/></FixedDocumentSequence>`,
		"one.fdoc", `<FixedDocument`+ns+`><PageContent Source="/Pages/1.fpage"/></FixedDocument>`,
		"Pages/1.fpage", `<FixedPage`+ns+`>`+page+`</FixedPage>`)
}

// Glyph returns a string at a position, in size 10.
func Glyph(x, y, text, more string) string {
	return `<Glyphs OriginX="` + x + `" OriginY="` + y + `" FontRenderingEmSize="10" UnicodeString="` + text + `" ` + more + `/>`
}
