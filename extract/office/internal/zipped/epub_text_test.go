package zipped

import (
	"context"
	"encoding/xml"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// FuzzXHTML compares the text of a chapter with that of its tree, by the rules of chapter 11.
func FuzzXHTML(f *testing.F) {
	for _, seed := range []string{
		`<html><head><title>a</title></head><body><p>b<br/>c</p>d</body></html>`,
		`<html xmlns="http://www.w3.org/1999/xhtml" xmlns:e="x"><p e:hidden="">a</p><p hidden="">b</p><p e:class="ocr_line">c</p>d</html>`,
		`<div>a<span class="x ocr_line">b</span>c<dialog>d</dialog><dialog open="">e</dialog><dialog e:open="">f</dialog></div>`,
		"<html>a<pre> b\n <i> c\n</i></pre> d\n e<object>f<img/></object><svg><p>g</p></svg></html>",
		`<p>a&nbsp;b<!-- c -->d<![CDATA[ <e> ]]>f<?g?></p> <p>two roots</p>`,
		`<p>a<style>b</style><b hidden="">c<p>d</p></b>e</p>`,
		`no element`, `<p>a<b></p>`, ``,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := &reader{document: medium.New(context.Background(), budget.New(budget.Limits{}), nil)}
		text, pictures, err := p.xhtml([]byte(s), "a chapter")
		tree, wrong := treeOf(p.document, s)
		if (err == nil) != (wrong == nil) {
			t.Fatalf("%v, and its tree: %v", err, wrong)
		}
		if err != nil {
			return
		}
		var want strings.Builder
		markup.Visible(tree, flow.To(&want))
		if text != want.String() || pictures != markup.HasPictures(tree) {
			t.Errorf("%q, pictures %t: by its tree %q, %t", text, pictures, &want, markup.HasPictures(tree))
		}
	})
}

// treeOf builds the tree of a document that is well-formed.
func treeOf(d *medium.Reading, s string) (*html.Node, error) {
	x := newXML(d, strings.NewReader(s), "a chapter", xml.HTMLEntity)
	x.quick = nil
	root := &html.Node{Type: html.DocumentNode}
	at := root
	var t token
	for depth := 0; ; {
		if err := x.next(&t); err != nil {
			return nil, err
		}
		switch t.kind {
		case ended:
			if root.FirstChild == nil {
				return nil, medium.ErrMalformed
			}
			return root, nil
		case startTag:
			if depth++; depth > 500 {
				return nil, medium.ErrTooDeep
			}
			n := &html.Node{Type: html.ElementNode, Data: t.element.Name.Local}
			for _, a := range t.element.Attr {
				n.Attr = append(n.Attr, html.Attribute{Namespace: a.Name.Space, Key: a.Name.Local, Val: a.Value})
			}
			at.AppendChild(n)
			at = n
		case endTag:
			depth--
			at = at.Parent
		case characters:
			at.AppendChild(&html.Node{Type: html.TextNode, Data: t.text})
		}
	}
}
