package lightweight_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/extract/internal/extracttest"
)

// Markdown is read within the budget of memory, whatever its nodes are.
func TestMarkdownMemory(t *testing.T) {
	const length = 1 << 19
	for _, tt := range []struct {
		why, piece string
		refused    bool
	}{
		{"marks that match none", "*_", true},
		{"marks that match", "_a_b", false},
		{"marks that open", "_a ", false},
		{"items of a letter", "- a\n", false},
		{"paragraphs of a letter", "a\n\n", false},
		{"links to nothing", "[a]", false},
		{"targets of links", "[a]: b\n", false},
		{"code in a line", "`a` ", false},
		{"a row of many cells", "|-", false},
		{"paragraphs of links and emphasis", "Some *words* in `prose` and a [link](to/somewhere) of the ordinary kind.\n\n", false},
		{"a list of links", "- [a link](https://example.org/somewhere) - with some words.\n", false},
		{"a paragraph of links", "[a link](https://example.org/somewhere)\n", false},
		{"a paragraph of links in angle brackets", "[a link]( <https://example.org/somewhere> )\n", false},
		{"links whose target has no end", `[a](  <)) "t` + "\n", false},
		{"links whose target has an escaped end", `[a link](https://example.org/some\)) where` + "\n", false},
		{"a table of two columns", "| some | words |\n", false},
		{"a table of letters", "|a|b|\n", false},
	} {
		octets := strings.Repeat(tt.piece, length/len(tt.piece))
		switch {
		case tt.piece == "|-":
			octets += "\n" + octets
		case tt.piece[0] == '|':
			octets = "|a|b|\n|-|-|\n" + octets
		}
		_, text, err := extracttest.TextOf([]byte(octets), extract.Options{Name: "a.md"})
		switch {
		case tt.refused && (!errors.Is(err, extract.ErrExpansion) || !strings.Contains(err.Error(), "Markdown")):
			t.Errorf("%s: %d bytes of text, %v, want %v", tt.why, len(text), err, extract.ErrExpansion)
		case !tt.refused && err != nil:
			t.Errorf("%s: %v, want a text", tt.why, err)
		}
	}
}

// A long table has the text of all its rows, as a short one has.
func TestLongTable(t *testing.T) {
	const rows = 1000
	row := func(i int) string { return fmt.Sprintf("| [%d][a] | `b\\|c` | *d* |\n", i) }
	for _, tt := range []struct{ why, before, under, each, after, want string }{
		{"a table", "", "", "", "", "head\nb\nc\n"},
		{"a table in a quote", "> ", "> ", "> ", "", "head\nb\nc\n"},
		{"a table in an item", "- ", "  ", "  ", "", "head\nb\nc\n"},
		{"a table behind other lines of its paragraph", "words\nmore\n", "", "", "", "words more\nhead\nb\nc\n"},
		{"a table with rows that are indented", "words\n     ", "", "     ", "", "words\nhead\nb\nc\n"},
		{"a head that could be the target of a link", "words\n[b]: c ", "|---", "", "", "words\n[b]: c\nhead\nb\nc\n"},
		{"a table with a footnote", "", "", "", "[^n]\n\n[^n]: a note", "head\nb\nc\n"},
	} {
		octets := tt.before + "| head | b | c |\n" + tt.under + "|---|---|---|\n"
		want := tt.want
		for i := range rows {
			octets += tt.each + row(i)
			want += fmt.Sprintf("%d\nb|c\nd\n", i)
		}
		if tt.after != "" {
			want += "1\na note\n"
		}
		octets += tt.each + tt.after + "\n\n[a]: to\n"
		_, text, err := extracttest.TextOf([]byte(octets), extract.Options{Name: "a.md"})
		if err != nil {
			t.Errorf("%s: %v", tt.why, err)
			continue
		}
		if diff := cmp.Diff(strings.Split(strings.TrimSuffix(want, "\n"), "\n"), strings.Split(text, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%.1000s", tt.why, diff)
		}
	}
}
