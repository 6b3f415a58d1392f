package index_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/kernel/sketch/sketchtest"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// generate returns documents in families. Their sketches differ in few places, by distances near the
// threshold and far from it. Some are copies.
func generate(rnd *rand.Rand, s *scheme.Scheme, n int) []rules.Document {
	size := 8
	if s.IsMinHash() {
		size = 128 >> rnd.IntN(4)
	}
	var docs []rules.Document
	var sketches [][]byte
	for i := range n {
		sketch := make([]byte, size)
		if len(sketches) > 0 && rnd.IntN(4) > 0 { // near an earlier document
			copy(sketch, sketches[rnd.IntN(len(sketches))])
			for range rnd.IntN(1 + rnd.IntN(1+size/3)) {
				if s.IsMinHash() {
					sketch[rnd.IntN(size)] = byte(rnd.Uint32())
				} else {
					sketch[rnd.IntN(size)] ^= 1 << rnd.IntN(8)
				}
			}
		} else {
			for j := range sketch {
				sketch[j] = byte(rnd.Uint32())
			}
		}
		sketches = append(sketches, sketch)
		f, err := s.FromSketch(sketch)
		if err != nil {
			panic(err)
		}
		docs = append(docs, rules.Document{ID: fmt.Sprintf("%x", i*7919%n), Weight: int64(rnd.IntN(3)), Fingerprint: f.String()})
	}
	return docs
}

// TestClustersAreThoseOfTheRules compares the clusters of a set with the rules, for every scheme, setting and
// order.
func TestClustersAreThoseOfTheRules(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 1))
	for round := range 400 {
		s := scheme.All()[round%len(scheme.All())]
		docs := generate(rnd, s, 1+rnd.IntN(40))
		thresholds := []float64{0, .3, .5, .7, .8, .9, 1, 1 - 7.0/64}
		o := rules.Settings{
			Threshold: thresholds[rnd.IntN(len(thresholds))],
			Bands:     1 + rnd.IntN(32), Rows: 1 + rnd.IntN(4), Most: 1 + rnd.IntN(12),
		}
		if round%3 == 0 {
			o.Rows, o.Bands = 1+rnd.IntN(40), 1+rnd.IntN(3)
		}
		o.Floor = []float64{o.Threshold, 0, .5, 1}[rnd.IntN(4)]
		r := rules.Of(s.ID())
		want, err := r.Clustering.Rows(docs, o)
		if err != nil {
			t.Fatal(err)
		}
		got := rows(t, docs, o)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s, %+v, %d documents, round %d (-want +got):\n%s", s.ID(), o, len(docs), round, diff)
		}
	}
}

// TestStarsAreThoseOfTheRules compares clusters that are found without links with the rules.
func TestStarsAreThoseOfTheRules(t *testing.T) {
	defer index.HoldFewLinks(2)()
	rnd := rand.New(rand.NewPCG(13, 3))
	for round := range 400 {
		s := scheme.SM1
		docs := generate(rnd, s, 1+rnd.IntN(60))
		threshold := []float64{0, .3, .5, .7, .8, .9, 1, 1 - 7.0/64}[rnd.IntN(8)]
		o := rules.Settings{Threshold: threshold, Floor: max(threshold, []float64{0, .6, .95, 1}[rnd.IntN(4)]), Most: 1}
		want, err := rules.Of(s.ID()).Clustering.Rows(docs, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rows(t, docs, o)); diff != "" {
			t.Fatalf("%s, %+v, %d documents, round %d (-want +got):\n%s", s.ID(), o, len(docs), round, diff)
		}
	}
}

