package extract

import (
	"fmt"

	"codeberg.org/readeck/go-readability"
)

// MainText returns the text of a page's main content, and the name of its encoding:
// what the heuristics of Readability, by which browsers show a page as an article, leave
// of the tree of R11.3, found in it as R11.4 to R11.9 find it in a whole page. It is no
// part of the specification, and changes with the library.
//
// The error wraps [ErrNoText] if there is no main content.
func MainText(octets []byte, declared string) (text, encoding string, err error) {
	tree, encoding, err := parseHTML(octets, declared)
	if err != nil {
		return "", "", err
	}
	defer func() { // the library's
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("%w: HTML: the search for the main content: %v", ErrMalformed, r)
		}
	}()
	parser := readability.NewParser()
	article, err := parser.ParseAndMutate(tree, nil)
	if err == nil && article.Node != nil {
		text = visibleIn(article.Node)
	}
	if text == "" {
		return "", encoding, fmt.Errorf("%w: HTML: no main content was found, expected an article (the profile %s has all that is shown)", ErrNoText, Visible)
	}
	return text, encoding, nil
}
