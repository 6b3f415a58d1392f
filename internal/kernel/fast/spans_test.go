package fast_test

import (
	"encoding/hex"
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
	plain "github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// itemsDiffer compares the items of a text with the plain statement of R10.6 to R10.10, and returns
// the difference. It also compares the digest of the text in pieces of cut bytes.
func itemsDiffer(text []byte, cut int) (diff string) {
	d := plain.NewTextDigest()
	want := d.Items(text)
	if want == nil {
		want = []string{}
	}
	fast.OnEachProcessor(func(name string) {
		if got := textdigest.Items(text); diff == "" && !slices.Equal(want, got) {
			diff = name + ":\n" + cmp.Diff(want, got)
		}
	})
	if diff != "" || cut == 0 {
		return diff
	}
	h, got := textdigest.New(), ""
	for piece := range slices.Chunk(text, cut) {
		h.Write(piece)
	}
	if digest, ok := h.Sum(); ok {
		got = hex.EncodeToString(digest[:])
	}
	return cmp.Diff(d.Sum(want), got)
}

// signs complete the alphabet of tokens.
var signs = []string{"5", "5", " 5", "−", "–", "--", "- -", "(", "$", "%", "½", "³", "€", "|", "\u2500", "\"", "“", "。", "、", "：",
	"\u0600", "\u037E", "\u2000", "\u1FEF", "≠", "<\u0338", "\u0338", "\uFFFD", "\x80\x80", "\xE2\x82", "\x00", "\x01", "〇", "Ⅷ", "\u3021", "५", "१२", "٣",
	"１", "第", "回", "日ʻ日", "\uFDFA", "ア_", "_日", "\u203F", "😀", "\U000110BD", "\U000E0041", "................7", "\t", "\r\n", "="}

// TestSpans checks that the fast path gives the items of the plain rules.
func TestSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	texts := 3000
	if testing.Short() {
		texts = 500
	}
	for range texts {
		var b strings.Builder
		most := 1 + random.IntN(8)
		if random.IntN(20) == 0 {
			most = 1500
		}
		for range 1 + random.IntN(most) {
			switch random.IntN(4) {
			case 0:
				b.WriteString(alphabet[random.IntN(len(alphabet))])
			case 1:
				b.WriteString(signs[random.IntN(len(signs))])
			default:
				b.WriteString(alphabet[random.IntN(16)])
			}
		}
		if diff := itemsDiffer([]byte(b.String()), 1+random.IntN(100)); diff != "" {
			t.Fatalf("items of %+q (-rules +fast):\n%s", b.String(), diff)
		}
	}
}

// TestSpansOfCases does the same for texts that random ones rarely contain.
func TestSpansOfCases(t *testing.T) {
	for text, reason := range map[string]string{
		"-\u00AD 5 x":         "a span that is deleted ends no signs, and a blank after it counts",
		"-\u2060 5 x":         "the same",
		"x (\u2060\u20605 ":   "a stop, directly before a number but for what is deleted",
		"a \x80\x80\x80 5 x":  "ill-formed bytes in a row are one item",
		"a -\n\x80b -\nc d ":  "the stages take what is ill-formed, and the fast path what follows",
		"\u037E5 \u1FEF5 x ":  "a separator that decomposes to another of another kind",
		"中 5 中\n 文 -中5 x ":    "classes change within what no separator parts, and end signs",
		"-.5.-5 -- 5 --- 5 x": "signs before the last blank, and after it",
	} {
		for cut := range 7 {
			if diff := itemsDiffer([]byte(text), cut); diff != "" {
				t.Errorf("%s: items of %+q (-rules +fast):\n%s", reason, text, diff)
			}
		}
	}
}

// TestSpansOfCodePoints does the same for every code point, among words, numbers, signs, marks and
// blanks, and next to itself.
func TestSpansOfCodePoints(t *testing.T) {
	around := []string{" %", " x% ", " %x ", " é%5 ", " %é ", " ह% ", " 5% ", " % 5 ", " -%5 ", " %% ", " (%(5 ", " ह्% ", " ж-%\nа ", " ж-\n% ",
		" 中%文 ", " 中%\n文 ", " 中 \n%文 ", "。%中。", " カ%x ", " 中\u3000% ", " ก%5 ", " %\u0338 ", " x\u0301% ", " \u1112%\u11AB ", " x\u0316%\u0301 "}
	for c := rune(0); c <= utf8.MaxRune; c++ {
		switch {
		case !utf8.ValidRune(c), !ucd.IsAssigned(c) && c%512 != 0, ucd.CategoryOf(c) == ucd.Co && c%512 != 0,
			c >= 0x3400 && ucd.CategoryOf(c) == ucd.Lo && c%64 != 0, testing.Short() && c%23 != 0:
			continue
		}
		text := strings.ReplaceAll(strings.Join(around, ""), "%", string(c))
		if diff := itemsDiffer([]byte(text), 0); diff != "" {
			t.Fatalf("items of %+q (-rules +fast):\n%s", text, diff)
		}
	}
}

// TestSpansOfTexts does the same for documents, in any normalisation form, and cut anywhere.
func TestSpansOfTexts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKD} {
			for _, cut := range []int{1000, 4097} {
				if diff := itemsDiffer(form.Bytes(data), cut+i); diff != "" {
					t.Errorf("items of %s (-rules +fast):\n%s", path, diff)
				}
			}
		}
	}
}

// FuzzSpans is TestSpans on any text.
func FuzzSpans(f *testing.F) {
	for i := range signs {
		f.Add([]byte(strings.Join(signs[i:], "")), i+1)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		if diff := itemsDiffer(text, 1+int(uint(cut)%5000)); diff != "" {
			t.Fatalf("items of %+q (-rules +fast):\n%s", text, diff)
		}
	})
}
