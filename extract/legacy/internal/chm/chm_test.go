package chm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// opened is the text of a document, with its notes.
func opened(octets []byte) (string, []string, error) {
	b := budget.New(budget.Limits{Size: 64 << 20})
	b.Source(int64(len(octets)))
	d := medium.New(context.Background(), b, nil)
	d.Source = bufio.NewReaderSize(bytes.NewReader(octets), medium.SourceSize)
	if err := Open(d); err != nil {
		return "", nil, err
	}
	text, err := io.ReadAll(d.Text)
	return string(text), d.Notes, err
}

const sitemap = `<html><body><ul><li><object type="text/sitemap"><param name="Name" value="x"><param name="Local" value="%s"></object></ul>`

func TestOpen(t *testing.T) {
	long := "<p>" + strings.Repeat("The quick brown fox jumps over the lazy dog. ", 4000) + "</p><p>end"
	shown := strings.TrimSpace(strings.Repeat("The quick brown fox jumps over the lazy dog. ", 4000)) + "\nend"
	for _, tt := range []struct {
		why    string
		locale uint32
		files  []string
		want   string
	}{
		{"the pages that the contents list, and the others as the directory has them", 0x409, []string{
			"/#SYSTEM", "<p>x", "/$FIftiMain", "x", "/a.htm", "<title>t</title><p>first", "/b.gif", "GIF89a", "/B.HTML", "<p>second", "/c.htm", "third", "/css/d.css", "p{}",
			"/toc.hhc", fmt.Sprintf(sitemap, "c.htm#top") + fmt.Sprintf(sitemap, `.\B.HTML`) + fmt.Sprintf(sitemap, "c.htm")}, "third\nsecond\nfirst"},
		{"contents in a folder, names with blanks, and other documents", 0x409, []string{
			"/h/a b.htm", "first", "/h/c.htm", "second", "/h/d.htm", "third",
			"/h/toc.hhc", fmt.Sprintf(sitemap, "http://a/c.htm") + fmt.Sprintf(sitemap, "mk:@MSITStore:a.chm::/h/d.htm") + fmt.Sprintf(sitemap, "a%20b.htm") + fmt.Sprintf(sitemap, "../../none.htm")}, "third\nfirst\nsecond"},
		{"no contents, and an empty page", 0x409, []string{"/a.htm", "a", "/b.htm", "", "/c.htm", "<img>", "/d.htm", "d"}, "a\nd"},
		{"a page that is longer than what is unpacked at once", 0x409, []string{"/a.htm", long, "/b.htm", "after"}, shown + "\nafter"},

		{"scripts in the encoding of the language", 0x411, []string{"/a.htm", "\x93\xfa\x96\x7b\x8c\xea", "/b.htm", `<meta charset=utf-8>שלום नमस्ते สวัสดี 한국어 中文`}, "日本語\nשלום नमस्ते สวัสดี 한국어 中文"},
		{"Chinese of Taiwan, and Russian", 0x404, []string{"/a.htm", "\xa4\xa4\xa4\xe5", "/b.htm", "<meta charset=windows-1251>\xeb\xe8\xf1\xe0"}, "中文\nлиса"},
		{"Western Europe, in ASCII or UTF-8", 0x407, []string{"/a.htm", "Grüße", "/b.htm", "x"}, "Grüße\nx"},
	} {
		for _, how := range []Frames{Verbatim, Aligned, Stored, Mixed} {
			text, notes, err := opened(Document(tt.locale, how, tt.files...))
			if err != nil || len(notes) > 0 {
				t.Errorf("%s, %d: %v, %q", tt.why, how, err, notes)
			}
			if diff := cmp.Diff(tt.want, text); diff != "" {
				t.Errorf("%s, %d (-want +got):\n%.300s", tt.why, how, diff)
			}
		}
	}
}

// Western Europe is the default of the program that makes containers. So the encoding of their pages is a guess.
func TestGuess(t *testing.T) {
	text, notes, err := opened(Document(0x409, Verbatim, "/a.htm", "Gr\xfc\xdfe"))
	if diff := cmp.Diff([]string{"the encoding is a guess: windows-1252"}, notes); err != nil || diff != "" || text != "Grüße" {
		t.Errorf("%q, %v (-want +got):\n%s", text, err, diff)
	}
}

