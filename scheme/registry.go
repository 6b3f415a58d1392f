package scheme

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

var registered = func() []*Scheme {
	var schemes []*Scheme
	for i, d := range registeredDefinitions {
		s, err := build(d)
		if err != nil {
			panic("registered schemes: " + err.Error())
		}
		s.advice = advised[i]
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

// Load reads the definition of a private scheme from YAML: the keys of [Definition], with
// an id that begins with "x-". What the definition only names comes from the resources.
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

// maxDefinition bounds the size of a definition in bytes, in case of a wrong or endless file.
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
