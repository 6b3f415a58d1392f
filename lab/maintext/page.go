package main

import (
	"bytes"
	"strings"
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
	flags       []maintext.Flags // of the elements
	first, last []*html.Node

	text                   []byte
	called, wrapped, blank bool // called for since the last piece: a line end, by an element or not, and a blank
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
	p := &page{rule: rules.NewHTML(), called: true}
	p.walk(tree, false, 0)
	p.Close()
	p.Read(p.text, func(tag maintext.Tag) maintext.Flags { return p.flags[tag.At] })
	return p
}

func (p *page) walk(n *html.Node, preformatted bool, around int32) {
	if p.rule.LeftOut(n) || p.rule.Hidden(n) {
		return
	}
	switch n.Type {
	case html.TextNode:
		p.characters(n, preformatted, around)
		return
	case html.ElementNode:
		class, _ := rules.AttributeOf(n, "class")
		id, _ := rules.AttributeOf(n, "id")
		role, _ := rules.AttributeOf(n, "role")
		tag := maintext.Tag{At: int32(len(p.flags))}
		p.flags = append(p.flags, maintext.FlagsOf(n.Data, maintext.FlagsOfClass([]byte(class)), []byte(id), []byte(role)))
		around = p.Element(around, n.Data == "a", tag)
	case html.DocumentNode:
	default:
		return
	}
	p.called = p.called || p.rule.Block(n)
	for c := range n.ChildNodes() {
		p.walk(c, preformatted || p.rule.Pre(n), around)
	}
	p.called = p.called || p.rule.Block(n)
}

func (p *page) characters(n *html.Node, preformatted bool, around int32) {
	for s := n.Data; s != ""; {
		rest := strings.TrimLeftFunc(s, p.rule.IsBlank)
		blanks := s[:len(s)-len(rest)]
		p.blank = p.blank || blanks != ""
		p.wrapped = p.wrapped || preformatted && strings.ContainsAny(blanks, "\r\n")
		if rest == "" {
			return
		}
		end := strings.IndexFunc(rest, p.rule.IsBlank)
		if end < 0 {
			end = len(rest)
		}
		switch {
		case len(p.text) == 0:
		case p.called || p.wrapped:
			p.text = append(p.text, '\n')
		case p.blank:
			p.text = append(p.text, ' ')
		}
		if p.called {
			p.first, p.last = append(p.first, n), append(p.last, n)
		}
		p.last[len(p.last)-1] = n
		p.Run(len(p.text), around, p.called)
		p.text = append(p.text, rest[:end]...)
		p.called, p.wrapped, p.blank = false, false, false
		s = rest[end:]
	}
}
