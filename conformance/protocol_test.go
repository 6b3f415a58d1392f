package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/known"
	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/internal/engine/wire"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

func protocolSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	source, err := fs.ReadFile(vectors.FS, "protocol.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:fpcheck:protocol", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("urn:fpcheck:protocol")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchema checks that the schema is neither stricter nor more lenient than annex A.
func TestSchema(t *testing.T) {
	schema := protocolSchema(t)
	counters := func(first string) string {
		return `{"id":"1","counters":["` + first + `"` + strings.Repeat(`,"0"`, 63) + `]}`
	}
	for _, tt := range []struct {
		why, line string
		valid     bool
	}{
		{`a line that is no request is answered with the id ""`, `{"id":"","outcome":"error"}`, true},
		{"an id is a string", `{"id":1,"outcome":"error"}`, false},
		{"a hello needs four keys", `{"protocol":1,"name":"x","schemes":["sd1"],"stages":["hash"]}`, true},
		{"stages are one of them", `{"protocol":1,"name":"x","schemes":["sd1"]}`, false},
		{"a port has a stage", `{"protocol":1,"name":"x","schemes":["sd1"],"stages":[]}`, false},
		{"a counter of 0", counters("0"), true},
		{"a negative counter", counters("-10"), true},
		{"no leading zero", counters("01"), false},
		{"no zero with a minus sign", counters("-0"), false},
		{"no plus sign", counters("+1"), false},
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.line))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); (err == nil) != tt.valid {
			t.Errorf("%s: %.60s: valid is %v: %v", tt.why, tt.line, !tt.valid, err)
		}
	}
}

func validLine(t *testing.T, s *jsonschema.Schema, line string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err == nil {
		err = s.Validate(v)
	}
	if err != nil {
		t.Errorf("%.300s\nis not of the protocol: %v", line, err)
	}
}

// TestLines checks every request of a run and every reply of the reference. Each matches the
// schema, and survives a round trip through its line.
func TestLines(t *testing.T) {
	t.Parallel()
	schema := protocolSchema(t)
	p := NewReference(scheme.All()...)
	jobs := func(yield func(job) bool) {
		for _, level := range []protocol.Level{protocol.Markup, protocol.Digest, protocol.Passages} {
			r := newRun(p.Describe(), Options{Level: level, Accumulated: 100}.withDefaults(), vectors.All())
			for j := range r.jobs() {
				if (level == protocol.Markup || cases.LevelOf(j.Request.Stage) == level) && !yield(j) {
					return
				}
			}
		}
	}
	for j := range jobs {
		// In a short run, one line of a long text is enough, however it is cut.
		if n := len(j.Request.Input.Raw.Bytes()); n > 1<<20 || testing.Short() && n > 8<<10 && j.Request.Cuts != nil {
			continue
		}
		line, err := wire.MarshalRequest(j.Request)
		if err != nil {
			t.Fatal(err)
		}
		validLine(t, schema, string(line))
		request, _, err := wire.ParseRequest(line)
		if err != nil {
			t.Fatal(err)
		}
		reply := p.Answer(request)
		if line, err = wire.MarshalReply(reply); err != nil {
			t.Fatal(err)
		}
		validLine(t, schema, string(line))
		back, err := wire.ParseReply(line, func(string) vectors.Stage { return j.Request.Stage })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(reply, back); diff != "" {
			t.Errorf("%s: reply before and after its line (-before +after):\n%s", j.Request.ID, diff)
		}
		if diff := cmp.Diff(j.Want, back.Result); diff != "" {
			t.Errorf("%s over the protocol (-want +got):\n%s", j.Request.ID, diff)
		}
	}
}

