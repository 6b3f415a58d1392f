package rules

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// HTML is the part of chapter 11 for HTML: from a document to its visible text. R11.1 (a) to (d) and R11.3
// are algorithms of the HTML Standard. Users set Encoding, and golang.org/x/net/html builds the tree.
type HTML struct {
	Encoding    func(octets []byte, declared string) (name string, tentative bool) // R11.1 (a) to (d)
	Metas       func(tree *html.Node) []*html.Node                                 // R11.1: those that count
	Declared    func(meta *html.Node) string                                       // R11.1: the encoding, or ""
	Mark        bool                                                               // R11.2: the byte order mark is dropped
	Decoder     func(name string) *encoding.Decoder
	Decoded     func(string) string
	Type        func(string) string // R11.3: of a document whose type must be in lower case
	Scripting   bool
	LeftOut     func(n *html.Node) bool                    // R11.4
	Hidden      func(n *html.Node) bool                    // R11.5
	Extra       func(n *html.Node) string                  // R11.6: text of what is no text node
	Block       func(n *html.Node) bool                    // R11.7
	HiddenBlock bool                                       // R11.7, its last sentence
	IsBlank     func(r rune) bool                          // R11.8
	Pre         func(n *html.Node) bool                    // R11.8
	Between     func(first bool, blanks, lines int) string // R11.9
	End         func(blanks, lines int) string             // R11.9

	out           strings.Builder
	blanks, lines int
}

// NewHTML returns the rules unchanged, except for Encoding.
func NewHTML() *HTML {
	return &HTML{
		Metas: HeadMetas, Declared: DeclaredBy,
		Mark: true, Decoder: DecoderOf,
		Decoded: func(text string) string { return text }, Type: lowerType,
		LeftOut: elements(strings.Fields(htmlLeftOut)...), Hidden: IsHidden, Extra: func(*html.Node) string { return "" },
		Block: isBlock, IsBlank: OneOf("\t\n\f\r "),
		Pre: elements("pre", "listing", "plaintext", "xmp"),
		Between: func(first bool, blanks, lines int) string {
			switch {
			case first:
				return ""
			case lines > 0:
				return "\n"
			case blanks > 0:
				return " "
			}
			return ""
		},
		End: func(int, int) string { return "" },
	}
}

// isBlock is R11.7 and R11.10.
func isBlock(n *html.Node) bool {
	class, _ := AttributeOf(n, "class")
	return BlockNames(n) || n.Type == html.ElementNode && slices.ContainsFunc(strings.FieldsFunc(class, OneOf("\t\n\f\r ")), LineClasses)
}

// BlockNames reports whether R11.7 lists an element.
func BlockNames(n *html.Node) bool {
	return n.Type == html.ElementNode && slices.Contains(strings.Fields(htmlBlocks), n.Data)
}

// LineClasses reports whether a class is one of R11.10.
func LineClasses(class string) bool {
	switch class {
	case "ocr_caption", "ocr_footer", "ocr_header", "ocr_line", "ocr_textfloat", "ocrx_line":
		return true
	}
	return false
}

// DecoderOf returns the decoder of the Encoding Standard with a name.
func DecoderOf(name string) *encoding.Decoder {
	return whatwg.NewDecoder(name)
}

func elements(names ...string) func(n *html.Node) bool {
	return func(n *html.Node) bool { return n.Type == html.ElementNode && slices.Contains(names, n.Data) }
}

// AttributeOf returns the value of an attribute without a namespace, and whether the element has the
// attribute.
func AttributeOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// IsHidden is R11.5.
func IsHidden(n *html.Node) bool {
	_, hidden := AttributeOf(n, "hidden")
	_, open := AttributeOf(n, "open")
	return hidden || n.Type == html.ElementNode && n.Data == "dialog" && !open
}

// Text returns the visible text of a document. The declared encoding may be "".
func (g HTML) Text(octets []byte, declared string) (string, error) { // works on a copy
	tree, err := g.Tree(octets, declared)
	if err != nil {
		return "", err
	}
	g.node(tree, false)
	return g.out.String() + g.End(g.blanks, g.lines), nil
}

// Tree returns the tree of a document (R11.1 to R11.3).
func (g *HTML) Tree(octets []byte, declared string) (*html.Node, error) {
	name, tentative := g.Encoding(octets, declared)
	tree, err := g.tree(octets, name)
	if tentative && err == nil {
		for _, meta := range g.Metas(tree) {
			if name := g.Declared(meta); name != "" {
				tree, err = g.tree(octets, name)
				break
			}
		}
	}
	return tree, err
}

