package ocfl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// value is a JSON value. Unlike what package json makes of an object, it has all members,
// in their order, those with equal keys as well.
type value struct {
	kind    string // "an object", "an array", "a string", "a number", "a boolean", "null"
	text    string // of a string
	members []member
	items   []value
}

type member struct {
	key string
	value
}

// parseJSON reads a JSON text by RFC 8259, in UTF-8.
func parseJSON(octets []byte) (value, error) {
	if !utf8.Valid(octets) {
		return value{}, errors.New("octets that are no UTF-8")
	}
	if !json.Valid(octets) {
		var syntax *json.SyntaxError
		err := json.Unmarshal(octets, new(json.RawMessage))
		if errors.As(err, &syntax) {
			err = fmt.Errorf("octet %d: %w", syntax.Offset, err)
		}
		return value{}, err
	}
	d := json.NewDecoder(bytes.NewReader(octets))
	d.UseNumber()
	return parseValue(d)
}

func parseValue(d *json.Decoder) (value, error) {
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case string:
		return value{kind: "a string", text: t}, nil
	case json.Number:
		return value{kind: "a number"}, nil
	case bool:
		return value{kind: "a boolean"}, nil
	case nil:
		return value{kind: "null"}, nil
	case json.Delim:
		if t == '{' {
			return parseObject(d)
		}
		return parseArray(d)
	}
	return value{}, fmt.Errorf("token %v", token)
}

func parseObject(d *json.Decoder) (value, error) {
	v := value{kind: "an object"}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return v, err
		}
		m, err := parseValue(d)
		if err != nil {
			return v, err
		}
		v.members = append(v.members, member{key.(string), m})
	}
	_, err := d.Token()
	return v, err
}

func parseArray(d *json.Decoder) (value, error) {
	v := value{kind: "an array"}
	for d.More() {
		item, err := parseValue(d)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token()
	return v, err
}

func (v *value) isObject() bool { return v.kind == "an object" }
func (v *value) isArray() bool  { return v.kind == "an array" }
func (v *value) isString() bool { return v.kind == "a string" }

// get returns the last member of that key; nil if there is none.
func (v *value) get(key string) *value {
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key == key {
			return &v.members[i].value
		}
	}
	return nil
}

// show is v in a finding.
func (v *value) show() string {
	if v.isString() {
		return quote(v.text)
	}
	return v.kind
}
