package extract

import (
	"bufio"
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

func openHTML(d *Document, source *bufio.Reader, in *inner) error {
	octets, err := whole(source, in.limits, "HTML")
	if err != nil {
		return err
	}
	find, tool := VisibleText, versionOf("golang.org/x/net", "/html")
	if in.profile == Main {
		find, tool = MainText, versionOf("codeberg.org/readeck/go-readability", "")+", "+tool
	}
	text, encoding, err := find(octets, in.charset)
	if err != nil {
		return err
	}
	d.Encoding, d.Tool, d.text = encoding, tool, strings.NewReader(text)
	return nil
}

// versionOf names a package of a module, and the version: two of them may find different
// text.
func versionOf(module, pkg string) string {
	if version := versions()[module]; version != "" {
		return module + pkg + " " + version
	}
	return module + pkg
}

// versions are those of the modules that are built in.
var versions = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			m[d.Path] = d.Version
		}
	}
	return m
})

// VisibleText returns the visible text of an HTML document by chapter 11 of
// SPEC.md, and the name of its encoding. The declared charset is the transport's,
// "" if there is none. The only errors are of documents that nest too deeply or whose tree
// would be far larger than they are.
func VisibleText(octets []byte, declared string) (text, encoding string, err error) {
	tree, encoding, err := parseHTML(octets, declared)
	if err != nil {
		return "", "", err
	}
	return visibleIn(tree), encoding, nil
}

// parseHTML builds the tree of a page.
func parseHTML(octets []byte, declared string) (tree *html.Node, encoding string, err error) {
	decoded, encoding := decodeHTML(octets, declared)
	tree, err = treeOf(decoded)
	return tree, encoding, err
}

// treeOf is R11.3.
func treeOf(text []byte) (*html.Node, error) {
	if reopens(text) {
		return nil, fmt.Errorf("%w: HTML: too many formatting elements are opened again and again", ErrExpansion)
	}
	tree, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("%w: HTML: %w", ErrTooDeep, err)
	}
	return tree, nil
}

// reopens reports whether the tree may be far larger than the text: a formatting element
// that is not ended is opened again in each block after it, so that four octets can make
// hundreds of elements.
func reopens(text []byte) bool {
	allowed := 1<<20 + 4*len(text)
	if len(text) < 1<<10 {
		return false
	}
	open := make(map[string][]string) // tags by name, the last that was opened last
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
			if name, _ := z.TagName(); formatting[string(name)] {
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

// visibleIn is the visible text of a tree.
func visibleIn(tree *html.Node) string {
	var v visible
	v.flow.w = &v.text
	v.node(tree, false)
	return v.text.String()
}

// visible finds the visible text of a tree.
type visible struct {
	text strings.Builder
	flow flow
}

func (v *visible) node(n *html.Node, pre bool) {
	block := false
	switch n.Type {
	case html.TextNode:
		v.flow.characters(n.Data, pre)
		return
	case html.ElementNode:
		if leftOut[n.Data] || isHidden(n) {
			return
		}
		block = blocks[n.Data] || isLine(classOf(n))
		pre = pre || preformatted[n.Data]
	case html.DocumentNode:
	default:
		return
	}
	if block {
		v.flow.line()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		v.node(c, pre)
	}
	if block {
		v.flow.line()
	}
}

// classOf returns the attribute class.
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

var (
	// leftOut is R11.4.
	leftOut = names(`annotation annotation-xml applet area audio base basefont canvas
		datalist embed frame frameset head iframe img input link meta meter noembed
		noframes noscript object param progress rp rt rtc script select style svg
		template textarea title track video`)
	// blocks is R11.7.
	blocks = names(`address article aside blockquote body br button caption center col
		colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
		h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p
		plaintext pre search section summary table tbody td tfoot th thead tr ul xmp`)
	// formatting are the Standard's formatting elements (13.2.4.2).
	formatting = names("a b big code em font i nobr s small strike strong tt u")
	// preformatted is in R11.8.
	preformatted = names(`pre listing plaintext xmp`)
)

func names(list string) map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields(list) {
		set[name] = true
	}
	return set
}
