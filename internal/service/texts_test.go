package service

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestWordsOfDocuments checks that the words of a document come from its file. The file must be in
// the folder and have the fingerprint in the index.
func TestWordsOfDocuments(t *testing.T) {
	base := t.TempDir()
	folder := filepath.Join(base, "texts")
	if err := os.MkdirAll(filepath.Join(folder, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"texts/light.txt": light, "texts/sub/page.html": "<p hidden>not this</p>" + light, "texts/changed.txt": changed,
		"texts/other.txt": other, "texts/broken.pdf": "no PDF", "texts/long.txt": strings.Repeat("a ", 40<<10), "outside.txt": light,
	} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(base, "outside.txt"), filepath.Join(folder, "link.txt")); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	texts, err := OpenTexts(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	s, _ := newService(t, Options{Body: 64 << 10})
	d := readDescription(t)
	post := func(s *Service, method, path, body string) (int, string) {
		r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if err := d.check(r.Pattern, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()); err != nil {
			t.Error(err)
		}
		return w.Code, w.Body.String()
	}
	all := []string{"light.txt", "sub/page.html", filepath.Join(folder, "light.txt"), "changed.txt", "gone.txt", "broken.pdf", "long.txt", "sub",
		"../outside.txt", filepath.Join(base, "outside.txt"), "link.txt", "nul\x00.txt"}
	for _, id := range all {
		if code, body := post(s, "PUT", "/v1/indexes/a/documents/"+url.PathEscape(id), `{"text":`+quoted(light)+`}`); code != http.StatusCreated {
			t.Fatal(id, code, body)
		}
	}
	s.o.Texts = texts
	for _, add := range []string{`{"text":` + quoted(other+" 1") + `}`, `{"fingerprint":"sm1:aaaaaaaaaaaaa"}`} {
		if code, body := post(s, "PUT", "/v1/indexes/a/documents/other.txt", add); code != http.StatusForbidden {
			t.Errorf("a file is added without its content: %d %s", code, body)
		}
		line := `{"op":"add","id":"other.txt",` + add[1:] + "\n"
		if _, body := post(s, "POST", "/v1/indexes/a/batch", line); !strings.Contains(body, "expected its content") {
			t.Errorf("a line adds a file without its content: %s", body)
		}
	}
	of := func(id string) string { return `{"index":"a","id":` + quoted(id) + `}` }
	text := `{"text":` + quoted(changed) + `}`
	for _, test := range []struct {
		reason, a, b, rest, want string
	}{
		{"a file", of("light.txt"), text, "", `"went":0,"came":3`},
		{"the other way round", text, of("light.txt"), "", `"went":3,"came":0`},
		{"its name tells the medium", of("sub/page.html"), text, "", `"came":3`},
		{"an id that leads into the folder", of(filepath.Join(folder, "light.txt")), text, "", `"came":3`},
		{"two of an index", of("light.txt"), of("sub/page.html"), "", `"went":0,"came":0`},
		{"in base64", `{"index":"a","id_base64":"bGlnaHQudHh0"}`, text, "", `"came":3`},
		{"its scheme is the default", of("light.txt"), text, `,"profile":"visible"`, `"a":"sm1:`},
		{"it is not as it was", of("changed.txt"), text, "", `"no_words":"` + notAsAdded},
		{"nor can it be read", of("broken.pdf"), text, "", `"no_words":"` + notAsAdded},
		{"there is none", of("gone.txt"), text, "", `"no_words":"` + noFile},
		{"the first reason counts", of("gone.txt"), of("broken.pdf"), "", `"no_words":"` + noFile},
		{"a folder", of("sub"), text, "", `"no_words":"` + noFile},
		{"it is too long", of("long.txt"), text, "", `"no_words":"` + tooLong},
		{"out of the folder", of("../outside.txt"), text, "", `"no_words":"` + noFile},
		{"out of it by its whole path", of(filepath.Join(base, "outside.txt")), text, "", `"no_words":"` + noFile},
		{"out of it by a link", of("link.txt"), text, "", `"no_words":"` + noFile},
		{"NUL", of("nul\x00.txt"), text, "", `"no_words":"` + noFile},
		{"no such document", of("other.txt"), text, "", `there is no document`},
		{"no such index", `{"index":"b","id":"x"}`, text, "", `there is no index`},
		{"no id", `{"index":"a"}`, text, "", `a: an id of 0 bytes`},
		{"no index", `{"id":"x"}`, text, "", `a: id names a document: expected index, too`},
		{"a text of it", text, `{"index":"a","id":"light.txt","text":"a"}`, "", `b: a document of an index is given`},
		{"another scheme", of("light.txt"), text, `,"scheme":"mh1"`, `not-comparable`},
	} {
		if _, body := post(s, "POST", "/v1/compare", `{"a":`+test.a+`,"b":`+test.b+`,"words":true`+test.rest+`}`); !strings.Contains(body, test.want) {
			t.Errorf("%s: %s\nexpected %s", test.reason, body, test.want)
		}
	}
	if _, body := post(s, "POST", "/v1/compare", `{"a":`+of("light.txt")+`,"b":`+text+`}`); strings.Contains(body, "words") {
		t.Errorf("nobody asked for words: %s", body)
	}
	if n := s.memory.Held(); n != 0 {
		t.Errorf("%d octets are held", n)
	}
	s.o.Texts = nil
	if _, body := post(s, "POST", "/v1/compare", `{"a":`+of("light.txt")+`,"b":`+text+`,"words":true}`); !strings.Contains(body, `"no_words":"`+noFolder) {
		t.Error("no folder:", body)
	}
	if _, err := OpenTexts(filepath.Join(folder, "light.txt")); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// TestWordsOfNarrowMinHash checks an index of MinHashes, which keeps fewer bits of each slot than
// the fingerprint of a file has.
func TestWordsOfNarrowMinHash(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "m.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.MH1, Profile: extract.Main, Bits: 2, Tables: index.TablesFor(scheme.MH1, 2, scheme.Thresholds{}, .9)})
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close(), os.WriteFile(filepath.Join(folder, "light.html"), []byte("<main><p>"+light+"</main>"), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	x, err := liveindex.Open(name, liveindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	texts, err := OpenTexts(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	h := New(Options{Shelves: map[string]*liveindex.Shelf{"m": x}, Texts: texts}).Handler()
	ask := func(method, path, medium, body string) string {
		r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", medium)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	ask("PUT", "/v1/indexes/m/documents/light.html", "text/html", "<main><p>"+light+"</main>")
	octets := base64.StdEncoding.EncodeToString([]byte("<main><p>" + changed + "</main>"))
	got := ask("POST", "/v1/compare", "application/json", `{"a":{"index":"m","id":"light.html"},"b":{"bytes":"`+octets+`","media_type":"text/html"},"words":true}`)
	if !strings.Contains(got, `"came":3`) || !strings.Contains(got, `"verdict":"close"`) {
		t.Error(got)
	}
}
