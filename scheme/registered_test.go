package scheme

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/sketch"
)

// The registered schemes are those of registry.yaml, which SPEC.md shows and other
// implementations read.
func TestRegistered(t *testing.T) {
	var registry struct {
		Schemes []sketch.Definition `yaml:"schemes"`
		Advice  map[string]Advice   `yaml:"advice"`
	}
	f, err := os.Open("registry.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := decodeStrict(f, &registry); err != nil {
		t.Fatal(err)
	}
	var have []sketch.Definition
	advice := make(map[string]Advice)
	for _, s := range All() {
		have = append(have, s.Method().Definition())
		advice[s.ID()] = s.Advice()
	}
	if diff := cmp.Diff(registry.Schemes, have); diff != "" {
		t.Errorf("(-registry.yaml +registered)\n%s", diff)
	}
	if diff := cmp.Diff(registry.Advice, advice); diff != "" {
		t.Errorf("(-registry.yaml +registered)\n%s", diff)
	}
}
