package evaluation

import "testing"

func TestFloor(t *testing.T) {
	// of returns a bin with a number of pairs, and how many of them are within one bit.
	of := func(hits, n int) histogram { return histogram{hits, n - hits} }
	always := func(int) bool { return true }
	within := threshold{distance: 0}
	for _, test := range []struct {
		name string
		bins []histogram
		good func(bin int) bool
		want int
	}{
		{"nothing wrongly found", []histogram{of(0, 1e6), of(0, 1e6), of(0, 1e6)}, always, 1},
		{"too many in a low bin", []histogram{of(100, 1e6), of(0, 1e6), of(0, 1e6)}, always, 2},
		{"too many in a middle bin", []histogram{of(0, 1e6), of(100, 1e6), of(0, 1e6)}, always, 4},
		{"a bin too small to tell", []histogram{of(0, 1e6), of(0, 1e6), of(1, 1e5)}, always, 1},
		{"small, and evidently too many", []histogram{of(0, 1e6), of(0, 1e6), of(9, 1e5)}, always, 4},
		{"few enough in each, too many in all", []histogram{of(4, 1e6), of(4, 1e6), of(4, 1e6)}, always, 4},
		{"not good otherwise", []histogram{of(0, 1e6), of(0, 1e6), of(0, 1e6)}, func(b int) bool { return b > 0 }, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := floor(test.bins, within, test.good); got != test.want {
				t.Errorf("from %d features on, want %d", got, test.want)
			}
		})
	}
}
