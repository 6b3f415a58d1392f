// Package vectorfiles maintains the vector files of a directory. It checks them, locks the frozen
// ones, rewrites their expected results, and copies them.
package vectorfiles

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/vectors"
)

// Lint returns the problems of the vector files of fsys. Each file must conform to schema.json and
// have the form that [vectors.File.Format] writes. Ids and inputs must be unique. Schemes and rules
// must exist, and every rule of SPEC.md needs a vector. Nothing in the lock may have changed.
func Lint(fsys fs.FS) []error {
	files, err := vectors.Load(fsys)
	if err != nil {
		return []error{err}
	}
	var problems []error
	report := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }

	var all []vectors.Vector
	rules := make(map[string]bool)
	for _, r := range fpcheck.Rules() {
		rules[r.ID] = true
	}
	checkSchemes := func(f *vectors.File, key string, schemes []string) {
		for _, id := range schemes {
			if _, err := scheme.Lookup(id); err != nil {
				report("%s: %s: %w", f.Name, key, err)
			}
		}
	}
	fileOf := make(map[string]string) // file name by id
	idOf := make(map[string]string)   // id by stage, schemes and input
	for _, f := range files {
		source, err := fs.ReadFile(fsys, f.Name)
		if err != nil {
			report("%w", err)
			continue
		}
		var file any
		if err := yaml.Unmarshal(source, &file); err != nil {
			report("%s: %w", f.Name, err)
			continue
		}
		violations := validate(file)
		for _, v := range violations {
			report("%s: %s", f.Name, v)
		}
		if len(violations) > 0 {
			continue
		}
		if want := f.Format(); !bytes.Equal(source, want) {
			report("%s:%d: not in the form that update writes", f.Name, firstDifference(source, want))
		}
		checkSchemes(f, "schemes", f.Schemes)
		all = append(all, f.Vectors...)
		for _, v := range f.Vectors {
			if other, ok := fileOf[v.ID]; ok {
				report("%s: %s: the id is in %s, too", f.Name, v.ID, other)
			}
			fileOf[v.ID] = f.Name
			if !idPattern.MatchString(v.ID) || !strings.HasPrefix(v.ID, string(f.Stage)+"-") {
				report("%s: %s: expected an id of a-z, 0-9 and single hyphens that begins with %s-",
					f.Name, v.ID, f.Stage)
			}
			checkSchemes(f, v.ID, v.With)
			for _, r := range v.Rules {
				if !rules[r] {
					report("%s: %s: SPEC.md has no rule %s", f.Name, v.ID, r)
				}
			}
			input := fmt.Sprint(f.Stage, f.Schemes, format(v.Input))
			if other, ok := idOf[input]; ok {
				report("%s: %s: same input as %s", f.Name, v.ID, other)
			}
			idOf[input] = v.ID
		}
	}
	lock, now, err := CheckLock(fsys, files)
	if err != nil {
		report("%w", err)
	} else {
		problems = append(problems, lock.Broken(now)...)
	}
	if len(problems) > 0 {
		return problems // a skipped file would leave rules without vectors
	}
	for _, r := range RulesWithout(all) {
		report("%s %s: no vector pins this rule", r.ID, r.Name)
	}
	return problems
}

var idPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// format returns d as the files spell it.
func format(d vectors.Data) string {
	f := vectors.File{Vectors: []vectors.Vector{{Expect: d}}}
	return string(f.Format())
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

// RulesWithout returns the rules of SPEC.md that no vector of vs tests.
func RulesWithout(vs []vectors.Vector) []fpcheck.Rule {
	return slices.DeleteFunc(fpcheck.Rules(), func(r fpcheck.Rule) bool {
		return slices.ContainsFunc(vs, func(v vectors.Vector) bool { return slices.Contains(v.Rules, r.ID) })
	})
}
