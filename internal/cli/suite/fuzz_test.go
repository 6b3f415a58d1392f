package suite

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocumentedGenerators checks that the table of docs/fuzzing.md has a row for each generator, in order.
func TestDocumentedGenerators(t *testing.T) {
	page, err := os.ReadFile("../../../docs/fuzzing.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(page)) {
		if rest, ok := strings.CutPrefix(line, "| `"); ok {
			name, _, _ := strings.Cut(rest, "`")
			names = append(names, name)
		}
	}
	if diff := cmp.Diff(generatorNames(), names); diff != "" {
		t.Errorf("generators (-command +docs/fuzzing.md):\n%s", diff)
	}
}
