package warc

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
)

// warcRecord is a sound record of a resource, by the name of id.
func warcRecord(id, block string) string {
	return recordOf("resource", id, int64(len(block)), block)
}

func recordOf(kind, id string, length int64, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:x:%s>\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"+
		"WARC-Target-URI: http://example.com/%s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, id, id, length, block)
}

func gzipped(texts ...string) string {
	var b bytes.Buffer
	for _, t := range texts {
		w := gzip.NewWriter(&b)
		io.WriteString(w, t)
		w.Close()
	}
	return b.String()
}

// What bzip2, which Go does not write, makes of the records a and b of TestReader, and of c.
const (
	bzippedAB = "QlpoOTFBWSZTWdKmjosAAGpfgAASQAP+FSwkFpA+595gMADYBjRo0AyZDRiNNA0wMaNGgGTIaMRpoGmAVUFMmRqepp5T0jyaRp6mJ6jSJBTJz3fbPO5QzWqoXEPRNg+GqSESapS2Or1Urr2CLmqOLBU2pEYtqJpYjyZpndivfzJvY5aIPpBkWME0Tog0SXoilB0Ye3dwYuKijVk90mHZuZsi92TNrusTTVpMmSs1SatqdqES1hoSfre8Frq8K3mtTWOBFi2JlC5vdVbwxbjkf4u5IpwoSGlTR0WA"
	bzippedC  = "QlpoOTFBWSZTWduNs9sAADdfgAASQAP+NSwkFpAu595gIACUDUaKaPTU8oekHtTU0ZpHqeo9QiaIeoGhkyAaAAAgBnHBOzlv4JIFgZSG49nMIIhge3XApguIGNJpzEIE2cu6hTHD8bDmgaIBhvNSRmgTKCQLkDOjo4dY1PsSYMxiIXelgqNUqJCNGCpV2vQsP0Cft9g7W27Xg9e/iEmtQ2Qk5l9jaJD+LuSKcKEhtxtntg=="
)

func decoded64(t testing.TB, text string) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func zstandard(t testing.TB, options []zstd.EOption, texts ...string) string {
	var b []byte
	e, err := zstd.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		b = e.EncodeAll([]byte(text), b)
	}
	return string(b)
}

// wide returns a frame with a declared window of 128 MiB.
func wide(t testing.TB, text string) string {
	var b strings.Builder
	e, err := zstd.NewWriter(&b, zstd.WithWindowSize(maxWindow), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{text[:1], text[1:]} { // before it knows the size
		if _, err := io.WriteString(e, part); err != nil {
			t.Fatal(err)
		}
		e.Flush()
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A short file may declare wide windows, but has no memory for them.
func TestWideWindow(t *testing.T) {
	a, b := warcRecord("a", "one"), warcRecord("b", "")
	for _, tt := range []struct {
		why, file string
		most      uint64 // bytes of memory
		want      []string
	}{
		{"frames that do not need them", wide(t, a) + wide(t, b), 80 << 20, []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, len(wide(t, a)))}},
		{"frames without them after one", wide(t, a) + zstandard(t, nil, b), 48 << 20, []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, len(wide(t, a)))}},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := summary(strings.NewReader(tt.file))
		runtime.ReadMemStats(&after)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.why, diff)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > tt.most {
			t.Errorf("%s: they take %d MiB, want %d at most", tt.why, took>>20, tt.most>>20)
		}
	}
}

// summary is what a reader finds: a line a record, a gap or a note.
func summary(r io.Reader) (lines []string) {
	records := newReader(r, 1)
	defer records.Close()
	for rec, err := range records.Records() {
		if err != nil {
			lines = append(lines, "! "+err.Error())
			continue
		}
		block, err := io.ReadAll(rec)
		lines = append(lines, fmt.Sprintf("%d %s %q", rec.Offset, strings.TrimPrefix(rec.ID(), "<urn:x:"), block))
		if err != nil {
			lines = append(lines, "! "+err.Error())
		}
		for _, n := range rec.Notes {
			lines = append(lines, "note: "+n)
		}
	}
	return lines
}

