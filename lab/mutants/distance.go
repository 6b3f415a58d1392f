package mutants

import (
	"errors"
	"math"
	"math/bits"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
	"github.com/lsh-interop/fpcheck/scheme"
)

// comparing replaces which fingerprints are compared.
func comparing(is func(a, b rules.Fingerprint) bool) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Comparison.Comparable = is }
}

// alike replaces the similarity of two SimHashes.
func alike(similarity func(distance int) float64) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Comparison.Similarity = similarity }
}

// slotsApart replaces the distance of two MinHashes, without what follows from their
// widths.
func slotsApart(distance func(a, b []byte, width int) int) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		r.Comparison.Slots = func(a, b []byte) (n, width int) {
			width = min(rules.Width(a), rules.Width(b))
			return distance(a, b, width), width
		}
	}
}

// truncatedApart replaces the distance of the slots of two MinHashes of one width.
func truncatedApart(distance func(a, b []byte, width int) int) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		truncate := r.MinHash.Truncate
		slotsApart(func(a, b []byte, width int) int {
			return distance(rules.Unpack(truncate(a, width)), rules.Unpack(truncate(b, width)), width)
		})(r)
	}
}

// estimating replaces the similarity of two MinHashes with a number of equal slots of a width.
func estimating(similarity func(equal, width int) float64) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Comparison.Resemblance = similarity }
}

