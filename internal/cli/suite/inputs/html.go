package inputs

import (
	"bytes"
	"strings"
	"unicode/utf16"

	"github.com/lsh-interop/fpcheck/vectors"
)

// ofHTML are documents in HTML, with more faults than most. Their bytes go through the
// pipeline too, now and then, as text.
func ofHTML(r *random, _ uint64) []Probe {
	w := &writer{random: r}
	w.document()
	octets, charset := encoded(r, w.String())
	probes := []Probe{{Stage: vectors.HTML, Input: vectors.Data{Raw: vectors.BytesOf(octets), Charset: charset}}}
	if r.oneIn(4) {
		probes = append(probes, probesOf(r, octets)...)
	}
	return probes
}

// writer writes markup.
type writer struct {
	*random
	strings.Builder
	depth int
}

// The pieces of markup: names of elements, with and without rules, and what stands around them.
var (
	leftOut  = strings.Fields("annotation annotation-xml applet area audio base basefont canvas datalist embed frame frameset head iframe img input link meta meter noembed noframes noscript object param progress rp rt rtc script select style svg template textarea title track video")
	blocks   = strings.Fields("address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp")
	inline   = strings.Fields("a abbr b bdi bdo big cite code data del em font i ins kbd label map mark math mi mo mtext nobr option optgroup output picture q ruby rb s samp slot small source span strike strong sub sup time tt u var wbr foreignObject desc image custom-x marquee bgsound keygen")
	peculiar = strings.Fields("pre listing plaintext xmp table tr td caption details summary dialog noscript select option ruby rt rp svg math template textarea title br wbr q del button li dd p head body html style script hr frameset iframe annotation")
	stood    = []string{"a", "b", "word", "two words", "日本", "ü", "x\u00A0y", "-", "e\u0301", "\u00AD", "0", "\"", "'", "é\n"}
	attrs    = []string{" hidden", " hidden=\"\"", " hidden=false", " hidden=until-found", " open", " aria-hidden=true", " style=\"display:none\"", " class='a>b'", " alt=pic", " title=\"t\"", " HIDDEN", " data-hidden", " encoding=\"text/html\"", " src=x", " type=hidden", " charset=utf-8", " id=x/"}
	gaps     = []string{" ", "\n", "\t", "\f", "\r\n", "  \n ", "\u00A0", "\u3000", "\v", "&nbsp;", "&#32;", "&#10;", "\r", "\n\n"}
	entities = []string{"&amp;", "&lt;", "&eacute;", "&eacute", "&notit;", "&not", "&#233;", "&#xE9", "&#x80;", "&#0;", "&#xD800;", "&#x110000;", "&nosuch;", "&", "&;", "&#;", "&shy;", "&zwnj;", "&NotEqualTilde;", "&fjlig;", "&AMP", "&copy2"}
	odd      = []string{"<!-- note -->", "<!--a--!>b", "<!-->x-->", "<!doctype html>", "<!DOCTYPE x SYSTEM 'y'>", "<?php x ?>", "<![CDATA[c]]>", "</nosuch>", "<", "<3", "</>", "<a <b>", "<>", "<!>", "</p>", "</br>", "\x00", "<p/>", "<div/>", "<br/>", "</body>", "</html>", "]]>", "<!--", "<b x='"}
)

func (w *writer) document() {
	switch w.below(5) {
	case 0:
	case 1:
		w.WriteString(pick(w.random, []string{"<?xml version=\"1.0\" encoding=\"", "<?xml encoding='", "<?XML encoding=\""}) + pick(w.random, labels) + pick(w.random, []string{"\"?>", "'?>", "\" ?>"}))
	case 2:
		w.WriteString("<!doctype html><html><head>")
		w.head()
		w.WriteString("</head><body>")
	case 3:
		w.WriteString("<title>t</title>")
		w.head()
	default:
		w.WriteString(pick(w.random, []string{"", "\n", " ", "<!-- c -->"}))
		w.head()
	}
	w.contents(w.between(2, 14))
	if w.oneIn(3) {
		w.WriteString(pick(w.random, []string{"</body></html>", "</html>\n", "</body> after", "</html> after", "</body></html><p>after</p>"}))
	}
}

