package tokenizer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var sd1 = mustParse(Spec{
	Identifiers: "remove", Normalise: "nfkc-casefold", Alphabetic: true,
	Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"},
})

// sm1 has every rule that sd1 omits.
var sm1Spec = Spec{
	Identifiers: "remove", Hyphens: "join", Blanks: "join",
	Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete", IForms: "merge",
	Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}, Alphabetic: true,
	Apostrophes: "separate", Segment: "classes", Grams: 2,
}

var sm1 = mustParse(sm1Spec)

// trigrams and unigrams are sm1 with tokens of other lengths.
var (
	unigrams = mustParse(func(s Spec) Spec { s.Grams = 1; return s }(sm1Spec))
	trigrams = mustParse(func(s Spec) Spec { s.Grams, s.Blanks = 3, ""; return s }(sm1Spec))
)

// letterRules has hardly any rules.
var letterRules = mustParse(Spec{Identifiers: "keep", Normalise: "nfc", Categories: []string{"Ll", "Mc", "Cf"}})

// tested are the rules to compare with their oracles.
var tested = map[string]Rules{
	"sd1": sd1, "letters": letterRules, "sm1": sm1, "unigrams": unigrams, "trigrams": trigrams,
}

var oracles = func() map[string]oracle {
	m := make(map[string]oracle)
	for name, r := range tested {
		m[name] = oracleOf(r)
	}
	return m
}()

func mustParse(s Spec) Rules {
	r, err := ParseRules(s)
	if err != nil {
		panic(err)
	}
	return r
}

// alphabet is for random texts: the edges of every rule.
var alphabet = []string{
	"a", "Z", "9", "_", " ", "\n", ".", ",", ":", "/", "@", "(", ")", "'", "*", "<", "\"", "|", "-", "+",
	"http://", "www.", "doi:", "10.1000/", "://", "x@y.z", "MAILTO:",
	"\u00AD", "\u200B", "\u200D", "\u034F", "\uFEFF", "\uFFFD", "\u0000", "\u0378", "\uE000",
	"\u0301", "\u0316", "\u0345", "\u0344", "\u0308", "\u093C", "\u094D", "\u3099",
	"é", "ß", "İ", "ı", "Σ", "ς", "ﬁ", "Ａ", "™", "²", "ⓐ", "Ⅷ", "≠", "\u1FB4", "\uFDFA", "\u0600",
	"\u1112", "\u1161", "\u11AB", "한", "하", "中", "か", "ｶ", "ﾞ", "\u0CC6", "\u0CC2", "\u0CD5",
	"ह", "ि", "\U00010400", "\U0001D400", "\U000E0100", "\U0001F469", "\u0958", "\u0F73", "\u20DD",
	"-", "-\n", "\u2010\r\n", "\u00AD \u2028\t", "\r", "\v", "\u0085", "\u00A0", "\u3000", "\u2029",
	"\u0640", "\uFE71", "i", "I", "\u0307", "i\u0307", "\u0323", "Ⅻ", "〇",
	"ʻ", "\u02BC", "\uA78B", "ー", "々", "〆", "日本", "ア", "ไทย", "กำ", "ແມ່", "ខ្មែ", "မြန်", "๑", "၁", "\u3300", "中 文", "ก\nก", "か\u3099 か",
	"\x80", "\xC3", "\xE2\x82", "\xF0\x9F", "\xED\xA0\x80", "\xFF",
}

// TestParts checks the parts of a text in pieces. They are the runs that the stages give, cut where
// the class changes, and the separators.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "text"), ""))
		cut := rapid.IntRange(1, 7).Draw(t, "cut")
		for name, r := range map[string]Rules{"sd1": sd1, "plain": letterRules, "sm1": sm1} {
			var got []byte
			runs := r.newRunStages(func(stream []byte) { got = append(got, stream...) })
			for rest := text; len(rest) > 0; rest = rest[min(cut, len(rest)):] {
				runs.Write(rest[:min(cut, len(rest))])
			}
			runs.Close()
			want := r.Normalise(r.Identifiers(Text(text)))
			if diff := cmp.Diff(strings.Join(want, ""), regexp.MustCompile(`(?s)\x00.`).ReplaceAllString(string(got), "")); diff != "" {
				t.Fatalf("%s: %q (-want +got):\n%s", name, text, diff)
			}
		}
	})
}

func TestStagesChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "text"), ""))
		check(t, text, rapid.IntRange(1, 7).Draw(t, "cut"))
	})
}