// distanceMutants are the mutants of chapter 10.
func distanceMutants() []Mutant {
	return []Mutant{
		{
			Name: "profile-not-compared", Rule: "R10.1",
			Mistake: "compares fingerprints of different profiles",
			replace: comparing(func(a, b rules.Fingerprint) bool { return a.Scheme[:3] == b.Scheme[:3] }),
		},
		{
			Name: "incomparable-is-far", Rule: "R10.1",
			Mistake: "gives what cannot be compared the greatest distance in place of an error",
			mutate: func(p *port.Port) {
				compare := p.Compare
				p.Compare = func(a, b string) (int, float64, error) {
					d, similarity, err := compare(a, b)
					if errors.Is(err, scheme.ErrNotComparable) {
						return 64, 0, nil
					}
					return d, similarity, err
				}
			},
		},
		{
			Name: "visible-compared-only", Rule: "R10.1",
			Mistake: "refuses to compare fingerprints of any other profile, the same one too",
			replace: func(r *rules.Rules) {
				comparable := r.Comparison.Comparable
				r.Comparison.Comparable = func(a, b rules.Fingerprint) bool {
					return comparable(a, b) && a.Profile == "visible"
				}
			},
		},
		{
			Name: "equal-strings-compared", Rule: "R10.1",
			Mistake: "takes the distance of equal strings for 0 before it looks whether they are fingerprints",
			mutate: func(p *port.Port) {
				compare := p.Compare
				p.Compare = func(a, b string) (int, float64, error) {
					if a == b {
						return 0, 1, nil
					}
					return compare(a, b)
				}
			},
		},
		{
			Name: "schemes-not-compared", Rule: "R10.1", Scheme: "sm1",
			Mistake: "compares whatever has data of one length",
			replace: comparing(func(a, b rules.Fingerprint) bool {
				return len(a.Sketch) == len(b.Sketch) && a.Profile == b.Profile
			}),
		},
		{
			Name: "minhashes-compared", Rule: "R10.1", Scheme: "mh1",
			Mistake: "compares any two MinHashes",
			replace: comparing(func(a, b rules.Fingerprint) bool {
				return a.Scheme[0] == b.Scheme[0] && a.Profile == b.Profile
			}),
		},
		{
			Name: "widths-not-comparable", Rule: "R10.1", Scheme: "mh1",
			Mistake: "takes forms of different widths for different schemes",
			replace: comparing(func(a, b rules.Fingerprint) bool {
				return a.Scheme == b.Scheme && a.Profile == b.Profile
			}),
		},
		{
			Name: "width-rejected-is-cut", Rule: "R10.1", Scheme: "mh1",
			Mistake: "compares what data there are, of whatever length, without looking at the names",
			replace: func(r *rules.Rules) {
				decode := r.Comparison.Decode
				r.Comparison.Decode = func(s string) (rules.Fingerprint, error) {
					return decode(strings.Replace(s, "mh1b4:", "mh1:", 1))
				}
			},
		},
		{
			Name: "characters-counted", Rule: "R10.2",
			Mistake: "counts the characters in which the strings differ",
			replace: func(r *rules.Rules) {
				r.Comparison.Hamming = func(a, b []byte) int {
					return rules.Differing([]byte(r.Strings.Data(a)), []byte(r.Strings.Data(b)))
				}
			},
		},
		{
			Name: "octets-counted", Rule: "R10.2",
			Mistake: "counts the octets in which the sketches differ",
			replace: func(r *rules.Rules) { r.Comparison.Hamming = rules.Differing },
		},
		{
			Name: "distance-of-63-bits", Rule: "R10.2",
			Mistake: "loses the highest bit, by a signed integer",
			replace: func(r *rules.Rules) {
				hamming := r.Comparison.Hamming
				r.Comparison.Hamming = func(a, b []byte) int { return hamming(a, b) - int((a[0]^b[0])>>7) }
			},
		},
		{
			Name: "distance-of-32-bits", Rule: "R10.2",
			Mistake: "counts the low 32 bits only, as JavaScript's operators and Java's bitCount(int) do",
			replace: func(r *rules.Rules) {
				hamming := r.Comparison.Hamming
				r.Comparison.Hamming = func(a, b []byte) int { return hamming(a[4:], b[4:]) }
			},
		},
		{
			Name: "similarity-of-63", Rule: "R10.3",
			Mistake: "divides by 63",
			replace: alike(func(d int) float64 { return 1 - float64(d)/63 }),
		},
		{
			Name: "similarity-is-cosine", Rule: "R10.3",
			Mistake: "gives the cosine of the angle that the distance estimates",
			replace: alike(func(d int) float64 { return math.Cos(math.Pi * float64(d) / 64) }),
		},
		{
			Name: "similarity-in-percent", Rule: "R10.3",
			Mistake: "gives percent",
			replace: alike(func(d int) float64 { return 100 - 100*float64(d)/64 }),
		},
		{
			Name: "similarity-of-integers", Rule: "R10.3",
			Mistake: "divides integers",
			replace: alike(func(d int) float64 { return float64(1 - d/64) }),
		},
		{
			Name: "slot-bits-counted", Rule: "R10.4", Scheme: "mh1",
			Mistake: "counts the bits in which sketches differ, as of a SimHash",
			replace: truncatedApart(func(a, b []byte, _ int) (n int) {
				for i := range a {
					n += bits.OnesCount8(a[i] ^ b[i])
				}
				return n
			}),
		},
		{
			Name: "slot-octets-counted", Rule: "R10.4", Scheme: "mh1",
			Mistake: "counts the octets in which sketches differ, of truncated ones too",
			replace: truncatedApart(func(a, b []byte, width int) int {
				return rules.Differing(rules.Pack(a, width), rules.Pack(b, width))
			}),
		},
		{
			Name: "equal-slots-counted", Rule: "R10.4", Scheme: "mh1",
			Mistake: "gives the number of equal slots",
			replace: func(r *rules.Rules) {
				slots := r.Comparison.Slots
				r.Comparison.Slots = func(a, b []byte) (int, int) {
					n, width := slots(a, b)
					return rules.Slots - n, width
				}
			},
		},
		{
			Name: "longer-cut", Rule: "R10.4", Scheme: "mh1",
			Mistake: "compares as many octets as the shorter has",
			replace: slotsApart(func(a, b []byte, _ int) int {
				return rules.Differing(a[:min(len(a), len(b))], b)
			}),
		},
		{
			Name: "longer-by-high-bits", Rule: "R10.4", Scheme: "mh1",
			Mistake: "takes the high bits of the longer's slots",
			replace: slotsApart(func(a, b []byte, width int) (n int) {
				x, y := rules.Unpack(a), rules.Unpack(b)
				for i := range x {
					if x[i]>>(rules.Width(a)-width) != y[i]>>(rules.Width(b)-width) {
						n++
					}
				}
				return n
			}),
		},
		{
			Name: "shorter-widened", Rule: "R10.4", Scheme: "mh1",
			Mistake: "compares slots of different widths as numbers",
			replace: slotsApart(func(a, b []byte, _ int) int {
				return rules.Differing(rules.Unpack(a), rules.Unpack(b))
			}),
		},
		{
			Name: "chance-not-taken-off", Rule: "R10.5", Scheme: "mh1",
			Mistake: "gives the share of equal slots, as of whole minima",
			replace: estimating(func(m, _ int) float64 { return float64(m) / rules.Slots }),
		},
		{
			Name: "chance-of-8-bits", Rule: "R10.5", Scheme: "mh1",
			Mistake: "takes off what 8 bits give by chance, of every width",
			replace: func(r *rules.Rules) {
				resemblance := r.Comparison.Resemblance
				r.Comparison.Resemblance = func(equal, _ int) float64 { return resemblance(equal, 8) }
			},
		},
		{
			Name: "chance-of-longer", Rule: "R10.5", Scheme: "mh1",
			Mistake: "takes off the chance of the wider of two forms, not of the width that they were compared by",
			replace: func(r *rules.Rules) {
				slots := r.Comparison.Slots
				r.Comparison.Slots = func(a, b []byte) (int, int) {
					n, _ := slots(a, b)
					return n, max(rules.Width(a), rules.Width(b))
				}
			},
		},
		{
			Name: "below-chance-negative", Rule: "R10.5", Scheme: "mh1",
			Mistake: "gives a negative similarity where fewer slots agree than chance has it",
			replace: estimating(func(m, width int) float64 {
				return float64(m<<width-rules.Slots) / float64(rules.Slots*(int(1)<<width-1))
			}),
		},
		{
			Name: "below-chance-positive", Rule: "R10.5", Scheme: "mh1",
			Mistake: "takes the absolute value where it is negative",
			replace: estimating(func(m, width int) float64 {
				return math.Abs(float64(m<<width-rules.Slots)) / float64(rules.Slots*(int(1)<<width-1))
			}),
		},
		{
			Name: "rounded-twice", Rule: "R10.5", Scheme: "mh1",
			Mistake: "takes the share of different slots, divided by 1 - 2^-b, from 1",
			replace: estimating(func(m, width int) float64 {
				return max(0, 1-float64(rules.Slots-m)/rules.Slots/(1-math.Ldexp(1, -width)))
			}),
		},
		{
			Name: "similarity-of-32-bits", Rule: "R10.5", Scheme: "mh1",
			Mistake: "divides in single precision",
			replace: estimating(func(m, width int) float64 {
				return float64(float32(max(0, m<<width-rules.Slots)) / float32(rules.Slots*(int(1)<<width-1)))
			}),
		},
		{
			Name: "similarity-cuts-integers", Rule: "R10.5", Scheme: "mh1",
			Mistake: "divides integers",
			replace: estimating(func(m, width int) float64 {
				return float64(max(0, m<<width-rules.Slots) / (rules.Slots * (1<<width - 1)))
			}),
		},
	}
}
