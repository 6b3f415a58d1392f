package fast_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var sd1 = mustParse(tokenizer.Spec{
	Identifiers: "remove", Normalise: "nfkc-casefold", Alphabetic: true,
	Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Nd", "Pc"},
})

// sm1Spec has every rule that sd1 omits.
var sm1Spec = tokenizer.Spec{
	Identifiers: "remove", Hyphens: "join", Blanks: "join",
	Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete", IForms: "merge",
	Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"}, Alphabetic: true,
	Apostrophes: "separate", Segment: "classes", Grams: 2,
}

var sm1 = mustParse(sm1Spec)

func mustParse(s tokenizer.Spec) tokenizer.Rules {
	r, err := tokenizer.ParseRules(s)
	if err != nil {
		panic(err)
	}
	return r
}

// fromSM1 returns the rules of sm1 with a change.
func fromSM1(change func(*tokenizer.Spec)) tokenizer.Rules {
	s := sm1Spec
	change(&s)
	return mustParse(s)
}

// rules are the rules under test, of schemes and others.
var rules = map[string]tokenizer.Rules{
	"sd1": sd1, "sm1": sm1,
	"unigrams": fromSM1(func(s *tokenizer.Spec) { s.Grams = 1 }),
	"trigrams": fromSM1(func(s *tokenizer.Spec) { s.Grams, s.Blanks = 3, "" }),
	"no joins": fromSM1(func(s *tokenizer.Spec) { s.Hyphens, s.Blanks, s.Identifiers = "", "", "keep" }),
	"no merging": fromSM1(func(s *tokenizer.Spec) {
		s.IForms, s.Tatweel, s.ZeroWidthSpace, s.Apostrophes = "", "", "", ""
	}),
	"no marks": fromSM1(func(s *tokenizer.Spec) {
		s.Categories, s.Alphabetic = []string{"Lu", "Ll", "Lo", "Nd", "Pc"}, false
	}),
}

// stagesTokens returns the tokens of a whole text by the stages, in order.
func stagesTokens(r tokenizer.Rules, text []byte) []string {
	return r.Segment(r.Normalise(r.Identifiers(tokenizer.Text(text))))
}

// collector is a sink that collects tokens and their single clusters.
type collector struct {
	tokens   []string
	clusters map[string]bool
	singles  fast.Singles
	runs     bool
}

func (c *collector) Token(token []byte) {
	c.tokens = append(c.tokens, string(token))
	for cluster := range class.Clusters(token) {
		c.clusters[string(cluster)] = true
	}
}

func (c *collector) Batch(b fast.Batch) {
	for token := range b.Tokens() {
		c.tokens = append(c.tokens, string(token))
	}
	for run := range (fast.Batch{Text: b.Text, Bounds: b.Runs}).Tokens() {
		for size := 3; len(run) > size; run = run[size:] {
			c.tokens = append(c.tokens, string(run[:2*size]))
		}
	}
	for cluster := range (fast.Batch{Text: b.Text, Bounds: b.Clusters}).Tokens() {
		c.clusters[string(cluster)] = true
	}
}

func (c *collector) Singles() *fast.Singles { return &c.singles }
func (c *collector) TakesRuns() bool        { return c.runs }

// cutTokens returns the tokens of a text written n bytes at a time, and their single clusters,
// sorted. With runs, the tokens of runs come last.
func cutTokens(r tokenizer.Rules, text []byte, n int, runs bool) (tokens, clusters []string) {
	c := &collector{clusters: map[string]bool{}, runs: runs}
	t := r.New(c)
	for len(text) > 0 {
		// Each piece has a buffer of its own, so the Tokenizer must copy what it keeps.
		piece := bytes.Clone(text[:min(n, len(text))])
		t.Write(piece)
		clear(piece)
		text = text[min(n, len(text)):]
	}
	t.Close()
	for singles := range c.singles.All() {
		for _, single := range singles {
			c.clusters[string(single)] = true
		}
	}
	return c.tokens, slices.Sorted(maps.Keys(c.clusters))
}

// clustersOf returns the single clusters of tokens, sorted.
func clustersOf(tokens []string) []string {
	clusters := map[string]bool{}
	for _, token := range tokens {
		for cluster := range class.Clusters([]byte(token)) {
			clusters[string(cluster)] = true
		}
	}
	return slices.Sorted(maps.Keys(clusters))
}

// featuresOf returns tokens and single clusters, each once, sorted.
func featuresOf(tokens, clusters []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(tokens, clusters))))
}

