package tokenize

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// Spec is [Rules] as a scheme's registry entry spells them.
type Spec struct {
	Identifiers string   `yaml:"identifiers" json:"identifiers"` // "remove" or "keep"
	Normalise   string   `yaml:"normalise" json:"normalise"`     // "nfkc-casefold" or "nfc"
	Categories  []string `yaml:"categories" json:"categories"`   // general categories of words: "Ll"
	Alphabetic  bool     `yaml:"alphabetic" json:"alphabetic"`   // a word needs an Alphabetic code point
}

// ParseRules returns the rules that s spells, or an error that names the key,
// the value and what was expected.
func ParseRules(s Spec) (Rules, error) {
	r := Rules{alphabetic: s.Alphabetic}
	switch s.Identifiers {
	case "remove":
		r.identifiers = true
	case "keep":
	default:
		return Rules{}, fmt.Errorf("identifiers: %q: expected remove or keep", s.Identifiers)
	}
	switch s.Normalise {
	case "nfkc-casefold":
		r.fold = true
	case "nfc":
	default:
		return Rules{}, fmt.Errorf("normalise: %q: expected nfkc-casefold or nfc", s.Normalise)
	}
	if len(s.Categories) == 0 {
		return Rules{}, fmt.Errorf("categories: none given: expected general categories, such as Ll")
	}
	for _, name := range s.Categories {
		c, ok := ucd.ParseCategory(name)
		if !ok {
			return Rules{}, fmt.Errorf("categories: %q is no general category: expected one such as Ll", name)
		}
		// R3.2 lets nothing else through, so it could never be part of a word.
		if !kept.Contains(c) {
			return Rules{}, fmt.Errorf("categories: %s never reaches segmentation: expected letters, marks, Nd, Pc or Cf", name)
		}
		r.words |= ucd.CategoriesOf(c)
	}
	return r, nil
}
