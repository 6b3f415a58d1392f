package service

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Of more connections than may be open, those that have waited longest are closed. One with a request goes on.
func TestConnections(t *testing.T) {
	const most, all = 20, 100
	s, _ := newService(t, Options{})
	s.connections.most = most
	address, _ := serve(t, s, nil)
	begun, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer begun.Close()
	fmt.Fprintf(begun, "POST /v1/fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", len(light))
	time.Sleep(50 * time.Millisecond) // the service has read that
	var open []net.Conn
	for range all {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		open = append(open, c)
	}
	closed := 0
	for i, c := range open {
		wait := 5 * time.Second
		if i >= all-most+1 {
			wait = 50 * time.Millisecond
		}
		c.SetReadDeadline(time.Now().Add(wait))
		if _, err := c.Read(make([]byte, 1)); err == io.EOF {
			closed++
		}
	}
	if closed != all-most+1 {
		t.Errorf("%d of %d are closed, expected %d", closed, all, all-most+1)
	}
	io.WriteString(begun, light)
	begun.SetReadDeadline(time.Now().Add(5 * time.Second))
	answer := make([]byte, 15)
	if _, err := io.ReadFull(begun, answer); err != nil || string(answer) != "HTTP/1.1 200 OK" {
		t.Errorf("the one with a request: %q %v", answer, err)
	}
	r, err := http.Get("http://" + address + "/health")
	if err != nil {
		t.Fatal("a new one:", err)
	}
	r.Body.Close()
}

// A request whose answer takes longer than its time does not spoil the connection for the next one.
func TestConnectionAfterALongAnswer(t *testing.T) {
	for _, row := range []struct{ why, method, body string }{
		{"no body, so that the connection is read while the answer is made", "GET", ""},
		{"a body that is read to its end", "POST", light},
	} {
		t.Run(row.method, func(t *testing.T) {
			t.Parallel()
			s, _ := newService(t, Options{Time: 2 * time.Second}) // a busy machine is late, too
			long := route{"/long", open, func(w http.ResponseWriter, r *http.Request) error {
				if _, err := io.Copy(io.Discard, r.Body); err != nil {
					return err
				}
				<-r.Context().Done()
				time.Sleep(s.o.Time / 2)
				return r.Context().Err()
			}}
			var connections atomic.Int32
			mux := http.NewServeMux()
			mux.HandleFunc("/long", func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, long) })
			mux.Handle("/", s.Handler())
			server := httptest.NewUnstartedServer(mux)
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections.Add(1)
				}
			}
			server.Start()
			defer server.Close()
			for _, request := range []struct {
				path, body string
				status     int
			}{{"/long", row.body, http.StatusServiceUnavailable}, {"/v1/fingerprint", light, http.StatusOK}} {
				method := row.method
				if request.path != "/long" {
					method = "POST"
				}
				r, err := http.NewRequestWithContext(t.Context(), method, server.URL+request.path, strings.NewReader(request.body))
				if err != nil {
					t.Fatal(err)
				}
				answered, err := server.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				answer, _ := io.ReadAll(answered.Body)
				answered.Body.Close()
				if answered.StatusCode != request.status {
					t.Errorf("%s (%s): %d %s, expected %d", request.path, row.why, answered.StatusCode, answer, request.status)
				}
			}
			if connections.Load() != 1 {
				t.Errorf("%d connections, expected that the second request comes by the first one", connections.Load())
			}
		})
	}
}
