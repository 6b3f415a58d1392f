// Package banding finds the MinHashes that agree in a band of slots (R13.3). It keeps them in tables that
// may be mapped from a file, and plans such tables.
//
//	bands := banding.For(0.8, 0.99, 8)
//	err := bands.WriteTables(ctx, f, 8, len(sketches), at, memory)
//	tables, err := bands.OpenTables(8, len(sketches), content)
//	places, cut := tables.Candidates(nil, query, 1000)
package banding

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// Bands are B bands of r rows. Two documents are compared if all slots of one band agree (R13.3).
type Bands struct {
	Bands int // B
	Rows  int // r
}

// MostDocuments is the largest number of documents of tables, whose numbers have 32 bits.
const MostDocuments = math.MaxUint32 - 1

// Check returns an error if a MinHash does not have that many slots.
func (b Bands) Check() error {
	if b.Bands < 1 || b.Rows < 1 || b.Bands > minhash.Slots/b.Rows {
		return fmt.Errorf("%d bands of %d rows: expected at least 1 of each, and at most %d slots in all",
			b.Bands, b.Rows, minhash.Slots)
	}
	return nil
}

// Keys returns the key of each band of a stored form (R13.3), in the order of the bands. It panics if
// data is not a stored form of a MinHash, or has fewer slots than the bands.
func (b Bands) Keys(data []byte) [][]byte {
	width := minhash.Bits(data)
	if err := b.Check(); err != nil || width == 0 {
		panic(fmt.Sprintf("banding: %d bands of %d rows of %d bytes", b.Bands, b.Rows, len(data)))
	}
	keys := make([][]byte, b.Bands)
	for band := range keys {
		keys[band] = keyAt(data, b.Rows*width*band, b.Rows*width)
	}
	return keys
}

func keyAt(sketch []byte, from, n int) (key []byte) {
	for ; n > 0; from, n = from+8, n-8 {
		key = append(key, byte(bitsAt(sketch, from, min(8, n))>>56))
	}
	return key
}

// Bits returns the first bit of the key of a band in a sketch, and its number of bits. The slots of a
// stored form follow each other, so a key is a range of bits.
func (b Bands) Bits(band, width int) (from, n int) {
	return band * b.Rows * width, b.Rows * width
}

// bitsAt returns 1 to 64 bits of a sketch, of at least 8 bytes, as the highest of a number.
func bitsAt(sketch []byte, from, n int) uint64 {
	at := min(from/8, len(sketch)-8)
	skip := from - 8*at
	v := binary.BigEndian.Uint64(sketch[at:]) << skip
	if skip+n > 64 {
		v |= uint64(sketch[at+8]) >> (8 - skip)
	}
	return v &^ (1<<(64-n) - 1)
}

// HashAt returns a hash of n bits of a sketch, n at least 1. All its bits depend on all of these and
// on the seed. Different keys of at most 64 bits have different hashes.
func HashAt(sketch []byte, from, n int, seed uint64) uint64 {
	hash := seed
	for ; n > 64; from, n = from+64, n-64 {
		hash = splitmix.Mix(hash ^ bitsAt(sketch, from, 64))
	}
	return splitmix.Mix(hash ^ bitsAt(sketch, from, n))
}

// MostExact is the most bits of a key that [ExactHashAt] hashes.
const MostExact = 32

// ExactHashAt is like [HashAt], but the lower half of the hash is different for different keys. It is the
// finaliser of MurmurHash3, which permutes numbers of 32 bits.
func ExactHashAt(sketch []byte, from, n int, seed uint64) uint64 {
	h := uint32(bitsAt(sketch, from, n)>>32) ^ uint32(seed)
	h = (h ^ h>>16) * 0x85EBCA6B
	h = (h ^ h>>13) * 0xC2B2AE35
	h ^= h >> 16
	return uint64(bits.RotateLeft32(h, 16))<<32 | uint64(h)
}

// SameAt reports whether n bits of two sketches are equal.
func SameAt(x, y []byte, from, n int) bool {
	for ; n > 64; from, n = from+64, n-64 {
		if bitsAt(x, from, 64) != bitsAt(y, from, 64) {
			return false
		}
	}
	return bitsAt(x, from, n) == bitsAt(y, from, n)
}

// Recall returns the share of the pairs with a resemblance that agree in a band, and so are candidates. It
// is 1 - (1 - p^r)^B, where p is the share of slots that agree. Slots of b bits agree by chance once in
// 2^b, so p = J + (1 - J)/2^b.
func (b Bands) Recall(resemblance float64, bits int) float64 {
	key := math.Pow(agreeing(resemblance, bits), float64(b.Rows))
	return -math.Expm1(float64(b.Bands) * math.Log1p(-key)) // exact where it is small
}

// agreeing returns the share of slots that agree in two documents with a resemblance.
func agreeing(resemblance float64, bits int) float64 {
	return resemblance + (1-resemblance)*math.Ldexp(1, -bits)
}

// For returns the bands with the most rows, and so the fewest candidates, that reach a recall. Recall is
// the share of the pairs that they find, among pairs whose resemblance is the threshold. If no bands reach
// it, For returns the bands that find most: 128 of one row.
func For(threshold, recall float64, bits int) Bands {
	for rows := minhash.Slots; rows > 1; rows-- {
		if b := (Bands{minhash.Slots / rows, rows}); b.Recall(threshold, bits) >= recall {
			return b
		}
	}
	return Bands{minhash.Slots, 1}
}
