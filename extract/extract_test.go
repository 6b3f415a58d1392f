package extract_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

func TestOpen(t *testing.T) {
	const page = "<!DOCTYPE html><title>t</title><p>Caf\xe9"
	for _, tt := range []struct {
		why   string
		in    string
		o     extract.Options
		text  string
		media string
		enc   string
	}{
		{"plain text", "Some words.\n", extract.Options{}, "Some words.\n", "text/plain", "utf-8"},
		{"ill-formed UTF-8 is left to chapter 1, if it is mostly well-formed", strings.Repeat("é", 8) + "\xe9 noir", extract.Options{}, strings.Repeat("é", 8) + "\xe9 noir", "text/plain", "utf-8"},
		{"and if it is declared", "Caf\xe9 noir", extract.Options{MediaType: "text/plain; charset=utf-8"}, "Caf\xe9 noir", "text/plain", "utf-8"},
		{"what is not UTF-8 is something else", "Caf\xe9 noir", extract.Options{}, "Café noir", "text/plain", "windows-1252"},
		{"a declared charset", "Caf\xe9 noir", extract.Options{MediaType: "text/plain; charset=latin1"}, "Café noir", "text/plain", "windows-1252"},
		{"UTF-16 by its mark", "\xff\xfea\x00\xe9\x00", extract.Options{}, "aé", "text/plain", "utf-16le"},
		{"UTF-16BE by its mark", "\xfe\xff\x00a\x00\xe9", extract.Options{}, "aé", "text/plain", "utf-16be"},
		{"a mark of UTF-8 is left to R3.5", "\xef\xbb\xbfa", extract.Options{}, "\xef\xbb\xbfa", "text/plain", "utf-8"},
		{"nothing", "", extract.Options{}, "", "text/plain", "utf-8"},
		{"HTML by its octets", page, extract.Options{}, "Café", "text/html", "windows-1252"},
		{"HTML by its name", "just <b>wo</b>rds", extract.Options{Name: "a/B.HTM"}, "just words", "text/html", "utf-8"},
		{"text by its name", "<p>a</p>", extract.Options{Name: "x.txt"}, "<p>a</p>", "text/plain", "utf-8"},
		{"HTML by its media type", "<p>a", extract.Options{Name: "x.txt", MediaType: "text/html"}, "a", "text/html", "utf-8"},
		{"JSON is text", `{"a": "b"}`, extract.Options{Name: "x.json"}, `{"a": "b"}`, "text/plain", "utf-8"},
	} {
		d, err := extract.Open(t.Context(), iotest.OneByteReader(strings.NewReader(tt.in)), tt.o)
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		text, err := io.ReadAll(d)
		if err != nil || string(text) != tt.text || d.MediaType != tt.media || d.Encoding != tt.enc || d.Profile != extract.Visible {
			t.Errorf("%s: %q, %+v, %v, want %q, %s in %s", tt.why, text, d, err, tt.text, tt.media, tt.enc)
		}
		if d.Size() != int64(len(tt.in)) {
			t.Errorf("%s: %d octets counted, want %d", tt.why, d.Size(), len(tt.in))
		}
	}
}

