package report

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/internal/engine/spell"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/internal/page/frame"
	"github.com/lsh-interop/fpcheck/vectors"
)

var updateRender = flag.Bool("update-render", false, "write the goldens of testdata/render")

func portNamed(name, language, version string) protocol.Hello {
	return protocol.Hello{Protocol: 1, Name: name, Language: language, Version: version, Schemes: []string{"sd1"}, Stages: vectors.Stages, Levels: []protocol.Level{protocol.Core}}
}

func octetsOf(list ...string) []vectors.Bytes { return spell.All(list) }

func passedResult(id string, stage vectors.Stage, rules ...string) *Result {
	return &Result{ID: id, Scheme: "sd1", Stage: stage, Rules: rules, Why: "why " + id, Status: Passed}
}

func failingResult(id string, stage vectors.Stage, rules []string, why string, in, want, got vectors.Data) *Result {
	return &Result{
		ID: id, Scheme: "sd1", Stage: stage, Rules: rules, Why: why, Status: Failing, Request: id,
		Input: in, Want: want, Got: got, Divergence: &Divergence{stage, in, want, got},
	}
}

// goodReport returns a run in which everything passed.
func goodReport() *Report {
	return &Report{
		Hello: portNamed("goodport", "Go", "1.2"), Level: protocol.Core, Schemes: []string{"sd1"},
		Results: []*Result{
			passedResult("text-empty", vectors.Text, "R1.1"),
			passedResult("segment-alphabetic-mark", vectors.Segment, "R4.2"),
			passedResult("hash-long", vectors.Hash, "R6.2"),
			passedResult("pipeline-words", vectors.Pipeline, "R4.2", "R5.2"),
			passedResult("pipeline-words/cut-1", protocol.Stream, "R4.2", "R5.2", "R9.2"),
		},
	}
}

// brokenReport returns a run with a failure of each kind.
func brokenReport() *Report {
	three, two := 3, 2
	fingerprint := vectors.Data{Fingerprint: "sd1:arzqpmpmlbbaa", Features: &three}
	other := vectors.Data{Fingerprint: "sd1:arzqpmpmlbbae", Features: &two}
	counters := func(at3 int64) []int64 {
		c := make([]int64, 64)
		c[3] = at3
		return c
	}
	words := vectors.Data{Raw: spell.Bytes("été na\u0308ive, 1984")}
	runs := vectors.Data{Runs: octetsOf("été", "näive", "1984")}

	joined := failingResult("pipeline-joined", vectors.Pipeline, []string{"R9.1"}, "the stages by themselves are right", words, fingerprint, other)
	joined.Divergence, joined.StagesAsked = nil, 9

	whole := failingResult("pipeline-words", vectors.Pipeline, []string{"R4.2", "R5.2"}, "a number is no word", words, fingerprint, other)
	whole.Divergence = &Divergence{
		vectors.Segment, runs,
		vectors.Data{Tokens: octetsOf("été", "näive")}, vectors.Data{Tokens: octetsOf("été", "näive", "1984")},
	}
	cut := failingResult("pipeline-words/cut-1", protocol.Stream, []string{"R4.2", "R5.2", "R9.2"}, "a number is no word", words, fingerprint, other)
	cut.Divergence = nil

	crash := failingResult("segment-long", vectors.Segment, []string{"R4.3"}, "a word too long is dropped",
		vectors.Data{Runs: octetsOf(strings.Repeat("a", 5000))}, vectors.Data{Tokens: octetsOf()}, vectors.Data{Outcome: wire.Crashed})
	crash.Reason = "the port exited with status 1\nTraceback:\n\tMemoryError: \x1b[31mout of memory\x1b[0m"

	known := failingResult("hash-long", vectors.Hash, []string{"R6.2"}, "three words at a time",
		vectors.Data{Raw: spell.Bytes("thirteen octets")}, vectors.Data{Hash: "ebaf34f958452a03"}, vectors.Data{Hash: "ebaf34f958452a13"})
	known.Status = Known

	refused := failingResult("decode-case", vectors.Decode, []string{"R8.5"}, "capitals are taken for small letters",
		vectors.Data{String: spell.Bytes("SD1:ARZQPMPMLBBAA")}, vectors.Data{Sketch: "0473083d8f584200", Scheme: "sd1", Profile: "visible"},
		vectors.Data{Outcome: protocol.Failed})
	refused.Reason = "unknown scheme SD1"

	silent := passedResult("text-last", vectors.Text, "R1.3")
	silent.Status = Unanswered
	untested := passedResult("distance-zero", vectors.Distance, "R10.2")
	untested.Status = Untested

	return &Report{
		Hello: portNamed("badport", "Python", "0.9"), Level: protocol.Core, Schemes: []string{"sd1"},
		Results: []*Result{
			passedResult("text-empty", vectors.Text, "R1.1"),
			failingResult("text-ill-formed", vectors.Text, []string{"R1.2"}, "one U+FFFD for a run of ill-formed octets",
				vectors.Data{Raw: spell.Bytes("a\xE2\x82b")}, vectors.Data{Text: spell.Bytes("a\uFFFDb")}, vectors.Data{Text: spell.Bytes("a\uFFFD\uFFFDb")}),
			silent,
			failingResult("segment-alphabetic-mark", vectors.Segment, []string{"R4.2"}, "Alphabetic is a property, not a category",
				vectors.Data{Runs: octetsOf("one", "two", "three", "\u0345", "four", "1984", "five", "six", "seven")},
				vectors.Data{Tokens: octetsOf("one", "two", "three", "\u0345", "four", "five", "six", "seven")},
				vectors.Data{Tokens: octetsOf("one", "two", "three", "four", "1984", "fi\u00ADve", "six", "seven")}),
			crash,
			known,
			failingResult("counters-tie", vectors.Counters, []string{"R7.1"}, "counters are signed",
				vectors.Data{Elements: []string{"0000000000000008"}}, vectors.Data{Counters: counters(1)}, vectors.Data{Counters: counters(-1)}),
			refused,
			untested,
			whole, joined, cut,
		},
		Faults: []string{"a reply to no request: {\"id\":\"7\"}", "the port did not end\nwith its input"},
		Stale:  []string{`hash-short: listed as failing by "hash-*", and passes`},
	}
}

