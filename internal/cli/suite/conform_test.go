package suite

import (
	"os"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/engine/cases"
)

// TestManualLevels checks that the manual of conform names every level.
func TestManualLevels(t *testing.T) {
	manual, err := os.ReadFile("../manual/conform.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(manual), "\n--level\n")
	text, _, _ = strings.Cut(text, "\n--")
	for _, level := range cases.LevelNames() {
		if !strings.Contains(text, "`"+level+"`") {
			t.Errorf("--level: no %s in %q", level, text)
		}
	}
}
