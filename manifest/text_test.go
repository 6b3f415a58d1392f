package manifest

import (
	"crypto/sha256"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/tokenize"
)

func TestTextDigest(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
		why  string
	}{
		{"Paid 100 of 200.", "Paid 200 of 100.", false, "numbers changed places"},
		{"Paid 1984.", "Paid 1985.", false, "an altered digit"},
		{"It is −5 degrees.", "It is 5 degrees.", false, "a number's sign"},
		{"It is −5 degrees.", "It is -5 degrees.", true, "two ways to write the sign"},
		{"a dose of 1.5 mg", "a dose of 1,5 mg", false, "a decimal point and a comma: in some languages a thousandfold"},
		{"a dose of 1.5 mg", "a dose of 15 mg", false, "a decimal point lost"},
		{"a dose of .5 mg", "a dose of 5 mg", false, "one at the start"},
		{"10³ people", "103 people", false, "a superscript"},
		{"10³ people", "10² people", false, "R3.2 separates at superscripts"},
		{"½ cup", "¼ cup", false, "the same of fractions"},
		{"cost $5", "cost €5", false, "a currency"},
		{"cost 5 $", "cost 5 €", false, "one by itself"},
		{"by 5%", "by 5‰", false, "a unit of parts"},
		{"p < 0.05", "p <0.05", false, "errs towards telling apart"},
		{"x ≤ 5", "x ≥ 5", false, "a comparison by itself"},
		{"1939--45", "1939–45", true, "a typewriter's dash"},
		{"1939-45", "1939–45", true, "a hyphen for a dash"},
		{"It was 1984.", "It was 1984", true, "a full stop after a number"},
		{"And so on: 5...", "And so on: 5…", true, "dots that no digit follows"},
		{"one two", "two one", false, "words changed places"},
		{"First paragraph.\n\nSecond one.", "Second one.\n\nFirst paragraph.", false, "paragraphs changed places"},
		{"It is not allowed.", "It is allowed.", false, "a dropped \"not\""},
		{"not able", "no table", false, "where words end"},
		{"他不去", "他去", false, "a dropped \"not\" in a script without spaces"},
		{"isbn:9780306406157", "isbn:9780306406158", false, "the digits of an identifier"},
		{"see https://a.example/1", "see https://a.example/2", false, "another address"},
		{"see https://a.example/one", "see https://a.example/two", false, "one that differs in no number"},
		{"a " + strings.Repeat("x", 5000) + "1 b", "a " + strings.Repeat("x", 5000) + "2 b", false, "inside a word that is no token: R4.3"},
		{"year one", "Year  ONE\n", true, "capitals and white space"},
		{"“Yes”, he said – ﬁne.", "\"Yes,\" he said -- fine", true, "quotes, dashes, a ligature"},
		{"manu-\nscript", "manuscript", true, "R2.9"},
		{"soft\u00ADhyphen", "softhyphen", true, "what nobody sees"},
		{"日本\n語", "日本語", true, "R2.10"},
		{"كتـاب", "كتاب", true, "R3.6"},
		{"sıkıldım", "sikildim", false, "R3.7 does not apply: another word"},
		{"e\u0301te\u0301", "été", true, "canonical equivalence"},
		{"5", "5\x00", true, "R1.3: nothing is special"},
	} {
		if got := TextDigest([]byte(test.a)) == TextDigest([]byte(test.b)); got != test.same {
			t.Errorf("%s: %q and %q: same is %v, want %v", test.why, test.a, test.b, got, test.same)
		}
	}
	for _, text := range []string{"", " \n", "...", "- -", "\xFF", "\x00"} {
		if d := TextDigest([]byte(text)); !d.IsZero() {
			t.Errorf("%q has the digest %s: expected none", text, d)
		}
	}
}

