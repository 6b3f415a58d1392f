// Package markup reads HTML and XML by chapter 11 of SPEC.md.
package markup

import (
	"cmp"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
)

// OpenHTML reads HTML.
func OpenHTML(d *medium.Reading) error {
	d.Tool = Version("golang.org/x/net", "/html")
	buffer := Pages.Get()
	octets, short, err := d.Short(buffer, "HTML")
	switch {
	case err != nil:
		return err
	case !short:
		return openLong(d, windowSize, windowMost)
	}
	if err := openOctets(d, octets); err != nil {
		return err
	}
	Pages.Put(octets) // which are not part of the text that was found
	return nil
}

// openOctets reads a page that is in memory.
func openOctets(d *medium.Reading, octets []byte) error {
	text, encoding, err := Text(d, octets, d.Charset)
	if err != nil {
		return err
	}
	d.LoseReplaced(encoding, d.Charset, octets)
	d.Encoding, d.Text = encoding, strings.NewReader(text)
	return nil
}

// VisibleText implements the function of package extract.
func VisibleText(octets []byte, declared string) (text, encoding string, err error) {
	return Text(Alone(octets), octets, declared)
}

// Text returns the visible text of a page and its encoding, within the budget of the document.
func Text(d *medium.Reading, octets []byte, declared string) (text, encoding string, err error) {
	encoding, err = found(d, octets, declared, func(t stream.Text) {
		text = string(t.Octets)
	}, func(tree *html.Node) {
		text = TreeText(tree)
	})
	return text, encoding, err
}

// Page writes the visible text of a page (R11.1 to R11.10), within the budget of its document. It
// reports whether the page has pictures.
func Page(d *medium.Reading, octets []byte, declared string, to *flow.Flow) (pictures bool, err error) {
	encoding, err := found(d, octets, declared, func(t stream.Text) {
		pictures = t.Pictures
		if len(t.Octets) > 0 {
			to.Call(t.Lead)
			to.Piece(string(t.Octets))
		}
		to.Call(t.Trail)
	}, func(tree *html.Node) {
		pictures = HasPictures(tree)
		Visible(tree, to)
	})
	d.LoseReplaced(encoding, declared, octets)
	return pictures, cmp.Or(err, to.Err())
}

// found reads a page and returns its encoding. It calls text if the text can be found without the
// tree, else built. Their arguments are of use only until the function returns.
func found(
	d *medium.Reading, octets []byte, declared string, text func(stream.Text), built func(*html.Node),
) (encoding string, err error) {
	decoded, encoding, trust, err := decodeIn(d, octets, declared)
	if err != nil {
		return "", err
	}
	held := 2 * int64(len(decoded)) // with its text
	defer func() { d.Budget.Release(held) }()
	if err := d.Budget.Hold(held, "HTML"); err != nil {
		return "", err
	}
	head := headOf(encoding, trust)
	buffer := texts.Get()
	t, reason, err := stream.Read(decoded, buffer, d.Check, head)
	if err != nil {
		return "", err
	}
	if reason == stream.NoReason {
		text(t)
		buffer = t.Octets
	}
	texts.Put(buffer)
	switch reason {
	case stream.NoReason:
		noteGuess(d, encoding, trust, head)
		return encoding, nil
	case stream.Redeclared:
		d.Budget.Release(held)
		held = 0
		return found(d, octets, head.Declared, text, built) // which is certain then
	}
	tree, encoding, more, err := treeOf(d, decoded, encoding, trust, octets)
	if held += more; err != nil {
		return "", err
	}
	built(tree)
	return encoding, nil
}

