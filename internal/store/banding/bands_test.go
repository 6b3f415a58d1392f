package banding_test

import (
	"math"
	"testing"

	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// Worked examples of the literature. MMDS is Leskovec, Rajaraman and Ullman, Mining of Massive
// Datasets, chapter 3.
func TestRecall(t *testing.T) {
	for _, test := range []struct {
		bands, rows, bits int
		resemblance       float64
		want, within      float64
		why               string
	}{
		{20, 5, 52, .8, .9996, .0001, "MMDS, example 3.11: of documents that are 80 % similar one pair in 3,000 is missed"},
		{20, 5, 52, .2, .006, .0005, "MMDS, figure 3.8"},
		{20, 5, 52, .5, .470, .0005, "MMDS, figure 3.8: the threshold is near (1/b)^(1/r) = .55"},
		{20, 5, 52, .5493, .6415, .0005, "at (1/b)^(1/r) = .549 all but (1 - 1/b)^b of the pairs are found"},
		{20, 5, 52, .5088, .5, .0005, "half of the pairs are found near .51"},
		{16, 8, 1, 0, .06, .005, "of 1 bit a slot 6 % of unrelated pairs are candidates"},
		{1, 1, 8, 0, 1. / 256, 1e-9, "of 8 bits a slot one pair of different elements in 256 agrees"},
		{128, 1, 8, 1, 1, 0, "copies agree in every band"},
	} {
		b := banding.Bands{Bands: test.bands, Rows: test.rows}
		if got := b.Recall(test.resemblance, test.bits); math.Abs(got-test.want) > test.within {
			t.Errorf("%+v at %v, %d bits: %v, want %v: %s", b, test.resemblance, test.bits, got, test.want, test.why)
		}
	}
}

func TestFor(t *testing.T) {
	for _, test := range []struct {
		threshold, recall float64
		want              banding.Bands
		why               string
	}{
		{.8, .995, banding.Bands{Bands: 21, Rows: 6}, "six rows find .998, seven .978"},
		{1, 1, banding.Bands{Bands: 1, Rows: 128}, "of copies one band is enough"},
		{0, 1, banding.Bands{Bands: 128, Rows: 1}, "what has nothing in common no bands find for certain"},
	} {
		got := banding.For(test.threshold, test.recall, 8)
		if got != test.want {
			t.Errorf("For(%v, %v) = %+v, want %+v: %s", test.threshold, test.recall, got, test.want, test.why)
		}
		if more := (banding.Bands{Bands: 128 / (got.Rows + 1), Rows: got.Rows + 1}); got.Rows < 128 && more.Recall(test.threshold, 8) >= test.recall {
			t.Errorf("%+v would do for %v", more, test.threshold)
		}
	}
}

// Different keys have hashes whose lower halves are different, whatever the seed.
func TestExactHashAt(t *testing.T) {
	sketch := make([]byte, 16)
	for _, from := range []int{0, 16, 112} {
		seen := make(map[uint32]bool)
		for key := range 1 << 16 {
			sketch[from/8], sketch[from/8+1] = byte(key>>8), byte(key)
			seen[uint32(banding.ExactHashAt(sketch, from, 16, 5<<32|7))] = true
		}
		if len(seen) != 1<<16 {
			t.Errorf("keys of 16 bits from bit %d: %d hashes, want %d", from, len(seen), 1<<16)
		}
	}
}