// check compares one text with the oracle, whole, cut, and stage by stage.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, text []byte, cut int) {
	t.Helper()
	for name, r := range tested {
		want := oracles[name].tokens(text)
		if diff := cmp.Diff(want, r.Tokens(text), emptyIsNil); diff != "" {
			t.Fatalf("%s: tokens of %+q differ from the oracle's (-want +got):\n%s", name, text, diff)
		}
		if diff := cmp.Diff(want, cutTokens(r, text, cut), emptyIsNil); diff != "" {
			t.Fatalf("%s: tokens of %+q cut every %d octets (-want +got):\n%s", name, text, cut, diff)
		}
		if diff := cmp.Diff(want, r.Segment(r.Normalise(r.Identifiers(Text(text)))), emptyIsNil); diff != "" {
			t.Fatalf("%s: tokens of %+q stage by stage (-want +got):\n%s", name, text, diff)
		}
	}
	decoded := oracles["sd1"].decoder.Text(text)
	if got := Text(text); got != decoded {
		t.Fatalf("text of %+q = %+q, want %+q", text, got, decoded)
	}
	for name, r := range map[string]Rules{"sd1": sd1, "sm1": sm1} {
		joined := oracles[name].identifiers.Text(decoded)
		if got := r.Identifiers(decoded); got != joined {
			t.Fatalf("%s: %+q after chapter 2 = %+q, want %+q", name, decoded, got, joined)
		}
		runs := oracles[name].normaliser.Runs(joined)
		if diff := cmp.Diff(runs, r.Normalise(joined), emptyIsNil); diff != "" {
			t.Fatalf("%s: runs of %+q (-want +got):\n%s", name, joined, diff)
		}
		// Normalised text stays unchanged (chapter 3), unless the mapping adds characters that are
		// not let through.
		for _, run := range runs {
			if strings.ContainsFunc(run, func(c rune) bool { return !r.kept.Contains(ucd.CategoryOf(c)) }) {
				continue
			}
			if diff := cmp.Diff([]string{run}, r.Normalise(run)); diff != "" {
				t.Fatalf("%s: run %+q normalised again (-want +got):\n%s", name, run, diff)
			}
		}
	}
}

// TestAnyRules checks texts by rules that no registered scheme has. A private scheme may leave out any rule.
func TestAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := sm1Spec
		for _, rule := range []struct {
			name, without string
			value         *string
		}{
			{"identifiers", "keep", &spec.Identifiers},
			{"hyphens", "", &spec.Hyphens},
			{"blanks", "", &spec.Blanks},
			{"normalise", "nfc", &spec.Normalise},
			{"zero-width space", "", &spec.ZeroWidthSpace},
			{"tatweel", "", &spec.Tatweel},
			{"i-forms", "", &spec.IForms},
			{"apostrophes", "", &spec.Apostrophes},
			{"segment", "", &spec.Segment},
		} {
			if rapid.Bool().Draw(t, rule.name) {
				*rule.value = rule.without
			}
		}
		spec.Alphabetic = rapid.Bool().Draw(t, "alphabetic")
		spec.Categories = slices.DeleteFunc(slices.Clone(spec.Categories), func(category string) bool {
			return rapid.IntRange(0, 19).Draw(t, category) == 0
		})
		if spec.Segment == "" {
			spec.Apostrophes, spec.Grams = "", 0
		}
		r := mustParse(spec)
		text := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 20, 400).Draw(t, "text"), ""))
		want := oracleOf(r).tokens(text)
		for path, got := range map[string][]string{
			"stages":    r.Segment(r.Normalise(r.Identifiers(Text(text)))),
			"fast path": r.Tokens(text),
			"in pieces": cutTokens(r, text, rapid.IntRange(1, 7).Draw(t, "cut")),
		} {
			if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
				t.Fatalf("%+v: tokens of %+q by the %s (-rules +got):\n%s", spec, text, path, diff)
			}
		}
	})
}

// TestEveryCodePoint checks every code point, alone and next to letters, marks, blanks, hyphens and
// others of its kind. The stages and the fast path must give the tokens of package rules.
func TestEveryCodePoint(t *testing.T) {
	surroundings := []string{" %", " x%x ", " %% ", " i%\u0307 ", " x\u0301%\u0316 ", " ह्% ", " ж%-\nа ", " а-\n%",
		" 中%文 ", " 中\n%文 ", " 中% \n文 ", " ก่% ", " % \u0E32%", " www%. "}
	const every = 64
	for name, r := range map[string]Rules{"sd1": sd1, "sm1": sm1} {
		var text []byte
		count := 0
		for c := rune(0); c <= utf8.MaxRune; c++ {
			switch {
			case !utf8.ValidRune(c), !ucd.IsAssigned(c) && c%64 != 0, ucd.CategoryOf(c) == ucd.Co && c%64 != 0:
			case testing.Short() && c%7 != 0:
			default:
				for _, s := range surroundings {
					text = append(text, strings.ReplaceAll(s, "%", string(c))...)
				}
				count++
			}
			if count == every || c == utf8.MaxRune {
				want := oracles[name].tokens(text)
				for path, got := range map[string][]string{
					"stages":    r.Segment(r.Normalise(r.Identifiers(Text(text)))),
					"fast path": r.Tokens(text),
				} {
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s: the tokens of code points up to %U by the %s (-rules +got):\n%s", name, c, path, diff)
					}
				}
				text, count = text[:0], 0
			}
		}
	}
}

