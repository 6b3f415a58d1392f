package keep

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/cli/keep/profile"
)

// TestFetchProfile is about servers that answer, and those that do not as they should.
func TestFetchProfile(t *testing.T) {
	const contents = `{"a": "profile"}`
	mux := http.NewServeMux()
	mux.HandleFunc("/profile.json", func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Header.Get("Accept"), "application/json") {
			t.Errorf("Accept: %q", r.Header.Get("Accept"))
		}
		fmt.Fprint(w, contents)
	})
	mux.HandleFunc("/hop/{n}", func(w http.ResponseWriter, r *http.Request) {
		var n int
		fmt.Sscan(r.PathValue("n"), &n)
		if n <= 1 {
			http.Redirect(w, r, "/profile.json", http.StatusFound)
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/hop/%d", n-1), http.StatusFound)
	})
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/hostname", http.StatusFound)
	})
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) {
		for line := strings.Repeat(" ", 1<<16); r.Context().Err() == nil; {
			if _, err := fmt.Fprint(w, line); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/silent", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, c := range []struct{ path, want, why string }{
		{"/profile.json", "", "a profile"},
		{"/hop/1", "", "a redirection"},
		{fmt.Sprintf("/hop/%d", maxRedirects), "", "as many as are followed"},
		{fmt.Sprintf("/hop/%d", maxRedirects+1), "more than 5 redirections", "one too many"},
		{"/file", "a redirection to file:///etc/hostname: expected one to https", "no server's business"},
		{"/gone", "the server says 404 Not Found: expected a BagIt Profile", "nothing is there"},
		{"/silent", "context deadline exceeded", "it must end"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		if c.path == "/silent" {
			ctx, cancel = context.WithTimeout(context.Background(), 100*time.Millisecond)
		}
		octets, err := readProfile(ctx, server.URL+c.path)
		cancel()
		switch {
		case c.want == "" && (err != nil || string(octets) != contents):
			t.Errorf("%s: %q, %v: %s", c.path, octets, err, c.why)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) && !(c.path == "/silent" && strings.Contains(err.Error(), "no answer"))):
			t.Errorf("%s: %v: expected %s: %s", c.path, err, c.want, c.why)
		}
	}
	octets, err := readProfile(context.Background(), server.URL+"/endless")
	if err != nil || len(octets) != profile.MaxSize+1 {
		t.Errorf("%d octets, %v: expected %d", len(octets), err, profile.MaxSize+1)
	}
	if _, err := profile.Parse(octets); err == nil || !strings.HasPrefix(err.Error(), "more than ") {
		t.Errorf("%v: expected that it is too long", err)
	}
}

// Who asks for https does not get http.
func TestMayRedirect(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"https://a.example/p", "https://b.example/p", true},
		{"http://a.example/p", "https://a.example/p", true},
		{"http://a.example/p", "http://b.example/p", true},
		{"https://a.example/p", "http://a.example/p", false},
		{"http://a.example/p", "ftp://a.example/p", false},
	} {
		request := func(s string) *http.Request {
			u, err := url.Parse(s)
			if err != nil {
				t.Fatal(err)
			}
			return &http.Request{URL: u}
		}
		if err := mayRedirect(request(c.to), []*http.Request{request(c.from)}); (err == nil) != c.want {
			t.Errorf("%s to %s: %v: expected %v", c.from, c.to, err, c.want)
		}
	}
}
