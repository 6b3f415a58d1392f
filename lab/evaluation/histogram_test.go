package evaluation

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHistogram(t *testing.T) {
	h := histogram{2, 0, 5, 2, 0, 1} // 0 0 2 2 2 2 2 3 3 5
	for _, tt := range []struct {
		p    float64
		want int
		why  string
	}{
		{0, 0, "the least"},
		{.2, 0, "the second of ten"},
		{.21, 2, "the third"},
		{.5, 2, "the fifth"},
		{.7, 2, "the seventh"},
		{.9, 3, "the ninth"},
		{.99, 5, "the tenth"},
		{1, 5, "the greatest"},
	} {
		if got := h.quantile(tt.p); got != tt.want {
			t.Errorf("quantile(%v) = %d, want %d: %s", tt.p, got, tt.want, tt.why)
		}
	}
	for _, tt := range []struct{ distance, want int }{{-1, 0}, {0, 2}, {1, 2}, {2, 7}, {5, 10}, {99, 10}} {
		if got := h.within(tt.distance); got != tt.want {
			t.Errorf("within(%d) = %d, want %d", tt.distance, got, tt.want)
		}
	}
	if got := (histogram{}).quantile(.5); got != -1 {
		t.Errorf("the median of nothing is %d, want -1", got)
	}
	if diff := cmp.Diff(histogram{3, 1, 5, 2, 0, 1}, h.plus(histogram{1, 1})); diff != "" {
		t.Errorf("sum of different lengths (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(histogram{2, 0, 5, 2, 0, 1}, h); diff != "" {
		t.Errorf("plus has changed its receiver (-want +got):\n%s", diff)
	}
}
