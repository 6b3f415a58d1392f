package premis

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/manifest"
	"github.com/lsh-interop/fpcheck/scheme"
)

var update = flag.Bool("update", false, "write testdata again")

func fingerprint(s string) scheme.Fingerprint {
	fp, err := scheme.Parse(s)
	if err != nil {
		panic(err)
	}
	return fp
}

// sum returns a digest that differs for each c.
func sum(c byte) manifest.Digest { return manifest.Digest(bytes.Repeat([]byte{c}, 32)) }

var check = Check{
	Time:     time.Date(2026, 1, 2, 4, 4, 5, 0, time.FixedZone("", 3600)),
	Tool:     "fpcheck 0.3.0",
	Manifest: Source{"manifest.txt", 1832, sum(0xAA)},
	Header:   manifest.Header{Scheme: scheme.SM1, Profile: "visible", Tool: "fpcheck 0.2.0"},
}

// meant is a check of a migration in which similar texts are accepted.
var meant = func() Check {
	c := check
	c.Rules = outcome.Rules{Meant: true, Accept: outcome.AcceptSimilar}
	return c
}()

// read returns an entry whose text was read.
func read(path, fp string, octets, text byte, tool string) *manifest.Entry {
	return &manifest.Entry{
		Path: path, Fingerprint: fingerprint(fp), Features: 70, Size: 512, SHA256: sum(octets), Text: sum(text),
		Reading: manifest.Reading{MediaType: "text/html", Encoding: "utf-8", Tool: tool},
	}
}

// It returns an entry without a text.
func octets(path string, c byte) *manifest.Entry {
	return &manifest.Entry{Path: path, Size: 512, SHA256: sum(c)}
}

const (
	some  = "sm1:gm2w4raf2t3kq"
	other = "sm1:gm2w4raf2t3iq"
	html  = "golang.org/x/net v0.62.0"
)

var results = []struct {
	why string
	manifest.Result
}{
	{"only its octets were read now: the rest is the manifest's", manifest.Result{Path: "ok.html", Status: manifest.OK, Distance: -1,
		Stored: read("ok.html", some, 1, 2, html), Found: octets("ok.html", 1)}},
	{"a picture has no text", manifest.Result{Path: "ok.png", Status: manifest.OK, Distance: -1,
		Stored: &manifest.Entry{Path: "ok.png", State: manifest.Unsupported, Size: 9, SHA256: sum(3)}, Found: octets("ok.png", 3)}},
	{"the octets are others", manifest.Result{Path: "text", Status: manifest.SameText, Distance: -1,
		Stored: read("text", some, 1, 2, html), Found: read("text", some, 3, 2, html)}},
	{"the order is another", manifest.Result{Path: "fingerprint", Status: manifest.SameFingerprint, Distance: 0, Similarity: 1,
		Stored: read("fingerprint", some, 1, 2, html), Found: read("fingerprint", some, 3, 4, html)}},
	{"it is near", manifest.Result{Path: "similar", Status: manifest.Similar, Distance: 2, Similarity: 0.96875,
		Stored: read("similar", some, 1, 2, html), Found: read("similar", other, 3, 4, html)}},
	{"a program read it", manifest.Result{Path: "different", Status: manifest.Different, Distance: 31, Similarity: 0.515625,
		Stored: read("different", some, 1, 2, ""), Found: read("different", other, 3, 4, "poppler pdftotext 22.12.0")}},
	{"what the manifest has is the object", manifest.Result{Path: "missing", Status: manifest.Missing, Distance: -1,
		Stored: read("missing", some, 1, 2, html)}},
	{"there is nothing to compare it with", manifest.Result{Path: "new", Status: manifest.New, Distance: -1, Found: octets("new", 5)}},
	{"it says where it was", manifest.Result{Path: "moved/to", Status: manifest.Moved, MovedStatus: manifest.SameText, From: "moved from", Distance: -1,
		Stored: read("moved from", some, 1, 2, html), Found: read("moved/to", some, 5, 2, html)}},
	{"nobody can say", manifest.Result{Path: "scan.pdf", Status: manifest.WithoutText, Distance: -1,
		Stored: &manifest.Entry{Path: "scan.pdf", State: manifest.NoText, Size: 9, SHA256: sum(3)},
		Found:  &manifest.Entry{Path: "scan.pdf", State: manifest.NoText, Size: 8, SHA256: sum(4)}}},
	{"an error has any characters", manifest.Result{Path: "locked", Status: manifest.NotRead, Distance: -1,
		Stored: octets("locked", 6), Found: &manifest.Entry{Path: "locked", State: manifest.Unreadable, Size: -1},
		Err: &fs.PathError{Op: "open", Path: "lo\x00\xFF\"<]]>\n", Err: fs.ErrPermission}}},
	{"a directory is no file", manifest.Result{Path: "dir/", Status: manifest.NotRead, Distance: -1,
		Found: &manifest.Entry{Path: "dir/", State: manifest.Unreadable, Size: -1}, Err: fs.ErrPermission}},
	{"the tree itself", manifest.Result{Path: "./", Status: manifest.NotRead, Distance: -1,
		Found: &manifest.Entry{Path: "./", State: manifest.Unreadable, Size: -1}, Err: fs.ErrPermission}},
	{"there was nothing to record", manifest.Result{Path: "unlocked", Status: manifest.NotCompared, Distance: -1,
		Stored: &manifest.Entry{Path: "unlocked", State: manifest.Unreadable, Size: -1}, Found: octets("unlocked", 6), Err: fs.ErrInvalid}},
	{"another name: a migrated file", manifest.Result{Path: "new/x.pdf", Status: manifest.SameText, Distance: -1,
		Stored: read("old/x.doc", some, 1, 2, "catdoc 0.95"), Found: read("new/x.pdf", some, 3, 2, "poppler pdftotext 22.12.0")}},
}

