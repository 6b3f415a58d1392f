package sketch

import (
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
)

// A Definition is the registry entry of a scheme: it names the form of each stage. A key that is
// left out does not apply.
type Definition struct {
	// ID names the scheme in strings: "sd1". The ids of private schemes begin with "x-".
	ID      string `yaml:"id" json:"id"`
	Name    string `yaml:"name" json:"name"`   // "simhash-doc"
	Title   string `yaml:"title" json:"title"` // one line for people
	Status  Status `yaml:"status" json:"status"`
	Unicode string `yaml:"unicode" json:"unicode"` // version of the Unicode Character Database
	Text    string `yaml:"text" json:"text"`       // "utf-8"

	// Chapters 2 to 4.
	tokenizer.Spec `yaml:",inline"`

	// Chapter 5. Width is the number of tokens of a shingle or of characters of a window.
	// Clusters is the weight of a single cluster (R5.4). KanaClusters, if not 0, is the weight of
	// the clusters for which R5.4 says 1. MaxOccurrences limits the occurrences of a feature that
	// count (R5.6).
	Features       FeatureKind `yaml:"features" json:"features"`
	Width          int         `yaml:"width,omitempty" json:"width,omitempty"`
	Clusters       int         `yaml:"clusters,omitempty" json:"clusters,omitempty"`
	KanaClusters   int         `yaml:"kana-clusters,omitempty" json:"kana_clusters,omitempty"`
	Weights        Weighting   `yaml:"weights" json:"weights"`
	MaxOccurrences int         `yaml:"max-occurrences,omitempty" json:"max_occurrences,omitempty"`

	Hash   HashKind `yaml:"hash" json:"hash"`     // chapter 6
	Sketch Kind     `yaml:"sketch" json:"sketch"` // chapter 7

	Private `yaml:",inline"`
}

// Private has the keys that only private schemes may have, because they depend on more than the
// specification. [Resources] provide what they name.
type Private struct {
	// Words is the name of an external tokenizer.
	Words string `yaml:"words,omitempty" json:"words,omitempty"`
	// Digits is "drop" if decimal digits are removed from tokens.
	Digits string `yaml:"digits,omitempty" json:"digits,omitempty"`
	// StopWords are the names of lists of words to drop.
	StopWords []string `yaml:"stop-words,omitempty" json:"stop_words,omitempty"`
	// Frequencies is the name of the document frequencies that [TFIDF] needs.
	Frequencies string `yaml:"frequencies,omitempty" json:"frequencies,omitempty"`
}

// Status says whether a scheme may still change.
type Status string

// A draft may change until it is released. A frozen scheme never changes.
const (
	Draft  Status = "draft"
	Frozen Status = "frozen"
)

// FeatureKind says what the features of a scheme are.
type FeatureKind string

const (
	Tokens              FeatureKind = "tokens"                // R5.1
	Shingles            FeatureKind = "shingles"              // R5.5
	Characters          FeatureKind = "characters"            // windows over the concatenated tokens
	CharactersAndBlanks FeatureKind = "characters-and-blanks" // the same, with a blank between tokens
)

// Weighting says how much a feature weighs.
type Weighting string

const (
	// Distinct features have their weight once, however often they occur (R5.2).
	Distinct Weighting = "distinct"
	// Occurrences multiplies the weight by the number of occurrences (R5.6).
	Occurrences Weighting = "occurrences"
	// TFIDF multiplies it by floor(16*log2((N+1)/(n+1))) as well, where n of N documents
	// have the feature. A feature of weight 0 is left out.
	TFIDF Weighting = "tf-idf"
)

// HashKind says how features are hashed.
type HashKind string

const (
	Jenkins HashKind = "jenkins-lookup3-64" // chapter 6
	SipHash HashKind = "siphash-2-4"        // keyed: without the key, no one can construct collisions
)

// Kind names the sketch that a scheme makes of the hashes.
type Kind string

const (
	SimHash64          Kind = "simhash-64"           // R7.1 to R7.3
	SimHash128         Kind = "simhash-128"          // SimHash64 of the hashes, then of mix64 of each (R6.7)
	MinHash128         Kind = "minhash-128"          // R7.4 to R7.10
	MinHash128Permuted Kind = "minhash-128-permuted" // with 128 independent permutations
)

