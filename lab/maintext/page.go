package main

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// page is a page with the first and the last text node of each line.
type page struct {
	maintext.Page
	rule        *rules.HTML
	first, last []*html.Node
	links       int32
}

func parse(octets []byte) (*html.Node, error) {
	if !utf8.Valid(octets) {
		if r, err := charset.NewReader(bytes.NewReader(octets), "text/html"); err == nil {
			return html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
		}
	}
	return html.ParseWithOptions(bytes.NewReader(octets), html.ParseOptionEnableScripting(false))
}

func newPage(tree *html.Node) *page {
	p := &page{rule: rules.NewHTML()}
	p.walk(tree, false, 0)
	return p
}

func (p *page) walk(n *html.Node, preformatted bool, link int32) {
	if p.rule.LeftOut(n) || p.rule.Hidden(n) {
		return
	}
	switch n.Type {
	case html.TextNode:
		p.characters(n, preformatted, link)
		return
	case html.ElementNode:
		class, _ := rules.AttributeOf(n, "class")
		id, _ := rules.AttributeOf(n, "id")
		role, _ := rules.AttributeOf(n, "role")
		p.Open(n.Data, class, id, role)
		defer p.Close()
		if n.Data == "a" {
			p.links++
			link = p.links
		}
		if p.rule.Block(n) {
			p.Line()
			defer p.Line()
		}
	case html.DocumentNode:
	default:
		return
	}
	for c := range n.ChildNodes() {
		p.walk(c, preformatted || p.rule.Pre(n), link)
	}
}

func (p *page) characters(n *html.Node, preformatted bool, link int32) {
	p.Characters(n.Data, preformatted, link)
	if len(p.first) < p.Len() {
		p.first, p.last = append(p.first, n), append(p.last, n)
	} else if len(p.last) > 0 {
		p.last[len(p.last)-1] = n
	}
}
