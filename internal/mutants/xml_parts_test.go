package mutants

import (
	"bytes"
	"slices"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/vectors"
)

// The reference and the parts read SPEC.md on their own. They agree on any octets.
func FuzzXMLAgainstParts(f *testing.F) {
	for _, v := range vectors.All() {
		if v.Stage == vectors.XML {
			f.Add(v.Input.Octets.Bytes(), v.Input.Charset)
		}
	}
	parts := newXMLParts()
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		want, wantErr := parts.text(octets, declared)
		got, _, gotErr := extract.XMLText(octets, declared)
		if (gotErr == nil) != (wantErr == nil) || got != want {
			t.Errorf("%q in %q: the reference gives %q, %v, the parts %q, %v", octets, declared, got, gotErr, want, wantErr)
		}
	})
}

// Each name in each list of chapter 11's part on XML is shown by a vector: without it
// some text is another.
func TestEveryListedElementIsShown(t *testing.T) {
	var all []vectors.Vector
	for _, v := range vectors.All() {
		if v.Stage == vectors.XML && v.Expect.Outcome == "" {
			all = append(all, v)
		}
	}
	shown := func(name string, change func(x *xmlParts)) bool {
		x := newXMLParts()
		change(x)
		return slices.ContainsFunc(all, func(v vectors.Vector) bool {
			octets := v.Input.Octets.Bytes()
			if !bytes.Contains(octets, []byte(name)) {
				return false
			}
			text, err := x.text(octets, v.Input.Charset)
			want, _ := newXMLParts().text(octets, v.Input.Charset)
			return err != nil || text != want
		})
	}
	parts := newXMLParts()
	for root := range parts.vocabularies {
		if !shown(root, func(x *xmlParts) { delete(x.vocabularies, root) }) {
			t.Errorf("R11.17: no vector shows %s", root)
		}
	}
	n := 0
	for _, root := range []string{"html", "article", "TEI", ""} {
		of := func(x *xmlParts) *vocabulary {
			if root == "" {
				return x.other
			}
			return x.vocabularies[root]
		}
		for what, list := range map[string]func(v *vocabulary) *[]string{
			"left out":       func(v *vocabulary) *[]string { return &v.leftOut },
			"inline":         func(v *vocabulary) *[]string { return &v.inline },
			"preformatted":   func(v *vocabulary) *[]string { return &v.preformatted },
			"the first only": func(v *vocabulary) *[]string { return &v.first },
			"milestones":     func(v *vocabulary) *[]string { return &v.breaks },
		} {
			for _, name := range *list(of(parts)) {
				n++
				if !shown(name, func(x *xmlParts) { unlisted(list(of(x)), name) }) {
					t.Errorf("root %q: no vector shows that %s is among %s", root, name, what)
				}
			}
		}
		for in, kept := range of(parts).only {
			if !shown(in, func(x *xmlParts) { delete(of(x).only, in) }) {
				t.Errorf("root %q: no vector shows that %s keeps some only", root, in)
			}
			if root == "article" && in != "info" {
				continue // the same are kept in all
			}
			for _, name := range kept {
				n++
				if !shown(name, func(x *xmlParts) {
					list := of(x).only[in]
					unlisted(&list, name)
					of(x).only[in] = list
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