// nastyReport returns a run of a hostile port.
func nastyReport() *Report {
	const evil = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)> \"'&]]> --> \x00\x1b[2J\u202E\u2028\n# TODO\n  ...\nok 99\nBail out!\xFF`${x}{{.}} \\"
	r := goodReport()
	r.Hello = protocol.Hello{Protocol: 1, Name: evil, Language: evil, Version: evil, Schemes: []string{evil}}
	r.Schemes, r.Level = []string{evil}, evil
	r.Faults, r.Stale = []string{evil}, []string{evil}
	for i, res := range r.Results {
		data := vectors.Data{Tokens: octetsOf(evil), Text: spell.Bytes(evil), Hash: evil, Fingerprint: evil, Outcome: evil, Strings: []string{evil}}
		in, other := data, data
		in.Charset, other.Tokens = evil, octetsOf(evil, "b")
		*res = *failingResult(evil, res.Stage, res.Rules, evil, in, data, other)
		res.Scheme, res.Request, res.Reason = evil, evil, evil
		res.Status = []Status{Failing, Known, Unanswered, Untested, Failing}[i]
	}
	return r
}

func render(t *testing.T, format string, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(format, &b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRenderGoldens(t *testing.T) {
	var compared bytes.Buffer
	if err := writeHTML(&compared, brokenReport(), goodReport(), goodReport()); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{
		"broken.xml":   render(t, "junit", brokenReport()),
		"broken.tap":   render(t, "tap", brokenReport()),
		"broken.json":  render(t, "json", brokenReport()),
		"broken.svg":   render(t, "badge", brokenReport()),
		"good.xml":     render(t, "junit", goodReport()),
		"good.tap":     render(t, "tap", goodReport()),
		"good.json":    render(t, "json", goodReport()),
		"good.svg":     render(t, "badge", goodReport()),
		"compare.html": compared.Bytes(),
	} {
		t.Run(name, func(t *testing.T) {
			got = styleElement.ReplaceAll(got, []byte("<style></style>"))
			got = bytes.ReplaceAll(got, []byte(fpcheck.Version), []byte("VERSION"))
			path := filepath.Join("testdata", "render", name)
			if *updateRender {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v (go test ./conformance -update-render writes the goldens)", err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

var styleElement = regexp.MustCompile(`(?s)<style>.*?</style>`)

func TestReportFormatUnknown(t *testing.T) {
	err := Write("pdf", io.Discard, goodReport())
	if err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Fatalf("got %v", err)
	}
	for _, f := range Formats() {
		if !strings.Contains(err.Error(), f) {
			t.Errorf("%v: does not name %s", err, f)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	want := []*Report{goodReport(), brokenReport()}
	var b bytes.Buffer
	if err := writeJSON(&b, want...); err != nil {
		t.Fatal(err)
	}
	first := b.String()
	if !json.Valid(b.Bytes()) {
		t.Error("no valid JSON")
	}
	got, err := ReadJSON(strings.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	b.Reset()
	if err := writeJSON(&b, got...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, b.String()); diff != "" {
		t.Errorf("written again (-first +second):\n%s", diff)
	}
	both, err := ReadJSON(strings.NewReader(first + first))
	if err != nil || len(both) != 4 {
		t.Errorf("two files in a row: %d reports, %v", len(both), err)
	}
	for _, r := range []*Report{brokenReport(), nastyReport()} { // reports that were read can be written in every form
		read, err := ReadJSON(bytes.NewReader(render(t, "json", r)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Formats() {
			render(t, f, read[0])
		}
	}
}

func TestJSONKeepsDigestsOfLargeData(t *testing.T) {
	r := goodReport()
	big := func(last string) vectors.Data {
		return vectors.Data{Raw: spell.Bytes(strings.Repeat("long ", 1e5) + last)}
	}
	r.Results[0] = failingResult("text-big", vectors.Text, []string{"R1.1"}, "it is long", big("a"), big("b"), big("c"))
	b := render(t, "json", r)
	if len(b) > 10_000 {
		t.Errorf("%d octets", len(b))
	}
	got, err := ReadJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	res := got[0].Results[0]
	if !strings.HasPrefix(res.Want.Outcome, "omitted: ") || cmp.Equal(res.Want, res.Got) {
		t.Errorf("want %v, got %v: expected digests that differ", res.Want, res.Got)
	}
	if again := render(t, "json", got[0]); string(again) != string(b) {
		t.Error("written again, it is another file")
	}
}

func TestReadJSONErrors(t *testing.T) {
	head := `{"format":"fpcheck-conformance","version":1,"reports":[{"port":{"name":"p"},"results":[`
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", "not a report"},
		{"no JSON", "<xml>", "not a report"},
		{"cut off", head, "not a report"},
		{"another file", `{"a":1}`, `format ""`},
		{"of a later version", `{"format":"fpcheck-conformance","version":2}`, "version 2"},
		{"no result", head + "null]}]}", "result 0 is empty"},
		{"status", head + `{"id":"x","stage":"text","status":"fine"}]}]}`, `x: status "fine"`},
		{"stage", head + `{"id":"x","stage":"fun","status":"passed"}]}]}`, `x: stage "fun"`},
		{"rule", head + `{"id":"x","stage":"text","status":"passed","rules":["R1.99"]}]}]}`, `x: rule "R1.99"`},
		{"counter", head + `{"id":"x","stage":"counters","status":"failed","want":{"counters":["1e3"]}}]}]}`, `counter 0 is "1e3"`},
		{"divergence", head + `{"id":"x","stage":"text","status":"failed","divergence":{"stage":""}}]}]}`, "divergence at stage"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ReadJSON(strings.NewReader(tt.in)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestJUnitShape(t *testing.T) {
	for name, r := range map[string]*Report{"good": goodReport(), "broken": brokenReport(), "nasty": nastyReport()} {
		t.Run(name, func(t *testing.T) {
			source := render(t, "junit", r)
			holdXML(t, source, map[string][]string{
				"testsuites": {"name", "tests", "failures", "errors", "skipped"},
				"testsuite":  {"name", "tests", "failures", "errors", "skipped"},
				"properties": {}, "property": {"name", "value"}, "testcase": {"name", "classname"},
				"skipped": {"message"}, "error": {"type", "message"}, "failure": {"type", "message"},
			})
			var out junitSuites
			if err := xml.Unmarshal(source, &out); err != nil {
				t.Fatal(err)
			}
			var all junitSuite
			for _, suite := range out.Suites {
				again := junitSuite{}
				for _, c := range suite.Cases {
					again.add(c)
					all.add(c)
				}
				if again.Tests != suite.Tests || again.Failures != suite.Failures || again.Errors != suite.Errors || again.Skipped != suite.Skipped {
					t.Errorf("suite %s: counts differ from its cases", suite.Name)
				}
			}
			if all.Tests != out.Tests || all.Failures != out.Failures || all.Errors != out.Errors || all.Skipped != out.Skipped {
				t.Error("counts of the whole differ from its cases")
			}
			if want := len(r.Results) + len(r.Faults) + len(r.Stale); all.Tests != want {
				t.Errorf("%d test cases, want %d", all.Tests, want)
			}
		})
	}
}

// holdXML checks that source is well-formed XML 1.0 with only these elements and attributes. All
// attributes are required.
func holdXML(t *testing.T, source []byte, elements map[string][]string) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(source))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		want, ok := elements[start.Name.Local]
		if !ok {
			t.Errorf("element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !slices.Contains(want, a.Name.Local) {
				t.Errorf("%s has the attribute %s", start.Name.Local, a.Name.Local)
			}
		}
		if len(start.Attr) != len(want) {
			t.Errorf("%s has %d attributes, want %v", start.Name.Local, len(start.Attr), want)
		}
	}
}

func TestTAPPlanAndBlocks(t *testing.T) {
	point := regexp.MustCompile(`^(not )?ok ([0-9]+) - .*$`)
	for name, r := range map[string]*Report{"good": goodReport(), "broken": brokenReport(), "nasty": nastyReport()} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(strings.TrimSuffix(string(render(t, "tap", r)), "\n"), "\n")
			points, block := 0, []string(nil)
			for i, line := range lines {
				switch {
				case block != nil && line == "  ...":
					var d tapDiagnostic
					if err := yaml.Unmarshal([]byte(strings.Join(block, "\n")), &d); err != nil {
						t.Errorf("block of point %d: %v", points, err)
					}
					if d.Message == "" || strings.Contains(d.Message, "\n") || d.Detail == "" {
						t.Errorf("block of point %d says %+v", points, d)
					}
					block = nil
				case block != nil:
					if line != "" && !strings.HasPrefix(line, "  ") {
						t.Errorf("line %d is outside the block: %q", i+1, line)
					}
					block = append(block, line)
				case line == "  ---":
					block = []string{}
				case i == 0 && line == "TAP version 14":
				case i == 1 && line == fmt.Sprintf("1..%d", len(r.Results)+len(r.Faults)+len(r.Stale)):
				case i == 2 && strings.HasPrefix(line, "# "):
				default:
					m := point.FindStringSubmatch(line)
					points++
					if m == nil || m[2] != strconv.Itoa(points) {
						t.Errorf("line %d: %q", i+1, line)
					}
				}
			}
			if want := len(r.Results) + len(r.Faults) + len(r.Stale); points != want {
				t.Errorf("%d points, want %d", points, want)
			}
		})
	}
}

func TestTAPEscapes(t *testing.T) {
	r := goodReport()
	r.Results[0].ID = `a # TODO \ b`
	if out := string(render(t, "tap", r)); !strings.Contains(out, "\nok 1 - a \\# TODO \\\\ b\n") {
		t.Errorf("got %s", out)
	}
}

func TestBadge(t *testing.T) {
	for name, r := range map[string]*Report{"good": goodReport(), "broken": brokenReport(), "nasty": nastyReport()} {
		t.Run(name, func(t *testing.T) {
			holdXML(t, render(t, "badge", r), map[string][]string{
				"svg": {"xmlns", "width", "height", "role"}, "title": {}, "rect": {"width", "height", "rx", "fill"},
				"path": {"d", "fill"}, "g": {"fill", "font-family", "font-size"}, "text": {"x", "y", "textLength"},
			})
		})
	}
	if out := string(render(t, "badge", goodReport())); !strings.Contains(out, ">core 5/5<") || !strings.Contains(out, "#1a7f37") {
		t.Errorf("a port that conforms: %s", out)
	}
	if out := string(render(t, "badge", brokenReport())); !strings.Contains(out, ">core 1/11<") || !strings.Contains(out, "#b3202a") {
		t.Errorf("a port that does not: %s", out)
	}
}

func parsePage(t *testing.T, reports ...*Report) (*html.Node, string) {
	t.Helper()
	var b bytes.Buffer
	if err := writeHTML(&b, reports...); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return doc, b.String()
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// textOf returns the text of a page.
func textOf(doc *html.Node) string {
	var b strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// TestHTMLStructure checks the page. Headers have a scope, ids are unique, links have targets, and
// nothing is fetched. No text of a port becomes markup.
func TestHTMLStructure(t *testing.T) {
	elements := strings.Fields(`html head meta title style body header main section footer h1 h2 h3 p a b bdi code pre
		span mark ul li dl div dt dd details summary table thead tbody tr th td`)
	attributes := strings.Fields(`lang charset name content http-equiv class id href role scope tabindex open title
		aria-labelledby aria-hidden data-label translate dir colspan`)
	doc, _ := parsePage(t, nastyReport(), brokenReport(), goodReport(), nastyReport())
	ids, links := map[string]int{}, []string{}
	for n := range doc.Descendants() {
		if n.Type == html.CommentNode {
			t.Errorf("comment %q", n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(elements, n.Data) {
			t.Errorf("element %s", n.Data)
		}
		for _, a := range n.Attr {
			if !slices.Contains(attributes, a.Key) {
				t.Errorf("%s has the attribute %s=%q", n.Data, a.Key, a.Val)
			}
		}
		if id := attribute(n, "id"); id != "" {
			ids[id]++
		}
		switch n.Data {
		case "a":
			links = append(links, attribute(n, "href"))
		case "th":
			if attribute(n, "scope") == "" {
				t.Error("th without scope")
			}
		case "html":
			if attribute(n, "lang") != "en" {
				t.Error("no lang")
			}
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %s stands %d times", id, n)
		}
	}
	for _, link := range links {
		if ids[strings.TrimPrefix(link, "#")] == 0 {
			t.Errorf("link %q leads nowhere", link)
		}
	}
	if regexp.MustCompile(`url\(|@import|@font-face`).MatchString(frame.Style + pageStyle) {
		t.Error("the style fetches something")
	}
}

func TestHTMLSays(t *testing.T) {
	doc, _ := parsePage(t, brokenReport(), goodReport())
	page := textOf(doc)
	for _, want := range []string{
		"1 of 2 ports conforms", "text-ill-formed", "U+0061 U+FFFD U+FFFD U+0062", "U+0345", `a\xE2\x82b`, "known failure", "no answer",
		`MemoryError: \u001B[31mout of memory`, "a reply to no request", "listed as failing by", "Every stage agrees by itself (9 requests)",
		ruleOf("R4.2").Text, "first at another stage",
		"counter 3", "not tested",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if _, page := parsePage(t); !strings.Contains(page, "No runs") {
		t.Error("a page of no runs does not say so")
	}
}

// TestHTMLIsBounded checks that large lists and texts are not copied into the page.
func TestHTMLIsBounded(t *testing.T) {
	r := goodReport()
	many := make([]string, 20_000)
	for i := range many {
		many[i] = "token" + strconv.Itoa(i)
	}
	long := strings.Repeat("word ", 2e6)
	r.Results[1] = failingResult("segment-many", vectors.Segment, []string{"R4.1"}, "there are many",
		vectors.Data{Runs: octetsOf(long)}, vectors.Data{Tokens: octetsOf(many...)}, vectors.Data{Tokens: octetsOf(many[1:]...)})
	r.Results[0] = failingResult("text-long", vectors.Text, []string{"R1.1"}, "it is long",
		vectors.Data{Raw: spell.Bytes(long + "\xFF")}, vectors.Data{Text: spell.Bytes(long + "\uFFFD")}, vectors.Data{Text: spell.Bytes(long)})
	doc, page := parsePage(t, r)
	if len(page) > 200_000 {
		t.Errorf("%d octets", len(page))
	}
	if !strings.Contains(textOf(doc), "U+FFFD") {
		t.Error("the difference at the end does not show")
	}
}

// TestBlameOfTheWhole checks the blame for a port with only the whole pipeline. It is not blamed
// for stages that it lacks. R9.2 is blamed only if the uncut text passes.
func TestBlameOfTheWhole(t *testing.T) {
	r := goodReport()
	fail := func(i int) {
		id := r.Results[i].ID
		r.Results[i] = failingResult(id, r.Results[i].Stage, r.Results[i].Rules, "", vectors.Data{}, vectors.Data{Outcome: "a"}, vectors.Data{Outcome: "b"})
		r.Results[i].Divergence = nil
	}
	blamed := func() string {
		var ids []string
		for _, rule := range pagePortOf(r).blamed(r.Results[4]) {
			ids = append(ids, rule.ID)
		}
		return strings.Join(ids, " ")
	}
	fail(4)
	if got := blamed(); got != "R9.2" {
		t.Errorf("only cut: %q is blamed, want R9.2", got)
	}
	fail(3)
	if got := blamed(); got != "R4.2 R5.2" {
		t.Errorf("uncut too: %q is blamed, want R4.2 R5.2", got)
	}
	r.Results[3].StagesAsked = 5
	if got := blamed(); got != "" {
		t.Errorf("others were taken apart: %q is blamed, want nothing", got)
	}
}

func TestSidesOf(t *testing.T) {
	join := func(side diffSide) string {
		var b strings.Builder
		for _, p := range side.Text {
			if p.Differs {
				b.WriteString("[" + p.Text + "]")
			} else {
				b.WriteString(p.Text)
			}
		}
		return b.String()
	}
	for _, tt := range []struct{ name, a, b, wantA, wantB string }{
		{"same", "word", "word", "word", "word"},
		{"middle", "one two", "one-two", "one[ ]two", "one[-]two"},
		{"missing", "ab", "abc", "ab", "ab[c]"},
		{"code points that share octets", "é", "è", "[é]", "[è]"},
		{"code points that end alike", "xÉ", "xĉ", "x[É]", "x[ĉ]"},
		{"a mark that differs", "a\u0301", "a\u0302", "a[\u25CC\u0301]", "a[\u25CC\u0302]"},
		{"ill-formed octets", "a\xE2\x82b", "a\xE2\x83b", `a\xE2[\x82]b`, `a\xE2[\x83]b`},
		{"unseen", "a\u00ADb\u3000", "ab\u3000", `a[\u00AD]b\u3000`, `ab\u3000`},
		{"long", strings.Repeat("x", 100) + "a", strings.Repeat("x", 100) + "b",
			"… 88 bytes …xxxxxxxxxxxx[a]", "… 88 bytes …xxxxxxxxxxxx[b]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := sidesOf(tt.a, tt.b, true)
			if join(a) != tt.wantA || join(b) != tt.wantB {
				t.Errorf("got %s and %s, want %s and %s", join(a), join(b), tt.wantA, tt.wantB)
			}
		})
	}
}

// TestFullForms checks that full forms are shown slot by slot.
func TestFullForms(t *testing.T) {
	form := func(held map[int]uint64) vectors.Data {
		full := []byte("fpmh\x01")
		for i := range 128 {
			value, ok := held[i]
			if !ok {
				value = 1<<64 - 1
			}
			full = binary.BigEndian.AppendUint64(full, value)
		}
		return vectors.Data{Full: vectors.BytesOf(full)}
	}
	d := Divergence{Stage: vectors.Full, Want: form(map[int]uint64{3: 5, 9: 1}), Got: form(map[int]uint64{3: 6, 127: 1})}
	want := "slot 3: expected 0000000000000005, got 0000000000000006\nslot 9: expected 0000000000000001, got empty\nslot 127: expected empty, got 0000000000000001"
	if got := d.Describe(); got != want {
		t.Errorf("described as\n%s\nwant\n%s", got, want)
	}
	var labels []string
	for _, row := range tableOf(d.Want, d.Got).Rows {
		if !row.Equal {
			labels = append(labels, row.Label)
		}
	}
	if !slices.Contains(labels, "slot 3") || !slices.Contains(labels, "slot 127") {
		t.Errorf("rows %q", labels)
	}
	d.Got = vectors.Data{Full: spell.Bytes("fpmh")}
	if got := d.Describe(); got != "expected 128 slots, got 1" {
		t.Errorf("no full form is described as %s", got)
	}
	for _, tt := range []struct{ want, got, says string }{
		{"0000000000000003", "0000000000000000", "2 bits differ: 0000000000000003"},
		{strings.Repeat("ff", 16), "f7" + strings.Repeat("ff", 14) + "fe", "2 of 128 slots differ, first slot 4: expected 1, got 0"},
		{strings.Repeat("a5", 64), strings.Repeat("a5", 63) + "a6", "1 of 128 slots differ, first slot 127: expected 5, got 6"},
		{strings.Repeat("ab", 128), strings.Repeat("ab", 128), ""},
		{"00", "01", ""},
		{"0000000000000003", "0000000000000003", ""},
		{"0000000000000000", "00", ""},
		{"x", "", ""},
	} {
		if got := difference(tt.want, tt.got); got != tt.says {
			t.Errorf("%.20s and %.20s: %q, want %q", tt.want, tt.got, got, tt.says)
		}
	}
	rows := given(vectors.Data{Fulls: octetsOf("a", "b"), Bits: 4, Sketch: "00"})
	labels = nil
	for _, row := range rows {
		labels = append(labels, row.Label)
	}
	if !slices.Equal(labels, []string{"2 full forms", "sketch", "bits"}) {
		t.Errorf("given %q", labels)
	}
}

// TestContrast checks WCAG 2, AA. Text has a contrast of at least 4.5 to 1 in the light, dark and
// printed palettes.
func TestContrast(t *testing.T) {
	colours := map[string]string{}
	for i, root := range regexp.MustCompile(`(?s):root \{.*?\}`).FindAllString(frame.Style, -1) {
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]+)`).FindAllStringSubmatch(root, -1) {
			colours[m[1]] = m[2]
		}
		for _, pair := range []string{
			"ink paper", "ink panel", "quiet paper", "quiet panel", "link paper", "fail paper", "pass paper",
			"fail fail-paper", "else else-paper", "mark mark-paper",
		} {
			ink, paper, _ := strings.Cut(pair, " ")
			if c := contrast(colours[ink], colours[paper]); c < 4.5 {
				t.Errorf("palette %d: %s on %s is %.2f to 1", i, ink, paper, c)
			}
		}
	}
	for _, colour := range []string{"#1a7f37", "#b3202a", "#43474d"} {
		if c := contrast("#ffffff", colour); c < 4.5 {
			t.Errorf("badge: white on %s is %.2f to 1", colour, c)
		}
	}
}

func contrast(a, b string) float64 {
	luminance := func(s string) float64 {
		s = strings.TrimPrefix(s, "#")
		if len(s) == 3 {
			s = string([]byte{s[0], s[0], s[1], s[1], s[2], s[2]})
		}
		n, _ := strconv.ParseUint(s, 16, 32)
		channel := func(shift int) float64 {
			c := float64(n>>shift&0xFF) / 255
			if c <= 0.04045 {
				return c / 12.92
			}
			return math.Pow((c+0.055)/1.055, 2.4)
		}
		return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}
