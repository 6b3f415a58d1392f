package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/scheme"
)

// TestHotFirsts checks that no two documents of a template begin a cluster if they are near each other. Few of
// them are candidates.
func TestHotFirsts(t *testing.T) {
	defer func(least, all int) { leastFirsts, hotCompared = least, all }(leastFirsts, hotCompared)
	documents := templateDocuments(1000)
	type result struct {
		Near int  // pairs of representatives
		All  bool // Stats say that all are compared
	}
	for _, test := range []struct {
		why        string
		least, all int
		want       result
	}{
		{"each is compared with all that begin a cluster", 1, 1000 * 1000, result{0, true}},
		{"with some of them only, which Stats say", 1, 1000, result{1, false}},
		{"with the least number, however many there are", 1000, 1, result{0, true}},
	} {
		leastFirsts, hotCompared = test.least, test.all
		var s Set
		for i, d := range documents {
			f, err := scheme.MH1.Sum([]byte(d.text))
			if err != nil {
				t.Fatal(err)
			}
			s.Add(fmt.Sprint(i), 0, f)
		}
		o := Settings{Threshold: .85, Floor: .85, Bands: BandsFor(.85, .99, 8), Most: 3}
		o.Similarity = func(_ context.Context, a, b int) (float64, error) {
			return resemblance(documents[a].elements, documents[b].elements), nil
		}
		o.Elements = func(_ context.Context, d, most int) ([]uint64, error) {
			return documents[d].elements[:min(most, len(documents[d].elements))], nil
		}
		c, err := s.Clusters(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if c.Stats.Hot == 0 {
			t.Fatal("no bucket is hot")
		}
		got := result{All: c.Stats.Recall == 1}
		var kept []int
		for cluster := range c.All() {
			for _, first := range kept {
				if resemblance(documents[first].elements, documents[cluster[0].Document].elements) >= o.Threshold {
					got.Near++
				}
			}
			kept = append(kept, cluster[0].Document)
			for _, m := range cluster[1:] {
				if want := resemblance(documents[kept[len(kept)-1]].elements, documents[m.Document].elements); m.Similarity != want || want < o.Threshold {
					t.Errorf("%s: document %d: similarity %v, want %v", test.why, m.Document, m.Similarity, want)
				}
			}
		}
		got.Near = min(got.Near, 1)
		if diff := gocmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", test.why, diff)
		}
	}
}

type templateDocument struct {
	text     string
	elements []uint64 // ascending
}

// templateDocuments returns texts with the same 60 words before some others.
func templateDocuments(n int) (all []templateDocument) {
	rnd := rand.New(rand.NewPCG(13, 19))
	for range n {
		var words []string
		for i := range 60 {
			words = append(words, fmt.Sprint("head", i))
		}
		for range 3 + rnd.IntN(8) {
			words = append(words, fmt.Sprint("word", rnd.IntN(1000)))
		}
		d := templateDocument{elements: scheme.MH1.Method().Elements(words)}
		for _, w := range words {
			d.text += w + " "
		}
		slices.Sort(d.elements)
		all = append(all, d)
	}
	return all
}

// resemblance returns the share of the elements that two lists have in common.
func resemblance(a, b []uint64) float64 {
	common := 0
	for _, x := range a {
		if _, has := slices.BinarySearch(b, x); has {
			common++
		}
	}
	return float64(common) / float64(len(a)+len(b)-common)
}
