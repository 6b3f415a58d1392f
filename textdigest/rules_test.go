package textdigest_test

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lsh-interop/fpcheck/conformance"
	"github.com/lsh-interop/fpcheck/internal/cli/suite/fuzz"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/textdigest"
	"github.com/lsh-interop/fpcheck/vectors"
)

// checkDigest compares a text's items and digest with the plain statement of the rules. It writes
// the text whole and in pieces.
func checkDigest(t interface{ Fatalf(string, ...any) }, octets []byte, every int) {
	d := rules.NewTextDigest()
	want := d.Items(octets)
	if diff := cmp.Diff(want, textdigest.Items(octets)); diff != "" && len(want) > 0 {
		t.Fatalf("%+q (-rules +textdigest):\n%s", octets, diff)
	}
	var h textdigest.Hash
	for piece := range slices.Chunk(octets, max(1, every)) {
		h.Write(piece)
	}
	got := ""
	if digest, ok := h.Sum(); ok {
		got = hex.EncodeToString(digest[:])
	}
	if got != d.Sum(want) {
		t.Fatalf("%+q in pieces of %d: %s, want %s", octets, every, got, d.Sum(want))
	}
}

func FuzzTextDigestRules(f *testing.F) {
	for _, v := range vectors.All() {
		if v.Stage == vectors.TextDigest && len(v.Input.Raw.Bytes()) < 5000 {
			f.Add(v.Input.Raw.Bytes(), 3)
		}
	}
	f.Fuzz(func(t *testing.T, octets []byte, every int) { checkDigest(t, octets, every%100) })
}

func TestTextDigestOfGeneratedTexts(t *testing.T) {
	hello, schemes := conformance.NewReference(scheme.SM1).Describe(), []*scheme.Scheme{scheme.SM1}
	n := uint64(0)
	for number := uint64(0); n < 3000 && number < 20_000; number++ {
		_, cases := fuzz.Cases(10, number, hello, schemes)
		for _, c := range cases {
			if octets := c.Request.Input.Raw.Bytes(); c.Request.Cuts == nil && len(octets) > 0 && len(octets) < 10_000 {
				checkDigest(t, octets, int(1+number%9))
				n++
			}
		}
	}
}

// TestAlteredTextsHaveOtherDigests checks what the definition is for. The digest changes if a
// number is altered, a word dropped, or two words or paragraphs swapped.
func TestAlteredTextsHaveOtherDigests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-zäß]{1,6}|[-−–(]?[$€]?[0-9]{1,4}([.,:/][0-9]{1,2})?[%²½°]?|[½¾≤≥<>=+]|[一-三]`)
		words := rapid.SliceOfN(word, 2, 20).Draw(t, "words")
		blank := rapid.SampledFrom([]string{" ", "\n", "\n\n", "\t"}).Draw(t, "blank")
		i := rapid.IntRange(0, len(words)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(words)-1).Draw(t, "j")
		of := func(words []string) string {
			digest, _ := textdigest.Sum([]byte(strings.Join(words, blank)))
			return string(digest[:])
		}
		whole := of(words)
		if of(slices.Delete(slices.Clone(words), i, i+1)) == whole {
			t.Fatalf("%q without word %d", words, i)
		}
		altered := slices.Clone(words)
		altered[i] += "7"
		if of(altered) == whole {
			t.Fatalf("%q and %q", words, altered)
		}
		altered = slices.Clone(words)
		altered[i], altered[j] = altered[j], altered[i]
		if spelled := strings.NewReplacer("−", "-", "–", "-"); of(altered) == whole && spelled.Replace(words[i]) != spelled.Replace(words[j]) {
			t.Fatalf("%q and %q", words, altered)
		}
	})
}
