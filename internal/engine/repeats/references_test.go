package repeats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/passage"
)

// plain finds references in a document by the rules: it compares each pair, whatever windows they share.
func plain(c Criterion, references []*passage.Items, document *passage.Items, counts, ignored func(uint64) bool) []Match {
	var found []Match
	for number, items := range references {
		r := passage.NewReference(passage.RestOf(items, c.Words, ignored))
		var common []passage.Window
		document.Windows(c.Words, func(w passage.Window) {
			if r.Has(w.Hash) && counts(w.Hash) {
				common = append(common, w)
			}
		})
		cover := r.Cover(document, common)
		whole := c.Cover > 0 && r.Weight < int64(c.Whole)*passage.Word
		switch {
		case cover.Weight == 0:
		case !whole && float64(cover.Weight)/float64(r.Weight) > c.Cover, whole && cover.Weight == r.Within(counts):
			found = append(found, Match{number, cover, false})
		case whole && 2*cover.Weight > r.Weight:
			found = append(found, Match{number, cover, true})
		}
	}
	return found
}

// Texts of pieces that many references share, in one arrangement or another.
func sharing(rnd *rand.Rand, n int) (texts []*passage.Items) {
	prompts := make([]string, 1+rnd.IntN(4))
	word := func(most int) string { return fmt.Sprintf("w%d ", rnd.IntN(most)) }
	for i := range prompts {
		for range rnd.IntN(12) {
			prompts[i] += word(1 + rnd.IntN(20))
		}
	}
	most := []int{3, 30, 3000}[rnd.IntN(3)]
	for range n {
		var b strings.Builder
		for range 1 + rnd.IntN(3) {
			b.WriteString(prompts[rnd.IntN(len(prompts))])
			for range rnd.IntN(15) {
				b.WriteString(word(most))
			}
			if rnd.IntN(8) == 0 {
				b.WriteString("灯 は ก ")
			}
		}
		texts = append(texts, passage.ItemsOf([]byte(b.String())))
	}
	return texts
}

// What is found equals what a comparison of each pair finds, also where very many references share windows.
func TestFindsAsPlainly(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 22))
	rounds, all, popular := 300, 0, 0
	if testing.Short() {
		rounds = 60
	}
	for range rounds {
		texts := sharing(rnd, 20+rnd.IntN(3*mostSharing))
		documents := sharing(rnd, 6)
		for range 6 {
			documents = append(documents, texts[rnd.IntN(len(texts))], pieced(rnd, texts))
		}
		c := Criterion{Words: 1 + rnd.IntN(5), Cover: []float64{0, 0.1, 0.2, 0.5, 0.9}[rnd.IntN(5)], Whole: rnd.IntN(2) * 20}
		r := NewReferences(c)
		left := make(map[uint64]bool)
		if rnd.IntN(3) == 0 {
			r.Ignore(pieced(rnd, texts))
			left = r.ignored
		}
		for _, items := range texts {
			r.Add(items)
		}
		frequency := make(map[uint64]int)
		for hash := range r.windows {
			if rnd.IntN(20) == 0 && len(texts)%4 == 0 {
				frequency[hash] = 2
			}
		}
		r.DropCommon(frequency, 1)
		r.Ready()
		popular += len(r.popular.groups)
		for _, document := range documents {
			want := plain(c, texts, document, func(hash uint64) bool { return frequency[hash] == 0 },
				func(hash uint64) bool { return left[hash] })
			got := r.Find(document)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%+v (-want +got):\n%s", c, diff)
			}
			for _, m := range got {
				if all++; !m.Partly && !r.CanBeFound(m.Reference) {
					t.Fatalf("%+v: reference %d is found, but cannot be", c, m.Reference)
				}
			}
		}
	}
	if all < 1000 || popular < 100 {
		t.Errorf("%d found, %d groups of references by popular windows: expected more", all, popular)
	}
}

// pieced returns a text of pieces of others.
func pieced(rnd *rand.Rand, texts []*passage.Items) *passage.Items {
	all := new(passage.Items)
	for range 1 + rnd.IntN(6) {
		items := texts[rnd.IntN(len(texts))]
		from := rnd.IntN(items.Len() + 1)
		to := from + rnd.IntN(items.Len()-from+1)
		all.Hashes, all.Weights = append(all.Hashes, items.Hashes[from:to]...), append(all.Weights, items.Weights[from:to]...)
	}
	return all
}

// A reference that a document has wholly is found, whatever is ignored, unless nothing of it can be found.
func TestFindsWhatIsLeft(t *testing.T) {
	rnd := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		texts := sharing(rnd, 30)
		r := NewReferences(Criterion{Words: 1 + rnd.IntN(5), Cover: rnd.Float64() / 2, Whole: 20})
		for range rnd.IntN(5) {
			r.Ignore(pieced(rnd, texts))
		}
		for _, items := range texts {
			r.Add(items)
		}
		r.Ready()
		for number, items := range texts {
			lost := r.IsShort(number) || r.IsIgnored(number) || !r.CanBeFound(number)
			found := slices.ContainsFunc(r.Find(items), func(m Match) bool { return m.Reference == number && !m.Partly })
			if found == lost {
				t.Fatalf("reference %d: found %t, short %t, ignored %t, can be found %t", number, found, r.IsShort(number),
					r.IsIgnored(number), r.CanBeFound(number))
			}
		}
	}
}
