package markup

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/elements"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// Each list of names in chapter 11 of SPEC.md is the one that this package has.
func TestLists(t *testing.T) {
	besides := lazy.Names(notes)
	within := lazy.Names(typed)
	for _, tt := range []struct {
		rule, after string // the list follows these words
		set, less   lazy.Set
	}{
		{"R11.4", "the parser put it):", elements.LeftOut, lazy.Set{}},
		{"R11.7", "each of these elements:", elements.Blocks, lazy.Set{}},
		{"R11.8", "; within", elements.KeepLines, lazy.Set{}},
		{"R11.10", "has one of", elements.Lines, lazy.Set{}},
		{"R11.17", "`html`: R11.19.", articleRoots, lazy.Set{}},
		{"R11.17", "and DocBook.", teiRoots, lazy.Set{}},
		{"R11.18", "Left out:", besides, lazy.Set{}},
		{"R11.18", "Inline:", within, lazy.Set{}},
		{"R11.20", "Left out, besides those of R11.18:", article.leftOut, besides},
		{"R11.20", "directly in each of", articleMeta, lazy.Set{}},
		{"R11.20", "`sidebarinfo`:", articleKept, lazy.Set{}},
		{"R11.20", "The first only, of", article.first, lazy.Set{}},
		{"R11.20", "Inline, besides those of R11.18:", article.inline, within},
		{"R11.20", "Preformatted:", article.preformatted, lazy.Set{}},
		{"R11.21", "Left out, besides those of R11.18:", tei.leftOut, besides},
		{"R11.21", "in `teiHeader`,", teiHeader, lazy.Set{}},
		{"R11.21", "in `fileDesc`,", teiFile, lazy.Set{}},
		{"R11.21", "in `titleStmt`,", teiTitle, lazy.Set{}},
		{"R11.21", "in `profileDesc`,", teiProfile, lazy.Set{}},
		{"R11.21", "in `choice`,", teiChoice, lazy.Set{}},
		{"R11.21", "The first only, of", tei.first, lazy.Set{}},
		{"R11.21", "Inline, besides those of R11.18:", tei.inline, within},
		{"R11.21", "Preformatted:", tei.preformatted, lazy.Set{}},
		{"R11.21", "Each of", tei.milestones, lazy.Set{}},
		{"R11.22", "Left out, besides those of R11.18:", generic.leftOut, besides},
		{"R11.24", "text only within", page.text, lazy.Set{}},
		{"R11.24", "Left out is each", page.leftOut, lazy.Set{}},
		{"R11.24", "is directly in. Each", page.lines, lazy.Set{}},
		{"R11.24", "and after it, each", page.blanks, lazy.Set{}},
	} {
		var got []string
		for _, name := range tt.set.Sorted() {
			if !tt.less.Has(name) {
				got = append(got, name)
			}
		}
		if diff := cmp.Diff(specList(t, tt.rule, tt.after), got); diff != "" {
			t.Errorf("%s, after %q (-SPEC.md +this package):\n%s", tt.rule, tt.after, diff)
		}
	}
}

var listed = regexp.MustCompile("^(?:(?:,| and|, and)? ?`([^`]+)`)")

// specList returns the names that SPEC.md lists after some words of a rule, sorted.
func specList(t *testing.T, rule, after string) (names []string) {
	spec, err := os.ReadFile("../../../SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(spec), "**"+rule+" ")
	text, _, _ = strings.Cut(text, "\n**R")
	_, text, ok := strings.Cut(strings.Join(strings.Fields(text), " "), after)
	if !ok {
		t.Fatalf("%s of SPEC.md does not say %q", rule, after)
	}
	for text = strings.TrimLeft(text, " "); ; {
		m := listed.FindStringSubmatch(text)
		if m == nil {
			slices.Sort(names)
			return names
		}
		names, text = append(names, m[1]), text[len(m[0]):]
	}
}
