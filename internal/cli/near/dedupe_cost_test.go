package near

import (
	"testing"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/engine/bandkey"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// Only what takes long is warned of before it begins.
func TestExpectedPairs(t *testing.T) {
	for _, row := range []struct {
		documents  int
		similarity float64
		warns      bool
		why        string
	}{
		{100_000, .85, false, "the default takes two seconds"},
		{100_000, .3, true, "nearly each document with each other took minutes"},
		{3000, .3, false, "a few million pairs take no time"},
		{1, .3, false, "there is no pair"},
		{50_000_000, .85, false, "a corpus of the usual kind"},
	} {
		b := index.BandsFor(row.similarity, bandkey.DefaultRecall, 8)
		pairs := expectedPairs(row.documents, row.similarity, bandkey.DefaultRecall, banding.Bands(b), 8)
		if (pairs >= silentPairs) != row.warns {
			t.Errorf("%d documents, similarity %v: %g pairs: %s", row.documents, row.similarity, pairs, row.why)
		}
	}
	if n := expectedPairs(100_000, .3, bandkey.DefaultRecall, banding.Bands{}, 1); n != 0 {
		t.Errorf("without bands: %g pairs, expected 0", n)
	}
}
