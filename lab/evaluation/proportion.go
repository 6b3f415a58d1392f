package evaluation

import "github.com/lsh-interop/fpcheck/internal/cli/near/interval"

// proportion is a share as pages write it.
type proportion struct{ interval.Share }

// share is [interval.Of], and rare is [interval.Rare].
func share(hits, n int) proportion { return proportion{interval.Of(hits, n)} }
func rare(hits, n int) proportion  { return proportion{interval.Rare(hits, n)} }

// precision is the share of true pairs among those found, where a share prior of
// all pairs compared is true.
func precision(recall, falsePositives, prior float64) float64 {
	found := prior * recall
	if found == 0 {
		return 0
	}
	return found / (found + (1-prior)*falsePositives)
}