func TestOpenErrors(t *testing.T) {
	var manyBold string
	for i := range 490 {
		manyBold += fmt.Sprintf("<b id=%d>", i)
	}
	broken := errors.New("disk on fire")
	for _, tt := range []struct {
		why  string
		r    io.Reader
		o    extract.Options
		is   error
		want string
	}{
		{"octets that are no text", strings.NewReader("\x00\x01\x02\x03"), extract.Options{}, extract.ErrUnsupported,
			"no reader for this medium: application/octet-stream"},
		{"a picture by the name of a text", strings.NewReader("\x89PNG\r\n\x1a\n"), extract.Options{Name: "x.txt"}, extract.ErrUnsupported, "image/png"},
		{"an unknown media type", strings.NewReader("a"), extract.Options{MediaType: "text/x-nothing"}, extract.ErrUnsupported, "text/x-nothing"},
		{"a malformed media type", strings.NewReader("a"), extract.Options{MediaType: "/"}, nil, `media type "/": mime: `},
		{"an unknown charset", strings.NewReader("a"), extract.Options{MediaType: "text/plain; charset=x-nothing"}, nil,
			`charset "x-nothing": expected a label of the Encoding Standard`},
		{"HTML beyond the bound", strings.NewReader("<p>" + strings.Repeat("a", 98)), extract.Options{Name: "a.html", Limits: extract.Limits{Size: 100}}, extract.ErrTooLarge,
			"document too large: more than 100 bytes of HTML"},
		{"HTML nested too deeply", strings.NewReader(strings.Repeat("<div>", 100000)), extract.Options{Name: "a.html"}, extract.ErrTooDeep, "HTML: "},
		{"HTML whose tree would be a hundred times as large", strings.NewReader("<p>" + manyBold + strings.Repeat("<p>x", 10000)), extract.Options{Name: "a.html"}, extract.ErrExpansion, "HTML: "},
		{"the same where bold elements that end do not hide it", strings.NewReader("<p>" + manyBold + strings.Repeat("<b></b>", 500) + strings.Repeat("<p>x", 10000)), extract.Options{Name: "a.html"}, extract.ErrExpansion, "HTML: "},
		{"a reader that fails at once", iotest.ErrReader(broken), extract.Options{}, broken, "disk on fire"},
		{"a reader that fails later", io.MultiReader(strings.NewReader("<p>"), iotest.ErrReader(broken)), extract.Options{MediaType: "text/html"}, broken, "disk on fire"},
	} {
		_, err := extract.Open(t.Context(), tt.r, tt.o)
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
	}
	d, err := extract.Open(t.Context(), io.MultiReader(strings.NewReader(strings.Repeat("a ", 100000)), iotest.ErrReader(broken)), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, d); !errors.Is(err, broken) {
		t.Errorf("a plain text that fails in the middle: error %v, want %v", err, broken)
	}
}

// TestTwoDesigns checks that two designs of one text have the same words.
func TestTwoDesigns(t *testing.T) {
	a := `<table><tr><td>One <font color=red>two</font></td><td>three</td></tr></table>`
	b := `<!DOCTYPE html><head><title>x</title><style>p{}</style></head><div><p>One <span class=r>two</span></p><p>three</p></div><script>x</script>`
	x, _, _ := extract.VisibleText([]byte(a), "")
	y, _, _ := extract.VisibleText([]byte(b), "")
	if diff := cmp.Diff(x, y); diff != "" {
		t.Errorf("(-table +div):\n%s", diff)
	}
}

// FuzzVisibleText reads arbitrary bytes. There is no panic, and the text is well formed, with
// single blanks. Read as a document without markup, the text stays the same.
func FuzzVisibleText(f *testing.F) {
	for _, s := range []string{"<p>a<b>b", "<meta charset=koi8-r>\xc1", "\xff\xfe<\x00", "<pre>\n a\n</pre>", "<table>x<tr><td>y", "<svg><title>", "<plaintext>a<b"} {
		f.Add([]byte(s), "")
		f.Add([]byte(s), "shift_jis")
	}
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		text, name, err := extract.VisibleText(octets, declared)
		if err != nil {
			return
		}
		if name == "" || !utf8.ValidString(text) {
			t.Errorf("%q in %q: %q is not well-formed", octets, name, text)
		}
		if strings.Trim(text, whatwg.Blanks) != text || strings.ContainsAny(text, "\t\f\r") ||
			strings.Contains(text, "  ") || strings.Contains(text, " \n") || strings.Contains(text, "\n ") || strings.Contains(text, "\n\n") {
			t.Errorf("%q: blanks of %q", octets, text)
		}
	})
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte("a"), "x.html", "")
	f.Add([]byte("\xff\xfea\x00"), "", "text/plain; charset=koi8-r")
	f.Fuzz(func(t *testing.T, octets []byte, name, mediaType string) {
		d, err := extract.Open(t.Context(), bytes.NewReader(octets), extract.Options{Name: name, MediaType: mediaType, Limits: extract.Limits{Size: 1 << 16}})
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, d); err != nil && !extracttest.Named(err) {
			t.Errorf("%q: %v", octets, err)
		}
	})
}
