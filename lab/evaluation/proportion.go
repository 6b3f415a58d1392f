package evaluation

import "math"

// z is the quantile of the normal distribution for intervals of 95 %.
const z = 1.959963984540054

// proportion is a share of some n, with an interval of 95 %.
type proportion struct {
	hits, n   int
	low, high float64
}

// share returns hits of n with Wilson's score interval (Wilson 1927), without
// correction for continuity.
func share(hits, n int) proportion {
	p := proportion{hits: hits, n: n, low: 0, high: 1}
	if n == 0 {
		return p
	}
	count, rate := float64(n), float64(hits)/float64(n)
	center := rate + z*z/(2*count)
	spread := z * math.Sqrt(rate*(1-rate)/count+z*z/(4*count*count))
	scale := 1 + z*z/count
	if hits > 0 {
		p.low = (center - spread) / scale
	}
	if hits < n {
		p.high = (center + spread) / scale
	}
	return p
}

// rare is share for what should not happen: if it never did, the interval ends at
// 3/n, by the rule of three (Hanley and Lippman-Hand 1983).
func rare(hits, n int) proportion {
	p := share(hits, n)
	if hits == 0 && n > 0 {
		p.high = min(1, 3/float64(n))
	}
	return p
}

// rate is NaN if n is 0.
func (p proportion) rate() float64 { return float64(p.hits) / float64(p.n) }

// precision is the share of true pairs among those found, where a share prior of
// all pairs compared is true.
func precision(recall, falsePositives, prior float64) float64 {
	found := prior * recall
	if found == 0 {
		return 0
	}
	return found / (found + (1-prior)*falsePositives)
}
