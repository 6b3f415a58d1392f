package markup

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// mostEntity bounds the code points of an entity's value: R11.15.
const mostEntity = 256

const (
	// entityCost is what a declared entity takes in memory beside its name and its text, in bytes.
	entityCost = 64
	// mostDeclared bounds, in bytes, the memory for declared entities. A document type of 1,048,576 code points
	// has at most 74,899 declarations, so it never takes more (R11.16).
	mostDeclared = 12 << 20
)

// entities are the internal general entities that a document declares, by name.
type entities map[string]entity

// entity is a declared entity; ok reports whether its value may be used.
type entity struct {
	text string
	ok   bool
}

// declare declares an entity, unless its name is declared already, and returns the bytes of memory
// that it takes. An entity without a quoted value may not be used: R11.15.
func (e entities) declare(name, value string, quoted bool) (size int) {
	var declared entity
	if quoted && utf8.RuneCountInString(value) <= mostEntity && !strings.Contains(value, "<") {
		declared.text, declared.ok = resolveAll(value, func(name string) (string, bool) {
			text, ok := basic(name)
			return text, ok && !(name[0] == '#' && (text == "&" || text == "<"))
		})
	}
	if _, ok := e[name]; !ok {
		declared.text = strings.Clone(declared.text)
		e[strings.Clone(name)] = declared
		return entityCost + len(name) + len(declared.text)
	}
	return 0
}

// beginsName says with which bytes, in UTF-8, names begin (R11.13).
func beginsName(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

// inNames and inReferences are the bytes in names and references.
var inNames, inReferences = func() (names, references [256]bool) {
	for i := range names {
		c := byte(i)
		names[c] = beginsName(c) || '0' <= c && c <= '9' || c == '-' || c == '.'
		references[c] = names[c] || c == '#'
	}
	return names, references
}()

// resolve returns what a reference stands for, by what is between & and ;.
func (e entities) resolve(name string) (text string, ok bool) {
	if text, ok := basic(name); ok {
		return text, true
	}
	if declared, ok := e[name]; ok {
		return declared.text, declared.ok
	}
	text = html.UnescapeString("&" + name + ";")
	// What is no name keeps its semicolon, as does what only begins with a name.
	return text, !strings.HasPrefix(name, "#") && (text == ";" || !strings.HasSuffix(text, ";"))
}

// basic resolves character references and the five entities of XML.
func basic(name string) (text string, ok bool) {
	if text := Predefined(name); text != "" {
		return text, true
	}
	n, ok := Numbered(name)
	if !ok || n == 0 || !utf8.ValidRune(n) {
		return "", false
	}
	return string(n), true
}

// Predefined returns what an entity stands for that XML itself has, or "".
func Predefined(name string) string { return predefined[name] }

var predefined = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// Numbered returns the number of a character reference, up to the greatest code point, character or not.
func Numbered(name string) (n rune, ok bool) {
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	wide, err := strconv.ParseUint(digits, base, 64) // takes no sign
	return rune(wide), err == nil && wide <= utf8.MaxRune
}

// resolveIn resolves the references of an attribute's value. It keeps unknown ones.
func (e entities) resolveIn(value string) string {
	text, _ := resolveAll(value, e.resolve)
	return text
}

// resolveAll resolves the references of s, and reports whether each stands for something.
func resolveAll(s string, resolve func(string) (string, bool)) (text string, ok bool) {
	if !strings.Contains(s, "&") {
		return s, true
	}
	var b strings.Builder
	ok = true
	for {
		before, rest, found := strings.Cut(s, "&")
		b.WriteString(before)
		if !found {
			return b.String(), ok
		}
		n := 0
		for n < len(rest) && inReferences[rest[n]] {
			n++
		}
		text, known := "", false
		if n < len(rest) && rest[n] == ';' {
			text, known = resolve(rest[:n])
		}
		if known {
			b.WriteString(text)
			s = rest[n+1:]
		} else {
			b.WriteByte('&')
			ok, s = false, rest
		}
	}
}
