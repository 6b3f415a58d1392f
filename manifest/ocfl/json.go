package ocfl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// value is a JSON value with all members in order, also those with equal keys.
type value struct {
	kind kind
	text string // of a string, a number, a boolean
	*parts
}

// parts are what an object or an array is of. Most values are strings, and have none.
type parts struct {
	members []member
	items   []value
}

type member struct {
	key string
	value
}

type kind uint8

const (
	nullKind kind = iota
	booleanKind
	numberKind
	stringKind
	arrayKind
	objectKind
)

func (k kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// parseJSON reads a JSON text by RFC 8259, in UTF-8.
func parseJSON(octets []byte) (value, error) {
	if !utf8.Valid(octets) {
		return value{}, errors.New("bytes that are not UTF-8")
	}
	if !json.Valid(octets) {
		var syntax *json.SyntaxError
		err := json.Unmarshal(octets, new(json.RawMessage))
		if errors.As(err, &syntax) {
			err = fmt.Errorf("byte %d: %w", syntax.Offset, err)
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
		return value{kind: stringKind, text: t}, nil
	case json.Number:
		return value{kind: numberKind, text: t.String()}, nil
	case bool:
		return value{kind: booleanKind, text: strconv.FormatBool(t)}, nil
	case nil:
		return value{kind: nullKind}, nil
	case json.Delim:
		if t == '{' {
			return parseObject(d)
		}
		return parseArray(d)
	}
	return value{}, fmt.Errorf("token %v", token)
}

func parseObject(d *json.Decoder) (value, error) {
	v := value{kind: objectKind, parts: new(parts)}
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
	v := value{kind: arrayKind, parts: new(parts)}
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

func (v *value) isObject() bool { return v.kind == objectKind }
func (v *value) isString() bool { return v.kind == stringKind }

// get returns the last member of that key; nil if there is none.
func (v *value) get(key string) *value {
	if v.parts == nil {
		return nil
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key == key {
			return &v.members[i].value
		}
	}
	return nil
}

func (v *value) show() string {
	if v.isString() {
		return quote(v.text)
	}
	return v.kind.String()
}
