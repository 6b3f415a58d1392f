package warc

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
)

// custom returns a record with these lines in its header.
func custom(kind, id, lines, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:x:%s>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, id, strings.ReplaceAll(lines, "\n", "\r\n"), len(block), block)
}

func response(id, uri, lines, block string) string {
	return custom("response", id, "WARC-Target-URI: "+uri+"\nContent-Type: application/http; msgtype=response\n"+lines, block)
}

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<title>x</title><p>One page"

// walked returns a line for each record, with its outcome and its text, and the outcomes.
func walked(w *Walk[string], files ...string) (lines, outcomes []string) {
	for _, file := range files {
		for it, err := range w.Items(strings.NewReader(file)) {
			if err != nil {
				lines = append(lines, "! "+err.Error())
				continue
			}
			text, lost := "", []string(nil)
			if err = it.Err(); it.IsDocument() {
				var doc *extract.Document
				if doc, err = it.Open(context.Background(), extract.Options{}); err == nil {
					var octets []byte
					octets, err = io.ReadAll(doc)
					text, lost = string(octets), doc.Lost
				}
			}
			text, err = w.Settle(it, text, err)
			outcomes = append(outcomes, it.Outcome)
			line := strings.TrimSpace(fmt.Sprintf("%s: %s %s", strings.Trim(strings.TrimPrefix(it.RecordID, "<urn:x:"), ">"), it.Outcome, text))
			if it.Outcome == Failed {
				line += " " + err.Error()
			}
			lines = append(lines, line)
			for _, n := range it.Notes {
				lines = append(lines, "note: "+n)
			}
			for _, part := range lost {
				lines = append(lines, "lost: "+part)
			}
		}
	}
	return lines, outcomes
}