// alphabet is for random texts, mostly for text that the fast path handles.
var alphabet = []string{
	"the", "Keeper", "of", "2nd", "1984", "_x", "light", " ", " ", " ", " ", " ", ", ", ". ", "\n", " - ", "-", ".", ":", "@",
	"e.g.", "http://x.org/a", "doi:10.1/x", "it's", "a\n", "é", "É", "Straße", "naïve", "Ж", "слово", "Λόγος", "ς",
	"हिन्दी", "क्", "ि", "्", "़", "中文", "日本語", "カナ", "中", "。", "\u3000", "文\n", "字 ", "々", "ー", "が", "\u3099", "ไทย", "한국", "\u0301", "\u00A0", "\u2028", "—", "“", "”", "\u00AD", "\u2010\n",
	"ı", "İ", "²", "Ａ", "ﬁ", "\u200B", "\u0640", "مرحبا", "٣", "שלום", "\uFEFF", "\U0001F469", "\x80", "\xE2\x82", "\xED\xA0\x80",
	"- \n", "-\u00A0\n", "a-", "b\u0378", "\uE000", "ʻ",
	"e\u0301", "ê\u0323", "e\u0323\u0302", "e\u0302\u0323", "а\u0306", "ο\u0301", "i\u0307", "i\u0323\u0307", "\u1112\u1161\u11AB", "하\u11AB", "\u1161",
	"か\u3099", "ｶ", "ﾞ", "がく", "𠀀", "\U00010400", "\U0001E900", "\U0001D400", "\u200D", "\uFE0F", "\U0001F468\u200D\U0001F469", "क\u093C", "\u0958", "\u09C7\u09BE", "\u09BE",
	"\u0DD9\u0DCF\u0DCA", "\u1025\u102E", "ภาษา", "นํ้า", "น้ำ", "ກຳ", "ໜ", "ខ្មែ", "မြန်", "ไทย\nไทย", "๑", "ﬃ", "ﷺ", "ŉ", "ǆ", "\u0651\u064E", "\u064E\u0651", "ש\u05BC\u05C1", "ש\u05C1\u05BC",
	"\u1133\u1135", "և", "\uFF9E", "豈", "\uFA6C", "\U0001112E", "\u0345", "ᾳ", "ᾷ",
}

// differs compares the tokens of a text with those of the stages, and returns the difference. cut
// is the number of bytes written at once.
func differs(r tokenizer.Rules, text []byte, cut int) string {
	want, diff := stagesTokens(r, text), ""
	fast.OnEachProcessor(func(name string) {
		if got := r.Tokens(text); diff == "" && !slices.Equal(want, got) {
			diff = name + ":\n" + cmp.Diff(want, got)
		}
	})
	if cut > 0 && diff == "" {
		got, clusters := cutTokens(r, text, cut, false)
		if !slices.Equal(want, got) {
			return fmt.Sprintf("cut every %d bytes:\n", cut) + cmp.Diff(want, got)
		}
		hasClasses := len(r.Segment([]string{"中a"})) > 1 // else R5.4 does not apply
		if want := clustersOf(want); hasClasses && !slices.Equal(want, clusters) {
			return fmt.Sprintf("clusters, cut every %d bytes:\n", cut) + cmp.Diff(want, clusters)
		}
		if hasClasses {
			got, clusters := cutTokens(r, text, cut, true)
			if want, got := featuresOf(want, clustersOf(want)), featuresOf(got, clusters); !slices.Equal(want, got) {
				return fmt.Sprintf("features with runs, cut every %d bytes:\n", cut) + cmp.Diff(want, got)
			}
		}
	}
	return diff
}

// TestTokens checks that the fast path gives the tokens of the stages.
func TestTokens(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := 4000
	if testing.Short() {
		texts = 800
	}
	for range texts {
		var b strings.Builder
		odd := 1 + random.IntN(len(alphabet)) // how many of them this text has
		from := random.IntN(len(alphabet))
		most := 1 + random.IntN(8) // short texts show a fault more clearly
		if random.IntN(4) == 0 {
			most = 1500
		}
		for range 1 + random.IntN(most) {
			if random.IntN(3) > 0 {
				b.WriteString(alphabet[random.IntN(8)])
				continue
			}
			b.WriteString(alphabet[(from+random.IntN(odd))%len(alphabet)])
		}
		text := []byte(b.String())
		cut := 1 + random.IntN(5000)
		for name, r := range rules {
			if diff := differs(r, text, cut); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
			}
		}
	}
}