var emptyIsNil = cmp.Transformer("emptyIsNil", func(s []string) string { return fmt.Sprintf("%q", s) })

func cutTokens(r Rules, text []byte, n int) []string {
	var tokens []string
	t := r.New(Func(func(token []byte) { tokens = append(tokens, string(token)) }))
	for len(text) > 0 {
		// Each piece has a buffer of its own, so the Tokenizer must copy what it keeps.
		piece := bytes.Clone(text[:min(n, len(text))])
		t.Write(piece)
		clear(piece)
		text = text[min(n, len(text)):]
	}
	t.Close()
	return tokens
}

func FuzzTokens(f *testing.F) {
	for i := range alphabet {
		f.Add([]byte(strings.Join(alphabet[i:], "")), i+1)
	}
	f.Add([]byte("a"+strings.Repeat("\u0301", 1025)+"b"), 3)
	f.Add([]byte("a"+strings.Repeat("\u0301", 600)+"\u034F"+strings.Repeat("\u0316", 600)+"b"), 1000)
	f.Add([]byte(strings.Repeat("(", 2047)+"http://x "+strings.Repeat("é", 2049)), 2048)
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		check(t, text, 1+int(uint(cut)%5000))
	})
}

// TestLimits checks the limits of R2.2, R3.4, R3.8 and R4.3, a little below and above each. The
// text is cut everywhere around them.
func TestLimits(t *testing.T) {
	for n := -2; n <= 2; n++ {
		for name, text := range map[string]string{
			"scheme at the cut":        "x " + strings.Repeat("a", MaxIdentifier-3+n) + ":// y",
			"identifier's length":      "http://" + strings.Repeat("a", MaxIdentifier-7+n) + " y",
			"long atom":                strings.Repeat("a.", MaxIdentifier/2+n) + " y",
			"marks":                    "a" + strings.Repeat("\u0301", MaxMarks+n) + "b",
			"marks in two orders":      "a" + strings.Repeat("\u0301\u0316", MaxMarks/2+n) + "b",
			"decomposing marks":        "é" + strings.Repeat("\u0344", MaxMarks/2+n) + "b",
			"leading marks":            strings.Repeat("\u0301", MaxMarks+n) + "b",
			"marks after a deletion":   "a" + strings.Repeat("\u0301", MaxMarks/2) + "\u034F" + strings.Repeat("\u0316", MaxMarks/2+n) + "b",
			"marks, deletion, letter":  "a" + strings.Repeat("\u0301", MaxMarks+n) + "\u034Fb",
			"word":                     "x " + strings.Repeat("a", MaxToken+n) + " y",
			"word of two octets":       "x " + strings.Repeat("é", MaxToken/2+n) + " y",
			"number":                   strings.Repeat("7", MaxToken+n) + "a y",
			"blanks before a line end": "x-" + strings.Repeat(" ", maxJoinBlanks+n) + "\ny",
			"blanks after a line end":  "x-\r\n" + strings.Repeat("\u00A0", maxJoinBlanks+n) + "y",
			"white space":              "日" + strings.Repeat("\u2029", maxJoinWhiteSpace+n) + "本",
			"cluster":                  "กx ก" + strings.Repeat("\u0301", 1020) + strings.Repeat("\u102B", (MaxToken-2043+n)/3) + "ก",
			"first cluster":            "က" + strings.Repeat("\u102B", MaxToken/3-1+n) + "ကခ",
			"last cluster":             "ခက" + strings.Repeat("\u102B", MaxToken/3-1+n),
			"tatweel between marks":    "a" + strings.Repeat("\u0301", MaxMarks/2) + "\u0640" + strings.Repeat("\u0316", MaxMarks/2+n) + "b",
			"dots of i":                "i" + strings.Repeat("\u0307", MaxMarks/2) + "\u034F" + strings.Repeat("\u0307", MaxMarks/2+n) + "b",
		} {
			t.Run(fmt.Sprintf("%s %+d", name, n), func(t *testing.T) {
				for _, cut := range []int{1, 2, 3, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 1 << 20} {
					check(t, []byte(text), cut)
				}
			})
		}
	}
}

