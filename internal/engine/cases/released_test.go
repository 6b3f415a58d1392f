package cases_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/engine/cases"
	"github.com/lsh-interop/fpcheck/vectors"
)

func TestReleased(t *testing.T) {
	released, err := cases.Released("1.0.0")
	if err != nil {
		t.Fatal(err)
	}
	all := vectors.All()
	has := func(v vectors.Vector) bool {
		return slices.ContainsFunc(all, func(w vectors.Vector) bool { return w.ID == v.ID })
	}
	for _, v := range released {
		if slices.Contains([]vectors.Stage{vectors.Texts, vectors.Windows, vectors.Passages, vectors.Covers}, v.Stage) {
			t.Errorf("%s: stage %s is a draft", v.ID, v.Stage)
		}
		if !has(v) || len(v.Schemes) == 0 {
			t.Errorf("%s for %v: no such vector", v.ID, v.Schemes)
		}
	}
	if len(released) != 2378 {
		t.Errorf("%d vectors: 1.0.0 had 2,378", len(released))
	}
	if _, err := cases.Released("0.9.0"); err == nil || !strings.Contains(err.Error(), "expected a version in which vectors were frozen: 1.0.0") {
		t.Errorf("0.9.0: %v", err)
	}
}
