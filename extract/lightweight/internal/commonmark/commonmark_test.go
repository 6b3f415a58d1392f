package commonmark_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/lightweight/internal/commonmark"
)

// The lab compares the examples of the CommonMark specification. These rows have what it leaves open, and the extensions.
func TestHTML(t *testing.T) {
	for _, tt := range []struct{ why, in, want string }{
		{"nothing", "", ""},
		{"blank lines", "\n \t\n", ""},
		{"line ends of any kind, and U+0000", "# a\r## b\r\n\x00", "<h1>a</h1>\n<h2>b</h2>\n<p>\uFFFD</p>\n"},
		{"a row of marks that closes some and opens others", "**a *b***", "<p>a b</p>\n"},
		{"emphasis that is left open", "*a **b*", "<p>*a *b</p>\n"},
		{"marks within words", "a_b_c d*e*f", "<p>a_b_c def</p>\n"},
		{"marks beside ideographs are not within words", "中*文*字", "<p>中文字</p>\n"},
		{"a link ends emphasis that began in it", "[*a](b)*", "<p>*a*</p>\n"},
		{"a link in a link", "[a [b](c) d](e)", "<p>[a b d](e)</p>\n"},
		{"a picture in a link", "[a ![b](c) d](e)", "<p>a  d</p>\n"},
		{"a link in a picture is its description", "![a [b](c)](d) e", "<p> e</p>\n"},
		{"a picture after an escaped !", `\![a](b)`, "<p>!a</p>\n"},
		{"a label in other letters", "[ẞ]\n\n[SS]: u", "<p>ẞ</p>\n"},
		{"a label of blanks is text", "[a][ ]\n\n[a]: u", "<p>a[ ]</p>\n"},
		{"a definition whose title is none", "[a]: u \"t\" x\n", "<p>[a]: u \"t\" x</p>\n"},
		{"a definition in a quote", "[a]\n\n> [a]: u", "<p>a</p>\n<blockquote></blockquote>\n"},
		{"a definition above the line of a heading", "[a]: u\n===\n", "<p>===</p>\n"},
		{"parentheses deeper than any target has", "[a](" + strings.Repeat("(", 33) + strings.Repeat(")", 33) + ")", "<p>[a](" + strings.Repeat("(", 33) + strings.Repeat(")", 33) + ")</p>\n"},
		{"code that is not closed", "``a`b`", "<p>``ab</p>\n"},
		{"a reference that HTML would read in part", "&copyx; &copy &copy; &semi; &amp;", "<p>&amp;copyx; &amp;copy © ; &amp;</p>\n"},
		{"numbers of no characters", "&#0;&#xD800;&#x80;", "<p>\uFFFD\uFFFD\u0080</p>\n"},
		{"comments", "a <!-- b --> c <!-- d", "<p>a <!-- b --> c &lt;!-- d</p>\n"},

		{"struck-out text", "~~a~~ ~b~ ~~~c~~~", "<p>a b ~~~c~~~</p>\n"},
		{"rows of different length", "~~a~", "<p>~~a~</p>\n"},
		{"boxes of tasks", "- [ ] a\n- [x] b\n  ===\n- [ ](u) c\n- a\n\n  [ ] b", "<ul><li><p>☐ a</p>\n</li>\n<li><h1>☒ b</h1>\n</li>\n<li><p>  c</p>\n</li>\n<li><p>a</p>\n<p>[ ] b</p>\n</li>\n</ul>\n"},
		{"links without marks keep their marks", "http://a.b/_c_/ \"http://a.b/_c_/d\" www.a.b/*d*/", "<p>http://a.b/_c_/ \"http://a.b/_c_/d\" www.a.b/*d*/</p>\n"},
		{"letters before a link", "xhttp://a.b/_c_ xwww.a.b/*d*/", "<p>xhttp://a.b/c xwww.a.b/d/</p>\n"},
		{"without the marks around them", "**http://a.b** (www.a.b/(c)).", "<p>http://a.b (www.a.b/(c)).</p>\n"},
		{"within brackets they are text", "[http://a.b/_c_](d)", "<p>http://a.b/c</p>\n"},
		{"a name that is no domain", "http://a_b/_c_ www._.b/_c_", "<p>http://a_b/c www._.b/c</p>\n"},

		{"a table", "|a|b|\n|-|:-:|\n|c\\|d|`e|f`|g", "<table>\n<tr><th>a</th>\n<th>b</th>\n</tr>\n<tr><td>c|d</td>\n<td>`e</td>\n</tr>\n</table>\n"},
		{"its rows end before a block", "a | b\n- | -\n", "<p>a | b</p>\n<ul><li><p>| -</p>\n</li>\n</ul>\n"},
		{"a head of too few cells", "a\n-|-\n", "<p>a\n-|-</p>\n"},
		{"lines above the head", "a\n|b|\n|-|\nc\n\nd", "<p>a</p>\n<table>\n<tr><th>b</th>\n</tr>\n<tr><td>c</td>\n</tr>\n</table>\n<p>d</p>\n"},
		{"a line that lacks the mark of its quote is no row", "> a|b\n-|-\n", "<blockquote><p>a|b\n-|-</p>\n</blockquote>\n"},
		{"a list ends a table", "a|b\n-|-\nc|d\n2. e", "<table>\n<tr><th>a</th>\n<th>b</th>\n</tr>\n<tr><td>c</td>\n<td>d</td>\n</tr>\n</table>\n<ol><li><p>e</p>\n</li>\n</ol>\n"},

		{"footnotes in the order of their references", "[^b] [^a] [^b] [^c]\n\n[^a]: A\n[^b]: B\n\n    more\n[^d]: D", "<p><sup>1</sup> <sup>2</sup> <sup>1</sup> [^c]</p>\n<hr>\n<ol>\n<li><p>B</p>\n<p>more</p>\n</li>\n<li><p>A</p>\n</li>\n</ol>\n"},
		{"a footnote in a quote", "> [^a]: A\n> b\n\n[^a]", "<blockquote></blockquote>\n<p><sup>1</sup></p>\n<hr>\n<ol>\n<li><p>A\nb</p>\n</li>\n</ol>\n"},
		{"two footnotes of one name", "[^a]\n\n[^a]: A\n\n[^a]: B", "<p><sup>1</sup></p>\n<hr>\n<ol>\n<li><p>A</p>\n</li>\n</ol>\n"},
		{"after a !", "a![^a]\n\n[^a]: A", "<p>a!<sup>1</sup></p>\n<hr>\n<ol>\n<li><p>A</p>\n</li>\n</ol>\n"},
	} {
		got, err := commonmark.HTML(markup.Alone([]byte(tt.in)), []byte(tt.in))
		if diff := cmp.Diff(tt.want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.why, err, diff)
		}
	}
}

// The document is refused before it takes more than its budget.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		why, in string
		want    error
	}{
		{"quotes", strings.Repeat(">", 251), medium.ErrTooDeep},
		{"lists, which have two blocks each", strings.Repeat("+ ", 126), medium.ErrTooDeep},
		{"a paragraph of marks, each of which could be emphasis", strings.Repeat("*_", 4<<20), medium.ErrExpansion},
		{"names of footnotes, each with its place", strings.Repeat("[^a]:\n", 1<<20), nil},
	} {
		if _, err := commonmark.HTML(markup.Alone([]byte(tt.in)), []byte(tt.in)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.why, err, tt.want)
		}
	}
}
