package tokenize_test

import (
	"fmt"
	"log"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/tokenize"
)

func ExampleTokens() {
	tokens, err := tokenize.Tokens(scheme.SM1, []byte("Die Straße nach 東京: see https://example.org/"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", tokens)
	// Output: ["die" "strasse" "nach" "東京" "see"]
}

// Tokens are those that the scheme counts, however the text is divided, and after a Reset too.
func TestTokenizer(t *testing.T) {
	for _, test := range []struct{ text, why string }{
		{"the quick brown fox", "plain words"},
		{"ﬁne e\u0301tudes, О́льга", "compatibility forms and marks"},
		{"東京タワーと富士山 กรุงเทพ", "scripts without spaces"},
		{"write to a@example.org or doi:10.1000/182", "identifiers, which are removed (R2.1)"},
		{"", "an empty text"},
	} {
		for _, s := range []*scheme.Scheme{scheme.SD1, scheme.SM1, scheme.MH1, scheme.MW1} {
			want := s.Method().Stages([]byte(test.text)).Tokens
			got, err := tokenize.Tokens(s, []byte(test.text))
			if diff := cmp.Diff(strings.Join(want, "|"), strings.Join(got, "|")); err != nil || diff != "" {
				t.Errorf("%s, %s: %v (-stages +got):\n%s", s.ID(), test.why, err, diff)
			}
			var again []string
			tokenizer := tokenize.New(s, func(token []byte) { again = append(again, string(token)) })
			for range 2 {
				again = nil
				for _, b := range []byte(test.text) {
					tokenizer.Write([]byte{b})
				}
				if err := tokenizer.Close(); err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(got, again); diff != "" {
					t.Errorf("%s, %s: byte by byte (-whole +got):\n%s", s.ID(), test.why, diff)
				}
				tokenizer.Reset()
			}
		}
	}
}

// TestZeroScheme checks that the zero Scheme is an error.
func TestZeroScheme(t *testing.T) {
	if tokens, err := tokenize.Tokens(new(scheme.Scheme), []byte("a")); err == nil || tokens != nil {
		t.Errorf("%q, %v, want an error", tokens, err)
	}
}