// TestCodePoints does the same for every code point, between words, next to letters, marks and
// blanks, and next to itself.
func TestCodePoints(t *testing.T) {
	surroundings := []string{" %", " x% ", " %x ", " é% ", " %é ", " ह% ", " 5% ", " %% ", " ह्% ", " %् ", " ж-% ", " %-\nа ",
		" 中%文 ", " 中%\n文 ", " 中 \n%文 ", "。%中。", " カ%x ", " 中\u3000% ", " ก% ก ", " ก่% ", " %\u0323\u0301 ", " x\u0301% ", " i%\u0307 ",
		" \u1112%\u11AB ", " x\u200D% ", " x\u0316%\u0301 ", " \u09C7% ", " % \u0E32%"}
	for name, r := range map[string]tokenizer.Rules{"sd1": sd1, "sm1": sm1} {
		var b strings.Builder
		for c := rune(0); c <= utf8.MaxRune; c++ {
			switch {
			case !utf8.ValidRune(c), !ucd.IsAssigned(c) && c%64 != 0, ucd.CategoryOf(c) == ucd.Co && c%64 != 0:
				continue
			case testing.Short() && c%7 != 0:
				continue
			}
			b.Reset()
			for _, s := range surroundings {
				b.WriteString(strings.ReplaceAll(s, "%", string(c)))
			}
			if diff := differs(r, []byte(b.String()), 0); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, b.String(), diff)
			}
		}
	}
}

// TestWindows does the same for code points of three bytes anywhere in a window.
func TestWindows(t *testing.T) {
	for _, piece := range []string{
		"中文", "中 文", "中\n文", "中 a", "中a", "a中", "é中é", "中é", "中\u3000文", "中。文", "中\u3000a", "中 \n 文", "中\x1F文", "中\u200B文",
		"カー", "カ\u3099", "한국어", "中한", "각中", "हिन्दी", "की।", "ड\u093C", "\u093E\u0915", "क\u094D\u094D", "क\u0902\u0301", "क\u20D0\u20E8",
		"中\u093E", "。\u093E", "xि", "\xE4\xB8", "中\xB8", "\xE0\x80\x80", "\xED\xA0\x80", "ᏸᏰ", "ａＡ", "’", "…中", "𠀀中", "中𠀀", "\U0001F600",
	} {
		for before := range 70 {
			for _, filler := range []string{"a", "中", "क", " b"} {
				text := strings.Repeat(filler, 70)
				text = text[:before/len(filler)*len(filler)] + strings.Repeat(" ", before%len(filler)) + piece + text
				for name, r := range rules {
					if diff := differs(r, []byte(text), 0); diff != "" {
						t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
					}
				}
			}
		}
	}
}

// TestLetters does the same for words of letters of two bytes, with few first bytes or many. Some
// texts contain other characters or ill-formed bytes.
func TestLetters(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	odd := []string{" ", " ", " ", ", ", "a", "Z9", "\u0301", "«", "ё", "İ", "ß", "\u00AD", "中", "ह", "\xD0", "\xB0", "\xFF", "\xC0\x80", "\xED\xA0\x80", "😀"}
	texts := 3000
	if testing.Short() {
		texts = 600
	}
	for range texts {
		var b strings.Builder
		first, many, rarely := 0x80+random.IntN(0x700), 1+random.IntN(200), 2+random.IntN(100)
		for b.Len() < 700 {
			if random.IntN(rarely) == 0 {
				b.WriteString(odd[random.IntN(len(odd))])
			} else {
				b.WriteRune(rune(min(first+random.IntN(many), 0x7FF)))
			}
		}
		for name, r := range rules {
			if diff := differs(r, []byte(b.String()), 1+random.IntN(200)); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, b.String(), diff)
			}
		}
	}
}

// TestPairs does the same for every first code point of a primary composite pair. It comes before
// each mark and each second code point.
func TestPairs(t *testing.T) {
	var firsts, seconds, others []rune
	for c := rune(0); c <= utf8.MaxRune; c++ {
		switch {
		case ucd.IsSecond(c):
			seconds = append(seconds, c)
		case ucd.CombiningClass(c) != 0:
			others = append(others, c)
		}
	}
	for c := rune(0); c <= utf8.MaxRune; c++ {
		composes := func(second rune) bool {
			_, ok := ucd.Compose(c, second)
			return ok
		}
		if !(testing.Short() && c%7 != 0) && slices.ContainsFunc(seconds, composes) && (c < 0xAC00 || c%(28*11) == 0) {
			firsts = append(firsts, c)
		}
	}
	if len(firsts) == 0 {
		t.Fatal("no code points to test")
	}
	for _, first := range firsts {
		var b strings.Builder
		for _, second := range slices.Concat(seconds, others) {
			fmt.Fprintf(&b, "%c%c %c%c\u0323x ", first, second, first, second)
		}
		for name, r := range map[string]tokenizer.Rules{"sd1": sd1, "sm1": sm1} {
			if diff := differs(r, []byte(b.String()), 0); diff != "" {
				t.Fatalf("%s: tokens of U+%04X and marks differ from those of the stages (-want +got):\n%s", name, first, diff)
			}
		}
	}
}