// TestStarsOfTwoWords does the same for SimHashes of two words. One word may be far while the other is near.
func TestStarsOfTwoWords(t *testing.T) {
	wide, err := scheme.Load(strings.NewReader(sketchtest.Define("x-wide", "sketch: simhash-128")), scheme.Resources{})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(13, 4))
	for range 200 {
		var set index.Set
		var sketches [][16]byte
		for i := range 1 + rnd.IntN(60) {
			var sketch [16]byte
			if i > 0 && rnd.IntN(5) > 0 {
				sketch = sketches[rnd.IntN(i)]
			}
			for range rnd.IntN(20) {
				sketch[rnd.IntN(16)] ^= 1 << rnd.IntN(8)
			}
			sketches = append(sketches, sketch)
			f, err := wide.FromSketch(sketch[:])
			if err == nil {
				err = set.Add(fmt.Sprint(i), 0, f)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		o := index.Settings{Threshold: []float64{.6, .8, .9, .95}[rnd.IntN(4)]}
		o.Floor = o.Threshold
		list := func() (all []index.Member) {
			c, err := set.Clusters(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for cluster := range c.All() {
				all = append(all, cluster...)
			}
			return all
		}
		want := list()
		undo := index.HoldFewLinks(1)
		got := list()
		undo()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v (-by links +by stars):\n%s", o, diff)
		}
	}
}

// TestDenseClustersNeedLittle checks a set in which all documents are near each other. Memory grows with the
// documents, not with the pairs.
func TestDenseClustersNeedLittle(t *testing.T) {
	var set index.Set
	for i := range 12_000 { // 72 million pairs
		f, err := scheme.SM1.FromSketch([]byte{byte(i), byte(i >> 8), 0, 0, 0, 0, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Add(fmt.Sprintf("d%05d", i), 0, f); err != nil {
			t.Fatal(err)
		}
	}
	var pool budget.Pool
	pool.Most, pool.Small = 16<<20, 1<<20
	account := pool.Open("one")
	defer account.Close()
	least := 1 - 16.0/64
	c, err := set.Clusters(budget.WithAccount(t.Context(), account), index.Settings{Threshold: least, Floor: least})
	if err != nil {
		t.Fatal(err)
	}
	for cluster := range c.All() {
		if len(cluster) != 12_000 {
			t.Errorf("a cluster of %d documents, want one of all", len(cluster))
		}
	}
}

// rows clusters documents and returns their rows.
func rows(t *testing.T, docs []rules.Document, o rules.Settings) []rules.Row {
	t.Helper()
	var s index.Set
	for _, d := range docs {
		f, err := scheme.Parse(d.Fingerprint)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Add(d.ID, d.Weight, f); err != nil {
			t.Fatal(err)
		}
	}
	c, err := s.Clusters(t.Context(), index.Settings{
		Threshold: o.Threshold, Floor: o.Floor, Bands: index.Bands{Bands: o.Bands, Rows: o.Rows}, Most: o.Most,
	})
	if err != nil {
		t.Fatal(err)
	}
	byID := make(map[string]rules.Row)
	for cluster := range c.All() {
		for _, m := range cluster {
			byID[m.ID] = rules.Row{ID: m.ID, Cluster: cluster[0].ID, Similarity: m.Similarity}
			if docs[m.Document].ID != m.ID {
				t.Errorf("document %d is %s, want %s", m.Document, m.ID, docs[m.Document].ID)
			}
		}
	}
	var list []rules.Row
	for _, d := range docs {
		list = append(list, byID[d.ID])
	}
	return list
}

// TestPairs checks that the pairs of a set are its links and the pairs of copies.
func TestPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 2))
	for range 100 {
		docs := generate(rnd, scheme.SM1, 1+rnd.IntN(30))
		var s index.Set
		var all []scheme.Fingerprint
		for _, d := range docs {
			f, _ := scheme.Parse(d.Fingerprint)
			all = append(all, f)
			if err := s.Add(d.ID, d.Weight, f); err != nil {
				t.Fatal(err)
			}
		}
		got := make(map[[2]int]float64)
		for p, err := range s.Pairs(t.Context(), index.Settings{Threshold: .9}) {
			if _, twice := got[[2]int{p.First, p.Other}]; twice || err != nil {
				t.Fatalf("%+v twice, or %v", p, err)
			}
			if want, _ := all[p.First].Similarity(all[p.Other]); p.Similarity != want || want < .9 {
				t.Errorf("%+v: similarity %v", p, want)
			}
			got[[2]int{p.First, p.Other}] = p.Similarity
		}
		for i, a := range all {
			for j, b := range all {
				similarity, _ := a.Similarity(b)
				isCopy := func(k int) bool { // of an earlier document
					for l, c := range all {
						before := docs[l].Weight > docs[k].Weight || docs[l].Weight == docs[k].Weight && docs[l].ID < docs[k].ID
						if before && c == all[k] {
							return true
						}
					}
					return false
				}
				before := docs[i].Weight > docs[j].Weight || docs[i].Weight == docs[j].Weight && docs[i].ID < docs[j].ID
				want := before && similarity >= .9 && !isCopy(i) && (a == b || !isCopy(j))
				if _, ok := got[[2]int{i, j}]; ok != want {
					t.Errorf("%+v and %+v: %v, want %v", docs[i], docs[j], ok, want)
				}
			}
		}
	}
}

