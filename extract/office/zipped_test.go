package office_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

func TestWordprocessing(t *testing.T) {
	const w = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	for _, tt := range []struct {
		why, body, want string
		more            []string
	}{
		{"a word over three runs is one", "<w:p>" + extracttest.Run("fin") + extracttest.Run("ger") + extracttest.Run("print ") + extracttest.Run(" two") + "</w:p>", "fingerprint two", nil},
		{"paragraphs and cells are lines", "<w:tbl><w:tr><w:tc><w:p>" + extracttest.Run("a") + "</w:p></w:tc><w:tc><w:p>" + extracttest.Run("b") + "</w:p></w:tc></w:tr></w:tbl>", "a\nb", nil},
		{"tabs are blanks, tab stops are none", `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>`, "a b\nc", nil},
		{"hyphens", `<w:p><w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:t>c</w:t></w:r></w:p>`, "a\u2011b\u00ADc", nil},
		{"tracked changes", `<w:p><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:ins>` + extracttest.Run("a") + `</w:ins><w:moveFrom>` + extracttest.Run("x") + `</w:moveFrom><w:moveTo>` + extracttest.Run("b") + `</w:moveTo></w:p>`, "ab", nil},
		{"a deleted end of a paragraph", `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>` + extracttest.Run("a") + `</w:p><w:p>` + extracttest.Run("b") + `</w:p>`, "ab", nil},
		{"rows that are deleted and inserted", `<w:tbl><w:tr><w:trPr><w:del/></w:trPr>` + cell("", "x") + cell("", "x") + `</w:tr><w:tr><w:trPr><w:ins/><w:trPrChange><w:trPr><w:del/></w:trPr></w:trPrChange></w:trPr>` + cell("", "a") + `</w:tr></w:tbl>`, "a", nil},
		{"cells that are deleted and inserted", `<w:tbl><w:tr>` + cell(`<w:cellDel/>`, "x") + cell(`<w:cellIns/><w:tcPrChange><w:tcPr><w:cellDel/></w:tcPr></w:tcPrChange>`, "a") + `</w:tr></w:tbl><w:p>` + extracttest.Run("b") + `</w:p>`, "a\nb", nil},
		{"a table within a row, with a row that is deleted", `<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:trPr><w:del/></w:trPr>` + cell("", "x") + `</w:tr></w:tbl><w:p>` + extracttest.Run("a") + `</w:p></w:tc>` + cell("", "b") + `</w:tr></w:tbl>`, "a\nb", nil},
		{"shapes that are hidden", `<w:p><w:r><w:drawing><wp:docPr hidden="1"/>` + box("x") + `</w:drawing><w:drawing><wp:docPr hidden="0"/>` + box("a") + `</w:drawing></w:r></w:p>`, "a", nil},
		{"shapes of a group", `<w:p><w:r><w:drawing><wp:docPr/><wpg:wgp><wps:wsp><wps:cNvPr hidden="true"/>` + box("x") + `</wps:wsp><pic:pic><pic:cNvPr hidden="1"/></pic:pic><wps:wsp><wps:cNvPr/>` + box("a") + `</wps:wsp></wpg:wgp></w:drawing></w:r></w:p>`, "a", nil},
		{"shapes of VML", `<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:1pt; Visibility : hidden">` + box("x") + `</v:shape><v:shape style="visibility:visible">` + box("a") + `</v:shape></w:pict></w:r></w:p>`, "a", nil},
		{"an initial", `<w:p><w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>` + extracttest.Run("O") + `</w:p><w:p>` + extracttest.Run("nce") + `</w:p>`, "Once", nil},
		{"an initial in the margin that is a word", `<w:p><w:pPr><w:framePr w:dropCap="margin"/></w:pPr>` + extracttest.Run("A") + `</w:p><w:p>` + extracttest.Run(" lamp") + `</w:p>`, "A lamp", nil},
		{"a frame without an initial", `<w:p><w:pPr><w:framePr w:dropCap="none"/></w:pPr>` + extracttest.Run("a") + `</w:p><w:p>` + extracttest.Run("b") + `</w:p>`, "a\nb", nil},
		{"hidden", `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>a</w:t></w:r></w:p>`, "a", nil},
		{"hidden by a style that another is based on", `<w:p><w:r><w:rPr><w:rStyle w:val="B"/></w:rPr><w:t>x</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="A"/></w:pPr>` + extracttest.Run("x") + "</w:p><w:p>" + extracttest.Run("a") + "</w:p>", "a",
			[]string{"word/_rels/document.xml.rels", extracttest.Links("styles", "styles.xml"), "word/styles.xml", `<w:styles ` + w + `><w:style w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>`}},
		{"runs that a style hides, shown again by themselves and by another style", `<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr>` + extracttest.Run("x") + `<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:rStyle w:val="A"/></w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:rStyle w:val="A"/><w:vanish/></w:rPr><w:t>x</w:t></w:r></w:p>`, "ab",
			[]string{"word/_rels/document.xml.rels", extracttest.Links("styles", "styles.xml"), "word/styles.xml", `<w:styles ` + w + `><w:style w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`}},
		{"results of fields, one in an instruction", `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF</w:instrText><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/><w:t>x</w:t><w:fldChar w:fldCharType="end"/><w:fldChar w:fldCharType="separate"/><w:t>a</w:t><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple>` + extracttest.Run("b") + `</w:fldSimple></w:p>`, "ab", nil},
		{"the number of a page in a field with a result", `<w:p>` + fieldOf("PAGE", "", true, "x") + extracttest.Run("a") + `</w:p>`, "a", nil},
		{"a box of a form that is ticked", `<w:p>` + fieldOf("FORMCHECKBOX", `<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>`, false, "") + extracttest.Run(" a") + `</w:p>`, "☒ a", nil},
		{"a box that is not", `<w:p>` + fieldOf("FORMCHECKBOX", `<w:checkBox><w:default w:val="1"/><w:checked w:val="false"/></w:checkBox>`, true, "x") + extracttest.Run(" a") + `</w:p>`, "☐ a", nil},
		{"boxes of content controls whose shapes do not count", `<w:p>` + contentBox("1", "■") + contentBox("0", "○") + extracttest.Run(" a") + `</w:p>`, "☒☐ a", nil},
		{"boxes of content controls that show a symbol, a word or nothing", `<w:p>` + contentBox("1", "✓") + contentBox("0", "no") + contentBox("true", "") + contentBox("", " ") + `</w:p>`, "✓no☒ ☐", nil},
		{"shapes in another content control", `<w:p><w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>` + extracttest.Run("■") + `</w:sdtContent></w:sdt></w:p>`, "■", nil},
		{"a box that is hidden", `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox/></w:ffData></w:fldChar></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="end"/></w:r>` + extracttest.Run("a") + `</w:p>`, "a", nil},
		{"the chosen entry of a list", `<w:p>` + fieldOf("FORMDROPDOWN", `<w:ddList><w:result w:val="1"/><w:listEntry w:val="oil"/><w:listEntry w:val="wick"/></w:ddList>`, true, "") + `</w:p>`, "wick", nil},
		{"a list without a choice", `<w:p>` + fieldOf("FORMDROPDOWN", `<w:ddList><w:default w:val="1"/><w:listEntry w:val="oil"/><w:listEntry w:val="wick"/></w:ddList>`, false, "") + `</w:p>`, "wick", nil},
		{"a form to write in, whose text is the result", `<w:p>` + fieldOf("FORMTEXT", `<w:textInput><w:default w:val="x"/></w:textInput>`, true, "a") + `</w:p>`, "a", nil},
		{"fields that show a part of their instruction", `<w:p>` + fieldOf(`EQ \o\ad(\s\up 9(x),a)`, "", false, "") + fieldOf(` SYMBOL 97 \f "Symbol" `, "", true, "x") + fieldOf(" MACROBUTTON NoMacro click", "", false, "") + `<w:fldSimple w:instr="EQ \f(1,2)">` + extracttest.Run("x") + `</w:fldSimple></w:p>`, "aαclick1 2", nil},
		{"boxes of a symbol font, also in the text of a run", `<w:p><w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Wingdings" w:char="F0A8"/></w:r><w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t>&#xF0FE;&#xF0A8;&#xF041;</w:t></w:r><w:r><w:t>&#xF0FE;</w:t></w:r></w:p>`, "☑☐☑☐\uF041\uF0FE", nil},
		{"a text box is read once", `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent><w:p>` + extracttest.Run("a") + `</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>` + extracttest.Run("a") + `</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>` + extracttest.Run("b") + `</w:p>`, "a\nb", nil},
		{"ruby's base, a formula, a Greek letter", `<w:p><w:r><w:ruby><w:rt>` + extracttest.Run("x") + `</w:rt><w:rubyBase>` + extracttest.Run("a") + `</w:rubyBase></w:ruby></w:r><m:oMath><m:r><m:t>b</m:t></m:r></m:oMath><w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F061"/></w:r></w:p>`, "abα", nil},
		{"footnotes that are referred to, at the end", `<w:p>` + extracttest.Run("a") + `<w:r><w:footnoteReference w:id="2"/></w:r>` + extracttest.Run("b") + `</w:p><w:p>` + extracttest.Run("c") + `</w:p>`, "ab\nc\nnote",
			[]string{"word/_rels/document.xml.rels", extracttest.Links("footnotes", "/word/footnotes.xml"), "word/footnotes.xml", `<w:footnotes ` + w + `><w:footnote w:type="separator" w:id="2"><w:p>` + extracttest.Run("x") + `</w:p></w:footnote><w:footnote w:id="3"><w:p>` + extracttest.Run("x") + `</w:p></w:footnote><w:footnote w:id="2"><w:p>` + extracttest.Run("note") + `</w:p></w:footnote></w:footnotes>`}},
		{"a document that is part of this one", `<w:p>` + extracttest.Run("a") + `</w:p><w:altChunk r:id="r1"/>`, "a\nb", []string{"word/_rels/document.xml.rels", extracttest.Links("aFChunk", "../b.html"), "b.html", "<p>b"}},
		{"a damaged document in this one", `<w:p>` + extracttest.Run("a") + `</w:p><w:altChunk r:id="r1"/>`, "a", []string{"word/_rels/document.xml.rels", extracttest.Links("aFChunk", "/b.docx"), "b.docx", "PK\x03\x04"}},
		{"nothing", "<w:p/>", "", nil},
	} {
		d, text, err := extracttest.TextOf(extracttest.DOCX(t, tt.body, tt.more...), extract.Options{})
		if err != nil || d.MediaType != "application/vnd.openxmlformats-officedocument.wordprocessingml."+"document" {
			t.Errorf("%s: %v, %v", tt.why, d, err)
		}
		if diff := cmp.Diff(tt.want, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
	}
}

// A text shows the blanks at its ends only if xml:space keeps them.
func TestBlanksOfWord(t *testing.T) {
	run := func(s string) string { return `<w:r><w:t>` + s + `</w:t></w:r>` }
	for _, tt := range []struct{ why, runs, want string }{
		{"a blank before", run("1") + run(" 2"), "12"},
		{"a blank after", run("1 ") + run("2"), "12"},
		{"nothing but a blank", run("1") + run(" ") + run("2"), "12"},
		{"a tab, and a blank by its number", run("1\t") + run("&#32;2"), "12"},
		{"a line end", run("1\n") + run("2"), "1 2"},
		{"other blanks", run("1\u00A0") + run("\u30002"), "1\u00A0\u30002"},
		{"blanks within", run("1  2"), "1 2"},
		{"blanks before and after a reference", run("1 &amp; 2"), "1 & 2"},
		{"blanks around a section of CDATA", run("1 <![CDATA[ 2 ]]> ") + run("3"), "1 23"},
		{"a blank that is kept", run("1") + `<w:r><w:t xml:space="preserve"> 2</w:t></w:r>`, "1 2"},
		{"a blank that is kept farther out", `<w:r xml:space="preserve"><w:rPr><w:b/></w:rPr><w:t>1</w:t><w:t> 2</w:t></w:r>` + run(" 3"), "1 23"},
		{"a blank that is not kept farther in", `<w:r xml:space="preserve"><w:t>1</w:t><w:t xml:space="default"> 2</w:t><w:t> 3</w:t></w:r>`, "12 3"},
		{"an element that is left out", `<w:del xml:space="preserve">` + run("x") + `</w:del>` + run("1") + run(" 2"), "12"},
		{"a formula", run("1") + `<m:oMath><m:r><m:t> if </m:t></m:r></m:oMath>` + run("2"), "1 if 2"},
	} {
		_, text, err := extracttest.TextOf(extracttest.DOCX(t, `<w:p>`+tt.runs+`</w:p>`), extract.Options{})
		if diff := cmp.Diff(tt.want, text); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
	_, text, err := extracttest.TextOf([]byte(extracttest.Word03+`<w:body><w:p>`+run("1")+run(" 2")+`</w:p></w:body></w:wordDocument>`), extract.Options{})
	if text != "1 2" || err != nil {
		t.Errorf("Word's XML of 2003: %q, %v", text, err)
	}
}

// cell is a cell of a table, with properties.
func cell(properties, s string) string {
	return `<w:tc><w:tcPr>` + properties + `</w:tcPr><w:p>` + extracttest.Run(s) + `</w:p></w:tc>`
}

// box is the text of a shape.
func box(s string) string {
	return `<w:txbxContent><w:p>` + extracttest.Run(s) + `</w:p></w:txbxContent>`
}

// fieldOf is a field: its instruction, the data of its form, and perhaps its result.
func openContentBox(checked, text string) string {
	const loext = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"
	return `<loext:content-control xmlns:loext="` + loext + `" loext:checkbox="true" loext:checked="` + checked + `">` + text + `</loext:content-control>`
}

func contentBox(checked, text string) string {
	const w14 = "http://schemas.microsoft.com/office/word/2010/wordml"
	state := ""
	if checked != "" {
		state = `<w14:checked w14:val="` + checked + `"/>`
	}
	return `<w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr><w14:checkbox xmlns:w14="` + w14 + `">` + state + `</w14:checkbox></w:sdtPr><w:sdtContent>` +
		extracttest.Run(text) + `</w:sdtContent></w:sdt>`
}

func fieldOf(instruction, form string, hasResult bool, result string) string {
	char := func(kind, inside string) string {
		return `<w:r><w:fldChar w:fldCharType="` + kind + `">` + inside + `</w:fldChar></w:r>`
	}
	if form != "" {
		form = `<w:ffData><w:name w:val="x"/>` + form + `</w:ffData>`
	}
	s := char("begin", form) + `<w:r><w:instrText>` + instruction + `</w:instrText></w:r>`
	if hasResult {
		s += char("separate", "") + extracttest.Run(result)
	}
	return s + char("end", "")
}

func TestPageAsMail(t *testing.T) {
	const page = "Subject: sub\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>a\n--x--"
	main := extracttest.Types("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml")
	octets := extracttest.Pack(t, "[Content_Types].xml", strings.Replace(main, "</Types>", `<Default Extension="mht" ContentType="message/rfc822"/></Types>`, 1),
		"_rels/.rels", extracttest.Links("officeDocument", "word/document.xml"), "word/_rels/document.xml.rels", extracttest.Links("aFChunk", "b.mht"), "word/b.mht", page,
		"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="`+extracttest.Relations+`"><w:altChunk r:id="r1"/></w:document>`)
	if _, text, err := extracttest.TextOf(octets, extract.Options{}); text != "sub\na" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSpreadsheet(t *testing.T) {
	const s = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	book := extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/workbook.xml", "application/vnd.ms-excel.sheet.macroEnabled.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook `+s+` xmlns:r="`+extracttest.Relations+`"><sheets><sheet r:id="r2"/><sheet r:id="r1"/><sheet r:id="r3" state="hidden"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", extracttest.Links("worksheet", "worksheets/a.xml", "worksheet", "worksheets/b.xml", "worksheet", "worksheets/c.xml", "sharedStrings", "sharedStrings.xml"),
		"xl/sharedStrings.xml", `<sst `+s+`><si><r><t>sha</t></r><r><t>red</t></r><rPh><t>x</t></rPh></si></sst>`,
		"xl/worksheets/a.xml", `<worksheet `+s+`><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>9</v></c><c t="b"><v>1</v></c></row></sheetData><headerFooter><oddHeader>x</oddHeader></headerFooter></worksheet>`,
		"xl/worksheets/b.xml", `<worksheet `+s+`><sheetData><row><c t="inlineStr"><is><t>in_x000A_line</t></is></c><c><f>SUM(A1)</f><v>7.50</v></c></row><row><c t="str"><v>r</v></c></row></sheetData></worksheet>`,
		"xl/worksheets/c.xml", `<worksheet `+s+`><sheetData><row><c><v>x</v></c></row></sheetData></worksheet>`)
	d, text, err := extracttest.TextOf(book, extract.Options{})
	if err != nil || d.MediaType != "application/vnd.ms-excel.sheet.macroEnabled.12" {
		t.Errorf("%v, %v", d, err)
	}
	if diff := cmp.Diff("in line 7.5\nr\nshared TRUE", text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSlides(t *testing.T) {
	const ns = `xmlns:p="http://purl.oclc.org/ooxml/presentationml/main" xmlns:a="http://purl.oclc.org/ooxml/drawingml/main" xmlns:r="` + extracttest.Relations + `"`
	shape := func(properties, text string) string {
		return `<p:sp><p:nvSpPr>` + properties + `</p:nvSpPr><p:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	slide := func(attr, body string) string { return `<p:sld ` + ns + attr + `>` + body + `</p:sld>` }
	deck := extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("ppt/p.xml", "application/vnd.openxmlformats-officedocument.presentationml."+"presentation.main+xml"),
		"_rels/.rels", extracttest.Links("officeDocument", "ppt/p.xml"),
		"ppt/p.xml", `<p:presentation `+ns+`><p:sldIdLst><p:sldId r:id="r3"/><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst></p:presentation>`,
		"ppt/_rels/p.xml.rels", extracttest.Links("slide", "a.xml", "slide", "b.xml", "slide", "c.xml"),
		"ppt/a.xml", slide("", shape("", "a<!-- -->a")+shape(`<p:nvPr><p:ph type="sldNum"/></p:nvPr>`, "x")+shape(`<p:cNvPr hidden="1"/>`, "x")),
		"ppt/b.xml", slide(` show="0"`, shape("", "x")),
		"ppt/c.xml", slide("", shape(`<p:nvPr><p:ph type="title"/></p:nvPr>`, "first")))
	_, text, err := extracttest.TextOf(deck, extract.Options{})
	if diff := cmp.Diff("first\naa", text); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestOpenDocument(t *testing.T) {
	for _, tt := range []struct{ why, kind, body, want string }{
		{"inline elements join", "text", `<text:h>a<text:span>b</text:span></text:h><text:p>c<text:s text:c="3"/>d<text:tab/>e<text:line-break/>f</text:p>`, "ab\nc d e\nf"},
		{"shapes that LibreOffice hides", "text", `<draw:custom-shape xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:drawooo="http://openoffice.org/2010/draw" drawooo:display="none"><text:p>x</text:p></draw:custom-shape><text:p>a</text:p>`, "a"},
		{"boxes of content controls whose shapes do not count", "text", `<text:p>` + openContentBox("true", "●") + openContentBox("false", "○") + openContentBox("true", "✓") + openContentBox("false", "") + `●</text:p>`, "☒☐✓☐●"},
		{"deletions, annotations, hidden text", "text", `<text:tracked-changes><text:p>x</text:p></text:tracked-changes><text:p>a<office:annotation><text:p>x</text:p></office:annotation>b<text:span text:style-name="H">x</text:span><text:hidden-text text:is-hidden="true">x</text:hidden-text></text:p><text:section text:display="none"><text:p>x</text:p></text:section>`, "ab"},
		{"text that a condition hides or shows, as it was last decided", "text", `<text:p>a<text:hidden-text text:condition="ooow:0" text:string-value="b">b</text:hidden-text><text:hidden-text text:is-hidden="false">c</text:hidden-text><text:conditional-text text:condition="ooow:1" text:string-value-if-true="x" text:string-value-if-false="y">d</text:conditional-text></text:p>`, "abcd"},
		{"a paragraph that is hidden, with its notes and boxes", "text", `<text:p>a</text:p><text:p>x<draw:text-box xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><text:p>x<text:note><text:note-body><text:p>x</text:p></text:note-body></text:note></text:p></draw:text-box><text:note><text:note-body><text:p>x</text:p></text:note-body></text:note><text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/>x</text:p><text:p>b</text:p>`, "a\nb"},
		{"a paragraph that a condition shows", "text", `<text:p>a<text:hidden-paragraph text:condition="ooow:0" text:is-hidden="false"/></text:p><text:p><text:hidden-paragraph text:condition="ooow:0"/>b</text:p>`, "a\nb"},
		{"a paragraph whose box has a hidden paragraph", "text", `<text:p>a<draw:text-box xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><text:p>x<text:hidden-paragraph text:is-hidden="true"/></text:p><text:p>b<text:note><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p></draw:text-box></text:p>`, "a\nb\nnote"},
		{"the source of a script", "text", `<text:p>a<text:script>x</text:script>b</text:p>`, "ab"},
		{"what another program sent", "spreadsheet", `<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table><table:dde-links><table:dde-link><table:table><table:table-row><table:table-cell office:value-type="string" office:string-value="x"/></table:table-row></table:table></table:dde-link></table:dde-links>`, "a"},
		{"a cell that another one covers: a CSV file of the sheet has it", "spreadsheet", `<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell><table:covered-table-cell><text:p>b</text:p></table:covered-table-cell></table:table-row></table:table>`, "a b"},
		{"notes, at the end", "text", `<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note>b</text:p><text:p>c</text:p>`, "ab\nc\nnote"},
		{"a row is a line, and repeated cells and rows are repeated", "spreadsheet", `<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/><table:table-cell><text:p>b</text:p><text:p>c</text:p></table:table-cell></table:table-row></table:table>`, "a a b c\na a b c"},
	} {
		octets := extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+tt.kind, "content.xml", extracttest.Content(tt.kind, tt.body))
		d, text, err := extracttest.TextOf(octets, extract.Options{})
		if err != nil || text != tt.want || d.MediaType != "application/vnd.oasis.opendocument."+tt.kind {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		}
		flat := strings.ReplaceAll(extracttest.Content(tt.kind, tt.body), "office:document-content", "office:document")
		_, text, err = extracttest.TextOf([]byte(flat), extract.Options{Name: "a.fodt"})
		if err != nil || text != tt.want {
			t.Errorf("%s, flat: %q, %v, want %q", tt.why, text, err, tt.want)
		}
	}
}

func TestEPUB(t *testing.T) {
	encryption := func(algorithm string) string {
		return `<encryption><EncryptedData><EncryptionMethod Algorithm="` + algorithm + `"/><CipherReference URI="o/a%20b.html"/></EncryptedData></encryption>`
	}
	for _, tt := range []struct {
		why, spine, want string
		is               error
		more             []string
	}{
		{"the spine's order, not the archive's", `<itemref idref="two"/><itemref idref="one" linear="no"/>`, "second é\nfirst\u00a0c", nil, nil},
		{"a section of a page is in it", `<itemref idref="two"/><itemref idref="two-two"/>`, "second é", nil, nil},
		{"a font that is obfuscated", `<itemref idref="one"/>`, "first\u00a0c", nil, []string{"META-INF/encryption.xml", encryption("http://www.idpf.org/2008/embedding")}},
		{"an encrypted chapter", `<itemref idref="one"/>`, "", extract.ErrEncrypted, []string{"META-INF/encryption.xml", encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc")}},
		{"what the manifest does not name", `<itemref idref="three"/>`, "", extract.ErrMalformed, nil},
		{"what is not in the archive", `<itemref idref="none"/>`, "", extract.ErrMalformed, nil},
		{"a path out of the archive", `<itemref idref="out"/>`, "", extract.ErrMalformed, nil},
		{"an address", `<itemref idref="far"/>`, "", extract.ErrMalformed, nil},
		{"a page in SVG", `<itemref idref="two"/><itemref idref="svg"/>`, "second é\nfirst\nsecond", nil, []string{"o/s.svg", "<svg><style>a{}</style><path/><text>first</text><text>second</text></svg>"}},
		{"a page in SVG that only draws", `<itemref idref="two"/><itemref idref="svg"/>`, "second é", nil, []string{"o/s.svg", "<svg><path/></svg>"}},
		{"other XML", `<itemref idref="xml"/>`, "Head\nwords", nil, []string{"o/x.xml", "<article><title>Head</title><para>words</para></article>"}},
		{"a picture, and no page", `<itemref idref="svg"/>`, "", extract.ErrMalformed, []string{"o/s.svg", "<svg/>"}},
		{"a picture that is not in the archive", `<itemref idref="svg"/>`, "", extract.ErrMalformed, nil},
		{"a picture with the name of a page", `<itemref idref="odd"/>`, "", extract.ErrMalformed, []string{"o/s.html", "<p>a"}},
		{"no spine", ``, "", extract.ErrMalformed, nil},
	} {
		_, text, err := extracttest.TextOf(extracttest.EPUB(t, tt.spine, tt.more...), extract.Options{})
		if text != tt.want || !errors.Is(err, tt.is) || (err != nil) != (tt.is != nil) {
			t.Errorf("%s: %q, %v, want %q, %v", tt.why, text, err, tt.want, tt.is)
		}
	}
	folder := extracttest.Pack(t, "b/META-INF/container.xml", `<container><rootfile full-path="p.opf"/></container>`,
		"b/p.opf", `<package><item id="a" href="a.html"/><itemref idref="a"/></package>`, "b/a.html", "<p>a")
	if _, text, err := extracttest.TextOf(folder, extract.Options{}); text != "a" || err != nil {
		t.Errorf("a book in a folder of its archive: %q, %v", text, err)
	}
}

// A chapter is read as XHTML, and if it is not well-formed, as HTML with what only XML has.
func TestChapters(t *testing.T) {
	const (
		doctype = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "a.dtd" [<!ENTITY pub "Acme &amp; Sons"><!ENTITY D 'v1'>]>`
		cut     = `"a.html" is cut short or damaged: read up to there: malformed document: XML, line 1: `
	)
	page := func(head, body string) string {
		return `<html xmlns="http://www.w3.org/1999/xhtml"><head>` + head + `</head><body>` + body + `</body></html>`
	}
	for _, tt := range []struct {
		why, chapter, want string
		lost               []string
	}{
		{"an entity of the internal subset", doctype + page(`<title/>`, `<p>by &pub;</p>`), "by Acme & Sons", nil},
		{"a page in SVG, by its root", `<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>`, "a", nil},
		{"an entity of HTML", page(``, `<p>a&nbsp;&hellip;&NotEqual;</p>`), "a\u00a0…≠", nil},
		{"an empty title before a bare &", page(`<title/>`, `<p>R&D</p>`), "R&D", nil},
		{"an empty script before <br>", page(`<script src="a.js" />`, `<p>a<br>b</p>`), "a\nb", nil},
		{"empty elements of other kinds", page(`<style/>`, `<textarea/><iframe src="a"/><svg/><select/><p/>a<br>b<hr/>c`), "a\nb\nc", nil},
		{"a CDATA section", page(``, `<p>a<br><![CDATA[b < c & <i>d</i>]]></p>`), "a\nb < c & <i>d</i>", nil},
		{"a CDATA section of a script", page(`<script><![CDATA[x < y]]></script>`, `<p>a<br>b</p>`), "a\nb", nil},
		{"an internal subset before <br>", doctype + page(`<title/>`, `<p>a<br>b</p>`), "a\nb", nil},
		{"a declared encoding before <br>", "<?xml version='1.0' encoding='koi8-r'?>" + page(`<title/>`, "<p>\xc1<br>\xc2</p>"), "а\nб", nil},
		{"UTF-16 and <br>", "\xff\xfe" + extracttest.UTF16Of(page(`<title/>`, `<p>é<br>b</p>`)), "é\nb", nil},
		{"another encoding than UTF-8, declared as HTML does", page(`<meta charset="koi8-r"/>`, "<p>\xc1</p>"), "а", nil},
		{"a script without an end", page(``, `<p>a</p><script>x<p>b</p>`), "a", []string{cut + "the tag </body>, where </script> was expected"}},
		{"a comment without an end", page(``, `<p>a</p><!-- b`), "a", []string{cut + "the document ends in a comment: expected -->"}},
		{"cut short", `<html><body><p>a</p>`, "a", []string{cut + "the document ends where </body> was expected"}},
	} {
		book := extracttest.Pack(t, "META-INF/container.xml", `<container><rootfile full-path="p.opf"/></container>`,
			"p.opf", `<package><item id="a" href="a.html"/><itemref idref="a"/></package>`, "a.html", tt.chapter)
		d, text, err := extracttest.TextOf(book, extract.Options{})
		if text != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.why, text, err, tt.want)
		} else if diff := cmp.Diff(tt.lost, d.Lost); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.why, diff)
		}
	}
}

func TestHostileArchives(t *testing.T) {
	plain := extracttest.DOCX(t, "<w:p>"+extracttest.Run("a")+"</w:p>")
	patched := func(octets []byte, change func(entry []byte, name string)) []byte {
		octets = bytes.Clone(octets)
		for i := 0; ; {
			at := bytes.Index(octets[i:], []byte("PK\x01\x02"))
			if at < 0 {
				return octets
			}
			i += at + 4
			entry := octets[i-4:]
			change(entry, string(entry[46:46+binary.LittleEndian.Uint16(entry[28:])]))
		}
	}
	only := func(change func(entry []byte)) []byte {
		return patched(plain, func(entry []byte, name string) {
			if name == "word/document.xml" {
				change(entry)
			}
		})
	}
	const mostMembers = 1 << 16
	many := make([]string, 0, 2*(mostMembers+1))
	for i := range mostMembers + 1 {
		many = append(many, fmt.Sprint(i), "")
	}
	repeated := extracttest.Content("spreadsheet", `<table:table><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>abc</text:p></table:table-cell></table:table-row></table:table>`)
	for _, tt := range []struct {
		why    string
		octets []byte
		limits extract.Limits
		is     error
		want   string
	}{
		{"cut short", plain[:len(plain)-30], extract.Limits{}, extract.ErrMalformed, "no directory at the end"},
		{"no directory at all", plain[:100], extract.Limits{}, extract.ErrMalformed, "no directory at the end"},
		{"no document", extracttest.Pack(t, "a.txt", "a"), extract.Limits{}, extract.ErrUnsupported, "none of DOCX"},
		{"a media type with a line end", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text\nWARC/1.1", "content.xml", extracttest.Content("text", "<text:p>a</text:p>")), extract.Limits{}, extract.ErrUnsupported, "none of DOCX"},
		{"no main part", extracttest.Pack(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", extracttest.Links("officeDocument", "a.xml")), extract.Limits{}, extract.ErrMalformed, "no main part"},
		{"no type of the main part", extracttest.Pack(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", extracttest.Links("officeDocument", "a.xml"), "a.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, "no main part"},
		{"no list of types", extracttest.Pack(t, "_rels/.rels", extracttest.Links("officeDocument", "word/document.xml"), "word/document.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, `the archive has no "[Content_Types].xml"`},
		{"a list of types in another case", extracttest.Pack(t, "[content_types].xml", "<Types/>", "word/document.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, `no "[Content_Types].xml", but "[content_types].xml"`},
		{"no way to the main part", extracttest.Pack(t, "[Content_Types].xml", "<Types/>", "XL/Worksheets/sheet1.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, `the archive has no "_rels/.rels"`},
		{"a way of another kind", extracttest.Pack(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<html/>", "ppt/slides/slide1.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, "no main part"},
		{"parts alone", extracttest.Pack(t, "word/document.xml", "<a/>", "word/styles.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, `the archive has no "[Content_Types].xml"`},
		{"an OpenDocument without a type", extracttest.Pack(t, "content.xml", "<office:document-content/>", "meta.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, `no "mimetype" and no "META-INF/manifest.xml"`},
		{"a length that is too short", only(func(e []byte) { e[24]-- }), extract.Limits{}, extract.ErrMalformed, "not of the length"},
		{"a length that is too long", only(func(e []byte) { e[24]++ }), extract.Limits{}, extract.ErrMalformed, "not of the length"},
		{"a wrong checksum", only(func(e []byte) { e[16]++ }), extract.Limits{}, extract.ErrMalformed, "checksum"},
		{"a password", only(func(e []byte) { e[8] |= 1 }), extract.Limits{}, extract.ErrEncrypted, "word/document.xml"},
		{"a method nobody has", only(func(e []byte) { e[10] = 99 }), extract.Limits{}, extract.ErrMalformed, "method 99"},
		{"members that overlap", patched(plain, func(e []byte, name string) { copy(e[42:46], []byte{0, 0, 0, 0}) }), extract.Limits{}, extract.ErrMalformed, "overlap"},
		{"a member twice", extracttest.DOCX(t, "", "word/document.xml", "<a/>"), extract.Limits{}, extract.ErrMalformed, "several members"},
		{"too many members", extracttest.Pack(t, many...), extract.Limits{}, extract.ErrTooLarge, "members"},
		{"a member beyond the limit", extracttest.DOCX(t, strings.Repeat(" ", 70000)), extract.Limits{Size: 60000}, extract.ErrTooLarge, "word/document.xml"},
		{"an archive beyond the limit", plain, extract.Limits{Size: 100}, extract.ErrTooLarge, "ZIP archive"},
		{"a bomb", extracttest.DOCX(t, strings.Repeat(strings.Repeat(" ", 1<<20)+"<w:p/>", 30)), extract.Limits{Ratio: 10}, extract.ErrExpansion, "word/document.xml"},
		{"cells without end", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"spreadsheet", "content.xml", repeated), extract.Limits{}, extract.ErrExpansion, "text"},
		{"elements without end", extracttest.DOCX(t, strings.Repeat("<w:p>", 100000)), extract.Limits{}, extract.ErrTooDeep, "more than 1000 nested elements"},
		{"chapters nested too deeply", extracttest.EPUB(t, `<itemref idref="none"/>`, "o/d.html", strings.Repeat("<p><b>", 1000)), extract.Limits{}, extract.ErrTooDeep, "o/d.html"},
		{"an entity", extracttest.DOCX(t, "&lol;"), extract.Limits{}, extract.ErrMalformed, "lol"},
		{"an entity of a DTD", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", `<!DOCTYPE a [<!ENTITY lol "ha">]>`+extracttest.Content("text", "<text:p>&lol;</text:p>")), extract.Limits{}, extract.ErrMalformed, "lol"},
		{"XML that is cut short", extracttest.DOCX(t, "<w:p>"), extract.Limits{}, extract.ErrMalformed, "word/document.xml"},
		{"documents in one another", extracttest.DOCX(t, `<w:altChunk r:id="r1"/>`, "word/_rels/document.xml.rels", extracttest.Links("aFChunk", "/b.docx"), "b.docx", string(extracttest.DOCX(t, `<w:altChunk r:id="r1"/>`, "word/_rels/document.xml.rels", extracttest.Links("aFChunk", "/b.html"), "b.html", "b"))), extract.Limits{Depth: 1}, extract.ErrTooDeep, "b.html"},
		{"a password of OpenDocument", extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", "?", "META-INF/manifest.xml", `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>`), extract.Limits{}, extract.ErrEncrypted, "password"},
		{"nothing but a sheet of macros", extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/w.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"),
			"_rels/.rels", extracttest.Links("officeDocument", "xl/w.xml"), "xl/_rels/w.xml.rels", extracttest.Links("xlMacrosheet", "a.xml"), "xl/a.xml", "<a/>",
			"xl/w.xml", `<workbook `+sheetML+` xmlns:r="`+extracttest.Relations+`"><sheets><sheet r:id="r1"/></sheets></workbook>`), extract.Limits{}, extract.ErrNoText, "XLSX of nothing but sheets of macros or dialogs"},
		{"the same in records", extracttest.Pack(t, "[Content_Types].xml", extracttest.Types("xl/w.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.main"),
			"_rels/.rels", extracttest.Links("officeDocument", "xl/w.bin"), "xl/_rels/w.bin.rels", extracttest.Links("xlMacrosheet", "a.bin"), "xl/a.bin", "",
			"xl/w.bin", extracttest.Brt(156, extracttest.U32(0)+extracttest.U32(1)+extracttest.WideOf("r1")+extracttest.WideOf("a"))), extract.Limits{}, extract.ErrNoText, "XLSB of nothing but sheets of macros or dialogs"},
		{"nothing but a picture", extracttest.DOCX(t, "<w:p><w:r><w:drawing/></w:r></w:p>"), extract.Limits{}, extract.ErrNoText, "DOCX of nothing but pictures"},
	} {
		_, text, err := extracttest.TextOf(tt.octets, extract.Options{Limits: tt.limits})
		if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %.20q, %v, want %v: %s", tt.why, text, err, tt.is, tt.want)
		}
	}
}

// TestSpool checks that a long archive goes through a file, which is then removed.
func TestSpool(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	noise := make([]byte, medium.InMemory+1000)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	octets := extracttest.DOCX(t, "<w:p>"+extracttest.Run("a")+"</w:p>", "noise", string(noise))
	for _, whole := range []bool{true, false} {
		if !whole {
			octets = octets[:len(octets)-1000]
		}
		_, text, err := extracttest.TextOf(octets, extract.Options{MediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml." + "document"})
		if (err == nil) != whole || (text == "a") != whole {
			t.Errorf("whole %v: %q, %v", whole, text, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("whole %v: left %v, %v", whole, left, err)
		}
	}
}

// Arbitrary bytes give no panic, and a named error or a text within the limits.
func FuzzZipped(f *testing.F) {
	f.Add(extracttest.DOCX(f, "<w:p>"+extracttest.Run("a")+"</w:p>"))
	f.Add(extracttest.EPUB(f, `<itemref idref="one"/>`))
	f.Add(extracttest.Pack(f, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", extracttest.Content("text", "<text:p>a</text:p>")))
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, text, err := extracttest.TextOf(octets, extract.Options{MediaType: "application/zip", Limits: extract.Limits{Size: 1 << 16}})
		if err != nil && !extracttest.Named(err) || len(text) > 1<<16 {
			t.Errorf("%d octets of text, %v", len(text), err)
		}
	})
}

// The XML of a part is arbitrary.
func FuzzParts(f *testing.F) {
	f.Add("<w:p>"+extracttest.Run("a")+"</w:p>", uint8(0))
	f.Add("<text:p>a<text:note>b</text:note></text:p>", uint8(1))
	f.Add("<table:table-row table:number-rows-repeated='9'><table:table-cell><text:note>a</text:note></table:table-cell></table:table-row>", uint8(2))
	f.Add("<table:table-row><table:table-cell office:value-type='date' office:date-value='2023-03-15T12:00:00'/></table:table-row>", uint8(2))
	f.Add("<c:chart><c:title/><c:ser><c:tx><c:v>a</c:v></c:tx><c:dLbls><c:showVal/><c:showPercent/></c:dLbls><c:cat><c:v>b</c:v></c:cat><c:val><c:formatCode>0.0</c:formatCode><c:pt><c:v>1</c:v></c:pt></c:val></c:ser><c:legend/></c:chart><c:userShapes r:id='r1'/>", uint8(4))
	f.Add("<p:sp><p:cNvPr hidden='0'/><p:ph type='ftr'/><a:p><a:fld type='slidenum'><a:t>1</a:t></a:fld><a:r><a:t>a</a:t></a:r></a:p></p:sp>", uint8(5))
	f.Add("<office:master-styles><style:master-page style:name='a'><style:header><text:p>b</text:p></style:header></style:master-page></office:master-styles><office:body><office:presentation><presentation:footer-decl presentation:name='f'>c</presentation:footer-decl><draw:page draw:master-page-name='a' presentation:use-footer-name='f'><draw:object xlink:href='o'/></draw:page></office:presentation></office:body>", uint8(6))
	f.Add("<w:p><w:r><w:fldChar w:fldCharType='begin'/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType='separate'/><w:t>7</w:t><w:fldChar w:fldCharType='end'/></w:r></w:p>", uint8(7))
	f.Fuzz(func(t *testing.T, body string, kind uint8) {
		var octets []byte
		switch kind % 8 {
		case 0:
			octets = extracttest.DOCX(t, body)
		case 1:
			octets = extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"text", "content.xml", extracttest.Content("text", body))
		case 2:
			octets = extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"spreadsheet", "content.xml", extracttest.Content("spreadsheet", body))
		case 3:
			octets = extracttest.EPUB(t, `<itemref idref="none"/>`, "o/d.html", body)
		case 4:
			octets = extracttest.DOCX(t, `<w:drawing><c:chart `+extracttest.ChartNS+` r:id="r1"/></w:drawing>`, "word/_rels/document.xml.rels", extracttest.Links("chart", "c.xml", "chartUserShapes", "c.xml"),
				"word/_rels/c.xml.rels", extracttest.Links("chartUserShapes", "c.xml"), "word/c.xml", `<c:chartSpace `+extracttest.ChartNS+` `+extracttest.DrawNS+` xmlns:r="`+extracttest.Relations+`">`+body+`</c:chartSpace>`)
		case 5:
			octets = pptx(t, body, body, ">"+body)
		case 6:
			octets = extracttest.Pack(t, "mimetype", "application/vnd.oasis.opendocument."+"presentation", "content.xml", `<office:document-content `+extracttest.ODFMore+`>`+body+`</office:document-content>`,
				"styles.xml", `<office:document-styles `+extracttest.ODFMore+`>`+body+`</office:document-styles>`, "o/content.xml", `<office:document-content `+extracttest.ODFMore+`>`+body+`</office:document-content>`)
		case 7:
			octets = extracttest.DOCX(t, `<w:headerReference r:id="r1"/><w:titlePg/><w:headerReference r:id="r1" w:type="first"/>`+body, "word/_rels/document.xml.rels", extracttest.Links("header", "h.xml"), "word/h.xml", `<w:hdr `+extracttest.WordNS+` xmlns:r="`+extracttest.Relations+`">`+body+`</w:hdr>`)
		}
		_, text, err := extracttest.TextOf(octets, extract.Options{Limits: extract.Limits{Size: 1 << 18}})
		if err != nil && !extracttest.Named(err) || strings.Contains(text, "\n\n") {
			t.Errorf("%q, %v", text, err)
		}
	})
}
