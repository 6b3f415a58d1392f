package extract_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// A page in an encoding that the Encoding Standard does not decode is one U+FFFD, and its text is lost.
func TestReplacedPage(t *testing.T) {
	page := `<meta charset="hz-gb-2312"><p>~{VPND~}</p>`
	for why, in := range map[string]string{"a page in memory": page, "a long page": page + strings.Repeat("<p>a", 1<<20)} {
		d, text, err := extracttest.TextOf([]byte(in), extract.Options{Name: "a.html"})
		if text != "\uFFFD" || err != nil {
			t.Errorf("%s: %q, %v", why, text, err)
		}
		want := []string{"the text is left out: its encoding, hz-gb-2312, is not decoded, as in browsers"}
		if diff := cmp.Diff(want, d.Lost); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", why, diff)
		}
	}
}

// Plain text in any encoding, Markdown and reStructuredText.
func TestTextOf(t *testing.T) {
	const russian = "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xfc\xd4\xcf \xd2\xd5\xd3\xd3\xcb\xc9\xca \xd4\xc5\xcb\xd3\xd4, \xc9 \xc5\xc7\xcf \xce\xc1\xc4\xcf \xd0\xd2\xcf\xde\xc9\xd4\xc1\xd4\xd8."
	for _, tt := range []struct{ why, name, in, text, encoding string }{
		{"KOI8-R by its letters", "a.txt", russian, "Привет, мир! Это русский текст, и его надо прочитать.", "koi8-r"},
		{"UTF-16 without a mark", "a.txt", "w\x00o\x00r\x00d\x00s\x00 \x00a\x00", "words a", "utf-16le"},
		{"big-endian", "", "\x00w\x00o\x00r\x00d\x00s\x00 \x00a\x00b", "words ab", "utf-16be"},
		{"UTF-32 by its mark", "", "\xff\xfe\x00\x00a\x00\x00\x00b\x00\x00\x00", "ab", "utf-32le"},
		{"UTF-32 by its mark, though its octets that are 0 do not tell", "", "\xff\xfe\x00\x00\x00\x4e\x00\x00\x57\x5b\x01\x00", "一\U00015b57", "utf-32le"},
		{"with the greatest octet first", "", "\x00\x00\xfe\xff\x00\x00N\x00\x00\x01[W", "一\U00015b57", "utf-32be"},
		{"cut off within a character", "", "\x00\x00\xfe\xff\x00\x00N\x00\x00", "一\ufffd", "utf-32be"},
		{"nothing but its mark", "", "\x00\x00\xfe\xff", "", "utf-32be"},
		{"UTF-32 without a mark", "", "\x00\x00\x00a\x00\x00\x00b\x00\x00\x00c", "abc", "utf-32be"},
		{"ISO-2022-JP is ASCII that is none", "", "\x1b$B$\"$$\x1b(B a", "あい a", "iso-2022-jp"},
		{"UTF-8 at first is UTF-8", "", strings.Repeat("a ", 40<<10) + "\xe9", strings.Repeat("a ", 40<<10) + "\xe9", "utf-8"},

		{"Markdown", "a.md", "# One *two*\n\n- three\n- [four](http://a/b)\n", "One two\nthree\nfour", "utf-8"},
		{"front matter is none of it", "a.md", "---\ntitle: x\n---\nwords\n", "words", "utf-8"},
		{"front matter with other line ends", "a.md", "---\rtitle: x\r---\rwords\r", "words", "utf-8"},
		{"of TOML", "a.md", "+++\ntitle = 1\n+++\nwords\n", "words", "utf-8"},
		{"a rule is no front matter", "a.md", "a\n\n---\n\nb\n", "a\nb", "utf-8"},
		{"a table, struck text, a footnote", "a.md", "|a|b|\n|-|-|\n|c|~~d~~[^1]|\n\n[^1]: e\n", "a\nb\nc\nd1\ne", "utf-8"},
		{"HTML in Markdown", "a.markdown", "a <b hidden>b</b> <i>c</i>\n", "a c", "utf-8"},
		{"code", "a.md", "```go\nx := 1\n```\n", "x := 1", "utf-8"},

		{"a title, and emphasis over a line end", "a.rst", "Title\n=====\n\nA *b\nc* **d** ``e``.\n", "Title\nA b\nc d e.", "utf-8"},
		{"a comment, a target, a substitution", "a.rst", ".. a comment\n   goes on\n\n.. _t:\n\n.. |s| image:: x.png\n\ntext\n", "text", "utf-8"},
		{"a directive with options", "a.rst", ".. note:: Mind\n   :class: x\n\n   the gap\n", "Mind\nthe gap", "utf-8"},
		{"a figure has a caption, an image nothing", "a.rst", ".. figure:: a.png\n   :alt: x\n\n   Caption\n\n.. image:: b.png\n   :width: 1\n", "Caption", "utf-8"},
		{"code is as it is", "a.rst", ".. code-block:: go\n   :linenos:\n\n   *p = 1\n\nText::\n\n   a *b* c\n", "*p = 1\nText:\na *b* c", "utf-8"},
		{"roles, references, embedded targets", "a.rst", "`One <http://a/>`_ :ref:`two <x>` :class:`~a.B` :ref:`x` three_.\n", "One two B  three.", "utf-8"},
		{"tables", "a.rst", "=== ===\na   b\n=== ===\nc   d\n=== ===\n\n+---+---+\n| e | f |\n+---+---+\n", "a   b\nc   d\ne   f", "utf-8"},
		{"footnotes and lists", "a.rst", "* a [1]_\n* b\n\n.. [1] c\n", "a [1]\nb\n1 c", "utf-8"},
	} {
		d, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Name: tt.name})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		text, err := io.ReadAll(d)
		if diff := cmp.Diff(tt.text, string(text)); err != nil || diff != "" || d.Encoding != tt.encoding {
			t.Errorf("%s: %s, %v, want %s (-want +got):\n%s", tt.why, d.Encoding, err, tt.encoding, diff)
		}
	}
	for _, mark := range []string{"> ", ">", "- ", "* "} {
		_, err := extract.Open(t.Context(), strings.NewReader(strings.Repeat(mark, 100000)+"a"), extract.Options{Name: "a.md"})
		if !errors.Is(err, extract.ErrTooDeep) {
			t.Errorf("100,000 of %q: error %v, want %v", mark, err, extract.ErrTooDeep)
		}
	}
}

