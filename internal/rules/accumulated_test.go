package rules_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/internal/kernel/accumulated"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// TestAccumulatedText checks that the generator makes the texts of the suite, including the rare
// ones.
func TestAccumulatedText(t *testing.T) {
	a := rules.NewAccumulated()
	for i := range uint64(1000) {
		if got, want := a.Text(5, i), accumulated.AppendText(nil, 5, i); !bytes.Equal(got, want) {
			t.Fatalf("text %d of seed 5 is %q, want %q", i, got, want)
		}
	}
}

// TestAccumulatedLists compares the lists of R12.2 with SPEC.md.
func TestAccumulatedLists(t *testing.T) {
	var ranges, specials []string
	for _, r := range rules.Ranges {
		ranges = append(ranges, fmt.Sprintf("%04X–%04X", r[0], r[1]))
	}
	for _, c := range rules.SpecialCodePoints {
		specials = append(specials, fmt.Sprintf("%04X", c))
	}
	unescape := func(item string) string {
		piece, err := strconv.Unquote(`"` + strings.Trim(item, "`") + `"`)
		if err != nil {
			t.Errorf("%s: %v", item, err)
		}
		return piece
	}
	same := func(item string) string { return item }
	for _, list := range []struct {
		after string // the words that introduce the list
		item  string // matches one
		read  func(item string) string
		got   []string
	}{
		{"- the ranges:", `[0-9A-F]+–[0-9A-F]+`, same, ranges},
		{"- the identifier fragments:", "`[^`]+`", unescape, rules.IdentifierPieces[:]},
		{"- the special code points:", `\b[0-9A-F]{4,5}\b`, same, specials},
		{"stand for a code point:", "`[^`]+`", unescape, rules.LinePieces[:]},
	} {
		_, text, _ := strings.Cut(strings.NewReplacer("\n\n  ", " ", "\n  ", " ").Replace(fpcheck.Spec), list.after)
		text, _, _ = strings.Cut(text, "\n") // the next item
		var want []string
		for _, item := range regexp.MustCompile(list.item).FindAllString(text, -1) {
			want = append(want, list.read(item))
		}
		if diff := cmp.Diff(want, list.got); diff != "" {
			t.Errorf("%s (-SPEC.md +rules):\n%s", list.after, diff)
		}
	}
}
