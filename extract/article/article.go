// Package article finds the main content of an HTML page: the text of the profile main. Importing it
// registers the reader.
package article

import (
	"fmt"
	"strings"

	"codeberg.org/readeck/go-readability"

	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	"github.com/lsh-interop/fpcheck/extract/internal/markup"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

var family = formats.Family{Name: "article", Formats: []formats.Format{
	{Types: []string{"text/html"}, Profile: formats.Main, Read: open},
}}

var _ = formats.Register(&family)

// open reads a page in memory.
func open(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "HTML")
	if err != nil {
		return err
	}
	text, encoding, err := mainContent(d, octets)
	if err != nil {
		return err
	}
	d.Tool = markup.Version("codeberg.org/readeck/go-readability", "") + ", " + markup.Version("golang.org/x/net", "/html")
	d.Encoding, d.Text = encoding, strings.NewReader(text)
	return nil
}

func mainContent(d *medium.Reading, octets []byte) (text, encoding string, err error) {
	tree, encoding, held, err := markup.Tree(d, octets, d.Charset)
	defer func() { d.Budget.Release(held) }()
	if err != nil {
		return "", "", err
	}
	// The search copies most of the tree, to begin again if it finds too little.
	copied := 2 * held
	if err := d.Budget.Hold(copied, "the search for the main content"); err != nil {
		return "", "", err
	}
	held += copied
	text, err = budget.Run(d.Context, d.Budget, "the search for the main content", func() (string, error) {
		parser := readability.NewParser()
		article, err := parser.ParseAndMutate(tree, nil)
		if err != nil || article.Node == nil {
			return "", nil
		}
		return markup.TreeText(article.Node), nil
	})
	if err == nil && text == "" {
		err = fmt.Errorf("%w: HTML: no main content was found, expected an article "+
			"(the profile visible has all that is shown)", medium.ErrNoText)
	}
	return text, encoding, err
}