// Shown reads what a page shows for its main text, within the budget of its document. It returns the tree instead
// of the page where that is needed. It also returns the encoding, and the memory that page or tree take.
func Shown(d *medium.Reading, octets []byte, declared string) (
	page *maintext.Page, tree *html.Node, encoding string, held int64, err error,
) {
	decoded, encoding, trust, err := decodeIn(d, octets, declared)
	if err != nil {
		return nil, nil, "", 0, err
	}
	if len(decoded) > math.MaxInt32 { // as places in the text are
		return nil, nil, "", 0, fmt.Errorf("%w: the main text of HTML: more than %d bytes", medium.ErrTooLarge, math.MaxInt32)
	}
	hold := func(page *maintext.Page) error {
		more := 2*int64(len(decoded)) + page.Cost() - held
		held += more
		return cmp.Or(d.Budget.Hold(more, "the main text of HTML"), d.Check())
	}
	head := headOf(encoding, trust)
	page, reason, err := stream.ReadShown(decoded, hold, head)
	switch {
	case err != nil:
		return page, nil, encoding, held, err
	case reason == stream.NoReason:
		noteGuess(d, encoding, trust, head)
		return page, nil, encoding, held, nil
	case reason == stream.Redeclared:
		d.Budget.Release(held)
		return Shown(d, octets, head.Declared) // which is certain then
	}
	d.Budget.Release(held)
	tree, encoding, held, err = treeOf(d, decoded, encoding, trust, octets)
	return nil, tree, encoding, held, err
}

// Pages are buffers for reading pages, and texts are buffers for their texts.
var Pages, texts Buffers

// Buffers are used for one document after another.
type Buffers struct{ pool sync.Pool }

// Get returns an empty buffer.
func (b *Buffers) Get() []byte {
	if buffer, ok := b.pool.Get().(*[]byte); ok {
		return (*buffer)[:0]
	}
	return nil
}

// Put takes a buffer, which is not used afterwards. A large one is dropped.
func (b *Buffers) Put(buffer []byte) {
	const most = 4 << 20
	if cap(buffer) <= most {
		b.pool.Put(&buffer)
	}
}

// HasPictures reports whether a tree has pictures.
func HasPictures(tree *html.Node) bool {
	for n := range tree.Descendants() {
		if n.Type == html.ElementNode && isPicture(n.Data) {
			return true
		}
	}
	return false
}

func isPicture(name string) bool { return name == "img" || name == "svg" }

// TreeText returns the visible text of a tree.
func TreeText(tree *html.Node) string {
	var text strings.Builder
	Visible(tree, flow.To(&text))
	return text.String()
}

// Visible writes the visible text of a tree.
func Visible(tree *html.Node, to *flow.Flow) { Visit(tree, words{to}) }

// Visitor is told what a tree shows.
type Visitor interface {
	Open(n *html.Node) // an element
	Close(n *html.Node)
	Line() // a line end is called for
	Characters(s string, preformatted bool)
}

// words is a visitor that knows no elements.
type words struct{ *flow.Flow }

func (words) Open(*html.Node)  {}
func (words) Close(*html.Node) {}

// Visit tells a visitor what a tree shows: R11.4 to R11.8 and R11.10.
func Visit(tree *html.Node, to Visitor) { visit(tree, to, false) }

func visit(n *html.Node, to Visitor, preformatted bool) {
	block := false
	switch n.Type {
	case html.TextNode:
		to.Characters(n.Data, preformatted)
		return
	case html.ElementNode:
		if elements.LeftOut.Has(n.Data) || isHidden(n) {
			return
		}
		to.Open(n)
		block = elements.Blocks.Has(n.Data) || elements.IsLine(Value(n, "class"))
		preformatted = preformatted || elements.KeepLines.Has(n.Data)
	case html.DocumentNode:
	default:
		return
	}
	if block {
		to.Line()
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		visit(c, to, preformatted)
	}
	if block {
		to.Line()
	}
	if n.Type == html.ElementNode {
		to.Close(n)
	}
}

// Value returns the value of an attribute.
func Value(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
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

// Version returns a package of a module with its version. Two versions may find different text.
func Version(module, pkg string) string {
	if version := versions()[module]; version != "" {
		return module + pkg + " " + version
	}
	return module + pkg
}

// versions are the versions of the modules that are built in, by path.
var versions = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			m[d.Path] = d.Version
		}
	}
	return m
})
