package vectors

import (
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
)

//go:embed schema.json
var schemaJSON string

// Lint returns what is wrong with the vector files of fsys: against the JSON
// Schema, the form of the files, the uniqueness of ids, the rules of the
// specification, each of which needs a vector, and the lock of what is frozen.
func Lint(fsys fs.FS) []error {
	files, err := Load(fsys)
	if err != nil {
		return []error{err}
	}
	schema, err := compileSchema()
	if err != nil {
		return []error{err}
	}
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }

	var all []Vector
	rules := make(map[string]bool)
	for _, r := range fpcheck.Rules() {
		rules[r.ID] = true
	}
	known := func(f *File, what string, schemes []string) {
		for _, id := range schemes {
			if _, err := scheme.Lookup(id); err != nil {
				report("%s: %s: %w", f.name, what, err)
			}
		}
	}
	owner := make(map[string]string)     // file by id
	sameInput := make(map[string]string) // id by stage and input
	for _, f := range files {
		source, err := fs.ReadFile(fsys, f.name)
		if err != nil {
			report("%w", err)
			continue
		}
		if err := validate(schema, source); err != nil {
			report("%s: %w", f.name, err)
			continue
		}
		if want := f.Format(); !bytes.Equal(source, want) {
			report("%s:%d: not in the form that update writes", f.name, firstDifference(source, want))
		}
		known(f, "schemes", f.Schemes)
		all = append(all, f.Vectors...)
		for _, v := range f.Vectors {
			if other, ok := owner[v.ID]; ok {
				report("%s: %s: the id stands in %s too", f.name, v.ID, other)
			}
			owner[v.ID] = f.name
			if !idPattern.MatchString(v.ID) || !strings.HasPrefix(v.ID, string(f.Stage)+"-") {
				report("%s: %s: expected an id of a-z, 0-9 and single hyphens that begins with %s-", f.name, v.ID, f.Stage)
			}
			known(f, v.ID, v.With)
			for _, r := range v.Rules {
				if !rules[r] {
					report("%s: %s: SPEC.md has no rule %s", f.name, v.ID, r)
				}
			}
			input := fmt.Sprint(f.Stage, f.Schemes, v.Input.fields())
			if other, ok := sameInput[input]; ok {
				report("%s: %s: same input as %s", f.name, v.ID, other)
			}
			sameInput[input] = v.ID
		}
	}
	lock, now, err := CheckLock(fsys, files)
	if err != nil {
		report("%w", err)
	}
	problems = append(problems, lock.Broken(now)...)
	if len(problems) > 0 {
		return problems // a file that was passed over would leave rules without vectors
	}
	for _, r := range RulesWithout(all) {
		report("%s %s: no vector pins this rule", r.ID, r.Name)
	}
	return problems
}

var idPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// schemaURL is a name only: nothing is fetched.
const schemaURL = "urn:fpcheck:vectors"

func compileSchema() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schemaJSON))
	if err != nil {
		return nil, fmt.Errorf("schema.json: %w", err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
}

func validate(schema *jsonschema.Schema, source []byte) error {
	var v any
	if err := yaml.Unmarshal(source, &v); err != nil {
		return err
	}
	return schema.Validate(v)
}

// firstDifference returns the number of the first line in which a and b differ.
func firstDifference(a, b []byte) int {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return i + 1
		}
	}
	return min(len(x), len(y))
}

// RulesWithout returns the rules that none of the vectors pins.
func RulesWithout(vs []Vector) []fpcheck.Rule {
	return slices.DeleteFunc(fpcheck.Rules(), func(r fpcheck.Rule) bool {
		return slices.ContainsFunc(vs, func(v Vector) bool { return slices.Contains(v.Rules, r.ID) })
	})
}