func TestWalk(t *testing.T) {
	body := "<title>x</title><p>One page"
	digest := sha1Of([]byte(body)).String()
	inChunks := chunks(body, 5)
	chunked := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" + inChunks
	typed := func(mediaType, body string) string {
		return "HTTP/1.1 200 OK\r\nContent-Type: " + mediaType + "\r\n\r\n" + body
	}
	for _, test := range []struct {
		why    string
		filter Filter
		file   string
		want   []string
	}{
		{"a response is a document", Filter{}, response("a", "http://a/", "", page), []string{"a: fingerprinted One page"}},
		{"what a visitor was not shown is none", Filter{}, custom("warcinfo", "a", "", "x: y") + custom("request", "b", "", "GET / HTTP/1.1\r\n\r\n") +
			custom("metadata", "c", "", "x: y") + custom("continuation", "d", "", "x") + custom("", "e", "", "x") + custom("x-own", "f", "", "x"),
			[]string{"a: warcinfo", "b: requests", "c: metadata", "d: continuations", "e: without a type", "note: no WARC-Type", "f: x-owns",
				`note: WARC-Type "x-own" is unknown: expected ` + strings.Join(recordTypes, ", ")}},
		{"nor redirects and errors", Filter{}, response("a", "http://a/", "", "HTTP/1.1 301 Moved\r\n\r\n<p>x") + response("b", "http://a/", "", "HTTP/1.1 404 Not Found\r\n\r\n<p>x") +
			response("c", "http://a/", "", "HTTP/1.1 500 No\r\n\r\n") + response("d", "http://a/", "", "HTTP/1.1 100 Continue\r\n\r\n"),
			[]string{"a: redirects", "b: error pages", "c: error pages", "d: other statuses"}},
		{"unless they are asked for", Filter{Statuses: []string{"200", "4xx"}}, response("a", "http://a/", "", strings.Replace(page, "200 OK", "404 X", 1)) +
			response("b", "http://a/", "", strings.Replace(page, "200 OK", "206 X", 1)), []string{"a: fingerprinted One page", "b: other statuses"}},
		{"other types, too", Filter{Types: []string{"metadata"}}, custom("metadata", "a", "Content-Type: text/plain\n", "some text") + response("b", "http://a/", "", page),
			[]string{"a: fingerprinted some text", "b: responses"}},
		{"resources and conversions have no HTTP", Filter{}, custom("resource", "a", "Content-Type: text/html\n", body) + custom("conversion", "b", "Content-Type: text/plain\n", "some text"),
			[]string{"a: fingerprinted One page", "b: fingerprinted some text"}},
		{"nor what comes by DNS and FTP, or is of Wget itself", Filter{}, custom("response", "a", "WARC-Target-URI: dns:a\nContent-Type: text/dns\n", "a") +
			custom("response", "b", "WARC-Target-URI: ftp://a/b.txt\nContent-Type: text/plain\n", "some text") +
			custom("resource", "c", "WARC-Target-URI: <metadata://gnu.org/software/wget/warc/wget.log>\nContent-Type: text/plain\n", "some text"),
			[]string{"a: dns", "b: fingerprinted some text", "c: metadata"}},
		{"a block of HTTP without any", Filter{}, response("a", "http://a/", "", "<p>x"), []string{"a: failed malformed document: expected an HTTP response in a block of application/http"}},
		{"media are chosen", Filter{Media: []string{"text/plain", "image/*"}}, response("a", "http://a/", "", page) + response("b", "http://a/", "", typed("text/plain", "some text")),
			[]string{"a: other media", "b: fingerprinted some text"}},
		{"without a reader", Filter{}, response("a", "http://a/", "", typed("image/x-none", "x")), []string{"a: without a reader"}},
		{"the octets decide where the type says nothing", Filter{}, response("a", "http://a/", "", typed("application/octet-stream", body)) +
			response("b", "http://a/", "", typed("html", body)) + response("c", "http://a/", "", "HTTP/1.1 200 OK\r\n\r\n"+body),
			[]string{"a: fingerprinted One page", "b: fingerprinted One page", `note: Content-Type "html" is not a media type: the type is detected from the bytes`, "c: fingerprinted One page"}},
		{"and where it says text of an image", Filter{}, response("a", "http://a/", "", typed("text/html", "GIF89a\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00")),
			[]string{"a: without a reader", "note: Content-Type is text/html, but the bytes are image/gif"}},
		{"and not where a page has a signature in its text", Filter{}, response("a", "http://a/", "", typed("text/html", "\n<!DOCTYPE HTML><p>It begins by %PDF-1.7")) +
			response("b", "http://b/", "", typed("text/html", "<html><p>It begins by %PDF-1.7")),
			[]string{"a: fingerprinted It begins by %PDF-1.7", "b: fingerprinted It begins by %PDF-1.7"}},
		{"a charset", Filter{}, response("a", "http://a/", "", typed("text/plain; charset=koi8-r", "\xc1\xc2")) + response("b", "http://a/", "", typed("text/plain; charset=none", "ab")),
			[]string{"a: fingerprinted аб", "b: fingerprinted ab", `note: charset "none" is unknown: ignored`}},
		{"digests: of the body, in chunks and not", Filter{}, response("a", "http://a/", "WARC-Payload-Digest: "+digest+"\n", chunked) +
			response("b", "http://a/", "WARC-Payload-Digest: "+sha1Of([]byte(inChunks)).String()+"\nWARC-Block-Digest: "+sha1Of([]byte(chunked)).String()+"\n", chunked),
			[]string{"a: fingerprinted One page", "b: fingerprinted One page"}},
		{"digests that are not those", Filter{}, response("a", "http://a/", "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\nWARC-Block-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", page),
			[]string{"a: fingerprinted One page", "note: WARC-Block-Digest sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N does not match the block",
				"note: WARC-Payload-Digest sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N does not match the body"}},
		{"digests that are none", Filter{}, response("a", "http://a/", "WARC-Payload-Digest: x\n", page),
			[]string{"a: fingerprinted One page", `note: WARC-Payload-Digest: digest "x": expected an algorithm, a colon and the digest`}},
		{"a truncated record", Filter{}, response("a", "http://a/", "WARC-Truncated: length\nWARC-Payload-Digest: "+digest+"\n", page[:len(page)-1]),
			[]string{"a: fingerprinted One pag", "lost: the record was truncated: length"}},
		{"a revisit inherits by id", Filter{}, response("a", "http://a/", "", page) + custom("revisit", "b", "WARC-Refers-To: <urn:x:a>\n", ""),
			[]string{"a: fingerprinted One page", "b: revisits One page"}},
		{"by URI and date, to the second", Filter{}, response("a", "http://a/", "", page) +
			custom("revisit", "b", "WARC-Refers-To-Target-URI: <http://a/>\nWARC-Refers-To-Date: 2024-01-02T03:04:05.678Z\n", ""), []string{"a: fingerprinted One page", "b: revisits One page"}},
		{"by digest, of what declares none", Filter{}, response("a", "http://a/", "", page) +
			custom("revisit", "b", "WARC-Refers-To: <urn:x:elsewhere>\nWARC-Payload-Digest: "+strings.ToLower(digest)+"\n", ""), []string{"a: fingerprinted One page", "b: revisits One page"}},
		{"or has none", Filter{}, custom("revisit", "b", "WARC-Refers-To: <urn:x:a>\n", "") + custom("revisit", "c", "", ""), []string{"b: revisits of records elsewhere", "c: revisits of records elsewhere"}},
		{"its digest decides where what it refers to has another", Filter{}, response("a", "http://a/", "", page) + response("b", "http://b/", "", strings.Replace(page, "One", "Another", 1)) +
			custom("revisit", "c", "WARC-Refers-To: <urn:x:b>\nWARC-Payload-Digest: "+digest+"\n", ""),
			[]string{"a: fingerprinted One page", "b: fingerprinted Another page", "c: revisits One page",
				"note: the revisit refers to <urn:x:b>, whose payload has another digest than its own: the digest decides"}},
		{"and it has no original if none has that digest", Filter{}, response("b", "http://b/", "", page) +
			custom("revisit", "c", "WARC-Refers-To: <urn:x:b>\nWARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", ""),
			[]string{"b: fingerprinted One page", "c: revisits of records elsewhere",
				"note: the revisit refers to <urn:x:b>, whose payload has another digest than its own: the digest decides"}},
		{"a digest of another algorithm contradicts nothing", Filter{}, response("b", "http://b/", "", page) +
			custom("revisit", "c", "WARC-Refers-To: <urn:x:b>\nWARC-Payload-Digest: md5:5d41402abc4b2a76b9719d911017c592\n", ""),
			[]string{"b: fingerprinted One page", "c: revisits One page"}},
		{"nor does that of an answer that nothing was modified", Filter{}, response("b", "http://b/", "", page) +
			custom("revisit", "c", "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified\nWARC-Refers-To: <urn:x:b>\nWARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", ""),
			[]string{"b: fingerprinted One page", "c: revisits One page"}},
		{"a body that is shorter than its Content-Length", Filter{}, response("a", "http://a/", "", strings.Replace(page, "Type", "Length: 99\r\nContent-Type", 1)),
			[]string{"a: fingerprinted One page", "lost: the body is shorter than its Content-Length"}},
		{"chunks that do not end", Filter{}, response("a", "http://a/", "", strings.TrimSuffix(chunked, "0\r\nTrailer: x\r\n\r\n")) +
			response("b", "http://b/", "", chunked[:len(chunked)-26]), []string{"a: fingerprinted One page", "lost: chunked body: the last chunk is missing",
			"b: fingerprinted One pa", "lost: chunked body: a chunk is cut off"}},
		{"what the record says of its end is enough", Filter{}, response("a", "http://a/", "WARC-Truncated: time\n", chunked[:len(chunked)-26]),
			[]string{"a: fingerprinted One pa", "lost: the record was truncated: time"}},
		{"a part of a document, and all of it", Filter{}, response("a", "http://a/", "", strings.Replace(page, "200 OK", "206 X\r\nContent-Range: bytes 0-26/999", 1)) +
			response("b", "http://b/", "", strings.Replace(page, "200 OK", "206 X\r\nContent-Range: bytes 7-33/34", 1)) +
			response("c", "http://c/", "", strings.Replace(page, "200 OK", "206 X", 1)) +
			response("d", "http://d/", "", strings.Replace(page, "200 OK", "206 X\r\nContent-Range: bytes 0-26/27", 1)),
			[]string{"a: fingerprinted One page", `lost: HTTP status 206: the body is a part of the document: Content-Range "bytes 0-26/999"`,
				"b: fingerprinted One page", `lost: HTTP status 206: the body is a part of the document: Content-Range "bytes 7-33/34"`,
				"c: fingerprinted One page", `lost: HTTP status 206: the body is a part of the document: Content-Range ""`, "d: fingerprinted One page"}},
		{"a part of a stream of cells", Filter{}, response("a", "http://a/", "WARC-Truncated: disconnect\n", typed("text/csv", "a,b\nc,d")),
			[]string{"a: fingerprinted a b\nc d", "lost: the record was truncated: disconnect"}},
		{"a part that cannot be read", Filter{}, response("a", "http://a/", "WARC-Truncated: length\n", typed("application/zip", "PK\x03\x04 ")),
			[]string{"a: failed malformed document: no directory at the end of the ZIP archive: cut short, or damaged", "note: the record was truncated: length"}},
		{"100 Continue before the response", Filter{}, response("a", "http://a/", "WARC-Payload-Digest: "+digest+"\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"+page),
			[]string{"a: fingerprinted One page"}},
		{"the payload of a request is its body, if only an empty one", Filter{Types: []string{"request"}}, custom("request", "a", "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n") +
			custom("request", "b", "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", "POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\nhello there"),
			[]string{"a: fingerprinted", "b: fingerprinted hello there", "note: WARC-Payload-Digest sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N does not match the body"}},
		{"a revisit of a damaged record has its error", Filter{}, response("a", "http://a/", "", "<p>x") +
			custom("revisit", "b", "WARC-Refers-To: <urn:x:a>\n", ""),
			[]string{"a: failed malformed document: expected an HTTP response in a block of application/http",
				"b: failed malformed document: expected an HTTP response in a block of application/http"}},
		{"or what its original has become", Filter{}, response("a", "http://a/", "", "HTTP/1.1 404 X\r\n\r\n") + custom("revisit", "b", "WARC-Refers-To: <urn:x:a>\n", ""),
			[]string{"a: error pages", "b: error pages"}},
		{"a block that ends early", Filter{}, response("a", "http://a/", "", page)[:270], []string{"a: failed malformed document: offsets 0 to 270: the block has 79 bytes: expected 86 by Content-Length"}},
	} {
		t.Run(test.why, func(t *testing.T) {
			got, outcomes := walked(&Walk[string]{Filter: test.filter}, test.file)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			records := 0
			for _, line := range got {
				if !strings.HasPrefix(line, "note") && !strings.HasPrefix(line, "lost") && !strings.HasPrefix(line, "!") {
					records++
				}
			}
			if len(outcomes) != records {
				t.Errorf("%d records, %q", records, outcomes)
			}
		})
	}
}

