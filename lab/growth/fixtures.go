package main

import "fmt"

// The frames of the HTML Standard. Inside these elements, end tags of formatting elements do not
// end outer ones. Other elements here hide from the tree builder what the tokenizer sees.
var htmlFrames = []string{
	"<object></b></object>", "<applet></b></applet>", "<marquee></b></marquee>", "<select></b></select>", "<template></b></template>",
	"<table><td></b></table>", "<table><caption></b></table>", "<button></b></button>", "<svg></b></svg>", "<svg><desc></b></svg>", "<math></b></math>", "<math><mi></b></math>",
	"<textarea></b></textarea>", "<title></b></title>", "<script></b></script>", "<style></b></style>", "<noscript></b></noscript>", "<iframe></b></iframe>",
	"<xmp></b></xmp>", "<!--</b>-->", "<option></b>", "<ruby><rt></b></ruby>", "<form></b></form>", "<table></b></table>", "<frameset></b></frameset>",
	"<table><colgroup></b></table>", "<dialog></b></dialog>", "<a></b></a>", "<nobr></b></nobr>", "</b%d>",
}

// htmlShapes are shapes that open formatting elements repeatedly, whatever seems to end them, and
// shapes with many attributes.
func htmlShapes() (all []string) {
	all = append(all, `*"<html a%d=1>"`, `*"<body a%d=1>"`, `*"<p><b a=%d></p>" *"<p>a"`, `"<p" *" a%d=1" ">"`, `*"<b>" *"</b>"`, `*"<b><p>" *"</b>"`)
	for _, f := range htmlFrames {
		all = append(all, fmt.Sprintf(`*450"<p><b x=%%d>%s</p>" *"<p>x"`, f))
	}
	return append(all,
		`*"<b><i>" *"</b><p>"`, `*"<a>" *"</a><p>"`, `*"<a href=%d><div>" *"</a>"`, `*"<table><b>" *"a"`, `*"<table>" *"a"`, `"<table>" *"a<b>"`, `"<table>" *"<tr><td>a"`, `*"<select><option>a"`, `*"<object><b x=%d>" *"</object>"`, `*"<svg>" *"<style>"`,
		`*"<p><font color=%d></p>" *"<p>"`, `*"<font color=%d>" *"</p>"`, `*"<b a=%d>" *"<div></b>"`, `*"<div><b a=%d></div>" *"<p>x"`, `*"<font a=%d>" *"<table><td><p>a</table>"`,
		`*"<font a=%d>" *"<svg><p>"`, `*"<i a=%d>" *"<math><p>"`, `*"<nobr a=%d>" *"<p>"`, `*"<p><a x=%d><svg></a></svg></p>" *"<p>x"`, `*"<template>" *"</template>"`, `*"<li>"`, `*"<dd>"`, `*"<ruby><rt>"`,
		`*"<svg>" *"</svg>"`, `*"<b></p>"`, `*"</br>"`, `*"<form>"`, `*"<form></form>"`, `*"<frameset>"`, `*"<h1>" *"</h2>"`, `*"<button>"`, `*"<optgroup>"`, `*"<plaintext>"`)
}

func htmlMarks() []string {
	all := []string{"<p>", "<b>", "</b>", "a", "<b a=%d>", "</p>", "<i>", "</i>", "<a href=%d>", "</a>", "<div>", "</div>", "<table>", "</table>", "<td>", "<tr>", "<li>", "<select>", "</select>", "<object>", "</object>", "<template>", "</template>", "<svg>"}
	for _, n := range []string{"html a%d=1", "body a%d=1", "head", "html", "body", "button", "form", "ul", "dd", "option", "h1", "nobr", "font a=%d", "math", "mi", "ruby", "rt", "caption", "col", "tbody", "marquee", "frameset", "textarea", "title", "script", "style", "plaintext", "pre", "br", "hr", "input", "image", "noscript", "iframe", "foreignObject", "desc", "annotation-xml", "section", "address", "dialog", "dialog open", "p hidden", "span class=ocr_line", "tt", "code", "s", "nobr a=%d"} {
		all = append(all, "<"+n+">")
	}
	for _, n := range []string{"html", "body", "head", "li", "td", "tr", "svg", "math", "font", "nobr", "button", "form", "h1", "br", "script", "title", "frameset", "caption"} {
		all = append(all, "</"+n+">")
	}
	return append(all, "&amp;", "&", "&#", "&notin", "<", "<!--", "-->", "<!", "<?", "<![CDATA[", "\x00", "\r", "\n", " ", "<a b=", "<a '", "=", "<!doctype html>", "\xe9")
}

