package warc

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// text is long enough for every packer to make it shorter.
var text = strings.Repeat("The lighthouse stands on a rock. ", 20)

func packed(t testing.TB, coding, text string) string {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		return gzipped(text)
	case "zstd":
		return zstandard(t, nil, text)
	case "br":
		w = brotli.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "deflate":
		w, _ = flate.NewWriter(&b, 6)
	}
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// chunks sends a text in pieces of n bytes.
func chunks(text string, n int) string {
	var b strings.Builder
	for len(text) > 0 {
		piece := text[:min(n, len(text))]
		fmt.Fprintf(&b, "%x;ext=1\r\n%s\r\n", len(piece), piece)
		text = text[len(piece):]
	}
	return b.String() + "0\r\nTrailer: x\r\n\r\n"
}

func TestMessage(t *testing.T) {
	for _, test := range []struct {
		why    string
		block  string
		status int
		want   string
		notes  []string
	}{
		{"as RFC 9112 has it", "HTTP/1.1 200 OK\r\nA: b\r\n\r\n" + text, 200, text, nil},
		{"lines end in LF", "HTTP/1.0 404 Not Found\nA: b\n\n" + text, 404, text, nil},
		{"lines end in CR CR LF", "HTTP/1.0 200 OK\r\r\nA: b\r\r\n\r\r\n" + text, 200, text, nil},
		{"interim responses", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n" + text, 404, text, nil},
		{"an interim response alone", "HTTP/1.1 100 Continue\r\n\r\n" + text, 100, text, nil},
		{"another protocol, whatever its octets are", "HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", 101, "HTTP/1.1 200 OK\r\n\r\n", nil},
		{"no reason", "HTTP/1.1 200\r\n\r\n" + text, 200, text, nil},
		{"HTTP/2, as crawlers write it", "HTTP/2 200\r\nA: b\r\n\r\n" + text, 200, text, nil},
		{"HTTP/2 with pseudo-headers", ":status: 206\r\nContent-Range: bytes 0-26/27\r\n\r\n" + text, 206, text, nil},
		{"a pseudo-header after the status line", "HTTP/2.0\r\n:status: 203\r\n\r\n" + text, 203, text, []string{`HTTP status "": expected three digits`}},
		{"no number", "HTTP/1.1 OK\r\n\r\n" + text, 0, text, []string{`HTTP status "OK": expected three digits`}},
		{"no end of the header", "HTTP/1.1 200 OK\r\nA: b\r\n<html>" + text, 200, "<html>" + text, []string{"the HTTP header has no end"}},
		{"nothing after the header", "HTTP/1.1 204 No Content\r\nA: b", 204, "", []string{"the HTTP header has no end"}},
		{"a line that is no field", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n" + text, 200, text, []string{`a line of the HTTP header is no field: "nonsense"`}},
		{"a folded line", "HTTP/1.1 200 OK\r\nContent-Encoding:\r\n gzip\r\n\r\n" + packed(t, "gzip", text), 200, text, nil},
		{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(text, 100), 200, text, nil},
		{"chunks with LF", "HTTP/1.1 200 OK\nTransfer-Encoding: Chunked\n\n" + strings.ReplaceAll(chunks(text, 100), "\r\n", "\n"), 200, text, nil},
		{"chunks that are declared and not there", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + text, 200, text,
			[]string{"Transfer-Encoding is chunked, and the body has no chunks"}},
		{"a text that begins as chunks do", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ndeadbeefdeadbeef\n" + text, 200, "deadbeefdeadbeef\n" + text,
			[]string{"Transfer-Encoding is chunked, and the body has no chunks"}},
		{"the last chunk is missing", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.TrimSuffix(chunks(text, 100), "0\r\nTrailer: x\r\n\r\n"), 200, text,
			[]string{"chunked body: the last chunk is missing"}},
		{"a chunk is cut off", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", 200, "abc", []string{"chunked body: a chunk is cut off"}},
		{"chunks and then none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nrest", 200, "abcrest", []string{"chunked body: 4 bytes that are not a chunk"}},
		{"gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + packed(t, "gzip", text), 200, text, nil},
		{"x-gzip in chunks", "HTTP/1.1 200 OK\r\nContent-Encoding: X-GZIP\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(packed(t, "gzip", text), 7), 200, text, nil},
		{"br", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n" + packed(t, "br", text), 200, text, nil},
		{"br of little", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n" + packed(t, "br", "abc"), 200, "abc", nil},
		{"zstd", "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n" + packed(t, "zstd", text), 200, text, nil},
		{"deflate, in zlib", "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + packed(t, "zlib", text), 200, text, nil},
		{"deflate, bare", "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + packed(t, "deflate", text), 200, text, nil},
		{"identity", "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n\r\n" + text, 200, text, nil},
		{"several, in one line and in two", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\nContent-Encoding: deflate\r\n\r\n" +
			packed(t, "zlib", packed(t, "br", packed(t, "gzip", text))), 200, text, nil},
		{"gzip that is declared and not there", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + text, 200, text, []string{"Content-Encoding is gzip, but the body is not"}},
		{"br that is not there", "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n" + text, 200, text, []string{"Content-Encoding is br, but the body is not"}},
		{"deflate that is not there", "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + text, 200, text, []string{"Content-Encoding is deflate, but the body is not"}},
		{"an unknown coding", "HTTP/1.1 200 OK\r\nContent-Encoding: utf-8\r\n\r\n" + text, 200, text, []string{`Content-Encoding "utf-8": ignored`}},
		{"an empty body", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", 200, "", nil},
	} {
		t.Run(test.why, func(t *testing.T) {
			m, ok := parseResponses([]byte(test.block))
			if !ok {
				t.Fatal("no response")
			}
			body := m.entity()
			r, err := m.decode(t.Context(), body, budget.New(budget.Limits{}), false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || m.Status != test.status {
				t.Errorf("status %d, expected %d; %v", m.Status, test.status, err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("body (-want):\n%s", diff)
			}
			if diff := cmp.Diff(test.notes, append(m.Notes, m.lost(int64(len(body)), false)...)); diff != "" {
				t.Errorf("notes, and what is lost (-want):\n%s", diff)
			}
		})
	}
}

func TestDecodeFaults(t *testing.T) {
	bomb := strings.Repeat("\x00", 40<<20)
	for _, test := range []struct {
		why, codings, body string
		cut                bool
		want               error
	}{
		{"a body that expands too much", "gzip", packed(t, "gzip", bomb), false, extract.ErrExpansion},
		{"and one twice packed", "gzip, gzip", packed(t, "gzip", packed(t, "gzip", bomb)), false, extract.ErrExpansion},
		{"a truncated body", "gzip", packed(t, "gzip", text)[:30], false, extract.ErrMalformed},
		{"a truncated body of a truncated record", "gzip", packed(t, "gzip", text)[:30], true, nil},
		{"a broken body", "gzip", packed(t, "gzip", text)[:20] + "\xff\xff\xff", false, extract.ErrMalformed},
		{"too many codings", strings.Repeat("gzip,", 9), text, false, extract.ErrTooDeep},
	} {
		m, _ := parseResponses([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: " + test.codings + "\r\n\r\n" + test.body))
		r, err := m.decode(t.Context(), m.body, budget.New(budget.Limits{}), test.cut)
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		if !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%s: %v, expected %v", test.why, err, test.want)
		}
	}
}

func TestDigest(t *testing.T) {
	const hello = "hello"
	for _, test := range []struct{ why, digest string }{
		{"base32, as web archives write it", "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"},
		{"without case", "SHA-1:vl2mmho4yxukfwv63yhtwsbm3gxksq2n"},
		{"hex", "sha1:aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"},
		{"sha256 in hex", "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"},
		{"sha256 in base32 with padding", "sha256:FTZE3OS7WCRQ4JXIHMVMLOPCTYNRMHS4D6TUEXTTAQZWFE4LTASA===="},
		{"sha256 in base64", "sha-256:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="},
		{"md5", "md5:5d41402abc4b2a76b9719d911017c592"},
		{"blake2b, whose length nobody says", "blake2b:e4cfa39a3d37be31c59609e807970799caa68a19bfaa15135f165085e01d41a65ba1e1b146aeb6bd0092b49eac214c103ccfa3a365954bbbe52f74a2b3620c94"},
		{"blake2s", "blake2s-256:19213bacc58dee6dbde3ceb9a47cbb330b3d86f8cca8997eb00be456f140ca25"},
	} {
		d, err := parseDigest(test.digest)
		if err != nil || !d.Of([]byte(hello)) || d.Of([]byte("other")) {
			t.Errorf("%s: %v", test.why, err)
			continue
		}
		if again, err := parseDigest(d.String()); err != nil || !again.Of([]byte(hello)) {
			t.Errorf("%s: its string %s: %v", test.why, d, err)
		}
	}
	for _, digest := range []string{"", "sha1", "sha1:", "sha1:ABC", "crc32:00000000", "sha1:!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"} {
		if _, err := parseDigest(digest); err == nil {
			t.Errorf("%q: no error", digest)
		}
	}
}

func FuzzHTTP(f *testing.F) {
	for _, coding := range []string{"gzip", "br", "zstd", "zlib", "deflate"} {
		name := strings.Replace(coding, "zlib", "deflate", 1)
		f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: " + name + "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(packed(f, coding, text), 50)))
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		it := &Item{block: block, filter: defaultFilter, RecordType: "response"}
		it.response()
		if !it.IsDocument() {
			return
		}
		doc, err := it.Open(t.Context(), extract.Options{Limits: extract.Limits{Size: 1 << 20}})
		if err != nil {
			return
		}
		if n, _ := io.Copy(io.Discard, doc); n > 2*(16<<20+200*int64(len(block))) {
			t.Errorf("%d octets of %d", n, len(block))
		}
	})
}
