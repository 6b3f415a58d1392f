package encode

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ in, want, why string }{
		{"", `"" has no colon: expected scheme:data`, "nothing"},
		{strings.Repeat("a", 99), `"` + strings.Repeat("a", 40) + `…" has no colon: expected scheme:data`, "a long string is abridged"},
		{"S D1:aa", `"s d1" is not a scheme name`, "blank in the scheme"},
		{"x-:aa", `"x-" is not a scheme name`, "a private name needs a name"},
		{"x-" + strings.Repeat("a", 31) + ":aa", `"x-` + strings.Repeat("a", 31) + `" is not a scheme name`, "31 characters"},
		{"sd1.:aa", `"" is not a profile name`, "empty profile"},
		{"sd1.Visible:aa", `the profile visible is never written`, "in any case"},
		{"sd1:a=", `character 2 of the data is '=': expected a-z or 2-7`, "padding"},
		{"sd1:aé", `character 2 of the data is 'é': expected a-z or 2-7`, "a character, not an octet"},
		{"sd1:aaa", `3 characters of data: base32 never has that length`, "15 bits are no octets"},
		{"sd1:ab", `the last character 'b' has spare bits that are not 0`, "spare bits"},
	} {
		_, err := Parse(tt.in)
		if !errors.Is(err, ErrMalformed) || err.Error() != "malformed fingerprint: "+tt.want {
			t.Errorf("Parse(%q): error %v, want %s: %s", tt.in, err, tt.want, tt.why)
		}
	}
}

// Every string that Parse takes is the one string of what it returns, but for case.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"sd1:aerukz4jvpg66", "SD1.Main:AERUKZ4JVPG66", "x-a-b:", "sd1:aaaaaaaaaaaab", "sd1:a\n", ":", "."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("Parse(%q): %v is not ErrMalformed", s, err)
			}
			return
		}
		if got := p.String(); !strings.EqualFold(got, s) || strings.ToLower(got) != got {
			t.Errorf("Parse(%q).String() = %q", s, got)
		}
		again, err := Parse(p.String())
		if err != nil || again.Scheme != p.Scheme || again.Profile != p.Profile || !bytes.Equal(again.Data, p.Data) {
			t.Errorf("Parse(%q) = %v, %v, then %v", s, p, err, again)
		}
	})
}

// The profile "" stands for the visible one.
func TestString(t *testing.T) {
	for _, p := range []Parts{{"sm1", Visible, []byte("a sketch")}, {"sm1", "", []byte("a sketch")}} {
		if got, want := p.String(), "sm1:meqhg23forrwq"; got != want {
			t.Errorf("%+v: %s, want %s", p, got, want)
		}
	}
}
