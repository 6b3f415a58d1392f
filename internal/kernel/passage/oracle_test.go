package passage

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// Windows, covers and containment are what package rules says, for texts that repeat themselves and one another.
func TestOracle(t *testing.T) {
	p := rules.NewPassages()
	rnd := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"a ", "b ", "the ", "12 ", "灯", "台", "は", "ก", "คื", "x-\ny ", "http://a.b/c ", ". "}
	for range 500 {
		few := pieces[:1+rnd.IntN(len(pieces))]
		var texts [3][]byte // the last one is ignored, wholly or in part
		for k := range texts {
			var b strings.Builder
			for range rnd.IntN(60) {
				b.WriteString(few[rnd.IntN(len(few))])
			}
			texts[k] = []byte(b.String())
		}
		if rnd.IntN(2) == 0 {
			texts[1] = fmt.Appendf(texts[1], "%s%s", texts[0][:rnd.IntN(len(texts[0])+1)], texts[1])
		}
		if at := rnd.IntN(len(texts[0]) + 1); rnd.IntN(2) == 0 {
			texts[2] = texts[0][at:][:rnd.IntN(len(texts[0])-at+1)]
		}
		words := 1 + rnd.IntN(6)
		var items [3]*Items
		for k, text := range texts {
			items[k] = itemsOf(string(text))
			var got []rules.Span
			items[k].Windows(words, func(w Window) { got = append(got, rules.Span{From: w.From, To: w.To, Hash: w.Hash}) })
			if diff := cmp.Diff(p.Windows(p.Items(text), words), got); diff != "" {
				t.Fatalf("%q, %d words (-want +got):\n%s", text, words, diff)
			}
		}
		ignored := make(map[uint64]bool)
		items[2].Windows(words, func(w Window) { ignored[w.Hash] = true })
		r := NewReference(RestOf(items[0], words, func(hash uint64) bool { return ignored[hash] }))
		left := p.RestOf(texts[0], words, texts[2])
		if want := left.Weight(); int(r.Weight) != want || r.IsShort() != (want == 0) {
			t.Fatalf("%q without %q, %d words: weight %d, want %d", texts[0], texts[2], words, r.Weight, want)
		}
		var common []Window
		has := make(map[uint64]bool)
		items[1].Windows(words, func(w Window) {
			has[w.Hash] = true
			if r.Has(w.Hash) {
				common = append(common, w)
			}
		})
		c := r.Cover(items[1], common)
		got := rules.Covered{Weight: int(c.Weight), Run: int(c.Run), From: c.From, To: c.To}
		if diff := cmp.Diff(p.Cover(left, texts[1], words), got); diff != "" {
			t.Fatalf("%q in %q, %d words (-want +got):\n%s", texts[0], texts[1], words, diff)
		}
		contained := r.Within(func(hash uint64) bool { return has[hash] })
		if want := p.Contained(left, texts[1], words); int(contained) != want {
			t.Fatalf("%q in %q, %d words: contained %d, want %d", texts[0], texts[1], words, contained, want)
		}
	}
}
