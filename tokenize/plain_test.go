package tokenize

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// stagesTokens are the tokens of a whole text by the stages alone.
func stagesTokens(r Rules, text []byte) []string {
	var tokens []string
	t := r.newStages(func(token []byte) { tokens = append(tokens, string(token)) })
	t.Write(text)
	t.Close()
	return tokens
}

// plainAlphabet is what texts are made of that are plain for the most part.
var plainAlphabet = []string{
	"the", "Keeper", "of", "2nd", "1984", "_x", "light", " ", " ", " ", " ", " ", ", ", ". ", "\n", " - ", "-", ".", ":", "@",
	"e.g.", "http://x.org/a", "doi:10.1/x", "it's", "a\n", "é", "É", "Straße", "naïve", "Ж", "слово", "Λόγος", "ς",
	"हिन्दी", "क्", "ि", "्", "़", "中文", "日本語", "カナ", "中", "。", "\u3000", "文\n", "字 ", "々", "ー", "が", "\u3099", "ไทย", "한국", "\u0301", "\u00A0", "\u2028", "—", "“", "”", "\u00AD", "\u2010\n",
	"ı", "İ", "²", "Ａ", "ﬁ", "\u200B", "\u0640", "مرحبا", "٣", "שלום", "\uFEFF", "\U0001F469", "\x80", "\xE2\x82", "\xED\xA0\x80",
	"- \n", "-\u00A0\n", "a-", "b\u0378", "\uE000", "ʻ",
}

// What is taken as plain gives the tokens that the stages give.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := 4000
	if testing.Short() {
		texts = 800
	}
	for range texts {
		var b strings.Builder
		odd := 1 + random.IntN(len(plainAlphabet)) // how many of them this text has
		from := random.IntN(len(plainAlphabet))
		most := 1 + random.IntN(8) // short texts tell more of what is wrong
		if random.IntN(4) == 0 {
			most = 1500
		}
		for range 1 + random.IntN(most) {
			if random.IntN(3) > 0 {
				b.WriteString(plainAlphabet[random.IntN(8)])
				continue
			}
			b.WriteString(plainAlphabet[(from+random.IntN(odd))%len(plainAlphabet)])
		}
		text := []byte(b.String())
		cut := 1 + random.IntN(5000)
		for name, r := range map[string]Rules{"sd1": sd1, "sm1": sm1} {
			want := stagesTokens(r, text)
			if diff := cmp.Diff(want, r.Tokens(text)); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
			}
			if diff := cmp.Diff(want, cutTokens(r, text, cut)); diff != "" {
				t.Fatalf("%s: tokens of %+q cut every %d octets (-want +got):\n%s", name, text, cut, diff)
			}
		}
	}
}

// So does every code point, between words, before and after letters, blanks and itself.
func TestPlainCodePoints(t *testing.T) {
	for name, r := range map[string]Rules{"sd1": sd1, "sm1": sm1} {
		var b strings.Builder
		for c := rune(0); c <= 0xFFFF; c++ {
			if !utf8.ValidRune(c) {
				continue
			}
			b.Reset()
			for _, s := range []string{" %", " x% ", " %x ", " é% ", " %é ", " ह% ", " 5% ", " %% ", " ह्% ", " %् ", " ж-% ", " %-\nа ",
				" 中%文 ", " 中%\n文 ", " 中 \n%文 ", "。%中。", " カ%x ", " 中\u3000% "} {
				b.WriteString(strings.ReplaceAll(s, "%", string(c)))
			}
			text := []byte(b.String())
			if diff := cmp.Diff(stagesTokens(r, text), r.Tokens(text)); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
			}
		}
	}
}
