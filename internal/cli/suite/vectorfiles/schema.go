package vectorfiles

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/vectors"
)

// validate returns where a decoded vector file violates the schema. A test compares it with a
// complete implementation of JSON Schema.
func validate(file any) []string {
	v := validator{fileSchema()["$defs"].(map[string]any), make(map[string]*regexp.Regexp)}
	return v.check(fileSchema(), "", file)
}

var fileSchema = sync.OnceValue(func() map[string]any {
	source, err := vectors.FS.ReadFile("schema.json")
	if err != nil {
		panic(err)
	}
	var s map[string]any
	if err := json.Unmarshal(source, &s); err != nil {
		panic("schema.json: " + err.Error())
	}
	return s
})

// A validator implements the keywords of JSON Schema that schema.json uses.
type validator struct {
	definitions map[string]any
	patterns    map[string]*regexp.Regexp
}

// check returns where the value at a JSON pointer violates a schema.
func (v validator) check(schema map[string]any, at string, value any) (violations []string) {
	report := func(format string, args ...any) {
		violations = append(violations, fmt.Sprintf("at '%s': "+format, append([]any{at}, args...)...))
	}
	if !hasType(schema["type"], value) {
		report("expected type %s", schema["type"])
		return violations
	}
	for keyword, operand := range inOrder(schema) {
		switch keyword {
		case "$schema", "$defs", "title", "description", "type", "then", "additionalProperties":
		case "$ref":
			name := strings.TrimPrefix(operand.(string), "#/$defs/")
			violations = append(violations, v.check(v.definitions[name].(map[string]any), at, value)...)
		case "allOf":
			for _, s := range operand.([]any) {
				violations = append(violations, v.check(s.(map[string]any), at, value)...)
			}
		case "if":
			if len(v.check(operand.(map[string]any), at, value)) == 0 {
				violations = append(violations, v.check(schema["then"].(map[string]any), at, value)...)
			}
		case "oneOf":
			violations = append(violations, v.oneOf(operand.([]any), at, value)...)
		case "const":
			if value != operand {
				report("expected %v", operand)
			}
		case "enum":
			if !slices.ContainsFunc(operand.([]any), func(x any) bool { return x == value || same(x, value) }) {
				report("%v: expected one of %v", value, operand)
			}
		case "pattern":
			if s, ok := value.(string); ok && !v.pattern(operand.(string)).MatchString(s) {
				report("%q does not match %s", s, operand)
			}
		case "minLength":
			if s, ok := value.(string); ok && float64(utf8.RuneCountInString(s)) < operand.(float64) {
				report("length %d, expected at least %v", utf8.RuneCountInString(s), operand)
			}
		case "minimum":
			if n, ok := number(value); ok && n < operand.(float64) {
				report("%v: expected at least %v", value, operand)
			}
		case "maximum":
			if n, ok := number(value); ok && n > operand.(float64) {
				report("%v: expected at most %v", value, operand)
			}
		case "minItems":
			if list, ok := value.([]any); ok && float64(len(list)) < operand.(float64) {
				report("%d items, expected at least %v", len(list), operand)
			}
		case "maxItems":
			if list, ok := value.([]any); ok && float64(len(list)) > operand.(float64) {
				report("%d items, expected at most %v", len(list), operand)
			}
		case "uniqueItems":
			list, _ := value.([]any)
			for i, item := range list {
				if slices.ContainsFunc(list[:i], func(x any) bool { return reflect.DeepEqual(x, item) }) {
					report("%v appears twice", item)
				}
			}
		case "items":
			list, _ := value.([]any)
			for i, item := range list {
				violations = append(violations, v.check(operand.(map[string]any), fmt.Sprintf("%s/%d", at, i), item)...)
			}
		case "required":
			object, ok := value.(map[string]any)
			for _, name := range operand.([]any) {
				if _, has := object[name.(string)]; ok && !has {
					report("missing property '%s'", name)
				}
			}
		case "properties":
			properties := operand.(map[string]any)
			object, _ := value.(map[string]any)
			for name, member := range inOrder(object) {
				if s, ok := properties[name].(map[string]any); ok {
					violations = append(violations, v.check(s, at+"/"+name, member)...)
				} else if schema["additionalProperties"] == false {
					report("additional properties '%s' not allowed", name)
				}
			}
		default:
			panic("schema.json: unsupported keyword " + keyword)
		}
	}
	return violations
}

func (v validator) pattern(pattern string) *regexp.Regexp {
	p, ok := v.patterns[pattern]
	if !ok {
		p = regexp.MustCompile(pattern)
		v.patterns[pattern] = p
	}
	return p
}

// oneOf returns the violations of the alternative that value is closest to.
func (v validator) oneOf(alternatives []any, at string, value any) (least []string) {
	matches := 0
	for i, s := range alternatives {
		violations := v.check(s.(map[string]any), at, value)
		if len(violations) == 0 {
			matches++
		}
		if i == 0 || len(violations) < len(least) {
			least = violations
		}
	}
	if matches > 1 {
		return []string{fmt.Sprintf("at '%s': %d alternatives match, expected one", at, matches)}
	}
	return least
}

// inOrder yields the members of an object in the order of their names.
func inOrder(object map[string]any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !yield(name, object[name]) {
				return
			}
		}
	}
}

// hasType reports whether value is of a type of JSON Schema; nil stands for any.
func hasType(name, value any) bool {
	var ok bool
	switch name {
	case nil:
		ok = true
	case "object":
		_, ok = value.(map[string]any)
	case "array":
		_, ok = value.([]any)
	case "string":
		_, ok = value.(string)
	case "integer":
		var n float64
		n, ok = number(value)
		ok = ok && n == math.Trunc(n)
	case "number":
		_, ok = number(value)
	}
	return ok
}

// number returns the value of a number, as package yaml decodes it.
func number(value any) (float64, bool) {
	switch n := value.(type) {
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// same reports whether two numbers are equal, whatever their Go types.
func same(a, b any) bool {
	x, isX := number(a)
	y, isY := number(b)
	return isX && isY && x == y
}
