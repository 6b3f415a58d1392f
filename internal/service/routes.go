package service

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// route is a kind of requests. handle writes the answer, or returns an error that becomes a problem.
type route struct {
	pattern string
	needs   right
	handle  func(w http.ResponseWriter, r *http.Request) error
}

// cost is the minimum memory of a request. Routes that must always answer cost nothing.
func (r *route) cost() int64 {
	switch {
	case r.needs == open:
		return 0
	case r.streams():
		return streamCost
	}
	return requestCost
}

// streams reports whether requests are streams, which may take long.
func (r *route) streams() bool { return strings.HasSuffix(r.pattern, "/batch") }

// routes returns all routes.
func (s *Service) routes() []route {
	return append(pageRoutes(), []route{
		{"GET /openapi.yaml", open, s.openAPI},
		{"GET /problems/{name}", open, s.showProblem},
		{"GET /health", open, s.health},
		{"GET /ready", open, s.ready},
		{"GET /metrics", read, s.showMetrics},
		{"GET /v1/schemes", read, s.schemes},
		{"POST /v1/fingerprint", read, s.fingerprint},
		{"POST /v1/compare", read, s.compare},
		{"GET /v1/indexes", read, s.listIndexes},
		{"GET /v1/indexes/{index}", read, s.onShelf(s.showIndex)},
		{"POST /v1/indexes/{index}/search", read, s.onShelf(s.search)},
		{"POST /v1/indexes/{index}/batch", read, s.onShelf(s.batch)},
		{"GET /v1/indexes/{index}/curve", read, s.onShelf(s.showCurve)},
		{"GET /v1/indexes/{index}/snapshot", write, s.onShelf(s.showSnapshot)},
		{"GET /v1/indexes/{index}/shadow", read, s.onShelf(s.showShadow)},
		{"PUT /v1/indexes/{index}/shadow", write, s.onShelf(s.makeShadow)},
		{"DELETE /v1/indexes/{index}/shadow", write, s.onShelf(s.dropShadow)},
		{"POST /v1/indexes/{index}/shadow/cutover", write, s.onShelf(s.cutOver)},
		{"POST /v1/indexes/{index}/recall", write, s.onShelf(s.replay)},
		{"GET /v1/indexes/{index}/clusters", read, s.onShelf(s.listClusters)},
		{"GET /v1/indexes/{index}/clusters/{id...}", read, s.onShelf(s.showCluster)},
		{"GET /v1/indexes/{index}/documents/{id...}", read, s.onShelf(s.showDocument)},
		{"PUT /v1/indexes/{index}/documents/{id...}", write, s.onShelf(s.addDocument)},
		{"DELETE /v1/indexes/{index}/documents/{id...}", write, s.onShelf(s.removeDocument)},
	}...)
}

