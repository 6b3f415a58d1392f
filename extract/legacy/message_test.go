package legacy_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/ole"
)

// message returns an Outlook file with an attachment and an attached message.
func message(t testing.TB) []byte {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(extracttest.Testdata(t, "message.msg.gz")))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return octets
}

func TestMessage(t *testing.T) {
	octets := message(t)
	d, text, err := extracttest.TextOf(octets, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("Two lighthouses: маяк, 灯台, מגדלור\nМаяк на скале\nand a second line", text); diff != "" || d.MediaType != "application/vnd.ms-outlook" {
		t.Errorf("%s (-want +got):\n%s", d.MediaType, diff)
	}
	want := []extract.Embedded{{Path: "Anhang.txt", MediaType: "text/plain"}, {Path: "shown.png", MediaType: "image/png"}, {Path: "Forwarded.msg", MediaType: "application/vnd.ms-outlook"}}
	if diff := cmp.Diff(want, d.Embedded); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	// The page refers to the picture in place of its title.
	octets = bytes.Replace(octets, []byte("<title>t</title></head><body>"), []byte(`<img src="cid:img@x">        `), 1)
	lines, err := extracttest.EmbeddedIn(octets, extract.Options{})
	if diff := cmp.Diff([]string{
		"Anhang.txt text/plain: An attached text.",
		"Forwarded.msg//deep.txt text/plain: A deeper text.",
		"Forwarded.msg application/vnd.ms-outlook: 灯台の光\nhello world",
	}, lines); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for n := 0; n < len(octets); n += 512 {
		if _, _, err := extracttest.TextOf(octets[:n], extract.Options{MediaType: "application/vnd.ms-outlook"}); err != nil && !extracttest.Named(err) {
			t.Errorf("the first %d octets: %v", n, err)
		}
	}
}

func FuzzMessage(f *testing.F) {
	f.Add(message(f))
	f.Fuzz(func(t *testing.T, octets []byte) {
		o := extract.Options{MediaType: "application/vnd.ms-outlook", Limits: extract.Limits{Size: 1 << 20}, Embedded: func(_ string, d *extract.Document, err error) {
			if err == nil {
				_, err = io.Copy(io.Discard, d)
			}
			if err != nil && !extracttest.Named(err) {
				t.Error(err)
			}
		}}
		if _, _, err := extracttest.TextOf(octets, o); err != nil && !extracttest.Named(err) {
			t.Error(err)
		}
	})
}

// wordPerfect4 is a document of WordPerfect 4.2, by its published format.
const wordPerfect4 = "\xCB\n\x01\xF6\x01\xCB\xC0\nJ\tJ\xC0\xCE\x0C\n\xCE\xD0BlBp\xD0Words of a letter\n"

// Each program reads its own format.
func TestConverted(t *testing.T) {
	extracttest.Needs(t, "djvutxt")
	extracttest.Needs(t, "wpd2text")
	for _, in := range []struct{ octets, tool, want string }{
		{extracttest.Testdata(t, "words.djvu"), "DjVuLibre djvutxt 3.", "Words of a page, Grüße, слова"},
		{wordPerfect4, "libwpd wpd2text ", "Words of a letter"},
	} {
		d, text, err := extracttest.TextOf([]byte(in.octets), extract.Options{})
		if err != nil || strings.TrimSpace(text) != in.want || !strings.HasPrefix(d.Tool, in.tool) {
			t.Errorf("%q, %+v, %v", text, d, err)
		}
	}
	for _, in := range []struct{ octets, want string }{
		{"\xFFWPC", "a program is missing: wpd2text (Debian package libwpd-tools)"},
		{wordPerfect4, "a program is missing: wpd2text (Debian package libwpd-tools)"},
		{string(ole.Write([]ole.Stream{{Path: []string{"Contents"}}, {Path: []string{"Quill", "QuillSub", "CONTENTS"}}})), "a program is missing: pub2raw (Debian package libmspub-tools)"},
	} {
		t.Setenv("PATH", t.TempDir())
		if _, _, err := extracttest.TextOf([]byte(in.octets), extract.Options{}); !errors.Is(err, extract.ErrToolMissing) || err.Error() != in.want {
			t.Errorf("error %v, want %s", err, in.want)
		}
	}
}

func TestWordPerfect4(t *testing.T) {
	for _, test := range []struct {
		head string
		want string
		why  string
	}{
		{wordPerfect4, "application/vnd.wordperfect", "settings and words"},
		{wordPerfect4[:12], "application/vnd.wordperfect", "two settings"},
		{wordPerfect4[:11], "application/octet-stream", "the second is cut short"},
		{wordPerfect4[:6] + "\x01words", "application/octet-stream", "one setting"},
		{"\xCB\n\x01\xF6\x01\x01" + wordPerfect4[6:], "application/octet-stream", "the first does not end"},
	} {
		if got := formats.Sniff([]byte(test.head), "letter.doc"); got != test.want {
			t.Errorf("%s: %s, want %s", test.why, got, test.want)
		}
	}
}
