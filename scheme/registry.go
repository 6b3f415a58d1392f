package scheme

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/tokenize"
)

//go:embed registry.yaml
var registryYAML []byte

// Definition is a scheme's registry entry: which form of each stage it uses.
type Definition struct {
	ID            string           `yaml:"id" json:"id"`           // "sd1"; private ones begin with "x-"
	Name          string           `yaml:"name" json:"name"`       // "simhash-doc"
	Title         string           `yaml:"title" json:"title"`     // one line for people
	Status        Status           `yaml:"status" json:"status"`   // [Draft] or [Frozen]
	Unicode       string           `yaml:"unicode" json:"unicode"` // version of the Unicode Character Database
	Text          string           `yaml:"text" json:"text"`       // "utf-8"
	tokenize.Spec `yaml:",inline"` // chapters 2 to 4
	Features      string           `yaml:"features" json:"features"` // "distinct" (R5.2) or "occurrences"
	Hash          string           `yaml:"hash" json:"hash"`         // "jenkins-lookup3-64"
	Sketch        string           `yaml:"sketch" json:"sketch"`     // "simhash-64"
}

// Status says whether a scheme may still change.
type Status string

// A draft may change until it is released. Of a frozen scheme nothing changes.
const (
	Draft  Status = "draft"
	Frozen Status = "frozen"
)

// Advice says how to read a scheme's distances. It is no part of the scheme and
// may change with what is measured.
type Advice struct {
	Close       int `yaml:"close" json:"close"`               // at most so many bits: near duplicates
	Loose       int `yaml:"loose" json:"loose"`               // at most so many bits: worth a look
	WarnBelow   int `yaml:"warn-below" json:"warn_below"`     // with fewer features a distance says little
	RefuseBelow int `yaml:"refuse-below" json:"refuse_below"` // with fewer it says nothing
}

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
		s.advice = r.Advice[d.ID]
		schemes = append(schemes, s)
	}
	return schemes
}()

// SD1 is simhash-doc, version 1.
var SD1 = mustLookup("sd1")

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
// of a registry entry, with an id that begins with "x-".
func Load(r io.Reader) (*Scheme, error) {
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
	return build(d)
}

func decodeStrict(r io.Reader, v any) error {
	dec := yaml.NewDecoder(r)
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
		{"features", d.Features, []string{"distinct", "occurrences"}},
		{"hash", d.Hash, []string{"jenkins-lookup3-64"}},
		{"sketch", d.Sketch, []string{"simhash-64"}},
	} {
		if !slices.Contains(c.known, c.value) {
			return nil, fmt.Errorf("%s: %s: %q: expected %s", d.ID, c.key, c.value, strings.Join(c.known, " or "))
		}
	}
	rules, err := tokenize.ParseRules(d.Spec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	return &Scheme{def: d, rules: rules, advice: Advice{Close: 3, Loose: 8, WarnBelow: 64, RefuseBelow: 8}}, nil
}
