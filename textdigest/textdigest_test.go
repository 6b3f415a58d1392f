package textdigest_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/textdigest"
)

func Example() {
	for _, text := range []string{"Paid 1.5 of −20 €.", "PAID 1.5 of\n– 20€", "Paid 15 of −20 €.", "…"} {
		digest, ok := textdigest.Sum([]byte(text))
		fmt.Printf("%x %v %q\n", digest[:4], ok, textdigest.Items([]byte(text)))
	}
	// Output:
	// 322cb77f true ["paid" "1" "." "5" "of" "-" "20" "€"]
	// 322cb77f true ["paid" "1" "." "5" "of" "-" "20" "€"]
	// 3a3405e0 true ["paid" "15" "of" "-" "20" "€"]
	// 00000000 false []
}

// TestHash checks that a text in chunks of any size has the digest of the whole. A Hash can be used
// again, even if its last text did not end. It keeps no reference to a chunk.
func TestHash(t *testing.T) {
	var h textdigest.Hash
	if digest, ok := h.Sum(); ok || digest != [sha256.Size]byte{} {
		t.Errorf("the zero value has the digest %x", digest)
	}
	h.Reset()
	parts := []string{"a", "Not", "1", "٣", "½", "Ⅷ", "〇", "-", "−", "--", ".", ",", "%", "$", "°", "<", " ", "\n", "\u00A0",
		"-\n", "中", "三", "○", "ไ", "\u00AD", "\u0301", "ﬁ", "ـ", "\"", "\x80", "\xE2\x82", "\x00", "\uFDFA", "\u0378", strings.Repeat(".", 20)}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "text"), "")
		size := rapid.IntRange(1, 9).Draw(t, "size")
		want, wantOK := textdigest.Sum([]byte(text))
		for rest := []byte(text); len(rest) > 0; {
			n := min(size, len(rest))
			h.Write(rest[:n])
			clear(rest[:n])
			rest = rest[n:]
		}
		for range 2 {
			if got, ok := h.Sum(); got != want || ok != wantOK || ok != (len(textdigest.Items([]byte(text))) > 0) {
				t.Fatalf("%q in chunks of %d: %x, %v, want %x, %v", text, size, got, ok, want, wantOK)
			}
		}
		if n, err := h.Write([]byte("more")); n != 0 || err != tokenizer.ErrEnded {
			t.Fatalf("Write after Sum: %d, %v, want 0, %v", n, err, tokenizer.ErrEnded)
		}
		h.Reset()
		if rapid.Bool().Draw(t, "discard") {
			h.Write([]byte(rapid.SampledFrom(parts).Draw(t, "discarded")))
			h.Reset()
		}
	})
}

// TestToldApart checks what docs/text-digests.md says of shapes and of numerals.
func TestToldApart(t *testing.T) {
	for _, c := range []struct {
		a, b, why string
		apart     bool
	}{
		{"☐ paid", "☑ paid", "boxes that are no geometric shapes are symbols", true},
		{"☑ paid", "☒ paid", "", true},
		{"⬜ paid", "⬛ paid", "", true},
		{"✓ paid", "✗ paid", "", true},
		{"○5", "△5", "a shape directly before a number is a sign", true},
		{"□ paid", "■ paid", "lists are drawn with shapes (R10.7)", false},
		{"田中 ○", "田中 △", "", false},
		{"田中 ◎", "田中 ●", "", false},
		{"○ 5", "△ 5", "a blank is between the shape and the number (R10.9)", false},
		{"三○年", "三年", "a circle after a Han numeral is a digit (R10.7)", true},
		{"三○年", "三\n○年", "a line end is between", true},
		{"○一", "一", "a circle before a Han numeral is a bullet", false},
		{"三・○", "三・", "a point is between the numeral and the circle", false},
		{"三◯年", "三年", "the larger circle is a shape", false},
		{"\u0375αωκα\u0374", "αωκα\u0374", "1821 and 821", true},
		{"αωκα\u0374", "ΑΩΚΑ\u02B9", "R3.1, R3.5", false},
		{"二、三番地", "二三番地", "signs between Han numerals count (R10.9)", true},
		{"弐、参番地", "弐参番地", "these are no Han numerals", false},
		{"廿、五", "廿五", "", false},
	} {
		a, _ := textdigest.Sum([]byte(c.a))
		b, _ := textdigest.Sum([]byte(c.b))
		if (a != b) != c.apart {
			t.Errorf("%q and %q: apart is %v, want %v: %s", c.a, c.b, a != b, c.apart, c.why)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	for name, text := range map[string]string{
		"words":   strings.Repeat("It was not 1.5 % of −20 €, but more. ", 3000),
		"Chinese": strings.Repeat("他不去2026年11月21日，价格￥5。", 3000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			h := textdigest.New()
			for b.Loop() {
				h.Write([]byte(text))
				h.Sum()
				h.Reset()
			}
		})
	}
}
