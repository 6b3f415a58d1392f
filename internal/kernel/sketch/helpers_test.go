package sketch

import (
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
)

var sd1, sm1, mh1, mw1 = func() (a, b, c, d *Method) {
	all := Registered()
	return all[0], all[1], all[2], all[3]
}()

// registry returns the registered methods, which are the same at each call.
func registry() []*Method { return []*Method{sd1, sm1, mh1, mw1} }

func parse(source string, from Resources) (*Method, error) {
	var d Definition
	if err := yaml.Unmarshal([]byte(source), &d); err != nil {
		return nil, err
	}
	d.Status = Draft
	return New(d, from)
}

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
