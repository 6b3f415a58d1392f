package markup

import (
	"fmt"

	"codeberg.org/readeck/go-readability"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// MainText returns the text of the main content of an HTML document, and the name of its
// encoding.
func MainText(octets []byte, declared string) (text, encoding string, err error) {
	tree, encoding, err := parseHTML(octets, declared)
	if err != nil {
		return "", "", err
	}
	defer func() { // the library may panic
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("%w: HTML: the search for the main content: %v", medium.ErrMalformed, r)
		}
	}()
	parser := readability.NewParser()
	article, err := parser.ParseAndMutate(tree, nil)
	if err == nil && article.Node != nil {
		text = visibleText(article.Node)
	}
	if text == "" {
		return "", encoding, fmt.Errorf("%w: HTML: no main content was found, expected an article (the profile visible has all that is shown)", medium.ErrNoText)
	}
	return text, encoding, nil
}
