// Package markup reads HTML and XML by chapter 11 of SPEC.md, and Markdown as the HTML that
// it is written for.
package markup

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/lazy"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// OpenHTML reads HTML.
func OpenHTML(d *medium.Document) error {
	octets, err := d.Limits.Whole(d.Source, "HTML")
	if err != nil {
		return err
	}
	find, tool := VisibleText, versionOf("golang.org/x/net", "/html")
	if d.Main {
		find, tool = MainText, versionOf("codeberg.org/readeck/go-readability", "")+", "+tool
	}
	text, encoding, err := find(octets, d.Charset)
	if err != nil {
		return err
	}
	d.Encoding, d.Tool, d.Text = encoding, tool, strings.NewReader(text)
	return nil
}

// VisibleText is that of package extract.
func VisibleText(octets []byte, declared string) (text, encoding string, err error) {
	tree, encoding, err := parseHTML(octets, declared)
	if err != nil {
		return "", "", err
	}
	return visibleText(tree), encoding, nil
}

// parseHTML decodes a page and builds its tree.
func parseHTML(octets []byte, declared string) (tree *html.Node, encoding string, err error) {
	decoded, encoding := Decode(octets, declared)
	tree, err = Tree(decoded)
	return tree, encoding, err
}

// Tree builds the tree of a decoded page: R11.3.
func Tree(text []byte) (*html.Node, error) {
	if reopens(text) {
		return nil, fmt.Errorf("%w: HTML: too many formatting elements are opened again and again", medium.ErrExpansion)
	}
	tree, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("%w: HTML: %w", medium.ErrTooDeep, err)
	}
	return tree, nil
}

// reopens reports whether the tree may be far larger than the text: a formatting element that
// is not closed is opened again in each block after it, so that four octets can make hundreds
// of elements.
func reopens(text []byte) bool {
	allowed := 1<<20 + 4*len(text)
	if len(text) < 1<<10 {
		return false
	}
	open := make(map[string][]string) // tags by name, in the order of opening
	alike := make(map[string]int)     // how often each is open; the Standard keeps three
	now, all := 0, 0
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.TextToken:
			all += now
		case html.StartTagToken:
			all += now
			tag := string(z.Raw())
			if name, _ := z.TagName(); formatting.Has(string(name)) {
				open[string(name)] = append(open[string(name)], tag)
				if alike[tag]++; alike[tag] <= 3 {
					now++
				}
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if tags := open[string(name)]; len(tags) > 0 {
				tag := tags[len(tags)-1]
				open[string(name)] = tags[:len(tags)-1]
				if alike[tag]--; alike[tag] < 3 {
					now--
				}
			}
		}
		if all > allowed {
			return true
		}
	}
}

func visibleText(tree *html.Node) string {
	var text strings.Builder
	Visible(tree, flow.To(&text))
	return text.String()
}

// Visible writes the visible text of a tree: R11.4 to R11.10.
func Visible(tree *html.Node, to *flow.Flow) { visible(tree, to, false) }

func visible(n *html.Node, to *flow.Flow, preformatted bool) {
	block := false
	switch n.Type {
	case html.TextNode:
		to.Characters(n.Data, preformatted)
		return
	case html.ElementNode:
		if leftOut.Has(n.Data) || isHidden(n) {
			return
		}
		block = blocks.Has(n.Data) || isLine(classOf(n))
		preformatted = preformatted || keepLines.Has(n.Data)
	case html.DocumentNode:
	default:
		return
	}
	if block {
		to.Line()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		visible(c, to, preformatted)
	}
	if block {
		to.Line()
	}
}

// classOf returns the value of the attribute class.
func classOf(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == "class" {
			return a.Val
		}
	}
	return ""
}

// isHidden is R11.5.
func isHidden(n *html.Node) bool {
	open := false
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == "hidden" {
			return true
		}
		open = open || a.Key == "open"
	}
	return n.Data == "dialog" && !open
}

// lines are the classes of hOCR that are lines of a page: R11.10.
var lines = lazy.Names(`ocr_caption ocr_footer ocr_header ocr_line ocr_textfloat ocrx_line`)

// isLine reports whether an attribute class makes an element a line of hOCR.
func isLine(class string) bool {
	for _, c := range strings.FieldsFunc(class, func(r rune) bool { return r < 0x80 && whatwg.IsBlank(byte(r)) }) {
		if lines.Has(c) {
			return true
		}
	}
	return false
}

var (
	// leftOut is R11.4.
	leftOut = lazy.Names(`annotation annotation-xml applet area audio base basefont canvas
		datalist embed frame frameset head iframe img input link meta meter noembed
		noframes noscript object param progress rp rt rtc script select style svg
		template textarea title track video`)
	// blocks is R11.7.
	blocks = lazy.Names(`address article aside blockquote body br button caption center col
		colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
		h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p
		plaintext pre search section summary table tbody td tfoot th thead tr ul xmp`)
	// formatting are the HTML Standard's formatting elements (13.2.4.2).
	formatting = lazy.Names("a b big code em font i nobr s small strike strong tt u")
	// keepLines are the preformatted elements of R11.8.
	keepLines = lazy.Names(`pre listing plaintext xmp`)
)