// What is damaged is an error with a name, or costs only the pages that it is in.
func TestDamaged(t *testing.T) {
	files := []string{"/a.htm", strings.Repeat("first ", 11000), "/b.htm", "second", "/c.htm", strings.Repeat("third ", 11000)}
	whole := Document(0x409, Verbatim, files...)
	set := func(at int, octets ...byte) []byte {
		b := bytes.Clone(whole)
		copy(b[at:], octets)
		return b
	}
	control := bytes.Index(whole, []byte("LZXC")) - 4
	for _, tt := range []struct {
		why    string
		octets []byte
		is     error
		want   string
	}{
		{"nothing", nil, medium.ErrMalformed, "expected a header that begins with ITSF"},
		{"only a header", whole[:0x60], medium.ErrMalformed, "84 bytes at 96"},
		{"a directory beyond the end", set(0x48, 0, 0, 0, 0, 0, 0, 0, 0x7F), medium.ErrMalformed, "a directory of"},
		{"chunks of no length", set(0x60+0x10, 0, 0, 0, 0), medium.ErrMalformed, "begins with ITSP"},
		{"another window", set(control+0x10, 3), medium.ErrMalformed, "LZX with a window of 98304 bytes"},
		{"another compression", set(control+4, 'X'), medium.ErrMalformed, "expected data packed by LZX"},
		{"cut short within the pages", whole[:len(whole)/3], medium.ErrMalformed, ""},
		{"pictures", Document(0x409, Stored, "/a.htm", "<img>"), medium.ErrNoText, "nothing but pictures"},
		{"no page", Document(0x409, Stored, "/a.png", "x"), medium.ErrNoText, "without pages"},
	} {
		if _, _, err := opened(tt.octets); !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %v: %s", tt.why, err, tt.is, tt.want)
		}
	}
	begun := bytes.Index(whole, []byte("LZXC")) + 0x18 + 4 // where what is packed begins
	text, notes, err := opened(set(begun+200, bytes.Repeat([]byte{0xFF}, 300)...))
	if err != nil || len(notes) != 1 || !strings.HasPrefix(text, "second\nthird third") {
		t.Errorf("a group of frames that is damaged: %.100q, %q, %v", text, notes, err)
	}
}

// Pages that share bytes are read once.
func TestShared(t *testing.T) {
	octets := Document(0x409, Stored, "/a.htm", "abc", "/b.htm", "def")
	at := bytes.Index(octets, []byte("/b.htm")) + len("/b.htm")
	octets[at+1] = 1 // its offset
	text, notes, err := opened(octets)
	if err != nil || text != "abc" || len(notes) != 1 {
		t.Errorf("%q, %q, %v", text, notes, err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(Document(0x409, Mixed, "/a.htm", "<p>a", "/t.hhc", fmt.Sprintf(sitemap, "a.htm")))
	f.Fuzz(func(t *testing.T, octets []byte) {
		text, _, err := opened(octets)
		if err != nil {
			for _, named := range []error{medium.ErrMalformed, medium.ErrNoText, medium.ErrTooLarge, medium.ErrExpansion, medium.ErrTooDeep} {
				if errors.Is(err, named) {
					return
				}
			}
			t.Error(err)
		}
		if len(text) > 16<<20+200*len(octets) {
			t.Errorf("%d octets of text of %d", len(text), len(octets))
		}
	})
}

// FuzzUnpack unpacks any bytes, and what was packed as it was.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte("words and words"), uint8(1))
	f.Add([]byte("\x30\x01\x00\x00"), uint8(2))
	f.Fuzz(func(t *testing.T, octets []byte, how uint8) {
		u := newUnpacker(16)
		u.reset(bytes.NewReader(octets))
		for range 3 {
			if frame, err := u.frame(); len(frame) > frameSize || err != nil {
				break
			}
		}
		packed, _ := Pack(octets, Frames(1+how%3))
		u.reset(bytes.NewReader(packed))
		if frame, err := u.frame(); len(octets) > 0 && (err != nil || !bytes.HasPrefix(frame, octets[:min(len(octets), frameSize)])) {
			t.Errorf("%d octets, %v", len(frame), err)
		}
	})
}
