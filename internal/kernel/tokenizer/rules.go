package tokenizer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A Spec spells [Rules], as the registry entry of a scheme does. Where a field is empty, the
// rules that it names do not apply.
type Spec struct {
	Identifiers    string   `yaml:"identifiers" json:"identifiers"`                               // "remove" or "keep": R2.1 to R2.8
	Hyphens        string   `yaml:"hyphens,omitempty" json:"hyphens,omitempty"`                   // "join": R2.9
	Blanks         string   `yaml:"blanks,omitempty" json:"blanks,omitempty"`                     // "join": R2.10
	Normalise      string   `yaml:"normalise" json:"normalise"`                                   // "nfkc-casefold" or "nfc"
	ZeroWidthSpace string   `yaml:"zero-width-space,omitempty" json:"zero_width_space,omitempty"` // "map": R3.3 does not apply
	Tatweel        string   `yaml:"tatweel,omitempty" json:"tatweel,omitempty"`                   // "delete": R3.6
	IForms         string   `yaml:"i-forms,omitempty" json:"i_forms,omitempty"`                   // "merge": R3.7
	Categories     []string `yaml:"categories" json:"categories"`                                 // general categories of words: "Ll"
	Alphabetic     bool     `yaml:"alphabetic" json:"alphabetic"`                                 // a word needs an Alphabetic code point
	Apostrophes    string   `yaml:"apostrophes,omitempty" json:"apostrophes,omitempty"`           // "separate": R4.4
	Segment        string   `yaml:"segment,omitempty" json:"segment,omitempty"`                   // "classes": R4.5 to R4.8
	Grams          int      `yaml:"grams,omitempty" json:"grams,omitempty"`                       // clusters of a token, with classes: 2
}

// maxGrams bounds the clusters of a token.
const maxGrams = 8

// ParseRules returns the rules that s spells, or an error with the key, the value and what was expected.
func ParseRules(s Spec) (Rules, error) {
	r := Rules{alphabetic: s.Alphabetic, kept: kept, grams: s.Grams}
	for _, c := range []struct {
		key, value string
		known      []string
		sets       *bool // whether the value is the first of known
	}{
		{"identifiers", s.Identifiers, []string{"remove", "keep"}, &r.identifiers},
		{"hyphens", s.Hyphens, []string{"join", ""}, &r.hyphens},
		{"blanks", s.Blanks, []string{"join", ""}, &r.blanks},
		{"normalise", s.Normalise, []string{"nfkc-casefold", "nfc"}, &r.fold},
		{"zero-width-space", s.ZeroWidthSpace, []string{"map", ""}, &r.zeroWidthSpace},
		{"tatweel", s.Tatweel, []string{"delete", ""}, &r.tatweel},
		{"i-forms", s.IForms, []string{"merge", ""}, &r.iForms},
		{"apostrophes", s.Apostrophes, []string{"separate", ""}, &r.apostrophes},
		{"segment", s.Segment, []string{"classes", ""}, &r.classes},
	} {
		i := slices.Index(c.known, c.value)
		if i < 0 {
			expected := strings.TrimSuffix(strings.Join(c.known, " or "), " or ")
			if c.known[1] == "" {
				expected += ", or no such key"
			}
			return Rules{}, fmt.Errorf("%s: %q: expected %s", c.key, c.value, expected)
		}
		*c.sets = i == 0
	}
	switch {
	case r.classes && (r.grams < 1 || r.grams > maxGrams):
		return Rules{}, fmt.Errorf("grams: %d: expected 1 to %d, the clusters of a token", r.grams, maxGrams)
	case !r.classes && r.grams != 0:
		return Rules{}, fmt.Errorf("grams: %d: only with segment: classes", r.grams)
	case !r.classes && r.apostrophes:
		return Rules{}, fmt.Errorf("apostrophes: only with segment: classes")
	}
	if len(s.Categories) == 0 {
		return Rules{}, fmt.Errorf("categories: none given: expected general categories, such as Ll")
	}
	for _, name := range s.Categories {
		c, ok := ucd.ParseCategory(name)
		if !ok {
			return Rules{}, fmt.Errorf("categories: %q is no general category: expected one such as Ll", name)
		}
		if c == ucd.Nl { // R3.2 keeps it if words have it
			r.kept |= ucd.CategoriesOf(ucd.Nl)
		}
		// Others never reach chapter 4, so they could not be part of a word.
		if !r.kept.Contains(c) {
			return Rules{}, fmt.Errorf("categories: %s never reaches segmentation: expected letters, marks, Nd, Nl, Pc or Cf", name)
		}
		r.words |= ucd.CategoriesOf(c)
	}
	return r.withFast().withFastRuns(), nil
}
