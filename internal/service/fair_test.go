package service

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

func (s *Service) ask(method, path, body string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body)))
	return w
}

// Batches and jobs of whole indexes keep no short request from a slot.
func TestShortRequestsDoNotWait(t *testing.T) {
	s, _ := newService(t, Options{Workers: 1})
	leaveBulk, err := s.gates.enterRead(t.Context(), "", true)
	if err != nil {
		t.Fatal(err)
	}
	defer leaveBulk()
	leaveLong, err := s.gates.enterLong(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if w := s.ask("POST", "/v1/fingerprint", light); w.Code != http.StatusOK {
		t.Error("a fingerprint:", w.Code, w.Body)
	}
	if w := s.ask("POST", "/v1/indexes/a/search", light); w.Code != http.StatusOK {
		t.Error("a search:", w.Code, w.Body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.gates.enterLong(ctx, "a"); err == nil {
		t.Error("two long jobs of one index at once")
	}
	leaveLong()
	if leave, err := s.gates.enterLong(t.Context(), "a"); err != nil || s.gates.waiting() != 0 {
		t.Errorf("after the first: %v, %d waiting", err, s.gates.waiting())
	} else {
		leave()
	}
}

// Documents that take long leave their slots to those of others, and hold back only more of their sender.
func TestSlowDocumentsAreKeptApart(t *testing.T) {
	g := newGates(2)
	enter := func(by string, most time.Duration) (leave func()) {
		ctx, cancel := context.WithTimeout(t.Context(), most)
		defer cancel()
		leave, err := g.enterRead(ctx, by, false)
		if err != nil {
			return nil
		}
		return leave
	}
	one, two := enter("a", time.Minute), enter("a", time.Minute)
	if one == nil || two == nil {
		t.Fatal("the first two do not get the two slots")
	}
	b := enter("b", time.Minute) // waits until one of a is slow
	if b == nil {
		t.Fatal("another sender waits for slow documents")
	}
	b()
	for deadline := time.Now().Add(time.Minute); len(g.slow.slots) < 2 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if more := enter("a", 50*time.Millisecond); more != nil {
		t.Error("a third document of the same sender does not wait for the slow ones")
	}
	c, d := enter("c", time.Minute), enter("c", time.Minute)
	if c == nil || d == nil {
		t.Fatal("a second sender does not get the two slots")
	}
	for range 5 { // while a has all slow slots, and c the others
		short := enter("b", time.Minute)
		if short == nil {
			t.Fatal("another sender waits for the slow documents of two")
		}
		short()
	}
	c()
	d()
	one()
	if more := enter("a", time.Minute); more == nil {
		t.Error("it waits although a slow one has ended")
	} else {
		more()
	}
	two()
	if len(g.slow.slots) != 0 || len(g.read.slots) != 0 || len(g.overdue) != 0 || g.waiting() != 0 {
		t.Errorf("held after all: %d slow, %d reading, %v overdue, %d waiting", len(g.slow.slots), len(g.read.slots), g.overdue, g.waiting())
	}
}

// Each line of a batch counts for the rate of its source.
func TestLinesHaveTheRate(t *testing.T) {
	s, _ := newService(t, Options{Rate: 20})
	lines := strings.Repeat(`{"op":"delete","id":"x"}`+"\n", 220) // 200 may come at once
	begun := time.Now()
	w := s.ask("POST", "/v1/indexes/a/batch", lines)
	if n := strings.Count(w.Body.String(), "\n"); n != 220 {
		t.Errorf("%d answers, expected 220", n)
	}
	if took := time.Since(begun); took < 900*time.Millisecond {
		t.Errorf("220 lines took %v, expected about a second", took)
	}
}

// A batch after as many requests as its source may send waits, and is not refused.
func TestBatchesAreSlowed(t *testing.T) {
	s, _ := newService(t, Options{Rate: 20})
	for s.ask("GET", "/v1/schemes", "").Code != http.StatusTooManyRequests {
	}
	w := s.ask("POST", "/v1/indexes/a/batch", `{"op":"delete","id":"x"}`+"\n")
	if n := strings.Count(w.Body.String(), `"existed":false`); w.Code != http.StatusOK || n != 1 {
		t.Errorf("a batch of a source that has asked too often: %d %s", w.Code, w.Body)
	}
}

// Who tries tokens is stopped, and keeps no one else of the address out.
func TestUnknownTokens(t *testing.T) {
	access, err := ReadAccess(strings.NewReader("ann read 0123456789abcdef\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newService(t, Options{Access: access})
	with := func(token string) int {
		r := httptest.NewRequest("GET", "http://localhost/v1/indexes", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	counts := map[int]int{}
	for range 50 {
		counts[with("wrong")]++
	}
	if counts[http.StatusUnauthorized] < 5 || counts[http.StatusTooManyRequests] < 30 {
		t.Errorf("wrong tokens: %v", counts)
	}
	if code := with("0123456789abcdef"); code != http.StatusOK {
		t.Error("the right token after them:", code)
	}
}

// All loopback addresses are one source, and a network of IPv6 is.
func TestSources(t *testing.T) {
	for _, test := range []struct{ address, want string }{
		{"127.0.0.1:80", "loopback"}, {"127.9.9.9:80", "loopback"}, {"[::1]:80", "loopback"},
		{"192.0.2.1:80", "192.0.2.1"}, {"[2001:db8::1]:80", "2001:db8::"}, {"@", ""},
	} {
		if got := sourceOf(&http.Request{RemoteAddr: test.address}, holder{}); got != test.want {
			t.Errorf("%s: %q, expected %q", test.address, got, test.want)
		}
	}
}

// hold has two sources hold memory of a service.
func hold(t testing.TB, s *Service, n int64) (release func()) {
	t.Helper()
	small := s.memory.Small
	defer func() { s.memory.Small = small }()
	s.memory.Small = 3 * n // so that they may hold the last part, too
	one, two := s.memory.Open("one"), s.memory.Open("two")
	if err := cmp.Or(one.Hold(n/2), two.Hold(n-n/2)); err != nil {
		t.Fatal(err)
	}
	return func() { one.Close(); two.Close() }
}

// An answer counts as memory, and has a bound in bytes.
func TestAnswersAreCounted(t *testing.T) {
	s, _ := newService(t, Options{})
	id := strings.Repeat("\x01", longestID-10)
	var lines strings.Builder
	for i := range 1200 {
		name, _ := json.Marshal(fmt.Sprint(id, i))
		fmt.Fprintf(&lines, `{"op":"add","id":%s,"text":%s}`+"\n", name, quoted(light))
	}
	if w := s.ask("POST", "/v1/indexes/a/batch", lines.String()); strings.Contains(w.Body.String(), "problem") {
		t.Fatalf("%.300s", w.Body)
	}
	w := s.ask("POST", "/v1/indexes/a/search?limit=10000", light)
	if n := w.Body.Len(); n > mostAnswer || n < mostAnswer/2 || !strings.HasSuffix(w.Body.String(), `"more":true}`+"\n") {
		t.Errorf("an answer of %d bytes, expected about %d, and more: %s", n, mostAnswer, w.Body.Bytes()[n-100:])
	}
	if n := s.memory.Held(); n != 0 {
		t.Errorf("%d bytes are held", n)
	}
	hold(t, s, s.memory.Most-mostAnswer)
	if w := s.ask("POST", "/v1/indexes/a/search?limit=10000", light); w.Code != http.StatusTooManyRequests {
		t.Errorf("no memory for the answer: %d", w.Code)
	}
	w = s.ask("POST", "/v1/indexes/a/batch", `{"op":"search","limit":10000,"text":`+quoted(light)+"}\n")
	if !strings.Contains(w.Body.String(), "/problems/busy") {
		t.Errorf("no memory for the answer to a line: %.300s", w.Body)
	}
	if w := s.ask("GET", "/health", ""); w.Code != http.StatusOK {
		t.Error("a small answer needs memory:", w.Code)
	}
}

// Of a long text only the first tokens are listed, so that memory has a bound.
func TestTokensOfALongText(t *testing.T) {
	s, _ := newService(t, Options{})
	for _, test := range []struct {
		reason, text string
		tokens       int
		cut          bool
	}{
		{"all", strings.Repeat("some words ", 100), 200, false},
		{"too many", strings.Repeat("some words ", 12_000), mostTokens, true},
		{"too long", strings.Repeat("long"+strings.Repeat("er", 50)+" ", 10_000), mostShown / 105, true},
	} {
		var got struct {
			Fingerprints []printReply
		}
		w := s.ask("POST", "/v1/fingerprint?show=tokens&scheme=sm1,mh1", test.text)
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(test.reason, err)
		}
		for _, p := range got.Fingerprints {
			if len(p.Tokens) != test.tokens || p.Cut != test.cut {
				t.Errorf("%s: %s: %d tokens, cut %v: expected %d, %v", test.reason, p.Scheme, len(p.Tokens), p.Cut, test.tokens, test.cut)
			}
		}
	}
}

// Answers are JSON, whatever the id, and nothing in them acts on a terminal.
func TestAnswersAreJSON(t *testing.T) {
	s, _ := newService(t, Options{})
	const odd = "a%7F%C2%9B%E2%80%AE"
	for _, test := range []struct{ why, method, path, body string }{
		{"a document that is added", "PUT", "/v1/indexes/a/documents/" + odd, light},
		{"the document", "GET", "/v1/indexes/a/documents/" + odd, ""},
		{"a match", "POST", "/v1/indexes/a/search", light},
		{"a problem", "GET", "/v1/indexes/a/documents/" + odd + "b", ""},
		{"lines of a batch", "POST", "/v1/indexes/a/batch", `{"op":"delete","id":"a\u007f\u009b\u202e"}` + "\n" + `{"op":"\u202e"}`},
	} {
		w := s.ask(test.method, test.path, test.body)
		text := w.Body.String()
		if strings.ContainsAny(text, "\x7F\u009B\u202E") || !strings.Contains(strings.ToLower(text), `\u202e`) {
			t.Errorf("%s: %d, %q", test.why, w.Code, text)
		}
		for d := json.NewDecoder(w.Body); d.More(); {
			var v any
			if err := d.Decode(&v); err != nil {
				t.Fatalf("%s: %q: %v", test.why, text, err)
			}
		}
	}
}

// A line of the log is JSON, whatever the id. Nothing in it acts on a terminal.
func TestLogIsJSON(t *testing.T) {
	var log bytes.Buffer
	s, _ := newService(t, Options{Log: &log})
	s.ask("GET", "/v1/indexes/a/documents/a%7F%C2%9B%E2%80%AE%FF", "")
	var line logged
	if err := json.Unmarshal(log.Bytes(), &line); err != nil || !strings.HasPrefix(line.ID, "a\x7F\u009B\u202E") {
		t.Errorf("%q: %v", log.Bytes(), err)
	}
	if strings.ContainsAny(log.String(), "\x7F\u009B\u202E") {
		t.Errorf("%q has controls", log.String())
	}
}

// While large requests hold all that they may, a short one is answered.
func TestShortRequestsHaveMemory(t *testing.T) {
	s, _ := newService(t, Options{})
	one, two := s.memory.Open("one"), s.memory.Open("two")
	defer one.Close()
	defer two.Close()
	for _, a := range []*budget.Account{one, two} {
		for a.Hold(1<<20) == nil {
		}
	}
	if w := s.ask("POST", "/v1/fingerprint", light); w.Code != http.StatusOK {
		t.Errorf("a short request: %d %s", w.Code, w.Body)
	}
	if w := s.ask("POST", "/v1/fingerprint", strings.Repeat("a longer text ", 1<<19)); w.Code != http.StatusTooManyRequests {
		t.Errorf("a long one: %d %s", w.Code, w.Body)
	}
}
