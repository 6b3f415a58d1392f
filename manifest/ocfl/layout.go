package ocfl

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

const layoutName = "ocfl_layout.json"

// A layout maps the id of an object to its path in the storage root.
type layout func(id string) string

// readLayout checks the description of the layout. It returns the mapping, or nil if it is unknown.
func (t *tree) readLayout() layout {
	octets, err := t.readFile(layoutName, 1<<20)
	find := func(code Code, at, found, expected string) {
		t.find(Finding{Code: code, Path: layoutName, At: at, Found: found, Expected: expected})
	}
	if errors.Is(err, errTooLarge) {
		err = fmt.Errorf("%w: more than %d bytes", err, 1<<20)
	}
	if err != nil {
		t.fail(layoutName, err)
		return nil
	}
	v, err := parseJSON(octets)
	if err != nil {
		find("E070", "", err.Error(), "JSON by RFC 8259, in UTF-8")
		return nil
	}
	if !v.isObject() {
		find("E070", "", v.show(), "a JSON object")
		return nil
	}
	name := ""
	for _, key := range []string{"extension", "description"} {
		switch m := v.get(key); {
		case m == nil:
			find("E070", key, "no such key", "extension and description")
		case !m.isString():
			find("E070", key, m.show(), "a string")
		case key == "extension" && (!strings.HasSuffix(m.text, "-layout") || !registered[m.text]):
			find("E071", key, m.show(), "the name of a registered layout extension")
		case key == "extension":
			name = m.text
		}
	}
	return t.mapping(name)
}

// mapping returns the mapping of layouts 0002, 0003 and 0004 (https://ocfl.github.io/extensions/).
func (t *tree) mapping(name string) layout {
	var config value
	octets, err := t.readFile(path.Join("extensions", name, "config.json"), 1<<20)
	if err == nil {
		config, err = parseJSON(octets)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) || err == nil && !config.isObject() {
		return nil
	}
	switch name {
	case "0002-flat-direct-storage-layout":
		return func(id string) string { return id }
	case "0003-hash-and-id-n-tuple-storage-layout":
		return tuples(&config, func(id, digest, _ string) string { return encapsulate(id, digest) })
	case "0004-hashed-n-tuple-storage-layout":
		short := config.get("shortObjectRoot")
		return tuples(&config, func(_, digest, rest string) string {
			if short != nil && short.text == "true" {
				return rest
			}
			return digest
		})
	}
	return nil
}

// tuples returns a layout whose paths begin with pieces of the id's digest. last returns the last
// element, from the id, its digest, and the rest of the digest. tuples returns nil if the
// parameters are invalid.
func tuples(config *value, last func(id, digest, rest string) string) layout {
	name, ok := "sha256", true
	if m := config.get("digestAlgorithm"); m != nil {
		name = m.text
	}
	number := func(key string) int {
		m := config.get(key)
		if m == nil {
			return 3
		}
		n, err := strconv.Atoi(m.text)
		ok = ok && err == nil && n >= 0 && n <= 32
		return n
	}
	size, count := number("tupleSize"), number("numberOfTuples")
	a := algorithms[name]
	if !ok || a.Size == 0 || size*count > 2*a.Size || (size == 0) != (count == 0) {
		return nil
	}
	return func(id string) string {
		h := a.New()
		h.Write([]byte(id))
		digest := a.sum(h)
		var elements []string
		for i := range count {
			elements = append(elements, digest[i*size:(i+1)*size])
		}
		return path.Join(append(elements, last(id, digest, digest[size*count:]))...)
	}
}

// encapsulate returns the name of an object's directory in layout 0003.
func encapsulate(id, digest string) string {
	var b strings.Builder
	for i := range len(id) {
		switch c := id[i]; {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	if name := b.String(); len(name) <= 100 {
		return name
	}
	return b.String()[:100] + "-" + digest
}
