package service

import (
	"fmt"
	"io"
	"net"
	"net/http"
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
