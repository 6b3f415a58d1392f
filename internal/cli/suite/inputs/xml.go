package inputs

import (
	"strings"

	"github.com/lsh-interop/fpcheck/vectors"
)

// The pieces of XML. There are roots that choose a vocabulary, and elements that its rules name.
// There are attributes, content, and reasons for refusing a document.
var (
	roots = strings.Fields("html article book section TEI TEI.2 alto PcGts r x:html tei refentry svg")
	tags  = strings.Fields(`p b sub x hi lb pb choice sic corr abbr expan orig reg app lem rdg rdgGrp teiHeader fileDesc
		titleStmt title author del gap note alternatives tex-math mml:math mi graphic article-meta info volume code
		preformat programlisting screen eg indexterm emphasis xref pre div span td script head String SP HYP TextLine
		TextRegion Word Glyph TextEquiv Unicode annotation style a:b:c`)
	having = []string{" a='b'", " class='ocr_line'", " class=\"x\tocrx_line\"", " break='no'", " break='yes'", " hidden=''", " x:hidden=''",
		" CONTENT='a b'", " CONTENT='&amp;&nosuch;&'", " CONTENT='exam'", " SUBS_TYPE='HypPart1'", " SUBS_TYPE='HypPart2'", " SUBS_CONTENT='example'",
		" SUBS_CONTENT=''", " a='>'", " b = \"</r>\"", "\nopen='open'", " class='ocr_line' class=''"}
	held = []string{"a", "b", "word", "two words", "日本", "exam-", "\n", " ", "\t", "\r\n", "\u00A0", "&amp;", "&lt;", "&#233;", "&#xE9;", "&#10;", "&nbsp;",
		"&mdash;", "&NotEqualTilde;", "&e;", "<!-- a --> ", "<!---->", "<?p i?>", "<![CDATA[<a> & ]]>", "<![CDATA[]]]]><![CDATA[>]]>", "]]>", ">", "\x00", "\uFFFD"}
	refused = []string{"&", "&nosuch;", "&eacute", "&notit;", "&#0;", "&#xD800;", "&#x110000;", "&#X41;", "&#18446744073709551681;", "<", "< a>", "<3", "<a b>", "<a b=c>",
		"</nosuch>", "</>", "<!-- a", "<![CDATA[ a", "<?p", "<!DOCTYPE r>", "<![cdata[a]]>", "&bad;", "<a/ >", "<a 'b'/>"}
	subsets = []string{"<!ENTITY e 'f'>", "<!ENTITY e 'f&amp;&#233;'>", "<!ENTITY % e 'f'><!ENTITY e 'g'>", "<!-- <!ENTITY e 'no'> ]> -->", "<!ELEMENT r ANY>",
		"<!ENTITY bad '<a/>'>", "<!ENTITY bad '&e;'>", "<!ENTITY bad SYSTEM 'x'>", "<!ENTITY nbsp '&#38;#160;'>", "<?p ]> ?>", "%e;", "<!ATTLIST r a CDATA ']>'>", "'"}
)

// ofXML makes documents in XML. Half of them have a fault.
func ofXML(r *random, _ uint64) []Probe {
	var b strings.Builder
	fault := r.oneIn(2)
	spoilt := func() {
		if fault && r.oneIn(12) {
			b.WriteString(pick(r, refused))
			fault = false
		}
	}
	if r.oneIn(3) {
		b.WriteString("<?xml version='1.0' encoding=\"" + pick(r, labels) + "\"?>\n")
	}
	if r.oneIn(2) {
		b.WriteString("<!DOCTYPE r PUBLIC \"-//A'B\" '[' [<!ENTITY e 'first'>")
		for range r.few(4) {
			b.WriteString(pick(r, subsets))
		}
		b.WriteString("]>")
	}
	var element func(name string, depth int)
	element = func(name string, depth int) {
		b.WriteString("<" + name)
		for range r.few(3) {
			b.WriteString(pick(r, having))
		}
		if depth > 0 && r.oneIn(6) {
			b.WriteString(pick(r, []string{"/>", " />"}))
			return
		}
		b.WriteString(">")
		for range r.between(0, 6) {
			spoilt()
			if depth < 8 && r.oneIn(2) {
				element(pick(r, tags), depth+1)
			} else {
				b.WriteString(pick(r, held))
			}
		}
		b.WriteString("</" + name + pick(r, []string{">", ">", "\n>"}))
	}
	element(pick(r, roots), 0)
	if fault {
		b.WriteString(pick(r, []string{"", "a", "<r/>", "</r>", "<!-- b"}))
	}
	octets, charset := encoded(r, b.String())
	return []Probe{{Stage: vectors.XML, Input: vectors.Data{Raw: vectors.BytesOf(octets), Charset: charset}}}
}
