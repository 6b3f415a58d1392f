package office_test

import (
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/office"
)

// TestFaults plants a fault in each member of each kind of package.
func TestFaults(t *testing.T) {
	document := func(name string) extracttest.Seed {
		return extracttest.Seed{Name: name, Octets: extracttest.Document(t, name)}
	}
	run := func(s string) string { return `<w:p>` + extracttest.Run(s) + `</w:p>` }
	word := func(element, body string) string {
		return `<w:` + element + ` ` + extracttest.WordNS + ` ` + extracttest.DrawNS + ` ` + extracttest.ChartNS + ` xmlns:r="` + extracttest.Relations + `">` + body + `</w:` + element + `>`
	}
	chart := `<c:chartSpace ` + extracttest.ChartNS + ` ` + extracttest.DrawNS + `><c:chart><c:title><a:p><a:t>title</a:t></a:p></c:title></c:chart></c:chartSpace>`
	docx := extracttest.DOCX(t, run("body")+`<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr>`+extracttest.Run("hidden")+`</w:p>`+
		`<w:p><w:r><w:footnoteReference w:id="2"/><w:endnoteReference w:id="2"/></w:r></w:p>`+
		`<w:p><w:r><c:chart `+extracttest.ChartNS+` r:id="r8"/></w:r></w:p><w:altChunk r:id="r9"/>`+
		`<w:sectPr><w:headerReference w:type="default" r:id="r5"/><w:headerReference w:type="even" r:id="r6"/><w:footerReference w:type="default" r:id="r7"/></w:sectPr>`,
		"word/_rels/document.xml.rels", extracttest.Links("styles", "styles.xml", "footnotes", "footnotes.xml", "endnotes", "endnotes.xml", "settings", "settings.xml",
			"header", "header1.xml", "header", "header2.xml", "footer", "footer1.xml", "chart", "charts/c.xml", "aFChunk", "page.html"),
		"word/styles.xml", word("styles", `<w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>`),
		"word/footnotes.xml", word("footnotes", `<w:footnote w:id="2">`+run("footnote")+`</w:footnote>`),
		"word/endnotes.xml", word("endnotes", `<w:endnote w:id="2">`+run("endnote")+`</w:endnote>`),
		"word/settings.xml", word("settings", `<w:evenAndOddHeaders/>`),
		"word/header1.xml", word("hdr", run("header")), "word/header2.xml", word("hdr", run("even header")),
		"word/footer1.xml", word("ftr", run("footer")+`<w:p><w:r><c:chart r:id="r1"/></w:r></w:p>`),
		"word/_rels/footer1.xml.rels", extracttest.Links("chart", "charts/d.xml"),
		"word/charts/c.xml", chart, "word/charts/d.xml", strings.Replace(chart, "title<", "foot title<", 1),
		"word/page.html", "<html><p>a page</p></html>")
	shape := func(s string) string { return `<p:sp><a:p><a:r><a:t>` + s + `</a:t></a:r></a:p></p:sp>` }
	s := sheetML + ` xmlns:r="` + extracttest.Relations + `"`
	book := extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/w.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/w.xml"),
		"xl/w.xml", `<workbook `+s+`><sheets><sheet r:id="r1"/><sheet r:id="r2"/></sheets></workbook>`,
		"xl/_rels/w.xml.rels", extracttest.Links("worksheet", "a.xml", "chartsheet", "c.xml", "sharedStrings", "s.xml", "styles", "f.xml"),
		"xl/s.xml", `<sst `+s+`><si><t>shared</t></si></sst>`,
		"xl/f.xml", `<styleSheet `+s+`><numFmts><numFmt numFmtId="200" formatCode="yyyy"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
		"xl/a.xml", `<worksheet `+s+`><sheetData><row><c t="s"><v>0</v></c><c><v>45000</v></c></row></sheetData><drawing r:id="r1"/></worksheet>`,
		"xl/_rels/a.xml.rels", extracttest.Links("drawing", "b.xml"),
		"xl/b.xml", `<d `+extracttest.DrawNS+`><a:p><a:t>box</a:t></a:p></d>`,
		"xl/c.xml", `<chartsheet `+s+`><drawing r:id="r1"/></chartsheet>`, "xl/_rels/c.xml.rels", extracttest.Links("drawing", "d.xml"),
		"xl/d.xml", `<d `+extracttest.ChartNS+` xmlns:r="`+extracttest.Relations+`"><c:chart r:id="r1"/></d>`,
		"xl/_rels/d.xml.rels", extracttest.Links("chart", "e.xml"), "xl/e.xml", chart)
	odf := func(root, inner string) string {
		return `<office:document-` + root + ` ` + extracttest.ODFMore + `>` + inner + `</office:document-` + root + `>`
	}
	entry := func(name, media string) string {
		return `<manifest:file-entry manifest:full-path="` + name + `" manifest:media-type="` + media + `"/>`
	}
	odt := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument.text",
		"META-INF/manifest.xml", `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">`+entry("/", "application/vnd.oasis.opendocument.text")+entry("content.xml", "text/xml")+
			entry("styles.xml", "text/xml")+entry("Object 1/", "application/vnd.oasis.opendocument.chart")+entry("Object 1/content.xml", "text/xml")+`</manifest:manifest>`,
		"styles.xml", odf("styles", `<office:master-styles><style:master-page style:name="Standard"><style:header>`+para("head")+`</style:header></style:master-page></office:master-styles>`),
		"content.xml", odf("content", `<office:body><office:text>`+para("body")+`<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p></office:text></office:body>`),
		"Object 1/content.xml", odf("content", `<office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title>`+para("title")+`</chart:title></chart:chart></office:chart></office:body>`))
	hwp := func(s string) string {
		return `<hs:sec xmlns:hs="a" xmlns:hp="b"><hp:p><hp:run><hp:t>` + s + `</hp:t></hp:run></hp:p></hs:sec>`
	}
	hwpx := extracttest.Pack(t, "mimetype", "application/hwp+zip", "Contents/header.xml", "<a/>",
		"Contents/content.hpf", `<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest><opf:item id="section0" href="Contents/section0.xml"/><opf:item id="section1" href="Contents/section1.xml"/></opf:manifest></opf:package>`,
		"Contents/section0.xml", hwp("first"), "Contents/section1.xml", hwp("second"))
	const xpsNS = ` xmlns="http://schemas.microsoft.com/xps/2005/06"`
	xps := extracttest.Pack(t,
		"[Content_Types].xml", extracttest.Types("1.fpage", "application/vnd.ms-package.xps-fixedpage+xml"),
		"_rels/.rels", `<Relationships xmlns="`+extracttest.OPC+`relationships"><Relationship Id="r1" Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation" Target="/all.fdseq"/></Relationships>`,
		"all.fdseq", `<FixedDocumentSequence`+xpsNS+`><DocumentReference Source="one.fdoc"/><DocumentReference Source="two.fdoc"/></FixedDocumentSequence>`,
		"one.fdoc", `<FixedDocument`+xpsNS+`><PageContent Source="1.fpage"/><PageContent Source="2.fpage"/></FixedDocument>`,
		"two.fdoc", `<FixedDocument`+xpsNS+`><PageContent Source="3.fpage"/></FixedDocument>`,
		"1.fpage", `<FixedPage`+xpsNS+`>`+extracttest.Glyph("0", "0", "one", "")+`</FixedPage>`,
		"2.fpage", `<FixedPage`+xpsNS+`>`+extracttest.Glyph("0", "0", "two", "")+`</FixedPage>`,
		"3.fpage", `<FixedPage`+xpsNS+`>`+extracttest.Glyph("0", "0", "three", "")+`</FixedPage>`)
	page := func(s string) string {
		return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>` + s + `</p></body></html>`
	}
	epub := extracttest.Pack(t, "mimetype", "application/epub+zip",
		"META-INF/container.xml", `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
		"b.opf", `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.html"/><item id="b" href="b.html"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
		"a.html", page("first"), "b.html", page("second"))
	slide := func(id, text uint64, words string) string {
		return iwaObject(id, 5, pbRef(42, text+1)) + iwaObject(text+1, 7, pbText(1, pbRef(2, text))) + iwaText(text, words)
	}
	keynote := extracttest.Pack(t,
		"Index/Document.iwa", iwa(iwaObject(1, 1, pbRef(2, 2)), iwaObject(2, 2, pbText(3, pbRef(2, 11)+pbRef(2, 12))), iwaObject(11, 4, pbRef(2, 21)), iwaObject(12, 4, pbRef(2, 22))),
		"Index/Slide-1.iwa", iwa(slide(21, 30, "One")), "Index/Slide-2.iwa", iwa(slide(22, 40, "Two")))
	flat := `<office:document ` + extracttest.ODFMore + ` office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>` + para("a") + `</office:text></office:body></office:document>`
	extracttest.Faults(t, office.Formats, []extracttest.Seed{
		document("en.docx"), document("en.xlsx"), document("en.pptx"), document("en.odt"), document("en.ods"), document("en.odp"), document("en.epub"),
		{Name: "all parts.docx", Octets: docx, Same: map[string]string{"cut short: word/page.html": "HTML needs no end"}},
		{Name: "all parts.pptx", Octets: pptx(t, shape("layout"), shape("master"), ">"+shape("a"), ">"+shape("b"))},
		{Name: "all parts.xlsx", Octets: book},
		{Name: "all parts.xlsb", Octets: extracttest.BinaryWorkbook(t, extracttest.Brt(0, "")+extracttest.Brt(7, extracttest.U32(0)+extracttest.U32(0)+extracttest.U32(0)), "")},
		{Name: "all parts.odt", Octets: odt},
		{Name: "chapters.epub", Octets: epub},
		{Name: "sections.hwpx", Octets: hwpx},
		{Name: "pages.xps", Octets: xps},
		{Name: "slides.key", Octets: keynote},
		{Name: "old.key", Octets: extracttest.Pack(t, "index.apxl", keynote09(`<key:slide-list><key:slide><key:page><sf:layers><sf:layer><sf:drawables>`+box09("<sf:p>box</sf:p>")+`</sf:drawables></sf:layer></sf:layers></key:page></key:slide></key:slide-list>`))},
		{Name: "a.pages", Octets: extracttest.Pack(t, "Index/Document.iwa", iwa(iwaObject(1, 10000, pbRef(4, 2))), "Index/Text.iwa", iwa(iwaText(2, "One\ntwo")))},
		{Name: "old.pages", Octets: extracttest.Pack(t, "index.xml", pages09(body09(`<sf:text-body><sf:p>One</sf:p></sf:text-body>`)))},
		{Name: "a.numbers", Octets: extracttest.Pack(t, "Index/Document.iwa", iwa(iwaObject(1, 1, pbRef(1, 2)), iwaObject(2, 2, pbRef(2, 4))), "Index/Box.iwa", iwa(iwaBox(4, 5), iwaText(5, "box")))},
		{Name: "packed.fb2", Octets: extracttest.Pack(t, "a.fb2", fictionBook("<body><p>a</p></body>")), MediaType: "application/zip"},
		{Name: "a.fb2", Octets: []byte(fictionBook("<body><p>a</p></body>"))},
		{Name: "a.fodt", Octets: []byte(flat)},
		{Name: "word2006.xml", Octets: []byte(extracttest.FlatWord("/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml")), "/word/document.xml", extracttest.WordBody(run("a"))))},
		{Name: "word2003.xml", Octets: []byte(extracttest.Word03 + `<w:body>` + run("a") + `</w:body></w:wordDocument>`)},
		{Name: "excel2003.xml", Octets: []byte(extracttest.Excel03 + `<Worksheet><Table><Row><Cell><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>`)},
	})
}
