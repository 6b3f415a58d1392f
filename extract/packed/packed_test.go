package packed_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

func zstdOf(t testing.TB, s string) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(s), nil)
}

func TestPacked(t *testing.T) {
	plain := func(s string) []byte { return extracttest.GzipOf(t, strings.NewReader(s)) }
	deep := []byte("words")
	for range 20 {
		deep = extracttest.GzipOf(t, bytes.NewReader(deep))
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
		{"cut short", long[:len(long)-9], "", "", "", extract.ErrMalformed, "gzip: unexpected EOF: expected more packed bytes"},
		{"cut short in the header", long[:8], "", "", "", extract.ErrMalformed, "unexpected EOF"},
		{"a lying length", append(long[:len(long)-4:len(long)-4], 1, 2, 3, 4), "", "", "", extract.ErrMalformed, "gzip: "},
		{"garbage after the end", append(plain("words"), "garbage"...), "", "", "", extract.ErrMalformed, "gzip: "},
		{"gzip in gzip in gzip", deep, "", "", "", extract.ErrTooDeep, "more than 8 nested documents"},
		{"zstd cut short", zstdOf(t, strings.Repeat("abc ", 99))[:20], "", "", "", extract.ErrMalformed, "zstd: "},
		{"bzip2 that is none", []byte("BZh91AY&SYgarbage"), "", "", "", extract.ErrMalformed, "bzip2: "},
		{"a text about bzip2", []byte("BZh9 begins bzip2"), "", "BZh9 begins bzip2", "text/plain", nil, ""},
	} {
		d, err := extract.Open(t.Context(), bytes.NewReader(tt.in), extract.Options{Name: tt.name})
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
		{"zeros", "\x00", extract.ErrUnsupported},
		{"blanks, a thousand to one", " ", extract.ErrExpansion},
		{"one line", strings.Repeat("The quick brown fox jumps. ", 40) + "x1y2z3", nil},
	} {
		packed := extracttest.GzipOf(t, extracttest.Repeated(tt.piece, length))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l := extract.DefaultLimits
		if tt.is == nil {
			l.Ratio = 1e6
		}
		d, err := extract.Open(t.Context(), bytes.NewReader(packed), extract.Options{Limits: l})
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
	f.Add(extracttest.GzipOf(f, strings.NewReader("words")))
	f.Add(zstdOf(f, "words"))
	f.Add([]byte("BZh91AY&SY"))
	f.Fuzz(func(t *testing.T, octets []byte) { extracttest.Finds(t, octets, "") })
}