// TestHeldBackIsBounded checks that memory does not grow with an endless word, atom, mark sequence
// or run of ill-formed bytes.
func TestHeldBackIsBounded(t *testing.T) {
	for _, piece := range []string{"a", "a.", "http://", "\u0301", "\u0345", "\xFF", "é", "한", "\u1100", " ", "\x00", "a\u0301\u034F",
		"-", "a-", "日", "日 ", "日\n", "\u3000", "က", "\u102B", "က\u102B", "\u0640", "i\u0307"} {
		tk := sm1.New(Func(func([]byte) {}))
		chunk := []byte(strings.Repeat(piece, 1000))
		for range 300 {
			tk.Write(chunk)
		}
		held := cap(tk.identifiers.atom) + 8*(cap(tk.normaliser.source.held)+cap(tk.normaliser.mapped.held)) +
			cap(tk.normaliser.out) + cap(tk.classes.words.word) + cap(tk.classes.buf) + 8*cap(tk.classes.starts) + cap(tk.joiner.held)
		if limit := 64 << 10; held > limit {
			t.Errorf("%+q endlessly: %d octets held back, want at most %d", piece, held, limit)
		}
	}
}

// TestNormalizationTest runs NormalizationTest 15.0.0 on the normaliser itself.
func TestNormalizationTest(t *testing.T) {
	source, err := os.ReadFile("../../unicode/ucd/data/NormalizationTest.txt")
	if err != nil {
		t.Fatal(err)
	}
	nfc := mustParse(Spec{Identifiers: "keep", Normalise: "nfc", Categories: []string{"Ll"}})
	rows := 0
	for line := range strings.Lines(string(source)) {
		line, _, _ = strings.Cut(line, "#")
		cols := strings.Split(line, ";")
		if len(cols) < 5 {
			continue
		}
		rows++
		var c [5]string
		for i := range c {
			for _, h := range strings.Fields(cols[i]) {
				n, err := strconv.ParseUint(h, 16, 32)
				if err != nil {
					t.Fatal(err)
				}
				c[i] += string(rune(n))
			}
		}
		// c2 is the NFC of c1, c2 and c3, and c4 of c4 and c5, unless something in them separates.
		for i, of := range []int{1, 1, 1, 3, 3} {
			want := []string{c[of]}
			if strings.ContainsFunc(c[of], func(r rune) bool { return !kept.Contains(ucd.CategoryOf(r)) }) ||
				strings.ContainsFunc(c[i], func(r rune) bool { return !kept.Contains(ucd.CategoryOf(r)) }) {
				want = nfc.Normalise(c[of])
			}
			if diff := cmp.Diff(want, nfc.Normalise(c[i]), emptyIsNil); diff != "" {
				t.Fatalf("NFC of column %d of %s (-want +got):\n%s", i+1, line, diff)
			}
		}
		for i := 1; i < 3; i++ {
			if diff := cmp.Diff(sd1.Normalise(c[0]), sd1.Normalise(c[i]), emptyIsNil); diff != "" {
				t.Fatalf("columns 1 and %d of %s are canonically equivalent (-1 +%d):\n%s", i+1, line, i+1, diff)
			}
		}
	}
	if rows < 18000 {
		t.Errorf("%d rows of NormalizationTest.txt read, want all of them", rows)
	}
}

// TestAgainstText uses x/text as a second oracle, if its tables have the same version. It inserts
// U+034F after 30 marks, so texts here have fewer.
func TestAgainstText(t *testing.T) {
	if norm.Version != ucd.Version || unicode.Version != ucd.Version {
		t.Logf("x/text has Unicode %s, not %s: nothing to compare", norm.Version, ucd.Version)
		return
	}
	rnd := rand.New(rand.NewPCG(15, 0))
	for range 20000 {
		var text []rune
		for range 1 + rnd.IntN(20) {
			r := rune(rnd.IntN(0x11000))
			switch rnd.IntN(4) {
			case 0:
				r = rune(0x300 + rnd.IntN(0x70))
			case 1:
				r = rune(rnd.IntN(0x20000))
			}
			text = append(text, r)
		}
		var want []string
		for _, piece := range rules.SplitAt([]rune(norm.NFD.String(string(text))), oracles["sd1"].normaliser.Separates) {
			var mapped strings.Builder
			for _, r := range piece {
				if to, changed := ucd.Casefold(r); changed {
					mapped.WriteString(to)
				} else {
					mapped.WriteRune(r)
				}
			}
			if mapped.Len() > 0 {
				want = append(want, norm.NFC.String(mapped.String()))
			}
		}
		if diff := cmp.Diff(want, sd1.Normalise(string(text)), emptyIsNil); diff != "" {
			t.Fatalf("runs of %+q (-x/text +got):\n%s", string(text), diff)
		}
	}
}

