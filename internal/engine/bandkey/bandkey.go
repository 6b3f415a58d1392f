// Package bandkey writes keys that near fingerprints share, so that any system that compares strings for
// equality can find candidates. A key names its scheme, profile, layout and number:
//
//	mh1_21x6_07_ri7xsvxdyq     band 7 of 21 bands of 6 slots (R13.3)
//	sm1.main_4x1_3_q2sa         the last of 4 blocks of 16 bits, profile main
//
// Keys have only lower-case letters, digits, "_", "-" and ".". They need no escape in URLs and file names.
package bandkey

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/encode"
	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/internal/store/banding"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A Layout says which parts of a sketch become keys. For a MinHash these are Parts bands of Each slots. A
// SimHash is cut into Parts blocks of bits, and each choice of Each blocks is a key. Two fingerprints
// within Parts - Each bits agree in at least Each blocks. So they share a key.
type Layout struct {
	Parts, Each int
}

// DefaultRecall is the share of the pairs at the threshold that bands find. They find more of nearer pairs.
const DefaultRecall = .9995

const (
	// MostKeys is the largest number of keys of a fingerprint.
	MostKeys = 128
	// leastBits is the length of SimHash keys that For asks for. Of 100,000 documents, about 24 then share
	// a key by chance.
	leastBits = 12
)

// Parse reads a layout in the form 21x6.
func Parse(text string) (l Layout, err error) {
	parts, each, ok := strings.Cut(text, "x")
	if ok {
		if l.Parts, err = strconv.Atoi(parts); err == nil {
			l.Each, err = strconv.Atoi(each)
		}
	}
	if !ok || err != nil {
		return Layout{}, fmt.Errorf("%q: expected bands and rows, such as 16x8", text)
	}
	return l, nil
}

// String returns the layout in the form 21x6.
func (l Layout) String() string { return fmt.Sprintf("%dx%d", l.Parts, l.Each) }

// For returns the layout that finds what is within thresholds, as an index does. Zero thresholds mean the
// advice of s. Bits is the number of bits in each slot of a MinHash. Recall is the share of its pairs to
// find at the threshold.
//
// For a SimHash it returns the fewest keys of 12 bits or more. If that takes more than [MostKeys] keys, it
// returns the longest keys.
func For(s *scheme.Scheme, bits int, within scheme.Thresholds, recall float64) (Layout, error) {
	tables := index.TablesFor(s, bits, within, recall)
	if s.IsMinHash() {
		return Layout{tables.Bands.Bands, tables.Bands.Rows}, nil
	}
	size := s.MaxDistance()
	if tables.Distance >= size {
		return Layout{}, fmt.Errorf("%s: any two fingerprints are within %d bits: expected a smaller distance",
			s.ID(), tables.Distance)
	}
	var best Layout
	for each := 1; ; each++ {
		l := Layout{tables.Distance + each, each}
		if l.Parts > size || l.choices() > MostKeys {
			break
		}
		if best = l; l.shortest(size) >= leastBits {
			break
		}
	}
	return best, nil
}

// shortest returns the number of bits in the shortest key of a sketch of size bits.
func (l Layout) shortest(size int) int {
	short := l.Parts - size%l.Parts // blocks without an extra bit
	return l.Each*(size/l.Parts) + max(0, l.Each-short)
}

// choices returns the number of choices of Each blocks, or more than MostKeys.
func (l Layout) choices() int {
	n := 1
	for i := range min(l.Each, l.Parts-l.Each) {
		if n = n * (l.Parts - i) / (i + 1); n > MostKeys {
			break
		}
	}
	return n
}

// Check returns an error if fingerprints of s have no such layout.
func (l Layout) Check(s *scheme.Scheme) error {
	if s.IsMinHash() {
		return banding.Bands{Bands: l.Parts, Rows: l.Each}.Check()
	}
	switch size := s.MaxDistance(); {
	case l.Parts < 1 || l.Each < 1 || l.Each > l.Parts || l.Parts > size:
		return fmt.Errorf("%s: expected at most %d blocks of %s, and to choose no more than there are, such as 4x1",
			l, size, s.ID())
	case l.choices() > MostKeys:
		return fmt.Errorf("%s: more than %d choices of blocks of %s: expected fewer, such as 4x1", l, MostKeys, s.ID())
	}
	return nil
}

// errZero is the panic of Keys.
var errZero = errors.New("bandkey: a fingerprint without a scheme, or a layout that Check refuses")

// Keys returns the keys of a fingerprint, in the order of their numbers. It panics if [Layout.Check]
// refuses the layout.
func (l Layout) Keys(f scheme.Fingerprint) []string {
	if f.IsZero() || l.Check(f.Scheme()) != nil {
		panic(errZero)
	}
	name, _, _ := strings.Cut(f.String(), ":") // with the profile
	var data [][]byte
	if f.Scheme().IsMinHash() {
		data = banding.Bands{Bands: l.Parts, Rows: l.Each}.Keys(f.Sketch())
	} else {
		data = l.blockKeys(f.Sketch())
	}
	width := len(strconv.Itoa(len(data) - 1))
	keys := make([]string, len(data))
	for i, d := range data {
		_, written, _ := strings.Cut(encode.Parts{Data: d}.String(), ":") // R8.2
		keys[i] = fmt.Sprintf("%s_%s_%0*d_%s", name, l, width, i, written)
	}
	return keys
}

// blockKeys returns the blocks of each choice, in lexicographic order of the choices.
func (l Layout) blockKeys(sketch []byte) (keys [][]byte) {
	chosen := make([]int, 0, l.Each)
	var choose func(from int)
	choose = func(from int) {
		if len(chosen) == l.Each {
			keys = append(keys, l.join(sketch, chosen))
			return
		}
		for b := from; b <= l.Parts-(l.Each-len(chosen)); b++ {
			chosen = append(chosen, b)
			choose(b + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0)
	return keys
}

// join returns the bits of blocks one after the other, the highest first. Zero bits fill the last byte. All
// blocks have the same length, or the first ones have one bit more.
func (l Layout) join(sketch []byte, blocks []int) []byte {
	size := 8 * len(sketch)
	length, longer := size/l.Parts, size%l.Parts
	var bits strings.Builder
	for _, b := range blocks {
		from := b*length + min(b, longer)
		to := from + length
		if b < longer {
			to++
		}
		for i := from; i < to; i++ {
			bits.WriteByte(sketch[i/8] >> (7 - i%8) & 1)
		}
	}
	all := bits.String()
	key := make([]byte, (len(all)+7)/8)
	for i := range len(all) {
		key[i/8] |= all[i] << (7 - i%8)
	}
	return key
}
