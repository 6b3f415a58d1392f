package manifest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/textdigest"
)

func textDigest(text []byte) Digest {
	digest, _ := textdigest.Sum(text)
	return digest
}

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
		{"p < 0.05", "p <0.05", true, "a blank beside a symbol"},
		{"p < 0.05", "p > 0.05", false, "a comparison"},
		{"5 - 3", "5 3", false, "a minus with blanks"},
		{"5 + 3", "5 - 3", false, "another sign"},
		{"½ cup of flour, a cup of milk", "cup of flour, a ½ cup of milk", false, "a fraction that moved"},
		{"at 5 ℃", "at 5 ℉", false, "a unit"},
		{"in C++", "in C", false, "symbols that are part of a name"},
		{"a loss of (5)", "a loss of 5", false, "brackets round a number"},
		{"COVID-\n19", "COVID-19", true, "a dash at a line end"},
		{"第3回", "第 3 回", true, "blanks between Han and digits"},
		{"☑ yes", "☐ yes", false, "a ticked box"},
		{"x ≤ 5", "x ≥ 5", false, "a comparison by itself"},
		{"1939--45", "1939–45", false, "two dashes: 5--3 is not 5-3"},
		{"1939 -- 45", "1939 – 45", true, "a typewriter's dash"},
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
		if got := textDigest([]byte(test.a)) == textDigest([]byte(test.b)); got != test.same {
			t.Errorf("%s: %q and %q: same is %v, want %v", test.why, test.a, test.b, got, test.same)
		}
	}
	for _, text := range []string{"", " \n", "...", "- -", "\x00"} {
		if d := textDigest([]byte(text)); !d.IsZero() {
			t.Errorf("%q has the digest %s: expected none", text, d)
		}
	}
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
		if (textDigest([]byte(a)) == textDigest([]byte(b))) != (words[i] == words[j]) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}