// Handler returns the handler of all requests.
func (s *Service) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, route := range s.routes() {
		mux.HandleFunc(route.pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, route) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, pattern := mux.Handler(r); pattern == "" || hasOddPart(r.URL.EscapedPath()) {
			s.answer(w, r, route{"none", open, func(w http.ResponseWriter, r *http.Request) error { return unknown(mux, w, r) }})
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// hasOddPart reports whether a path has an empty part before the last, or a part of dots. Such paths would be
// shortened. An unescaped id with such a part would become another id.
func hasOddPart(escaped string) bool {
	for _, odd := range []string{"//", "/./", "/../"} {
		if strings.Contains(strings.TrimSuffix(escaped, "/")+"/", odd) {
			return true
		}
	}
	return false
}

// unknown returns the problem for a request without a route.
func unknown(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) error {
	if hasOddPart(r.URL.EscapedPath()) {
		return faulty(badRequest, "an empty part or one of dots in the path: expected %%2F for a slash, %%2E for a dot")
	}
	unanswered := &nowhere{header: make(http.Header)}
	mux.ServeHTTP(unanswered, r)
	if unanswered.status == http.StatusMethodNotAllowed {
		allowed := unanswered.header.Get("Allow")
		w.Header().Set("Allow", allowed)
		return faulty(badMethod, "%s: expected %s", r.Method, allowed)
	}
	return faulty(notFound, "nothing is at this path: see /openapi.yaml")
}

// nowhere discards an answer, except for its status and header.
type nowhere struct {
	header http.Header
	status int
}

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n *nowhere) WriteHeader(status int)      { n.status = status }

// key is the key of the holder in the context of a request.
type key struct{}

// holderOf returns who sent the request of a context.
func holderOf(ctx context.Context) holder {
	h, _ := ctx.Value(key{}).(holder)
	return h
}

func (s *Service) answer(w http.ResponseWriter, r *http.Request, route route) {
	begun := time.Now()
	a := &answer{ResponseWriter: w}
	request := requestID(r)
	w.Header().Set(requestHeader, request)
	h, err := s.allow(r, route)
	if err == nil {
		a.account = s.memory.Open(sourceOf(r, h))
		defer a.account.Close()
		ctx := budget.WithAccount(context.WithValue(r.Context(), key{}, h), a.account)
		body := r.Body
		if !route.streams() {
			var cancel func()
			ctx, cancel = context.WithTimeout(ctx, s.o.Time)
			defer cancel()
			c := http.NewResponseController(w)
			c.SetWriteDeadline(begun.Add(2 * s.o.Time))
			if body != http.NoBody {
				c.SetReadDeadline(begun.Add(s.o.Time))
				body = &timedBody{body, c}
			}
		}
		r = r.WithContext(ctx) // the request of net/http keeps its own body, or refusals would wait for all of it
		r.Body = body
		if err = a.account.Hold(route.cost()); err == nil {
			err = guard(a, r, route)
		}
	}
	if err != nil && a.status == 0 {
		refuse(a, problemOf(err))
	}
	s.metrics.add("fpcheck_requests_total", label("route", route.pattern, "status", strconv.Itoa(a.status)), 1)
	s.metrics.took("fpcheck_request_seconds", label("route", route.pattern), begun)
	s.log.add(logged{begun.UTC().Format(time.RFC3339Nano), request, traceOf(r), route.pattern, r.PathValue("index"), r.PathValue("id"), a.status,
		float64(time.Since(begun).Microseconds()) / 1000, a.octets, h.name, fault5xx(a.status, err)})
}

// timedBody is a body that must arrive in time. Its end removes the deadline. Otherwise the deadline would
// pass while the answer is computed, and net/http would abandon all later requests of the connection.
type timedBody struct {
	io.ReadCloser
	connection *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.connection.SetReadDeadline(time.Time{})
	}
	return n, err
}

// requestHeader names a request, for the log of its sender.
const requestHeader = "X-Request-Id"

var (
	requestName = lazy.Regexp(`^[A-Za-z0-9._:/+=-]{1,128}$`)
	traceParent = lazy.Regexp(`^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}`)
)

// requestID returns the id in a request, or a new one.
func requestID(r *http.Request) string {
	if id := r.Header.Get(requestHeader); requestName().MatchString(id) {
		return id
	}
	return rand.Text()
}

// traceOf returns the trace in the header traceparent of W3C Trace Context, or "".
func traceOf(r *http.Request) string {
	if m := traceParent().FindStringSubmatch(r.Header.Get("Traceparent")); m != nil {
		return m[1]
	}
	return ""
}

// fault5xx returns the error of the service. It returns nothing for faults of the request, which an error may
// quote.
func fault5xx(status int, err error) string {
	if err == nil || status < 500 {
		return ""
	}
	return err.Error()
}

