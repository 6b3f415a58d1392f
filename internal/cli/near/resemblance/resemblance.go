// Package resemblance computes the exact similarity of texts, which fingerprints are compared with.
// All measures are symmetric, from 0 (nothing in common) to 1.
package resemblance

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/kernel/jenkins"
)

// A Text is a text in a form for comparison.
type Text struct {
	elements []uint64 // ascending, each as often as it weighs
	tokens   []uint64 // their hashes, in order
	sorted   []uint64 // the same, ascending
}

// New returns a text from its tokens (chapter 4 of SPEC.md) in order, and the elements of its
// features (R5.6). The elements must ascend.
func New(tokens []string, elements []uint64) *Text {
	t := &Text{elements: elements, tokens: make([]uint64, len(tokens))}
	for i, token := range tokens {
		t.tokens[i] = jenkins.Sum64([]byte(token))
	}
	t.sorted = slices.Clone(t.tokens)
	slices.Sort(t.sorted)
	return t
}

// It returns the memory of the text in bytes.
func (t *Text) Octets() int64 { return 8 * int64(len(t.elements)+len(t.tokens)+len(t.sorted)) }

// A Measure compares two texts. For two texts without tokens or features it returns 0.
type Measure func(a, b *Text) (float64, error)

// measures are the named measures.
var measures = map[string]Measure{
	"exact":       exact,
	"containment": containment,
	"cosine":      cosine,
	"words":       words,
	"lcs":         subsequence,
}

// Names returns the names of the measures, in byte order.
func Names() []string { return slices.Sorted(maps.Keys(measures)) }

// Lookup returns the measure with a name, or nil.
//
//   - exact: the resemblance of the elements, which MinHash estimates. It is the elements of both
//     as a share of those of either (Broder 1997; for weights, Ioffe 2010).
//   - containment: the elements of both, as a share of those of the smaller text (Broder 1997)
//   - cosine: of the numbers of each token
//   - words: the resemblance of the sets of tokens
//   - lcs: twice the longest common subsequence of the tokens, as a share of all tokens. The error
//     is [ErrTooLong] if both are so long that it is not computed.
func Lookup(name string) Measure { return measures[name] }

// common returns the number of common elements of two ascending lists. Repeated elements count as
// often as both have them.
func common(a, b []uint64) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0], b[0]) {
		case -1:
			a = a[1:]
		case 1:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Of returns the common elements of two texts, as a share of the elements of either. The lists must
// ascend. It is 0 if both are empty.
func Of(a, b []uint64) float64 {
	both := common(a, b)
	return share(both, len(a)+len(b)-both)
}

func exact(a, b *Text) (float64, error) { return Of(a.elements, b.elements), nil }

func containment(a, b *Text) (float64, error) {
	return share(common(a.elements, b.elements), min(len(a.elements), len(b.elements))), nil
}

func words(a, b *Text) (float64, error) {
	x, y := slices.Compact(slices.Clone(a.sorted)), slices.Compact(slices.Clone(b.sorted))
	return Of(x, y), nil
}

// run is a token and how often it occurs.
type run struct {
	token uint64
	count float64
}

// counts returns the runs of ascending tokens, and the sum of the squares of their counts.
func counts(sorted []uint64) (runs []run, squares float64) {
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		n := float64(to - from)
		runs = append(runs, run{sorted[from], n})
		squares += n * n
		from = to
	}
	return runs, squares
}

func cosine(a, b *Text) (float64, error) {
	x, xs := counts(a.sorted)
	y, ys := counts(b.sorted)
	if xs == 0 || ys == 0 {
		return 0, nil
	}
	product := 0.
	for len(x) > 0 && len(y) > 0 {
		switch cmp.Compare(x[0].token, y[0].token) {
		case -1:
			x = x[1:]
		case 1:
			y = y[1:]
		default:
			product += x[0].count * y[0].count
			x, y = x[1:], y[1:]
		}
	}
	if product*product == xs*ys { // one is a multiple of the other; the root would round
		return 1, nil
	}
	return min(product/math.Sqrt(xs)/math.Sqrt(ys), math.Nextafter(1, 0)), nil
}

// ErrTooLong means that two texts are too long for their longest common subsequence.
var ErrTooLong = errors.New("too long for a longest common subsequence")

// mostCells bounds the product of the lengths: 2^34 takes a third of a second.
const mostCells = 1 << 34

func subsequence(a, b *Text) (float64, error) {
	n, err := longest(a.tokens, b.tokens)
	return share(2*n, len(a.tokens)+len(b.tokens)), err
}

// longest returns the length of the longest common subsequence. It processes 64 cells at a time
// (Crochemore, Iliopoulos, Pinzon and Reid 2001). A bit of the column is 0 where the length grows.
func longest(a, b []uint64) (n int, err error) {
	if int64(len(a))*int64(len(b)) > mostCells {
		return 0, fmt.Errorf("%w: %d and %d words: expected a product of at most 2^34", ErrTooLong, len(a), len(b))
	}
	if len(a) > len(b) {
		a, b = b, a // a shorter column
	}
	places := make(map[uint64][]int, len(a))
	for i, token := range a {
		places[token] = append(places[token], i)
	}
	column := make([]uint64, (len(a)+63)/64)
	for i := range column {
		column[i] = ^uint64(0)
	}
	matches := make([]uint64, len(column))
	for _, token := range b {
		at := places[token]
		if at == nil {
			continue
		}
		for _, i := range at {
			matches[i/64] |= 1 << (i % 64)
		}
		var carry uint64
		for i := at[0] / 64; i < len(column); i++ { // nothing matches before it
			v := column[i]
			u := v & matches[i]
			sum, c := bits.Add64(v, u, carry)
			column[i], carry = sum|v&^u, c
		}
		for _, i := range at {
			matches[i/64] = 0
		}
	}
	for i := range a {
		if column[i/64]>>(i%64)&1 == 0 {
			n++
		}
	}
	return n, nil
}
