package scheme

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// registry has the registered schemes. An entry says which form of each stage of SPEC.md a scheme uses.
// A frozen entry never changes; vectors/frozen.lock pins its digest. The advice on a scheme is not part
// of the entry and may change; docs/measured/evaluation.md derives it from measurements.
var registry = [...]struct {
	sketch.Definition
	advice Advice
}{
	{sketch.Definition{
		ID:      "sd1",
		Name:    "simhash-doc",
		Title:   "SimHash of the distinct words of a document, by the source note's eight categories",
		Status:  sketch.Frozen,
		Unicode: "15.0.0",
		Text:    "utf-8",
		Spec: tokenizer.Spec{
			Identifiers: "remove",
			Normalise:   "nfkc-casefold",
			Categories:  []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"},
			Alphabetic:  true,
		},
		Features: sketch.Tokens,
		Weights:  sketch.Distinct,
		Hash:     sketch.Jenkins,
		Sketch:   sketch.SimHash64,
	}, Advice{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 4}},
	{sketch.Definition{
		ID:           "sm1",
		Name:         "simhash-multi",
		Title:        "SimHash of the distinct words of a document, in every script",
		Status:       sketch.Frozen,
		Unicode:      "15.0.0",
		Text:         "utf-8",
		Spec:         multi,
		Features:     sketch.Tokens,
		Clusters:     2,
		KanaClusters: 1,
		Weights:      sketch.Distinct,
		Hash:         sketch.Jenkins,
		Sketch:       sketch.SimHash64,
	}, Advice{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 8}},
	{sketch.Definition{
		ID:       "mh1",
		Name:     "minhash-doc",
		Title:    "MinHash of the distinct shingles of three words, in every script",
		Status:   sketch.Frozen,
		Unicode:  "15.0.0",
		Text:     "utf-8",
		Spec:     multi,
		Features: sketch.Shingles,
		Width:    3,
		Weights:  sketch.Distinct,
		Hash:     sketch.Jenkins,
		Sketch:   sketch.MinHash128,
	}, Advice{Close: 0.85, Loose: 0.5, WarnBelow: 8, RefuseBelow: 2}},
	{sketch.Definition{
		ID:             "mw1",
		Name:           "minhash-weighted",
		Title:          "MinHash of the shingles of three words, as often as they occur",
		Status:         sketch.Frozen,
		Unicode:        "15.0.0",
		Text:           "utf-8",
		Spec:           multi,
		Features:       sketch.Shingles,
		Width:          3,
		Weights:        sketch.Occurrences,
		MaxOccurrences: 1024,
		Hash:           sketch.Jenkins,
		Sketch:         sketch.MinHash128,
	}, Advice{Close: 0.85, Loose: 0.5, WarnBelow: 8, RefuseBelow: 2}},
}

// multi splits a text in every script.
var multi = tokenizer.Spec{
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
	var definitions []sketch.Definition
	for _, entry := range registry {
		definitions = append(definitions, entry.Definition)
	}
	methods, err := sketch.NewAll(definitions...)
	if err != nil {
		panic("registered schemes: " + err.Error())
	}
	var schemes []*Scheme
	for i, m := range methods {
		s := newScheme(m)
		s.advice = registry[i].advice
		schemes = append(schemes, s)
	}
	return schemes
}()

// The registered schemes. Unless there is a reason for another, use [SM1]. docs/distances.md
// says which scheme is for which purpose.
var (
	SD1 = registered[0] // simhash-doc: the scheme of the source note
	SM1 = registered[1] // simhash-multi: near duplicates, in every script
	MH1 = registered[2] // minhash-doc: resemblance and containment
	MW1 = registered[3] // minhash-weighted: resemblance, with repetitions
)

// All returns the registered schemes in the order of the registry: sd1, sm1, mh1, mw1.
func All() []*Scheme { return slices.Clone(registered) }

// Lookup returns the registered scheme with an id. Errors wrap [ErrUnknown] and list the registered
// ids.
func Lookup(id string) (*Scheme, error) { return Set(nil).Lookup(id) }

// Parse parses the string of a fingerprint of a registered scheme (chapter 8). Errors wrap
// [encode.ErrMalformed] or [ErrUnknown].
func Parse(text string) (Fingerprint, error) { return Set(nil).Parse(text) }

// A Set lists private schemes. Its methods know these beside the registered ones. Other packages
// take a Set where they read fingerprints that private schemes may have made.
type Set []*Scheme

// Lookup returns the scheme with an id. Errors wrap [ErrUnknown] and list the registered ids.
func (p Set) Lookup(id string) (*Scheme, error) {
	for _, s := range slices.Concat(p, registered) {
		if s != nil && s.id == id {
			return s, nil
		}
	}
	var ids []string
	for _, s := range registered {
		ids = append(ids, s.id)
	}
	return nil, fmt.Errorf("%w %q: expected one of %s", ErrUnknown, id, strings.Join(ids, ", "))
}

// Parse parses the string of a fingerprint (chapter 8). Errors wrap [encode.ErrMalformed] or
// [ErrUnknown].
func (p Set) Parse(text string) (Fingerprint, error) {
	parts, err := encode.Parse(text)
	if err != nil {
		return Fingerprint{}, err
	}
	id, width := names.CutWidth(parts.Scheme)
	s, err := p.Lookup(id)
	if err != nil || width != 8 && !s.minHash { // the name has a width that it must not have: R8.3
		_, err := p.Lookup(parts.Scheme)
		return Fingerprint{}, err
	}
	if want := s.size * width / 8; len(parts.Data) != want { // R8.8
		return Fingerprint{}, fmt.Errorf("%w: %s has %d bytes of data, not %d",
			encode.ErrMalformed, parts.Scheme, want, len(parts.Data))
	}
	return s.fingerprint(parts.Profile, parts.Data), nil
}