func TestSetRefuses(t *testing.T) {
	sm, _ := scheme.SM1.Sum([]byte("one two three"))
	mh, _ := scheme.MH1.Sum([]byte("one two three four five"))
	for _, test := range []struct {
		add  func(s *index.Set) error
		o    index.Settings
		want string
		why  string
	}{
		{func(s *index.Set) error { return s.Add("b", 0, mh) }, index.Settings{}, "not comparable: sm1 (profile visible) and mh1", "another scheme"},
		{func(s *index.Set) error { return s.Add("b", 0, scheme.Fingerprint{}) }, index.Settings{}, `document "b" has no fingerprint`, "the zero fingerprint"},
		{func(s *index.Set) error { return s.Add("b", -1, sm) }, index.Settings{}, `weight of document "b" is -1`, "a weight below 0"},
		{func(s *index.Set) error { return s.Add("a", 0, sm) }, index.Settings{}, `two documents have the same id: "a"`,
			"an id twice"},
		{func(s *index.Set) error { return nil }, index.Settings{Threshold: 2}, "the threshold is 2: expected 0 to 1", "a threshold above 1"},
		{func(s *index.Set) error { return nil }, index.Settings{Floor: -1}, "the floor is -1: expected 0 to 1", "a floor below 0"},
		{func(s *index.Set) error { *s = index.Set{}; return s.Add("a", 0, mh) }, index.Settings{Most: 1, Bands: index.Bands{Bands: 33, Rows: 4}},
			"33 bands of 4 rows: expected at least 1 of each, and at most 128 slots in all", "more slots than there are"},
		{func(s *index.Set) error { *s = index.Set{}; return s.Add("a", 0, mh) },
			index.Settings{Bands: index.Bands{Bands: 1, Rows: 1}, Most: -1},
			"buckets of at most -1 documents", "no bucket at all"},
	} {
		var s index.Set
		if err := s.Add("a", 1, sm); err != nil {
			t.Fatal(err)
		}
		err := test.add(&s)
		if err == nil {
			_, err = s.Clusters(t.Context(), test.o)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.why, err, test.want)
		}
	}
}

// TestChain checks that a chain of documents, each near the next, is not one cluster, and is fast.
func TestChain(t *testing.T) {
	var s index.Set
	sketch := make([]byte, 128)
	documents := 100_000
	if testing.Short() {
		documents = 10_000
	}
	rnd := rand.New(rand.NewPCG(13, 3))
	for i := range documents {
		for j := range 10 {
			sketch[(10*i+j)%128] = byte(rnd.Uint32())
		}
		f, _ := scheme.MH1.FromSketch(sketch)
		if err := s.Add(fmt.Sprintf("%06d", i), 0, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		floor float64
		most  int
		why   string
	}{{.8, 3, "each is near its representative"}, {0, documents, "the connected components are one"}} {
		c, err := s.Clusters(t.Context(), index.Settings{Threshold: .8, Floor: test.floor, Bands: index.BandsFor(.8, .9999, 8), Most: 100})
		if err != nil {
			t.Fatal(err)
		}
		largest := 0
		for cluster := range c.All() {
			largest = max(largest, len(cluster))
		}
		if largest > test.most || test.floor == 0 && largest < documents/2 {
			t.Errorf("floor %v: a cluster of %d, want %d: %s", test.floor, largest, test.most, test.why)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.Clusters(stopped, index.Settings{Threshold: .8, Bands: index.BandsFor(.8, .99, 8), Most: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestWrongOrder checks that an order lists each document once.
func TestWrongOrder(t *testing.T) {
	var s index.Set
	sm, _ := scheme.SM1.Sum([]byte("one two three"))
	for _, id := range []string{"a", "b", "c"} {
		if err := s.Add(id, 1, sm); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		why   string
		order []uint32
		want  string
	}{
		{"each document once", []uint32{2, 0, 1}, ""},
		{"too few", []uint32{0, 1}, "the order lists 2 of 3 documents"},
		{"a number of no document", []uint32{0, 1, 3}, "the order lists document 3: expected less than 3"},
		{"a document twice", []uint32{0, 1, 1}, "the order lists document 1 twice"},
	} {
		_, err := s.Clusters(t.Context(), index.Settings{Threshold: 0.9, Floor: 0.9, Order: tt.order})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %s", tt.why, err, tt.want)
		}
	}
}
