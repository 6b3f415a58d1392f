package warc

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// found returns the findings of a validation, one a line.
func found(t testing.TB, file string) (lines []string, checked Checked) {
	t.Helper()
	checked, err := Check(t.Context(), strings.NewReader(file), 0, func(f Finding) {
		lines = append(lines, fmt.Sprintf("%s %s %d: %s", f.Severity, f.Rule, f.Offset, f))
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, checked
}

// foundBy is like found, with a number of workers and a limit on the blocks kept in memory.
func foundBy(t testing.TB, file string, workers int, held int64) (lines []string, checked Checked) {
	t.Helper()
	c := newChecker(t.Context(), workers, func(f Finding) {
		lines = append(lines, fmt.Sprintf("%s %s %d: %s %s %s", f.Severity, f.Rule, f.Offset, f, f.ID, f.URI))
	})
	c.held = held
	if err := c.archive("", strings.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	c.endSeries()
	return lines, c.checked
}

// checkAlike compares the findings of several workers with those of one worker that keeps no
// blocks.
func checkAlike(t testing.TB, file string) (checked Checked) {
	t.Helper()
	want, checked := foundBy(t, file, 1, -1)
	for _, workers := range []int{1, 3} {
		got, same := foundBy(t, file, workers, maxHeader)
		if diff := cmp.Diff(want, got); diff != "" || same != checked {
			t.Errorf("%+v, want %+v (-one worker and streams +%d and blocks):\n%.4000s", same, checked, workers, diff)
		}
	}
	return checked
}

// segment returns a segment of the record whose first segment is "a".
func segment(n int, lines, block string) string {
	lines = "WARC-Target-URI: http://a/\nWARC-Segment-Number: " + fmt.Sprint(n) + "\n" + lines
	if n == 1 {
		return custom("response", "a", "Content-Type: application/http\n"+lines, block)
	}
	return custom("continuation", fmt.Sprint("a", n), "WARC-Segment-Origin-ID: <urn:x:a>\n"+lines, block)
}

func TestCheck(t *testing.T) {
	const hello = "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"
	body := page[strings.Index(page, "\r\n\r\n")+4:]
	digest := sha1Of([]byte(body)).String()
	payload := func(digest string) string { return "WARC-Payload-Digest: " + digest + "\n" }
	chunked := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(body, 5)
	ok := response("a", "http://a/", payload(digest)+"WARC-Block-Digest: "+sha1Of([]byte(page)).String()+"\n", page)
	edit := func(old, new string) string {
		if !strings.Contains(ok, old) {
			t.Fatal(old)
		}
		return strings.Replace(ok, old, new, 1)
	}
	for _, test := range []struct {
		why  string
		file string
		want []string // substrings
	}{
		{"as it must be", ok, nil},
		{"in members of gzip", gzipped(ok, warcRecord("b", "x")), nil},
		{"ARC has no digests and other headers", arcFile("1 1 X\n"), nil},
		{"no records", "", []string{"error empty -1: a web archive without records"}},
		{"octets that are no record", "garbage\r\n" + ok, []string{"error broken 0: offsets 0 to 9: no record begins here"}},
		{"a block that was cut off", ok[:len(ok)-8], []string{"error broken 0: offsets 0 to"}},
		{"a member that was cut off", gzipped(ok)[:len(gzipped(ok))-4], []string{"error broken 0:"}},
		{"a checksum of gzip that is wrong", gzipped(ok)[:len(gzipped(ok))-8] + "\x00\x00\x00\x00" + gzipped(ok)[len(gzipped(ok))-4:], []string{"error broken 0:"}},
		{"garbage after gzip", gzipped(ok) + "garbage", []string{"neither a member of gzip nor a frame of zstd"}},
		{"several records in a member", gzipped(ok + warcRecord("b", "x")), []string{"warning compression 0: several records are in one compressed member (ISO 28500:2017, D.2)"}},
		{"another block", strings.Replace(ok, "One page", "Two page", 1), []string{"error block-digest 0: WARC-Block-Digest sha1:", "error payload-digest 0: WARC-Payload-Digest " + digest + " does not match the payload: expected sha1:"}},
		{"a digest of a body in chunks", response("a", "http://a/", payload(digest), chunked), nil},
		{"the same with the chunks, as crawlers write it", response("a", "http://a/", payload(sha1Of([]byte(chunks(body, 5))).String()), chunked), nil},
		{"a digest of the whole block", response("a", "http://a/", payload(sha1Of([]byte(page)).String()), page), []string{"warning payload-digest 0: WARC-Payload-Digest " + sha1Of([]byte(page)).String() + " is the digest of the whole block"}},
		{"of a truncated payload", response("a", "http://a/", "WARC-Truncated: length\n"+payload(hello), page), []string{"warning payload-digest"}},
		{"another body, in base32 as it is written", response("a", "http://a/", payload(hello), page), []string{
			"error payload-digest 0: WARC-Payload-Digest " + hello + " does not match the payload: expected " + digest}},
		{"another body, in hexadecimal as it is written", response("a", "http://a/", payload("sha1:"+strings.Repeat("0", 40)), page), []string{
			"error payload-digest 0: WARC-Payload-Digest sha1:" + strings.Repeat("0", 40) + " does not match the payload: expected " + fmt.Sprintf("sha1:%x", sha1.Sum([]byte(body)))}},
		{"another block, in base64 as it is written", response("a", "http://a/", "WARC-Block-Digest: sha1:"+base64.StdEncoding.EncodeToString(make([]byte, 20))+"\n", page), []string{
			"error block-digest 0: WARC-Block-Digest sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAA= does not match the block: expected sha1:" + base64.StdEncoding.EncodeToString(sha1Of([]byte(page)).Sum)}},
		{"of what follows a header of another protocol", custom("response", "a", "WARC-Target-URI: gemini://a/\nContent-Type: application/gemini; msgtype=response\n"+payload(hello), "20 text/gemini\r\nhello"),
			[]string{"not judged payload-digest 0: WARC-Payload-Digest " + hello + ": the payload of a message other than HTTP is not defined"}},
		{"of a request by another protocol", custom("request", "a", "WARC-Target-URI: gemini://a/\nContent-Type: application/gemini; msgtype=request\n"+payload(hello), "gemini://a/\r\n"),
			[]string{"not judged payload-digest 0: WARC-Payload-Digest " + hello + ": the payload of a message other than HTTP is not defined"}},
		{"of the whole block of another protocol", custom("response", "a", "WARC-Target-URI: dns:a\nContent-Type: text/dns\n"+payload(hello), "hello"), nil},
		{"of a resource", custom("resource", "a", "WARC-Target-URI: file:///a\nContent-Type: text/plain\n"+payload(hello), "hello"), nil},
		{"of an empty request body", custom("request", "a", "WARC-Target-URI: http://a/\nContent-Type: application/http\n"+payload("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), "GET / HTTP/1.1\r\n\r\n"), nil},
		{"of a request without a protocol", custom("request", "a", "WARC-Target-URI: http://a/\nContent-Type: application/http\n"+payload("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), "GET /\r\na: b\r\n\r\n"), nil},
		{"of a request that begins as a response", custom("request", "a", "WARC-Target-URI: http://a/\nContent-Type: application/http\n"+payload("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), "HTTP/1.1 200 OK\r\na: b\r\n\r\n"),
			[]string{"warning http 0: the request begins with the line of a response"}},
		{"after 100 Continue", response("a", "http://a/", payload(digest), "HTTP/1.1 100 Continue\r\n\r\n"+page), nil},
		{"after nothing but 100 Continue", response("a", "http://a/", payload("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), "HTTP/1.1 100 Continue\r\n\r\n"), nil},
		{"of an unknown algorithm", response("a", "http://a/", payload("tiger:AAAA"), page), []string{`not judged algorithm 0: WARC-Payload-Digest: digest "tiger:AAAA": unknown algorithm: expected one of blake2b, `}},
		{"no digest at all", response("a", "http://a/", payload("x"), page), []string{"error value 0: WARC-Payload-Digest: digest"}},
		{"of a revisit: the payload is elsewhere", ok + custom("revisit", "b", "WARC-Target-URI: http://a/\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\nWARC-Refers-To: <urn:x:a>\n"+payload(digest), ""), nil},
		{"a revisit that contradicts itself", ok + custom("revisit", "b", "WARC-Target-URI: http://a/\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\nWARC-Refers-To: <urn:x:a>\n"+payload(hello), ""),
			[]string{"warning revisit 399: the revisit refers to <urn:x:a>, which has another WARC-Payload-Digest: expected that of the revisit, " + hello + " (ISO 28500:2017, 6.7.2)"}},
		{"a revisit without a digest and a profile", custom("revisit", "b", "WARC-Target-URI: http://a/\n", ""), []string{"error mandatory 0: no WARC-Profile in a record of type revisit: expected one (ISO 28500:2017, 5.18)"}},
		{"lines that end in LF", strings.ReplaceAll(warcRecord("a", "x"), "\r\n", "\n"), []string{"error line-ends 0: lines end in LF"}},
		{"lines that end in CR CR LF", strings.ReplaceAll(warcRecord("a", "x"), "\r\n", "\r\r\n"), []string{"error line-ends 0: lines end in CR CR LF"}},
		{"no line ends at the end", strings.TrimSuffix(warcRecord("a", "x"), "\r\n"), []string{`error line-ends 0: the block is followed by "\r\n": expected "\r\n\r\n"`}},
		{"no id", edit("WARC-Record-ID: <urn:x:a>\r\n", ""), []string{"error mandatory 0: no WARC-Record-ID: expected one (ISO 28500:2017, 5.2)"}},
		{"an id without brackets", edit("<urn:x:a>", "urn:x:a"), []string{"error value 0: WARC-Record-ID"}},
		{"an id that appears twice", ok + ok, []string{"error duplicate-id"}},
		{"a field that appears twice", edit("WARC-Date", "Warc-date: 2024-01-02T03:04:05Z\r\nWARC-Date"), []string{"error repeated 0: WARC-Date appears twice: expected once (ISO 28500:2017, 5.1)"}},
		{"several concurrent records", edit("WARC-Date", "WARC-Concurrent-To: <urn:x:c>\r\nWARC-Concurrent-To: <urn:x:d>\r\nWARC-Date"), nil},
		{"a line that is no field", edit("WARC-Date", "nonsense\r\nWARC-Date"), []string{`error header 0: a line of the header is no field: "nonsense"`}},
		{"no date", edit("2024-01-02T03:04:05Z", "yesterday"), []string{"error value 0: WARC-Date \"yesterday\""}},
		{"no such date", edit("2024-01-02T03:04:05Z", "2024-02-30T03:04:05Z"), []string{"error value 0: WARC-Date"}},
		{"a year", edit("2024-01-02T03:04:05Z", "2024"), nil},
		{"a fraction, in 1.1", edit("2024-01-02T03:04:05Z", "2024-01-02T03:04:05.678Z"), nil},
		{"and in 1.0", strings.Replace(edit("2024-01-02T03:04:05Z", "2024-01-02T03:04:05.678Z"), "WARC/1.1", "WARC/1.0", 1), []string{"error value 0: WARC-Date"}},
		{"a URI in brackets, in 1.1", edit("http://a/", "<http://a/>"), []string{"error value 0: WARC-Target-URI"}},
		{"and in 1.0", strings.Replace(edit("http://a/", "<http://a/>"), "WARC/1.1", "WARC/1.0", 1), nil},
		{"a URI with a blank", edit("http://a/", "http://a/ b"), []string{"warning value 0: WARC-Target-URI \"http://a/ b\": expected no other characters than those of RFC 3986"}},
		{"no URI", edit("WARC-Target-URI: http://a/\r\n", ""), []string{"error mandatory 0: no WARC-Target-URI in a record of type response"}},
		{"a type of its own", strings.Replace(ok, "WARC-Type: response", "WARC-Type: x-own", 1), []string{`warning record-type 0: WARC-Type "x-own"`, "error payload-digest"}},
		{"a payload digest of what has no payload", custom("metadata", "a", "Content-Type: text/plain\n"+payload(hello), "hello"), []string{"warning misplaced 0: WARC-Payload-Digest in a record of type metadata"}},
		{"a URI of a warcinfo", custom("warcinfo", "a", "Content-Type: text/plain\nWARC-Target-URI: http://a/\n", "hello"), []string{"error misplaced 0: WARC-Target-URI in a record of type warcinfo"}},
		{"a block without Content-Type", custom("metadata", "a", "", "hello"), []string{"warning mandatory 0: no Content-Type, though there is a block"}},
		{"a draft of WARC", strings.Replace(ok, "WARC/1.1", "WARC/0.17", 1), []string{`warning version 0: version "WARC/0.17": expected WARC/1.0 or WARC/1.1`}},
		{"an unknown version", strings.Replace(ok, "WARC/1.1", "WARC/1.9", 1), []string{"not judged version 0:"}},
		{"a body that is too short", response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"), []string{"warning http 0: the body has 5 bytes: expected 9 by its Content-Length"}},
		{"a body that is too long", response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nlong"), []string{"warning http 0: the body has 4 bytes: expected 3 by its Content-Length"}},
		{"no body, as HEAD has it", response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"), nil},
		{"chunks that do not end", response("a", "http://a/", "", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), []string{"warning http 0: chunked body: the last chunk is missing"}},
		{"no response", response("a", "http://a/", "", "<p>x"), []string{"warning http 0: no response in a block of application/http"}},

		{"segments", segment(1, payload(digest), page[:70]) + segment(2, "WARC-Block-Digest: "+sha1Of([]byte(page[70:75])).String()+"\n", page[70:75]) + segment(3, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[75:]), nil},
		{"segments with another payload", segment(1, payload(hello), page[:70]) + segment(2, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[70:]), []string{"error payload-digest 0:"}},
		{"a header of HTTP in two segments", segment(1, payload(digest), page[:20]) + segment(2, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[20:]), nil},
		{"segments that are not in order", segment(1, payload(digest), page[:70]) + segment(3, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[75:]) + segment(2, "", page[70:75]),
			[]string{"not judged payload-digest 0: WARC-Payload-Digest of a record whose segments are not in order"}},
		{"a segment that is missing", segment(1, payload(digest), page[:70]) + segment(3, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[75:]),
			[]string{"not judged segment 0: segment 2 of urn:x:a is missing: expected it in this file or another of its collection (ISO 28500:2017, 7)"}},
		{"the first that is missing", segment(2, fmt.Sprintf("WARC-Segment-Total-Length: %d\n", len(page)), page[70:]), []string{"not judged segment 0: segment 1 of urn:x:a is missing"}},
		{"the last that is missing", segment(1, "", page[:70]) + segment(2, "", page[70:]), []string{"not judged segment 0: segment 3 of urn:x:a is missing"}},
		{"a segment that appears twice", segment(1, "", page[:70]) + segment(2, "", "x") + strings.Replace(segment(2, "", "x"), "urn:x:a2", "urn:x:b2", 1), []string{"error segment 480: segment 2 of urn:x:a appears twice", "not judged segment 0: segment 3"}},
		{"another length of all", segment(1, "", page[:70]) + segment(2, "WARC-Segment-Total-Length: 1\n", page[70:]), []string{fmt.Sprintf("error segment 271: WARC-Segment-Total-Length 1: expected %d, which its segments have", len(page))}},
	} {
		t.Run(test.why, func(t *testing.T) {
			got, checked := found(t, test.file)
			same := len(got) == len(test.want)
			for i := 0; same && i < len(got); i++ {
				same = strings.Contains(got[i], test.want[i])
			}
			if !same {
				t.Errorf("%s\nwant %s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if all := checked.Errors + checked.Warnings + checked.Unjudged; int(all) != len(got) {
				t.Errorf("%+v of %d findings", checked.Counts, len(got))
			}
			checkAlike(t, test.file)
		})
	}
}

// dechunkPlainly joins the chunks of a body; nil if it does not begin with a chunk.
func dechunkPlainly(b []byte) (body []byte, why string) {
	body = []byte{}
	for first := true; ; first = false {
		line, rest := cutLine(b)
		digits, _, _ := strings.Cut(string(line[:min(len(line), 64)]), ";")
		size, err := strconv.ParseUint(strings.TrimSpace(digits), 16, 62)
		switch {
		case err != nil && first:
			return nil, ""
		case err != nil && len(b) == 0:
			return body, "the last chunk is missing"
		case err != nil:
			return append(body, b...), fmt.Sprintf("%d bytes that are not a chunk", len(b))
		case size == 0:
			return body, "" // trailers follow
		case size > uint64(len(rest)):
			if first && size > 1<<32 {
				return nil, "" // a hexadecimal word that begins a text
			}
			return append(body, rest...), "a chunk is cut off"
		}
		body = append(body, rest[:size]...)
		b = rest[size:]
		b = bytes.TrimPrefix(bytes.TrimPrefix(b, []byte("\r")), []byte("\n"))
	}
}

// TestDechunker checks that a stream, cut anywhere, gives the same result as a block in memory.
func TestDechunker(t *testing.T) {
	for _, body := range []string{chunks(text, 100), chunks(text, 1), strings.TrimSuffix(chunks(text, 9), "0\r\nTrailer: x\r\n\r\n"), "ff\r\nabc", "3\r\nabc\r\nrest", "3\nabc3\nabc0\n", "", "\r\n", "x", "deadbeef\nx",
		"0\r\n", "3", strings.Repeat(" ", 70) + "3\nabc", "3;" + strings.Repeat("x", 100) + "\nabc\r\n0\r\n\r\n"} {
		checkDechunker(t, []byte(body))
	}
}

func checkDechunker(t *testing.T, body []byte) {
	t.Helper()
	want, why := dechunkPlainly(body)
	for _, n := range []int{1, 7, 1 << 20} {
		var b bytes.Buffer
		d := dechunker{w: &b}
		for part := range slices.Chunk(body, n) {
			d.Write(part)
		}
		d.Close()
		if d.none != (want == nil) || want != nil && (d.fault != why || !bytes.Equal(b.Bytes(), want)) {
			t.Errorf("%.80q in parts of %d: %v %.80q, %q; want %v, %.80q %q", body, n, d.none, b.Bytes(), d.fault, want == nil, want, why)
		}
	}
}

func FuzzDechunker(f *testing.F) {
	f.Add([]byte(chunks(text, 100)))
	f.Add([]byte("3\r\nabc\r\nrest"))
	f.Fuzz(func(t *testing.T, body []byte) { checkDechunker(t, body) })
}

// FuzzCheck checks that every validation ends, and counts what it reports.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(response("a", "http://a/", "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", page) + warcRecord("b", "x")))
	f.Add([]byte(segment(1, "", page[:70]) + segment(3, "", "x") + segment(2, "WARC-Segment-Total-Length: 1\n", page[70:])))
	f.Add([]byte(gzipped(response("a", "http://a/", "WARC-Block-Digest: blake2b:00\n", "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx"), "x")))
	f.Add([]byte(arcFile("1 1 X\n")))
	f.Fuzz(func(t *testing.T, file []byte) {
		var n validation.Counts
		checked, err := Check(t.Context(), bytes.NewReader(file), 0, func(f Finding) { n.Add(f.Severity, 1) })
		if err != nil || n != checked.Counts {
			t.Errorf("%+v counted, %+v reported: %v", checked.Counts, n, err)
		}
		checkAlike(t, string(file))
	})
}

// TestCheckWorkers checks that any number of workers report the same findings in order.
func TestCheckWorkers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var records []string
	digests := func(block, body string) string {
		return "WARC-Block-Digest: " + sha1Of([]byte(block)).String() + "\nWARC-Payload-Digest: " + sha1Of([]byte(body)).String() + "\n"
	}
	const header, inChunks = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for i := range 300 {
		body := fmt.Sprint(i) + strings.Repeat(page, 1+i%7*i%50)
		if i == 50 {
			body = strings.Repeat(page, 4000)
		}
		id := fmt.Sprint("a", i%290)
		switch i % 6 {
		case 1:
			records = append(records, response(id, "http://a/", digests(inChunks+chunks(body, 1000), body), inChunks+chunks(body, 1000)))
		case 2:
			records = append(records, custom("resource", id, "Content-Type: text/plain\nWARC-Target-URI: http://a/\n"+digests(body, body), body))
		case 3:
			records = append(records, response(id, "http://a/", digests(header+body, header+body), header+body))
		case 4:
			records = append(records, strings.ReplaceAll(segment(1+i%3, "", body), "urn:x:a", fmt.Sprint("urn:x:", i/20)))
		default:
			records = append(records, response(id, "http://a/", digests(header+body, body), header+body))
		}
	}
	packed, plain := gzipped(records...), strings.Join(records, "")
	if checked := checkAlike(t, packed); checked.Digests < 300 || checked.Errors+checked.Warnings == 0 {
		t.Errorf("%+v, expected findings and right digests", checked)
	}
	rounds := 20
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		checkAlike(t, damaged(r, packed))
		checkAlike(t, damaged(r, plain))
	}
}

// TestCheckLong checks that a long block is not kept in memory, and that a context ends its
// validation.
func TestCheckLong(t *testing.T) {
	const size = 256 << 20
	head := response("a", "http://a/", "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", "")
	head = strings.Replace(strings.TrimSuffix(head, "\r\n\r\n"), "Content-Length: 0", fmt.Sprintf("Content-Length: %d", size), 1)
	file := func() io.Reader {
		return io.MultiReader(strings.NewReader(head+"HTTP/1.1 200 OK\r\n\r\n"), io.LimitReader(zeros{}, size-19), strings.NewReader("\r\n\r\n"))
	}
	if !testing.Short() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		checked, err := Check(t.Context(), file(), 0, nil)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; err != nil || checked.Errors != 1 || got > 4<<20 {
			t.Errorf("%+v, %v; %d octets allocated", checked, err, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Check(ctx, file(), 0, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, expected %v", err, context.Canceled)
	}
}

// TestCheckCompressed checks that the findings do not depend on compression.
func TestCheckCompressed(t *testing.T) {
	file := response("a", "http://a/", "WARC-Payload-Digest: sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N\n", page) + warcRecord("a", "x")
	rules := func(file string) (rules []string) {
		Check(t.Context(), strings.NewReader(file), 0, func(f Finding) {
			if f.Rule != ruleCompression {
				rules = append(rules, f.Rule)
			}
		})
		return rules
	}
	want := rules(file)
	for name, packed := range map[string]string{"gzip": gzipped(file[:len(file)-len(warcRecord("a", "x"))], warcRecord("a", "x")), "one member": gzipped(file), "zstd": zstandard(t, nil, file), "blocks": gzipped(file[:50], file[50:300], file[300:])} {
		if diff := cmp.Diff(want, rules(packed)); diff != "" {
			t.Errorf("%s (-plain):\n%s", name, diff)
		}
	}
}
