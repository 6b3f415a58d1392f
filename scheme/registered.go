package scheme

import "github.com/lsh-interop/fpcheck/internal/kernel/tokenize"

// registeredDefinitions are the schemes of registry.yaml, in its order, and advised is its
// advice: a program that makes one fingerprint need not read YAML first. A test holds both
// to the file.
var (
	registeredDefinitions = [...]Definition{
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
	advised = [...]Advice{
		{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 4},
		{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 8},
		{Close: .85, Loose: .5, WarnBelow: 8, RefuseBelow: 2},
		{Close: .85, Loose: .5, WarnBelow: 8, RefuseBelow: 2},
	}
)

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