// TestRevisitAcrossFiles reads a revisit in another file than its original.
func TestRevisitAcrossFiles(t *testing.T) {
	got, outcomes := walked(new(Walk[string]), response("a", "http://a/", "", page), custom("revisit", "b", "WARC-Refers-To: <urn:x:a>\n", ""))
	if diff := cmp.Diff([]string{"a: fingerprinted One page", "b: revisits One page"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{Fingerprinted, Inherited}, outcomes); diff != "" {
		t.Error(diff)
	}
}

// TestTooLarge checks that a record that is too large is not read into memory.
func TestTooLarge(t *testing.T) {
	w := &Walk[string]{Limits: extract.Limits{Size: 10}}
	for it, err := range w.Items(strings.NewReader(response("a", "http://a/", "", page))) {
		if err != nil || !errors.Is(it.Err(), extract.ErrTooLarge) || it.Size() != 0 {
			t.Error(err, it.Err(), it.Size())
		}
	}
}

// TestRecordBudget checks both budgets of a record. The block may expand from its compressed
// member, and the body from its content-codings.
func TestRecordBudget(t *testing.T) {
	body := packed(t, "gzip", packed(t, "gzip", packed(t, "gzip", strings.Repeat("the fox ", 5<<20))))
	for _, tt := range []struct{ why, file, want string }{
		{"a member that unpacks to a long block", packed(t, "gzip", response("a", "http://a/", "", page+strings.Repeat(" ", 40<<20))),
			"document expands too much: all its layers unpack to more than"},
		{"a body in three codings", response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip\r\n\r\n"+body),
			"Content-Encoding gzip: document expands too much: all its layers unpack to more than"},
	} {
		got, _ := walked(new(Walk[string]), tt.file)
		if len(got) == 0 || !strings.HasPrefix(got[0], "a: failed ") || !strings.Contains(got[0], tt.want) {
			t.Errorf("%s: %.200q, want %q", tt.why, got, tt.want)
		}
	}
}

func TestFilterCheck(t *testing.T) {
	statuses := func(s string) Filter { return Filter{Statuses: []string{s}} }
	media := func(s string) Filter { return Filter{Media: []string{s}} }
	for _, test := range []struct {
		why    string
		filter Filter
		ok     bool
	}{
		{"the default", defaultFilter, true},
		{"a status of two digits", statuses("20"), false},
		{"a class with another digit", statuses("2x0"), false},
		{"a class below 1", statuses("0xx"), false},
		{"a class above 5", statuses("6xx"), false},
		{"a status above 599", statuses("999"), false},
		{"one unknown type among others", Filter{Types: []string{"response", "bogus"}}, false},
		{"an empty type", Filter{Types: []string{""}}, false},
		{"a media type", media("application/xhtml+xml"), true},
		{"capitals", media("Text/HTML"), true},
		{"all subtypes", media("text/*"), true},
		{"no slash", media("html"), false},
		{"no subtype", media("text/"), false},
		{"no type", media("/html"), false},
		{"a parameter", media("text/html; charset=utf-8"), false},
		{"an empty parameter", media("text/html;"), false},
		{"a blank before it", media(" text/html"), false},
		{"two types", media("text/html text/plain"), false},
		{"a part of a subtype", media("text/x-*"), false},
		{"any type with one subtype", media("*/html"), false},
		{"two slashes", media("text/html/x"), false},
	} {
		if err := test.filter.Check(); (err == nil) != test.ok {
			t.Errorf("%s: %v: error %v", test.why, test.filter, err)
		}
	}
}

func TestUnknownCoding(t *testing.T) {
	const failed = "a: failed malformed document: the body is not text: Content-Encoding "
	const body = "<title>t</title><p>One page"
	coded := func(coding, mediaType, body string) string {
		return response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Type: "+mediaType+"\r\nContent-Encoding: "+coding+"\r\n\r\n"+body)
	}
	dictionary := "\xffDCB" + strings.Repeat("\x8a\x01\xfe", 11) + "\x0b\x02\x80some"
	for _, test := range []struct{ why, file, want string }{
		{"text, as a proxy leaves it", coded("x-own", "text/html", body), "a: fingerprinted One page"},
		{"a name of a charset, and its text", coded("iso-8859-1", "text/plain", "caf\xe9 au lait"), "a: fingerprinted café au lait"},
		{"text in UTF-16 with a mark", coded("utf-16", "text/plain", "\xff\xfea\x00b\x00"), "a: fingerprinted ab"},
		{"a page with a control character", coded("utf-8", "text/html", "<!DOCTYPE html><p>One\x01 page"), "a: fingerprinted One"},
		{"an image that is declared", coded("binary", "image/gif", "GIF89a\x01\x00\x01\x00\x00\x00"), "a: without a reader"},
		{"a shared dictionary", coded("dcb", "text/html", dictionary), failed + `"dcb"`},
		{"below gzip", coded("dcb, gzip", "text/html", packed(t, "gzip", dictionary)), failed + `"dcb"`},
		{"a known coding that is another", coded("gzip", "text/html", dictionary), failed + `"gzip"`},
		{"a known format in place of text", coded("dcz", "application/json", "\x5e\x2a\x4d\x18\x20\x00\x00\x00\x01\x02"), failed + `"dcz"`},
		{"a type that says nothing", coded("lzma", "application/octet-stream", "\x5d\x00\x00\x80\x00\xff\xff"), failed + `"lzma"`},
	} {
		got, _ := walked(new(Walk[string]), test.file)
		if len(got) == 0 || !strings.HasPrefix(got[0], test.want) {
			t.Errorf("%s: %.200q, want %q", test.why, got, test.want)
		}
	}
}

// wacz returns a package with one archive and this declared digest.
func wacz(t *testing.T, archive, digest string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{{"datapackage.json", `{"resources":[{"path":"archive/data.warc.gz","hash":"` + digest + `"}]}`},
		{"archive/data.warc.gz", archive}, {"indexes/index.cdx.gz", "x"}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f[0], Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, f[1])
	}
	z.Close()
	return b.Bytes()
}

