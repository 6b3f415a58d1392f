package service

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// serve serves until the test ends, or stop is called, which returns when all is answered.
func serve(t testing.TB, s *Service, secure *tls.Config) (address string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l, secure) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

func TestProtocols(t *testing.T) {
	template := httptest.NewUnstartedServer(nil) // for its certificate
	template.StartTLS()
	defer template.Close()
	for _, test := range []struct {
		reason          string
		secure, version bool
		want            string
	}{
		{"HTTP/1.1", false, false, "HTTP/1.1"}, {"HTTP/2", false, true, "HTTP/2.0"},
		{"HTTP/1.1 with TLS", true, false, "HTTP/1.1"}, {"HTTP/2 with TLS", true, true, "HTTP/2.0"},
	} {
		var secure *tls.Config
		url := "http://"
		transport := &http.Transport{Protocols: new(http.Protocols)}
		transport.Protocols.SetHTTP1(!test.version)
		if test.secure {
			secure, url = &tls.Config{Certificates: template.TLS.Certificates}, "https://"
			transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
			transport.Protocols.SetHTTP2(test.version)
		} else {
			transport.Protocols.SetUnencryptedHTTP2(test.version)
		}
		s, _ := newService(t, Options{})
		address, stop := serve(t, s, secure)
		client := &http.Client{Transport: transport}
		r, err := client.Post(url+address+"/v1/fingerprint", "text/plain", strings.NewReader(light))
		if err != nil {
			t.Fatalf("%s: %v", test.reason, err)
		}
		body, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != 200 || r.Proto != test.want || !strings.Contains(string(body), "sm1:") {
			t.Errorf("%s: %s %d %s", test.reason, r.Proto, r.StatusCode, body)
		}
		client.CloseIdleConnections()
		stop()
	}
}

// A client that expects 100 before it sends a body gets a refusal at once.
func TestExpectContinue(t *testing.T) {
	s, _ := newService(t, Options{})
	address, _ := serve(t, s, nil)
	for _, tt := range []struct{ why, head, want string }{
		{"nothing is there", "POST /nope", "404"},
		{"an unknown index", "POST /v1/indexes/b/search", "404"},
		{"an unknown parameter", "POST /v1/indexes/a/search?no=1", "400"},
		{"another method", "PATCH /v1/indexes/a/search", "405"},
		{"all is well", "PUT /v1/indexes/a/documents/x", "100"},
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n", tt.head)
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		line, err := bufio.NewReader(c).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "HTTP/1.1 "+tt.want) {
			t.Errorf("%s: %q, %v, expected status %s", tt.why, line, err, tt.want)
		}
		c.Close()
	}
}

// A batch is answered while it goes on, by both protocols.
func TestBatchIsAStream(t *testing.T) {
	s, _ := newService(t, Options{})
	address, _ := serve(t, s, nil)
	for _, second := range []bool{false, true} {
		transport := &http.Transport{Protocols: new(http.Protocols)}
		transport.Protocols.SetHTTP1(!second)
		transport.Protocols.SetUnencryptedHTTP2(second)
		in, out := io.Pipe()
		go fmt.Fprintf(out, `{"op":"add","id":"x","text":%q}`+"\n", light)
		r, err := (&http.Client{Transport: transport}).Post("http://"+address+"/v1/indexes/a/batch", "application/jsonl", in)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(r.Body)
		for n, op := range []string{"add", "search", "delete"} {
			if n > 0 {
				about := `"id":"x"`
				if op == "search" {
					about = `"text":` + quoted(light)
				}
				fmt.Fprintf(out, `{"op":%q,%s}`+"\n", op, about)
			}
			var answer struct {
				Op      string
				Problem any
			}
			if !lines.Scan() || json.Unmarshal(lines.Bytes(), &answer) != nil || answer.Problem != nil || answer.Op != op {
				t.Fatalf("HTTP/2 %v: line %d: %s %v", second, n+1, lines.Bytes(), lines.Err())
			}
		}
		out.Close()
		if lines.Scan() {
			t.Error("after the end:", lines.Text())
		}
		r.Body.Close()
		transport.CloseIdleConnections()
	}
}

// What a service has begun is answered when it stops, and nothing that was answered is lost.
func TestStop(t *testing.T) {
	s, x := newService(t, Options{})
	address, stop := serve(t, s, nil)
	in, out := io.Pipe()
	go fmt.Fprintf(out, `{"op":"add","id":"x","text":%q}`+"\n", light)
	r, err := http.Post("http://"+address+"/v1/indexes/a/batch", "application/jsonl", in)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewScanner(r.Body)
	if !lines.Scan() || !strings.Contains(lines.Text(), `"existed":false`) {
		t.Fatal(lines.Text())
	}
	stopped := make(chan struct{})
	go func() { defer close(stopped); stop() }()
	if !lines.Scan() || !strings.Contains(lines.Text(), "/problems/stopping") {
		t.Errorf("a batch that goes on: %s", lines.Text())
	}
	select {
	case <-stopped:
	case <-time.After(10 * time.Second):
		t.Error("a batch keeps the service from stopping")
	}
	if _, err := http.Get("http://" + address + "/health"); err == nil {
		t.Error("it has stopped, and answers")
	}
	if _, ok, err := x.Get("x"); !ok || err != nil {
		t.Error("what was answered is lost:", err)
	}
}

// Clients that send slowly, half a request or none hold nothing for long, and others are answered.
func TestSlowClients(t *testing.T) {
	s, _ := newService(t, Options{Time: time.Second})
	address, _ := serve(t, s, nil)
	var connections []net.Conn
	for _, sent := range []string{
		"POST /v1/fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf",
		"POST /v1/fingerprint HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
		"POST /v1/indexes/a/batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
	} {
		for range 20 {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			io.WriteString(c, sent)
			connections = append(connections, c)
		}
	}
	r, err := http.Post("http://"+address+"/v1/fingerprint", "", strings.NewReader(light))
	if err != nil || r.StatusCode != 200 {
		t.Fatal("others wait:", err)
	}
	r.Body.Close()
	for i, c := range connections {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		all, err := io.ReadAll(c)
		if err != nil {
			t.Fatalf("connection %d is still open: %v", i, err)
		}
		if i < 40 && !strings.HasPrefix(string(all), "HTTP/1.1 408 ") {
			t.Errorf("connection %d: %s", i, all)
		}
	}
	if n := s.memory.Held(); n != 0 {
		t.Errorf("%d octets are held", n)
	}
}