func serveText(t *testing.T, requests string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(NewReference(scheme.All()...), strings.NewReader(requests), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestServe(t *testing.T) {
	const offered = `{"protocols":[1],"suite":"9.9.9","later":true}` + "\n"
	for _, tt := range []struct{ why, request, want string }{
		{"an unknown stage", `{"id":"1","stage":"divine","scheme":"sd1"}`, `{"id":"1","outcome":"unsupported","reason":"no stage divine"}`},
		{"an unknown scheme", `{"id":"1","stage":"hash","scheme":"zz9","octets":""}`, `{"id":"1","outcome":"unsupported","reason":"no scheme zz9"}`},
		{"an unknown key", `{"id":"1","stage":"hash","scheme":"sd1","octets":"","colour":"red"}`, `{"id":"1","hash":"deadbeefdeadbeef"}`},
		{"no JSON", `{"id":"1"`, `{"id":"","outcome":"error","reason":"the line is not JSON: unexpected end of JSON input"}`},
		{"a malformed hash", `{"id":"1","stage":"counters","scheme":"sd1","elements":["1"]}`, `{"id":"1","outcome":"error","reason":"\"1\": expected 16 lower-case hexadecimal digits"}`},
		{"too few counters", `{"id":"1","stage":"sketch","scheme":"sd1","counters":["1"]}`, `{"id":"1","outcome":"error","reason":"1 counters: expected 64"}`},
		{"a counter that is no number", `{"id":"1","stage":"sketch","scheme":"sd1","counters":["x"]}`, `{"id":"1","outcome":"error","reason":"counters: item 0: \"x\": expected the decimal digits of a signed integer of 64 bits"}`},
		{"one string", `{"id":"1","stage":"distance","strings":["sd1:aaaaaaaaaaaaa"]}`, `{"id":"1","outcome":"error","reason":"1 strings: expected 2"}`},
		{"cuts that go back", `{"id":"1","stage":"stream","scheme":"sd1","octets":"YWI=","cuts":[2,1]}`, `{"id":"1","outcome":"error","reason":"cut at 1: expected ascending offsets up to 2"}`},
		{"cuts beyond the end", `{"id":"1","stage":"stream","scheme":"sd1","octets":"YWI=","cuts":[3]}`, `{"id":"1","outcome":"error","reason":"cut at 3: expected ascending offsets up to 2"}`},
		{"no such form of a scheme", `{"id":"1","stage":"encode","scheme":"zz9b4","sketch":""}`, `{"id":"1","outcome":"unsupported","reason":"no scheme zz9b4"}`},
		{"a stage of other schemes", `{"id":"1","stage":"full","scheme":"sd1","elements":[]}`, `{"id":"1","outcome":"unsupported","reason":"no stage full"}`},
		{"an element that is none", `{"id":"1","stage":"full","scheme":"mh1","elements":["x"]}`, `{"id":"1","outcome":"error","reason":"\"x\": expected 16 lower-case hexadecimal digits"}`},
		{"one full form", `{"id":"1","stage":"merge","scheme":"mh1","fulls":[""]}`, `{"id":"1","outcome":"error","reason":"1 full forms: expected 2"}`},
		{"no full forms", `{"id":"1","stage":"merge","scheme":"mh1","fulls":["",""]}`, `{"id":"1","outcome":"rejected"}`},
		{"counters of a MinHash", `{"id":"1","stage":"sketch","scheme":"mh1","counters":["1"]}`, `{"id":"1","outcome":"error","reason":"no full form: expected one, of a MinHash"}`},
		{"more bits than there are", `{"id":"1","stage":"truncate","scheme":"mh1","sketch":"00000000000000000000000000000000","bits":2}`, `{"id":"1","outcome":"error","reason":"2 bits a slot of a sketch that has 1"}`},
		{"three bits", `{"id":"1","stage":"truncate","scheme":"mh1","sketch":"00000000000000000000000000000000","bits":3}`, `{"id":"1","outcome":"error","reason":"3 bits a slot of a sketch that has 1"}`},
		{"a sketch that is none", `{"id":"1","stage":"truncate","scheme":"mh1","sketch":"0","bits":1}`, `{"id":"1","outcome":"error","reason":"\"0\": expected two lower-case hexadecimal digits for each byte"}`},
		{"no profile's name", `{"id":"1","stage":"encode","scheme":"sm1","profile":"A B","sketch":"0000000000000000"}`, `{"id":"1","outcome":"error","reason":"profile \"A B\": expected a name by R8.4"}`},
		{"a sketch of another scheme", `{"id":"1","stage":"encode","scheme":"mh1b4","sketch":"0000000000000000"}`, `{"id":"1","outcome":"error","reason":"a sketch of 8 bytes: expected 64 for mh1b4"}`},
		{"a form by its name", `{"id":"1","stage":"encode","scheme":"mw1b1","sketch":"00000000000000000000000000000000"}`, `{"id":"1","string":"bXcxYjE6YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE="}`},
		{"a SimHash of fewer bits", `{"id":"1","stage":"encode","scheme":"sm1b4","sketch":"0000000000000000"}`, `{"id":"1","outcome":"unsupported","reason":"no scheme sm1b4"}`},
		{"no octets at all", `{"id":"1","stage":"pipeline","scheme":"sd1"}`, `{"id":"1","outcome":"error","reason":"octets: missing: expected this key"}`},
		{"octets of length 0", `{"id":"1","stage":"pipeline","scheme":"sd1","octets":""}`, `{"id":"1","outcome":"no-features"}`},
		{"no cuts of a stream", `{"id":"1","stage":"stream","scheme":"sd1","octets":"YWI="}`, `{"id":"1","outcome":"error","reason":"cuts: missing: expected this key"}`},
		{"no scheme", `{"id":"1","stage":"hash","octets":""}`, `{"id":"1","outcome":"error","reason":"scheme: missing: expected this key"}`},
		{"no scheme, and an unknown stage", `{"id":"1","stage":"divine"}`, `{"id":"1","outcome":"unsupported","reason":"no stage divine"}`},
		{"no threshold", `{"id":"1","stage":"clusters","scheme":"sm1","ids":[],"weights":[],"strings":[],"floor":0}`, `{"id":"1","outcome":"error","reason":"threshold: missing: expected this key"}`},
	} {
		if got := serveText(t, offered+tt.request+"\n"); len(got) != 2 || got[1] != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.why, got[1:], tt.want)
		}
	}
	var out bytes.Buffer
	err := Serve(NewReference(scheme.SD1), strings.NewReader(`{"protocols":[7,8],"suite":"9.9.9"}`+"\n"), &out)
	if err == nil || !strings.Contains(out.String(), `{"error":"protocol 1 is the only one spoken here, [7 8] are offered"}`) {
		t.Errorf("versions that are not spoken: %q, %v", out.String(), err)
	}
	if err := Serve(NewReference(scheme.SD1), strings.NewReader(""), io.Discard); err == nil {
		t.Error("no hello: no error")
	}
	if err := Serve(NewReference(scheme.SD1), strings.NewReader("hello\n"), io.Discard); err == nil {
		t.Error("a hello that is not JSON: no error")
	}
}

