package service

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/page/browser"
)

// seen is the output of testdata/probe.js.
type seen struct {
	Error                      string
	Width, ScrollWidth, Passes int
	Dark                       bool
	Paper                      string
	Requests                   int
	Violations                 []string
	Steps                      struct {
		Index, Curve, Nothing, Print, Text, Verdict, Came, Added, Clusters, Metrics string
		Near                                                                        []string
		Bits, Tokens, Differ                                                        int
		Beside, Went, Unknown                                                       string
		Cleared                                                                     bool
	}
}

// TestPageInBrowser tries every action of the page, on a phone and on a desktop, in light and dark.
// axe checks accessibility.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is not for a short run")
	}
	axe, err := os.ReadFile(filepath.Join("..", "..", ".cache", "axe", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err, ": run lab/scripts/chromium.sh")
	}
	for _, tt := range []struct {
		name, paper string
		dark        bool
		width       int
		flags       []string
	}{
		{"phone, dark", "rgb(19, 20, 22)", true, 360, []string{"--blink-settings=preferredColorScheme=0"}},
		{"desk", "rgb(252, 252, 250)", false, 1280, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			texts, err := OpenTexts(folder)
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, "the light"), []byte(light), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer texts.Close()
			s, x := newService(t, Options{Texts: texts})
			for _, id := range []string{"the%20light", "the%20same"} {
				w := httptest.NewRecorder()
				s.Handler().ServeHTTP(w, httptest.NewRequest("PUT", "http://localhost/v1/indexes/a/documents/"+id, strings.NewReader(light)))
				if w.Code != http.StatusCreated {
					t.Fatal(w.Body)
				}
			}
			for state, _ := x.State(); state.Pending > 0; state, _ = x.State() {
				time.Sleep(50 * time.Millisecond) // clusters describe the file
			}
			var got seen
			browser.Visit(t, framed(t, s, tt.width, axe), &got, append(tt.flags, "--hide-scrollbars", "--window-size=1400,900", "--virtual-time-budget=60000")...)
			if got.Error != "" {
				t.Fatal(got.Error)
			}
			if got.Width != tt.width || got.ScrollWidth > got.Width || got.Dark != tt.dark || got.Paper != tt.paper || got.Requests != 0 {
				t.Errorf("%d px of %d, dark %v on %s, %d requests elsewhere", got.ScrollWidth, got.Width, got.Dark, got.Paper, got.Requests)
			}
			if len(got.Violations) > 0 || got.Passes < 20 {
				t.Errorf("axe passes %d rules, and says: %s", got.Passes, strings.Join(got.Violations, "\n"))
			}
			p := got.Steps
			for what, ok := range map[string]bool{
				"the index":              strings.HasPrefix(p.Index, "a (sm1, "),
				"the histogram":          strings.Contains(p.Curve, "at 6 bits"),
				"nothing is a complaint": strings.Contains(p.Nothing, "no document"),
				"the neighbour":          slices.Equal(p.Near, []string{"the light", "the same"}),
				"the fingerprint":        p.Print == fingerprintOf(light) && p.Bits == 64,
				"tokens and text":        p.Tokens > 30 && p.Text == light,
				"a comparison":           strings.Contains(p.Verdict, "distance") && p.Came == "Then he slept" && p.Differ > 0,
				"words of a neighbour":   strings.HasPrefix(p.Beside, "\nThis document, and then the light\n") && p.Went == "Then he slept",
				"words that are unknown": strings.Contains(p.Unknown, "not known: "+noFile),
				"an addition":            p.Added == "from the page is added.",
				"clusters":               strings.HasPrefix(p.Clusters, "1 cluster of 2 documents"),
				"metrics":                strings.Contains(p.Metrics, "Stage disk, half"),
				"all is cleared":         p.Cleared,
			} {
				if !ok {
					t.Errorf("%s is not as expected: %+v", what, p)
				}
			}
		})
	}
}

// framed serves a service, and a page with the service's page in a frame of a width. A window of
// Chromium is never narrower than 500 px.
func framed(t *testing.T, s *Service, width int, axe []byte) (url string) {
	t.Helper()
	probe, err := os.ReadFile(filepath.Join("testdata", "probe.js"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"light": light, "changed": changed}
	mux := http.NewServeMux()
	service := s.Handler()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { service.ServeHTTP(&frameable{ResponseWriter: w}, r) })
	mux.HandleFunc("/test/axe.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write(axe)
	})
	mux.HandleFunc("/test/frame", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		constants := ""
		for name, text := range texts {
			quoted, _ := json.Marshal(text)
			constants += fmt.Sprintf("const %s = %s;\n", name, quoted)
		}
		fmt.Fprintf(w, `<!doctype html><meta name="color-scheme" content="light dark"><iframe src="/" style="border: 0; width: %dpx; height: 800px"></iframe>`+
			`<pre id="probe">{"error": "it took too long"}</pre><script>%s%s</script>`, width, constants, probe)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: mux}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return "http://" + l.Addr().String() + "/test/frame"
}

// frameable allows a page of the same site to frame the page, and is otherwise as strict.
type frameable struct{ http.ResponseWriter }

func (f *frameable) WriteHeader(status int) {
	f.allow()
	f.ResponseWriter.WriteHeader(status)
}

func (f *frameable) Write(p []byte) (int, error) {
	f.allow()
	return f.ResponseWriter.Write(p)
}

func (f *frameable) allow() {
	h := f.Header()
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
}