// TestCanonicalEquivalence checks that canonically equivalent texts without identifiers give the
// same tokens.
func TestCanonicalEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		octets := []byte(strings.Join(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "text"), ""))
		text := oracles["sd1"].identifiers.Text(oracles["sd1"].decoder.Text(octets))
		nfd := string(rules.Decompose([]rune(text)))
		if diff := cmp.Diff(sd1.Normalise(text), sd1.Normalise(nfd), emptyIsNil); diff != "" {
			t.Fatalf("%+q and its NFD (-text +NFD):\n%s", text, diff)
		}
		if diff := cmp.Diff(sm1.Segment(sm1.Normalise(text)), sm1.Segment(sm1.Normalise(nfd)), emptyIsNil); diff != "" {
			t.Fatalf("sm1: tokens of %+q and its NFD (-text +NFD):\n%s", text, diff)
		}
	})
}

func TestParseRules(t *testing.T) {
	good := Spec{Identifiers: "remove", Normalise: "nfkc-casefold", Categories: []string{"Ll"}}
	for _, tt := range []struct {
		mutate func(*Spec)
		want   string
	}{
		{func(s *Spec) { s.Identifiers = "" }, `identifiers: "": expected remove or keep`},
		{func(s *Spec) { s.Normalise = "NFC" }, `normalise: "NFC": expected nfkc-casefold or nfc`},
		{func(s *Spec) { s.Hyphens = "yes" }, `hyphens: "yes": expected join, or no such key`},
		{func(s *Spec) { s.Segment = "classes" }, `grams: 0: expected 1 to 8, the clusters of a token`},
		{func(s *Spec) { s.Grams = 2 }, `grams: 2: only with segment: classes`},
		{func(s *Spec) { s.Apostrophes = "separate" }, `apostrophes: only with segment: classes`},
		{func(s *Spec) { s.Categories = nil }, `categories: none given: expected general categories, such as Ll`},
		{func(s *Spec) { s.Categories = []string{"L"} }, `categories: "L" is no general category: expected one such as Ll`},
		{func(s *Spec) { s.Categories = []string{"So"} }, `categories: So never reaches segmentation: expected letters, marks, Nd, Nl, Pc or Cf`},
	} {
		s := good
		tt.mutate(&s)
		if _, err := ParseRules(s); err == nil || err.Error() != tt.want {
			t.Errorf("ParseRules(%+v): error %v, want %s", s, err, tt.want)
		}
	}
}

// TestReset checks that a Tokenizer can process another text after Reset, in any state.
func TestReset(t *testing.T) {
	want := []string{"word"}
	for _, before := range alphabet {
		for _, closed := range []bool{false, true} {
			var tokens []string
			tk := sm1.New(Func(func(token []byte) { tokens = append(tokens, string(token)) }))
			tk.Write([]byte(strings.Repeat(before, 5000)))
			if closed {
				tk.Close()
			}
			tokens = nil
			if closed {
				tk.Close()
				if n, err := tk.Write([]byte("more")); n != 0 || err != ErrEnded {
					t.Errorf("Write after Close: %d, %v, want 0, %v", n, err, ErrEnded)
				}
			}
			tk.Reset()
			if len(tokens) > 0 {
				t.Errorf("%+q, closed %v: then Close and Reset emit %q", before, closed, tokens)
			}
			tk.Write([]byte("word"))
			tk.Close()
			if diff := cmp.Diff(want, tokens); diff != "" {
				t.Errorf("after %+q, closed %v (-want +got):\n%s", before, closed, diff)
			}
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	text := []byte(strings.Repeat("The quick brown Füchse, http://example.org/ ΟΔΟΣ हिन्दी 中文 日\n本 ภาษา hy-\nphen e\u0301 \xFF ", 100))
	for name, r := range map[string]Rules{"sd1": sd1, "sm1": sm1} {
		tk := r.New(Func(func([]byte) {}))
		if n := testing.AllocsPerRun(20, func() {
			tk.Write(text)
			tk.Close()
			tk.Reset()
		}); n > 0 {
			t.Errorf("%s: %v allocations a text in the steady state, want none", name, n)
		}
	}
}
