package evaluation

import "math"

// histogram counts pairs by their distance, of bits or slots.
type histogram []int

func (h histogram) total() int {
	n := 0
	for _, c := range h {
		n += c
	}
	return n
}

// within counts the pairs that are at most so far apart.
func (h histogram) within(distance int) int {
	n := 0
	for d := 0; d <= distance && d < len(h); d++ {
		n += h[d]
	}
	return n
}

// quantile is the least distance that a share p of the pairs does not exceed: the
// nearest-rank quantile. Of no pairs it is -1.
func (h histogram) quantile(p float64) int {
	total := h.total()
	if total == 0 {
		return -1
	}
	rank := max(1, int(math.Ceil(p*float64(total))))
	n := 0
	for d, c := range h {
		if n += c; n >= rank {
			return d
		}
	}
	return -1 // p is at most 1
}

// plus returns the sum of two histograms. Either may be nil.
func (h histogram) plus(o histogram) histogram {
	sum := make(histogram, max(len(h), len(o)))
	for d, c := range h {
		sum[d] += c
	}
	for d, c := range o {
		sum[d] += c
	}
	return sum
}
