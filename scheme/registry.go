package scheme

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/jenkins"
	"github.com/lsh-interop/fpcheck/tokenize"
)

//go:embed registry.yaml
var registryYAML []byte

// Definition is a scheme's registry entry: which form of each stage it uses. What
// an entry leaves out does not apply.
type Definition struct {
	ID             string           `yaml:"id" json:"id"`           // "sd1"; private ones begin with "x-"
	Name           string           `yaml:"name" json:"name"`       // "simhash-doc"
	Title          string           `yaml:"title" json:"title"`     // one line for people
	Status         Status           `yaml:"status" json:"status"`   // [Draft] or [Frozen]
	Unicode        string           `yaml:"unicode" json:"unicode"` // version of the Unicode Character Database
	Text           string           `yaml:"text" json:"text"`       // "utf-8"
	tokenize.Spec  `yaml:",inline"` // chapters 2 to 4
	Features       string           `yaml:"features" json:"features"`                                   // [Tokens] and so on
	Width          int              `yaml:"width,omitempty" json:"width,omitempty"`                     // tokens of a shingle, code points of a gram
	Clusters       int              `yaml:"clusters,omitempty" json:"clusters,omitempty"`               // weight of single clusters (R5.4)
	KanaClusters   int              `yaml:"kana-clusters,omitempty" json:"kana_clusters,omitempty"`     // the same where R5.4 says 1: as clusters unless given
	Weights        string           `yaml:"weights" json:"weights"`                                     // [Distinct] and so on
	MaxOccurrences int              `yaml:"max-occurrences,omitempty" json:"max_occurrences,omitempty"` // of one feature that count (R5.6)
	Hash           string           `yaml:"hash" json:"hash"`                                           // [Jenkins] or [SipHash]
	Sketch         string           `yaml:"sketch" json:"sketch"`                                       // [SimHash64] and so on

	Private `yaml:",inline"`
}

// Private are the stages that only private schemes may have: they depend on more
// than the specification.
type Private struct {
	Words       string   `yaml:"words,omitempty" json:"words,omitempty"`             // name of a tokenizer, see [Resources]
	Digits      string   `yaml:"digits,omitempty" json:"digits,omitempty"`           // "drop"
	StopWords   []string `yaml:"stop-words,omitempty" json:"stop_words,omitempty"`   // names of lists
	Frequencies string   `yaml:"frequencies,omitempty" json:"frequencies,omitempty"` // name of the document frequencies of [TFIDF]
}

// What features are.
const (
	Tokens              = "tokens"                // R5.1
	Shingles            = "shingles"              // R5.5
	Characters          = "characters"            // windows over the tokens run together
	CharactersAndBlanks = "characters-and-blanks" // windows over the tokens with a blank between them
)

// What features weigh.
const (
	Distinct    = "distinct"    // R5.2
	Occurrences = "occurrences" // R5.6; in a SimHash, as often as they occur
	TFIDF       = "tf-idf"      // occurrences times floor(16*log2((N+1)/(n+1))), n of N documents having the feature; of weight 0 it is none
)

// How features are hashed.
const (
	Jenkins = "jenkins-lookup3-64" // chapter 6
	SipHash = "siphash-2-4"        // keyed: nobody without the key can aim at a hash
)

// What is made of the hashes.
const (
	SimHash64          = "simhash-64"           // R7.1 to R7.3
	SimHash128         = "simhash-128"          // that, and the same of mix64 of each hash (R6.7)
	MinHash128         = "minhash-128"          // R7.4 to R7.10
	MinHash128Permuted = "minhash-128-permuted" // 128 independent permutations
)

// Status says whether a scheme may still change.
type Status string

// A draft may change until it is released. Of a frozen scheme nothing changes.
const (
	Draft  Status = "draft"
	Frozen Status = "frozen"
)

