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
		"-\n", "中", "ไ", "\u00AD", "\u0301", "ﬁ", "ـ", "\"", "\x80", "\xE2\x82", "\x00", "\uFDFA", "\u0378", strings.Repeat(".", 20)}
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
