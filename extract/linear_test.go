package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// hostile documents cost their readers what is in proportion to their length, or are refused.
var hostile = []struct {
	why, mediaType string
	of             func(n int) string
	n              int // of the smaller document
}{
	{"reStructuredText: marks that begin and do not end", "text/x-rst", repeat("", ` *a\b`), 500},
	{"reStructuredText: an option that goes on", "text/x-rst", repeat(".. csv-table::\n   :a:\n", "   b\n"), 40000},
	{"reStructuredText: rows of a table", "text/x-rst", repeat("+-+\n", "| |a\n"), 40000},
	{"reStructuredText: raw HTML", "text/x-rst", repeat("", ".. raw:: html\n\n   <b\n\n"), 2000},
	{"reStructuredText: substitutions in one another", "text/x-rst", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ".. |%d| replace:: |%d|\n", i, i+1)
		}
		return b.String() + "\n|0|\n"
	}, 4000},
	{"CSV: quotes that are not closed", "text/csv", repeat("", `a,"b c`), 40000},
	{"CSV: quotes in quotes", "text/csv", repeat(`"`, `"",`), 40000},
	{"CSV: rows of delimiters", "text/csv", repeat("a", ",;\t|"), 40000},
	{"Markdown: lists in a line", "text/markdown", repeat("", "1. "), 3000},
	{"Markdown: targets of links without an end", "text/markdown", repeat("", "[a](b"), 12000},
	{"Markdown: emphasis that is not closed", "text/markdown", func(n int) string { return strings.Repeat("a**b", n) + strings.Repeat("c* ", n) }, 6000},
	{"Markdown: emphasis that is not opened", "text/markdown", repeat("a**b", "c* "), 20000},
	{"Markdown: definitions of links", "text/markdown", repeat("", "[a]:\n"), 40000},
	{"Markdown: a label of many lines", "text/markdown", func(n int) string { return "[" + strings.Repeat("a\n", n) + "]" }, 20000},
	{"Markdown: cells that are not written", "text/markdown", func(n int) string {
		return strings.Repeat("a|", n) + "\n" + strings.Repeat("-|", n) + "\n" + strings.Repeat("a\n", n)
	}, 600},
	{"Markdown: brackets in one another", "text/markdown", func(n int) string { return strings.Repeat("[", n) + "a" + strings.Repeat("]", n) }, 16000},
	{"Markdown: backquotes of any number", "text/markdown", func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + "a")
		}
		return b.String()
	}, 80_000},
	{"Markdown: names of hosts that are none", "text/markdown", repeat("", "_www."), 40000},
	{"Markdown: links after brackets without an end", "text/markdown", func(n int) string { return strings.Repeat("[![", n) + strings.Repeat("[a](b)", n) }, 10000},
	{"Markdown: titles without an end", "text/markdown", repeat("", `[a](b "[c](d '`), 12000},
	{"Markdown: comments without an end", "text/markdown", repeat("", "<!--<?<!a"), 20000},
	{"Markdown: tags without an end", "text/markdown", repeat("", "<a b='c' "), 20000},
	{"Markdown: blank lines in lists", "text/markdown", func(n int) string { return strings.Repeat("+ ", 100) + "a" + strings.Repeat("\n", n) }, 20000},
	{"Markdown: lines that end with a carriage return", "text/markdown", repeat("", "a\r"), 100000},
	{"Markdown: lines under headings of definitions", "text/markdown", repeat("", "[a]: b\n===\n"), 20000},
	{"Markdown: heads of tables", "text/markdown", repeat("", "a\n|-\n"), 20000},
	{"Markdown: footnotes", "text/markdown", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[^%d]: a\n\n[^%d]\n\n", i, i)
		}
		return b.String()
	}, 4000},
	{"RTF: headers that say something else each", "text/rtf", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{\header %d}`, i)
		}
		return `{\rtf1` + b.String() + "}"
	}, 4000},
	{"RTF: a header without end", "text/rtf", repeat(`{\rtf1{\header `, "a b"), 40000},
	{"RTF: shapes and notes", "text/rtf", repeat(`{\rtf1`, `{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv w}}}}{\footnote n}`), 2000},
	{"RTF: objects", "text/rtf", repeat(`{\rtf1`, `{\object{\*\objdata `+extracttest.Packaged+`}}`), 300},
	{"XLS: sheets at one place", "application/vnd.ms-excel", func(n int) string {
		return globals8 + strings.Repeat("\x85\x00\x09\x00\x18\x00\x00\x00\x00\x00\x01\x00a", n) + end8 + strings.Repeat(sheet8, n)
	}, 20000},
	{"XLS: cells from the last to the first", "application/vnd.ms-excel", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString("\x7e\x02\x0a\x00" + string([]byte{byte(-i), byte(-i >> 8)}) + "\x00\x00\x00\x00\x06\x00\x00\x00")
		}
		return globals8 + end8 + sheet8 + b.String() + end8
	}, 10000},
	{"XLS: one long string in many records", "application/vnd.ms-excel", func(n int) string {
		return globals8 + "\xfc\x00\x0b\x00\x01\x00\x00\x00\xff\xff\xff\x7f\xff\xff\x00" + strings.Repeat("\x3c\x00\x02\x00\x00a", n) + end8
	}, 40000},
	{"XLS: code pages by turns", "application/vnd.ms-excel", func(n int) string {
		return globals8 + strings.Repeat("\x42\x00\x02\x00\xa4\x03\x42\x00\x02\x00\xe4\x04", n) + end8
	}, 40000},
	{"XLS: charts in one another", "application/vnd.ms-excel", func(n int) string {
		return globals8 + end8 + strings.Repeat(sheet8, n) + strings.Repeat(end8, n)
	}, 20000},
	{"HTML: tables in paragraphs after a long document type", "text/html", func(n int) string {
		return "<!doctype html public '" + strings.Repeat("x", 20*n) + "'>" + strings.Repeat("<p><table></table>", n)
	}, 3000},
	{"HTML: attributes of one drawing", "text/html", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d", i)
		}
		return "<svg" + b.String() + " />a"
	}, 5000},
	{"HTML: formatting elements beside some with long attributes", "text/html", func(n int) string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, "<b x%d='%s'>", i, strings.Repeat("x", n/10))
		}
		return b.String() + strings.Repeat("<b x>a</b>", n)
	}, 3000},
	{"RTF: HTML", "text/rtf", repeat(`{\rtf1\fromhtml1`, `{\*\htmltag64 <p>}a\htmlrtf b\htmlrtf0`), 3000},
	{"sheets: a long format, and many cells", "application/vnd.oasis.opendocument.spreadsheet-flat-xml", func(n int) string {
		return `<office:document ` + openSpaces + `><office:automatic-styles><number:number-style style:name="n"><number:number number:min-integer-digits="1"/><number:text>` + strings.Repeat(",", n) +
			`</number:text></number:number-style><style:style style:name="c" style:data-style-name="n"/></office:automatic-styles><office:body><office:spreadsheet><table:table><table:table-row>` +
			strings.Repeat(`<table:table-cell table:style-name="c" office:value-type="float" office:value="1"/>`, n) + `</table:table-row></table:table></office:spreadsheet></office:body></office:document>`
	}, 2000},
	{"a package in one XML file: parts", "application/vnd.ms-word2006ml", func(n int) string {
		parts := []string{"/_rels/.rels", extracttest.XMLData(extracttest.Links("officeDocument", "word/document.xml")), "/word/document.xml", extracttest.WordBody("")}
		for i := range n {
			parts = append(parts, fmt.Sprint("/p", i), extracttest.XMLData("<a/>"))
		}
		return extracttest.FlatWord(parts...)
	}, 500},
	{"FictionBook: notes", "application/x-fictionbook+xml", repeat(`<FictionBook><body name="notes">`, `<section><title><p>1</p></title><p>a<a type="note">1</a></p></section>`), 2000},
	{"mail: a page that none of its parts is", "multipart/related", func(n int) string {
		return "MIME-Version: 1.0\nContent-Type: multipart/related; start=c; boundary=b\n\n--b\n" + strings.Repeat("\na\n--b\n", n)
	}, 2000},
	{"XML of Word 2003: sections with headers", "application/vnd.ms-wordml", func(n int) string {
		return extracttest.Word03 + strings.Repeat(`<w:sectPr><w:hdr><w:p>`+extracttest.Run("a")+`</w:p></w:hdr></w:sectPr>`, n) + `</w:wordDocument>`
	}, 1000},
	{"XML of Word 2003: notes in one another", "application/vnd.ms-wordml", func(n int) string {
		return extracttest.Word03 + strings.Repeat(strings.Repeat(`<w:footnote>`+extracttest.Run("a"), 100)+strings.Repeat(`</w:footnote>`, 100), n) + `</w:wordDocument>`
	}, 20},
	{"XML of Excel 2003: a long format in many sheets", "application/vnd.ms-spreadsheetml", func(n int) string {
		return extracttest.Excel03 + `<Styles><Style ss:ID="s"><NumberFormat ss:Format="` + strings.Repeat("0,", 10*n) + `"/></Style></Styles>` +
			strings.Repeat(`<Worksheet><Table><Row><Cell ss:StyleID="s"><Data ss:Type="Number">1</Data></Cell></Row></Table></Worksheet>`, n) + `</Workbook>`
	}, 100},
	{"a flat OpenDocument: paragraphs in one another", "application/vnd.oasis.opendocument.text-flat-xml", func(n int) string {
		return `<office:document ` + extracttest.ODFMore + ` xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body><office:text>` +
			strings.Repeat(`<text:p><draw:text-box>`, n) + strings.Repeat("a ", 5000*n) + strings.Repeat(`</draw:text-box></text:p>`, n) + `</office:text></office:body></office:document>`
	}, 100},
	{"a flat OpenDocument: master pages that follow each other", "application/vnd.oasis.opendocument.text-flat-xml", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `<style:master-page style:name="%d" style:next-style-name="%d"><style:header><text:p>a%d</text:p></style:header></style:master-page>`, i, i+1, i)
		}
		return `<office:document ` + extracttest.ODFMore + `><office:automatic-styles><style:style style:name="P" style:master-page-name="0"/></office:automatic-styles><office:master-styles>` + b.String() +
			`</office:master-styles><office:body><office:text><text:p text:style-name="P">a</text:p></office:text></office:body></office:document>`
	}, 1000},
}

// What begins the globals of a workbook and a sheet, and what ends them.
const (
	globals8 = "\x09\x08\x10\x00\x00\x06\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	sheet8   = "\x09\x08\x10\x00\x00\x06\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	end8     = "\x0a\x00\x00\x00"
)

func repeat(before, again string) func(int) string {
	return func(n int) string { return before + strings.Repeat(again, n) }
}

const openSpaces = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"`

func TestHostileIsLinear(t *testing.T) {
	for _, tt := range hostile {
		extracttest.IsLinear(t, tt.why, tt.mediaType, tt.of, tt.n)
	}
}

// What is read part by part costs little for each part.
func TestPartsAreCheap(t *testing.T) {
	const n = 2000
	for _, tt := range []struct {
		why, mediaType, document string
		most                     uint64 // bytes allocated for a part
	}{
		{"RTF: a decoder for each group", "text/rtf", `{\rtf1\ansi ` + strings.Repeat("a{b}", n) + "}", 500},
		{"mail: a buffer for each part", "message/rfc822", "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + strings.Repeat("\na\n--b\n", n), 8 << 10},
	} {
		_, octets := extracttest.Cost(t, tt.document, tt.mediaType)
		if each := octets / n; each > tt.most {
			t.Errorf("%s: %d octets allocated for each part, want at most %d", tt.why, each, tt.most)
		}
	}
}
