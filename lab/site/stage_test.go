package main

import (
	"slices"
	"strings"
	"testing"
)

func TestConvert(t *testing.T) {
	s, err := newStage("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ why, name, in, want string }{
		{"a page of the same folder", "docs/ports.md", "[a](porting.md)", "[a](porting.md)"},
		{"a page above", "docs/ports.md", "[a](../SPEC.md#1-text)", "[a](../SPEC.md#1-text)"},
		{"the page about indexes has another name", "docs/ports.md", "[a](measured/index.md)", "[a](measured/index-cost.md)"},
		{"a source file", "docs/ports.md", "[a](../spec.go)", "[a](../source/spec.go.md)"},
		{"a file whose name begins with a dot", "docs/ports.md", "[a](../.github/workflows/ci.yml)", "[a](../source/dot.github/workflows/ci.yml.md)"},
		{"a folder with a README", "README.md", "[a](vectors/)", "[a](vectors/README.md)"},
		{"a folder without", "README.md", "[a](examples/schemes)", "[a](source/examples/schemes/index.md)"},
		{"another site", "README.md", "[a](https://example.org/a.md)", "[a](https://example.org/a.md)"},
		{"code in the text of a link", "docs/walks.md", "[`a`](../spec.go)", "[`a`](../source/spec.go.md)"},
		{"a rule", "docs/ports.md", "By R1.1, all.", "By [R1.1](../SPEC.md#R1.1), all."},
		{"a rule in SPEC.md itself", "SPEC.md", "By R1.1.", "By [R1.1](SPEC.md#R1.1)."},
		{"not a rule", "docs/ports.md", "R99.1 `R1.1`", "R99.1 `R1.1`"},
		{"code in a block", "docs/ports.md", "```\nR1.1 [a](b.md)\n```", "```\nR1.1 [a](b.md)\n```"},
		{"a bar in the code of a table", "docs/ports.md", "| `a \\| b` |", "| `a | b` |"},
		{"a list after a paragraph", "docs/ports.md", "text:\n- a\n- b", "text:\n\n- a\n- b"},
		{"code in an item", "docs/ports.md", "1. a\n\n   ```sh\n   b\n   ```", "1. a\n\n    ```sh\n    b\n    ```"},
		{"a mark for tests", "README.md", "<!-- test -->\n```sh\nmake\n```", "```sh\nmake\n```"},
	} {
		got, err := s.convert(tt.name, s.pages[tt.name], tt.in)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q becomes %q, expected %q (%v)", tt.why, tt.in, got, tt.want, err)
		}
	}
	for _, bad := range []string{"[a](no-such-page.md)", "![a](no-such-picture.svg)"} {
		if _, err := s.convert("README.md", "README.md", bad); err == nil || !strings.Contains(err.Error(), "README.md") {
			t.Errorf("%s: expected an error that names the page, got %v", bad, err)
		}
	}
}

// TestPlaces checks that each rule has places in the code, a plain statement and mutants. A line must
// name each mutant.
func TestPlaces(t *testing.T) {
	s, err := newStage("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range s.order {
		if len(r.code) == 0 || len(r.statement) == 0 || len(r.mutants) == 0 {
			t.Errorf("%s: %d places, %d statements and %d mutants", r.ID, len(r.code), len(r.statement), len(r.mutants))
		}
		for _, m := range r.mutants {
			text, err := s.read(m.at.file)
			if err != nil {
				t.Fatal(err)
			}
			if at := strings.Split(text, "\n")[m.at.number-1]; !slices.ContainsFunc(quoted.FindAllStringSubmatch(at, -1), func(q []string) bool { return strings.HasPrefix(m.Name, q[1]) }) {
				t.Errorf("%s: mutant %s is not in line %d of %s: %s", r.ID, m.Name, m.at.number, m.at.file, at)
			}
		}
	}
}
