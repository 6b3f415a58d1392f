package manifest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/scheme"
)

// page is a record of a web archive: what a server said at a URI.
type page struct{ uri, media, body string }

func text(uri, body string) page { return page{uri, "text/html; charset=utf-8", "<p>" + body} }

const crawled = "2026-11-20T12:00:00Z"

// record is a page in WARC.
func (p page) record(kind string) string {
	block := "HTTP/1.1 200 OK\r\nContent-Type: " + p.media + "\r\n\r\n" + p.body
	more := "WARC-Target-URI: " + p.uri + "\r\nWARC-Date: " + crawled + "\r\nWARC-Record-ID: <urn:x:" + p.uri + ">\r\n"
	if kind == "revisit" {
		block, more = "", more+"WARC-Payload-Digest: "+p.body+"\r\n"
	}
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\n%sContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, more, len(block), block)
}

// request is a record that is no document.
var request = "WARC/1.1\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:x:r>\r\nWARC-Date: " + crawled + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n"

func warcOf(pages ...page) string {
	all := request
	for _, p := range pages {
		all += p.record("response")
	}
	return all
}

// gzipped are pages, each a member of gzip.
func gzipped(pages ...page) string {
	var b bytes.Buffer
	for _, p := range pages {
		w := gzip.NewWriter(&b)
		w.Write([]byte(p.record("response")))
		w.Close()
	}
	return b.String()
}

func zstandard(pages ...page) string {
	w, _ := zstd.NewWriter(nil)
	all := ""
	for _, p := range pages {
		all += string(w.EncodeAll([]byte(p.record("response")), nil))
	}
	return all
}

// wacz is a package of a web archive.
func wacz(pages ...page) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range [][2]string{{"archive/data.warc", warcOf(pages...)}, {"datapackage.json", `{"resources":[]}`}} {
		w, _ := z.Create(f[0])
		w.Write([]byte(f[1]))
	}
	z.Close()
	return b.String()
}

// arc is pages in ARC, version 1.
func arc(pages ...page) string {
	head := "1 0 example\nURL IP-address Archive-date Content-type Archive-length\n"
	all := fmt.Sprintf("filedesc://a.arc 0.0.0.0 20261120120000 text/plain %d\n%s\n", len(head), head)
	for _, p := range pages {
		block := "HTTP/1.1 200 OK\r\nContent-Type: " + p.media + "\r\n\r\n" + p.body
		media, _, _ := strings.Cut(p.media, ";")
		all += fmt.Sprintf("%s 192.0.2.1 20261120120000 %s %d\n%s\n", p.uri, media, len(block), block)
	}
	return all
}