func (w *writer) head() {
	for range w.few(3) {
		label := pick(w.random, labels)
		w.WriteString(pick(w.random, []string{
			"<meta charset=" + label + ">", "<meta charset='" + label + "'>", "<META CharSet = \"" + label + "\" />",
			"<meta http-equiv=content-type content='text/html; charset=" + label + "'>", "<meta content='text/html; charset=" + label + "'>",
			"<meta http-equiv=\"Content-Type\" content=\"text/html;charset=" + label + ";x\">",
			"<!-- <meta charset=" + label + "> -->", "<script>var x = '<meta charset=" + label + ">'</script>",
			"<a title=\"<meta charset=" + label + ">\">", "<?xml version=\"1.0\" encoding=\"" + label + "\"?>",
			"<meta name=x charset=" + label + " content=y>", "<p x=<meta charset=" + label + ">", "<meta charset=" + label,
			"<noscript><p>" + pick(w.random, stood) + "</noscript>", "<style>p</style><script><!-- <script> </script>",
		}))
	}
	if w.oneIn(4) { // at the end of what is looked at for one
		meta := "<meta charset=" + pick(w.random, []string{"windows-1251", "koi8-r", "shift_jis", "utf-8", "gbk"}) + ">"
		w.WriteString(strings.Repeat(pick(w.random, []string{" ", "\n", "<b>"}), 1024)[:max(w.near(1024)-w.Len()-pick(w.random, []int{0, len(meta), 2 * len(meta)}), 0)%1024] + meta + pick(w.random, stood))
	}
}

func (w *writer) contents(n int) {
	for range n {
		switch w.below(11) {
		case 9, 10:
			w.snippet()
		case 0, 1:
			w.WriteString(pick(w.random, stood))
		case 2:
			w.WriteString(pick(w.random, gaps))
		case 3:
			w.WriteString(pick(w.random, stood) + pick(w.random, entities) + pick(w.random, stood))
		case 4:
			w.WriteString(pick(w.random, odd))
		default:
			w.element()
		}
	}
}

// snippets are elements where the parser permits them. Each ~ is text, markup or a blank.
var snippets = []string{
	"<table><tr><td>~<td>~<th>~</table>", "<table>~<tr>~<td>~</td>~</tr></table>~", "<table><caption>~</caption><tbody><tr><td>~</table>",
	"<select><option>~<optgroup><option>~</select>", "<ruby>~<rb>~<rt>~<rp>(</rp><rtc>~</ruby>~", "<details><summary>~</summary>~</details>",
	"<details open><summary>~</summary>~</details>", "<dialog>~</dialog>~<dialog open>~</dialog>", "<dl><dt>~<dd>~</dl>", "<ul><li>~<li>~<ul><li>~</ul></ul>",
	"<pre>\n~\n<b>~\n~</b>~<i> ~ </i></pre>", "<listing>~\n~</listing>", "<xmp><b>~\n</xmp>", "<textarea>~</textarea>", "<pre><div>a\nb<span>~\r~</span></div></pre>",
	"~<svg><title>~</title><text hidden>~</text><foreignObject><p>~</svg>~", "<math><mi hidden>x</mi><mo>+</mo><mi>~</mi></math>",
	"<math><annotation-xml encoding='text/html'><p>~</annotation-xml><semantics><annotation>~</annotation></semantics><mtext>~</math>",
	"<template><p>~</p></template>~", "<p>~<p>~<div>~</p>~", "<b>~<p>~</b>~</p>", "<a>~<a>~</a>", "<i>~<b>~</i>~</b>", "~<br>~<wbr>~<hr>~",
	"<div hidden>~<p>~</p></div>~", "~<div hidden>x</div>~", "<noscript>~<p title='</noscript>'>~</noscript>", "<iframe>~</iframe><noembed>~</noembed><noframes>~</noframes>",
	"<object>~<param><embed></object>", "<video><track>~</video><audio>~</audio><canvas>~</canvas>", "<button>~</button>~", "<label>~<input value=v>~</label><meter>~</meter>",
	"<q>~</q><del>~</del><ins>~</ins>", "<h1>~</h1>\n\n<p> ~ </p>\f~", "<frameset><frame></frameset>~", "<p hidden=until-found>~</p>", "<span style='display:none'>~</span>", "<p aria-hidden=true>~</p>",
	"<img alt='~'>~<figure><figcaption>~</figcaption></figure>", "<center>~</center><dir>~</dir><menu>~</menu><search>~</search>", "~<!-- ~ -->~", "<form><fieldset><legend>~</legend>~</fieldset></form>",
}

func (w *writer) snippet() {
	for i, part := range strings.Split(pick(w.random, snippets), "~") {
		if i > 0 {
			switch {
			case w.oneIn(3):
				w.WriteString(pick(w.random, gaps))
			case w.depth < 6 && w.oneIn(8):
				w.depth++
				w.contents(1)
				w.depth--
			default:
				w.WriteString(pick(w.random, stood))
			}
		}
		w.WriteString(part)
	}
}

