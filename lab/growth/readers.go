package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing/fstest"

	"github.com/lsh-interop/fpcheck/archive/warc"
	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/internal/cli/fingerprint/sidecar"
	"github.com/lsh-interop/fpcheck/internal/engine/dataset"
	"github.com/lsh-interop/fpcheck/internal/engine/difference"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
	"github.com/lsh-interop/fpcheck/manifest/ocfl"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// reader is one of what reads bytes that strangers wrote.
type reader struct {
	name  string
	read  func(ctx context.Context, document []byte) error
	built func(text []byte) []byte // makes the document of a text, if it is not the text

	mediaType, profile string // of documents, in the place of read
	ending             string // of the file that a command reads, if no media type says what it is

	frames  []frame  // what stands around the repeated parts; the first is the usual one
	shapes  []string // that are tried first
	marks   []string // that are repeated, the most telling ones first
	fixture string   // a document with what the grammar has, which is cut before each of cuts
	cuts    string

	smaller int  // by how much documents are smaller than others'
	unpacks bool // documents that are packed, whose members may come again and again
}

type frame struct{ before, after string }

// medium returns what reads documents of a media type.
func medium(mediaType, profile string) func(context.Context, []byte) error {
	return func(ctx context.Context, document []byte) error {
		d, err := extract.Open(ctx, bytes.NewReader(document), extract.Options{MediaType: mediaType, Profile: profile})
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, struct{ io.Reader }{d})
		return err
	}
}

// archive makes a ZIP archive of a text in which each member follows a line "-- name --". They
// are not packed: a document is as long as its shape makes it.
func archive(text []byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var w io.Writer = io.Discard
	for line := range bytes.Lines(text) {
		if name, ok := bytes.CutPrefix(line, []byte("-- ")); ok && bytes.HasSuffix(name, []byte(" --\n")) {
			var err error
			if w, err = z.CreateHeader(&zip.FileHeader{Name: string(name[:len(name)-4]), Method: zip.Store}); err != nil {
				panic(err)
			}
			continue
		}
		w.Write(line)
	}
	z.Close()
	return b.Bytes()
}

const (
	opc       = "http://schemas.openxmlformats.org/package/2006/"
	relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	officeML  = "application/vnd.openxmlformats-officedocument."
	office    = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
 xmlns:s="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + relations + `" xmlns:v="urn:schemas-microsoft-com:vml"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`
	chart   = `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`
	word03  = `<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core">`
	fiction = `<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">`
	excel03 = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">`
	odf     = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`
)

// pack begins a package of Office Open XML, whose main part follows. Its relationships r1, r2
// ... are pairs of a kind and a target.
func pack(kind, main string, links ...string) string {
	folder, name, _ := strings.Cut(main, "/")
	return "-- [Content_Types].xml --\n" + `<Types xmlns="` + opc + `content-types"><Override PartName="/` + main +
		`" ContentType="` + officeML + kind + `.main+xml"/></Types>` + "\n-- _rels/.rels --\n" + relationships("officeDocument", main) +
		"-- " + folder + "/_rels/" + name + ".rels --\n" + relationships(links...)
}

func relationships(links ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(links); i += 2 {
		b.WriteString(`<Relationship Id="r` + string(rune('1'+i/2)) + `" Type="` + relations + "/" + links[i] + `" Target="` + links[i+1] + `"/>`)
	}
	return `<Relationships xmlns="` + opc + `relationships">` + b.String() + "</Relationships>\n"
}

// tags returns an opening tag, a closing one and both, for each name; with attributes.
func tags(names ...string) (all []string) {
	for _, n := range names {
		name, _, _ := strings.Cut(n, " ")
		all = append(all, "<"+n+">", "<"+n+">a</"+name+">", "<"+n+"/>")
	}
	return all
}

// accepted are cases that are known and not searched for.
var accepted = []struct{ reader, shape, why string }{
	{"docx", `*"<w:altChunk r:id=\"r3\"/>" and the member that it names`, byReference},
	{"odt", `*"<draw:object xlink:href=\"b\"/>" and the member that it names`, byReference},
}

const byReference = "a member that is shown n times is read n times, up to the limit of 16 MiB unpacked and 200 octets " +
	"for each of the document's: in proportion beyond that"

