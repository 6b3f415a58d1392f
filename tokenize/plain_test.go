package tokenize

import (
	"bytes"
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

// equalClassify reports how the masks and the text that this processor's instructions make
// of octets differ from those of pure Go.
func equalClassify(text []byte) string {
	blocks := (len(text) + 63) / 64
	var want, got plain
	copy(want.text[:], text)
	copy(got.text[:], text)
	want.classifyPlainly(blocks)
	got.classify(blocks)
	n, m := want.edgesPlainly(blocks), got.edges(blocks)
	type made struct {
		Text                       string
		Words, Digits, Tells, High []uint64
		Bounds                     []uint16
	}
	of := func(t *plain, n int) made {
		return made{
			string(t.text[:]), t.words[:blocks], t.digits[:blocks], t.tells[:blocks], t.high[:blocks],
			t.bounds[:n],
		}
	}
	return cmp.Diff(of(&want, n), of(&got, m))
}

// What the processor's own instructions make of octets is what pure Go makes of them.
func TestClassify(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for octet := range 256 {
		for at := range 64 {
			text := bytes.Repeat([]byte{' '}, 64)
			text[at] = byte(octet)
			if diff := equalClassify(text); diff != "" {
				t.Fatalf("octet %#x at %d (-want +got):\n%s", octet, at, diff)
			}
		}
	}
	for range 500 {
		text := make([]byte, random.IntN(chunk+1))
		letters := random.IntN(256) // of 256 octets
		for i := range text {
			text[i] = byte(random.Uint32())
			if random.IntN(256) < letters {
				text[i] = "a Z"[random.IntN(3)]
			}
		}
		if diff := equalClassify(text); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzClassify(f *testing.F) {
	f.Add([]byte("The Keeper of 12 lights, doi:10.1/x"))
	f.Add(bytes.Repeat([]byte("a "), chunk/2)) // the most bounds
	f.Fuzz(func(t *testing.T, text []byte) {
		if diff := equalClassify(text[:min(len(text), chunk)]); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}
