package mutants

import (
	"bytes"
	"slices"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/vectors"
)

// A vector tests each name in each list of chapter 11's part on XML. Without the name, some text
// changes.
func TestEveryListedElementIsShown(t *testing.T) {
	var all []vectors.Vector
	for _, v := range vectors.All() {
		if v.Stage == vectors.XML && v.Expect.Outcome == "" {
			all = append(all, v)
		}
	}
	shown := func(name string, change func(x *rules.XML)) bool {
		x := rules.NewXML()
		change(x)
		return slices.ContainsFunc(all, func(v vectors.Vector) bool {
			octets := v.Input.Raw.Bytes()
			if !bytes.Contains(octets, []byte(name)) {
				return false
			}
			text, err := x.Text(octets, v.Input.Charset)
			want, _ := rules.NewXML().Text(octets, v.Input.Charset)
			return err != nil || text != want
		})
	}
	parts := rules.NewXML()
	for root := range parts.Vocabularies {
		if !shown(root, func(x *rules.XML) { delete(x.Vocabularies, root) }) {
			t.Errorf("R11.17: no vector shows %s", root)
		}
	}
	n := 0
	for _, root := range []string{"html", "article", "TEI", ""} {
		of := func(x *rules.XML) *rules.Vocabulary {
			if root == "" {
				return x.Other
			}
			return x.Vocabularies[root]
		}
		for what, list := range map[string]func(v *rules.Vocabulary) *[]string{
			"left out":       func(v *rules.Vocabulary) *[]string { return &v.LeftOut },
			"inline":         func(v *rules.Vocabulary) *[]string { return &v.Inline },
			"preformatted":   func(v *rules.Vocabulary) *[]string { return &v.Preformatted },
			"the first only": func(v *rules.Vocabulary) *[]string { return &v.First },
			"milestones":     func(v *rules.Vocabulary) *[]string { return &v.Breaks },
		} {
			for _, name := range *list(of(parts)) {
				n++
				if !shown(name, func(x *rules.XML) { unlisted(list(of(x)), name) }) {
					t.Errorf("root %q: no vector shows that %s is among %s", root, name, what)
				}
			}
		}
		for in, kept := range of(parts).Only {
			if !shown(in, func(x *rules.XML) { delete(of(x).Only, in) }) {
				t.Errorf("root %q: no vector shows that %s keeps some only", root, in)
			}
			if root == "article" && in != "info" {
				continue // the same are kept in all
			}
			for _, name := range kept {
				n++
				if !shown(name, func(x *rules.XML) {
					list := of(x).Only[in]
					unlisted(&list, name)
					of(x).Only[in] = list
				}) {
					t.Errorf("root %q: no vector shows that %s is kept in %s", root, name, in)
				}
			}
		}
	}
	if n < 400 {
		t.Errorf("%d names in all lists", n)
	}
}
