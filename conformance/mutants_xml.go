package conformance

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract"
)

// ofXML returns a mutation of the stage xml.
func ofXML(read func(octets []byte, charset string) (string, error)) func(p *Port) {
	return func(p *Port) { p.XML = read }
}

// xmlText is the reference.
func xmlText(octets []byte, charset string) (string, error) {
	text, _, err := extract.XMLText(octets, charset)
	return text, err
}

// rewritten returns a mutation that reads another document: one in which a pattern is
// replaced, as often as it is found.
func rewritten(pattern, by string) func(p *Port) {
	re := regexp.MustCompile(pattern)
	return ofXML(func(octets []byte, charset string) (string, error) {
		return xmlText(re.ReplaceAll(octets, []byte(by)), charset)
	})
}

// renamed returns a mutation that takes elements for others.
func renamed(names, by string) func(p *Port) {
	return rewritten(`(</?)(?:`+names+`)([\s/>])`, "${1}"+by+"${2}")
}

// xmlMutants are those of R11.10 to R11.24.
var xmlMutants = []Mutant{
	{
		Name: "ocr-lines-run-on", Rule: "R11.10",
		Mistake: "knows no lines of hOCR: what a line cuts stays cut",
		mutate: reading(func(g *extractor) {
			g.block = listedIn("R11.7")
		}),
	},
	{
		Name: "ocr-class-by-substring", Rule: "R11.10",
		Mistake: "looks for ocr_line anywhere in the class",
		mutate: reading(func(g *extractor) {
			block := g.block
			g.block = func(n *html.Node) bool {
				class, _ := attributeOf(n, "class")
				return block(n) || strings.Contains(class, "ocr_line")
			}
		}),
	},
	{
		Name: "xml-declaration-before-transport", Rule: "R11.11",
		Mistake: "believes the XML declaration before the transport",
		mutate: ofXML(func(octets []byte, charset string) (string, error) {
			if bytes.Contains(octets, []byte("encoding=")) {
				charset = ""
			}
			return xmlText(octets, charset)
		}),
	},
	{
		Name: "xml-declaration-unread", Rule: "R11.11",
		Mistake: "takes XML for UTF-8, whatever it declares",
		mutate:  rewritten(`<\?xml version='1.0' encoding`, "<?xml version='1.0' as"),
	},
	{
		Name: "xml-windows-1252", Rule: "R11.11",
		Mistake: "guesses windows-1252, as for HTML",
		mutate: ofXML(func(octets []byte, charset string) (string, error) {
			if charset == "" && !labelled(octets) && !bytes.Contains(octets, []byte{0}) {
				charset = encodingOf(octets, "")
			}
			return xmlText(octets, charset)
		}),
	},
	{
		Name: "comments-are-blanks", Rule: "R11.12",
		Mistake: "puts a blank where a comment was",
		mutate:  rewritten(`<!--(?s:.*?)-->`, " "),
	},
	{
		Name: "cdata-forgotten", Rule: "R11.12",
		Mistake: "leaves out CDATA sections",
		mutate:  rewritten(`<!\[CDATA\[(?s:.*?)\]\]>`, ""),
	},
	{
		Name: "doctype-in-any-case", Rule: "R11.12",
		Mistake: "reads <!doctype, which is HTML's",
		mutate:  rewritten(`<!doctype`, "<!DOCTYPE"),
	},
	{
		Name: "attributes-local", Rule: "R11.13",
		Mistake: "drops the prefixes of attributes",
		mutate:  rewritten(`\sx:(class|hidden)=`, " $1="),
	},
	{
		Name: "attributes-in-any-case", Rule: "R11.13",
		Mistake: "compares attributes without case, as HTML does",
		mutate:  rewritten(` CLASS='ocr_line' HIDDEN=`, " class='ocr_line' hidden="),
	},
	{
		Name: "attributes-without-values", Rule: "R11.13",
		Mistake: "allows attributes without a value",
		mutate:  rewritten(`<r a>`, "<r>"),
	},
	{
		Name: "attributes-unresolved", Rule: "R11.13",
		Mistake: "takes attributes as they are written",
		mutate:  rewritten(`(CONTENT='[^']*?)&(amp|#x4f60|e);`, "$1&amp;$2;"),
	},
	{
		Name: "references-only-five", Rule: "R11.14",
		Mistake: "knows none of HTML's names",
		mutate:  rewritten(`&(nbsp|mdash|eacute|NotEqualTilde|hellip|semi|AMP);`, "&no$1;"),
	},
	{
		Name: "references-mended", Rule: "R11.14",
		Mistake: "reads &#150; as windows-1252, as HTML does",
		mutate:  rewritten(`&#150;`, "&#8211;"),
	},
	{
		Name: "references-of-html", Rule: "R11.14",
		Mistake: "reads HTML's names without their semicolon",
		mutate:  rewritten(`&eacute `, "&eacute; "),
	},
	{
		Name: "references-replaced", Rule: "R11.14",
		Mistake: "puts U+FFFD for what is no character, as HTML does",
		mutate:  rewritten(`&#(x0+|0+|x[dD][89a-fA-F]..|x110000);`, "\uFFFD"),
	},
	{
		Name: "references-wrap", Rule: "R11.14",
		Mistake: "computes with integers that wrap at 32 or 64 bits",
		mutate:  rewritten(`&#(18446744073709551681|4294967361);`, "A"),
	},
	{
		Name: "entity-last-counts", Rule: "R11.15",
		Mistake: "lets the last declaration of a name count",
		mutate:  rewritten(`<!ENTITY a '[^']*'>(<!ENTITY a)`, "$1"),
	},
	{
		Name: "entity-in-comment-counts", Rule: "R11.15",
		Mistake: "finds declarations in comments",
		mutate:  rewritten(`\[<!-- (<!ENTITY a 'b'>) -->`, "[$1"),
	},
	{
		Name: "entities-nest", Rule: "R11.15",
		Mistake: "opens entities in entities",
		mutate:  rewritten(`<!ENTITY c '&a;'>`, "<!ENTITY c 'b'>"),
	},
	{
		Name: "entities-ignored", Rule: "R11.15",
		Mistake: "reads no declarations",
		mutate:  rewritten(`<!ENTITY`, "<!entity"),
	},
	{
		Name: "ends-are-mended", Rule: "R11.16",
		Mistake: "takes what was read when a document is cut off",
		mutate: ofXML(func(octets []byte, charset string) (string, error) {
			text, err := xmlText(octets, charset)
			if err != nil && bytes.HasSuffix(octets, []byte("</a>")) {
				return "b", nil
			}
			return text, err
		}),
	},
	{
		Name: "any-depth", Rule: "R11.16",
		Mistake: "opens any number of elements",
		mutate: ofXML(func(octets []byte, charset string) (string, error) {
			return xmlText(bytes.Replace(octets, []byte("<b/>"), nil, 1), charset)
		}),
	},
	{
		Name: "by-encoding-xml", Rule: "R11.16",
		Mistake: "refuses what a parser refuses: control characters",
		mutate: ofXML(func(octets []byte, charset string) (string, error) {
			d := xml.NewDecoder(bytes.NewReader(octets))
			d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
			d.Strict = false
			for {
				if _, err := d.Token(); err == io.EOF {
					return xmlText(octets, charset)
				} else if err != nil {
					return "", err
				}
			}
		}),
	},
	{
		Name: "root-prefix-counts", Rule: "R11.17",
		Mistake: "knows roots without a prefix only",
		mutate:  rewritten(`x:html`, "x:other"),
	},
	{
		Name: "root-in-any-case", Rule: "R11.17",
		Mistake: "compares the root without case",
		mutate:  renamed("tei", "TEI"),
	},
	{
		Name: "docbook-by-namespace", Rule: "R11.17",
		Mistake: "knows DocBook 5 only",
		mutate:  rewritten(`(</?)(book|refentry|chapter)([\s>])`, "${1}other$3"),
	},
	{
		Name: "left-out-unread", Rule: "R11.18",
		Mistake: "skips to the end tag of what is left out, and reads nothing in between",
		mutate:  rewritten(`(<(?:teiHeader|article-meta)>)(?s:.*?)(</(?:teiHeader|article-meta)>)`, "$1$2"),
	},
	{
		Name: "all-alternatives", Rule: "R11.18",
		Mistake: "gives each of several alternatives",
		mutate:  renamed("alternatives|name-alternatives|aff-alternatives", "other"),
	},
	{
		Name: "xhtml-as-html", Rule: "R11.19",
		Mistake: "takes an element in capitals for the one in small letters",
		mutate:  rewritten(`(</?)P>`, "${1}p>"),
	},
	{
		Name: "xhtml-hidden-shown", Rule: "R11.19",
		Mistake: "forgets R11.5",
		mutate:  rewritten(` hidden=''`, ""),
	},
	{
		Name: "article-metadata", Rule: "R11.20",
		Mistake: "gives metadata as text",
		mutate:  renamed("journal-meta|article-meta|bookinfo|info|front-stub|book-meta", "sec"),
	},
	{
		Name: "article-inline-cut", Rule: "R11.20",
		Mistake: "cuts words at elements of their type",
		mutate:  renamed("inline-formula|accel", "sec"),
	},
	{
		Name: "tei-header", Rule: "R11.21",
		Mistake: "gives all of the header",
		mutate:  renamed("teiHeader|fileDesc|titleStmt|profileDesc", "div"),
	},
	{
		Name: "tei-break-cuts", Rule: "R11.21",
		Mistake: `does not read break="no"`,
		mutate:  rewritten(`break=`, "broken="),
	},
	{
		Name: "tei-both-of-a-choice", Rule: "R11.21",
		Mistake: "gives what was wrong and what is right",
		mutate:  renamed("choice", "seg"),
	},
	{
		Name: "other-all-inline", Rule: "R11.22",
		Mistake: "lets the words of other XML run together",
		mutate:  renamed("name|price|item|x|i", "em"),
	},
	{
		Name: "other-scripts", Rule: "R11.22",
		Mistake: "gives scripts and styles as text",
		mutate:  renamed("script|style", "p"),
	},
	{
		Name: "alto-halves", Rule: "R11.23",
		Mistake: "gives the halves of a hyphenated word",
		mutate:  rewritten(`SUBS_CONTENT='[^']*'`, ""),
	},
	{
		Name: "alto-no-hyphen", Rule: "R11.23",
		Mistake: "gives nothing for HYP",
		mutate:  renamed("HYP", "HYPHEN"),
	},
	{
		Name: "alto-spaces-only", Rule: "R11.23",
		Mistake: "parts words where there is an SP only",
		mutate:  rewritten(`<String CONTENT='a'/><String CONTENT='b'/>`, "<String CONTENT='ab'/>"),
	},
	{
		Name: "page-glyphs", Rule: "R11.24",
		Mistake: "reads glyphs",
		mutate:  renamed("Glyph", "Sign"),
	},
	{
		Name: "page-all-levels", Rule: "R11.24",
		Mistake: "gives the text of words, lines and regions",
		mutate:  renamed("TextEquiv", "Text"),
	},
	{
		Name: "page-line-ends-blank", Rule: "R11.24",
		Mistake: "takes the line ends in Unicode for blanks",
		mutate:  rewritten(`exam-\n`, "exam- "),
	},
}