// Advice says how to read a scheme's distances, or similarities if it is a MinHash.
// It is no part of the scheme and may change with what is measured.
type Advice struct {
	Close       float64 `yaml:"close" json:"close"`               // at most so far, or at least so similar: near duplicates
	Loose       float64 `yaml:"loose" json:"loose"`               // the same: worth a look
	WarnBelow   int     `yaml:"warn-below" json:"warn_below"`     // with fewer features a verdict is doubtful
	RefuseBelow int     `yaml:"refuse-below" json:"refuse_below"` // with fewer there is none
}

// Unadvised are for schemes of which nothing has been measured.
var (
	unadvisedSimHash = Advice{Close: 3, Loose: 8, WarnBelow: 64, RefuseBelow: 8} // of 64 bits
	unadvisedMinHash = Advice{Close: 0.8, Loose: 0.5, WarnBelow: 64, RefuseBelow: 8}
)

type registry struct {
	Schemes []Definition      `yaml:"schemes"`
	Advice  map[string]Advice `yaml:"advice"`
}

var registered = func() []*Scheme {
	var r registry
	if err := decodeStrict(bytes.NewReader(registryYAML), &r); err != nil {
		panic("registry.yaml: " + err.Error())
	}
	var schemes []*Scheme
	for _, d := range r.Schemes {
		s, err := build(d)
		if err != nil {
			panic("registry.yaml: " + err.Error())
		}
		var advised bool
		if s.advice, advised = r.Advice[d.ID]; !advised {
			panic("registry.yaml: no advice for " + d.ID)
		}
		for _, other := range schemes {
			if reflect.DeepEqual(other.def.Spec, s.def.Spec) {
				s.rules = other.rules // so that both use the tables that one of them makes
			}
		}
		schemes = append(schemes, s)
	}
	return schemes
}()

// The registered schemes.
var (
	SD1 = mustLookup("sd1") // simhash-doc
	SM1 = mustLookup("sm1") // simhash-multi
	MH1 = mustLookup("mh1") // minhash-doc
	MW1 = mustLookup("mw1") // minhash-weighted
)

func mustLookup(id string) *Scheme {
	s, err := Lookup(id)
	if err != nil {
		panic(err)
	}
	return s
}

// All returns the registered schemes in the order of the registry.
func All() []*Scheme { return slices.Clone(registered) }

// Lookup returns the registered scheme of that id, or an error that wraps
// [ErrUnknown] and names those there are.
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

// Load reads a private scheme, composed of existing stages, from YAML: the keys
// of a registry entry and those of [Private], with an id that begins with "x-".
// What the definition only names comes from the resources.
func Load(r io.Reader, from Resources) (*Scheme, error) {
	var d Definition
	if err := decodeStrict(r, &d); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(d.ID, "x-") {
		return nil, fmt.Errorf("id: %q: the id of a private scheme begins with x-", d.ID)
	}
	if d.Status == "" {
		d.Status = Draft
	}
	s, err := build(d)
	if err != nil {
		return nil, err
	}
	if err := s.equip(from); err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	return s, nil
}

// maxDefinition is far more than a definition needs: it bounds what a wrong file, or
// one that never ends, can cost.
const maxDefinition = 1 << 20