func TestReader(t *testing.T) {
	a, b, c := warcRecord("a", "one"), warcRecord("b", ""), warcRecord("c", "three\r\n\r\n")
	la := len(a)
	without := func(r, what string) string { return strings.Replace(r, what, "", 1) }
	dict := trained(t)
	for _, test := range []struct {
		why  string
		file string
		want []string
	}{
		{"an empty file has no record", "", nil},
		{"plain", a + b + c, []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, la), fmt.Sprintf(`%d c> "three\r\n\r\n"`, la+len(b))}},
		{"a member of gzip a record", gzipped(a, b), []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, len(gzipped(a)))}},
		{"one member for all", gzipped(a + b), []string{`0 a> "one"`, `0 b> ""`, "note: several records are in one compressed member"}},
		{"members that end anywhere, as bgzip writes them", gzipped((a + b)[:2], (a + b)[2:60], (a + b)[60:la-6], (a + b)[la-6:la+50], (a + b)[la+50:]),
			[]string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, len(gzipped((a + b)[:2], (a + b)[2:60], (a + b)[60:la-6]))), "note: several records are in one compressed member"}},
		{"a frame of zstd a record", zstandard(t, nil, a, b), []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, len(zstandard(t, nil, a)))}},
		{"zstd with a dictionary", skippable(0x5d, string(dict)) + zstandard(t, []zstd.EOption{zstd.WithEncoderDict(dict)}, a, b), nil},
		{"a skippable frame between", zstandard(t, nil, a) + skippable(0x50, "xx") + zstandard(t, nil, b), nil},
		{"WARC 0.17", strings.Replace(a, "WARC/1.1", "WARC/0.17", 1), []string{`0 a> "one"`}},
		{"lines that end in LF", strings.ReplaceAll(a+b, "\r\n", "\n"), []string{`0 a> "one"`, "note: lines end in LF",
			fmt.Sprintf(`%d b> ""`, len(strings.ReplaceAll(a, "\r\n", "\n"))), "note: lines end in LF"}},
		{"lines that end in CR CR LF", strings.ReplaceAll(a+b, "\r\n", "\r\r\n"), []string{`0 a> "one"`, "note: lines end in CR CR LF",
			fmt.Sprintf(`%d b> ""`, len(strings.ReplaceAll(a, "\r\n", "\r\r\n"))), "note: lines end in CR CR LF"}},
		{"bzip2, in one stream or several, whose records have no places of their own", decoded64(t, bzippedAB) + decoded64(t, bzippedC), []string{`0 a> "one"`, `0 b> ""`, `0 c> "three\r\n\r\n"`}},
		{"garbage after bzip2", decoded64(t, bzippedC) + "garbage", []string{`0 c> "three\r\n\r\n"`, "! malformed document: offsets 0 to 180: bzip2 data invalid: bad magic value in continuation file",
			"! malformed document: offsets 180 to 185: neither a member of gzip nor a frame of zstd"}},
		{"no line ends between records", strings.TrimSpace(a) + b, []string{`0 a> "one"`, fmt.Sprintf(`%d b> ""`, la-4), "note: no line ends before the record"}},
		{"no version", without(a, "WARC/1.1\r\n"), []string{`0 a> "one"`, "note: no version line"}},
		{"no mandatory fields", "WARC/1.0\r\nContent-Length: 1\r\n\r\nx\r\n\r\n", []string{`0  "x"`, "note: no WARC-Type", "note: no WARC-Record-ID", "note: no WARC-Date"}},
		{"no Content-Length: what follows is found", without(a, "Content-Length: 3\r\n") + b,
			[]string{fmt.Sprintf("! malformed document: offsets 0 to %d: a record without Content-Length", la-19), fmt.Sprintf(`%d b> ""`, la-19)}},
		{"two octets short", recordOf("resource", "a", 1, "one") + b,
			[]string{`0 a> "o"`, fmt.Sprintf("! malformed document: offsets %d to %d: no record begins where the one at 0 should end by its Content-Length, 1", la-6, la), fmt.Sprintf(`%d b> ""`, la)}},
		{"too long: the next record is found within", recordOf("resource", "a", 30, "one") + b + c, []string{
			fmt.Sprintf("0 a> %q", "one\r\n\r\n"+b[:23]),
			fmt.Sprintf("! malformed document: offsets 0 to %d: no record begins where the one at 0 should end by its Content-Length, 30: another begins within it", la+1),
			fmt.Sprintf(`%d b> ""`, la+1), fmt.Sprintf(`%d c> "three\r\n\r\n"`, la+1+len(b))}},
		{"100 GB in a small file", recordOf("resource", "a", 100e9, "one") + b, []string{
			fmt.Sprintf("0 a> %q", "one\r\n\r\n"+b),
			fmt.Sprintf("! malformed document: offsets 0 to %d: the block has %d bytes: expected 100000000000 by Content-Length", la+11, 7+len(b)),
			fmt.Sprintf(`%d b> ""`, la+11)}},
		{"too long in a member: the next member is sound", gzipped(recordOf("resource", "a", 30, "one"), b), []string{
			`0 a> "one\r\n\r\n"`, fmt.Sprintf("! malformed document: offsets 0 to %d: the block has 7 bytes: expected 30 by Content-Length", len(gzipped(recordOf("resource", "a", 30, "one")))),
			fmt.Sprintf(`%d b> ""`, len(gzipped(recordOf("resource", "a", 30, "one"))))}},
		{"a file that ends in a block", a[:la-6], []string{`0 a> "o"`, fmt.Sprintf("! malformed document: offsets 0 to %d: the block has 1 bytes: expected 3 by Content-Length", la-6)}},
		{"a file that ends in a header", a + b[:50], []string{`0 a> "one"`, fmt.Sprintf("! malformed document: offsets %d to %d: the file or its member ends within a header", la, la+50)}},
		{"a header that another record cuts", a[:60] + "\r\n" + b, []string{"! malformed document: offsets 0 to 62: the file goes on with another record within a header", `62 b> ""`}},
		{"a file that ends in a member", gzipped(a, b)[:len(gzipped(a, b))-20], nil},
		{"a broken member", gzipped(a)[:30] + "\xff\xff\xff\xff" + gzipped(a)[34:] + gzipped(b), nil},
		{"garbage between members", gzipped(a) + "garbage\x1f\x8b" + gzipped(b), []string{`0 a> "one"`,
			fmt.Sprintf("! malformed document: offsets %d to %d: neither a member of gzip nor a frame of zstd", len(gzipped(a)), len(gzipped(a))+9), fmt.Sprintf(`%d b> ""`, len(gzipped(a))+9)}},
		{"garbage between records", a + "garbage\n" + b, []string{`0 a> "one"`,
			fmt.Sprintf("! malformed document: offsets %d to %d: no record begins where the one at 0 should end by its Content-Length, 3", la, la+8), fmt.Sprintf(`%d b> ""`, la+8)}},
		{"garbage alone", "garbage\nand more", []string{"! malformed document: offsets 0 to 16: no record begins here"}},
		{"a Content-Length of words", strings.Replace(a, "Length: 3", "Length: three", 1), nil},
		{"two of them", strings.Replace(a, "Content-Length: 3", "Content-Length: 3\r\nContent-Length: 4", 1), []string{`0 a> "one"`, "note: Content-Length is 3 and 4: the first is used"}},
		{"a header that is too long", "WARC/1.1\r\n" + strings.Repeat("X: y\r\n", 1<<20) + b, nil},
		{"a line that is too long", "WARC/1.1\r\nX: " + strings.Repeat("y", 1<<20) + "\r\n" + b, nil},
		{"ARC 1", arcFile("1 1 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n", "http://a/b c 1.2.3.4 20240102030405 text/html 3\none\n"),
			[]string{`0  "1 1 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"`, `131  "one"`}},
		{"ARC 2", arcFile("2 0 X\n", "http://a/ 1.2.3.4 20240102030405 text/html 200 - - 0 f.arc 3\none\n"), []string{`0  "2 0 X\n"`, `60  "one"`}},
		{"garbage in ARC", arcFile("1 1 X\n", "what\n", "http://a/ 1.2.3.4 20240102030405 text/html 3\none\n"),
			[]string{`0  "1 1 X\n"`, "! malformed document: offsets 60 to 65: no record begins here", `65  "one"`}},
	} {
		t.Run(test.why, func(t *testing.T) {
			got := summary(strings.NewReader(test.file))
			if test.want == nil && test.file != "" { // what must be found, if not at which offsets
				text := strings.Join(got, "\n")
				sound := strings.Contains(test.why, "zstd") || strings.Contains(test.why, "skippable")
				if sound == strings.Contains(text, "!") {
					t.Errorf("faults: %s", text)
				}
				if strings.Contains(test.file, b) || sound || strings.HasSuffix(test.file, gzipped(b)) {
					if !strings.Contains(text, `b> ""`) {
						t.Errorf("the sound record is not found: %s", text)
					}
				}
			} else if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// A reader must not depend on how its bytes come.
			if len(test.file) < 1<<12 {
				if diff := cmp.Diff(got, summary(iotest.OneByteReader(strings.NewReader(test.file)))); diff != "" {
					t.Errorf("octet by octet (-whole):\n%s", diff)
				}
			}
		})
	}
}

