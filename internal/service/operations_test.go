package service

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// An answer and the log name a request as its sender did, so that both logs can be joined.
func TestRequestsHaveNames(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	for _, test := range []struct {
		reason, id, traceparent string
		kept                    bool
		trace                   string
	}{
		{"a name of a proxy", "c0ffee-1/2", "", true, ""},
		{"a trace", "a", "00-" + trace + "-00f067aa0ba902b7-01", true, trace},
		{"a later version of traces has more", "a", "cc-" + trace + "-00f067aa0ba902b7-01-what", true, trace},
		{"no name", "", "", false, ""},
		{"a name that would forge a line", "a\"\tb", "", false, ""},
		{"a name that is too long", strings.Repeat("a", 129), "", false, ""},
		{"half a trace", "a", "00-" + trace[:16] + "-00f067aa0ba902b7-01", true, ""},
	} {
		var log bytes.Buffer
		s, _ := newService(t, Options{Log: &log})
		r := httptest.NewRequest("GET", "http://localhost/v1/indexes", nil)
		r.Header.Set("X-Request-Id", test.id)
		r.Header.Set("Traceparent", test.traceparent)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		var line logged
		if err := json.Unmarshal(log.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		answered := w.Header().Get("X-Request-Id")
		if answered == "" || answered != line.Request || (answered == test.id) != test.kept {
			t.Errorf("%s: answered as %q, logged as %q", test.reason, answered, line.Request)
		}
		if line.Trace != test.trace {
			t.Errorf("%s: trace %q, want %q", test.reason, line.Trace, test.trace)
		}
	}
}

// Tokens can be replaced while the service runs.
func TestTokensChange(t *testing.T) {
	access := func(line string) *Access {
		a, err := ReadAccess(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	s, _ := newService(t, Options{Access: access("a read 0123456789abcdef")})
	status := func(token string) int {
		r := httptest.NewRequest("GET", "http://archive.example/v1/indexes", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	if code := status("0123456789abcdef"); code != http.StatusOK {
		t.Errorf("the first token: %d", code)
	}
	s.SetAccess(access("b read fedcba9876543210"))
	if old, new := status("0123456789abcdef"), status("fedcba9876543210"); old != http.StatusUnauthorized || new != http.StatusOK {
		t.Errorf("after the change: %d for the old token, %d for the new one", old, new)
	}
}

// Every route that changes something refuses to.
func TestReadOnly(t *testing.T) {
	s, _ := newService(t, Options{ReadOnly: true})
	for _, route := range s.routes() {
		method, path, _ := strings.Cut(route.pattern, " ")
		path = strings.NewReplacer("{index}", "a", "{id...}", "x", "{name}", "busy", "{$}", "").Replace(path)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(`{"op":"delete","id":"x"}`)))
		if (w.Code == http.StatusForbidden) != (route.needs == write) {
			t.Errorf("%s: %d %s", route.pattern, w.Code, w.Body)
		}
		if strings.HasSuffix(path, "/batch") && !strings.Contains(w.Body.String(), `"status":403`) {
			t.Errorf("%s: %s", route.pattern, w.Body)
		}
	}
}