// allow returns the holder of a request, and an error if the request is not allowed.
func (s *Service) allow(r *http.Request, route route) (h holder, err error) {
	if route.needs == open {
		return h, nil
	}
	if s.stopping.Err() != nil {
		return h, liveindex.ErrClosed
	}
	if h, err = s.holder(r); err != nil {
		if problemOf(err).Status == http.StatusUnauthorized && !s.strangers.take(sourceOf(r, h), time.Now()) {
			err = faulty(tooOften, "too many requests with an unknown token: expected at most %d a second", strangerRate)
		}
		return h, err
	}
	if err := ensureUnconditional(r); err != nil {
		return h, err
	}
	h.readOnly = s.o.ReadOnly
	// A stream waits for each line.
	if !route.streams() && !s.rates.take(sourceOf(r, h), time.Now()) {
		return h, faulty(tooOften, "expected at most %v requests a second", s.o.Rate)
	}
	return h, h.need(route.needs)
}

// ensureUnconditional returns an error if a change is wanted under a condition, or of a part. Neither is supported, and
// a client must not take it for done.
func ensureUnconditional(r *http.Request) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return nil
	}
	for _, name := range []string{"If-Match", "If-None-Match", "If-Unmodified-Since", "Content-Range"} {
		if len(r.Header.Values(name)) > 0 {
			return faulty(badRequest, "%s: expected a request without conditions or ranges", name)
		}
	}
	return nil
}

// guard turns a panic into a problem.
func guard(w http.ResponseWriter, r *http.Request, route route) (err error) {
	defer recovery.Catch(&err, route.pattern)
	return route.handle(w, r)
}

// answer records what was answered.
type answer struct {
	http.ResponseWriter
	status  int
	octets  int64
	account *budget.Account // of the request; nil in tests
}

func (a *answer) WriteHeader(status int) {
	a.status = cmp.Or(a.status, status)
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.status = cmp.Or(a.status, http.StatusOK)
	n, err := a.ResponseWriter.Write(p)
	a.octets += int64(n)
	return n, err
}

// Unwrap is for [http.ResponseController].
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// reply sends an answer. Its bytes count as memory until the client has them.
func (s *Service) reply(w http.ResponseWriter, status int, v any) error {
	var account *budget.Account
	if a, ok := w.(*answer); ok {
		account = a.account
	}
	octets, err := encoded(account, v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(octets) // the client is gone
	return nil
}

// mostFree is the size up to which an answer is sent even if memory is short.
const mostFree = 4 << 10

// encoded returns a line of JSON. Package json needs a buffer of the same size.
func encoded(a *budget.Account, v any) (line []byte, err error) {
	if line, err = jsonLine(v); err != nil {
		return nil, faulty(internal, "%v", err)
	}
	if len(line) <= mostFree {
		return line, nil
	}
	return line, a.Hold(2 * int64(cap(line)))
}

// jsonLine returns a line of JSON that is safe for a terminal.
func jsonLine(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	return append(escape.JSON(line), '\n'), err
}

// requestLog is the log of requests. Its only data of documents are their ids.
type requestLog struct {
	mu sync.Mutex
	w  io.Writer
}

type logged struct {
	Time    string  `json:"time"`
	Request string  `json:"request"`
	Trace   string  `json:"trace,omitempty"` // the trace that the request is a part of
	Route   string  `json:"route"`
	Index   string  `json:"index,omitempty"`
	ID      string  `json:"id,omitempty"`
	Status  int     `json:"status"`
	Millis  float64 `json:"ms"`
	Bytes   int64   `json:"bytes"`
	Token   string  `json:"token,omitempty"` // the name of its holder
	Fault   string  `json:"fault,omitempty"`
}

func (l *requestLog) add(line logged) {
	if l == nil {
		return
	}
	octets, err := jsonLine(line)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Write(octets)
}

func (s *Service) health(w http.ResponseWriter, _ *http.Request) error {
	return s.reply(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready reports whether requests are answered. They are not while the service stops or an index refuses
// changes.
func (s *Service) ready(w http.ResponseWriter, _ *http.Request) error {
	if s.stopping.Err() != nil {
		return liveindex.ErrClosed
	}
	var all error
	for _, name := range s.names {
		if _, err := s.o.Shelves[name].State(); err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", name, err))
		}
	}
	if all != nil {
		return all
	}
	return s.reply(w, http.StatusOK, map[string]string{"status": "ready"})
}