// element writes an element, mostly with an end tag, far below the depth limit of R11.3.
func (w *writer) element() {
	name := pick(w.random, pick(w.random, [][]string{leftOut, blocks, inline, peculiar, blocks, peculiar}))
	if name == "plaintext" && !w.oneIn(4) { // nothing follows it
		name = "p"
	}
	w.WriteString("<" + pick(w.random, []string{name, name, name, strings.ToUpper(name)}))
	for range w.few(2) {
		w.WriteString(pick(w.random, attrs))
	}
	w.WriteString(pick(w.random, []string{">", ">", ">", ">", "\n>", " />"}))
	w.WriteString(pick(w.random, []string{"", "", "\n", " "}))
	if w.depth < 12 {
		w.depth++
		w.contents(w.few(4))
		w.depth--
	}
	switch w.below(8) {
	case 0: // left open
	case 1:
		w.WriteString("</" + pick(w.random, peculiar) + ">")
	default:
		w.WriteString("</" + name + ">")
	}
}

// labels of encodings, some of them none.
var labels = []string{"utf-8", "UTF-8", " utf-8 ", "windows-1252", "iso-8859-1", "latin1", "koi8-r", "windows-1251", "shift_jis",
	"euc-jp", "gbk", "gb18030", "big5", "euc-kr", "utf-16", "utf-16be", "utf-16le", "iso-8859-8-i", "iso-2022-jp", "x-user-defined", "replacement",
	"nosuch", "", "utf8", "unicode-1-1-utf-8", "macintosh", "ibm866", "us-ascii", "utf-7", "tis-620", "x-sjis", "\tutf-8\n"}

// encoded gives a document bytes, and a declaration that fits or does not.
func encoded(r *random, text string) (octets []byte, charset string) {
	if r.oneIn(3) {
		charset = strings.TrimSpace(pick(r, labels))
		if r.oneIn(4) && charset != "" {
			charset = " " + charset + "\t"
		}
	}
	switch r.below(10) {
	case 0:
		return append([]byte("\xEF\xBB\xBF"), text...), charset
	case 1, 2:
		big := r.oneIn(2)
		for _, u := range utf16.Encode([]rune("\uFEFF" + text)) {
			if big {
				octets = append(octets, byte(u>>8), byte(u))
			} else {
				octets = append(octets, byte(u), byte(u>>8))
			}
		}
		return octets[2*r.below(2):], charset
	case 3, 4: // bytes that mean something else in each encoding
		octets = []byte(text)
		for range 1 + r.few(6) {
			octets = insert(octets, r.below(len(octets)+1), pick(r, legacy))
		}
		return octets, charset
	case 6, 7: // and the encoding that they are of
		from := pick(r, native)
		octets = []byte("<p>" + from.octets + " " + pick(r, legacy) + "</p>" + text)
		if r.oneIn(2) {
			return octets, from.label
		}
		return append([]byte("<meta charset="+from.label+">"), octets...), charset
	case 5:
		return spoil(r, []byte(text)), charset
	}
	return bytes.Clone([]byte(text)), charset
}

// native are bytes of an encoding.
var native = []struct{ label, octets string }{
	{"gb18030", "\x81\x30\x81\x30\x95\x32\x82\x36\xC4\xE3"}, {"gb18030", "\x90\x30\x81\x30\xE3\x32\x9A\x36\x81\x30"}, {"gbk", "\xC4\xE3\x80\xA2\xE3"},
	{"shift_jis", "\x93\xFA\x96\x7B\xB1\x5C\x81"}, {"euc-jp", "\xC6\xFC\x8E\xB1\x8F\xB0\xA1\xFF"}, {"iso-2022-jp", "\x1B$B\x46\x7C\x1B(J\x5C\x1B(B"},
	{"big5", "\xA4\xA4\x88\x62\xA4"}, {"euc-kr", "\xC7\xD1\x81\x41"}, {"windows-1251", "\xEF\xF0\x98"}, {"koi8-r", "\xD0\xD2"},
	{"windows-1252", "\x80\x81\x93\xE9"}, {"iso-8859-1", "\x80\x9F\x93\xE9"}, {"macintosh", "\x8E\xDB"}, {"ibm866", "\x8F\xE0"},
	{"utf-16le", "b\x00\xE5\x65\x00\xD8"}, {"utf-16be", "\x00b\x65\xE5\xDC"}, {"x-user-defined", "\x80\xFF"}, {"windows-874", "\xA1\xDB"},
}

// legacy are bytes that are no UTF-8.
var legacy = []string{"\xE9", "\x93\x94", "\x80", "\x92", "\xA4\xA2", "\x81\x30\x81\x30", "\x95\x32\x82\x36", "\xC4\xE3", "\x1B$B\x46\x7C\x1B(B", "\x8E\xB1",
	"\xFF", "\xE2\x82", "\xE2\x82\xE2\x82", "\xF0\x9F", "\xD0\xCF\xE8", "\xB1\xB2", "\x9D", "\x81"}
