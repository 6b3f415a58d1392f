package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
)

// graft is a page, the labels of its lines, and articles that take the place of its own. Each paragraph begins with
// its kind. A heading has h, a list with a line for each item l, a quotation q, and any other p.
type graft struct {
	Path     string     `json:"path"`
	Labels   []int      `json:"labels"`
	Articles [][]string `json:"articles"`
}

// grafts writes the lines of each page with each of its articles, and with a folder the pages as well.
func grafts(from io.Reader, e *json.Encoder, folder []string) error {
	in := bufio.NewScanner(from)
	in.Buffer(nil, 1<<28)
	count := 0
	for in.Scan() {
		var g graft
		if err := json.Unmarshal(in.Bytes(), &g); err != nil {
			return err
		}
		octets, err := os.ReadFile(g.Path)
		if err != nil {
			return err
		}
		for _, article := range g.Articles {
			rows, tree := grafted(octets, g.Labels, article)
			if err := e.Encode(rows); err != nil {
				return err
			}
			if len(folder) > 0 && tree != nil {
				if err := write(filepath.Join(folder[0], fmt.Sprintf("%05d.html", count)), tree); err != nil {
					return err
				}
			}
			count++
		}
	}
	return in.Err()
}

func write(path string, tree *html.Node) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return html.Render(f, tree)
}

// scion is an article that is put into a page.
type scion struct {
	inserted map[*html.Node]bool // its text nodes
}

// grafted puts an article into a page, and returns the lines of the page with their labels. It returns nothing if the
// page has no place for it.
func grafted(octets []byte, labels []int, article []string) ([]row, *html.Node) {
	tree, err := parse(octets)
	if err != nil {
		return nil, nil
	}
	p := newPage(tree)
	lines := p.Lines()
	if len(lines) != len(labels) {
		return nil, nil
	}
	label := make(map[*html.Node]int)
	var solid []int
	for i, l := range lines {
		label[p.first[i]] = labels[i]
		if labels[i] == 1 && l.Features[0] >= 60 && !inside(p.first[i], "a", "h1", "figure", "li") {
			solid = append(solid, i)
		}
	}
	if len(solid) == 0 {
		return nil, nil
	}
	s := scion{make(map[*html.Node]bool)}
	places := make([]place, len(solid))
	for i, at := range solid {
		places[i] = p.place(at)
	}
	for i, paragraph := range article {
		s.insert(paragraph[:1], paragraph[1:], places[i*len(places)/len(article)])
	}
	for i := range lines {
		if labels[i] == 1 {
			s.clear(p.first[i], p.last[i])
		}
	}
	q := newPage(tree)
	var rows []row
	for i, l := range q.Lines() {
		y, known := label[q.first[i]]
		switch {
		case s.inserted[q.first[i]]:
			y = 1
		case !known:
			y = -1
		}
		rows = append(rows, row{Text: l.Text, Features: l.Features, Label: &y})
	}
	return rows, tree
}

// place is where a paragraph goes: before a node, in an element like box, or without one before a br.
type place struct{ box, before *html.Node }

// place returns the place of a line: the block that it fills, or the node that it begins in.
func (p *page) place(at int) place {
	box := p.first[at].Parent
	for box.Parent != nil && !p.rule.Block(box) {
		box = box.Parent
	}
	// It fills the box if neither of its neighbours is in there.
	alone := (at == 0 || !contains(box, p.last[at-1])) && (at+1 == len(p.first) || !contains(box, p.first[at+1])) && contains(box, p.last[at])
	if alone && box.Data != "body" {
		return place{box, box}
	}
	before := p.first[at]
	for before.Parent != box && before.Parent != nil {
		before = before.Parent
	}
	return place{nil, before}
}

func (s *scion) insert(kind, words string, at place) {
	var n *html.Node
	switch {
	case kind == "h" && at.box != nil:
		n = element("h2", s.text(words))
	case kind == "l":
		n = element("ul")
		for item := range strings.SplitSeq(words, "\n") {
			n.AppendChild(element("li", s.text(item)))
		}
	case kind == "q" && at.box != nil:
		n = element("blockquote", element("p", s.text(words)))
	case at.box != nil:
		n = &html.Node{Type: html.ElementNode, Data: at.box.Data, Attr: at.box.Attr}
		n.AppendChild(s.text(words))
	default:
		at.before.Parent.InsertBefore(s.text(words), at.before)
		at.before.Parent.InsertBefore(element("br"), at.before)
		n = element("br")
	}
	at.before.Parent.InsertBefore(n, at.before)
}

// clear empties the text nodes of a line of the page, but for those that were inserted.
func (s *scion) clear(first, last *html.Node) {
	for n := first; n != nil; n = next(n) {
		if n.Type == html.TextNode && !s.inserted[n] {
			n.Data = ""
		}
		if n == last {
			return
		}
	}
}

func (s *scion) text(words string) *html.Node {
	n := &html.Node{Type: html.TextNode, Data: words}
	s.inserted[n] = true
	return n
}

func element(name string, children ...*html.Node) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name}
	for _, c := range children {
		n.AppendChild(c)
	}
	return n
}

func inside(n *html.Node, names ...string) bool {
	for _, name := range names {
		for a := range n.Ancestors() {
			if a.Data == name {
				return true
			}
		}
	}
	return false
}

func contains(around, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == around {
			return true
		}
	}
	return false
}

// next returns the next node in tree order.
func next(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != nil && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil {
		return nil
	}
	return n.NextSibling
}
