package pipeline

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
	"github.com/lsh-interop/fpcheck/scheme"
)

// What a Reader holds of a text counts as memory of its document.
func TestMemory(t *testing.T) {
	words := strings.Repeat("a b ", 50_000)
	var distinct strings.Builder
	for i := range uint64(500_000) {
		n := splitmix.Mix(i)
		fmt.Fprintf(&distinct, "%c%c ", 'a'+n%26, 'a'+n/26%26)
	}
	for _, tt := range []struct {
		why, text, want string // no error if want is ""
		o               Options
	}{
		{"stages of few words", words[:1000], "", Options{Stages: true}},
		{"stages of many", words, "the stages of a text", Options{Stages: true}},
		{"features that occur again and again", words, "", Options{Distinct: true}},
		{"features that do not", distinct.String(), "the words of a text", Options{Distinct: true}},
		{"tokens", words, "", Options{Tokens: true}},
		{"many tokens", strings.Repeat(words, 30), "the words of a text", Options{Tokens: true}},
	} {
		tt.o.Schemes = []*scheme.Scheme{scheme.MW1}
		_, err := NewReader(tt.o).Read(t.Context(), strings.NewReader(tt.text), "a.txt")
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, extract.ErrExpansion) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
		}
	}
}
