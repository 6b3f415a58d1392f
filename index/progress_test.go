package index_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// TestProgress checks that progress reports each band once, in order.
func TestProgress(t *testing.T) {
	var set index.Set
	for i := range 50 {
		f, err := scheme.MH1.Sum(fmt.Appendf(nil, "the fox met %d hounds, and %d of them were asleep", i, i/2))
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Add(fmt.Sprint(i), 1, f); err != nil {
			t.Fatal(err)
		}
	}
	var told []int
	_, err := set.Clusters(t.Context(), index.Settings{
		Threshold: .5, Floor: .5, Bands: index.Bands{Bands: 7, Rows: 3}, Most: 10,
		Progress: func(done, bands int) { told = append(told, done, bands) },
	})
	want := []int{1, 7, 2, 7, 3, 7, 4, 7, 5, 7, 6, 7, 7, 7}
	if err != nil || !slices.Equal(told, want) {
		t.Errorf("%v, %v, want %v", told, err, want)
	}
}
