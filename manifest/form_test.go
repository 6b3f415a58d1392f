package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/store/compressed"
	"github.com/lsh-interop/fpcheck/scheme"
)

var header = Header{Scheme: scheme.SM1, Tool: "fpcheck 0.2.0"}

func fingerprint(s string) scheme.Fingerprint {
	fp, err := scheme.Parse(s)
	if err != nil {
		panic(err)
	}
	return fp
}

// sum returns a digest that differs for each c.
func sum(c byte) Digest { return Digest(bytes.Repeat([]byte{c}, 32)) }

var entries = []Entry{
	{Path: "a-b", State: NoText, Size: 0, SHA256: sum(1)},
	{Path: "a/", State: Unreadable, Size: -1},
	{Path: "b\\c\nd\r", State: Fingerprinted, Fingerprint: fingerprint("sm1:gm2w4raf2t3kq"), Features: 7, Size: 9,
		SHA256: sum(2), Text: sum(3), Reading: Reading{"text/plain", "utf-8", ""}},
	{Path: "c", State: Fingerprinted, Fingerprint: fingerprint("sm1:gm2w4raf2t3kr"[:16] + "q"), Features: 7, Size: 9,
		SHA256: sum(2), Text: sum(3), Reading: Reading{"text/plain", "utf-8", ""}},
	{Path: "d e  f", State: noWords, Size: 4, SHA256: sum(4), Text: sum(5), Reading: Reading{"application/pdf", "", "poppler pdftotext 22.12.0"}},
	{Path: "é<&>", State: Encrypted, Size: 4, SHA256: sum(6)},
	{Path: "\xFF", State: changed, Size: -1},
}

const inText, inJSON = false, true

func inForm(json bool, h Header) Header {
	h.JSON = json
	return h
}