// TestPanic checks that a panic of an implementation becomes a reply.
func TestPanic(t *testing.T) {
	p := reference(scheme.SD1)
	p.Hash = func([]byte) uint64 { panic("no tables") }
	reply := p.Answer(protocol.Request{ID: "1", Stage: vectors.Hash})
	if reply.Result.Outcome != protocol.Failed || !strings.HasPrefix(reply.Reason, "panic: no tables\n") {
		t.Errorf("%+v", reply)
	}
}

// TestDocumentedSessions checks that the sessions in the documents match the reference.
func TestDocumentedSessions(t *testing.T) {
	schema := protocolSchema(t)
	for name, text := range map[string]string{"SPEC.md": fpcheck.Spec, "docs/porting.md": read(t, "../docs/porting.md")} {
		var requests strings.Builder
		want := map[string]string{}
		lines := bufio.NewScanner(strings.NewReader(text))
		for lines.Scan() {
			line := lines.Text()
			if rest, ok := strings.CutPrefix(line, "> {"); ok {
				validLine(t, schema, "{"+rest)
				requests.WriteString("{" + rest + "\n")
				if strings.Contains(rest, `"protocols"`) && requests.Len() > len(rest)+2 {
					requests.Reset() // another session begins
					requests.WriteString("{" + rest + "\n")
				}
			}
			if rest, ok := strings.CutPrefix(line, `< {"id"`); ok {
				validLine(t, schema, `{"id"`+rest)
				var l named
				if err := json.Unmarshal([]byte(`{"id"`+rest), &l); err != nil {
					t.Fatal(err)
				}
				want[l.ID] = `{"id"` + rest
			}
		}
		session := requests.String()
		if !strings.HasPrefix(session, `{"protocols"`) {
			session = `{"protocols":[1],"suite":"0"}` + "\n" + session
		}
		got := serveText(t, session)
		if len(want) == 0 || len(got) != len(want)+1 {
			t.Errorf("%s: %d replies, want %d", name, len(got)-1, len(want))
		}
		for _, line := range got[1:] {
			var l named
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatal(err)
			}
			if line != want[l.ID] {
				t.Errorf("%s: the reference says %s, the document %s", name, line, want[l.ID])
			}
		}
	}
}

