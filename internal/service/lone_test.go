package service

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/service/liveindex"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestLone compares the cluster of each document with the clusters of all. It also bounds the searches.
func TestLone(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	flip := func(bits uint64, most int) uint64 {
		for range random.IntN(most + 1) {
			bits ^= 1 << random.IntN(64)
		}
		return bits
	}
	for _, test := range []struct {
		why      string
		next     func(before []uint64) uint64
		searches int // for a cluster, on average
	}{
		{"single documents need one search", func([]uint64) uint64 { return random.Uint64() }, 1},
		{"copies", func([]uint64) uint64 { return 7 }, 4},
		{"one search serves all members of a dense cluster", func([]uint64) uint64 { return flip(7, 3) }, 4},
		{"clusters that overlap", func([]uint64) uint64 { return flip(uint64(0x7fff)<<(4*random.IntN(3)), 4) }, 6},
		{"a chain is not followed to its end", func(b []uint64) uint64 { return flip(b[len(b)-1], 5) }, 12},
		{"nor is a tree", func(b []uint64) uint64 { return flip(b[random.IntN(len(b))], 5) }, 16},
	} {
		_, x := newService(t, Options{})
		all := documentsWith(t, random, test.next)
		wait := func() {}
		for _, d := range all {
			c, err := x.Put(t.Context(), d.ID, d.Fingerprint, true)
			if err != nil {
				t.Fatal(err)
			}
			wait = func() { c.Wait() }
		}
		wait()
		searches := 0
		for _, cluster := range clustersOf(t, x, all) {
			for _, m := range cluster {
				var o index.Options
				x.With(func(x *index.Index) error { o = x.Options(); return nil })
				l := newLone(t.Context(), x, o)
				search := l.search
				l.search = func(f scheme.Fingerprint, within scheme.Thresholds) (index.Answer, error) {
					searches++
					return search(f, within)
				}
				got, err := l.cluster(all[slices.IndexFunc(all, func(d index.Document) bool { return d.ID == m.ID })])
				if err != nil || !l.complete {
					t.Fatal(test.why, err, l.complete)
				}
				if diff := cmp.Diff(cluster, got, cmpopts.IgnoreFields(index.Member{}, "Document")); diff != "" {
					t.Fatalf("%s: of %s (-all +one):\n%s", test.why, m.ID, diff)
				}
			}
		}
		t.Logf("%s: %d searches for %d documents", test.why, searches, len(all))
		if searches > test.searches*len(all) {
			t.Errorf("%s: %d searches for %d documents: expected at most %d for each", test.why, searches, len(all), test.searches)
		}
	}
}

// documentsWith returns documents whose ids are in another order than they arise.
func documentsWith(t *testing.T, random *rand.Rand, next func(before []uint64) uint64) (all []index.Document) {
	prints := []uint64{7}
	for _, id := range random.Perm(300) {
		f, err := scheme.SM1.FromSketch(binary.BigEndian.AppendUint64(nil, prints[len(prints)-1]))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, index.Document{ID: fmt.Sprintf("%03d", id), Fingerprint: f})
		prints = append(prints, next(prints))
	}
	return all
}

// clustersOf returns the clusters of all documents, by the settings of an index.
func clustersOf(t *testing.T, x *liveindex.Shelf, all []index.Document) (clusters [][]index.Member) {
	var set index.Set
	for _, d := range all {
		if err := set.Add(d.ID, 0, d.Fingerprint); err != nil {
			t.Fatal(err)
		}
	}
	err := x.With(func(x *index.Index) error {
		found, err := set.Clusters(t.Context(), settings(x))
		if err == nil {
			for c := range found.All() {
				clusters = append(clusters, slices.Clone(c))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return clusters
}
