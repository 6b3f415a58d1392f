package scheme

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

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
