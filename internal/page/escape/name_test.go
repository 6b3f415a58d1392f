package escape

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ why, name, want string }{
		{"an ordinary name", "a b/日本", "a b/日本"},
		{"a backslash", `a\b`, `a\b`},
		{"marks on letters", "नमस्ते/cafe\u0301/ভালো", "नमस्ते/cafe\u0301/ভালো"},
		{"an escape sequence", "\x1b[2J", `"\x1b[2J"`},
		{"what cannot be seen", "so\u00ADft", `"so\u00adft"`},
		{"a filler, which is a letter", "no\u3164pe", `"no\u3164pe"`},
		{"the same after a backslash", "\\\u115F", `"\\\u115f"`},
		{"a variation selector beyond U+FFFF", "a\U000E0100", `"a\U000e0100"`},
		{"Braille without dots", "a\u2800b", `"a\u2800b"`},
		{"a blank that is not U+0020", "a\u3000b", `"a\u3000b"`},
		{"no UTF-8", "\xff", `"\xff"`},
	} {
		if got := Quote(tt.name); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestAbridge(t *testing.T) {
	for _, tt := range []struct {
		why, text string
		most      int
		want      string
	}{
		{"short", "abc", 3, `"abc"`},
		{"long", "abcd", 3, `"abc"… (4 bytes)`},
		{"a filler", "a\u3164b", 9, `"a\u3164b"`},
		{"a filler that is cut off", "a\u3164b", 3, `"a"… (5 bytes)`},
	} {
		if got := Abridge(tt.text, tt.most); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.why, got, tt.want)
		}
	}
}

// Unicode lists what has no display of its own.
func TestIsInvisible(t *testing.T) {
	file, err := os.Open("../../unicode/ucd/data/DerivedCoreProperties.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		place, property, _ := strings.Cut(lines.Text(), ";")
		if !strings.HasPrefix(property, " Default_Ignorable_Code_Point") {
			continue
		}
		var first, last rune
		if n, _ := fmt.Sscanf(place, "%x..%x", &first, &last); n == 1 {
			last = first
		}
		for r := first; r <= last; r++ {
			if found++; !isInvisible(r) {
				t.Errorf("%U is visible", r)
			}
		}
	}
	if found < 4000 {
		t.Errorf("%d code points in the file", found)
	}
}
