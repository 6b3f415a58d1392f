package extract_test

import (
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/vectors"
)

// FuzzXMLRules compares the XML reader with the plain statement of its rules on arbitrary bytes. The
// reader streams, and the statement has a tree.
func FuzzXMLRules(f *testing.F) {
	seed(f, vectors.XML)
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		want, wantErr := rules.NewXML().Text(octets, declared)
		got, _, gotErr := extract.XMLText(octets, declared)
		if (gotErr == nil) != (wantErr == nil) || got != want {
			t.Errorf("%q in %q: extract gives %q, %v, the rules %q, %v", octets, declared, got, gotErr, want, wantErr)
		}
	})
}

// FuzzHTMLRules does the same for HTML, from the encoding on that R11.1 finds first.
func FuzzHTMLRules(f *testing.F) {
	seed(f, vectors.HTML)
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		got, _, err := extract.VisibleText(octets, declared)
		if err != nil {
			return // elements nested too deeply
		}
		statement := rules.NewHTML()
		statement.Encoding = func(octets []byte, declared string) (string, bool) {
			_, name, trust := markup.Decode(octets, declared)
			return name, trust < markup.Certain
		}
		if want, err := statement.Text(octets, declared); err != nil || got != want {
			t.Errorf("%q in %q: extract gives %q, the rules %q, %v", octets, declared, got, want, err)
		}
	})
}

func seed(f *testing.F, stage vectors.Stage) {
	for _, v := range vectors.All() {
		if v.Stage == stage {
			f.Add(v.Input.Raw.Bytes(), v.Input.Charset)
		}
	}
}