// New returns the method that a definition describes, with the resources that it names. The
// caller checks that the id has the form of a scheme's name (R8.3).
func New(d Definition, from Resources) (*Method, error) {
	if d.Status != Draft && d.Status != Frozen {
		return nil, fmt.Errorf("%s: status: %q: expected draft or frozen", d.ID, d.Status)
	}
	for _, err := range []error{
		expect("unicode", d.Unicode, tokenizer.UnicodeVersion),
		expect("text", d.Text, "utf-8"),
		expect("digits", d.Digits, "drop", ""),
		expect("features", d.Features, Tokens, Shingles, Characters, CharactersAndBlanks),
		expect("weights", d.Weights, Distinct, Occurrences, TFIDF),
		expect("hash", d.Hash, Jenkins, SipHash),
		expect("sketch", d.Sketch, SimHash64, SimHash128, MinHash128, MinHash128Permuted),
	} {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.ID, err)
		}
	}
	rules, err := tokenizer.ParseRules(d.Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	m := &Method{def: d, rules: rules, hash: jenkins.Sum64}
	if err := m.coherent(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	if err := m.equip(from); err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	return m, nil
}

// NewAll returns the methods of definitions without resources. Methods with the same rules share tables.
func NewAll(definitions ...Definition) ([]*Method, error) {
	var methods []*Method
	for _, d := range definitions {
		m, err := New(d, Resources{})
		if err != nil {
			return nil, err
		}
		for _, other := range methods {
			if m.splitsAs(other) {
				m.rules = other.rules
			}
		}
		methods = append(methods, m)
	}
	return methods, nil
}

// Bounds of a definition's numbers.
const (
	maxWidth  = 1024
	maxWeight = 1024 // of a cluster
)

// coherent returns an error if keys of the definition contradict each other.
func (m *Method) coherent() error {
	d := &m.def
	windowed := d.Features != Tokens
	switch {
	case windowed && (d.Width < 1 || d.Width > maxWidth):
		return fmt.Errorf("width: %d: expected 1 to %d, the pieces of one of the %s", d.Width, maxWidth, d.Features)
	case !windowed && d.Width != 0:
		return fmt.Errorf("width: %d: features: tokens have none", d.Width)
	case d.Clusters < 0 || d.Clusters > maxWeight || d.Clusters > 0 && (windowed || d.Segment != "classes"):
		return fmt.Errorf("clusters: %d: expected a weight up to %d, with features: tokens and segment: classes",
			d.Clusters, maxWeight)
	case d.KanaClusters < 0 || d.KanaClusters > maxWeight || d.KanaClusters > 0 && d.Clusters == 0:
		return fmt.Errorf("kana-clusters: %d: expected a weight up to %d, with clusters", d.KanaClusters, maxWeight)
	case max(d.Clusters, d.KanaClusters) > 1 && m.IsMinHash():
		return fmt.Errorf("clusters: %d: expected 1 with a MinHash", max(d.Clusters, d.KanaClusters))
	case max(d.Clusters, d.KanaClusters) > 1 && d.MaxOccurrences > 0:
		return fmt.Errorf("clusters: %d: expected 1 with max-occurrences", max(d.Clusters, d.KanaClusters))
	case d.MaxOccurrences < 0 || d.MaxOccurrences > 0 && d.Weights != Occurrences:
		return fmt.Errorf("max-occurrences: %d: expected a number, with weights: occurrences", d.MaxOccurrences)
	case d.Weights == Occurrences && m.IsMinHash() && d.MaxOccurrences == 0:
		return fmt.Errorf("max-occurrences: expected with a MinHash and weights: occurrences, as a bound")
	case d.Weights == TFIDF && m.IsMinHash():
		return fmt.Errorf("weights: tf-idf: expected a SimHash")
	case (d.Weights == TFIDF) != (d.Frequencies != ""):
		return fmt.Errorf("frequencies: expected with weights: tf-idf, and only with it")
	}
	return nil
}

// expect returns an error if value is not one of known. There "" stands for a key that is left out.
func expect[T ~string](key string, value T, known ...T) error {
	var named []string
	optional := ""
	for _, k := range known {
		switch k {
		case value:
			return nil
		case "":
			optional = ", or no such key"
		default:
			named = append(named, string(k))
		}
	}
	return fmt.Errorf("%s: %q: expected %s%s", key, value, strings.Join(named, " or "), optional)
}