func write(t testing.TB, json bool, h Header, entries []Entry) string {
	t.Helper()
	var b bytes.Buffer
	w, err := newWriter(&b, inForm(json, h))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := w.write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func read(text string) (h Header, entries []Entry, err error) {
	r, err := NewReader(strings.NewReader(text), nil)
	if err != nil {
		return h, nil, err
	}
	for e, err := range r.Entries() {
		if err != nil {
			return r.Header(), entries, err
		}
		entries = append(entries, e)
	}
	return r.Header(), entries, nil
}

func digits(c string) string { return strings.Repeat(c, 32) }

func TestForms(t *testing.T) {
	for _, test := range []struct {
		form  bool
		lines []string
	}{
		{inText, []string{
			"# fpcheck manifest 1", "# scheme: sm1", "# profile: visible", "# text: runs-1", "# tool: fpcheck 0.2.0",
			"# columns: fingerprint features size sha256 text reader  path",
			"no-text - 0 " + digits("01") + " - -  a-b",
			"unreadable - - - - -  a/",
			"# reader 1: text/plain utf-8 -",
			`\sm1:gm2w4raf2t3kq 7 9 ` + digits("02") + " " + digits("03") + ` 1  b\\c\nd\r`,
			"sm1:gm2w4raf2t3kq 7 9 " + digits("02") + " " + digits("03") + " 1  c",
			"# reader 2: application/pdf - poppler pdftotext 22.12.0",
			"no-words - 4 " + digits("04") + " " + digits("05") + " 2  d e  f",
			"encrypted - 4 " + digits("06") + " - -  é<&>",
			"changed - - - - -  \xFF",
		}},
		{inJSON, []string{
			`{"fpcheck_manifest":1,"scheme":"sm1","profile":"visible","text":"runs-1","tool":"fpcheck 0.2.0"}`,
			`{"path":"a-b","state":"no-text","size":0,"sha256":"` + digits("01") + `"}`,
			`{"path":"a/","state":"unreadable"}`,
			`{"path":"b\\c\nd\r","fingerprint":"sm1:gm2w4raf2t3kq","features":7,"size":9,"sha256":"` + digits("02") + `","text_sha256":"` + digits("03") + `","media_type":"text/plain","encoding":"utf-8"}`,
			`{"path":"c","fingerprint":"sm1:gm2w4raf2t3kq","features":7,"size":9,"sha256":"` + digits("02") + `","text_sha256":"` + digits("03") + `","media_type":"text/plain","encoding":"utf-8"}`,
			`{"path":"d e  f","state":"no-words","size":4,"sha256":"` + digits("04") + `","text_sha256":"` + digits("05") + `","media_type":"application/pdf","tool":"poppler pdftotext 22.12.0"}`,
			`{"path":"é<&>","state":"encrypted","size":4,"sha256":"` + digits("06") + `"}`,
			`{"path":"` + "\uFFFD" + `","path_base64":"/w==","state":"changed"}`,
		}},
	} {
		got := write(t, test.form, header, entries)
		lines := strings.SplitAfter(got, "\n")
		last := len(lines) - 2
		if diff := cmp.Diff(strings.Join(test.lines, "\n")+"\n", strings.Join(lines[:last], "")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for _, text := range []string{got, strings.ReplaceAll(got, "\n", "\r\n")} {
			h, back, err := read(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if h != inForm(test.form, header.orVisible()) {
				t.Errorf("header %v", h)
			}
			if diff := cmp.Diff(entries, back, comparable); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	}
}

// TestRoot checks that a root with any bytes is read as it was written. Another root changes only
// its line and the digest of all lines.
func TestRoot(t *testing.T) {
	for _, form := range []bool{inText, inJSON} {
		var other []string
		for _, root := range []string{".", "letters", "../../a b/c", "back\\slash\n\r", "\xff"} {
			rooted := header
			rooted.Root, rooted.JSON = root, form
			text := write(t, form, rooted, entries)
			h, back, err := read(text)
			if err != nil || h != rooted.orVisible() || len(back) != len(entries) {
				t.Errorf("root %q is read as %q: %v", root, h.Root, err)
			}
			lines := strings.Split(text, "\n")
			at := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "root") })
			lines = slices.Delete(slices.Delete(lines, len(lines)-2, len(lines)-1), at, at+1)
			if other != nil && !slices.Equal(lines, other) {
				t.Errorf("root %q changes other lines", root)
			}
			other = lines
		}
	}
}

// TestDamaged checks that every truncated manifest, and every manifest with a changed byte, causes
// an error.
func TestDamaged(t *testing.T) {
	for _, form := range []bool{inText, inJSON} {
		whole := write(t, form, header, entries)
		for n := range len(whole) {
			if _, _, err := read(whole[:n]); err == nil {
				t.Fatalf("nothing is wrong with the first %d octets of %d", n, len(whole))
			}
			damaged := []byte(whole)
			damaged[n] ^= 1
			_, _, err := read(string(damaged))
			if err == nil {
				t.Fatalf("nothing is wrong with another octet %d: %q", n, damaged)
			}
			if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrTruncated) && !errors.Is(err, ErrAltered) {
				t.Fatalf("octet %d: %v: of no kind", n, err)
			}
		}
		lines := strings.SplitAfter(whole, "\n")
		for i := range len(lines) - 1 {
			without := strings.Join(lines[:i], "") + strings.Join(lines[i+1:], "")
			if _, _, err := read(without); err == nil {
				t.Fatalf("nothing is wrong without line %d", i+1)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	head := strings.Join(new(textForm).header(&Header{Scheme: scheme.SM1, Profile: "visible"}), "\n") + "\n"
	file := "no-text - 0 " + digits("01") + " - -  "
	rooted := func(root string) string {
		return strings.NewReplacer("manifest 1", "manifest 2", "# columns", "# root: "+root+"\n# columns").Replace(head)
	}
	for _, test := range []struct {
		text string
		kind error
		says string
		why  string
	}{
		{"", ErrMalformed, "empty: expected a manifest", "an empty file"},
		{"d41d8cd9  a\n", ErrMalformed, "line 1", "another program's"},
		{strings.Replace(head, "manifest 1", "manifest 5", 1), ErrMalformed, `version "5"`, "a later version"},
		{strings.Replace(head, "sm1", "zz9", 1), ErrMalformed, "unknown scheme", "a scheme that is not known"},
		{strings.Replace(head, "runs-1", "runs-2", 1), ErrMalformed, "runs-1", "another text digest"},
		{head, ErrTruncated, "line 7", "the head only"},
		{strings.Replace(head, "manifest 1", "manifest 2", 1), ErrTruncated, "line 7", "a version with a root, and none"},
		{strings.Replace(head, "manifest 1", "manifest 2", 1) + file + "a\n", ErrMalformed, "# root: ", "the same, and a file"},
		{rooted(""), ErrMalformed, `"# root: " and its value`, "an empty root"},
		{rooted("/etc"), ErrMalformed, "relative", "an absolute root"},
		{rooted("a/../b"), ErrMalformed, "a/../b", "a root that says ../ in the middle"},
		{rooted("./a"), ErrMalformed, "./a", "another name for a"},
		{rooted("a/"), ErrMalformed, "a/", "the same"},
		{rooted("a\\tb"), ErrMalformed, "backslash", "an escape that is none"},
		{rooted("a\x00b"), ErrMalformed, "U+0000", "what no file system has"},
		{`{"fpcheck_manifest":1,"scheme":"sm1","profile":"visible","text":"runs-1","root":"a"}` + "\n", ErrMalformed, "not in canonical form",
			"a root in a version without"},
		{`{"fpcheck_manifest":2,"scheme":"sm1","profile":"visible","text":"runs-1","root":"a","root_base64":"YQ=="}` + "\n",
			ErrMalformed, "not in canonical form", "a root twice"},
		{head + file + "a\n", ErrTruncated, "line 8", "no last line"},
		{head + file + "/etc/passwd\n", ErrMalformed, "absolute", "an absolute path"},
		{head + file + "../a\n", ErrMalformed, `"../a"`, "out of the tree"},
		{head + file + "a/../b\n", ErrMalformed, "a/../b", "the same, hidden"},
		{head + file + "./a\n", ErrMalformed, "./a", "another name for a"},
		{head + file + "a//b\n", ErrMalformed, "a//b", "the same"},
		{head + file + "\n", ErrMalformed, `""`, "no path"},
		{head + file + "a\x00\n", ErrMalformed, "U+0000", "what no file system has"},
		{head + file + "a/\n", ErrMalformed, "directory", "a directory that was read"},
		{head + `\` + file + "a\\t\n", ErrMalformed, "backslash", "an escape that is none"},
		{head + `\` + file + "a\n", ErrMalformed, "not in canonical form", "nothing to escape"},
		{head + file + "a\\b\n", ErrMalformed, "not in canonical form", "something to escape"},
		{head + file + "b\n" + file + "a\n", ErrMalformed, "ascend", "out of order"},
		{head + file + "a\n" + file + "a\n", ErrMalformed, "ascend", "twice"},
		{head + file + "a\r\n", ErrMalformed, "line ends", "one line of another system"},
		{head + strings.Replace(file, " 0 ", " 00 ", 1) + "a\n", ErrMalformed, "not in canonical form", "another way to write a number"},
		{head + strings.Replace(file, " 0 ", " -1 ", 1) + "a\n", ErrMalformed, "both", "a size that is none"},
		{head + strings.Replace(file, " 0 ", " 99999999999999999999 ", 1) + "a\n", ErrMalformed, "number of bytes", "too large"},
		{head + strings.Replace(file, "01 ", "0A ", 1) + "a\n", ErrMalformed, "not in canonical form", "capitals"},
		{head + strings.Replace(file, "no-text", "lost", 1) + "a\n", ErrMalformed, "lost", "a state that is not known"},
		{head + strings.Replace(file, "- -  ", "- 1  ", 1) + "a\n", ErrMalformed, "reader", "a reader that was not declared"},
		{head + "# reader 2: a/b - -\n", ErrMalformed, "expected 1", "not in order"},
		{head + "# reader 1: a/b - -\n# reader 2: a/c - -\n" + file + "a\n", ErrMalformed, "not in canonical form", "a reader too early"},
		{head + "# reader 1: a/b - -\n" + file + "a\n", ErrMalformed, "not in canonical form", "a reader that nobody needs"},
		{head + "# a comment\n", ErrMalformed, "six fields", "comments are not kept"},
		{head + strings.Repeat("x", maxLine+1), ErrMalformed, "line end", "a line without end"},
		{head + strings.Replace(file, "no-text -", "sd1:arzqpmpmlbbaa 5", 1) + "a\n", ErrMalformed, "scheme sm1", "a fingerprint of another scheme"},
		{`{"fpcheck_manifest":1}` + "\n", ErrMalformed, "text digests", "a head with half of it missing"},
		{`{"fpcheck_manifest":1,"scheme":"sm1","profile":"visible","text":"runs-1"}` + "\n" + `{"path":"a","state":"changed","new":1}` + "\n",
			ErrMalformed, "new", "a key that is not known"},
		{`{"fpcheck_manifest":1,"scheme":"sm1","profile":"visible","text":"runs-1"}` + "\n" + `{"path":"a","state":"changed"} x` + "\n",
			ErrMalformed, "not in canonical form", "something after the object"},
	} {
		_, _, err := read(test.text)
		if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v: expected %v and %q", test.why, err, test.kind, test.says)
		}
	}
}

// TestRefusedLine checks that an error names the line that is wrong.
func TestRefusedLine(t *testing.T) {
	rooted := header
	rooted.Root = "letters"
	text := strings.Split(strings.TrimSuffix(write(t, inText, rooted, entries), "\n"), "\n")
	with := func(number int, line string) string {
		lines := slices.Clone(text)
		lines[number-1] = line
		return strings.Join(lines, "\n") + "\n"
	}
	for _, test := range []struct {
		text string
		says string
		why  string
	}{
		{with(1, "# fpcheck manifest 9"), `line 1: version "9": expected 1 to 4`, "a later version"},
		{"# fpcheck manifest 9\n# new: x\n", `line 1: version "9": expected 1 to 4`, "a later version with a shorter head"},
		{with(1, "# fpcheck manifest 1"), "line 6: not in canonical form", "a root in a version without"},
		{with(1, "# fpcheck manifest 3"), "line 6: not in canonical form", "no line about records in a version with them"},
		{with(2, "# scheme: zz9"), "line 2: unknown scheme", "an unknown scheme"},
		{with(3, "# zeug: x"), `line 3: "# zeug: x": expected "# profile: " and its value`, "an unknown field"},
		{with(3, "# profile: A B"), `line 3: profile "A B"`, "a profile that is not a name"},
		{with(4, "# text: runs-2"), `line 4: text digests by "runs-2"`, "another text digest"},
		{with(5, "# tool: "), `line 5: "# tool: ": expected "# tool: " and its value`, "an empty tool"},
		{with(6, "# root: /etc"), `line 6: root "/etc"`, "an absolute root"},
		{with(6, `# root: a\tb`), `line 6: path "a\\tb"`, "an escape that is none"},
		{with(7, "# columns: path"), "line 7: not in canonical form", "other columns"},
		{with(9, "unreadable 0 - - - -  a/"), "line 9: not in canonical form", "a number where a dash is expected"},
		{with(8, "# reader 1: a/b - -\n"+text[7]), "line 8: not in canonical form", "a reader that no file refers to"},
		{with(1, text[0]) + "x", fmt.Sprintf("line %d: bytes after the last line", len(text)+1), "bytes after the end"},
		{"# fpcheck manifest 3\n# columns: x\n" + textColumns + "\n", `line 2: "# columns: x": expected "# scheme: "`, "a head of two lines"},
		{`{"fpcheck_manifest":9}` + "\n", `line 1: version "9"`, "a later version in JSON"},
	} {
		_, _, err := read(test.text)
		if want := ErrMalformed.Error() + ": " + test.says; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v: expected %s", test.why, err, want)
		}
	}
}

// TestCompressed checks that the error about a compressed manifest says what to do.
func TestCompressed(t *testing.T) {
	for _, format := range []*compressed.Format{compressed.Gzip, compressed.Zstd} {
		var b bytes.Buffer
		w, err := format.Writer(&b)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, write(t, inText, header, entries))
		w.Close()
		_, _, err = read(b.String())
		want := "compressed by " + format.Name + ": expected it decompressed"
		if !errors.Is(err, ErrMalformed) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v: expected %s", err, want)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	for _, test := range []struct {
		entry Entry
		why   string
	}{
		{Entry{Path: "../a", State: NoText, SHA256: sum(1)}, "out of the tree"},
		{Entry{Path: "a", State: NoText, Size: -1}, "a state that needs a digest"},
		{Entry{Path: "a", Size: 1, SHA256: sum(1)}, "no fingerprint, and no reason"},
		{Entry{Path: "a", State: noWords, Size: 1, SHA256: sum(1), Reading: Reading{"a b", "", ""}}, "a name with a blank"},
	} {
		w, err := newWriter(io.Discard, header)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.write(test.entry); err == nil {
			t.Errorf("%s: no error", test.why)
		}
	}
}

// filed is a file and the records below it.
type filed struct {
	Entry
	records []record
}

// readRecords is like read, with records. For a truncated file it returns the records before the
// end.
func readRecords(text string) (h Header, files []filed, err error) {
	r, err := NewReader(strings.NewReader(text), nil)
	if err != nil {
		return h, nil, err
	}
	for e, err := range r.Entries() {
		if err != nil {
			return r.Header(), files, err
		}
		f := filed{Entry: e}
		for record, err := range r.records() {
			if err != nil {
				f.Records = int64(len(f.records))
				return r.Header(), append(files, f), err
			}
			f.records = append(f.records, record)
		}
		files = append(files, f)
	}
	return r.Header(), files, nil
}

func writeRecords(t testing.TB, json bool, h Header, files []filed) string {
	t.Helper()
	var b strings.Builder
	w, err := newWriter(&b, inForm(json, h))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := w.write(file.Entry); err != nil {
			t.Fatal(err)
		}
		for _, r := range file.records {
			if err := w.writeRecord(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func FuzzReader(f *testing.F) {
	for _, form := range []bool{inText, inJSON} {
		f.Add([]byte(write(f, form, header, entries)))
		f.Add([]byte(strings.ReplaceAll(write(f, form, header, entries[:3]), "\n", "\r\n")))
	}
	archives := tree("a.txt", "words", "x.warc", warcOf(text("http://a/\\", prose(1)), text("http://b/", "1984")), "y.warc", warcOf()+"broken")
	for _, form := range []bool{inText, inJSON} {
		var b strings.Builder
		if err := Write(f.Context(), &b, archives, inForm(form, header), sm1, nil); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(b.String()))
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		h, back, err := readRecords(string(octets))
		// The digest would stop a fuzzer at most lines, so what was read is written again.
		form := inText
		if bytes.HasPrefix(octets, []byte("{")) {
			form = inJSON
		}
		if h.Scheme == nil {
			return
		}
		again := writeRecords(t, form, h, back)
		if want := strings.ReplaceAll(string(octets), "\r\n", "\n"); err == nil && again != want {
			t.Errorf("%q was read, and written as %q", want, again)
		}
		if _, twice, err := readRecords(again); err != nil || len(twice) != len(back) {
			t.Errorf("%q was written, and cannot be read: %v", again, err)
		}
	})
}