func TestArchives(t *testing.T) {
	archive := gzipped(response("a", "http://a/", "", page))
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(archive)))
	for _, test := range []struct {
		why  string
		file []byte
		want []string
	}{
		{"as declared", wacz(t, archive, digest), []string{"archive/data.warc.gz: a: fingerprinted One page"}},
		{"another digest", wacz(t, archive, "sha256:00"), []string{"archive/data.warc.gz: a: fingerprinted One page",
			"archive/data.warc.gz! malformed document: WACZ: " + digest + ", but datapackage.json has sha256:00"}},
		{"no zip", []byte("PK\x03\x04"), []string{"! malformed document: WACZ: zip: not a valid zip file"}},
	} {
		var got []string
		w := new(Walk[string])
		for file, err := range Archives(bytes.NewReader(test.file), int64(len(test.file))) {
			if err != nil {
				got = append(got, file.Name+"! "+err.Error())
				continue
			}
			octets, _ := io.ReadAll(file)
			lines, _ := walked(w, string(octets))
			for _, line := range lines {
				got = append(got, file.Name+": "+line)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want):\n%s", test.why, diff)
		}
	}
}

func TestIsArchive(t *testing.T) {
	a := warcRecord("a", "one")
	for _, test := range []struct {
		name, file string
		want       bool
	}{
		{"x", a, true}, {"x", gzipped(a), true}, {"x", zstandard(t, nil, a), true}, {"x", skippable(0x5d, "x"), true},
		{"x", arcFile("1 1 X\n"), true}, {"x", gzipped(arcFile("1 1 X\n")), true}, {"x", string(wacz(t, "", "")), true},
		{"x.WARC.GZ", "broken", true}, {"x.arc.bz2", decoded64(t, bzippedC)[:40], true}, {"x.wacz", "PK\x03\x04", true},
		{"x.gz", gzipped("text"), false}, {"x", "WARCs are files", false}, {"x", "", false}, {"x.zip", "PK\x03\x04", false}, {"x.docx", "PK\x03\x04" + strings.Repeat("\x00", 40), false},
	} {
		if got := IsArchive([]byte(test.file[:min(512, len(test.file))]), test.name); got != test.want {
			t.Errorf("%s %.20q: %v", test.name, test.file, got)
		}
	}
	text := []byte(strings.Repeat("Any file may be asked. ", 20))
	if n := testing.AllocsPerRun(10, func() { IsArchive(text, "text.txt") }); n > 0 {
		t.Errorf("%v allocations to see that a text is no web archive, want none", n)
	}
}