// manifestOfArchives is manifestOf, with records.
func manifestOfArchives(t testing.TB, fsys fstest.MapFS, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := Write(context.Background(), &b, fsys, header, o, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// verifyRecords returns the results, and a line for each file and for each record that differs.
func verifyRecords(t *testing.T, text string, fsys fstest.MapFS) (lines []string, results []Result) {
	t.Helper()
	r, err := NewReader(strings.NewReader(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	for result, err := range Verify(context.Background(), r, fsys, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
		lines = append(lines, result.String())
		if result.Records == nil {
			continue
		}
		for range 2 { // as often as it is asked
			var records []string
			for record, err := range result.Records.Differing() {
				if err != nil {
					t.Fatal(err)
				}
				records = append(records, " "+record.String())
			}
			if lines = slices.DeleteFunc(lines, func(s string) bool { return s[0] == ' ' && slices.Contains(records, s) }); len(records) > 0 {
				lines = append(lines, records...)
			}
		}
	}
	return lines, results
}

func TestVerifyRecords(t *testing.T) {
	words := strings.Fields(prose(1))
	edited := strings.Join(words[:118], " ") + " two words"
	a, b, c := text("http://a/", prose(1)), text("http://b/", prose(2)), text("http://c/", prose(3))
	changed, other := text("http://a/", edited), text("http://a/", prose(9))
	quoted := page{"http://a/", "text/html", "<p>" + prose(1)}
	quoted.body = "<!DOCTYPE html>" + quoted.body
	png := page{"http://p/", "image/png", "\x89PNG\r\n\x1a\nx"}
	repainted := page{"http://p/", "image/png", "\x89PNG\r\n\x1a\ny"}
	const at = " " + crawled
	for _, test := range []struct {
		then, now fstest.MapFS
		want      []string
		why       string
	}{
		{tree("x.warc", warcOf(a, b)), tree("x.warc", warcOf(a, b)), []string{"x.warc: OK"}, "nothing changed, and no record is looked at"},
		{tree("x.warc.gz", warcOf(a, b, png)), tree("x.warc.gz", gzipped(a, b, png)),
			[]string{"x.warc.gz: SAME TEXT (3 records: 3 OK)"}, "recompressed"},
		{tree("x.warc", warcOf(a, b)), tree("x.warc", warcOf(b, a)), []string{"x.warc: SAME TEXT (2 records: 2 OK)"}, "in another order"},
		{tree("x.warc", warcOf(a, b)), tree("x.warc.gz", gzipped(a, b)),
			[]string{"x.warc.gz: SAME TEXT (2 records: 2 MOVED; from x.warc)", " http://a/" + at + ": MOVED (from x.warc)", " http://b/" + at + ": MOVED (from x.warc)"}, "recompressed, with a name that says so"},
		{tree("x.warc.gz", gzipped(a, b)), tree("x.warc.gz", zstandard(a, b)), []string{"x.warc.gz: SAME TEXT (2 records: 2 OK)"}, "recompressed as zstd"},
		{tree("x", arc(a, b)), tree("x", warcOf(a, b)), []string{"x: SAME TEXT (2 records: 2 OK)"}, "ARC that became WARC"},
		{tree("x.warc", warcOf(a, b)), tree("x.wacz", wacz(a, b)),
			[]string{"x.wacz: SAME TEXT (2 records: 2 MOVED; from x.warc)", " http://a/" + at + ": MOVED (from x.warc)", " http://b/" + at + ": MOVED (from x.warc)"}, "packed as WACZ"},
		{tree("x.warc", warcOf(a, b, c)), tree("1.warc", warcOf(c), "2.warc", warcOf(b, a)), []string{
			"1.warc: SAME TEXT (1 record: 1 MOVED; from x.warc)", " http://c/" + at + ": MOVED (from x.warc)",
			"2.warc: SAME TEXT (2 records: 2 MOVED; from x.warc)", " http://a/" + at + ": MOVED (from x.warc)", " http://b/" + at + ": MOVED (from x.warc)",
		}, "split into two"},
		{tree("1.warc", warcOf(c), "2.warc", warcOf(b, a)), tree("x.warc", warcOf(a, b, c)), []string{
			"x.warc: SAME TEXT (3 records: 3 MOVED; from 2.warc, 1.warc)", " http://a/" + at + ": MOVED (from 2.warc)", " http://b/" + at + ": MOVED (from 2.warc)", " http://c/" + at + ": MOVED (from 1.warc)",
		}, "two joined"},
		{tree("x.warc", warcOf(a, b), "y.warc", warcOf(c)), tree("x.warc", warcOf(a), "y.warc", warcOf(c, b)), []string{
			"x.warc: SAME TEXT (1 record: 1 OK; 1 now in y.warc)",
			"y.warc: SAME TEXT (2 records: 1 OK, 1 MOVED; from x.warc)", " http://b/" + at + ": MOVED (from x.warc)",
		}, "a record that went from one to another"},
		{tree("x.warc", warcOf(a, b)), tree("x.warc", warcOf(b)),
			[]string{"x.warc: DIFFERENT (2 records: 1 OK, 1 MISSING)", " http://a/" + at + ": MISSING"}, "a lost record is named"},
		{tree("x.warc", warcOf(a)), tree("x.warc", warcOf()),
			[]string{"x.warc: DIFFERENT (1 record: 1 MISSING)", " http://a/" + at + ": MISSING"}, "even the only one"},
		{tree("x.warc", warcOf(a, b, c)), tree("1.warc", warcOf(c), "2.warc", warcOf(b)), []string{
			"1.warc: SAME TEXT (1 record: 1 MOVED; from x.warc)", " http://c/" + at + ": MOVED (from x.warc)",
			"2.warc: SAME TEXT (1 record: 1 MOVED; from x.warc)", " http://b/" + at + ": MOVED (from x.warc)",
			"x.warc: MISSING (1 record: 1 MISSING; 2 now in 2.warc, 1.warc)", " http://a/" + at + ": MISSING",
		}, "lost while it was split"},
		{tree("x.warc", warcOf(a, b)), tree("x.warc", warcOf(changed, b)),
			[]string{"x.warc: SIMILAR (2 records: 1 OK, 1 SIMILAR)", " http://a/" + at + ": SIMILAR (d=4)"}, "an edited text"},
		{tree("x.warc", warcOf(a, b)), tree("x.warc", warcOf(other, b)),
			[]string{"x.warc: DIFFERENT (2 records: 1 OK, 1 DIFFERENT)", " http://a/" + at + ": DIFFERENT (d=31)"}, "another text"},
		{tree("x.warc", warcOf(a)), tree("x.warc", warcOf(quoted)),
			[]string{"x.warc: SAME TEXT (1 record: 1 SAME TEXT)", " http://a/" + at + ": SAME TEXT"}, "another payload with the same text"},
		{tree("x.warc", warcOf(a, b)), tree("y.warc", warcOf(changed, b)),
			[]string{"y.warc: SIMILAR (2 records: 1 SIMILAR, 1 MOVED; from x.warc)", " http://a/" + at + ": SIMILAR (d=4, from x.warc)", " http://b/" + at + ": MOVED (from x.warc)"}, "renamed, and edited"},
		{tree("x.warc", warcOf(a)), tree("x.warc", warcOf(a, b)),
			[]string{"x.warc: SIMILAR (2 records: 1 OK, 1 NEW)", " http://b/" + at + ": NEW"}, "a new record"},
		{tree("x.warc", warcOf(png)), tree("x.warc", warcOf(repainted)),
			[]string{"x.warc: NO TEXT (1 record: 1 NO TEXT)", " http://p/" + at + ": NO TEXT (unsupported)"}, "another picture"},
		{tree("x.warc", warcOf(a)), tree("y", "words"), []string{"x.warc: MISSING (1 record: 1 MISSING)", "y: NEW"}, "all is lost: one line"},
		{tree("y", "words"), tree("x.warc", warcOf(a), "y", "words"), []string{"y: OK", "x.warc: NEW"}, "a new archive"},
		{tree("x.warc", warcOf(a)), tree("x.warc", warcOf(b), "y.warc", gzipped(a)), []string{
			"x.warc: SIMILAR (1 record: 1 NEW; 1 now in y.warc)", " http://b/" + at + ": NEW",
			"y.warc: SAME TEXT (1 record: 1 MOVED; from x.warc)", " http://a/" + at + ": MOVED (from x.warc)",
		}, "all records of a file that is still there are in another"},
		{tree("x.warc", warcOf()), tree("x.warc", warcOf()+request), []string{"x.warc: NO TEXT (0 records)"}, "no documents then and now"},
		{tree("x.warc", warcOf(a)), tree("x.warc", warcOf(a)+"broken"),
			[]string{"x.warc: UNREADABLE (1 record: 1 OK)"}, "what cannot be read is no difference, but an error"},
		{tree("x.warc", warcOf(a)+"broken"), tree("x.warc", warcOf(a)+"brokem"), []string{"x.warc: UNREADABLE (1 record: 1 OK)"}, "broken as before, in another way"},
		{tree("x.warc", warcOf(a)+"broken"), tree("x.warc", warcOf(a)),
			[]string{"x.warc: NOT COMPARED (1 record: 1 OK)"}, "what could not be read then may be lost"},
		{tree("x.warc", warcOf(a)+"broken"), tree("y.warc", warcOf(a)), []string{
			"x.warc: MISSING (0 records; 1 now in y.warc)",
			"y.warc: NOT COMPARED (1 record: 1 MOVED; from x.warc)", " http://a/" + at + ": MOVED (from x.warc)",
		}, "the same, under another name"},
		{tree("x.warc", warcOf(a, a)), tree("x.warc", warcOf(a)),
			[]string{"x.warc: DIFFERENT (2 records: 1 OK, 1 MISSING)", " http://a/" + at + ": MISSING"}, "a record that was there twice"},
		{tree("x.warc", page{uri: "http://r/", body: "sha1:AAAA"}.record("revisit")), tree("x.warc", page{uri: "http://r/", body: "sha1:AAAA"}.record("revisit")+request),
			[]string{"x.warc: SAME TEXT (1 record: 1 OK)"}, "a revisit"},
		{tree("x.warc", page{uri: "http://r/", body: "sha1:AAAA"}.record("revisit")), tree("x.warc", page{uri: "http://r/", body: "sha1:BBBB"}.record("revisit")),
			[]string{"x.warc: NO TEXT (1 record: 1 NO TEXT)", " http://r/" + at + ": NO TEXT (revisit)"}, "a revisit of something else"},
		{tree("x.warc", warcOf(page{"http://\\\r\x1b", "text/plain", "one"})), tree("x.warc", warcOf()),
			[]string{"x.warc: DIFFERENT (1 record: 1 MISSING)", ` \http://\\\r\x1B` + at + ": MISSING"}, "a URI that is escaped"},
		{tree("x", "words"), tree("x", warcOf(a)), []string{"x: NO TEXT (archive)"}, "a text that became an archive"},
		{tree("x", warcOf(a)), tree("x", "words"), []string{"x: NO TEXT (archive then)"}, "and the other way round"},
	} {
		then := manifestOfArchives(t, test.then, sm1)
		lines, _ := verifyRecords(t, then, test.now)
		if diff := cmp.Diff(test.want, lines); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.why, diff)
		}
	}
}

// The version of a manifest says whether records may be in it, and only then is it raised.
func TestRecordForms(t *testing.T) {
	fsys := tree("a.txt", "few words", "x.warc", warcOf(text("http://a/\\", prose(1)), page{"http://p/", "image/png", "\x89PNG\r\n\x1a\nx"}, text("http://n/", "1984")),
		"y.warc", page{uri: "\xFFr", body: "sha1:x"}.record("revisit")+"broken", "z.warc", warcOf())
	for _, test := range []struct {
		form bool
		want string
	}{
		{inText, `# fpcheck manifest 3
# scheme: sm1
# profile: visible
# text: runs-1
# tool: fpcheck 0.2.0
# records:  fingerprint features payload text reader date  uri
# columns: fingerprint features size sha256 text reader  path
# reader 1: text/plain utf-8 -
sm1:fmaaaaaaaaaaa 2 9 64 64 1  a.txt
archive 3 1613 64 - -  x.warc
# reader 2: text/html utf-8 golang.org/x/net/html
 \sm1:fmaaaaaaaaaaa 120 43 43 2 2026-11-20T12:00:00Z  http://a/\\
 no-words - 43 43 2 2026-11-20T12:00:00Z  http://n/
 unsupported - 43 - - 2026-11-20T12:00:00Z  http://p/
malformed 1 222 64 - -  y.warc
 revisit - 43 - - 2026-11-20T12:00:00Z  ` + "\xFF" + `r
archive 0 115 64 - -  z.warc
# end: 4 sha256:64
`},
		{inJSON, `{"fpcheck_manifest":3,"scheme":"sm1","profile":"visible","text":"runs-1","tool":"fpcheck 0.2.0"}
{"path":"a.txt","fingerprint":"sm1:fmaaaaaaaaaaa","features":2,"size":9,"sha256":"64","text_sha256":"64","media_type":"text/plain","encoding":"utf-8"}
{"path":"x.warc","state":"archive","records":3,"size":1613,"sha256":"64"}
{"reader":1,"media_type":"text/html","encoding":"utf-8","tool":"golang.org/x/net/html"}
{"uri":"http://a/\\","date":"2026-11-20T12:00:00Z","fingerprint":"sm1:fmaaaaaaaaaaa","features":120,"payload":"43","text":"43","reader":1}
{"uri":"http://n/","date":"2026-11-20T12:00:00Z","state":"no-words","payload":"43","text":"43","reader":1}
{"uri":"http://p/","date":"2026-11-20T12:00:00Z","state":"unsupported","payload":"43"}
{"path":"y.warc","state":"malformed","records":1,"size":222,"sha256":"64"}
{"uri":"` + "\uFFFD" + `r","uri_base64":"/3I=","date":"2026-11-20T12:00:00Z","state":"revisit","payload":"43"}
{"path":"z.warc","state":"archive","size":115,"sha256":"64"}
{"files":4,"sha256":"64"}
`},
	} {
		var b strings.Builder
		if err := Write(context.Background(), &b, fsys, inForm(test.form, header), sm1, nil); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, plainForm(b.String())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		r, err := NewReader(strings.NewReader(b.String()), nil)
		if err != nil {
			t.Fatal(err)
		}
		// Written again, it is the same.
		var again strings.Builder
		w, err := newWriter(&again, r.Header())
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range r.Entries() {
			if err == nil {
				err = w.write(e)
			}
			for record, failed := range r.records() {
				if err == nil {
					err = failed
				}
				if err == nil {
					err = w.writeRecord(record)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.close(); err != nil || again.String() != b.String() {
			t.Errorf("%v\n%s", err, cmp.Diff(b.String(), again.String()))
		}
		if _, entries, err := read(b.String()); err != nil || len(entries) != 4 {
			t.Errorf("without asking for records: %d files, %v", len(entries), err)
		}
	}
	if text := manifestOfArchives(t, tree("a.txt", "few words"), sm1); !strings.HasPrefix(text, "# fpcheck manifest 1\n") {
		t.Errorf("without records:\n%s", text)
	}
}

// plainForm has the lengths of digests instead of them, and one fingerprint.
func plainForm(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		for _, field := range slices.Compact(strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("\" :\n", r) })) {
			switch {
			case len(field) == 43 || len(field) == 64:
				line = strings.Replace(line, field, fmt.Sprint(len(field)), 1)
			case len(field) == 13 && strings.HasPrefix(line[strings.Index(line, field)-4:], "sm1:"):
				line = strings.Replace(line, field, "fmaaaaaaaaaaa", 1)
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// A manifest with records is refused where it is not as it would be written.
func TestRefusedRecords(t *testing.T) {
	whole := manifestOfArchives(t, tree("x.warc", warcOf(text("http://a/", prose(1)), text("http://b/", prose(2)))), sm1)
	lines := strings.SplitAfter(whole, "\n")
	swapped := slices.Clone(lines)
	for i, l := range swapped {
		if strings.HasPrefix(l, " ") {
			swapped[i], swapped[i+1] = swapped[i+1], l
			break
		}
	}
	last := strings.LastIndex(whole, "\n sm1:")
	for _, test := range []struct {
		text, want, why string
	}{
		{strings.Replace(whole, "manifest 3", "manifest 1", 1), "malformed", "of a version without records"},
		{strings.Replace(whole, "archive 2 ", "archive 3 ", 1), "expected a record", "more records are announced than there are"},
		{strings.Replace(whole, "archive 2 ", "archive 1 ", 1), "malformed", "less are announced"},
		{strings.Join(swapped, ""), "expected records that ascend", "records in another order"},
		{whole[:last+1], "cut short", "cut within the records of a file"},
		{strings.Replace(whole, " 1 "+crawled, " 9 "+crawled, 1), "expected one of the 1 so far", "a reader that is not there"},
		{strings.Replace(whole, crawled, "-", 1), "altered", "another date"},
		{strings.Replace(whole, " sm1:", " archive:", 1), "malformed", "no scheme"},
		{strings.Replace(whole, "  http://a/", "  http://a\\", 1), "not in canonical form", "a URI that is not escaped"},
	} {
		_, _, err := read(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v: expected %q", test.why, err, test.want)
		}
	}
	// What is not asked for is read all the same.
	r, err := NewReader(strings.NewReader(strings.Join(swapped, "")), nil)
	if err != nil {
		t.Fatal(err)
	}
	for range r.Entries() {
		for _, err := range r.records() {
			if err != nil {
				break
			}
		}
	}
	if _, err := r.next(); err == nil {
		t.Error("no error after one of records")
	}
}

// An archive that has not changed is not read again, and has the records that it had.
func TestEarlierRecords(t *testing.T) {
	fsys := tree("a.txt", "few words", "x.warc", warcOf(text("http://a/", prose(1))), "y.txt", "words")
	want := manifestOfArchives(t, fsys, sm1)
	r, err := NewReader(strings.NewReader(want), nil)
	if err != nil {
		t.Fatal(err)
	}
	o := sm1
	if o.Earlier, err = Earlier(r, header); err != nil {
		t.Fatal(err)
	}
	reused := 0
	var b strings.Builder
	if err := Write(context.Background(), &b, fsys, header, o, func(s Scanned) error {
		if s.Reused {
			reused++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if reused != 3 || b.String() != want {
		t.Errorf("%d of 3 reused\n%s", reused, cmp.Diff(want, b.String()))
	}
	// Without its records, an entry is of no use.
	o.Earlier = func(yield func(Scanned) bool) {
		for s := range Scan(context.Background(), fsys, sm1) {
			if !yield(Scanned{Entry: s.Entry}) {
				return
			}
		}
	}
	for s := range Scan(context.Background(), fsys, o) {
		if s.Reused != (s.Path != "x.warc") || s.records.Len() != s.Records {
			t.Errorf("%s: reused: %t, %d of %d records", s.Path, s.Reused, s.records.Len(), s.Records)
		}
	}
}

// Records are compared where files were migrated, too.
func TestMigratedRecords(t *testing.T) {
	a, b := text("http://a/", prose(1)), text("http://b/", prose(2))
	then := manifestOfArchives(t, tree("x.arc", arc(a, b), "y.arc", arc(a)), sm1)
	now := tree("x.warc", warcOf(b, a), "y.warc", warcOf(b))
	open := func() (*Reader, error) { return NewReader(strings.NewReader(then), nil) }
	var o Options
	var lines []string
	for r, err := range VerifyMigration(context.Background(), open, now, []Mapping{sameStem()}, o) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, r.String())
	}
	o.Scheme = scheme.SM1
	for r, err := range VerifyTrees(context.Background(), tree("x.arc", arc(a, b), "y.arc", arc(a)), now, []Mapping{sameStem()}, o) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, r.String())
	}
	one := []string{"x.warc: SAME TEXT (2 records: 2 OK)", "y.warc: DIFFERENT (2 records: 1 MISSING, 1 NEW)"}
	if diff := cmp.Diff(slices.Concat(one, one), lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Many records of one URI and date are compared in memory that is bounded.
func TestManyOfOneURI(t *testing.T) {
	var then, now []page
	for i := range 3 * maxGroup {
		then = append(then, text("http://a/", fmt.Sprint("then ", i)))
		now = append(now, text("http://a/", fmt.Sprint("now ", i)))
	}
	_, results := verifyRecords(t, manifestOfArchives(t, tree("x.warc", warcOf(then...)), sm1), tree("x.warc", warcOf(now...)))
	records := results[0].Records
	if n := records.total(); len(results) != 1 || records.Count(OK) != 0 || n < 3*maxGroup || n > 6*maxGroup {
		t.Errorf("%v", records)
	}
}

// Records are the same whatever reads them at once, and what is damaged loses no other.
func TestRecordsByWorkers(t *testing.T) {
	var pages []page
	for i := range 300 {
		pages = append(pages, text(fmt.Sprintf("http://example.org/%d", i), strings.Repeat(fmt.Sprintf("word%d text ", i), 1+i*i%499)))
	}
	sound := gzipped(pages[:150]...)
	damaged := gzipped(pages[150])
	damaged = damaged[:len(damaged)/2] + "\xff\xff\xff" + damaged[len(damaged)/2+3:]
	fsys := fstest.MapFS{
		"a.warc.gz": {Data: []byte(sound + damaged + gzipped(pages[151:]...))},
		"b.warc":    {Data: []byte(warcOf(pages...))},
		"c.warc.gz": {Data: []byte(gzipped(pages...))},
		"d.warc":    {Data: []byte(warcOf(pages[:3]...))},
	}
	want := manifestOfArchives(t, fsys, Options{Workers: 1})
	if records := strings.Count(want, "http://example.org/"); records != 299+300+300+3 {
		t.Errorf("%d records, want all but the damaged one:\n%.2000s", records, want)
	}
	for _, workers := range []int{2, 7} {
		if got := manifestOfArchives(t, fsys, Options{Workers: workers}); got != want {
			t.Errorf("%d workers (-want +got):\n%s", workers, cmp.Diff(want, got))
		}
	}
}
