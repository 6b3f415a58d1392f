package scheme

import (
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/kernel/minhash"
)

// Advice says how to read the distances of fingerprints of a SimHash scheme, or the similarities
// of a MinHash scheme. It is not part of the scheme, and changes with new measurements.
type Advice struct {
	// Close is the largest distance in bits, or the least similarity, of near duplicates.
	Close float64 `yaml:"close" json:"close"`
	// Loose is the largest distance in bits, or the least similarity, of texts worth a look.
	Loose float64 `yaml:"loose" json:"loose"`
	// WarnBelow is the number of features below which a verdict is doubtful.
	WarnBelow int `yaml:"warn-below" json:"warn_below"`
	// RefuseBelow is the number of features below which there is no verdict.
	RefuseBelow int `yaml:"refuse-below" json:"refuse_below"`
}

// The advice of schemes without measurements.
var (
	unmeasuredSimHash = Advice{Close: 3, Loose: 8, WarnBelow: 64, RefuseBelow: 8} // of 64 bits
	unmeasuredMinHash = Advice{Close: 0.8, Loose: 0.5, WarnBelow: 64, RefuseBelow: 8}
)

// Advice returns how to read the distances or similarities of s.
func (s *Scheme) Advice() Advice { return s.advice }

// A Verdict says how near two documents are by the advice of their scheme.
type Verdict string

// The verdicts.
const (
	Close     Verdict = "close"      // near duplicates
	Loose     Verdict = "loose"      // worth a look
	Different Verdict = "different"  // beyond both thresholds
	NoVerdict Verdict = "no verdict" // one of them has fewer features than Advice.RefuseBelow
)

// Verdict reads the results of [Fingerprint.Distance] and [Fingerprint.Similarity]: the similarity
// if s is a MinHash, the distance if not. It never returns [NoVerdict].
func (s *Scheme) Verdict(distance int, similarity float64) Verdict {
	for _, v := range []Verdict{Close, Loose} {
		if s.Thresholds(v).Allow(distance, similarity) {
			return v
		}
	}
	return Different
}

// Thresholds returns the thresholds for [Close] or [Loose] by the advice of s. For other verdicts
// there are none, and it returns the zero value.
func (s *Scheme) Thresholds(v Verdict) Thresholds {
	threshold := s.advice.Close
	switch v {
	case Close:
	case Loose:
		threshold = s.advice.Loose
	default:
		return Thresholds{}
	}
	if s.minHash {
		return AtLeast(threshold)
	}
	return AtMost(int(threshold))
}

// Thresholds say which fingerprints are similar: those within all thresholds that are set. The
// zero value sets none.
type Thresholds struct {
	MaxDistance   *int     `json:"max_distance,omitempty"`   // in bits of a SimHash, slots of a MinHash
	MinSimilarity *float64 `json:"min_similarity,omitempty"` // from 0 to 1
}

// AtMost returns thresholds that allow distances up to a number of bits, or of slots for MinHashes.
func AtMost(distance int) Thresholds { return Thresholds{MaxDistance: &distance} }

// AtLeast returns thresholds that allow similarities from a number on, which is from 0 to 1.
func AtLeast(similarity float64) Thresholds { return Thresholds{MinSimilarity: &similarity} }

// Or returns t, or other if t is zero.
func (t Thresholds) Or(other Thresholds) Thresholds {
	if t == (Thresholds{}) {
		return other
	}
	return t
}

// Similarity returns the least similarity that t allows for fingerprints of s that are not
// truncated.
func (t Thresholds) Similarity(s *Scheme) (least float64) {
	if t.MaxDistance != nil {
		if s.minHash {
			least = minhash.Similarity(*t.MaxDistance, 8)
		} else {
			least = 1 - float64(*t.MaxDistance)/float64(s.MaxDistance())
		}
	}
	if t.MinSimilarity != nil {
		least = max(least, *t.MinSimilarity)
	}
	return least
}

// Allow reports whether two fingerprints with a distance and a similarity are within t.
func (t Thresholds) Allow(distance int, similarity float64) bool {
	return (t.MaxDistance == nil || distance <= *t.MaxDistance) &&
		(t.MinSimilarity == nil || similarity >= *t.MinSimilarity)
}

// String returns t in the form "distance <= 8 and similarity >= 0.9".
func (t Thresholds) String() string {
	var parts []string
	if t.MaxDistance != nil {
		parts = append(parts, "distance <= "+strconv.Itoa(*t.MaxDistance))
	}
	if t.MinSimilarity != nil {
		parts = append(parts, "similarity >= "+strconv.FormatFloat(*t.MinSimilarity, 'f', -1, 64))
	}
	return strings.Join(parts, " and ")
}
