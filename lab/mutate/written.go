package main

import (
	"fmt"
	"strings"
)

// written are fixtures that are texts, by who reads them.
func written() map[string]map[string]string {
	record := func(kind, header, block string) string {
		return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"+
			"WARC-Target-URI: http://example.org/a.html\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, header, len(block), block)
	}
	page := "<!DOCTYPE html><title>t</title><p>The quick brown fox"
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\nX: a\r\n b\r\n\r\n5\r\n<p>ab\r\n3;x=y\r\ncde\r\n0\r\n\r\n"
	coded := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + string(gzipped([]byte(page)))
	return map[string]map[string]string{
		"document": {
			"a.md":        "---\na: b\n---\n# T\n\n> *a* `b` [c](d)[^1]\n\n[^1]: x\n\n|a|b|\n|-|:-:|\n|c|~~d~~|\n\n1. a\n   - b\n\n```go\nx\n```\n\n[r]: http://a/b 'c'\n\n<b hidden>x</b>\n",
			"a.rst":       "T\n=\n\n.. note:: a *b* ``c`` :ref:`d <e>`\n   :x: y\n\n::\n\n  code\n\n* `a <b>`_ |c|\n\n=== ===\na   b\n=== ===\nc   d\n=== ===\n\n+---+---+\n| e | f |\n+---+---+\n\n.. [1] c\n.. |s| image:: x.png\n",
			"a.rtf":       `{\rtf1\ansi\ansicpg1252\deff0\uc1{\fonttbl{\f0\fswiss\fcharset0 A;}{\f1\fcharset204 B;}}{\*\generator x}\f1 a\'e9\u8364?\par{\footnote b}{\upr{a}{\*\ud{b}}}{\v c}\pard\intbl d\cell\row{\field{\*\fldinst x}{\fldrslt y}}\bin3 abc{\pict 00}}`,
			"html.rtf":    `{\rtf1\ansi\ansicpg1252\fromhtml1\deff0{\fonttbl{\f0\fcharset0 A;}}{\*\htmltag64 <p>}\htmlrtf\par x\htmlrtf0 a \'e9 <{\*\htmltag84 &nbsp;}{\b\htmlrtf x\htmlrtf0 b}{\*\htmltag72 </p>}}`,
			"shapes.rtf":  `{\rtf1{\header h}{\shp{\*\shpinst{\sp{\sn gtextUNICODE}{\sv w}}{\sp{\sn fHidden}{\sv 1}}{\shptxt x\par}}}{\object{\*\objdata 00}{\result o}}{\loch\*\cs7 c}{\field{\*\fldinst PAGE}{\fldrslt 1}}}`,
			"a.eml":       "From: a@b\nMessage-ID: <1@b>\nMIME-Version: 1.0\nSubject: =?koi8-r?B?wQ==?= =?utf-8?q?a=20b?=\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nYWJj\n--b\nContent-Type: multipart/alternative; boundary=\"c d\"\n\n--c d\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n=C1=C2=\n\n--c d\nContent-Type: text/html\n\n<p>html\n--c d--\n--b\nContent-Type: message/rfc822\n\nSubject: in\n\nwithin\n--b--\n",
			"a.mbox":      "From a@b Mon Jan  1 00:00:00 2024\nSubject: one\n\nwords\n>From here\n\nFrom c@d Mon Jan  1 00:00:00 2024\nSubject: two\nContent-Type: text/html\n\n<p>more\n",
			"utf32be.txt": "\x00\x00\xfe\xff\x00\x00N\x00\x00\x00[W",
			"utf32le.txt": "\xff\xfe\x00\x00\x00\x4e\x00\x00a\x00\x00\x00",
			"utf16.txt":   "w\x00o\x00r\x00d\x00s\x00 \x00a\x00b\x00",
			"jis.txt":     "\x1b$B$\"$$\x1b(B a",
			"koi8.txt":    "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xd2\xd5\xd3\xd3\xcb\xc9\xca",
			"a.xml":       "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE a [<!ENTITY e 'words'><!ENTITY % p 'x'>]><a xmlns='x' b='c'><![CDATA[d]]>&e;&#x41;<!-- x --><?p i?><e/></a>",
			"a.dbk":       "<article xmlns='http://docbook.org/ns/docbook'><title>T</title><para>a<footnote><para>b</para></footnote></para><programlisting>x\n y</programlisting></article>",
			"a.tei":       "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader/><text><body><p>a<choice><orig>b</orig><reg>c</reg></choice><note>d</note></p></body></text></TEI>",
			"a.fb2":       `<?xml version="1.0" encoding="windows-1251"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description/><body><title><p>T</p></title><section><p>a<a l:href="#n" type="note">1</a></p><poem><v>b</v></poem><image/></section></body><body name="notes"><section id="n"><title><p>1</p></title><code>c</code></section></body><binary>aGlk</binary></FictionBook>`,
			"related.mht": "MIME-Version: 1.0\nContent-Type: multipart/related; start=\"<b>\"; boundary=x\n\n--x\nContent-ID: <a>\n\na\n--x\nContent-ID: <b>\nContent-Type: text/html\n\n<p>b\n--x--\n",
			"a.html":      "<!doctype html><meta charset=koi8-r><table>x<tr><td>y<svg><title>z</title></svg><pre>\n a\n</pre><b><i></b>c</i><select><option>d<template>e</template><math><mi>f",
			"a.pdf":       "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n4 0 obj<</Length 33>>stream\nBT /F 12 Tf 9 9 Td (words) Tj ET\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
		},
		"warc": {
			"a.warc": record("warcinfo", "", "software: x\r\n") + record("response", "Content-Type: application/http\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+page) +
				record("revisit", "WARC-Refers-To: <urn:x:1>\r\n", ""),
			"b.warc": record("response", "Content-Type: application/http\r\n", chunked) + record("response", "Content-Type: application/http\r\nWARC-Payload-Digest: sha1:AAAA\r\n", coded),
			"c.warc": record("resource", "Content-Type: text/html\r\n", page) + record("response", "", ":status: 200\r\n\r\nwords"),
			"a.arc":  "filedesc://a.arc 0.0.0.0 20240102030405 text/plain 20\n1 0 X\nURL IP DATE T\n\nhttp://example.org/ 1.2.3.4 20240102030405 text/html 44\nHTTP/1.0 200 OK\nContent-Type: text/html\n\n" + "<p>ab" + "\n\n",
			"a.wacz": string(zipOf("datapackage.json", `{"profile":"data-package","resources":[{"name":"a","path":"archive/a.warc","hash":"sha256:00","bytes":1}]}`, "archive/a.warc", record("resource", "Content-Type: text/html\r\n", page))),
		},
		"jsonl": {
			"a.jsonl": `{"id":1,"text":"The quick \u00e9\ud83d\ude00","meta":{"text":"b"}}` + "\n" + `{"id":"b","text":"fox","more":[1,-2.5e+7,true,null,{"a":[]}]}` + "\n",
		},
		"mapping": {
			"a.csv":  "source,target\na.doc,a.pdf\n\"b,c.doc\",\"d\"\"e.pdf\"\n",
			"a.rule": "a/{name}.doc -> b/{name}.pdf",
		},
		"inventory": {
			"inventory.json": `{"digestAlgorithm":"sha512","head":"v2","id":"urn:x:1","type":"https://ocfl.io/1.1/spec/#inventory","manifest":{"` + strings.Repeat("ab", 64) + `":["v1/content/a.txt"]},"versions":{"v1":{"created":"2024-01-02T03:04:05Z","message":"m","state":{"` + strings.Repeat("ab", 64) + `":["a.txt","b/c.txt"]},"user":{"name":"a","address":"mailto:a@b"}},"v2":{"created":"2024-01-02T03:04:05+01:00","state":{}}},"fixity":{"md5":{"` + strings.Repeat("ab", 16) + `":["v1/content/a.txt"]}}}`,
		},
		"bag": {
			"bagit.txt":           "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
			"bag-info.txt":        "Payload-Oxum: 6.1\nBag-Size: 6 B\nSource-Organization: a\n b\nBagging-Date: 2024-01-02\n",
			"manifest-sha256.txt": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  data/a.txt\n",
			"fetch.txt":           "http://example.org/b 6 data/b%0A.txt\nhttp://example.org/c - data/c.txt\n",
		},
		"cdxj": {
			"a.cdxj": `org,example)/a.html 20240102030405 {"url": "http://example.org/a.html", "mime": "text/html", "digest": "sha1:AAAA", "offset": "0", "filename": "a.warc"}` + "\n" +
				`org,example)/b 20240102030405 {"url": "http://example.org/b", "offset": 17, "filename": "a.warc"}` + "\n",
		},
		"known": {"known.txt": "# comment\nsegment-a  a reason\nhash-*\n"},
		"fingerprint": {
			"sm1": "sm1:aaaaaaaaaaaaa", "mh1": "mh1:" + strings.Repeat("a", 103), "profile": "sm1.main:aaaaaaaaaaaaa",
		},
		"texts": {
			"two": "The quick brown fox jumps.\nOver 1.5 dogs, and 2,000 cats - or -3.\n\x00The quick brown fox, jumps\nover 1.5 dogs and 2.000 cats.\n",
		},
	}
}