var oddNames = []struct{ name, why string }{
	{"two\nlines\r", "line ends are characters of XML"},
	{"a\tb c", "blanks"},
	{"\xFF\xFE", "no UTF-8"},
	{"\x01\x1B[31m", "control characters are none of XML"},
	{"\uFFFE\uFFFF", "nor are these"},
	{"\uFFFD", "this is, and what stands for others"},
	{"\u202Eevil\u0085\u2028", "these are"},
	{"<&>\"']]>", "markup"},
	{"a:b", "a reference that begins so would have a scheme"},
	{"100%41?#x", "what references have"},
	{"größe 😀", "beyond ASCII"},
	{"-*!'();@=+$,[]{}|\\^`~", "all that has a meaning somewhere"},
	{strings.Repeat("n", 255), "as long as names get"},
}

// memory is a spool.
type memory struct{ bytes.Buffer }

func (*memory) Seek(int64, int) (int64, error) { return 0, nil }

// document writes results.
func document(t testing.TB, f Form, c Check, results []manifest.Result) string {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, new(memory), f, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Write(r, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func all() (rs []manifest.Result) {
	for _, r := range results {
		rs = append(rs, r.Result)
	}
	return rs
}

func odd() (rs []manifest.Result) {
	for _, n := range oddNames {
		rs = append(rs, manifest.Result{Path: n.name, Status: manifest.OK, Distance: -1, Stored: octets(n.name, 7), Found: octets(n.name, 7)})
	}
	return rs
}

var documents = []struct {
	name    string
	form    Form
	check   Check
	results []manifest.Result
	why     string
}{
	{"premis.xml", PREMIS, check, all(), "every status"},
	{"mets.xml", METS, check, all(), "every status"},
	{"odd-names.premis.xml", PREMIS, check, odd(), "names that XML cannot have"},
	{"odd-names.mets.xml", METS, check, odd(), "names that XML cannot have"},
	{"nothing.premis.xml", PREMIS, check, nil, "an object is the least that is valid"},
	{"nothing.mets.xml", METS, check, nil, "an order of files must be there"},
	{"meant.premis.xml", PREMIS, meant, all(), "the files were migrated"},
	{"meant.mets.xml", METS, meant, all(), "the files were migrated"},
	{"bare.premis.xml", PREMIS, Check{Time: check.Time}, nil, "no manifest: the tree is the object"},
	{"bare.mets.xml", METS, Check{Time: check.Time}, nil, "no manifest: the tree is the object"},
}

func TestDocuments(t *testing.T) {
	for _, test := range documents {
		got := document(t, test.form, test.check, test.results)
		name := filepath.Join("testdata", test.name)
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s, %s; go test ./premis -update writes it (-want +got):\n%s", test.name, test.why, diff)
		}
	}
}

// TestOutcomes checks that each status has an outcome. It fails if and only if the exit code of
// fpcheck verify is 1.
func TestOutcomes(t *testing.T) {
	for _, s := range manifest.Statuses() {
		for _, rules := range []outcome.Rules{
			{}, {Strict: true}, {Accept: outcome.AcceptText}, {Accept: outcome.AcceptSimilar}, {Meant: true}, {Meant: true, Accept: outcome.AcceptSimilar},
		} {
			c := Check{Rules: rules}
			r := manifest.Result{Path: "a", Status: s}
			got, verdict := c.outcomeOf(&r, nil), rules.Of(&r, nil)
			if (got == fail) != (verdict.ExitCode() == 1) {
				t.Errorf("%s, %+v: outcome %s, and it is %s", s, rules, got.name, verdict)
			}
			if want := s == manifest.OK || s == manifest.SameText && rules.Meant; (got == success) != want {
				t.Errorf("%s, %+v: outcome %s: only equal bytes and migrated texts are a success", s, rules, got.name)
			}
			if note := c.noteOf(&r, nil); !strings.Contains(note, `outcome="`+verdict.String()+`"`) {
				t.Errorf("%s, %+v: the note %s, and it is %s", s, rules, note, verdict)
			}
		}
	}
}

// TestIdentifiers checks that the identifier of an event depends on its whole content.
func TestIdentifiers(t *testing.T) {
	base := results[4].Result
	later, elsewhere, looser, by := check, check, check, check
	later.Time = later.Time.Add(time.Second)
	elsewhere.Manifest.SHA256 = sum(0xBB)
	nine := 9
	looser.Options.Similar.MaxDistance = &nine
	by.Tool = "fpcheck 0.3.1"
	path, found, failed := base, base, base
	path.Path = "similar2"
	found.Found = read("similar", other, 9, 4, html)
	failed.Err = errors.New("x")
	seen := make(map[string]string)
	for _, test := range []struct {
		c   Check
		r   manifest.Result
		why string
	}{
		{check, base, "the first"},
		{later, base, "another time"},
		{elsewhere, base, "another manifest"},
		{looser, base, "another threshold"},
		{by, base, "another program"},
		{check, path, "another path"},
		{check, found, "other octets"},
		{check, failed, "an error"},
	} {
		e := test.c.event(&test.r, nil)
		if was := seen[e.id()]; was != "" {
			t.Errorf("%s has the identifier of %s", test.why, was)
		}
		seen[e.id()] = test.why
		again := test.c.event(&test.r, nil)
		if e.id() != again.id() {
			t.Errorf("%s: another identifier each time", test.why)
		}
	}
	utc := check
	utc.Time = utc.Time.UTC()
	a, b := check.event(&base, nil), utc.event(&base, nil)
	if a.id() != b.id() {
		t.Error("the same moment in another zone has another identifier")
	}
}

// TestReferences checks that a path can be recovered from its identifier.
func TestReferences(t *testing.T) {
	for _, test := range append(oddNames, []struct{ name, why string }{{"a/b c", "a directory"}, {"dir/", "one that cannot be read"}}...) {
		if got := pathOf(t, reference(test.name).value); got != test.name {
			t.Errorf("%s: %q is read from %q: %q", test.why, test.name, reference(test.name).value, got)
		}
	}
}

// pathOf resolves a reference against a tree's URI.
func pathOf(t testing.TB, ref string) string {
	t.Helper()
	u, err := url.Parse("file:///tree/")
	if err != nil {
		t.Fatal(err)
	}
	if u, err = u.Parse(ref); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/tree/")
}

func TestThreshold(t *testing.T) {
	three, most := 3, 0.9
	for _, test := range []struct {
		c    Check
		want string
		why  string
	}{
		{Check{}, "", "no scheme"},
		{Check{Header: manifest.Header{Scheme: scheme.SM1}}, "distance <= 10", "the scheme's advice"},
		{Check{Header: manifest.Header{Scheme: scheme.MH1}}, "similarity >= 0.5", "the scheme's advice"},
		{Check{Options: manifest.Options{Similar: scheme.Thresholds{MaxDistance: &three}}}, "distance <= 3", "as asked"},
		{Check{Options: manifest.Options{Similar: scheme.Thresholds{MaxDistance: &three, MinSimilarity: &most}}}, "distance <= 3 and similarity >= 0.9", "both"},
	} {
		if got := test.c.threshold(); got != test.want {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
}

type broken struct{ after int }

var errFull = errors.New("no space")

func (b *broken) Write(p []byte) (int, error) {
	if b.after -= len(p); b.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func (b *broken) Read([]byte) (int, error)       { return 0, io.EOF }
func (b *broken) Seek(int64, int) (int64, error) { return 0, nil }

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		main, spool int
		why         string
	}{
		{0, 1 << 30, "the document cannot be written"},
		{1 << 30, 0, "the spool cannot be written"},
		{100 << 10, 1 << 30, "the document cannot be written to its end"},
	} {
		for _, f := range []Form{PREMIS, METS} {
			w, err := NewWriter(&broken{test.main}, &broken{test.spool}, f, check)
			for i := 0; err == nil && i < 100; i++ {
				err = w.Write(results[0].Result, nil)
			}
			if err == nil {
				err = w.Close()
			}
			if !errors.Is(err, errFull) || !errors.Is(w.Close(), errFull) {
				t.Errorf("%s, form %d: error %v", test.why, f, err)
			}
		}
	}
	if _, err := NewWriter(io.Discard, &broken{}, PREMIS, Check{}); err == nil {
		t.Error("an event without a time")
	}
	if _, err := NewWriter(io.Discard, &broken{}, PREMIS, Check{Time: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a time that XML Schema does not have")
	}
}

// TestMemory checks that memory does not grow with the number of files.
func TestMemory(t *testing.T) {
	for _, f := range []Form{PREMIS, METS} {
		spool, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer spool.Close()
		w, err := NewWriter(io.Discard, spool, f, check)
		if err != nil {
			t.Fatal(err)
		}
		held := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		var early uint64
		for i := range 20_000 {
			r := results[i%len(results)].Result
			r.Path = fmt.Sprintf("%06d/%s", i, r.Path)
			if err := w.Write(r, nil); err != nil {
				t.Fatal(err)
			}
			if i == 1000 {
				early = held()
			}
		}
		if late := held(); late > early+256<<10 {
			t.Errorf("form %d: %d octets are held after 1,000 files, and %d after 20,000", f, early, late)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzWrite checks that any result gives well-formed XML with one event about the file.
func FuzzWrite(f *testing.F) {
	for _, n := range oddNames {
		f.Add(n.name, n.name, n.name, n.name, 0, 0, int64(1), byte(1), byte(2))
	}
	for _, r := range results {
		f.Add(r.Path, r.From, "x", html, int(r.Status), r.Distance, int64(5), byte(1), byte(2))
	}
	f.Fuzz(func(t *testing.T, path, from, message, tool string, status, distance int, size int64, stored, found byte) {
		path = strings.ReplaceAll(strings.Trim(path, "/"), "\x00", "")
		for _, element := range strings.Split(path, "/") {
			if element == "" || element == "." || element == ".." {
				t.Skip() // manifests cannot contain it
			}
		}
		r := manifest.Result{Path: path, Status: manifest.Status(status), From: from, Distance: distance, Err: errors.New(message)}
		if stored != 0 {
			r.Stored = read(from, some, stored, 2, tool)
		}
		if found != 0 {
			r.Found = read(path, other, found, 4, tool)
			r.Found.Size, r.Found.Reading.MediaType, r.Found.State = size, message, manifest.State(tool)
		}
		c := check
		c.Header.Tool, c.Manifest.Name = tool, message
		for _, form := range []Form{PREMIS, METS} {
			events, linked := 0, ""
			d := xml.NewDecoder(strings.NewReader(document(t, form, c, []manifest.Result{r})))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				start, ok := token.(xml.StartElement)
				switch {
				case ok && start.Name.Space == namespace && start.Name.Local == "event":
					events++
				case ok && start.Name.Local == "linkingObjectIdentifierValue" && linked == "":
					if err := d.DecodeElement(&linked, &start); err != nil {
						t.Fatal(err)
					}
				}
			}
			if got := pathOf(t, linked); events != 1 || got != path {
				t.Errorf("form %d: %d events, of %q: expected one, of %q", form, events, got, path)
			}
		}
	})
}
