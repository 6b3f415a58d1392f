package markup

import (
	"fmt"

	"codeberg.org/readeck/go-readability"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// mainIn returns the text of the main content of a page, and the name of its encoding.
func mainIn(d *medium.Document, octets []byte, declared string) (text, encoding string, err error) {
	decoded, encoding, err := decodeIn(d, octets, declared)
	if err != nil {
		return "", "", err
	}
	tree, held, err := Tree(d, decoded)
	defer d.Budget.Release(held)
	if err != nil {
		return "", "", err
	}
	text, err = budget.Run(d.Context, d.Budget, "the search for the main content", func() (string, error) {
		parser := readability.NewParser()
		article, err := parser.ParseAndMutate(tree, nil)
		if err != nil || article.Node == nil {
			return "", nil
		}
		return visibleText(article.Node), nil
	})
	if err != nil {
		return "", encoding, err
	}
	if text == "" {
		return "", encoding, fmt.Errorf("%w: HTML: no main content was found, expected an article (the profile visible has all that is shown)", medium.ErrNoText)
	}
	return text, encoding, nil
}