// The digests are of what another program hashed: the lists of runs and figures beside
// them, by the text of the definition.
func TestTextDigestIsPinned(t *testing.T) {
	for _, test := range []struct {
		text, want string
	}{
		{"Paid 1.5 of −20 €.", "91466fe2916cce1c164d93f373e338581203f54e2d570e42b006c7c439f74b63"}, // paid 1 5 of 20; 1.5 -20 €
		{"Straße, Ⅷ", "2593c5ade62382804c953029a0bf84c48b9dc61cd6a4caf4c2a45d6a6bfe43c3"},          // strasse viii; Ⅷ
		{"10³ % – 5", "4a2cc1337af96ec20885e921644059d2a8b14e7bd5102cb8e89542076143493c"},          // 10 5; 10³ % 5
		{"no figures", "2273b8ed9bba1a1746fa64fef00d5b82f6ecd4d8f36e7149cf5f4ad438ea257f"},         // no figures; none
		{"½", "963feefa614e79ab0e586bc2c80db42a58da425a9375a38b7f721ac104dc567d"},                  // none; ½
	} {
		if got := TextDigest([]byte(test.text)).String(); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

// oracle is the text digest said plainly.
func oracle(text []byte) Digest {
	decoded := tokenize.Text(text)
	words := textRules.Normalise(textRules.Identifiers(decoded))
	var figures []string
	var figure, signs []rune
	end := func() {
		if len(figure) > 0 {
			figures = append(figures, string(figure))
		}
		figure = nil
	}
	for _, r := range decoded + "\n" {
		switch p, r := partOf(r); {
		case p == noPart:
			end()
			signs = nil
		case p == sign && r == '-' && len(signs) > 0 && signs[len(signs)-1] == '-':
		case p == sign:
			if signs = append(signs, r); len(signs) > maxSigns {
				end()
				signs = signs[1:]
			}
		default:
			figure = append(append(figure, signs...), r)
			signs = nil
		}
	}
	if len(words)+len(figures) == 0 {
		return Digest{}
	}
	sum := func(list []string) []byte {
		h := sha256.New()
		for _, s := range list {
			h.Write([]byte(s + "\x00"))
		}
		return h.Sum(nil)
	}
	return sha256.Sum256(append(sum(words), sum(figures)...))
}

var textPieces = []string{
	"a", "Not", "1", "23", "٣", "½", "²", "Ⅷ", "-", "−", "–", "--", ".", ",", "%", "$", "€", "°", "‰", "≤", "<", " ", "\n",
	"-\n", "中", "日", "ไ", "\u00AD", "\u0301", "ﬁ", "İ", "ـ", "www.x.y", "\x80", "\xE2\x82", "\x00", "\uFDFA", strings.Repeat(".", 20),
}

func TestTextDigestOfPieces(t *testing.T) {
	h := NewTextHash() // also used again and again
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(textPieces)).Draw(t, "text"), ""))
		cut := rapid.IntRange(1, 9).Draw(t, "cut")
		checkPieces(t, h, text, cut)
	})
}

func checkPieces(t interface{ Fatalf(string, ...any) }, h *TextHash, text []byte, cut int) {
	for rest := text; len(rest) > 0; {
		n := min(cut, len(rest))
		h.Write(rest[:n])
		rest = rest[n:]
	}
	if got, want := h.Sum(), oracle(text); got != want {
		t.Fatalf("%q in pieces of %d: %s, want %s", text, cut, got, want)
	}
}

func FuzzTextDigest(f *testing.F) {
	for _, s := range textPieces {
		f.Add([]byte("x "+s+"5 "+s), 3)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		checkPieces(t, NewTextHash(), text, max(1, cut%64))
	})
}

// Each change of a digit, and each swap of two words that differ, is told apart.
func TestAlteredTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,6}|-?[0-9]{1,4}(\.[0-9]{1,2})?`), 2, 20).Draw(t, "words")
		i := rapid.IntRange(0, len(words)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(words)-1).Draw(t, "j")
		altered := append([]string(nil), words...)
		altered[i], altered[j] = altered[j], altered[i]
		a, b := strings.Join(words, " "), strings.Join(altered, "\n")
		if (TextDigest([]byte(a)) == TextDigest([]byte(b))) != (words[i] == words[j]) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}
