package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck"
)

// TestMarkupLists compares the lists with SPEC.md. Each comes after the words that introduce it
// there.
func TestMarkupLists(t *testing.T) {
	names := regexp.MustCompile("^(?: ?`[^`]+`)+")
	for _, tt := range []struct {
		rule, after string
		list        string
	}{
		{"R11.4", "with all that they contain:", htmlLeftOut},
		{"R11.7", "before and after each of these elements:", htmlBlocks},
		{"R11.17", "The names of articles and books:", articleRoots},
		{"R11.17", "R11.21 applies for", teiRoots},
		{"R11.18", "listed too. Left out:", xmlLeftOut},
		{"R11.18", "Inline:", xmlInline},
		{"R11.20", "R11.18:", articleLeftOut},
		{"R11.20", "Inline, besides those of R11.18:", articleInline},
		{"R11.20", "The first only, of", articleFirst},
		{"R11.20", "Preformatted:", articlePreformatted},
		{"R11.20", "Each of these has children that are kept only:", infoElements},
		{"R11.20", "these children are kept only:", infoKept},
		{"R11.21", "R11.18:", teiLeftOut},
		{"R11.21", "Inline, besides those of R11.18:", teiInline},
		{"R11.21", "The first only, of", teiFirst},
		{"R11.21", "Preformatted:", teiPreformatted},
		{"R11.21", "Each of", teiBreaks},
		{"R11.21", "in `choice`,", teiChoice},
		{"R11.22", "R11.18:", otherLeftOut},
	} {
		_, text, _ := strings.Cut(fpcheck.Spec, "**"+tt.rule+" ")
		text, _, _ = strings.Cut(text, "\n**R")
		_, text, ok := strings.Cut(strings.Join(strings.Fields(text), " "), tt.after)
		if !ok {
			t.Errorf("%s does not say %q", tt.rule, tt.after)
		}
		want := strings.Fields(strings.ReplaceAll(names.FindString(text), "`", " "))
		if len(want) == 0 || !slices.Equal(strings.Fields(tt.list), want) {
			t.Errorf("%s, after %q: the code has\n%q\nand SPEC.md\n%q", tt.rule, tt.after, tt.list, want)
		}
	}
}