func decodeStrict(r io.Reader, v any) error {
	data, err := io.ReadAll(io.LimitReader(r, maxDefinition+1))
	if err != nil {
		return err
	}
	if len(data) > maxDefinition {
		return fmt.Errorf("more than %d octets: expected a scheme's definition", maxDefinition)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(v); err != nil {
		if err == io.EOF {
			return fmt.Errorf("empty file: expected a scheme's definition")
		}
		return err
	}
	if err := dec.Decode(new(any)); err != io.EOF {
		return fmt.Errorf("more than one YAML document: expected one")
	}
	return nil
}

func build(d Definition) (*Scheme, error) {
	if !encode.IsScheme(d.ID) {
		return nil, fmt.Errorf("id: %q is no scheme name", d.ID)
	}
	if d.Status != Draft && d.Status != Frozen {
		return nil, fmt.Errorf("%s: status: %q: expected draft or frozen", d.ID, d.Status)
	}
	for _, c := range []struct {
		key, value string
		known      []string
	}{
		{"unicode", d.Unicode, []string{tokenize.UnicodeVersion}},
		{"text", d.Text, []string{"utf-8"}},
		{"digits", d.Digits, []string{"drop", ""}},
		{"features", d.Features, []string{Tokens, Shingles, Characters, CharactersAndBlanks}},
		{"weights", d.Weights, []string{Distinct, Occurrences, TFIDF}},
		{"hash", d.Hash, []string{Jenkins, SipHash}},
		{"sketch", d.Sketch, []string{SimHash64, SimHash128, MinHash128, MinHash128Permuted}},
	} {
		if !slices.Contains(c.known, c.value) {
			return nil, fmt.Errorf("%s: %s: %q: expected %s", d.ID, c.key, c.value, alternatives(c.known))
		}
	}
	rules, err := tokenize.ParseRules(d.Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	s := &Scheme{def: d, rules: rules, hash: jenkins.Sum64, advice: unadvisedSimHash}
	switch {
	case s.IsMinHash():
		s.advice = unadvisedMinHash
	case d.Sketch == SimHash128: // the same angles
		s.advice.Close *= 2
		s.advice.Loose *= 2
	}
	if err := s.coherent(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	return s, nil
}

// Bounds of what a definition can ask for.
const (
	maxWidth  = 1024 // pieces of the window that features are made of
	maxWeight = 1024 // of a cluster
)

// coherent reports keys of a definition that make no sense together.
func (s *Scheme) coherent() error {
	d := &s.def
	windowed := d.Features != Tokens
	_, width := cutWidth(d.ID)
	switch {
	case width != 8: // R8.3
		return fmt.Errorf("id: ends as the name of a truncated MinHash: in b4, b2 or b1")
	case s.IsMinHash() && !encode.IsScheme(d.ID+"b4"): // R8.3
		return fmt.Errorf("id: too long with a MinHash: truncated it ends in b4")
	case windowed && (d.Width < 1 || d.Width > maxWidth):
		return fmt.Errorf("width: %d: expected 1 to %d, the pieces of one of the %s", d.Width, maxWidth, d.Features)
	case !windowed && d.Width != 0:
		return fmt.Errorf("width: %d: features: tokens have none", d.Width)
	case d.Clusters < 0 || d.Clusters > maxWeight || d.Clusters > 0 && (windowed || d.Segment != "classes"):
		return fmt.Errorf("clusters: %d: expected a weight up to %d, with features: tokens and segment: classes", d.Clusters, maxWeight)
	case d.KanaClusters < 0 || d.KanaClusters > maxWeight || d.KanaClusters > 0 && d.Clusters == 0:
		return fmt.Errorf("kana-clusters: %d: expected a weight up to %d, with clusters", d.KanaClusters, maxWeight)
	case max(d.Clusters, d.KanaClusters) > 1 && s.IsMinHash():
		return fmt.Errorf("clusters: %d: expected 1 with a MinHash", max(d.Clusters, d.KanaClusters))
	case max(d.Clusters, d.KanaClusters) > 1 && d.MaxOccurrences > 0:
		return fmt.Errorf("clusters: %d: expected 1 with max-occurrences", max(d.Clusters, d.KanaClusters))
	case d.MaxOccurrences < 0 || d.MaxOccurrences > 0 && d.Weights != Occurrences:
		return fmt.Errorf("max-occurrences: %d: expected a number, with weights: occurrences", d.MaxOccurrences)
	case d.Weights == Occurrences && s.IsMinHash() && d.MaxOccurrences == 0:
		return fmt.Errorf("max-occurrences: expected with a MinHash and weights: occurrences, as a bound")
	case d.Weights == TFIDF && s.IsMinHash():
		return fmt.Errorf("weights: tf-idf: expected a SimHash")
	case (d.Weights == TFIDF) != (d.Frequencies != ""):
		return fmt.Errorf("frequencies: expected with weights: tf-idf, and only with it")
	}
	return nil
}

// alternatives spells what a key may be; "" stands for no such key.
func alternatives(known []string) string {
	named := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == "" })
	if len(named) < len(known) {
		return strings.Join(named, " or ") + ", or no such key"
	}
	return strings.Join(named, " or ")
}
