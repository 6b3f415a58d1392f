package service

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/extract"
	_ "github.com/lsh-interop/fpcheck/extract/all"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// light and changed are near one another; other is not.
const (
	light = "The keeper of the light wrote down the weather of every single day in the log book of the station, " +
		"and rowed across to the mainland on Sundays to fetch oil, bread, letters and the news of the week."
	changed = light + " Then he slept."
	other   = "Fold the egg whites into the batter with a wooden spoon, pour it into a buttered tin, and bake it " +
		"for forty minutes at a moderate heat until a needle comes out of the middle clean and dry."
)

// newService returns a service with an empty index "a" by sm1.
func newService(t testing.TB, o Options) (*Service, *liveindex.Shelf) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.SM1, Profile: extract.Visible, Tables: index.Tables{Distance: 6}})
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	x, err := liveindex.Open(name, liveindex.Options{Report: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	o.Shelves = map[string]*liveindex.Shelf{"a": x}
	return New(o), x
}

// described is the content of openapi.yaml.
type described struct {
	t        *testing.T
	document map[string]any
	compiler *jsonschema.Compiler
}

func readDescription(t *testing.T) *described {
	t.Helper()
	d := &described{t: t, compiler: jsonschema.NewCompiler()}
	if err := yaml.Unmarshal(description, &d.document); err != nil {
		t.Fatal(err)
	}
	// The schemas are for JSON.
	octets, err := json.Marshal(d.document)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(octets))
	if err == nil {
		err = d.compiler.AddResource("openapi.json", value)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// pathOf returns the path and the method of a pattern in the description.
func pathOf(pattern string) (path, method string) {
	method, path, _ = strings.Cut(pattern, " ")
	return strings.ReplaceAll(path, "...}", "}"), strings.ToLower(method)
}

// check compares an answer with the description of its route.
func (d *described) check(pattern string, status int, mediaType string, body []byte) error {
	path, method := pathOf(pattern)
	operation, _ := d.document["paths"].(map[string]any)[path].(map[string]any)[method].(map[string]any)
	if operation == nil {
		return fmt.Errorf("%s %s is not described", method, path)
	}
	pointer := func(parts ...string) string {
		for i, p := range parts {
			parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~", "~0"), "/", "~1")
		}
		return "openapi.json#/" + strings.Join(parts, "/")
	}
	responses := operation["responses"].(map[string]any)
	key := fmt.Sprint(status)
	at := []string{"paths", path, method, "responses", key}
	response, ok := responses[key].(map[string]any)
	if !ok {
		if response, ok = responses["default"].(map[string]any); !ok || status < 400 {
			return fmt.Errorf("the status %d of %s is not described", status, pattern)
		}
	}
	if ref, ok := response["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/responses/")
		at = []string{"components", "responses", name}
		response = d.document["components"].(map[string]any)["responses"].(map[string]any)[name].(map[string]any)
	}
	content, _ := response["content"].(map[string]any)
	if content == nil {
		if len(body) > 0 {
			return fmt.Errorf("%d bytes that are not described", len(body))
		}
		return nil
	}
	base, _, _ := strings.Cut(mediaType, ";")
	medium, ok := content[base].(map[string]any)
	if !ok {
		return fmt.Errorf("the media type %q of %s is not described", mediaType, pattern)
	}
	if medium["schema"] == nil {
		return nil
	}
	schema, err := d.compiler.Compile(pointer(append(at, "content", base, "schema")...))
	if err != nil {
		return err
	}
	for line := range bytes.Lines(body) {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// TestDescribed checks that exactly the described routes are served.
func TestDescribed(t *testing.T) {
	d := readDescription(t)
	var got, want []string
	s, _ := newService(t, Options{})
	for _, route := range s.routes() {
		path, method := pathOf(route.pattern)
		if path == "/{$}" || strings.HasPrefix(path, "/page.") {
			continue // it is for people
		}
		got = append(got, method+" "+path)
		operation, _ := d.document["paths"].(map[string]any)[path].(map[string]any)[method].(map[string]any)
		if security, ok := operation["security"].([]any); (ok && len(security) == 0) != (route.needs == open) {
			t.Errorf("%s needs the right %q, and is described otherwise", route.pattern, route.needs)
		}
	}
	for path, item := range d.document["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			if method != "parameters" {
				want = append(want, method+" "+path)
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("served: %q\ndescribed: %q", got, want)
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// TestRequests makes one request after another, and compares each answer with its description.
func TestRequests(t *testing.T) {
	d := readDescription(t)
	s, _ := newService(t, Options{Body: 64 << 10})
	print, err := scheme.SM1.Sum([]byte(light))
	if err != nil {
		t.Fatal(err)
	}
	const jsonly = "application/json"
	for _, test := range []struct {
		reason, method, path, medium, body string
		status                             int
		contains                           string
	}{
		{"the service is up", "GET", "/health", "", "", 200, `"ok"`},
		{"and answers", "GET", "/ready", "", "", 200, `"ready"`},
		{"it describes itself", "GET", "/openapi.yaml", "", "", 200, "openapi: 3.1.0"},
		{"problems are explained", "GET", "/problems/too-short", "", "", 200, "422: "},
		{"those that there are", "GET", "/problems/nothing", "", "", 404, "not a kind"},
		{"schemes have their definitions", "GET", "/v1/schemes", "", "", 200, `"id":"sm1"`},
		{"the index is listed", "GET", "/v1/indexes", "", "", 200, `"name":"a","scheme":"sm1","profile":"visible","limits":{"max_distance":6}`},
		{"and shown", "GET", "/v1/indexes/a", "", "", 200, `"unit":"bits"`},
		{"another is not", "GET", "/v1/indexes/b", "", "", 404, "no index"},
		{"a method that is none", "PATCH", "/v1/indexes/a", "", "", 405, "expected GET, HEAD"},
		{"a path that is none", "GET", "/v1/index", "", "", 404, "openapi.yaml"},

		{"bytes decide", "POST", "/v1/fingerprint", "", light, 200, print.String()},
		{"the medium counts", "POST", "/v1/fingerprint", "text/html; charset=utf-8", "<p hidden>not this</p>" + light, 200, print.String()},
		{"a text in JSON", "POST", "/v1/fingerprint", jsonly, `{"text":` + quoted(light) + `}`, 200, print.String()},
		{"bytes in JSON", "POST", "/v1/fingerprint", jsonly, `{"bytes":"VGhlIGtlZXBlcg==","media_type":"text/plain"}`, 200, `"too_short":true`},
		{"several schemes", "POST", "/v1/fingerprint?scheme=mh1,sm1", "", light, 200, `"scheme":"mh1"`},
		{"stages are shown", "POST", "/v1/fingerprint?show=text,tokens,bits", "", light, 200, `"tokens":["the","keeper","of"`},
		{"another profile", "POST", "/v1/fingerprint?profile=main", "text/html", "<main><p>" + light + "</p></main>", 200, "sm1.main:"},
		{"a profile that is none", "POST", "/v1/fingerprint?profile=half", "", light, 400, "expected visible or main"},
		{"a name tells the medium", "POST", "/v1/fingerprint?name=a.md", "", "# The *keeper* of the light", 200, `"media_type":"text/markdown"`},
		{"the medium that is given counts", "POST", "/v1/fingerprint?name=a.md", "text/plain", "# The *keeper* of the light", 200, `"media_type":"text/plain"`},
		{"bytes count more than a name", "POST", "/v1/fingerprint?name=a.pdf", "", light, 200, `"media_type":"text/plain"`},
		{"a scheme that is none", "POST", "/v1/fingerprint?scheme=zz9", "", light, 400, "unknown-scheme"},
		{"a stage that is none", "POST", "/v1/fingerprint?show=all", "", light, 400, "show=all"},
		{"a parameter that is none", "POST", "/v1/fingerprint?shema=mh1", "", light, 400, "shema"},
		{"a parameter twice", "POST", "/v1/fingerprint?scheme=mh1&scheme=sm1", "", light, 400, "2 times"},
		{"a fingerprint has no text", "POST", "/v1/fingerprint", jsonly, `{"fingerprint":"` + print.String() + `"}`, 400, "expected a text"},
		{"nothing", "POST", "/v1/fingerprint", "", "", 422, "no-text"},
		{"no words", "POST", "/v1/fingerprint", "", "... !", 422, "no-text"},
		{"a medium without a reader", "POST", "/v1/fingerprint", "video/mp4", light, 415, "unsupported-medium"},
		{"the same in JSON", "POST", "/v1/fingerprint", jsonly, `{"bytes":"YQ==","media_type":"text/plain; charset=nope"}`, 400, `charset \"nope\"`},
		{"a charset that is none", "POST", "/v1/fingerprint", "text/plain; charset=nope", light, 400, `charset \"nope\"`},
		{"a malformed media type", "POST", "/v1/fingerprint", "text/html; charset", light, 400, "Content-Type"},
		{"a document that is broken", "POST", "/v1/fingerprint", "application/epub+zip", "no book", 422, "malformed-document"},
		{"more than a request may have", "POST", "/v1/fingerprint", "", strings.Repeat("a ", 40<<10), 413, "too-large"},
		{"JSON that ends", "POST", "/v1/fingerprint", jsonly, `{"text":"a`, 400, "ends too early"},
		{"JSON twice", "POST", "/v1/fingerprint", jsonly, `{"text":"a"}{}`, 400, "more than one value"},
		{"a field that is none", "POST", "/v1/fingerprint", jsonly, `{"txt":"a"}`, 400, `the JSON: unknown field \"txt\"`},
		{"a number is no text", "POST", "/v1/fingerprint", jsonly, `{"text":1}`, 400, `the JSON: field text: number: expected a string"`},
		{"an array is no request", "POST", "/v1/fingerprint", jsonly, `[]`, 400, `the JSON: array: expected an object"`},
		{"a number is no bytes", "POST", "/v1/fingerprint", jsonly, `{"bytes":1}`, 400, `field bytes: number: expected a string in base64"`},
		{"within an object", "POST", "/v1/compare", jsonly, `{"a":{"text":true},"b":{"text":"a"}}`, 400, `text: bool: expected a string"`},
		{"a string is no flag", "POST", "/v1/compare", jsonly, `{"words":"yes"}`, 400, `field words: string: expected true or false"`},
		{"half a bit", "PUT", "/v1/indexes/a/shadow", "", `{"max_distance":0.5}`, 400, `field max_distance: number 0.5: expected a whole number"`},
		{"JSON that is not UTF-8", "POST", "/v1/fingerprint", jsonly, "{\"text\":\"\xff\"}", 400, "UTF-8"},
		{"two things", "POST", "/v1/fingerprint", jsonly, `{"text":"a","bytes":"YQ=="}`, 400, "2 of text"},
		{"a name of a text", "POST", "/v1/fingerprint", jsonly, `{"text":"a","name":"a.md"}`, 400, "expected bytes, too"},

		{"near", "POST", "/v1/compare", jsonly, `{"a":{"text":` + quoted(light) + `},"b":{"text":` + quoted(changed) + `},"words":true}`, 200, `"came":3`},
		{"not near", "POST", "/v1/compare", jsonly, `{"a":{"text":` + quoted(light) + `},"b":{"text":` + quoted(other) + `},"scheme":"mh1"}`, 200, `"verdict":"different"`},
		{"with a fingerprint", "POST", "/v1/compare", jsonly, `{"a":{"fingerprint":"` + print.String() + `"},"b":{"text":` + quoted(light) + `}}`, 200, `"distance":0`},
		{"too short", "POST", "/v1/compare", jsonly, `{"a":{"text":"one"},"b":{"text":"one"}}`, 200, `"no verdict"`},
		{"of two schemes", "POST", "/v1/compare", jsonly, `{"a":{"fingerprint":"` + print.String() + `"},"b":{"text":"one two"},"scheme":"mh1"}`, 422, "not-comparable"},
		{"no fingerprint", "POST", "/v1/compare", jsonly, `{"a":{"fingerprint":"sm1:?"},"b":{"text":"one two"}}`, 400, "malformed-fingerprint"},
		{"after a byte order mark", "POST", "/v1/compare", jsonly, "\uFEFF" + `{"a":{"text":"one two"},"b":{"text":"one two"}}`, 200, `"verdict":"no verdict"`},
		{"after two of them", "POST", "/v1/compare", jsonly, "\uFEFF\uFEFF{}", 400, "invalid character"},
		{"nothing after it", "POST", "/v1/compare", jsonly, "\uFEFF", 400, "it ends too early"},
		{"one only", "POST", "/v1/compare", jsonly, `{"a":{"text":"one two"}}`, 400, "b: 0 of text"},

		{"nothing is near yet", "POST", "/v1/indexes/a/search", "", light, 200, `"matches":[],"more":false`},
		{"a document is added", "PUT", "/v1/indexes/a/documents/one", "", light, 201, `"replaced":false`},
		{"and replaced", "PUT", "/v1/indexes/a/documents/one", "", light, 200, `"replaced":true`},
		{"by its fingerprint", "PUT", "/v1/indexes/a/documents/two", jsonly, `{"fingerprint":"` + print.String() + `"}`, 201, `"id":"two"`},
		{"ids have any bytes", "PUT", "/v1/indexes/a/documents/%2Fx%2F%2Fy/%FF", "", light, 201, `"id_base64":"L3gvL3n/"`[:13]},
		{"a slash that would be lost", "PUT", "/v1/indexes/a/documents//x", "", light, 400, "%2F"},
		{"no id", "PUT", "/v1/indexes/a/documents/", "", light, 400, "an id of 0 bytes"},
		{"an id that a question mark cuts", "PUT", "/v1/indexes/a/documents/p?id=1", "", light, 400, "%3F"},
		{"the same, to remove it", "DELETE", "/v1/indexes/a/documents/p?id=1", "", "", 400, "%3F"},
		{"the same, to show it", "GET", "/v1/indexes/a/documents/p?", "", "", 400, "%3F"},
		{"a long id", "PUT", "/v1/indexes/a/documents/" + strings.Repeat("x", longestID+1), "", light, 400, "an id of 4097 bytes"},
		{"an id tells the medium", "PUT", "/v1/indexes/a/documents/notes/page.html", "", "<p hidden>not this</p>" + light, 201, print.String()},
		{"as a name does for searches", "POST", "/v1/indexes/a/search?name=page.html&limit=0", "", "<p hidden>not this</p>" + light, 200, print.String()},
		{"it is removed again", "DELETE", "/v1/indexes/a/documents/notes/page.html", "", "", 204, ""},
		{"too short to tell", "PUT", "/v1/indexes/a/documents/short", "", "one", 422, "too-short"},
		{"of another scheme", "PUT", "/v1/indexes/a/documents/x", jsonly, `{"fingerprint":"sd1:aaaaaaaaaaaaa"}`, 422, "not-comparable"},
		{"all are found", "POST", "/v1/indexes/a/search", "", changed, 200, `"id":"two"`},
		{"the first only", "POST", "/v1/indexes/a/search?limit=1", "", light, 200, `"more":true`},
		{"none", "POST", "/v1/indexes/a/search?limit=0", "", light, 200, `"matches":[],"more":true`},
		{"those at most so far", "POST", "/v1/indexes/a/search?max_distance=0", "", light, 200, `"distance":0`},
		{"those at least so near", "POST", "/v1/indexes/a/search?min_similarity=0", "", other, 200, `"id":"one"`},
		{"too short to search for", "POST", "/v1/indexes/a/search", "", "one", 422, "too-short"},
		{"a distance that is none", "POST", "/v1/indexes/a/search?max_distance=-1", "", light, 400, "max_distance"},
		{"a similarity that is none", "POST", "/v1/indexes/a/search?min_similarity=NaN", "", light, 400, "min_similarity"},
		{"a limit that is none", "POST", "/v1/indexes/a/search?limit=10001", "", light, 400, "10000"},
		{"a semicolon between parameters", "POST", "/v1/indexes/a/search?max_distance=0;limit=1", "", light, 400, "semicolon"},
		{"half an escape", "POST", "/v1/indexes/a/search?limit=%zz", "", light, 400, "%zz"},
		{"an empty limit", "POST", "/v1/indexes/a/search?limit=", "", light, 400, "limit is empty"},
		{"a limit without a sign", "POST", "/v1/indexes/a/search?limit", "", light, 400, "limit is empty"},
		{"an empty distance", "POST", "/v1/indexes/a/search?max_distance=", "", light, 400, "max_distance is empty"},
		{"an empty list of schemes", "POST", "/v1/fingerprint?scheme=", "", light, 400, "scheme is empty"},
		{"a semicolon between stages", "POST", "/v1/fingerprint?show=text;tokens", "", light, 400, "semicolon"},
		{"a malformed query of a batch", "POST", "/v1/indexes/a/batch?;", "", "", 400, "semicolon"},
		{"a distance beside the JSON of a shadow", "PUT", "/v1/indexes/a/shadow?max_distance=3", "", `{"max_distance":1}`, 400, "max_distance"},
		{"a document is shown", "GET", "/v1/indexes/a/documents/one", "", "", 200, print.String()},
		{"another is not", "GET", "/v1/indexes/a/documents/three", "", "", 404, "no document"},
		{"its cluster", "GET", "/v1/indexes/a/clusters/one", "", "", 200, `"size":3`},
		{"of one that is not there", "GET", "/v1/indexes/a/clusters/three", "", "", 404, "no document"},
		{"of an id that a question mark cuts", "GET", "/v1/indexes/a/clusters/one?", "", "", 400, "%3F"},
		{"a malformed query for clusters", "GET", "/v1/indexes/a/clusters?limit=1;x=1", "", "", 400, "semicolon"},
		{"the largest clusters", "GET", "/v1/indexes/a/clusters?limit=1", "", "", 200, `"clusters":[`},

		{"a batch", "POST", "/v1/indexes/a/batch", "", strings.Join([]string{
			`{"op":"add","id":"b1","text":` + quoted(other) + `}`, ``,
			`{"op":"search","text":` + quoted(other) + `,"limit":1,"max_distance":0}`,
			`{"op":"delete","id":"b1"}`, `{"op":"search","text":` + quoted(other) + `,"limit":1}`, `{"op":"add","id":"","text":"x"}`, `{`,
			`{"op":"fold"}`, `{"op":"search","text":"a","limit":-1}`, `{"op":"add","id_base64":"/w==","text":` + quoted(other) + `}`,
		}, "\n"), 200, `"op":"search","fingerprint":"` + fingerprintOf(other) + `","matches":[{"id":"b1"`},
		{"a batch after a byte order mark", "POST", "/v1/indexes/a/batch", "", "\uFEFF" + `{"op":"delete","id":"b1"}`, 200, `"existed":false`},
		{"a batch of nothing", "POST", "/v1/indexes/a/batch", "", "", 200, ""},
		{"of no index", "POST", "/v1/indexes/b/batch", "", "", 404, "no index"},

		{"the page", "GET", "/", "", "", 200, "<!DOCTYPE html>"},
		{"its style", "GET", "/page.css", "", "", 200, "prefers-color-scheme: dark"},
		{"its script", "GET", "/page.js", "", "", 200, "use strict"},
		{"what searches find", "GET", "/v1/indexes/a/curve", "", "", 200, `"distances":[`},
		{"a labelled set", "POST", "/v1/indexes/a/recall", "", `{"a":"one","b":"two"}` + "\n\n" + `{"a":"one","b":"none"}` + "\n", 200,
			`{"pairs":2,"missing":1,"found":1,"recall":1,"lost":[]}`},
		{"a pair that is none", "POST", "/v1/indexes/a/recall", "", `{"a":"one"`, 400, "pair 1"},
		{"no shadow", "GET", "/v1/indexes/a/shadow", "", "", 200, `"state":"none"`},
		{"nothing to cut over to", "POST", "/v1/indexes/a/shadow/cutover", "", "", 409, "none"},
		{"nothing to drop", "DELETE", "/v1/indexes/a/shadow", "", "", 409, "conflict"},
		{"no tables", "PUT", "/v1/indexes/a/shadow", "", `{}`, 400, "max_distance from 1 to 64"},
		{"tables of copies only", "PUT", "/v1/indexes/a/shadow", "", `{"max_distance":0}`, 400, "tables for 1 find copies too"},
		{"tables of MinHash", "PUT", "/v1/indexes/a/shadow", "", `{"bands":32,"rows":4}`, 400, "the index is of sm1"},
		{"a shadow", "PUT", "/v1/indexes/a/shadow", "", `{"max_distance":1}`, 202, `"state":"building","limits":{"max_distance":1}`},
		{"one at a time", "PUT", "/v1/indexes/a/shadow", "", `{"max_distance":1}`, 409, "conflict"},
		{"an empty labelled set measures nothing", "POST", "/v1/indexes/a/recall", "", "", 200, `{"pairs":0,"missing":0,"found":0,"recall":0,"lost":[]}`},
		{"neither do ids that are not there", "POST", "/v1/indexes/a/recall", "", `{"a":"two","b":"none"}` + "\n", 200, `"missing":1,"found":0,"recall":0`},
		{"the operating point, as it was measured", "GET", "/metrics", "", "", 200, `fpcheck_index_recall_ratio{index="a"} 1`},

		{"a document is removed", "DELETE", "/v1/indexes/a/documents/one", "", "", 204, ""},
		{"once", "DELETE", "/v1/indexes/a/documents/one", "", "", 404, "no document"},
	} {
		r := httptest.NewRequest(test.method, "http://localhost"+test.path, strings.NewReader(test.body))
		if test.medium != "" {
			r.Header.Set("Content-Type", test.medium)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		body := w.Body.String()
		if w.Code != test.status || !strings.Contains(body, test.contains) {
			t.Errorf("%s: %d %s\nexpected %d, and %s", test.reason, w.Code, body, test.status, test.contains)
		}
		if path, _ := pathOf(r.Pattern); path == "/{$}" || strings.HasPrefix(path, "/page.") {
			continue // it is for people
		}
		if r.Pattern != "" {
			if err := d.check(r.Pattern, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()); err != nil {
				t.Errorf("%s: %v", test.reason, err)
			}
		} else if w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %s is no problem", test.reason, body)
		}
	}
}

func fingerprintOf(text string) string {
	f, err := scheme.SM1.Sum([]byte(text))
	if err != nil {
		panic(err)
	}
	return f.String()
}

func TestAccess(t *testing.T) {
	access, err := ReadAccess(strings.NewReader("# who\nreader read 0123456789abcdef\n\nwriter write fedcba9876543210\n"))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s, _ := newService(t, Options{Access: access, Log: &log})
	for _, test := range []struct {
		reason, method, path, token string
		status                      int
	}{
		{"health is for all", "GET", "/health", "", 200},
		{"and the description", "GET", "/openapi.yaml", "", 200},
		{"no token", "GET", "/v1/schemes", "", 401},
		{"another token", "GET", "/v1/schemes", "Bearer 0123456789abcdeF", 401},
		{"another scheme of tokens", "GET", "/v1/schemes", "Basic 0123456789abcdef", 401},
		{"a token to read", "GET", "/v1/schemes", "Bearer 0123456789abcdef", 200},
		{"the scheme in small letters", "GET", "/v1/schemes", "bearer 0123456789abcdef", 200},
		{"who writes may read", "GET", "/v1/schemes", "Bearer fedcba9876543210", 200},
		{"who reads may not write", "DELETE", "/v1/indexes/a/documents/x", "Bearer 0123456789abcdef", 403},
		{"who writes may", "DELETE", "/v1/indexes/a/documents/x", "Bearer fedcba9876543210", 404},
		{"nor by a batch", "POST", "/v1/indexes/a/batch", "Bearer 0123456789abcdef", 200},
	} {
		r := httptest.NewRequest(test.method, "http://archive.example"+test.path, strings.NewReader(`{"op":"delete","id":"x"}`))
		if test.token != "" {
			r.Header.Set("Authorization", test.token)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != test.status || strings.HasSuffix(test.path, "/batch") && !strings.Contains(w.Body.String(), `"status":403`) {
			t.Errorf("%s: %d %s: expected %d", test.reason, w.Code, w.Body, test.status)
		}
		if w.Code == 401 && w.Header().Get("WWW-Authenticate") == "" {
			t.Errorf("%s: it is not said how", test.reason)
		}
	}
	if strings.Contains(log.String(), "0123456789") || !strings.Contains(log.String(), `"token":"reader"`) {
		t.Errorf("the log has a token, or not who has it: %s", &log)
	}
	for reason, text := range map[string]string{
		"no token": "# nobody\n", "a short one": "a read 0123", "no right": "a 0123456789abcdef", "another right": "a admin 0123456789abcdef",
		"one token for two": "a read 0123456789abcdef\nb write 0123456789abcdef",
	} {
		if _, err := ReadAccess(strings.NewReader(text)); err == nil || strings.Contains(err.Error(), "0123456789abcdef") {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// TestOtherSites checks that a page of another site in a browser reaches nothing, even with a token.
func TestOtherSites(t *testing.T) {
	access, err := ReadAccess(strings.NewReader("reader read 0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newService(t, Options{})
	withTokens, _ := newService(t, Options{Access: access})
	for _, test := range []struct {
		reason, host, origin, fetch string
		status, withToken           int
	}{
		{"this machine", "localhost:8750", "", "", 200, 200},
		{"its address", "127.0.0.1:8750", "", "", 200, 200},
		{"its other address", "[::1]:8750", "", "", 200, 200},
		{"a site that took our address as its own has no token of it", "evil.example", "", "", 403, 200},
		{"a page of another site", "localhost:8750", "http://evil.example", "cross-site", 403, 403},
		{"our own page", "localhost:8750", "http://localhost:8750", "same-origin", 200, 200},
		{"a page of another port", "localhost:8750", "http://localhost:3000", "same-site", 403, 403},
		{"another site in an older browser", "localhost:8750", "http://evil.example", "", 403, 403},
		{"a sandbox in an older browser", "localhost:8750", "null", "", 403, 403},
		{"an image on a page of another site", "localhost:8750", "", "cross-site", 403, 403},
		{"an address that the user typed", "localhost:8750", "", "none", 200, 200},
	} {
		// A GET changes nothing, but finding a cluster uses a slot for long.
		for method, path := range map[string]string{"POST": "/v1/fingerprint", "GET": "/v1/indexes"} {
			r := httptest.NewRequest(method, "http://"+test.host+path, strings.NewReader(light))
			for name, value := range map[string]string{"Origin": test.origin, "Sec-Fetch-Site": test.fetch} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			w, other := httptest.NewRecorder(), httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			r.Header.Set("Authorization", "Bearer 0123456789abcdef")
			r.Body = io.NopCloser(strings.NewReader(light))
			withTokens.Handler().ServeHTTP(other, r)
			if w.Code != test.status || other.Code != test.withToken {
				t.Errorf("%s: %s: %d, %d with a token: expected %d, %d", test.reason, method, w.Code, other.Code, test.status, test.withToken)
			}
			if w.Header().Get("X-Request-Id") == "" || w.Header().Get("Content-Type") == "text/plain; charset=utf-8" {
				t.Errorf("%s: %s: the refusal has no name or is no problem: %v", test.reason, method, w.Header())
			}
		}
	}
}

// TestBusy checks that requests beyond the capacity are refused, with the time to retry.
func TestBusy(t *testing.T) {
	s, _ := newService(t, Options{Workers: 1})
	leave, err := s.gates.read.enter(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	s.gates.read.waiting.Store(s.gates.read.most)
	post := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("POST", "http://localhost/v1/fingerprint", strings.NewReader(light)))
		return w
	}
	if w := post(); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("too many wait: %d %s", w.Code, w.Body)
	}
	leave()
	s.gates.read.waiting.Store(0)
	release := hold(t, s, s.memory.Most)
	if w := post(); w.Code != http.StatusTooManyRequests {
		t.Errorf("no memory: %d %s", w.Code, w.Body)
	}
	release()
	if w := post(); w.Code != http.StatusOK || s.memory.Held() != 0 || s.gates.read.waiting.Load() != 0 {
		t.Errorf("again: %d %s, %d octets held, %d waiting", w.Code, w.Body, s.memory.Held(), s.gates.read.waiting.Load())
	}
}

// TestTooManyToCluster checks that an index with too many documents gets an error that suggests
// another request.
func TestTooManyToCluster(t *testing.T) {
	s, x := newService(t, Options{})
	s.clustered = 0
	ask := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://localhost/v1/indexes/a/"+path, strings.NewReader(light)))
		return w
	}
	ask("PUT", "documents/light")
	for state, _ := x.State(); state.Pending > 0; state, _ = x.State() {
		time.Sleep(50 * time.Millisecond)
	}
	if w := ask("GET", "clusters"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "1 documents: expected at most 0, or the cluster of one id") {
		t.Error(w.Code, w.Body)
	}
	if w := ask("GET", "clusters/light"); w.Code != http.StatusOK {
		t.Error("the cluster of one:", w.Code, w.Body)
	}
}

// TestPanic checks that a panic affects only one request.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s, _ := newService(t, Options{Log: &log})
	w := httptest.NewRecorder()
	s.answer(w, httptest.NewRequest("GET", "http://localhost/", nil), route{"GET /", open, func(http.ResponseWriter, *http.Request) error { panic("a fault") }})
	if w.Code != http.StatusInternalServerError || !strings.Contains(log.String(), "a fault") {
		t.Errorf("%d %s, and in the log %s", w.Code, w.Body, &log)
	}
}

// FuzzRequests checks that no answer has a status of 5xx, and that each is as described.
func FuzzRequests(f *testing.F) {
	f.Add("POST", "/v1/fingerprint", "application/json", []byte(`{"text":"one two"}`))
	f.Add("PUT", "/v1/indexes/a/documents/%2F", "text/html", []byte("<p>"))
	f.Add("POST", "/v1/indexes/a/batch", "", []byte("{\"op\":\"add\",\"id\":\"x\",\"text\":\"one two three four\"}\n{}"))
	f.Add("POST", "/v1/indexes/a/search?limit=3", "a/b;c=d", []byte("\x00"))
	s, _ := newService(f, Options{Body: 1 << 20, Limits: extract.Limits{Size: 1 << 20}})
	h := s.Handler()
	f.Fuzz(func(t *testing.T, method, path, mediaType string, body []byte) {
		r, err := http.NewRequest(method, "http://localhost"+path, bytes.NewReader(body))
		if err != nil {
			t.Skip()
		}
		r.Header.Set("Content-Type", mediaType)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		io.Copy(io.Discard, w.Body)
	})
}

// TestMetrics compares metrics with the requests, in the format that Prometheus reads.
func TestMetrics(t *testing.T) {
	s, _ := newService(t, Options{})
	h := s.Handler()
	ask := func(method, path, body string) string {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body)))
		return w.Body.String()
	}
	ask("POST", "/v1/fingerprint?scheme=mh1", light) // 37 words and so 35 shingles, in 128 slots
	ask("PUT", "/v1/indexes/a/documents/one", light)
	ask("POST", "/v1/indexes/a/search", light)
	ask("POST", "/v1/indexes/a/search", "short")
	got := ask("GET", "/metrics", "")
	for _, want := range []string{
		`fpcheck_requests_total{route="POST /v1/indexes/{index}/search",status="422"} 1`,
		`fpcheck_searches_total{index="a"} 1`,
		`fpcheck_minhash_slots_total{scheme="mh1"} 128`,
		`fpcheck_index_documents{index="a"} `,
		`fpcheck_stage_seconds_count{stage="disk"} 1`,
		`fpcheck_stage_seconds_bucket{stage="search",le="+Inf"} 1`,
		`fpcheck_stage_seconds_count{stage="read"} 4`,
		"# TYPE fpcheck_stage_seconds histogram",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	var empty float64
	if _, rest, ok := strings.Cut(got, `fpcheck_minhash_empty_slots_total{scheme="mh1"} `); !ok {
		t.Error("empty slots are not counted")
	} else if _, err := fmt.Sscan(rest, &empty); err != nil || empty < 80 || empty > 110 {
		t.Errorf("%v of 128 slots are empty: expected about 97", empty)
	}
	line := regexp.MustCompile(`^(# (HELP|TYPE) fpcheck_[a-z_]+ .+|fpcheck_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+.0-9e]+)$`)
	for text := range strings.Lines(got) {
		if text = strings.TrimSuffix(text, "\n"); !line.MatchString(text) {
			t.Errorf("no line of metrics: %s", text)
		}
	}
	if !testing.Short() {
		promtool(t, got, "check", "metrics")
	}
}

// TestDashboard checks that the dashboard uses existing metrics.
func TestDashboard(t *testing.T) {
	octets, err := os.ReadFile(filepath.Join("..", "..", "docs", "serve", "grafana.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(octets) {
		t.Error("it is no JSON")
	}
	names := regexp.MustCompile(`fpcheck_[a-z_]+`).FindAllString(string(octets), -1)
	for _, name := range names {
		if _, ok := help[strings.TrimSuffix(name, "_bucket")]; !ok {
			t.Errorf("there is no metric %s", name)
		}
	}
	for name := range help {
		if name != "fpcheck_index_segments" && !strings.HasPrefix(name, "fpcheck_shadow_") && !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name) }) {
			t.Errorf("it does not show %s", name)
		}
	}
}

// TestShadow checks that a shadow answers beside the index, and replaces it by one call.
func TestShadow(t *testing.T) {
	s, x := newService(t, Options{})
	h := s.Handler()
	ask := func(method, path, body string) string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "http://localhost/v1/indexes/a"+path, strings.NewReader(body)))
		return w.Body.String()
	}
	until := func(state string) {
		t.Helper()
		for range 500 {
			if x.ShadowState().State == state {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatal(x.ShadowState())
	}
	ask("PUT", "/documents/light", light)
	ask("PUT", "/shadow", `{"max_distance":2}`)
	until(liveindex.Ready)
	ask("POST", "/search", light)
	ask("POST", "/search", changed)
	got := ask("GET", "/shadow", "")
	for _, want := range []string{`"state":"ready"`, `"searches":2,"differing":1,"only_index":1,"only_shadow":0`,
		`"last":[{"fingerprint":"` + fingerprintOf(changed) + `","index":[{"id":"light"}],"shadow":[]}]`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s: expected %s", got, want)
		}
	}
	ask("POST", "/shadow/cutover", "")
	until(liveindex.NoShadow)
	if got := ask("GET", "", ""); !strings.Contains(got, `"limits":{"max_distance":2}`) {
		t.Errorf("%s: expected the limits of the shadow", got)
	}
	if got := ask("POST", "/search", changed); !strings.Contains(got, `"matches":[]`) {
		t.Errorf("%s: expected what the shadow would have found", got)
	}
}

// TestTablesOfMinHash checks that the bands of a shadow are given, or chosen for a recall.
func TestTablesOfMinHash(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.fpx")
	w, err := index.Create(name, index.Options{Scheme: scheme.MH1, Profile: extract.Visible, Bits: 8, Tables: index.TablesFor(scheme.MH1, 8, scheme.Thresholds{}, .9)})
	if err == nil {
		err = errors.Join(w.Commit(t.Context()), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, test := range []struct {
		reason  string
		request tablesRequest
		ok      bool
	}{
		{"bands", tablesRequest{MinSimilarity: .8, Bands: 32, Rows: 4}, true},
		{"a recall", tablesRequest{MinSimilarity: .8, Recall: .95}, true},
		{"the usual recall", tablesRequest{MinSimilarity: .8}, true},
		{"no similarity", tablesRequest{Bands: 32, Rows: 4}, false},
		{"more slots than there are", tablesRequest{MinSimilarity: .8, Bands: 33, Rows: 4}, false},
		{"rows only", tablesRequest{MinSimilarity: .8, Rows: 4}, false},
		{"both", tablesRequest{MinSimilarity: .8, Bands: 32, Rows: 4, Recall: .9}, false},
		{"a recall that is none", tablesRequest{MinSimilarity: .8, Recall: 2}, false},
		{"a distance", tablesRequest{MinSimilarity: .8, MaxDistance: 3}, false},
	} {
		tables, err := test.request.tables(x)
		if (err == nil) != test.ok || test.ok && tables.Bands.Bands < 1 {
			t.Errorf("%s: %+v, %v", test.reason, tables, err)
		}
	}
}

// TestRates checks that a source that asks too often waits, and others do not.
func TestRates(t *testing.T) {
	r := rates{perSecond: 2}
	now := time.Now()
	taken := func(name string, tries int) (n int) {
		for range tries {
			if r.take(name, now) {
				n++
			}
		}
		return n
	}
	if n := taken("a", 100); n != 2*burst {
		t.Errorf("%d at once: expected %d", n, 2*burst)
	}
	if n := taken("b", 1); n != 1 {
		t.Error("another waits")
	}
	now = now.Add(1500 * time.Millisecond)
	if n := taken("a", 100); n != 3 {
		t.Errorf("%d in a second and a half: expected 3", n)
	}
	for i := range 2 * mostSources {
		r.take(fmt.Sprint(i), now)
	}
	if len(r.sources) > mostSources {
		t.Errorf("%d sources are known", len(r.sources))
	}
	s, _ := newService(t, Options{Rate: .1})
	codes := []int{}
	for range 3 {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/v1/schemes", nil))
		codes = append(codes, w.Code)
	}
	if !slices.Equal(codes, []int{200, 429, 429}) {
		t.Error(codes)
	}
	for reason, pair := range map[string][2]string{
		"one network": {"[2001:db8::1]:1", "[2001:db8::ffff]:2"}, "one address": {"192.0.2.1:1", "192.0.2.1:2"},
	} {
		if a, b := sourceOf(&http.Request{RemoteAddr: pair[0]}, holder{}), sourceOf(&http.Request{RemoteAddr: pair[1]}, holder{}); a != b || a == "" {
			t.Errorf("%s: %s and %s", reason, a, b)
		}
	}
}

// BenchmarkSearch measures a search without the network.
func BenchmarkSearch(b *testing.B) {
	s, x := newService(b, Options{})
	for i := range 10_000 {
		c, err := x.Put(b.Context(), fmt.Sprint(i), printAt(b, uint64(i)*splitmix.Gamma), true)
		if err != nil {
			b.Fatal(err)
		}
		if i == 9999 {
			if _, err := c.Wait(); err != nil {
				b.Fatal(err)
			}
		}
	}
	for state, _ := x.State(); state.Pending > 0; state, _ = x.State() {
		time.Sleep(50 * time.Millisecond)
	}
	h := s.Handler()
	body := `{"fingerprint":"` + printAt(b, 7).String() + `"}`
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest("POST", "http://localhost/v1/indexes/a/search", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}

func printAt(b *testing.B, sketch uint64) scheme.Fingerprint {
	f, err := scheme.SM1.FromSketch(binary.BigEndian.AppendUint64(nil, sketch))
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// A change under a condition, or of a part, is refused: the client must not take it for done.
func TestConditions(t *testing.T) {
	for _, tt := range []struct {
		why, method, header, value string
		status                     int
	}{
		{"only if it is new", "PUT", "If-None-Match", "*", 400},
		{"only one version", "PUT", "If-Match", `"a"`, 400},
		{"only one version is deleted", "DELETE", "If-Match", `"a"`, 400},
		{"only if it is old", "DELETE", "If-Unmodified-Since", "Sat, 29 Oct 1994 19:43:31 GMT", 400},
		{"a part", "PUT", "Content-Range", "bytes 0-9/100", 400},
		{"an answer may always be whole", "GET", "If-None-Match", `"a"`, 404},
		{"no condition", "PUT", "Accept", "*/*", 201},
	} {
		s, _ := newService(t, Options{})
		r := httptest.NewRequest(tt.method, "http://localhost/v1/indexes/a/documents/new", strings.NewReader(light))
		r.Header.Set(tt.header, tt.value)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("%s: status %d, want %d: %s", tt.why, w.Code, tt.status, w.Body)
		}
	}
}

// A body that is compressed is not taken for a text.
func TestContentEncoding(t *testing.T) {
	for _, tt := range []struct {
		encoding string
		status   int
	}{{"", 200}, {"identity", 200}, {"gzip", 415}, {"deflate", 415}, {"br", 415}} {
		s := New(Options{})
		r := httptest.NewRequest("POST", "http://localhost/v1/fingerprint", strings.NewReader(light))
		r.Header.Set("Content-Encoding", tt.encoding)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("Content-Encoding %q: status %d, want %d: %s", tt.encoding, w.Code, tt.status, w.Body)
		}
	}
}
