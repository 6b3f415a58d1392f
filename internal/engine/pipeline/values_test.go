package pipeline

import (
	"errors"
	"strings"
	"testing"

	"github.com/lsh-interop/fpcheck/scheme"
)

// A record is examined if its text is readable (R13.23), and an error otherwise.
func TestValues(t *testing.T) {
	words := strings.Fields(strings.Repeat("a b c d e f g h i j k l m n o p q r s t u v w x y z ", 2))
	for i := range words {
		words[i] += strings.Repeat("z", i) // so that all shingles differ
	}
	long := strings.Join(words, " ")
	for _, tt := range []struct {
		why     string
		media   string
		values  []string
		bytes   bool // of no encoding that is known
		escaped int
		bad     int
		refused bool
	}{
		{why: "UTF-8", values: []string{"naïve"}},
		{why: "U+FFFD is UTF-8", values: []string{"\uFFFD \uFFFD"}},
		{why: "one letter of a short text", values: []string{"na\xefve"}, refused: true},
		{why: "one letter of a long text", values: []string{long + " na\xefve"}, bad: 1},
		{why: "two letters of a text that is too short for two", values: []string{long + " na\xefve \xe0"}, refused: true},
		{why: "the longer value can be read", values: []string{"na\xefve", long}, bad: 1},
		{why: "bytes that JSON has escaped", values: []string{"na\uFFFDve"}, escaped: 1, refused: true},
		{why: "a page, whose tags are no text", media: "text/html", values: []string{"<p title='" + long + "'>na\xefve"}, refused: true},
		{why: "a page that can be read", media: "text/html", values: []string{"<p>" + long + "</p>na\xefve"}, bad: 1},
		{why: "a charset is given for a column of bytes", media: "text/plain; charset=windows-1252", bytes: true,
			values: []string{"na\xefve"}},
		{why: "the same for a page", media: "text/html; charset=windows-1252", bytes: true, values: []string{"na\xefve"}},
		{why: "a charset does not count for a column of strings", media: "text/html; charset=windows-1252",
			values: []string{"na\xefve"}, refused: true},
	} {
		var values [][]byte
		for _, v := range tt.values {
			values = append(values, []byte(v))
		}
		r := NewReader(Options{Schemes: []*scheme.Scheme{scheme.SM1}, MediaType: tt.media})
		d, err := r.Values(t.Context(), values, !tt.bytes, tt.escaped)
		if errors.Is(err, ErrNotUTF8) != tt.refused || err != nil && !tt.refused {
			t.Errorf("%s: %v", tt.why, err)
		}
		if err == nil && d.IllFormed != tt.bad {
			t.Errorf("%s: %d sequences of bytes, want %d", tt.why, d.IllFormed, tt.bad)
		}
		if d, err := r.Values(t.Context(), [][]byte{[]byte("good")}, true, 0); err != nil || d.IllFormed != 0 {
			t.Errorf("%s: the next record: %+v, %v", tt.why, d, err)
		}
	}
}
