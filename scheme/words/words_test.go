package words

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

func ExampleLookup() {
	split, _ := Lookup("uax29")
	words, _ := split("The quick (“brown”) fox can’t jump 32.3 feet, right?")
	fmt.Printf("%q\n", words)
	// Output: ["The" "quick" "brown" "fox" "can’t" "jump" "32.3" "feet" "right"]
}

func TestLookup(t *testing.T) {
	for name := range builtIn {
		if split, err := Lookup(name); split == nil || err != nil {
			t.Errorf("Lookup(%s): %v", name, err)
		}
	}
	for _, name := range []string{"", "UAX29", "icu"} {
		want := fmt.Sprintf("no tokenizer %q is built in: expected uax29", name)
		if _, err := Lookup(name); err == nil || err.Error() != want {
			t.Errorf("Lookup(%q): error %v, want %s", name, err, want)
		}
	}
}

// TestUAX29 checks the kinds of words in texts; everything else is left out. The library itself
// passes all of Unicode's WordBreakTest 15.0.0.
func TestUAX29(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
		why  string
	}{
		{"", nil, "nothing"},
		{" \n—… 👍🏽 \t", nil, "no word"},
		{"don't o’clock rock'n'roll 'quoted'", []string{"don't", "o’clock", "rock'n'roll", "quoted"}, "WB6, WB7: inside a word"},
		{"3,5 1.000.000 5,", []string{"3,5", "1.000.000", "5"}, "WB11, WB12: inside a number"},
		{"A3 3D mp3 snake_case", []string{"A3", "3D", "mp3", "snake_case"}, "WB9, WB10, WB13a"},
		{"half-life e.g. x@y.z", []string{"half", "life", "e.g", "x", "y.z"}, "a hyphen separates, a full stop does not"},
		{"e\u0301te\u0301 \u0301", []string{"e\u0301te\u0301"}, "WB4"},
		{"צה\"ל ג'ירפה", []string{"צה\"ל", "ג'ירפה"}, "WB7a to WB7c: Hebrew"},
		{"日本語です", []string{"日", "本", "語", "で", "す"}, "each Han and Hiragana by itself"},
		{"コンピューター", []string{"コンピューター"}, "WB13: Katakana"},
		{"한국어 문장", []string{"한국어", "문장"}, "Korean"},
		{"हिन्दी भाषा", []string{"हिन्दी", "भाषा"}, "marks stay"},
		{"ไทย", []string{"ไ", "ท", "ย"}, "a script that needs a dictionary"},
		{"½ Ⅷ ²", []string{"½", "Ⅷ", "²"}, "numbers of all kinds"},
		{"\xFF\xFFa", []string{"a"}, "what is no UTF-8"},
		{"a\u0000b", []string{"a", "b"}, "control characters"},
	} {
		got, err := uax29(tt.text)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%q: %s: %v (-want +got):\n%s", tt.text, tt.why, err, diff)
		}
	}
}

// TestUAX29IsLinear checks that lookahead is bounded.
func TestUAX29IsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, piece := range []string{"a\u0301", "\u0301", "a.", "a:", "1,", "'", "א\"", "\u200D", "\U0001F1E6", "_", "ア", "\r"} {
		start := time.Now()
		uax29(strings.Repeat(piece, (1<<20)/len(piece)))
		uax29("a" + strings.Repeat("\u0301", 1<<19) + "'" + strings.Repeat("\u0301", 1<<18))
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q again and again: 1 MiB takes %v", piece, took)
		}
	}
}

const definition = `
id: x-words
title: words of somebody else's
unicode: 15.0.0
text: utf-8
identifiers: remove
hyphens: join
blanks: join
normalise: nfkc-casefold
zero-width-space: map
categories: [Ll, Lu, Lt, Lm, Lo, Mn, Mc, Me, Nd, Pc]
alphabetic: true
words: %s
features: tokens
weights: distinct
hash: jenkins-lookup3-64
sketch: simhash-64
`

// load returns a scheme with that tokenizer.
func load(t testing.TB, name string, lookup func(string) (func(string) ([]string, error), error)) *scheme.Scheme {
	t.Helper()
	s, err := scheme.Load(strings.NewReader(fmt.Sprintf(definition, name)), scheme.Resources{Words: lookup})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// read returns a text of examples/.
func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pieces writes a text in pieces of 7 bytes.
func pieces(t testing.TB, s *scheme.Scheme, text []byte) scheme.Fingerprint {
	t.Helper()
	h := s.New()
	for len(text) > 0 {
		n := min(len(text), 7)
		if _, err := h.Write(text[:n]); err != nil {
			t.Fatal(err)
		}
		text = text[n:]
	}
	fp, err := h.Fingerprint()
	if err != nil {
		t.Fatal(err)
	}
	return fp
}

func TestInScheme(t *testing.T) {
	s := load(t, "uax29", Lookup)
	if diff := cmp.Diff([]string{"don", "t", "half", "life", "日", "本"}, s.Method().Stages([]byte("Don't half-life http://x.org 日\n本")).Tokens); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
	text := read(t, "lighthouse.en.txt")
	want, err := s.Sum(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := pieces(t, s, text); got != want {
		t.Errorf("in pieces %v, want %v", got, want)
	}
	// In a language with blanks it finds the same words as chapter 4.
	if d, _ := scheme.SD1.Sum(text); want.String()[8:] != d.String()[4:] {
		t.Errorf("%v, and by chapter 4 alone %v", want, d)
	}
	if _, err := scheme.Load(strings.NewReader(fmt.Sprintf(definition, "icu")), scheme.Resources{Words: Lookup}); err == nil ||
		err.Error() != `x-words: words: no tokenizer "icu" is built in: expected uax29` {
		t.Errorf("error %v", err)
	}
}

func FuzzUAX29(f *testing.F) {
	f.Add("The quick (“brown”) fox can’t jump 32.3 feet, right? 日本 ไทย \xFF")
	f.Fuzz(func(t *testing.T, text string) {
		words, err := uax29(text)
		if err != nil {
			t.Fatal(err)
		}
		rest := text
		for _, word := range words {
			_, after, found := strings.Cut(rest, word)
			if !found || word == "" {
				t.Fatalf("%q: %q is not in it, or not in this order", text, word)
			}
			rest = after
		}
	})
}
