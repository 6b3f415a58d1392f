package markup

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Tree builds the tree of a page (R11.1 to R11.3), within the budget of its document. It returns the
// encoding, and the number of bytes that the tree takes.
func Tree(d *medium.Reading, octets []byte, declared string) (tree *html.Node, encoding string, held int64, err error) {
	decoded, encoding, trust, err := decodeIn(d, octets, declared)
	if err != nil {
		return nil, "", 0, err
	}
	return treeOf(d, decoded, encoding, trust, octets)
}

// treeOf is Tree for a page that is decoded.
func treeOf(
	d *medium.Reading, decoded []byte, encoding string, trust Trust, octets []byte,
) (*html.Node, string, int64, error) {
	tree, held, err := build(d, decoded)
	h := headOf(encoding, trust)
	if err != nil || h == nil {
		return tree, encoding, held, err
	}
	if readMetas(tree, h); !h.Redeclared() {
		noteGuess(d, encoding, trust, h)
		return tree, encoding, held, nil
	}
	d.Budget.Release(held)
	return Tree(d, octets, h.Declared) // which is certain then
}

// readMetas reads the meta elements in a tree's head, but for those in templates.
func readMetas(n *html.Node, h *stream.Head) {
	for c := range n.ChildNodes() {
		switch {
		case c.Type != html.ElementNode || h.Declared != "":
		case c.Data == "meta":
			h.Declared = h.By(Value(c, "charset"), Value(c, "http-equiv"), Value(c, "content"))
		case c.Data == "html" || c.Data == "head" || c.Data == "noscript" && n.Data == "head":
			readMetas(c, h)
		}
	}
}

// build builds the tree of a decoded page.
func build(d *medium.Reading, text []byte) (tree *html.Node, held int64, err error) {
	again, err := bound(d.Budget, text)
	if err != nil {
		return nil, 0, err
	}
	p := &parsed{d: d, text: text, held: int64(len(text)) + int64(again)*budget.Element} // with the page itself
	if err := d.Budget.Hold(p.held, "the tree of HTML"); err != nil {
		return nil, p.held, err
	}
	p.from, p.to = doctype(text)
	tree, err = html.ParseWithOptions(p, html.ParseOptionEnableScripting(false))
	switch {
	case p.err != nil:
		return nil, p.held, p.err
	case err != nil:
		return nil, p.held, fmt.Errorf("%w: HTML: %w", medium.ErrTooDeep, err)
	}
	return tree, p.held, nil
}

// decodeIn decodes a page within the budget of a document. The decoder's buffer grows by copying.
func decodeIn(d *medium.Reading, octets []byte, declared string) (text []byte, name string, trust Trust, err error) {
	copied := 3 * int64(len(octets))
	defer d.Budget.Release(copied)
	if err := d.Budget.Hold(copied, "HTML"); err != nil {
		return nil, "", guessed, err
	}
	text, name, trust = Decode(octets, declared)
	return text, name, trust, nil
}

// parsed is a page that is parsed. It counts the memory of the tree before it reads the bytes.
type parsed struct {
	d    *medium.Reading
	text []byte // not read yet
	held int64
	err  error

	from, to int // of the document type in the text; golang.org/x/net/html takes HTML for another name than html
}

// attributeCost is what an attribute costs in the tree, in bytes, besides its own.
const attributeCost = 48

func (p *parsed) Read(b []byte) (int, error) {
	if len(p.text) == 0 {
		return 0, io.EOF
	}
	n := min(len(b), len(p.text))
	cost := int64(n + attributeCost*bytes.Count(p.text[:n], []byte("=")))
	for i, c := range p.text[:n] {
		next := byte('<')
		if i+1 < len(p.text) {
			next = p.text[i+1]
		}
		element := c == '<' && ('a' <= next|0x20 && next|0x20 <= 'z' || ends(p.text[i:]))
		if element || c == '>' && next != '<' { // or text
			cost += budget.Element
		}
	}
	p.held += cost
	if p.err = p.d.Budget.Hold(cost, "the tree of HTML"); p.err == nil {
		p.err = p.d.Check()
	}
	if p.err != nil {
		return 0, p.err
	}
	copy(b, p.text[:n])
	for i := max(p.from, 0); i < min(p.to, n); i++ {
		if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] |= 0x20
		}
	}
	p.from, p.to = p.from-n, p.to-n
	p.text = p.text[n:]
	return n, nil
}

// doctype returns where the type of a page begins and ends.
func doctype(page []byte) (from, to int) {
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		kind := z.Next()
		to = from + len(z.Raw())
		switch {
		case kind == html.DoctypeToken:
			return from, to
		case kind == html.TextToken && len(bytes.TrimLeft(z.Raw(), "\t\n\f\r ")) == 0:
		case kind != html.CommentToken:
			return 0, 0
		}
		from = to
	}
}

// ends reports whether tags begin with the end of a p or br. That element is added if it was not
// open.
func ends(tags []byte) bool {
	return len(tags) > 2 && tags[1] == '/' && (tags[2]|0x20 == 'p' || tags[2]|0x20 == 'b')
}

// Alone is a document of nothing but these bytes, which may take any time.
func Alone(octets []byte) *medium.Reading {
	b := budget.New(budget.Limits{Time: math.MaxInt64})
	b.Source(int64(len(octets)))
	return medium.New(context.Background(), b, nil)
}