func arcFile(version string, records ...string) string {
	return fmt.Sprintf("filedesc://f.arc 0.0.0.0 20240102030405 text/plain %d\n%s\n", len(version), version) + strings.Join(records, "")
}

func skippable(magic byte, content string) string {
	return string(binary.LittleEndian.AppendUint32([]byte{magic, 0x2a, 0x4d, 0x18}, uint32(len(content)))) + content
}

// trained is a dictionary of records.
func trained(t testing.TB) []byte {
	var contents [][]byte
	history := ""
	for i := range 200 {
		text := warcRecord(fmt.Sprint(i*i), strings.Repeat(fmt.Sprintf("text %d of %d, ", i, i*7919), 9))
		contents, history = append(contents, []byte(text)), history+text
	}
	d, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 7, Contents: contents, History: []byte(history), Offsets: [3]int{1, 4, 8}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The length of a record is what an index needs to read it alone.
func TestLength(t *testing.T) {
	files := []string{warcRecord("a", "one"), warcRecord("b", "two"), warcRecord("c", "")}
	for _, compress := range []func(...string) string{
		func(texts ...string) string { return strings.Join(texts, "") },
		gzipped,
		func(texts ...string) string { return zstandard(t, nil, texts...) },
	} {
		all := compress(files...)
		r := newReader(strings.NewReader(all), 1)
		var recs []*record
		for rec, err := range r.Records() {
			if err != nil {
				t.Fatal(err)
			}
			recs = append(recs, rec)
		}
		for i, rec := range recs[:2] {
			if want := int64(len(compress(files[i]))); rec.Length() != want {
				t.Errorf("record %d: length %d, expected %d", i, rec.Length(), want)
			}
			alone := all[rec.Offset:][:rec.Length()]
			if got := summary(strings.NewReader(alone)); len(got) != 1 || strings.HasPrefix(got[0], "!") {
				t.Errorf("record %d alone: %q", i, got)
			}
		}
	}
}

func TestHeader(t *testing.T) {
	r := newReader(strings.NewReader("WARC/1.0\r\nwarc-type: Response\r\nWARC-Target-URI: <http://example.com/a\r\n b>\r\n"+
		"X: 1\r\nx: 2\r\nnonsense\r\nContent-Length: 0\r\n\r\n\r\n\r\n"), 1)
	rec, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if rec.Type() != "response" || rec.URI() != "http://example.com/a b" {
		t.Errorf("type %q, URI %q", rec.Type(), rec.URI())
	}
	if diff := cmp.Diff([]string{"1", "2"}, rec.Header.Values("X")); diff != "" {
		t.Error(diff)
	}
	if rec.Notes[0] != `a line of the header is no field: "nonsense"` {
		t.Error(rec.Notes)
	}
}

// A block is a stream: its length costs no memory.
func TestMemory(t *testing.T) {
	const size = 1 << 30
	head := recordOf("resource", "a", size, "")
	r := newReader(io.MultiReader(strings.NewReader(head[:len(head)-4]), io.LimitReader(zeros{}, size), strings.NewReader("\r\n\r\n"+warcRecord("b", ""))), 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n := 0
	for _, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; n != 2 || got > 1<<20 {
		t.Errorf("%d records, %d octets allocated", n, got)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// An error of what is read is no gap.
func TestReadError(t *testing.T) {
	a := warcRecord("a", "one")
	want := errors.New("disk")
	r := newReader(io.MultiReader(strings.NewReader(a), iotest.ErrReader(want)), 1)
	r.Next()
	if _, err := r.Next(); !errors.Is(err, want) {
		t.Error(err)
	}
}

func FuzzReader(f *testing.F) {
	a, b := warcRecord("a", "one"), warcRecord("b", "")
	for _, seed := range []string{a + b, gzipped(a, b), zstandard(f, nil, a, b), recordOf("resource", "a", 30, "one") + b,
		"WARC/1.1\r\n", skippable(0x5d, "x"), gzipped(a)[:20], a[:60] + "\r\n" + b} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) { checkReader(t, file) })
}

func FuzzARC(f *testing.F) {
	f.Add([]byte(arcFile("1 1 X\n", "http://a/ 1.2.3.4 20240102030405 text/html 3\none\n")))
	f.Add([]byte(arcFile("2 0 X\n", "http://a/ 1.2.3.4 20240102030405 text/html 200 - - 0 f.arc 3\none\n")))
	f.Fuzz(func(t *testing.T, file []byte) { checkReader(t, file) })
}

// checkReader: reading ends, offsets go forward, gaps are in the file.
func checkReader(t *testing.T, file []byte) {
	r := newReader(bytes.NewReader(file), 1)
	defer r.Close()
	last, n := int64(0), 0
	for rec, err := range r.Records() {
		if n++; n > 2*len(file)+2 {
			t.Fatal("reading does not end")
		}
		var gap *gap
		switch {
		case errors.As(err, &gap):
			if gap.From < 0 || gap.To < gap.From || gap.To > int64(len(file)) || !errors.Is(err, extract.ErrMalformed) {
				t.Fatalf("%d octets, %v", len(file), err)
			}
		case err != nil:
			t.Fatal(err)
		default:
			if rec.Offset < last || rec.Offset > int64(len(file)) {
				t.Fatalf("a record at %d after %d of %d", rec.Offset, last, len(file))
			}
			last = rec.Offset
		}
	}
}
