package service

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// malformed are requests of all kinds, to be damaged.
func malformed() (all [][]byte) {
	request := func(method, path, medium, body string) {
		all = append(all, fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", method, path, medium, len(body), body))
	}
	const jsonly = "application/json"
	request("POST", "/v1/fingerprint?scheme=mh1,sm1&show=text,tokens,bits", "text/html; charset=utf-8", "<p>one <b>two</b> three")
	request("POST", "/v1/fingerprint?name=a.md", "application/octet-stream", "# one two\n\n* three")
	request("POST", "/v1/compare", jsonly, `{"a":{"text":"one two three"},"b":{"index":"a","id":"x"},"words":true}`)
	request("POST", "/v1/indexes/a/search?limit=3&max_distance=4&min_similarity=.5", jsonly, `{"fingerprint":"sm1:aaaaaaaaaaaaa"}`)
	request("POST", "/v1/indexes/a/batch?x=%41", jsonly, `{"op":"add","id":"x","text":"one two"}`+"\n\n"+`{"op":"search","text":"a b","limit":1}`+"\n")
	request("PUT", "/v1/indexes/a/documents/a%2Fb/%FF", "text/plain", light)
	request("DELETE", "/v1/indexes/a/documents/x", "text/plain", "")
	request("GET", "/v1/indexes/a/clusters/x", "", "")
	request("PUT", "/v1/indexes/a/shadow", jsonly, `{"max_distance":3,"min_similarity":0.5,"bands":3,"rows":4,"recall":0.5}`)
	request("POST", "/v1/indexes/a/recall", "", `{"a":"one","b":"two"}`+"\n")
	request("GET", "/metrics", "", "")
	return append(all,
		[]byte("POST /v1/fingerprint HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5\r\none t\r\n2;x=y\r\nwo\r\n0\r\nX: y\r\n\r\n"),
		[]byte("POST /v1/fingerprint HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 7\r\nConnection: keep-alive\r\n\r\none twoGET /health HTTP/1.0\r\n\r\n"),
		[]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x0c\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64\x00\x04\x00\x00\xff\xff\x00\x00\x04\x01\x05\x00\x00\x00\x01\x82\x84\x86\x41"),
		[]byte("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"),
	)
}

// damaged changes a request in some places.
func damaged(random *rand.Rand, whole []byte) []byte {
	pieces := []string{"\x00/../%zz", "\r\n", "\r\n\r\n", ": ", "99999999999999999999", "-1", "\xff\xfe", "{", "[[[[[[[[", `"`, "\\ud800", "%2e%2e%2f", "chunked",
		"Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: x\r\n", strings.Repeat("a", 70<<10)}
	octets := slices.Clone(whole)
	for range 1 + random.IntN(4) {
		if len(octets) == 0 {
			return []byte{0}
		}
		at := random.IntN(len(octets))
		switch random.IntN(5) {
		case 0:
			octets[at] = byte(random.Uint32())
		case 1:
			octets = slices.Delete(octets, at, at+random.IntN(min(len(octets)-at, 40)))
		case 2:
			octets = slices.Insert(octets, at, []byte(pieces[random.IntN(len(pieces))])...)
		case 3:
			octets[at] ^= 1 << random.IntN(8)
		default:
			from := random.IntN(len(octets))
			octets = slices.Insert(octets, at, slices.Clone(octets[from:min(len(octets), from+random.IntN(40))])...)
		}
	}
	return octets
}

// Whatever comes in place of a request, the service goes on.
func TestMalformedRequests(t *testing.T) {
	s, _ := newService(t, Options{Time: 10 * time.Second})
	address, _ := serve(t, s, nil)
	requests := 2000
	if testing.Short() {
		requests = 400
	}
	if n, err := strconv.Atoi(os.Getenv("FPCHECK_SERVE_SOAK")); err == nil {
		requests = n
	}
	wholes := malformed()
	const seed, senders = 24, 8
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := make(map[string]int) // by the first line
	for sender := range senders {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(sender)))
			for i := sender; i < requests; i += senders {
				octets := damaged(random, wholes[i/senders%len(wholes)])
				answer, err := send(address, octets, random.IntN(8) == 0)
				answer = bytes.TrimPrefix(answer, []byte("HTTP/1.1 100 Continue\r\n\r\n"))
				line, _, _ := bytes.Cut(answer, []byte("\r\n"))
				mu.Lock()
				answers[string(line[:min(len(line), 12)])]++
				mu.Unlock()
				// What net/http says of versions and encodings that it has not, and of whom it takes to have gone.
				known := bytes.Contains(line, []byte(" 501 Not Implemented")) || bytes.Contains(line, []byte(" 505 HTTP Version Not Supported")) ||
					bytes.Contains(answer, []byte("The request was given up."))
				if bytes.HasPrefix(line, []byte("HTTP/1.")) && bytes.HasPrefix(line[8:], []byte(" 5")) && !known {
					t.Errorf("request %d, %.300q: %s", i, octets, answer)
				}
				if e, ok := err.(net.Error); ok && e.Timeout() {
					t.Errorf("request %d, %.300q: no answer and no end", i, octets)
					return
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d requests: %v", requests, answers)
	r, err := http.Get("http://" + address + "/health")
	if err != nil || r.StatusCode != 200 {
		t.Fatal(err)
	}
	r.Body.Close()
	if n, m := s.memory.Held(), s.gates.read.waiting.Load(); n != 0 || m != 0 {
		t.Errorf("%d octets are held, and %d wait", n, m)
	}
}

// send sends bytes, in two pieces if it is slow, and returns all that comes back.
func send(address string, octets []byte, slowly bool) ([]byte, error) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if half := len(octets) / 2; slowly {
		c.Write(octets[:half])
		time.Sleep(time.Millisecond)
		octets = octets[half:]
	}
	c.Write(octets)
	c.(*net.TCPConn).CloseWrite()
	c.SetReadDeadline(time.Now().Add(20 * time.Second))
	return io.ReadAll(c)
}

// Clients that read no answer hold nothing for long, and others are answered.
func TestClientsThatDoNotRead(t *testing.T) {
	s, _ := newService(t, Options{Time: time.Second})
	address, _ := serve(t, s, nil)
	line := `{"op":"search","text":` + quoted(light) + "}\n"
	body := strings.Repeat(line, 20_000)
	for range 8 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.(*net.TCPConn).SetReadBuffer(1 << 10)
		go fmt.Fprintf(c, "POST /v1/indexes/a/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.Post("http://"+address+"/v1/fingerprint", "", strings.NewReader(light))
		if err != nil || r.StatusCode != http.StatusOK && r.StatusCode != http.StatusTooManyRequests {
			t.Fatal("others wait:", err)
		}
		r.Body.Close()
		s.metrics.mu.Lock()
		ended := s.metrics.counters["fpcheck_requests_total"][label("route", "POST /v1/indexes/{index}/batch", "status", "200")]
		s.metrics.mu.Unlock()
		if ended == 8 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%v of 8 batches that nobody reads have ended", ended)
		}
	}
	if n := s.memory.Held(); n != 0 {
		t.Errorf("%d octets are held", n)
	}
}
