package extract

import (
	"bufio"
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
// "" if there is none. The only error is a document nested too deeply.
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
	tree, err = html.ParseWithOptions(strings.NewReader(string(decoded)), html.ParseOptionEnableScripting(false)) // R11.3
	if err != nil {
		return nil, "", fmt.Errorf("%w: HTML: %w", ErrTooDeep, err)
	}
	return tree, encoding, nil
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
