package scheme

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/tokenize"
)

// registry has the registered schemes. An entry of it says which form of each stage of SPEC.md a
// scheme uses. A frozen entry never changes; vectors/frozen.lock pins its digest. The advice on a
// scheme is no part of it and free to change; docs/evaluation.md derives it from measurements.
var registry = [...]struct {
	Definition
	advice Advice
}{
	{Definition{
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
	}, Advice{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 4}},
	{Definition{
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
	}, Advice{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 8}},
	{Definition{
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
	}, Advice{Close: .85, Loose: .5, WarnBelow: 8, RefuseBelow: 2}},
	{Definition{
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
	}, Advice{Close: .85, Loose: .5, WarnBelow: 8, RefuseBelow: 2}},
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

var registered = func() []*Scheme {
	var schemes []*Scheme
	for _, entry := range registry {
		s, err := build(entry.Definition)
		if err != nil {
			panic("registered schemes: " + err.Error())
		}
		s.advice = entry.advice
		for _, other := range schemes {
			if s.splitsAs(other) {
				s.rules = other.rules // shares its tables
			}
		}
		schemes = append(schemes, s)
	}
	return schemes
}()

// The registered schemes. Unless there is a reason for another, use [SM1]; chapter 17 of
// SPEC.md says which scheme is for what.
var (
	SD1 = mustLookup("sd1") // simhash-doc: the scheme of the source note
	SM1 = mustLookup("sm1") // simhash-multi: near duplicates, in every script
	MH1 = mustLookup("mh1") // minhash-doc: resemblance and containment
	MW1 = mustLookup("mw1") // minhash-weighted: resemblance, with repetitions
)

func mustLookup(id string) *Scheme {
	s, err := Lookup(id)
	if err != nil {
		panic(err)
	}
	return s
}

// All returns the registered schemes in the order of the registry: sd1, sm1, mh1, mw1.
func All() []*Scheme { return slices.Clone(registered) }

// Lookup returns the registered scheme with an id, or an error that wraps [ErrUnknown] and
// lists the registered ids.
func Lookup(id string) (*Scheme, error) {
	var ids []string
	for _, s := range registered {
		if s.def.ID == id {
			return s, nil
		}
		ids = append(ids, s.def.ID)
	}
	return nil, fmt.Errorf("%w %q: expected one of %s", ErrUnknown, id, strings.Join(ids, ", "))
}