func readers() []*reader {
	word := pack("wordprocessingml.document", "word/document.xml", "styles", "styles.xml", "footnotes", "footnotes.xml", "aFChunk", "b.html", "numbering", "numbering.xml")
	sheet := pack("spreadsheetml.sheet", "xl/workbook.xml", "worksheet", "a.xml", "sharedStrings", "s.xml", "styles", "st.xml")
	slides := pack("presentationml.presentation", "ppt/p.xml", "slide", "a.xml", "slideMaster", "m.xml")
	book := "-- mimetype --\napplication/epub+zip\n-- META-INF/container.xml --\n" +
		`<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>` + "\n"
	const fixed = "http://schemas.microsoft.com/xps/2005/06"
	xps := "-- [Content_Types].xml --\n" + `<Types xmlns="` + opc + `content-types"><Override PartName="/1.fpage" ContentType="application/vnd.ms-package.xps-fixedpage+xml"/></Types>` +
		"\n-- _rels/.rels --\n" + `<Relationships xmlns="` + opc + `relationships"><Relationship Id="r1" Type="` + fixed + `/fixedrepresentation" Target="/all.fdseq"/></Relationships>` +
		"\n-- all.fdseq --\n" + `<FixedDocumentSequence xmlns="` + fixed + `"><DocumentReference Source="one.fdoc"/></FixedDocumentSequence>` +
		"\n-- one.fdoc --\n" + `<FixedDocument xmlns="` + fixed + `"><PageContent Source="/1.fpage"/></FixedDocument>` + "\n-- 1.fpage --\n" + `<FixedPage xmlns="` + fixed + `">`
	opf := `-- o.opf --` + "\n" + `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest><spine>`
	all := []*reader{
		{name: "html", mediaType: "text/html", profile: "", fixture: htmlFixture, cuts: "<&",
			frames: []frame{{"<!doctype html><body>", ""}, {"", ""}, {"<table>", ""}, {"<svg>", ""}, {"<math><mi>", ""}, {"<select>", ""}, {"<template>", ""}, {"<frameset>", ""}, {"<head>", ""}},
			shapes: htmlShapes(), marks: htmlMarks()},
		{name: "html-main", mediaType: "text/html", profile: extract.Main, fixture: htmlFixture, cuts: "<&",
			frames: []frame{{"<!doctype html><body><article><p>" + strings.Repeat("Words, of an article. ", 60), ""}},
			marks:  htmlMarks()},
		{name: "markdown", mediaType: "text/markdown", profile: "", fixture: markdownFixture, cuts: " \n[]()*_`<|",
			shapes: []string{
				`*"1. "`, `*"[a](b"`, `"a**b" *"c* "`, `*"[a]:\n"`, `*"a|" "\n" *"-|" "\n" *"a\n"`, `*"a|" "\n" *"-|" "\n" *"a|\n"`,
				`*"*a" *"**a"`, `*"*" "a" *"*"`, `*"[" "a" *"]"`, `*"![" *"](a)"`, `*"[^%d]: a\n" *"[^%d] "`, `*"[^%d] " "\n\n" *"[^%d]: a\n"`, `*"[a%d]: b\n" *"[a%d]"`,
				`*"- " "a"`, `*"> " "a"`, `*">- " "a"`, `*"1. - " "a"`, `*"a\n" *"> "`, `*"* a\n" *" * b\n"`, `*"<a "`, `*"<!-- "`, `*"<?"`, `*"<![CDATA["`, `*"<a href=\""`,
				`*"_a*"`, `*"__a**"`, `*"[*a](b)"`, `*"[a]\n"`, `"[" *"a\n" "]"`, `*"~a"`, `*"~~a" *"~b"`, `*"a_" *"_a"`, "*\"`\"", "*\"`a``\"", "*\"`%d\"", `*"\\"`, `*"&"`, `*"&#"`, `*"www.a"`, `*"http://a_("`, `*"http://a&b;"`, `*"a@b."`, `*"<http:"`,
			},
			frames: []frame{{"", ""}, {"> ", ""}, {"- ", ""}, {"# ", ""}, {"|a|b|\n|-|-|\n|", ""}, {"[^a]: ", ""}, {"[", "]"}, {"[a](", ")"}, {"[a](<", ""}, {"[a]: b \"", ""}, {"```\n", ""}, {"<div>\n", ""}, {"---\n", ""}},
			marks:  []string{"*", "**", "_", "`", "[", "]", "(", ")", "![", "](", "](b)", "<", ">", "|", "\n", "\n\n", "> ", "- ", "1. ", "a", "a ", " ", "    ", "~~", "\\", "\t", "[a]", "[^a]", "[^a]: ", "[a]: b\n", "#", "# ", "=\n", "---\n", "***\n", "```\n", "~~~\n", "a|b\n", "-|-\n", ":-:|", "&", "&amp;", "&#35;", "<a>", "</a>", "<!--", "-->", "<a b=", "'", "\"", "http://", "www.a.b", "a@b.c", "- [ ] a\n", "  \n", "+++\n", "<div>\n", "<script>\n", "<b>"}},
		{name: "rst", mediaType: "text/x-rst", profile: "", fixture: rstFixture, cuts: " \n`*|:[_",
			shapes: []string{`*" *a\\b"`, `*" **a\\b"`, "*\" ``a\"", "*\" `a\"", `*" |a"`, "*\":a:`b\"", `*"a_"`, `*" *a"`, `*"*a *"`, "*\"`a <b\"", `*"[a"`},
			frames: []frame{{"", ""}, {".. note:: ", ""}, {".. ", ""}, {"::\n\n  ", ""}, {"* ", ""}},
			marks:  []string{"*a", "\\b", "*", " *", "**", " **", "`", "``", " ``", ":", ":a:", ":a:`", "|", " |a", "_", "__", "a_ ", "[", "[a", "[a]_", "<", "a", " ", "\n", "\n\n", "::\n", ".. ", ".. a::\n", ".. _a: ", ".. |a| ", ".. [1] ", "   :a: b\n", "=\n", "+-", "| a\n", "- ", "#. ", "~", "!", "\\", "== ", "``a``", "`a <b>`_ ", ">`_", "__ "}},
		{name: "csv", mediaType: "text/csv", profile: "", fixture: "sep=,\na,\"b, c\"\n\"d \"\"e\"\"\nf\";1,5\tg|h\r\n", cuts: ",;\t|\"\n",
			frames: []frame{{"", ""}, {"\"", ""}, {"\"", "\""}, {"sep=;\n", ""}, {"\xff\xfe", ""}},
			marks:  []string{",", ";", "\t", "|", "\"", "\"\"", "a", "a,", "\"a\",", "\n", "\r", "\r\n", " ", "1,5", "\xe9"}},
		{name: "rtf", mediaType: "text/rtf", profile: "", fixture: rtfFixture, cuts: "\\{}",
			frames: []frame{{`{\rtf1\ansi `, "}"}, {`{\rtf1\ansi{\fonttbl`, "}}"}, {`{\rtf1\ansi{\footnote `, "}}"}, {`{\rtf1\ansi\f1 `, "}"}, {`{\rtf1{\fonttbl{\f1\fcharset2 Symbol;}}\f1 `, "}"}, {`{\rtf1\v `, "}"},
				{`{\rtf1{\header `, "}}"}, {`{\rtf1{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv `, "}}}}}"}, {`{\rtf1\fromhtml1 `, "}"}, {`{\rtf1\fromhtml1{\*\htmltag0 `, "}}"}},
			shapes: []string{`*"a{b}"`, `*"{\\f%d\\fcharset128 a;}"`, `*"{\\f%d a;}" *"\\f%d a"`, `*"{" *"}"`, `*"{\\footnote a}"`},
			marks: []string{"a", "{a}", "{", "}", `\'e9`, `\'83`, `\u1234?`, `\u55357?`, `\uc9 `, `\bin3 aaa`, `\par `, `\f1 `, `\f2 `, `\f%d `, `{\*\a b}`, `\tab `, `\~`, `\v `, `\v0 `, `\plain `, `\dbch `, `\loch `, `\hich `, `{\footnote a}`, `\ansicpg932 `, `\ansicpg1251 `, `\mac `, `\deff1 `, `\fcharset2 `, `\cpg932 `, `;`, "\n", `\a`, `\*`, `\{`, `{\upr{a}{\*\ud b}}`, `{\pict 00}`, `\bullet `,
				`{\header a}`, `{\field{\*\fldinst EQ \\f(a,b)}{\fldrslt}}`, `{\field{\*\fldinst PAGE}{\fldrslt a}}`, `{\shp{\*\shpinst{\sp{\sn fHidden}{\sv 1}}{\shptxt a}}}`, `{\object{\*\objdata 0105000002000000}}`, `\htmlrtf `, `{\*\htmltag0 <p>}`}},
		{name: "doc", mediaType: "application/msword", profile: "", built: wordFile, fixture: docFixture, cuts: "\n\x13\x14\x15", smaller: 4,
			frames: []frame{{"", ""}, {"\x13 A ", "\x15"}},
			shapes: []string{`*"a\n"`, `*"\x02" "a"`, `*"\x08" "a"`, `*"\x03" "a"`, `*"\x13 A \x14b\x15"`, `*"\x13" "a"`, `*"\x13 EQ \\f(a,b)\x15"`},
			marks:  []string{"a", "a\n", "\n", "\x02", "\x03", "\x08", "\x13", "\x14", "\x15", "\x13 A \x14b\x15", "\x13 PAGE \x14", "\x13 EQ ", "\\o(", ",", ")", "\x07", "\t", "\x0b", "\x1e", "\x01", "(", "\x93", " "}},
		{name: "mail", mediaType: "message/rfc822", profile: "", fixture: mailFixture, cuts: "\n;:=?",
			frames: []frame{{"Content-Type: multipart/mixed; boundary=b\n\n--b\n", ""}, {"", "\n\na"}, {"Subject: ", "\n\na"}, {"Content-Type: ", "\n\na"}, {"Subject: a\n\n", ""}, {"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", ""}, {"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n", ""}, {"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", ""}},
			shapes: []string{
				`"\n" *"--b\nContent-Type: text/plain; charset=x%d\n\n\n"`, `"\n" *"--b\n\na\n"`, `"Subject: a\n" *" b\n" "\n"`, `"\n" *"--b\nContent-Type: text/html\n\n<p>a\n"`, `*"A: b\n" "\n"`,
				`"Content-Type: text/plain" *"; a%d=b" "\n\n"`, `"Content-Type: text/plain" *"; a*%d=b" "\n\n"`, `"Subject:" *" =?utf-8?q?a?=" "\n\n"`, `"\n" *"--b\nContent-Type: message/rfc822\n\nSubject: a\n\n"`,
				`"\n" *"--b\nContent-Type: multipart/mixed; boundary=c\n\n"`, `"\n" *"--b\nContent-Type: multipart/alternative; boundary=c%d\n\n--c%d\n\na\n"`, `"\n" *"--b"`, `"\n" *"--b\nA: b\n"`, `"\n" *"\n--"`,
				`"\n" *"--b\nContent-Type: multipart/alternative; boundary=c\n\n" *"--c\n\na\n"`,
			},
			marks: []string{"\n", "--b\n", "--b", "a", " a\n", "A: b\n", "a\n", "=\n", "=?utf-8?q?a?=", "=?utf-8?b?YQ==?= ", "=?", "?=", "\r\n", " ", "\t", "; ", "a=b; ", ";a*%d=b", "(", "\"", "\\", "--b--\n", "From a\n", ">From a\n", "=41", "=", "YQ==", "\xe9", "Content-Type: text/plain\n\n", "Content-Type: message/rfc822\n\n", "Content-Disposition: attachment\n\n", "Content-Transfer-Encoding: base64\n\n"}},
		{name: "mbox", mediaType: "application/mbox", profile: "", fixture: mailFixture, cuts: "\n;:=?",
			frames: []frame{{"From a\n", ""}},
			shapes: []string{`*"From a\nContent-Type: text/plain; charset=x%d\n\na\n"`, `*"From a\n\na\n"`, `*">From a\n"`, `"\n" *">"`},
			marks:  []string{"From a\n", "\n", "a\n", "A: b\n", ">From \n", "From ", " b\n", "\r\n", "a", ">"}},
		{name: "xml", mediaType: "application/xml", profile: "", fixture: xmlFixture, cuts: "<&>",
			frames: []frame{{"<a>", "</a>"}, {"<a>", ""}, {"", ""}, {"<!DOCTYPE a [", "]><a>b</a>"}, {`<TEI xmlns="http://www.tei-c.org/ns/1.0"><text>`, "</text></TEI>"}, {`<article xmlns="http://docbook.org/ns/docbook">`, "</article>"}, {"<article>", "</article>"}, {`<svg xmlns="http://www.w3.org/2000/svg">`, "</svg>"}, {`<html xmlns="http://www.w3.org/1999/xhtml">`, "</html>"}, {`<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout>`, "</Layout></alto>"}},
			shapes: []string{`*"<b>" *"</b>"`, `"<b" *" a%d=''" "/>"`, `"<b" *" xmlns:a%d='b'" "/>"`, `*"<b xmlns:a%d='b'>" *"</b>"`, `*"<b xmlns:a%d='b'>" *"<c/>"`, `"<!DOCTYPE a [" *"<!ENTITY a%d 'b'>" "]><a>" *"&a%d;" "</a>"`, `"<!DOCTYPE a [<!ENTITY a0 'b'>" *"<!ENTITY b%d '&a%d;&a%d;'>" "]><a>&b9;</a>"`},
			marks:  []string{"<b>", "</b>", "<b/>", "<b>c</b>", "a", " ", "\n", "&amp;", "&#65;", "&a;", "<!--", "-->", "<!-- a -->", "<![CDATA[", "]]>", "<?a b?>", "<b c='d'/>", "<b c='", "<!ENTITY a%d 'b'>", "<!ENTITY b '&a;&a;'>", "<!ATTLIST a b CDATA 'c'>", "<!ELEMENT a (b)>", "%a;", "<p>", "<p>a</p>", "<note>a</note>", "<ref>a</ref>", "]", "'", "\"", "<c:d xmlns:c='e'/>", "\r", "\u00e9", "<lb/>", "<footnote><para>a</para></footnote>", "<String CONTENT='a'/>", "<text>a</text>", "<tspan>a</tspan>", "<!DOCTYPE"}},
		{name: "plain", mediaType: "text/plain", profile: "", fixture: plainFixture, cuts: " \n",
			frames: []frame{{"", ""}, {"\xff\xfe", ""}, {"\xfe\xff", ""}, {"\xef\xbb\xbf", ""}},
			marks:  []string{"a", "\n", "\xe9", "\x1b$B$\"\x1b(B", "\x1b", "\xc1\xc2", "\xc3\xa9", "\x00", "a\x00", "\x00\xd8", "\xff", "\u200b", "a\u0301", "\u0301", "\U0001F600", "-\n", "\u00ad\n", "\x81", "\x83\x41", "~{"}},
		{name: "docx", mediaType: officeML + "wordprocessingml.document", profile: "", built: archive, unpacks: true, fixture: wordFixture, cuts: "<",
			frames: []frame{{word + "-- word/document.xml --\n<w:document " + office + "><w:body>", "</w:body></w:document>\n"}},
			shapes: []string{
				`*"<w:p><w:r><w:footnoteReference w:id=\"2\"/></w:r></w:p>" "</w:body></w:document>\n-- word/footnotes.xml --\n<w:footnotes ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><w:footnote w:id=\"2\">" *"<w:p><w:r><w:t>a</w:t></w:r></w:p>" "</w:footnote></w:footnotes>\n"`,
				`*"<w:p><w:pPr><w:pStyle w:val=\"a0\"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>" "</w:body></w:document>\n-- word/styles.xml --\n<w:styles ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `>" *"<w:style w:styleId=\"a%d\"><w:basedOn w:val=\"a%d1\"/></w:style>" "</w:styles>\n"`,
			},
			marks: tags("w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:fldSimple", "w:hyperlink", "w:instrText", `w:headerReference r:id="r2"`, `v:textpath string="a"`, `w:footnoteReference w:id="2"`, "w:del", "w:txbxContent", "mc:AlternateContent", "mc:Choice", "mc:Fallback", "w:ruby", "m:oMath", "w:sdt", `w:fldChar w:fldCharType="begin"`, `w:fldChar w:fldCharType="end"`, `w:altChunk r:id="r3"`, "w:tab", "w:pPr", "w:rPr", "w:vanish", `w:rStyle w:val="a"`, `w:pStyle w:val="a"`)},
		{name: "xlsx", mediaType: officeML + "spreadsheetml.sheet", profile: "", built: archive, unpacks: true, fixture: sheetFixture, cuts: "<",
			frames: []frame{{sheet + "-- xl/workbook.xml --\n<s:workbook " + office + "><s:sheets>" + `<s:sheet r:id="r1"/></s:sheets></s:workbook>` + "\n-- xl/a.xml --\n<s:worksheet " + office + "><s:sheetData>", "</s:sheetData></s:worksheet>\n"}},
			shapes: []string{
				`*"<s:row><s:c><s:v>a</s:v></s:c></s:row>"`,
				`*"<s:row><s:c t=\"s\"><s:v>0</s:v></s:c></s:row>" "</s:sheetData></s:worksheet>\n-- xl/s.xml --\n<s:sst ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><s:si><s:t>" *"word " "</s:t></s:si></s:sst>\n"`,
				`*"<s:row><s:c s=\"0\"><s:v>0</s:v></s:c></s:row>" "</s:sheetData></s:worksheet>\n-- xl/st.xml --\n<s:styleSheet ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><s:numFmts><s:numFmt numFmtId=\"200\" formatCode=\"" *"#" "\"/></s:numFmts><s:cellXfs><s:xf numFmtId=\"200\"/></s:cellXfs></s:styleSheet>\n"`,
				`*"<s:row><s:c s=\"%d\"><s:v>0</s:v></s:c></s:row>" "</s:sheetData></s:worksheet>\n-- xl/st.xml --\n<s:styleSheet ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><s:numFmts>" *"<s:numFmt numFmtId=\"%d\" formatCode=\"0%d\"/>" "</s:numFmts><s:cellXfs>" *"<s:xf numFmtId=\"%d\"/>" "</s:cellXfs></s:styleSheet>\n"`,
			},
			marks: tags("s:row", "s:c", "s:v", "s:t", "s:is", "s:f", `s:c t="s"`, `s:c t="inlineStr"`, `s:c t="b"`, `s:c t="d"`, `s:c s="1"`, "s:rPh", "s:drawing")},
		{name: "xlsx-sheets", mediaType: officeML + "spreadsheetml.sheet", profile: "", built: archive, unpacks: true, smaller: 2,
			frames: []frame{{sheet + "-- xl/workbook.xml --\n<s:workbook " + office + "><s:sheets>", "</s:sheetData></s:worksheet>\n"}},
			shapes: []string{`*"<s:sheet r:id=\"r1\"/>" "</s:sheets></s:workbook>\n-- xl/a.xml --\n<s:worksheet ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><s:sheetData>" *"<s:row><s:c><s:v>a</s:v></s:c></s:row>"`},
			marks:  []string{`<s:sheet r:id="r1"/>`}},
		{name: "pptx", mediaType: officeML + "presentationml.presentation", profile: "", built: archive, unpacks: true, fixture: slideFixture, cuts: "<",
			frames: []frame{{slides + "-- ppt/p.xml --\n<p:presentation " + office + `><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>` + "\n-- ppt/a.xml --\n<p:sld " + office + "><p:cSld><p:spTree>", "</p:spTree></p:cSld></p:sld>\n"}},
			marks:  tags("p:sp", "p:txBody", "a:p", "a:r", "a:t", "a:br", "p:grpSp", "p:graphicFrame", "a:tbl", "a:tr", "a:tc", "p:pic", `p:cNvPr hidden="1"`, `p:ph type="ftr"`, `a:fld type="slidenum"`, "mc:AlternateContent")},
		{name: "pptx-slides", mediaType: officeML + "presentationml.presentation", profile: "", built: archive, unpacks: true, smaller: 2,
			frames: []frame{{slides + "-- ppt/p.xml --\n<p:presentation " + office + "><p:sldIdLst>", "</p:spTree></p:cSld></p:sld>\n"}},
			shapes: []string{`*"<p:sldId r:id=\"r1\"/>" "</p:sldIdLst></p:presentation>\n-- ppt/a.xml --\n<p:sld ` + strings.ReplaceAll(strings.ReplaceAll(office, "\n", ""), `"`, `\"`) + `><p:cSld><p:spTree>" *"<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>"`},
			marks:  []string{`<p:sldId r:id="r1"/>`}},
		{name: "docx-chart", mediaType: officeML + "wordprocessingml.document", profile: "", built: archive, unpacks: true,
			frames: []frame{{pack("wordprocessingml.document", "word/document.xml", "chart", "c.xml") + "-- word/document.xml --\n<w:document " + office + `><w:body><w:p><w:r><w:drawing><c:chart ` + chart + ` r:id="r1"/></w:drawing></w:r></w:p></w:body></w:document>` +
				"\n-- word/c.xml --\n<c:chartSpace " + chart + " " + strings.ReplaceAll(office, "\n", "") + "><c:chart>", "<c:legend/></c:chart></c:chartSpace>\n"}},
			shapes: []string{
				`"<c:ser><c:dLbls><c:showVal/><c:showPercent/></c:dLbls><c:val>" *"<c:pt><c:v>1</c:v></c:pt>" "</c:val></c:ser>"`,
				`*"<c:ser><c:tx><c:v>a%d</c:v></c:tx><c:cat><c:v>b%d</c:v></c:cat><c:val><c:v>1</c:v></c:val></c:ser>"`,
			},
			marks: tags("c:title", "a:p", "a:t", "c:ser", "c:tx", "c:cat", "c:val", "c:v", "c:pt", "c:formatCode", "c:catAx", "c:delete", "c:dLbls", "c:showVal", "c:pieChart")},
		{name: "flat-package", mediaType: "application/vnd.ms-word2006ml", profile: "", cuts: "<",
			frames: []frame{{`<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/_rels/.rels" pkg:contentType="a"><pkg:xmlData>` + relationships("officeDocument", "word/document.xml") + `</pkg:xmlData></pkg:part>` +
				`<pkg:part pkg:name="/word/document.xml" pkg:contentType="` + officeML + `wordprocessingml.document.main+xml"><pkg:xmlData><w:document ` + office + `><w:body>`, "</w:body></w:document></pkg:xmlData></pkg:part></pkg:package>"}},
			shapes: []string{`"</w:body></w:document></pkg:xmlData></pkg:part>" *"<pkg:part pkg:name=\"/a%d\"><pkg:xmlData/></pkg:part>" "<pkg:part pkg:name=\"/a\"><pkg:xmlData><w:document><w:body>"`},
			marks:  tags("w:p", "w:r", "w:t", "w:pict", `w:altChunk r:id="r1"`, "pkg:part", "pkg:xmlData")},
		{name: "fictionbook", mediaType: "application/x-fictionbook+xml", profile: "", cuts: "<",
			frames: []frame{{fiction + "<body>", "</body></FictionBook>"}, {fiction + `<body name="notes"><title>`, "</title></body></FictionBook>"}},
			marks:  tags("section", "title", "p", `a type="note"`, "code", "image", "v", "td", "strong", "body", "binary")},
		{name: "word-xml", mediaType: "application/vnd.ms-wordml", profile: "", cuts: "<",
			frames: []frame{{word03 + "<w:body>", "</w:body></w:wordDocument>"}, {word03 + "<w:styles>", "</w:styles><w:body/></w:wordDocument>"}},
			shapes: []string{`*"<w:footnote><w:p><w:r><w:t>a</w:t></w:r></w:p>" *"</w:footnote>"`, `*"<w:sectPr><w:hdr><w:p><w:r><w:t>a%d</w:t></w:r></w:p></w:hdr></w:sectPr>"`},
			marks:  tags("w:p", "w:r", "w:t", "w:footnote", "w:hdr", "w:sectPr", `aml:annotation w:type="Word.Deletion"`, `w:style w:styleId="a%d"`, "w:vanish", "w:instrText", `w:fldChar w:fldCharType="begin"`)},
		{name: "excel-xml", mediaType: "application/vnd.ms-spreadsheetml", profile: "", cuts: "<",
			frames: []frame{{excel03 + "<Worksheet><Table>", "</Table></Worksheet></Workbook>"}, {excel03 + "<Styles>", "</Styles></Workbook>"}},
			shapes: []string{`*"<Row><Cell><Data ss:Type=\"Number\">1.5</Data></Cell></Row>"`},
			marks:  tags("Row", "Cell", `Data ss:Type="String"`, `Data ss:Type="DateTime"`, "Worksheet", `Style ss:ID="a%d" ss:Parent="a"`, `NumberFormat ss:Format="0.0"`)},
		{name: "odt", mediaType: "application/vnd.oasis.opendocument.text", profile: "", built: archive, unpacks: true, fixture: odfFixture, cuts: "<",
			frames: []frame{{"-- mimetype --\napplication/vnd.oasis.opendocument.text\n-- content.xml --\n<office:document-content " + odf + "><office:body><office:text>", "</office:text></office:body></office:document-content>\n"}},
			marks:  tags("text:p", "text:span", "text:note", "text:note-body", "text:list", "text:list-item", "table:table", "table:table-row", "table:table-cell", `table:table-cell table:number-columns-repeated="9"`, "draw:frame", "draw:text-box", "text:tab", "text:s", `text:s text:c="9"`, "office:annotation", "text:tracked-changes", "text:changed-region", "text:line-break", `draw:object xlink:href="b"`, `text:p text:style-name="a%d"`, `draw:page draw:master-page-name="a%d"`, "presentation:footer-decl")},
		{name: "fodt", mediaType: "application/vnd.oasis.opendocument.text-flat-xml", profile: "", fixture: odfFixture, cuts: "<",
			frames: []frame{{"<office:document " + odf + "><office:master-styles>", "</office:master-styles><office:body><office:text><text:p>a</text:p></office:text></office:body></office:document>\n"},
				{"<office:document " + odf + "><office:body><office:text><draw:object><chart:chart>", "</chart:chart></draw:object></office:text></office:body></office:document>\n"}},
			shapes: []string{`*"<style:master-page style:name=\"a%d\" style:next-style-name=\"a\"><style:header><text:p>a</text:p></style:header></style:master-page>"`},
			marks:  tags("style:master-page", "style:header", "text:p", "draw:object", "table:table", "table:table-header-rows", "table:table-row", `table:table-cell office:value-type="string"`, "chart:title", "chart:axis")},
		{name: "fods", mediaType: "application/vnd.oasis.opendocument.spreadsheet-flat-xml", profile: "", fixture: odfFixture, cuts: "<",
			frames: []frame{{"<office:document " + odf + ` office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>`, "</office:spreadsheet></office:body></office:document>\n"}},
			shapes: []string{`"<table:table><table:table-row>" *"<table:table-cell><text:p>a</text:p></table:table-cell>" "</table:table-row><table:table-row table:number-rows-repeated=\"900\">" *"<table:table-cell><text:p>a</text:p></table:table-cell>"`},
			marks:  tags("table:table", "table:table-row", `table:table-row table:number-rows-repeated="9"`, "table:table-cell", `table:table-cell table:number-columns-repeated="9"`, `table:table-cell office:value-type="float" office:value="1"`, "text:p", "table:covered-table-cell", "office:annotation", "table:table-header-rows")},
		{name: "xls", mediaType: "application/vnd.ms-excel", profile: "", fixture: globals8 + sheet8 + number8 + label8, cuts: "\x00",
			frames: []frame{{globals8 + sheet8, "\x0a\x00\x00\x00"}, {globals8[:20], "\x0a\x00\x00\x00" + sheet8}},
			shapes: []string{
				`*"\x85\x00\x0b\x00\x18\x00\x00\x00\x00\x00\x01\x00a\x00\x00"`, `*"\x42\x00\x02\x00\xa4\x03\x42\x00\x02\x00\xe4\x04"`,
				`"\xfc\x00\x08\x00\x01\x00\x00\x00\xff\xff\xff\x7f" *"\x3c\x00\x03\x00\x00\x00\x00"`,
			},
			marks: []string{number8, label8, sheet8, "\x0a\x00\x00\x00", "\x33\x10\x00\x00", "\x34\x10\x00\x00", "\x0d\x10\x05\x00\x00\x00\x01\x00a", "\x3c\x00\x02\x00\x01\x00",
				"\xb6\x01\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x3c\x00\x02\x00\x00a", "\x1e\x04\x06\x00\x00\x00\x01\x00\x000", "\xe0\x00\x04\x00\x00\x00\x00\x00", "\x00"}},
		{name: "iwork-09", mediaType: "application/vnd.apple.pages", profile: "", built: archive, unpacks: true, fixture: iWorkFixture, cuts: "<",
			frames: []frame{{"-- index.xml --\n<sl:document " + iWork + ">", "</sl:document>\n"},
				{"-- index.xml --\n<ls:document " + iWork + "><sf:tabular-model><sf:grid sf:numcols=\"9\"><sf:datasource>", "</sf:datasource></sf:grid></sf:tabular-model></ls:document>\n"}},
			marks: tags("sf:p", "sf:span", "sf:tab", `sf:attachment sfa:ID="a%d"`, `sf:attachment-ref sfa:IDREF="a%d"`, "sf:footnotes", `sf:header sf:name="a%d"`, `sf:section sf:style="a%d"`, `sf:sectionstyle sfa:ID="a%d" sf:parent-ident="a"`, "sl:page-group",
				`key:title-placeholder sfa:ID="a%d"`, "key:master-slide", `sf:layer sfa:ID="a%d"`, "sf:proxy-master-layer", `sf:layer-ref sfa:IDREF="a%d"`, "key:slide", "sf:tabular-model", "sf:datasource", `sf:t sf:ct="256"`, `sf:ct sfa:s="a"`,
				`sf:n sfa:ID="a%d" sf:v="1.5"`, "sf:menu-choices", `sf:proxied-cell-ref sfa:IDREF="a%d"`, `sf:cf`, `sf:number-format sfa:ID="a%d"`, "sf:chart-info", `sf:string sfa:string="a"`)},
		{name: "iwork-13", mediaType: "application/vnd.apple.pages", profile: "", built: objectsFile, unpacks: true, smaller: 8,
			frames: []frame{{"", ""}},
			marks: []string{"\x1a\x01a", "\x1a\x03\xef\xbf\xbc", "\x1a\x01\x0e", "\x12\x02\x08\x0b", "\x0a\x02\x08\x0b", "\x4a\x08\x0a\x06\x08\x00\x12\x02\x08\x0b", "\x82\x01\x08\x0a\x06\x08\x00\x12\x02\x08\x0b", "\xb2\x01\x08\x0a\x06\x08\x00\x12\x02\x08\x0b",
				"\x8a\x01\x08\x0a\x06\x08\x00\x12\x02\x08\x0b", "\x0a\x06\x08\x00\x12\x02\x08\x0b", "\x1a\x05\x08\x01\x1a\x01a", "\x1a\x08\x08\x01\x32\x04\x08\x85\x02\x72", "\x2a\x18\x08\x00\x32\x10\x05\x03\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x01\x00\x00\x00\x3a\x02\x00\x00", "\x3a\x03\x0a\x01a", "r\x02\x08\x0b", "\x08\x01", "a", "\x00"}},
		{name: "xlsb", mediaType: "application/vnd.ms-excel.sheet.binary.macroEnabled.12", profile: "", built: archive, unpacks: true, fixture: row12 + shared12 + inline12, cuts: "\x00",
			frames: []frame{{workbook12 + "-- xl/strings.bin --\n" + binary12(19, "\x00"+wide("a")) + end12 + "-- xl/a.bin --\n", ""}, {workbook12 + "-- xl/a.bin --\n" + row12 + shared12 + end12 + "-- xl/strings.bin --\n", ""}},
			shapes: []string{"*" + strconv.Quote(row12+shared12)},
			marks:  []string{row12, shared12, inline12, number12, binary12(19, "\x00"+wide("a")), binary12(550, wide("r1")), "\x00", "\x07", "\x81"}},
		{name: "ppt", mediaType: "application/vnd.ms-powerpoint", profile: "", built: slideFile, fixture: slideText, cuts: "\x00", smaller: 4,
			marks: []string{slideText, atom(15, 0xF003, slideText), atom(15, 0xF004, atom(0, 0xF00A, longs(1, 5))), atom(15, 0xF004, atom(0x13, 0xF00B, "\xbf\x03"+longs(2))), "\x0f\x00\x03\xf0\xff\xff\xff\x7f", "\x00"}},
		{name: "msg", mediaType: "application/vnd.ms-outlook", profile: "", built: messageFile, fixture: "\x00{\\rtf1 a\x01\x00\x0fb}", cuts: "\x00", smaller: 4,
			frames: []frame{{"\x00{\\rtf1 a", ""}, {"\xff", ""}},
			marks:  []string{"\x00aaaaaaaa", "\xff\x00\x0f\x00\x1f\x00\x2f\x00\x3f\x00\x4f\x00\x5f\x00\x6f\x00\x7f", "\x00{\\f1 a}", "\x00{{{{{{{{", "\x00}}}}}}}}", "\x0f", "a"}},
		{name: "mhtml", mediaType: "multipart/related", profile: "", fixture: "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>a\n--b--\n", cuts: "\n;:=",
			frames: []frame{{"Content-Type: multipart/related; boundary=b\n\n--b\n", ""}, {"Content-Type: multipart/related; boundary=b; start=\"<a>\"\n\n", ""}},
			marks:  []string{"--b\nContent-Type: text/html\n\n<p>a\n", "--b\nContent-ID: <a%d>\n\n<p>a\n", "--b\nContent-Location: a%d\n\na\n", "--b\n", "\n", "A: b\n", "a"}},
		{name: "emlx", mediaType: "application/x-emlx", profile: "", fixture: "12\nSubject: a\n\nb\n<?xml version=\"1.0\"?><plist/>", cuts: "\n",
			frames: []frame{{"999\nSubject: a\n\n", ""}, {"", ""}},
			marks:  []string{"1\n", "1", " ", "a", "\n", "A: b\n"}},
		{name: "xps", mediaType: "application/vnd.ms-xpsdocument", profile: "", built: archive, unpacks: true, cuts: "<",
			frames: []frame{{xps, "</FixedPage>\n"}},
			shapes: []string{`*"<Glyphs OriginX=\"%d\" OriginY=\"9\" FontRenderingEmSize=\"9\" UnicodeString=\"a\" Indices=\"1,50\"/>"`, `*"<Glyphs OriginX=\"9\" OriginY=\"%d\" FontRenderingEmSize=\"9\" UnicodeString=\"a\"/>"`},
			marks:  tags(`Glyphs OriginX="1" OriginY="9" FontRenderingEmSize="9" UnicodeString="a"`, `Glyphs OriginX="%d" OriginY="%d" UnicodeString="{}a" BidiLevel="1"`, `Canvas RenderTransform="2,0,0,1,1,0"`, `Canvas`, `MatrixTransform Matrix="1,0,0,1,9,9"`, "Canvas.RenderTransform", "Path")},
		{name: "epub", mediaType: "application/epub+zip", profile: "", built: archive, unpacks: true, fixture: htmlFixture, cuts: "<&",
			frames: []frame{{book + opf + `<itemref idref="a"/></spine></package>` + "\n-- a.html --\n", ""}},
			shapes: []string{`*"<p>a"`},
			marks:  []string{"<p>a", "<b>", "</b>", "<br/>", "<i a%d=1>"}},
		{name: "epub-spine", mediaType: "application/epub+zip", profile: "", built: archive, unpacks: true,
			frames: []frame{{book + opf, ""}},
			shapes: []string{`*"<itemref idref=\"a\"/>" "</spine></package>\n-- a.html --\n" *"<p>a"`},
			marks:  []string{`<itemref idref="a"/>`, `<itemref idref="%d"/>`, `<item id="b%d" href="b%d" media-type="c"/>`}},
		{name: "gzip", mediaType: "application/gzip", profile: "", built: packed, unpacks: true, fixture: plainFixture, cuts: " \n", marks: []string{"a", "\n", "\xe9", "a\x00"}},
		{name: "gzip-members", mediaType: "application/gzip", profile: "", built: inMembers, unpacks: true, smaller: 4, marks: []string{"a\n"}},
		{name: "warc", ending: ".warc", read: walk, fixture: warcFixture, cuts: "\n:;",
			frames: []frame{{"WARC/1.0\r\nWARC-Type: resource\r\n", ""}, {"", ""}, {"WARC/1.0\n", ""}},
			shapes: []string{`"A: b\r\n" *" c\r\n"`, `*"A: b\r\n"`, `*"A%d: b\r\n"`, `*"x\r\n"`, `"Content-Length: 0\r\n\r\n\r\n\r\n" *"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\na\r\n\r\n"`, `"Content-Length: 0\r\n\r\n\r\n\r\n" *"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: a:%d\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na\r\n\r\n"`},
			marks:  []string{" c\r\n", "A: b\r\n", "x\n", "\r\n", "WARC/1.0\r\n", "Content-Length: 0\r\n\r\n", "\n", ":", "a", "\tb\n", "WARC-Type: revisit\r\n", "WARC-Refers-To: a\r\n", "WARC-Payload-Digest: sha1:a\r\n", "\x00"}},
		{name: "http", read: response, fixture: httpFixture, cuts: "\n:;",
			frames: []frame{{"HTTP/1.1 200 OK\r\n", ""}, {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", ""}, {"", ""}},
			shapes: []string{`"A: b\r\n" *" c\r\n"`, `*"A: b\r\n"`, `*"A%d: b\r\n"`, `*"x\r\n"`, `"Content-Encoding: gzip" *", gzip" "\r\n\r\n"`, `"Transfer-Encoding: chunked\r\n\r\n" *"1\r\na\r\n"`},
			marks:  []string{" c\r\n", "A: b\r\n", "x\n", "\r\n", "1\r\na\r\n", "0\r\n\r\n", "\n", ":", "a", "\tb\n", "Content-Type: text/html\r\n", "Content-Encoding: gzip\r\n", "1;", "\x00", "Transfer-Encoding: chunked\r\n"}},
		{name: "cdxj", read: annotate, fixture: `a)/ 20240102030405 {"url":"http://a/","filename":"a.warc.gz","offset":"11","digest":"A"}` + "\n", cuts: `",:{}`,
			frames: []frame{{"", ""}, {`a)/ 20240102030405 {"url":"`, ""}, {`a)/ 20240102030405 {`, ""}, {`a)/ 20240102030405 {"a":`, ""}},
			marks:  []string{`a)/ 20240102030405 {"url":"http://a/","filename":"a.warc.gz","offset":"11"}` + "\n", "\n", `"a":1,`, `"a%d":1,`, "{", "[", `{"a":`, "}", "\\u0041", "\\", "a", " ", "!a\n", `"`, "]"}},
		{name: "jsonl", ending: ".jsonl", read: lines, fixture: `{"id":1,"text":"a\u00e9","x":[1,{"y":null}]}` + "\n", cuts: `",:{}[]\`,
			frames: []frame{{"", ""}, {`{"id":1,"text":"`, `"}`}, {`{"id":1,`, `"text":"a"}`}, {`{"text":"a","a":`, `}`}},
			marks:  []string{`{"id":%d,"text":"a"}` + "\n", "\n", `"a":1,`, `"a%d":1,`, `"text":"a",`, "{", "[", `{"a":`, "}", "\\u0041", "\\ud800", "\\", "a", " ", `"`, "]", "\xff", "[1],", "1"}},
		{name: "fpm", read: entries, fixture: fpmFixture, cuts: " \n",
			frames: []frame{{fpmHead, ""}, {"", ""}},
			marks:  []string{fpmLine, "a\n", "\n", " ", "%d ", "%0A", "\\", "a", "\r\n", "\t", "- "}},
		{name: "bagit", read: bag, smaller: 4,
			frames:  []frame{{"", ""}},
			shapes:  []string{`*"` + strings.Repeat("0", 64) + `  data/%d\n"`, `*"` + strings.Repeat("0", 64) + `  data/a\n"`, `*"` + strings.Repeat("0", 64) + `  data/a/%d/%d\n"`, `"` + strings.Repeat("0", 64) + `  data" *"/a" "\n"`},
			marks:   []string{strings.Repeat("0", 64) + "  data/a%d\n", "a\n", "\n", " ", "%25", "/", "a", "../", "e\u0301", "0", "*", "\r", "A%d: b\n", " c\n"},
			fixture: strings.Repeat("0", 64) + "  data/a b\n" + strings.Repeat("1", 64) + " *./data/c%0Ad\n", cuts: " /\n"},
		{name: "ocfl", read: object, smaller: 4,
			frames: []frame{{`{"id":"a","type":"https://ocfl.io/1.0/spec/#inventory","digestAlgorithm":"sha512","head":"v1","manifest":{`, "}}"}, {`{"id":"a","type":"https://ocfl.io/1.0/spec/#inventory","digestAlgorithm":"sha512","head":"v1","versions":{`, "}}"}, {"", ""}, {`{"id":"a","type":"https://ocfl.io/1.0/spec/#inventory","digestAlgorithm":"sha512","head":"v1","fixity":{`, "}}"}},
			shapes: []string{
				`*"\"` + strings.Repeat("0", 120) + `%d\":[\"v1/content/%d\"],"`, `"\"` + strings.Repeat("0", 128) + `\":[" *"\"v1/content/%d\"," "\"v1/content/a\"]"`, `"\"` + strings.Repeat("0", 128) + `\":[" *"\"v1/content/a\"," "\"v1/content/a\"]"`,
				`"\"` + strings.Repeat("0", 128) + `\":[" *"\"v1/content/a/%d/b\"," "\"v1/content/a\"]"`, `"\"` + strings.Repeat("0", 128) + `\":[\"v1/content" *"/a" "\"]"`,
				`"},\"versions\":{" *"\"v%d\":{\"created\":\"2020-01-01T00:00:00Z\",\"state\":{}}," "\"v0\":{}"`,
			},
			marks:   []string{`"a":["b"],`, `"a%d":["b%d"],`, `"v%d":{},`, "{", "[", `{"a":`, `"a",`, "}", "]", "\\u0041", "a", " ", `"`, "/", "1"},
			fixture: `"v1":{"created":"2020-01-01T00:00:00Z","message":"a","user":{"name":"b","address":"c:d"},"state":{"` + strings.Repeat("0", 128) + `":["a/b.txt"]}}`, cuts: `",:{}[]/`},
		{name: "digest", read: func(_ context.Context, b []byte) error { textdigest.Sum(b); return nil }, fixture: plainFixture, cuts: " \n", marks: textMarks},
		{name: "difference", read: compare, fixture: plainFixture, cuts: " \n", smaller: 4,
			frames: []frame{{"", ""}},
			shapes: []string{`*"a%d " "\x00" *"b%d "`, `*"a " "\x00" *"b "`, `*"a b " "\x00" *"b a "`, `*"a b " "\x00" *"a c "`, `*"a%d b " "\x00" *"c%d b "`, `*"a%d b " "\x00" *"b a%d "`, `*"a b c " "\x00" *"c b a "`, `*"a%d " *"b%d " "\x00" *"b%d " *"a%d "`, `*"a%d b c " "\x00" *"a%d c b "`, `*"a\n" "\x00" *"a b\n"`},
			marks:  []string{"a ", "\x00", "b ", "a%d ", "b%d ", "a%d b ", "\n", "-\n", ". ", "a"}},
	}
	for _, r := range all {
		if r.mediaType != "" {
			r.read = medium(r.mediaType, r.profile)
		}
	}
	for _, s := range scheme.All() {
		all = append(all, &reader{name: s.ID(), fixture: plainFixture, cuts: " \n", marks: textMarks,
			read: func(_ context.Context, b []byte) error { _, err := s.Sum(b); return err }})
	}
	return all
}

var textMarks = []string{"a", "a ", "a%d ", "\n", "-\n", "\u0301", "a\u0301", "\u00ad", "\u200b", "'", "’", "漢", "か", "ก", "한", "א", "ـ", "1", "\xff", "https://a/", "a@b.c ", "a.b", "a-b ", "\U0001F600", "\u0300\u0316", "ᄀ", "ᅡ", "ﬁ", "İ", "\u3000", "ア", "ｱﾞ", "\u1e9e", "中a", "_"}

func packed(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.NoCompression)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

// inMembers packs each line by itself.
func inMembers(text []byte) []byte {
	var all []byte
	for line := range bytes.Lines(text) {
		all = append(all, packed(line)...)
	}
	return all
}

func walk(ctx context.Context, document []byte) error {
	w := &warc.Walk[int]{}
	for it, err := range w.Items(bytes.NewReader(document)) {
		if err != nil {
			return err
		}
		var failed error
		if it.IsDocument() {
			d, err := it.Open(ctx, extract.Options{})
			if err == nil {
				_, err = io.Copy(io.Discard, struct{ io.Reader }{d})
			}
			failed = err
		}
		w.Settle(it, 0, failed)
	}
	return nil
}

func response(_ context.Context, document []byte) error {
	record := fmt.Sprintf("WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		len(document), document)
	w := &warc.Walk[int]{}
	var failed error
	for it, err := range w.Items(strings.NewReader(record)) {
		if err == nil {
			err = it.Err()
		}
		failed = cmp.Or(failed, err)
	}
	return failed
}

func annotate(_ context.Context, document []byte) error {
	var x sidecar.Index
	x.Add("a.warc.gz", &warc.Item{Offset: 11, URI: "http://a/", Date: "2024-01-02T03:04:05Z"}, sidecar.Field{Name: "fpcheck:sm1", Value: "sm1:a"})
	_, err := x.Annotate(io.Discard, bytes.NewReader(document))
	return err
}

func lines(_ context.Context, document []byte) error {
	for r, err := range dataset.JSONLines(bytes.NewReader(document), dataset.Fields{ID: dataset.Path{"id"}, Text: []dataset.Path{{"text"}}}, extract.Limits{}) {
		if err != nil {
			return err
		}
		r.Read(nil)
	}
	return nil
}

func entries(_ context.Context, document []byte) error {
	m, err := manifest.NewReader(bytes.NewReader(document), nil)
	if err != nil {
		return err
	}
	for _, err := range m.Entries() {
		if err != nil {
			return err
		}
	}
	return nil
}

// bag validates a bag whose manifest and bag-info.txt are the document.
func bag(ctx context.Context, document []byte) error {
	files := fstest.MapFS{
		"bagit.txt":           {Data: []byte("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")},
		"data/a":              {Data: []byte("a")},
		"bag-info.txt":        {Data: document},
		"manifest-sha256.txt": {Data: document},
		"fetch.txt":           {Data: document},
	}
	_, err := bagit.Validate(ctx, files, bagit.Options{Workers: 1}, func(bagit.Finding) {})
	return err
}

// object validates an object of OCFL whose inventory is the document.
func object(ctx context.Context, document []byte) error {
	files := fstest.MapFS{
		"0=ocfl_object_1.0":     {Data: []byte("ocfl_object_1.0\n")},
		"inventory.json":        {Data: document},
		"inventory.json.sha512": {Data: []byte(strings.Repeat("0", 128) + "  inventory.json\n")},
		"v1/content/a":          {Data: []byte("a")},
	}
	for _, err := range ocfl.Validate(ctx, files, ocfl.Options{}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// compare looks for the difference of what stands before and after a byte 0.
func compare(ctx context.Context, document []byte) error {
	old, new, _ := bytes.Cut(document, []byte{0})
	d, err := difference.Between(ctx, old, new)
	if err == nil {
		d.Hunks(difference.Layout{Context: 3})
		d.Count()
	}
	return err
}
