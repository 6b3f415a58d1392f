package index_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestSimilarity uses a similarity function in the settings. Documents are linked if they share a key and
// their fingerprints reach the estimate. Then their similarity must reach the threshold. SimHashes need not
// share a key.
func TestSimilarity(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	bands := index.Bands{Bands: 16, Rows: 2}
	for _, s := range []*scheme.Scheme{scheme.MH1, scheme.SM1} {
		var set index.Set
		var all []scheme.Fingerprint
		size := 8
		if s.IsMinHash() {
			size = 128
		}
		sketch := make([]byte, size)
		for i := range 200 {
			if i%5 == 0 {
				for j := range sketch {
					sketch[j] = byte(random.Uint32())
				}
			}
			for range random.IntN(5) { // 0: documents with the same sketch
				sketch[random.IntN(size)] ^= 1 << random.IntN(8)
			}
			f, err := s.FromSketch(sketch)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, f)
			if err := set.Add(fmt.Sprintf("%03d", i), 0, f); err != nil {
				t.Fatal(err)
			}
		}
		// An arbitrary number for each pair, but 1 for two even documents with the same sketch.
		similarity := func(a, b int) float64 {
			if all[a] == all[b] && a%2 == 0 && b%2 == 0 {
				return 1
			}
			return float64((min(a, b)*7+max(a, b)*13)%100) / 100
		}
		asked := atomic.Int64{}
		o := index.Settings{Threshold: .4, Floor: .4, Bands: bands, Most: 1000, Estimate: .9,
			Bound: func(a, b int) float64 { return similarity(a, b) + .05*float64((a+b)%3) },
			Similarity: func(_ context.Context, a, b int) (float64, error) {
				asked.Add(1)
				return similarity(a, b), nil
			}}
		got, want := make(map[[2]int]float64), make(map[[2]int]float64)
		copied := make(map[int]bool)
		for b := range all {
			for a := range b {
				estimate, _ := all[a].Similarity(all[b])
				switch {
				case copied[a] || copied[b]:
				case all[a] == all[b] && similarity(a, b) == 1 && slices.Index(all, all[a]) == a:
					copied[b] = true
					want[[2]int{a, b}] = 1
				case estimate >= o.Estimate && similarity(a, b) >= o.Threshold && (!s.IsMinHash() || share(bands, all[a], all[b])):
					want[[2]int{a, b}] = similarity(a, b)
				}
			}
		}
		for pair := range want { // a copy is linked with its first document only
			if copied[pair[0]] || copied[pair[1]] && want[pair] != 1 {
				delete(want, pair)
			}
		}
		for p, err := range set.Pairs(t.Context(), o) {
			if err != nil {
				t.Fatal(err)
			}
			got[[2]int{p.First, p.Other}] = p.Similarity
		}
		if diff := gocmp.Diff(want, got); diff != "" || len(want) < 20 || asked.Load() > 200*199/4 {
			t.Errorf("%s: %d pairs, %d questions (-want +got):\n%s", s.ID(), len(want), asked.Load(), diff)
		}
		broken := errors.New("broken")
		o.Similarity = func(context.Context, int, int) (float64, error) { return 0, broken }
		if _, err := set.Clusters(t.Context(), o); !errors.Is(err, broken) {
			t.Errorf("%s: %v, want %v", s.ID(), err, broken)
		}
	}
}

// share reports whether two sketches share a key.
func share(b index.Bands, x, y scheme.Fingerprint) bool {
	other := banding.Bands(b).Keys(y.Sketch())
	for i, key := range banding.Bands(b).Keys(x.Sketch()) {
		if string(key) == string(other[i]) {
			return true
		}
	}
	return false
}

// TestSimilarityClusters compares clusters with R13.6 over all links. The similarity function is not called
// for all pairs.
func TestSimilarityClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 11))
	var asked [2]atomic.Int64
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for round := range rounds {
		docs := generate(random, scheme.MH1, 2+random.IntN(120))
		slices.SortFunc(docs, func(a, b rules.Document) int {
			return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.ID, b.ID)) // R13.1
		})
		var set index.Set
		for _, d := range docs {
			f, err := scheme.Parse(d.Fingerprint)
			if err != nil {
				t.Fatal(err)
			}
			if err := set.Add(d.ID, d.Weight, f); err != nil {
				t.Fatal(err)
			}
		}
		similarity := func(a, b int) float64 { return float64((min(a, b)*7+max(a, b)*13+round)%20) / 20 } // no copies
		counting := func(call int) func(context.Context, int, int) (float64, error) {
			return func(_ context.Context, a, b int) (float64, error) {
				asked[call].Add(1)
				return similarity(a, b), nil
			}
		}
		o := index.Settings{
			Threshold: .3, Floor: []float64{.3, 0, .5, .2}[round%4], Estimate: .1 * float64(round%5),
			Bands: index.Bands{Bands: 8 + random.IntN(24), Rows: 1 + round%3}, Most: 1 + random.IntN(6),
			Similarity: counting(0),
		}
		linked := make([][]int, len(docs))
		for p, err := range set.Pairs(t.Context(), o) {
			if err != nil {
				t.Fatal(err)
			}
			linked[p.First], linked[p.Other] = append(linked[p.First], p.Other), append(linked[p.Other], p.First)
		}
		want := make(map[string]rules.Row)
		for r, d := range docs {
			if _, ok := want[d.ID]; ok {
				continue
			}
			want[d.ID] = rules.Row{ID: d.ID, Cluster: d.ID, Similarity: 1}
			for queue := []int{r}; len(queue) > 0; queue = queue[1:] {
				for _, other := range linked[queue[0]] {
					id, to := docs[other].ID, similarity(r, other)
					if _, ok := want[id]; !ok && to >= o.Floor {
						want[id] = rules.Row{ID: id, Cluster: d.ID, Similarity: to}
						queue = append(queue, other)
					}
				}
			}
		}
		o.Similarity = counting(1)
		c, err := set.Clusters(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]rules.Row)
		for cluster := range c.All() {
			for _, m := range cluster {
				got[m.ID] = rules.Row{ID: m.ID, Cluster: cluster[0].ID, Similarity: m.Similarity}
			}
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v, round %d (-want +got):\n%s", o, round, diff)
		}
	}
	if all, some := asked[0].Load(), asked[1].Load(); some > all*9/10 {
		t.Errorf("clusters asked for %d similarities, pairs for %d", some, all)
	}
}