type named struct {
	ID string `json:"id"`
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func FuzzParseReply(f *testing.F) {
	for stage, line := range map[vectors.Stage]string{
		vectors.Hash: `{"id":"1","hash":"deadbeefdeadbeef"}`, vectors.Counters: `{"id":"1","counters":["1"]}`, vectors.Text: `{"id":1}`,
		vectors.Normalise: `{"id":"1","runs":[""]}`, vectors.Full: `{"id":"1","full":"ZnBtaAE="}`,
		vectors.Features: `{"id":"1","elements":[]}`, vectors.Merge: "null", vectors.Sketch: "\xff",
		vectors.Passages: `{"id":"","passages":[[0,1,2,3,4]]}`, vectors.Pipeline: `{"id":"1","outcome":"no-features","Features":1}`,
	} {
		f.Add(string(stage), []byte(line))
	}
	f.Fuzz(func(t *testing.T, stage string, b []byte) {
		stageOf := func(string) vectors.Stage { return vectors.Stage(stage) }
		r, err := wire.ParseReply(b, stageOf)
		if err != nil {
			return
		}
		line, err := wire.MarshalReply(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := wire.ParseReply(line, stageOf)
		if err != nil {
			t.Fatalf("%s became %s: %v", b, line, err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Errorf("%s became %s (-once +again):\n%s", b, line, diff)
		}
	})
}

// FuzzServe checks that the reference answers every line with one line of the protocol.
func FuzzServe(f *testing.F) {
	f.Add(`{"id":"1","stage":"hash","scheme":"sd1","octets":"w6l0w6k="}` + "\n" + `{"id":"2","stage":"decode","string":"c2QxOg=="}`)
	f.Add(`{"id":"1","stage":"stream","scheme":"sd1","octets":"YWI=","cuts":[0,1,1,2]}`)
	f.Add(`{"id":"1","stage":"sketch","scheme":"sd1","counters":["9223372036854775808"]}`)
	f.Add(`{"id":"1","stage":"full","scheme":"mh1","elements":["0000000000000001"]}` + "\n" + `{"id":"2","stage":"merge","scheme":"mh1","fulls":["ZnBtaAE=",""]}`)
	f.Add(`{"id":"1","stage":"truncate","scheme":"mw1","sketch":"00000000000000000000000000000000","bits":1}`)
	f.Add(`{"id":"1","stage":"encode","scheme":"mh1b4","sketch":"00"}`)
	f.Add("0\n")
	p := NewReference(scheme.All()...)
	f.Fuzz(func(t *testing.T, requests string) {
		var out bytes.Buffer
		if err := Serve(p, strings.NewReader(`{"protocols":[1],"suite":"0"}`+"\n"+requests), &out); err != nil {
			t.Fatal(err)
		}
		asked := strings.Count(requests, "\n")
		if requests != "" && !strings.HasSuffix(requests, "\n") {
			asked++
		}
		replies := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")[1:]
		if len(replies) != asked {
			t.Fatalf("%d lines answered with %d", asked, len(replies))
		}
		for _, line := range replies {
			if _, err := wire.ParseReply([]byte(line), func(string) vectors.Stage { return "" }); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	of, err := Test(f.Context(), NewReference(scheme.SD1), Options{Match: known.Glob("hash-*")})
	if err != nil {
		f.Fatal(err)
	}
	var good bytes.Buffer
	if err := report.Write("json", &good, of); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add([]byte(`{"format":"fpcheck-conformance","version":1,"suite":"0","reports":[]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		reports, err := report.ReadJSON(bytes.NewReader(b))
		if err != nil {
			return
		}
		if err := report.Write("html", io.Discard, reports...); err != nil {
			t.Error(err)
		}
		for _, r := range reports {
			for _, format := range report.Formats() {
				if err := report.Write(format, io.Discard, r); err != nil {
					t.Errorf("%s: %v", format, err)
				}
			}
		}
	})
}
