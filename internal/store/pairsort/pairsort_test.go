package pairsort

import (
	"cmp"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// Pairs are sorted by their keys and stay in order otherwise, in memory or in files, and nothing is left.
func TestSorter(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, row := range []struct {
		pairs, held, keys int
		why               string
	}{
		{0, 0, 1, "nothing to sort"},
		{1000, 0, 50, "all in memory, with equal keys"},
		{1000, 1000, 1000, "memory just suffices"},
		{1001, 1000, 3, "one pair in a second run"},
		{5000, 17, 5, "hundreds of runs with equal keys"},
	} {
		s := &Sorter{Held: row.held}
		rnd := rand.New(rand.NewPCG(1, uint64(row.pairs)))
		want := []Pair{}
		for i := range row.pairs {
			p := Pair{rnd.Uint64N(uint64(row.keys)) << 58, uint64(i)}
			want = append(want, p)
			if err := s.Add(p.Key, p.Value); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(want, func(a, b Pair) int { return cmp.Compare(a.Key, b.Key) })
		got := []Pair{}
		for p, err := range s.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.why, diff)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
