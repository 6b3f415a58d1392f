package sketch

import "github.com/lsh-interop/fpcheck/internal/kernel/tokenize"

// Registered returns the methods of the registered schemes, in the order of registry.yaml.
func Registered() []*Method {
	var methods []*Method
	for _, d := range registered {
		m, err := New(d, Resources{})
		if err != nil {
			panic("registered schemes: " + err.Error())
		}
		for _, other := range methods {
			if m.splitsAs(other) {
				m.rules = other.rules // shares its tables
			}
		}
		methods = append(methods, m)
	}
	return methods
}

// registered repeats registry.yaml, so that a program that makes one fingerprint need not read YAML
// first. A test compares it with the file.
var registered = [...]Definition{
	{
		ID:      "sd1",
		Name:    "simhash-doc",
		Title:   "SimHash of the distinct words of a document, by the source note's eight categories",
		Status:  Frozen,
		Unicode: "15.0.0",
		Text:    "utf-8",
		Spec: tokenize.Spec{
			Identifiers: "remove",
			Normalise:   "nfkc-casefold",
			Categories:  []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"},
			Alphabetic:  true,
		},
		Features: Tokens,
		Weights:  Distinct,
		Hash:     Jenkins,
		Sketch:   SimHash64,
	},
	{
		ID:           "sm1",
		Name:         "simhash-multi",
		Title:        "SimHash of the distinct words of a document, in every script",
		Status:       Frozen,
		Unicode:      "15.0.0",
		Text:         "utf-8",
		Spec:         multi,
		Features:     Tokens,
		Clusters:     2,
		KanaClusters: 1,
		Weights:      Distinct,
		Hash:         Jenkins,
		Sketch:       SimHash64,
	},
	{
		ID:       "mh1",
		Name:     "minhash-doc",
		Title:    "MinHash of the distinct shingles of three words, in every script",
		Status:   Frozen,
		Unicode:  "15.0.0",
		Text:     "utf-8",
		Spec:     multi,
		Features: Shingles,
		Width:    3,
		Weights:  Distinct,
		Hash:     Jenkins,
		Sketch:   MinHash128,
	},
	{
		ID:             "mw1",
		Name:           "minhash-weighted",
		Title:          "MinHash of the shingles of three words, as often as they occur",
		Status:         Frozen,
		Unicode:        "15.0.0",
		Text:           "utf-8",
		Spec:           multi,
		Features:       Shingles,
		Width:          3,
		Weights:        Occurrences,
		MaxOccurrences: 1024,
		Hash:           Jenkins,
		Sketch:         MinHash128,
	},
}

// multi splits a text in every script.
var multi = tokenize.Spec{
	Identifiers:    "remove",
	Hyphens:        "join",
	Blanks:         "join",
	Normalise:      "nfkc-casefold",
	ZeroWidthSpace: "map",
	Tatweel:        "delete",
	IForms:         "merge",
	Categories:     []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"},
	Alphabetic:     true,
	Apostrophes:    "separate",
	Segment:        "classes",
	Grams:          2,
}
