// Package interval computes proportions with their confidence intervals.
package interval

import "math"

// Z is the quantile of the normal distribution for intervals of 95 %.
const Z = 1.959963984540054

// A Share is the share that Hits have of N, with an interval of 95 %.
type Share struct {
	Hits, N   int
	Low, High float64
}

// Of returns hits of n with Wilson's score interval (Wilson 1927), without correction for
// continuity. Of n = 0 it is from 0 to 1.
func Of(hits, n int) Share {
	s := Share{Hits: hits, N: n, Low: 0, High: 1}
	if n == 0 {
		return s
	}
	count, rate := float64(n), float64(hits)/float64(n)
	center := rate + Z*Z/(2*count)
	spread := Z * math.Sqrt(rate*(1-rate)/count+Z*Z/(4*count*count))
	scale := 1 + Z*Z/count
	if hits > 0 {
		s.Low = (center - spread) / scale
	}
	if hits < n {
		s.High = (center + spread) / scale
	}
	return s
}

// Rare is Of for what should not happen: if it never did, the interval ends at 3/n, by the rule
// of three (Hanley and Lippman-Hand 1983).
func Rare(hits, n int) Share {
	s := Of(hits, n)
	if hits == 0 && n > 0 {
		s.High = min(1, 3/float64(n))
	}
	return s
}

// Rate is NaN if N is 0.
func (s Share) Rate() float64 { return float64(s.Hits) / float64(s.N) }
