package index

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// Bands are B bands of r rows: the slots of a MinHash that must agree for two documents to
// be compared (R13.3).
type Bands struct {
	Bands int // B
	Rows  int // r
}

// check returns an error if there are no such bands.
func (b Bands) check() error {
	if b.Bands < 1 || b.Rows < 1 || b.Bands > minhash.Slots/b.Rows {
		return fmt.Errorf("%d bands of %d rows: expected at least 1 of each, and at most %d slots in all",
			b.Bands, b.Rows, minhash.Slots)
	}
	return nil
}

// Keys returns the key of each band of a stored form (R13.3), that of band 0 first. It
// panics if data is no stored form of a MinHash, or has fewer slots than the bands.
func (b Bands) Keys(data []byte) [][]byte {
	width := minhash.Bits(data)
	if err := b.check(); err != nil || width == 0 {
		panic(fmt.Sprintf("index: %d bands of %d rows of %d bytes", b.Bands, b.Rows, len(data)))
	}
	keys := make([][]byte, b.Bands)
	for band := range keys {
		keys[band] = keyAt(data, b.Rows*width*band, b.Rows*width)
	}
	return keys
}

// keyAt returns bits of a sketch as octets.
func keyAt(sketch []byte, from, n int) (key []byte) {
	for ; n > 0; from, n = from+8, n-8 {
		key = append(key, byte(bitsAt(sketch, from, min(8, n))>>56))
	}
	return key
}

// bits returns where in a sketch the key of a band is, in bits: a stored form has its slots
// one after the other, so a key is so many bits of it as they stand.
func (b Bands) bits(band, width int) (from, n int) {
	return band * b.Rows * width, b.Rows * width
}

// bitsAt returns 1 to 64 bits of a sketch, of at least 8 octets, as the highest of a number.
func bitsAt(sketch []byte, from, n int) uint64 {
	at := min(from/8, len(sketch)-8)
	skip := from - 8*at
	v := binary.BigEndian.Uint64(sketch[at:]) << skip
	if skip+n > 64 {
		v |= uint64(sketch[at+8]) >> (8 - skip)
	}
	return v &^ (1<<(64-n) - 1)
}

// hashAt returns bits of a sketch, at least 1, as a number in which all bits depend on all and
// on the seed. Of at most 64 bits different ones have different numbers.
func hashAt(sketch []byte, from, n int, seed uint64) uint64 {
	hash := seed
	for ; n > 64; from, n = from+64, n-64 {
		hash = splitmix.Mix(hash ^ bitsAt(sketch, from, 64))
	}
	return splitmix.Mix(hash ^ bitsAt(sketch, from, n))
}

// sameAt reports whether two sketches have the same bits.
func sameAt(x, y []byte, from, n int) bool {
	for ; n > 64; from, n = from+64, n-64 {
		if bitsAt(x, from, 64) != bitsAt(y, from, 64) {
			return false
		}
	}
	return bitsAt(x, from, n) == bitsAt(y, from, n)
}

// Recall returns the share of pairs of a resemblance that agree in a band, and so are
// candidates: 1 - (1 - p^r)^B, where p is the share of slots that agree. Of b bits a slot,
// those of different elements agree once in 2^b: p = J + (1 - J)/2^b.
func (b Bands) Recall(resemblance float64, bits int) float64 {
	key := math.Pow(agreeing(resemblance, bits), float64(b.Rows))
	return -math.Expm1(float64(b.Bands) * math.Log1p(-key)) // exact where it is small
}

// agreeing returns the share of slots that agree in two documents of a resemblance.
func agreeing(resemblance float64, bits int) float64 {
	return resemblance + (1-resemblance)*math.Ldexp(1, -bits)
}

// BandsFor returns the bands of the most rows, and so of the fewest candidates, that find at
// least the share recall of the pairs whose resemblance is the threshold. Where no bands do,
// it returns those that find most: 128 of one row.
func BandsFor(threshold, recall float64, bits int) Bands {
	for rows := minhash.Slots; rows > 1; rows-- {
		if b := (Bands{minhash.Slots / rows, rows}); b.Recall(threshold, bits) >= recall {
			return b
		}
	}
	return Bands{minhash.Slots, 1}
}
