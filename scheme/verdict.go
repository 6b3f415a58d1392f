package scheme

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
	"github.com/lsh-interop/fpcheck/internal/kernel/simhash"
)

// Verdict says how near two documents are by the advice of their scheme.
type Verdict string

// The verdicts.
const (
	Close     Verdict = "close"      // near duplicates
	Loose     Verdict = "loose"      // worth a look
	Different Verdict = "different"  // by all that a fingerprint can tell
	NoVerdict Verdict = "no verdict" // one of them is too short: fewer features than Advice.RefuseBelow
)

// Verdict reads what [Fingerprint.Distance] and [Fingerprint.Similarity] return: the
// similarity if s is a MinHash, the distance if not. It is never [NoVerdict].
func (s *Scheme) Verdict(distance int, similarity float64) Verdict {
	within := func(threshold float64) bool { return float64(distance) <= threshold }
	if s.IsMinHash() {
		within = func(threshold float64) bool { return similarity >= threshold }
	}
	switch {
	case within(s.advice.Close):
		return Close
	case within(s.advice.Loose):
		return Loose
	}
	return Different
}

// Range describes the distances or similarities that have a verdict: "4 to 8 bits".
func (s *Scheme) Range(v Verdict) string {
	a := s.advice
	if s.IsMinHash() {
		return map[Verdict]string{
			Close:     fmt.Sprintf("at least %v", a.Close),
			Loose:     fmt.Sprintf("%v to %v", a.Loose, a.Close),
			Different: fmt.Sprintf("less than %v", a.Loose),
		}[v]
	}
	return map[Verdict]string{
		Close:     fmt.Sprintf("at most %v bits", a.Close),
		Loose:     fmt.Sprintf("%v to %v bits", a.Close+1, a.Loose),
		Different: fmt.Sprintf("more than %v bits", a.Loose),
	}[v]
}

// MaxDistance returns the greatest distance of two fingerprints of s, and what distances
// count: "bits" or "slots".
func (s *Scheme) MaxDistance() (n int, unit string) {
	switch {
	case s.IsMinHash():
		return minhash.Slots, "slots"
	case s.def.Sketch == SimHash128:
		return 2 * simhash.Bits, "bits"
	}
	return simhash.Bits, "bits"
}

// Limits say which documents are similar: all the limits that are set must hold. The zero
// value stands for those of the scheme's advice.
type Limits struct {
	MaxDistance   *int     `json:"max_distance,omitempty"`
	MinSimilarity *float64 `json:"min_similarity,omitempty"`
}

// IsZero reports whether no limit is set.
func (l Limits) IsZero() bool { return l == Limits{} }

// Near returns the limits of near duplicates by the advice of s.
func (s *Scheme) Near() Limits {
	if s.IsMinHash() {
		least := s.advice.Close
		return Limits{MinSimilarity: &least}
	}
	distance := int(s.advice.Close)
	return Limits{MaxDistance: &distance}
}

// Similarity returns the least similarity of fingerprints of s, not truncated, within l.
func (l Limits) Similarity(s *Scheme) (least float64) {
	if l.MaxDistance != nil {
		if most, _ := s.MaxDistance(); s.IsMinHash() {
			least = minhash.Similarity(*l.MaxDistance, 8)
		} else {
			least = 1 - float64(*l.MaxDistance)/float64(most)
		}
	}
	if l.MinSimilarity != nil {
		least = max(least, *l.MinSimilarity)
	}
	return least
}

// Or returns l, or if no limit is set the loose threshold of s.
func (l Limits) Or(s *Scheme) Limits {
	if !l.IsZero() {
		return l
	}
	loose := s.advice.Loose
	if s.IsMinHash() {
		return Limits{MinSimilarity: &loose}
	}
	distance := int(loose)
	return Limits{MaxDistance: &distance}
}

// Allow reports whether fingerprints of that distance and similarity are within l.
func (l Limits) Allow(distance int, similarity float64) bool {
	return (l.MaxDistance == nil || distance <= *l.MaxDistance) &&
		(l.MinSimilarity == nil || similarity >= *l.MinSimilarity)
}

// String returns l as "distance <= 8 and similarity >= 0.9".
func (l Limits) String() string {
	var parts []string
	if l.MaxDistance != nil {
		parts = append(parts, "distance <= "+strconv.Itoa(*l.MaxDistance))
	}
	if l.MinSimilarity != nil {
		parts = append(parts, "similarity >= "+strconv.FormatFloat(*l.MinSimilarity, 'f', -1, 64))
	}
	return strings.Join(parts, " and ")
}
