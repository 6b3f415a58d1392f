package sketch

import (
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

// Methods like the registered ones, which package scheme defines.
var sd1, sm1, mh1, mw1 = func() (a, b, c, d *Method) {
	var definitions []Definition
	for _, source := range []string{
		sketchtest.Define("x-sd1"),
		sketchtest.DefineMulti("x-sm1", "clusters: 2", "kana-clusters: 1"),
		sketchtest.DefineMulti("x-mh1", "features: shingles", "width: 3", "sketch: minhash-128"),
		sketchtest.DefineMulti("x-mw1", "features: shingles", "width: 3", "weights: occurrences", "max-occurrences: 1024",
			"sketch: minhash-128"),
	} {
		definitions = append(definitions, parseDefinition(source))
	}
	all, err := NewAll(definitions...)
	if err != nil {
		panic(err)
	}
	return all[0], all[1], all[2], all[3]
}()

func registry() []*Method { return []*Method{sd1, sm1, mh1, mw1} }

func parseDefinition(source string) (d Definition) {
	if err := yaml.Unmarshal([]byte(source), &d); err != nil {
		panic(err)
	}
	d.Status = Draft
	return d
}

func parse(source string, from Resources) (*Method, error) { return New(parseDefinition(source), from) }

func load(t testing.TB, source string, from Resources) *Method {
	t.Helper()
	m, err := parse(source, from)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m
}

// experiments returns the methods of sketchtest.Experiments.
func experiments(t testing.TB) (all []*Method) {
	for _, x := range sketchtest.Experiments {
		all = append(all, load(t, x.YAML, sketchtest.Gear))
	}
	return all
}
