package scheme

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/kernel/names"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

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

// Load reads the definition of a private scheme from YAML. Its id begins with "x-". The other keys
// describe the stages of SPEC.md, or name resources. The directory examples/schemes has examples.
//
// For the same definition and the same content of its resources, Load returns the same Scheme. That Scheme
// must still be in use. With an external tokenizer, each call returns another Scheme, since programs cannot be
// compared. Fingerprints of two Schemes do not compare, even if these have one id. So load such a definition
// once.
func Load(r io.Reader, from Resources) (*Scheme, error) {
	type Definition sketch.Definition // YAML errors name this type
	var d Definition
	if err := decodeStrict(r, &d); err != nil {
		return nil, err
	}
	switch _, width := names.CutWidth(d.ID); {
	case !strings.HasPrefix(d.ID, "x-"):
		return nil, fmt.Errorf("id: %q: the id of a private scheme begins with x-", d.ID)
	case !names.IsScheme(d.ID):
		return nil, fmt.Errorf("id: %q is not a scheme name", d.ID)
	case width != 8: // R8.3
		return nil, fmt.Errorf("%s: id: ends like the name of a truncated MinHash: "+
			"expected another ending than b4, b2 and b1", d.ID)
	}
	d.Status = cmp.Or(d.Status, sketch.Draft)
	l, from, err := newLoading(sketch.Definition(d), from)
	if err != nil {
		return nil, err
	}
	m, err := sketch.New(sketch.Definition(d), sketch.Resources(from))
	if err != nil {
		return nil, err
	}
	if m.IsMinHash() && !names.IsScheme(d.ID+"b4") { // R8.3
		return nil, fmt.Errorf("%s: id: too long with a MinHash: truncated it ends in b4", d.ID)
	}
	if d.Words != "" { // what a program does is not known
		return newScheme(m), nil
	}
	return l.share(newScheme(m)), nil
}

// maxDefinition bounds the size of a definition in bytes, in case of a wrong or endless file.
const maxDefinition = 1 << 20

func decodeStrict(r io.Reader, v any) error {
	data, err := io.ReadAll(io.LimitReader(r, maxDefinition+1))
	if err != nil {
		return err
	}
	if len(data) > maxDefinition {
		return fmt.Errorf("more than %d bytes: expected a scheme's definition", maxDefinition)
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
