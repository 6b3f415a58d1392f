package extract

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func gzipOf(t testing.TB, r io.Reader) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, 1)
	if err == nil {
		_, err = io.Copy(w, r)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(t testing.TB, s string) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(s), nil)
}

// again gives a piece, and then the same.
type again struct {
	piece string
	at    int
	left  int64
}

func (r *again) Read(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+int(min(r.left, 1<<30)))], r.piece[r.at:])
		r.at, r.left, n = (r.at+k)%len(r.piece), r.left-int64(k), n+k
	}
	return n, nil
}

func TestPacked(t *testing.T) {
	plain := func(s string) []byte { return gzipOf(t, strings.NewReader(s)) }
	deep := []byte("words")
	for range 20 {
		deep = gzipOf(t, bytes.NewReader(deep))
	}
	long := plain(strings.Repeat("some words. ", 1000))
	for _, tt := range []struct {
		why   string
		in    []byte
		name  string
		text  string
		media string
		is    error
		want  string
	}{
		{"gzip around text", plain("words"), "a.txt.gz", "words", "text/plain", nil, ""},
		{"the name within tells the medium", plain("a <b>b</b>"), "a.html.gz", "a b", "text/html", nil, ""},
		{"zstd around HTML", zstdOf(t, "<!DOCTYPE html><p>a"), "", "a", "text/html", nil, ""},
		{"two members are one text", append(plain("one "), plain("two")...), "", "one two", "text/plain", nil, ""},
		{"gzip in zstd", zstdOf(t, string(plain("a"))), "", "a", "text/plain", nil, ""},
		{"nothing in gzip", plain(""), "", "", "text/plain", nil, ""},
		{"cut short", long[:len(long)-9], "", "", "", ErrMalformed, "gzip: unexpected EOF: expected the rest"},
		{"cut short in the header", long[:8], "", "", "", ErrMalformed, "unexpected EOF"},
		{"a lying length", append(long[:len(long)-4:len(long)-4], 1, 2, 3, 4), "", "", "", ErrMalformed, "gzip: "},
		{"garbage after the end", append(plain("words"), "garbage"...), "", "", "", ErrMalformed, "gzip: "},
		{"gzip in gzip in gzip", deep, "", "", "", ErrTooDeep, "more than 8 documents in one another"},
		{"zstd cut short", zstdOf(t, strings.Repeat("abc ", 99))[:20], "", "", "", ErrMalformed, "zstd: "},
		{"bzip2 that is none", []byte("BZh91AY&SYgarbage"), "", "", "", ErrMalformed, "bzip2: "},
	} {
		d, err := Open(t.Context(), bytes.NewReader(tt.in), Options{Name: tt.name})
		var text []byte
		if err == nil {
			text, err = io.ReadAll(d)
		}
		switch {
		case tt.is != nil:
			if !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: error %v, want %v: %s", tt.why, err, tt.is, tt.want)
			}
		case err != nil || string(text) != tt.text || d.MediaType != tt.media:
			t.Errorf("%s: %q, %v, want %q of %s", tt.why, text, err, tt.text, tt.media)
		}
	}
}

// A bomb is an error, and a long text in one line is read in little memory.
func TestPackedMemory(t *testing.T) {
	const length = 64 << 20
	for _, tt := range []struct {
		why   string
		piece string
		is    error
	}{
		{"zeros", "\x00", ErrUnsupported},
		{"blanks, a thousand to one", " ", ErrExpansion},
		{"one line", strings.Repeat("The quick brown fox jumps. ", 40) + "x1y2z3", nil},
	} {
		packed := gzipOf(t, &again{piece: tt.piece, left: length})
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l := DefaultLimits
		if tt.is == nil {
			l.Ratio = 1e6
		}
		d, err := Open(t.Context(), bytes.NewReader(packed), Options{Limits: l})
		n := int64(0)
		if err == nil {
			n, err = io.Copy(io.Discard, struct{ io.Reader }{d})
		}
		runtime.ReadMemStats(&after)
		if tt.is == nil && (err != nil || n != length) || tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%s: %d octets, %v, want %v", tt.why, n, err, tt.is)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
			t.Errorf("%s: %d octets allocated, want a few", tt.why, used)
		}
	}
}

func FuzzPacked(f *testing.F) {
	f.Add(gzipOf(f, strings.NewReader("words")))
	f.Add(zstdOf(f, "words"))
	f.Add([]byte("BZh91AY&SY"))
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "") })
}

func FuzzMail(f *testing.F) {
	for _, s := range []string{
		"Subject: =?koi8-r?B?wQ==?=\n\nbody",
		"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nYQ==\n--b--",
		"Content-Type: message/rfc822\n\nContent-Type: text/html; charset=x\n\n<p>a",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "message/rfc822") })
}

func FuzzMailbox(f *testing.F) {
	f.Add([]byte("From a\nSubject: b\n\nc\n>From d\n\nFrom e\n\nf\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "application/mbox") })
}

// FuzzMain looks for the main content, which is another library's work.
func FuzzMain(f *testing.F) {
	f.Add([]byte("<article><h1>Title</h1><p>A sentence, with commas, and with words enough to count.</p></article><nav><a href=a>b</a></nav>"))
	f.Fuzz(func(t *testing.T, octets []byte) {
		_, _, err := textOf(octets, Options{MediaType: "text/html", Profile: Main, Limits: Limits{Size: 1 << 20}})
		if err != nil && !named(err) {
			t.Errorf("an error without a name: %v", err)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	f.Add([]byte("---\na: b\n---\n# T\n\n> *a* `b` [c](d)[^1]\n\n[^1]: x\n\n|a|b|\n|-|-|\n|c|d|\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "text/markdown") })
}

func FuzzRST(f *testing.F) {
	f.Add([]byte("T\n=\n\n.. note:: a *b* ``c`` :ref:`d <e>`\n   :x: y\n\n::\n\n  code\n\n* `a <b>`_ |c|\n"))
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "text/x-rst") })
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"\xff\xfe\x00\x00a\x00\x00\x00", "a\x00b\x00", "Caf\xe9", "\x1b$B$\"", "\xc1\xc2\xc3 \xc4"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, octets []byte) { finds(t, octets, "text/plain") })
}

// finds holds for any octets: no panic, the same twice, and named errors only.
func finds(t *testing.T, octets []byte, mediaType string) {
	read := func() (string, error) {
		d, err := Open(t.Context(), bytes.NewReader(octets), Options{MediaType: mediaType, Limits: Limits{Size: 1 << 20}})
		if err != nil {
			return "", err
		}
		text, err := io.ReadAll(io.LimitReader(d, 1<<24))
		return string(text), err
	}
	text, err := read()
	again, _ := read()
	if text != again {
		t.Errorf("%q, and then %q", text, again)
	}
	if err == nil {
		return
	}
	for _, named := range []error{ErrUnsupported, ErrMalformed, ErrEncrypted, ErrNoText, ErrTooLarge, ErrExpansion, ErrTooDeep} {
		if errors.Is(err, named) {
			return
		}
	}
	t.Errorf("an error without a name: %v", err)
}
