package index

import "github.com/lsh-interop/fpcheck/internal/store/banding"

// Bands are B bands of r rows. Two MinHashes are compared if all slots of one band agree (R13.3).
type Bands struct {
	Bands int // B
	Rows  int // r
}

// Recall returns the share of the pairs with a resemblance, from 0 to 1, that agree in a band and so
// are found. It is for MinHashes with a number of bits in each slot.
func (b Bands) Recall(resemblance float64, bits int) float64 {
	return banding.Bands(b).Recall(resemblance, bits)
}

// BandsFor returns the bands with the fewest candidates that find at least the share recall of the
// pairs whose resemblance is the threshold, both from 0 to 1. If no bands do, it returns the bands
// that find most: 128 of one row.
func BandsFor(threshold, recall float64, bits int) Bands {
	return Bands(banding.For(threshold, recall, bits))
}