// TestMarks does the same for words of marks in any order, of conjoining Hangul, and of deleted
// characters.
func TestMarks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("aeiIıİéêЙιΆ가각कড\u09C7\u0DD9\u1025\u0B92\u0CC6กນ中かカ\u1112\u1161\u11AB\u1100\U00011131" +
		"\u0301\u0301\u0302\u0323\u0327\u0307\u0308\u0345\u0338\u05BC\u05C1\u0651\u064E\u0653\u093C\u094D\u09BE\u0BD7\u0CC2\u0CD5\u0DCF\u0DCA\u0E31\u0E48\u0E33\u102E\u3099\U00011127" +
		"\u00AD\u200B\u200D\u034F\uFE0F\u0640\u20DD\u0600")
	texts := 30000
	if testing.Short() {
		texts = 6000
	}
	for range texts {
		var word []rune
		for range 1 + random.IntN(7) {
			word = append(word, alphabet[random.IntN(len(alphabet))])
		}
		text := []byte("x " + string(word) + " x")
		for name, r := range rules {
			if diff := differs(r, text, 1+random.IntN(9)); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
			}
		}
	}
}

// TestTexts does the same for documents in any normalisation form, and for long runs without a
// separator.
func TestTexts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	texts := map[string]string{
		"Thai":    strings.Repeat("ทุกคนมีสิทธิ น้ำ ประเทศไทย\n", 500),
		"Burmese": strings.Repeat("လူတိုင်းသည် တူညီလွတ်လပ်သော ", 500),
		"Khmer":   strings.Repeat("មនុស្សទាំងអស់ កើតមកមានសេរីភាព\u200B", 500),
		"Chinese": strings.Repeat("人人生而自由", 2000),
		"Lao":     strings.Repeat("ມະນຸດທຸກຄົນ ນຳ ໜ", 500),
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = strings.Repeat(string(data), 3)
	}
	for path, text := range texts {
		for form, of := range map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD} {
			data := of.Bytes([]byte(text))
			for name, r := range map[string]tokenizer.Rules{"sd1": sd1, "sm1": sm1} {
				for _, cut := range []int{1, 100, 1000, 4096, 5001} {
					if diff := differs(r, data, cut); diff != "" {
						t.Errorf("%s: tokens of %s in %s differ from those of the stages (-want +got):\n%s", name, path, form, diff)
					}
				}
			}
		}
	}
}

// FuzzTokens is TestTokens on any text.
func FuzzTokens(f *testing.F) {
	for i := range alphabet {
		f.Add([]byte(strings.Join(alphabet[i:], "")), i+1)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		for name, r := range rules {
			if diff := differs(r, text, 1+int(uint(cut)%5000)); diff != "" {
				t.Fatalf("%s: tokens of %+q differ from those of the stages (-want +got):\n%s", name, text, diff)
			}
		}
	})
}

// TestLimits does the same for sequences of marks around the limits, with deleted marks and
// characters.
func TestLimits(t *testing.T) {
	bases := []string{"İ", "i", "a", "é", "ᾂ", "ก", "中", " "}
	marks := []string{"\u0307", "\u0301", "\u0344", "\u302E", "\u0903", "\u200D\u0301", "\u20DD", "\u093C", "\uFF9E", "\uFCF2"}
	between := []string{"", "\u0640", "\u034F", "\u3164", "\u115F", "\u0640\u0301\u0640"}
	counts := []int{tokenizer.MaxMarks/2 - 2, tokenizer.MaxMarks/2 - 1, tokenizer.MaxMarks / 2, tokenizer.MaxMarks/2 + 1, tokenizer.MaxMarks - 3, tokenizer.MaxMarks - 2, tokenizer.MaxMarks - 1, tokenizer.MaxMarks, tokenizer.MaxMarks + 1, tokenizer.MaxMarks + 300}
	if testing.Short() {
		between, counts = between[:2], counts[4:9]
	}
	for name, r := range map[string]tokenizer.Rules{"sd1": sd1, "sm1": sm1} {
		for _, base := range bases {
			for _, mark := range marks {
				for _, middle := range between {
					for _, n := range counts {
						text := []byte(base + strings.Repeat(mark, n/2) + middle + strings.Repeat(mark, n-n/2) + "a b")
						if diff := cmp.Diff(stagesTokens(r, text), r.Tokens(text)); diff != "" {
							t.Fatalf("%s: %q and %d times %q around %q: tokens differ from those of the stages (-want +got):\n%s", name, base, n, mark, middle, diff)
						}
					}
				}
			}
		}
	}
}