// tree is R11.2 and R11.3.
func (g *HTML) tree(octets []byte, encoding string) (*html.Node, error) {
	if g.Mark {
		octets = WithoutMark(octets)
	}
	text, _ := g.Decoder(encoding).Bytes(octets)
	page := strings.NewReader(g.Type(g.Decoded(string(text))))
	return html.ParseWithOptions(page, html.ParseOptionEnableScripting(g.Scripting))
}

// lowerType lower-cases the type of a document, because golang.org/x/net/html takes HTML for another name
// than html.
func lowerType(text string) string {
	z := html.NewTokenizer(strings.NewReader(text))
	for at := 0; ; {
		kind, raw := z.Next(), z.Raw()
		if kind == html.DoctypeToken {
			return text[:at] + strings.ToLower(text[at:at+len(raw)]) + text[at+len(raw):]
		}
		if kind != html.CommentToken && (kind != html.TextToken || strings.TrimFunc(string(raw), OneOf("\t\n\f\r ")) != "") {
			return text
		}
		at += len(raw)
	}
}

// HeadMetas returns the meta elements of a tree's head that are in no template (R11.1).
func HeadMetas(tree *html.Node) []*html.Node {
	inHead, inTemplate := elements("head"), elements("template")
	return slices.DeleteFunc(AllMetas(tree), func(n *html.Node) bool {
		around := slices.Collect(n.Ancestors())
		return !slices.ContainsFunc(around, inHead) || slices.ContainsFunc(around, inTemplate)
	})
}

// AllMetas returns the meta elements of a tree, in tree order.
func AllMetas(tree *html.Node) (all []*html.Node) {
	for n := range tree.Descendants() {
		if n.Type == html.ElementNode && n.Data == "meta" {
			all = append(all, n)
		}
	}
	return all
}

// DeclaredBy returns the encoding that a meta element declares (R11.1), or "".
func DeclaredBy(meta *html.Node) string {
	label, _ := AttributeOf(meta, "charset")
	name := whatwg.Lookup(label)
	if pragma, _ := AttributeOf(meta, "http-equiv"); name == "" && strings.EqualFold(pragma, "content-type") {
		content, _ := AttributeOf(meta, "content")
		name = whatwg.Lookup(charsetIn(content))
	}
	switch name {
	case "utf-16be", "utf-16le":
		return "utf-8"
	case "x-user-defined":
		return "windows-1252"
	}
	return name
}

// charsetIn is the HTML Standard's "extracting a character encoding from a meta element", up to the label.
func charsetIn(content string) string {
	m := regexp.MustCompile(`(?s)[Cc][Hh][Aa][Rr][Ss][Ee][Tt][\t\n\f\r ]*=[\t\n\f\r ]*(.*)`).FindStringSubmatch(content)
	if m == nil {
		return ""
	}
	for _, quote := range []string{`"`, "'"} {
		if rest, quoted := strings.CutPrefix(m[1], quote); quoted {
			label, _, closed := strings.Cut(rest, quote)
			if !closed {
				return ""
			}
			return label
		}
	}
	return m[1][:strings.IndexAny(m[1]+";", "\t\n\f\r ;")]
}

// WithoutMark drops a byte order mark (R11.2).
func WithoutMark(octets []byte) []byte {
	for _, mark := range []string{"\xEF\xBB\xBF", "\xFE\xFF", "\xFF\xFE"} {
		if bytes.HasPrefix(octets, []byte(mark)) {
			return octets[len(mark):]
		}
	}
	return octets
}

func (g *HTML) node(n *html.Node, pre bool) {
	g.characters(g.Extra(n), pre)
	if g.LeftOut(n) || g.Hidden(n) {
		if g.HiddenBlock && g.Block(n) {
			g.lines++
		}
		return
	}
	if n.Type == html.TextNode {
		g.characters(n.Data, pre)
	}
	pre = pre || g.Pre(n)
	block := g.Block(n)
	if block {
		g.lines++
	}
	for c := range n.ChildNodes() {
		g.node(c, pre)
	}
	if block {
		g.lines++
	}
}

func (g *HTML) characters(s string, pre bool) {
	for s != "" {
		rest := strings.TrimLeftFunc(s, g.IsBlank)
		if called := s[:len(s)-len(rest)]; called != "" {
			if pre && strings.ContainsAny(called, "\n\r") {
				g.lines++
			} else {
				g.blanks += len(called)
			}
		}
		if s = rest; s == "" {
			return
		}
		end := strings.IndexFunc(s, g.IsBlank)
		if end < 0 {
			end = len(s)
		}
		g.out.WriteString(g.Between(g.out.Len() == 0, g.blanks, g.lines) + s[:end])
		g.blanks, g.lines = 0, 0
		s = s[end:]
	}
}
