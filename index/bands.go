package index

import (
	"cmp"

	"github.com/lsh-interop/fpcheck/internal/store/banding"
)

// widest is the number of bits in each slot of a MinHash, unless it is truncated.
const widest = 8

// Bands are B bands of r rows. Two MinHashes are compared if all slots of one band agree (R13.3).
type Bands struct {
	Bands int // B
	Rows  int // r
}

// Recall returns the share of the pairs with a resemblance that agree in a band, and so are found. Both
// are from 0 to 1. Bits is the number of bits in each slot; 0 means 8.
func (b Bands) Recall(resemblance float64, bits int) float64 {
	return banding.Bands(b).Recall(resemblance, cmp.Or(bits, widest))
}

// BandsFor returns the bands with the fewest candidates that reach a recall, from 0 to 1. Recall is the
// share of the pairs that they find, among pairs whose resemblance is the threshold. If no bands reach
// it, BandsFor returns the bands that find most: 128 of one row. Bits is the number of bits in each slot; 0
// means 8.
func BandsFor(threshold, recall float64, bits int) Bands {
	return Bands(banding.For(threshold, recall, cmp.Or(bits, widest)))
}