func TestProfile(t *testing.T) {
	article := "<article><h1>Title</h1>" + strings.Repeat("<p>A sentence of the article, with commas, and with words enough to count as one.</p>", 10) + "</article>"
	page := "<!DOCTYPE html><title>t</title><nav><ul><li><a href=a>Home</a><li><a href=b>About</a></ul></nav>" + article + "<footer><a href=c>Imprint</a></footer>"
	d, err := extract.Open(t.Context(), strings.NewReader(page), extract.Options{Profile: extract.Main})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(d)
	if s := string(text); d.Profile != extract.Main || !strings.Contains(s, "A sentence") || strings.Contains(s, "Home") || strings.Contains(s, "Imprint") {
		t.Errorf("%+v: %q, want the article only", d, s)
	}
	if !strings.HasPrefix(d.Tool, "main-1, ") {
		t.Errorf("tool %q, want the model named", d.Tool)
	}
	for _, tt := range []struct {
		why, in, profile, want string
		is                     error
	}{
		{"a page without content", "<!DOCTYPE html><p></p>", extract.Main, "the page shows no text", extract.ErrNoText},
		{"a text has no main content", "words", extract.Main, "the profile main is of HTML only, and this is text/plain", extract.ErrUnsupported},
		{"no such profile", "words", "mane", `profile "mane": expected visible or main`, nil},
	} {
		_, err := extract.Open(t.Context(), strings.NewReader(tt.in), extract.Options{Profile: tt.profile})
		if err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.why, err, tt.want)
		}
	}
}
