package scheme

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// registered has the schemes of registry.yaml, in its order, with its advice.
var registered = func() []*Scheme {
	advice := [...]Advice{
		{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 4},
		{Close: 7, Loose: 10, WarnBelow: 16, RefuseBelow: 8},
		{Close: 0.85, Loose: 0.5, WarnBelow: 8, RefuseBelow: 2},
		{Close: 0.85, Loose: 0.5, WarnBelow: 8, RefuseBelow: 2},
	}
	var schemes []*Scheme
	for i, m := range sketch.Registered() {
		s := newScheme(m)
		s.advice = advice[i]
		schemes = append(schemes, s)
	}
	return schemes
}()

// The registered schemes. Unless there is a reason for another, use [SM1]. Chapter 17 of SPEC.md
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
		if s.id == id {
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
	id, width := encode.CutWidth(parts.Scheme)
	s, err := p.Lookup(id)
	if err != nil || width != 8 && !s.minHash { // the name has a width that it must not have: R8.3
		_, err := p.Lookup(parts.Scheme)
		return Fingerprint{}, err
	}
	if want := s.size * width / 8; len(parts.Data) != want { // R8.8
		return Fingerprint{}, fmt.Errorf("%w: %s has %d octets of data, not %d",
			encode.ErrMalformed, parts.Scheme, want, len(parts.Data))
	}
	return s.fingerprint(parts.Profile, parts.Data), nil
}

// Resources provide what the definition of a private scheme only names, because it is large,
// secret or a program. The zero value provides nothing.
type Resources struct {
	// Words returns an external tokenizer: a function that returns the words of a text. Several
	// goroutines may call it at once. Chapters 3 and 4 apply to each word. If it fails, the text
	// has no fingerprint. Package words has such tokenizers.
	Words func(name string) (func(text string) ([]string, error), error)
	// StopWords returns a list of words, such as those of package stopwords. The scheme drops the
	// tokens that chapters 1 to 4 make of them. It ignores phrases, which contain blanks.
	StopWords func(name string) ([]string, error)
	// Frequencies opens a list of document frequencies. Its first line is the number N of
	// documents. Each other line is "n<TAB>feature", where n documents have the feature. A feature
	// that is not listed has n = 0. If N is 0, all features weigh 1.
	Frequencies func(name string) (io.ReadCloser, error)
	// Key is the key of SipHash, 16 bytes. No definition and no string contains it.
	Key []byte
}

// Load reads the definition of a private scheme from YAML: the keys that scheme/registry.yaml has,
// and those that name resources. The id begins with "x-".
func Load(r io.Reader, from Resources) (*Scheme, error) {
	type Definition sketch.Definition // YAML errors name this type
	var d Definition
	if err := decodeStrict(r, &d); err != nil {
		return nil, err
	}
	switch _, width := encode.CutWidth(d.ID); {
	case !strings.HasPrefix(d.ID, "x-"):
		return nil, fmt.Errorf("id: %q: the id of a private scheme begins with x-", d.ID)
	case !encode.IsScheme(d.ID):
		return nil, fmt.Errorf("id: %q is no scheme name", d.ID)
	case width != 8: // R8.3
		return nil, fmt.Errorf("%s: id: ends as the name of a truncated MinHash: in b4, b2 or b1", d.ID)
	}
	if d.Status == "" {
		d.Status = sketch.Draft
	}
	m, err := sketch.New(sketch.Definition(d), sketch.Resources(from))
	if err != nil {
		return nil, err
	}
	if m.IsMinHash() && !encode.IsScheme(d.ID+"b4") { // R8.3
		return nil, fmt.Errorf("%s: id: too long with a MinHash: truncated it ends in b4", d.ID)
	}
	return newScheme(m), nil
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
