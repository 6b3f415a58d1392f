package evaluation

import "github.com/lsh-interop/fpcheck/internal/cli/near/interval"

// proportion is a share as pages write it.
type proportion struct{ interval.Share }

// share is [interval.Of].
func share(hits, n int) proportion { return proportion{interval.Of(hits, n)} }

// rare is like share for what should not happen. If hits is 0, the interval ends at 3/n: the rule of
// three (Hanley and Lippman-Hand 1983).
func rare(hits, n int) proportion {
	p := share(hits, n)
	if hits == 0 && n > 0 {
		p.High = min(1, 3/float64(n))
	}
	return p
}

// precision is the share of true pairs among those found, where a share prior of
// all pairs compared is true.
func precision(recall, falsePositives, prior float64) float64 {
	found := prior * recall
	if found == 0 {
		return 0
	}
	return found / (found + (1-prior)*falsePositives)
}