const htmlFixture = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>T &amp; t</title><style>p{}</style></head>
<body class="a b"><header><h1 id="t">Title</h1></header><nav><ul><li><a href="#x">one</a><li>two</ul></nav>
<main><p>Some <b>bold</b>, <i>italic</i> and <code>code</code>.<br>A line&nbsp;more<!-- c -->.</p>
<table><caption>C</caption><thead><tr><th scope="col">h</thead><tbody><tr><td colspan="2">d</td></tr></table>
<pre>
 a
 b</pre><dl><dt>t<dd>d</dl><ruby>a<rp>(<rt>b<rp>)</ruby><details open><summary>s</summary>d</details>
<svg viewBox="0 0 1 1"><text>s</text><foreignObject><p>x</foreignObject></svg><math><mi>x</mi></math>
<form action="#"><input name="i"><select><optgroup label="g"><option>o</select><textarea>t</textarea><button>b</button></form>
<object data="x"><p>o</object><img alt="i"><span class="ocr_line">l</span><p hidden>h</p><dialog>d</dialog></main></body></html>`

const markdownFixture = "---\ntitle: a\n---\n# Title\n\nSome *emphasis*, **strong** and ***both***, `code` ``c`d``. A [link](https://a.b/c \"t\"),\n" +
	"![image](i.png), <https://a.b>, www.example.com, a@b.c, ~~gone~~, a[^1] and [x][y] [z].  \nbreak\\\nline &amp; &#65;\n\nSetext\n======\n\n" +
	"> quote\n> > deeper\nlazy\n\n- a\n  - b\n    1. c\n\n   d\n- [ ] todo\n- [x] done\n\n1) e\n2) f\n\n| a | b |\n|:--|--:|\n| c | d \\| e |\n\n" +
	"```go\ncode\n```\n\n    indented\n\n<div class=\"a\">\n*html*\n</div>\n\n[^1]: note\n    more\n\n[y]: <u v> 'title'\n[z]: /url\n  (t)\n\n***\n"

const rstFixture = "Title\n=====\n\nSome *emphasis*, **strong**, ``literal``, `text`, :ref:`a <b>`, :func:`~c.d`, a_ and `b c`__, |sub|, [1]_.\n\n" +
	".. note:: A note\n   :class: x\n\n   with text\n\n.. _a: http://x\n.. |sub| replace:: s\n.. [1] foot\n.. code-block:: python\n\n   code\n\n::\n\n  literal\n\n" +
	"* a\n* b\n\n#. c\n\n| line\n| block\n\n+---+---+\n| a | b |\n+---+---+\n\n=== ===\na   b\n=== ===\n\nterm\n  definition\n\n:field: body\n\nesc\\*aped\\ text\n"

const rtfFixture = `{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fnil\fcharset2 Symbol;}{\f2\fcharset128 MS;}}{\colortbl;\red0;}{\stylesheet{\s1 h;}}{\info{\title t}}\pard\plain\f0 Words \b bold\b0  \'e9 \u233? \u55357?\u56832?{\field{\*\fldinst HYPERLINK "a"}{\fldrslt b}}{\footnote\pard n}\f1 \'61\f2 \'82\'a0\par\trowd\cell a\cell\row{\v hidden}{\*\bkmkstart a}\tab\emdash{\upr{a}{\*\ud{\u233}}}{\pict\bin3 abc}\~\-\_\page{\header h{\field{\*\fldinst PAGE}{\fldrslt 1}}}{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv w}}{\shptxt x\par}}}{\object{\*\objdata 00}{\result o}}{\*\cs7 c}}`

const mailFixture = "Received: from a\nFrom: =?utf-8?q?A?= <a@b>\nTo: c@d,\n e@f\nSubject: =?koi8-r?B?wQ==?=\n =?utf-8?q?a_b?=\nMessage-ID: <a@b>\nMIME-Version: 1.0\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n" +
	"Content-Type: multipart/mixed;\n boundary=\"b\"\n\npreamble\n--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\na=E9=\nb\n" +
	"--c\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\nPHA+YQ==\n--c--\n--b\nContent-Type: message/rfc822\n\nSubject: s\n\nbody\n--b\nContent-Disposition: attachment; filename*=utf-8''x\n\nz\n--b--\n"

const xmlFixture = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE a [<!ENTITY e "text"><!ENTITY f "&e;&e;">]><a xmlns="b" xmlns:c="d" e='f'><!-- c --><p xml:space="preserve">t &amp; &#x41; &e;</p><c:g/><![CDATA[x<y]]><?pi d?>
<title>t</title><para>p <emphasis>e</emphasis></para><table><row><cell>c</cell></row></table><note place="foot">n</note><pb n="1"/><lb break="no"/></a>`

const plainFixture = "Some words of a text, with numbers 12,345.67 and a hyphen-\nated word. Grüße, naïve café; e\u0301. \u201cQuotes\u201d \u2014 dashes.\n" +
	"Добрый день 漢字かな交じり文 한국어 สวัสดี שלום مرحبا हिन्दी don't http://example.com/a?b=c a@b.c \u00adsoft\u200bzero\n\n1. List\t(tab)\u3000\U0001F600\ufffd\n"

const wordFixture = `<w:p><w:pPr><w:pStyle w:val="A"/><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t xml:space="preserve">a </w:t><w:tab/><w:br/><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/></w:r><w:ins><w:r><w:t>i</w:t></w:r></w:ins><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF</w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`

const sheetFixture = `<s:row r="1"><s:c r="A1" t="s"><s:v>0</s:v></s:c><s:c t="inlineStr"><s:is><s:t>in_x000A_line</s:t></s:is></s:c><s:c t="b"><s:f>A1</s:f><s:v>1</s:v></s:c></s:row>`

// The records of workbooks before 2007: globals, the beginning of a sheet, and cells.
const (
	globals8 = "\x09\x08\x10\x00\x00\x06\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0a\x00\x00\x00"
	sheet8   = "\x09\x08\x10\x00\x00\x06\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	number8  = "\x7e\x02\x0a\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00"
	label8   = "\x04\x02\x0a\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00a"
)

const slideFixture = `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>a</a:t></a:r><a:br/><a:fld><a:t>b</a:t></a:fld></a:p></p:txBody></p:sp><p:grpSp><p:graphicFrame><a:tbl><a:tr><a:tc/></a:tr></a:tbl></p:graphicFrame></p:grpSp>`

const odfFixture = `<text:h>h</text:h><text:p text:style-name="a">a<text:s text:c="2"/><text:tab/><text:line-break/><text:span>b</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>i</text:p></text:list-item></text:list><table:table><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="3"><text:p>c</text:p></table:table-cell></table:table-row></table:table><draw:frame><draw:text-box><text:p>t</text:p></draw:text-box></draw:frame><office:annotation><text:p>x</text:p></office:annotation>`

const warcFixture = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:a>\r\nWARC-Target-URI: http://a/\r\nWARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 65\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na\r\n\r\n"

const httpFixture = "Content-Type: text/html; charset=utf-8\r\nContent-Encoding: gzip, br\r\nTransfer-Encoding: chunked\r\nSet-Cookie: a=b;\r\n path=/\r\nContent-Length: 3\r\n\r\n3;ext=1\r\nabc\r\n0\r\nTrailer: x\r\n\r\n"

// The lines of a manifest, without the one at the end that has its digest.
const (
	fpmHead    = "# fpcheck manifest 1\n# scheme: sm1\n# profile: visible\n# text: runs-1\n# tool: fpcheck 0.2.0\n# columns: fingerprint features size sha256 text reader  path\n# reader 1: text/plain utf-8 -\n"
	fpmLine    = "sm1:nflimgcqhvr2y 5 21 c507ef4a89a78e22c4c8cbccd5c164a5c1bc971767211da0f5bef084ed10d035 d4382a2557d0398ea5887a94d24b0bad9dcb2d9209ee31d18190fee269d674fc 1  a%d.txt\n"
	fpmFixture = fpmHead + fpmLine
)

const docFixture = "A heading\nA paragraph\x02 with a \x13 HYPERLINK \"a\" \x14link\x15 and\ttabs\x0band lines\n\x08text\x1f\x1e\ncell\x07cell\x07\x07" +
	"\x13 EQ \\o\\ad(\\s\\up 9(a),b)\x15\n\x03\x13 PAGE \x141\x15\n"
