// Package article finds the main text of an HTML page (SPEC.md, chapter 11a): the text of the profile main. Importing
// it registers the reader.
package article

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
)

var family = formats.Family{Name: "article", Formats: []formats.Format{
	{Types: []string{"text/html"}, Profile: formats.Main, Read: open},
}}

var _ = formats.Register(&family)

// open reads a page in memory.
func open(d *medium.Reading) error {
	octets, err := d.Into(markup.Pages.Get(), "HTML")
	if err != nil {
		return err
	}
	page, encoding, held, err := read(d, octets)
	defer func() { d.Budget.Release(held) }()
	if err != nil {
		return err
	}
	text, found, err := page.Text(func() error { return d.Budget.Check(d.Context) })
	switch {
	case err != nil:
		return err
	case text == "":
		return fmt.Errorf("%w: HTML: the page shows no text", medium.ErrNoText)
	case !found:
		d.Note("no main text was found in the page: all that it shows was taken")
	}
	d.LoseReplaced(encoding, d.Charset, octets)
	page.Free()
	markup.Pages.Put(octets)
	d.Tool = maintext.Name + ", " + markup.Version("golang.org/x/net", "/html")
	d.Encoding, d.Text = encoding, strings.NewReader(text)
	return nil
}

// read reads what a page shows, within the budget of a document. It returns the memory that this takes.
func read(d *medium.Reading, octets []byte) (page *maintext.Page, encoding string, held int64, err error) {
	page, tree, encoding, held, err := markup.Shown(d, octets, d.Charset)
	if err != nil || page != nil {
		return page, encoding, held, err
	}
	more := cost(tree)
	held += more
	if err := d.Budget.Hold(more, "the main text of HTML"); err != nil {
		return nil, "", held, err
	}
	return visit(tree), encoding, held, nil
}

// MainText returns the main text of a page, and the score and features of each line of the page. The transport declares
// the charset, or it is "".
func MainText(page []byte, charset string) (text string, scores []int64, features [][]int64, err error) {
	d := markup.Alone(page)
	d.Charset = charset
	p, _, _, err := read(d, page)
	if err != nil {
		return "", nil, nil, err
	}
	for _, l := range p.Lines() {
		scores = append(scores, int64(l.Score))
		var f []int64
		for _, x := range l.Features {
			f = append(f, int64(x))
		}
		features = append(features, f)
	}
	text, _, err = p.Text(func() error { return nil })
	return text, scores, features, err
}

// visitor notes the element of each part of the visible text.
type visitor struct {
	*flow.Flow
	page     *maintext.Page
	text     []byte
	elements []*html.Node
	open     []int32 // the elements that are open
	called   bool    // an element called for a line end since the last piece
	begun    bool    // pieces of the text node were written
}

func (v *visitor) Open(n *html.Node) {
	tag := maintext.Tag{At: int32(len(v.elements))}
	v.elements = append(v.elements, n)
	v.open = append(v.open, v.page.Element(v.open[len(v.open)-1], n.Data == "a", tag))
}

func (v *visitor) flagsOf(tag maintext.Tag) maintext.Flags {
	n := v.elements[tag.At]
	class := maintext.FlagsOfClass([]byte(markup.Value(n, "class")))
	return maintext.FlagsOf(n.Data, class, []byte(markup.Value(n, "id")), []byte(markup.Value(n, "role")))
}

func (v *visitor) Close(*html.Node) { v.open = v.open[:len(v.open)-1] }

func (v *visitor) Line() {
	v.called = true
	v.Flow.Line()
}

func (v *visitor) Characters(s string, preformatted bool) {
	v.begun = false
	v.Flow.Characters(s, preformatted)
}

// WriteString writes a piece, or what is between two: a piece is never a blank.
func (v *visitor) WriteString(s string) (int, error) {
	if !v.begun && s != " " && s != "\n" {
		v.page.Run(len(v.text), v.open[len(v.open)-1], v.called)
		v.begun, v.called = true, false
	}
	v.text = append(v.text, s...)
	return len(s), nil
}

// visit reads what a tree shows.
func visit(tree *html.Node) *maintext.Page {
	v := &visitor{page: maintext.New(), open: []int32{0}}
	v.text = v.page.Buffer()
	v.Flow = flow.To(v)
	markup.Visit(tree, v)
	v.page.Close()
	v.page.Read(v.text, v.flagsOf)
	return v.page
}

// cost returns the memory that the main text of a tree takes at most, besides the tree.
func cost(tree *html.Node) int64 {
	elements, texts, octets := 0, 0, 0
	for n := range tree.Descendants() {
		switch n.Type {
		case html.ElementNode:
			elements++
		case html.TextNode:
			texts++
			octets += len(n.Data)
		}
	}
	const listed = 2*8 + 2 // bytes, for the list of the visitor while it grows
	return maintext.Cost(elements, texts, texts, octets) + listed*int64(elements)
}
