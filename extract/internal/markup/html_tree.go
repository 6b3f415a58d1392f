package markup

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Tree builds the tree of a decoded page (R11.3), within the budget of the document that the
// page is, or is in. It returns how many octets of memory the tree holds.
func Tree(d *medium.Reading, text []byte) (tree *html.Node, held int64, err error) {
	if err := bound(text); err != nil {
		return nil, 0, err
	}
	p := &parsed{d: d, text: text, held: int64(len(text))} // with the page itself
	if err := d.Budget.Hold(p.held, "the tree of HTML"); err != nil {
		return nil, p.held, err
	}
	tree, err = html.ParseWithOptions(p, html.ParseOptionEnableScripting(false))
	switch {
	case p.err != nil:
		return nil, p.held, p.err
	case err != nil:
		return nil, p.held, fmt.Errorf("%w: HTML: %w", medium.ErrTooDeep, err)
	}
	return tree, p.held, nil
}

// DecodeIn decodes a page within the budget of a document. The decoder's buffer grows by copying.
func DecodeIn(d *medium.Reading, octets []byte, declared string) (text []byte, name string, err error) {
	copied := 3 * int64(len(octets))
	defer d.Budget.Release(copied)
	if err := d.Budget.Hold(copied, "HTML"); err != nil {
		return nil, "", err
	}
	text, name = Decode(octets, declared)
	return text, name, nil
}

// parsed is a page that is parsed. It counts the memory of the tree before it reads the bytes.
type parsed struct {
	d    *medium.Reading
	text []byte // not read yet
	held int64
	err  error
}

// attributeCost is what an attribute costs in the tree, in octets, besides its own.
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
	p.text = p.text[n:]
	return n, nil
}

// ends reports whether tags begin with the end of an element that is added if it was not open: p or br.
func ends(tags []byte) bool {
	return len(tags) > 2 && tags[1] == '/' && (tags[2]|0x20 == 'p' || tags[2]|0x20 == 'b')
}

// alone is a document of nothing but these octets, which may take any time.
func alone(octets []byte) *medium.Reading {
	b := budget.New(budget.Limits{Time: math.MaxInt64})
	b.Source(int64(len(octets)))
	return medium.New(context.Background(), b, nil)
}
