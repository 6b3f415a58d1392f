// Package curve measures how well a score separates related pairs from unrelated ones, at each
// threshold and over all thresholds.
package curve

import (
	"cmp"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/internal/cli/near/interval"
)

// A Curve has a step for each score that pairs have, the highest first.
type Curve []Step

// A Step has the pairs with one score.
type Step struct {
	Score              float64
	Related, Unrelated int
}

// Of returns the curve of scores. None may be NaN.
func Of(related, unrelated []float64) Curve {
	var c Curve
	for _, s := range related {
		c = append(c, Step{s, 1, 0})
	}
	for _, s := range unrelated {
		c = append(c, Step{s, 0, 1})
	}
	slices.SortFunc(c, func(x, y Step) int { return cmp.Compare(y.Score, x.Score) })
	steps := c[:0]
	for _, s := range c {
		if n := len(steps); n > 0 && steps[n-1].Score == s.Score {
			steps[n-1].Related += s.Related
			steps[n-1].Unrelated += s.Unrelated
		} else {
			steps = append(steps, s)
		}
	}
	return steps
}

// Pairs returns the numbers of pairs.
func (c Curve) Pairs() (related, unrelated int) {
	for _, s := range c {
		related += s.Related
		unrelated += s.Unrelated
	}
	return related, unrelated
}

// A Point is the result of finding all pairs with at least a score.
type Point struct {
	Threshold float64
	Precision interval.Share // of those found, the related
	Recall    interval.Share // of the related, those found
}

// F1 returns the harmonic mean of precision and recall: NaN if there are no related pairs.
func (p Point) F1() float64 {
	return 2 * float64(p.Recall.Hits) / float64(p.Precision.N+p.Recall.N)
}

// Points returns a point for each step.
func (c Curve) Points() []Point {
	points := make([]Point, len(c))
	all, _ := c.Pairs()
	related, found := 0, 0
	for i, s := range c {
		related += s.Related
		found += s.Related + s.Unrelated
		points[i] = Point{s.Score, interval.Of(related, found), interval.Of(related, all)}
	}
	return points
}

// At returns the result for any threshold.
func (c Curve) At(threshold float64) Point {
	all, _ := c.Pairs()
	related, found := 0, 0
	for _, s := range c {
		if s.Score < threshold {
			break
		}
		related += s.Related
		found += s.Related + s.Unrelated
	}
	return Point{threshold, interval.Of(related, found), interval.Of(related, all)}
}

// AveragePrecision returns the mean of the precision over the related pairs, each at its own score.
// This is the area under the steps of precision over recall. It is NaN without related pairs.
func (c Curve) AveragePrecision() float64 {
	sum, all := 0., 0
	for i, p := range c.Points() {
		sum += float64(c[i].Related) * p.Precision.Rate()
		all += c[i].Related
	}
	return sum / float64(all)
}

// An Area is the area under a ROC curve. It is the probability that a related pair has a higher
// score than an unrelated one; a tie counts half.
type Area struct{ Value, Low, High float64 }

// Area returns the area and its interval of 95 % by DeLong, DeLong and Clarke-Pearson (1988). With
// fewer than two pairs on either side, all is NaN.
func (c Curve) Area() Area {
	related, unrelated := c.Pairs()
	m, n := float64(related), float64(unrelated)
	if m < 2 || n < 2 {
		return Area{math.NaN(), math.NaN(), math.NaN()}
	}
	// lower[i] is the share of unrelated pairs with a lower score. higher[i] is the share of related
	// pairs with a higher score. Pairs with the same score count half.
	value, lower, higher := 0., make([]float64, len(c)), make([]float64, len(c))
	below, above := n, 0.
	for i, s := range c {
		below -= float64(s.Unrelated)
		lower[i] = (below + float64(s.Unrelated)/2) / n
		higher[i] = (above + float64(s.Related)/2) / m
		above += float64(s.Related)
		value += float64(s.Related) * lower[i] / m
	}
	var ofRelated, ofUnrelated float64
	for i, s := range c {
		ofRelated += float64(s.Related) * (lower[i] - value) * (lower[i] - value)
		ofUnrelated += float64(s.Unrelated) * (higher[i] - value) * (higher[i] - value)
	}
	spread := interval.Z * math.Sqrt(ofRelated/(m-1)/m+ofUnrelated/(n-1)/n)
	return Area{value, max(0, value-spread), min(1, value+spread)}
}

// Precise returns the point with the greatest recall among those with at least a precision, and
// whether there is one.
func (c Curve) Precise(precision float64) (best Point, ok bool) {
	for _, p := range c.Points() {
		if p.Precision.Rate() >= precision {
			best, ok = p, true
		}
	}
	return best, ok
}

// Complete returns the highest threshold that finds at least a share of the related pairs, and
// whether there is one.
func (c Curve) Complete(recall float64) (Point, bool) {
	for _, p := range c.Points() {
		if p.Recall.Rate() >= recall {
			return p, true
		}
	}
	return Point{}, false
}

// Best returns the point with the greatest F1. Of several, it has the highest threshold.
func (c Curve) Best() (best Point, ok bool) {
	for _, p := range c.Points() {
		if f := p.F1(); !math.IsNaN(f) && (!ok || f > best.F1()) {
			best, ok = p, true
		}
	}
	return best, ok
}
