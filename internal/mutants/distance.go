package mutants

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"strings"

	"github.com/lsh-interop/fpcheck/conformance/protocol"
	"github.com/lsh-interop/fpcheck/conformance/report"
	"github.com/lsh-interop/fpcheck/scheme"
	"github.com/lsh-interop/fpcheck/sketch/minhash"
)

// compared returns a mutation of the comparison's result.
func compared(change func(a, b string, distance int, similarity float64, err error) (int, float64, error)) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		compare := p.Compare
		p.Compare = func(a, b string) (int, float64, error) {
			d, s, err := compare(a, b)
			return change(a, b, d, s, err)
		}
	}
}

// apart returns a mutation of the distance, with the similarity that it gives.
func apart(distance func(a, b string, d int) int) func(p *protocol.Port) {
	return compared(func(a, b string, d int, _ float64, err error) (int, float64, error) {
		d = distance(a, b, d)
		return d, 1 - float64(d)/64, err
	})
}

// differing returns a mutation of the distance of sketches that differ in the bits
// given.
func differing(distance func(different uint64) int) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		apart(func(a, b string, d int) int {
			x, _, _, errX := p.Decode(a)
			y, _, _, errY := p.Decode(b)
			if errX != nil || errY != nil {
				return d
			}
			return distance(binary.BigEndian.Uint64(x) ^ binary.BigEndian.Uint64(y))
		})(p)
	}
}

// alike returns a mutation of the similarity.
func alike(similarity func(d int) float64) func(p *protocol.Port) {
	return compared(func(_, _ string, d int, _ float64, err error) (int, float64, error) {
		return d, similarity(d), err
	})
}

// apartBy returns a mutation of the distance of two sketches, of which d is the right
// one, by slots of that width.
func apartBy(distance func(a, b []byte, d, width int) int) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		compared(func(a, b string, d int, s float64, err error) (int, float64, error) {
			x, _, _, _ := p.Decode(a)
			y, _, _, _ := p.Decode(b)
			if err != nil {
				return d, s, err
			}
			width := min(minhash.Bits(x), minhash.Bits(y))
			d = distance(x, y, d, width)
			return d, minhash.Similarity(d, width), nil
		})(p)
	}
}

// slotsApart returns a mutation of the distance of slots of one width.
func slotsApart(distance func(a, b []byte, width int) int) func(p *protocol.Port) {
	return apartBy(func(a, b []byte, _, width int) int {
		return distance(report.Unpacked(minhash.Truncate(a, width), width), report.Unpacked(minhash.Truncate(b, width), width), width)
	})
}

// estimating returns a mutation of the similarity of forms with so many equal slots,
// by the width that they were compared by and that of the longer.
func estimating(similarity func(equal, width, longer int) float64) func(p *protocol.Port) {
	return func(p *protocol.Port) {
		compared(func(a, b string, d int, s float64, err error) (int, float64, error) {
			x, _, _, _ := p.Decode(a)
			y, _, _, _ := p.Decode(b)
			if err != nil {
				return d, s, err
			}
			wide, narrow := max(len(x), len(y)), min(len(x), len(y))
			return d, similarity(minhash.Slots-d, narrow/16, wide/16), nil
		})(p)
	}
}

// distanceMutants are those of chapter 10.
var distanceMutants = []Mutant{
	{
		Name: "profile-not-compared", Rule: "R10.1",
		Mistake: "compares fingerprints of different profiles",
		mutate: func(p *protocol.Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				return compare("sd1"+a[strings.Index(a, ":"):], "sd1"+b[strings.Index(b, ":"):])
			}
		},
	},
	{
		Name: "incomparable-is-far", Rule: "R10.1",
		Mistake: "gives what cannot be compared the greatest distance in place of an error",
		mutate: compared(func(_, _ string, d int, s float64, err error) (int, float64, error) {
			if errors.Is(err, scheme.ErrNotComparable) {
				return 64, 0, nil
			}
			return d, s, err
		}),
	},
	{
		Name: "visible-compared-only", Rule: "R10.1",
		Mistake: "refuses to compare fingerprints of any other profile, the same one too",
		mutate: compared(func(a, _ string, d int, s float64, err error) (int, float64, error) {
			if strings.Contains(a, ".") {
				return 0, 0, scheme.ErrNotComparable
			}
			return d, s, err
		}),
	},
	{
		Name: "equal-strings-compared", Rule: "R10.1",
		Mistake: "takes the distance of equal strings for 0 before it looks whether they are fingerprints",
		mutate: func(p *protocol.Port) {
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
		mutate: func(p *protocol.Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				return compare(strings.Replace(a, "sd1", "sm1", 1), strings.Replace(b, "sd1", "sm1", 1))
			}
		},
	},
	{
		Name: "minhashes-compared", Rule: "R10.1", Scheme: "mh1",
		Mistake: "compares any two MinHashes",
		mutate: func(p *protocol.Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				return compare(strings.Replace(a, "mw1", "mh1", 1), strings.Replace(b, "mw1", "mh1", 1))
			}
		},
	},
	{
		Name: "widths-not-comparable", Rule: "R10.1", Scheme: "mh1",
		Mistake: "takes forms of different widths for different schemes",
		mutate: compared(func(a, b string, d int, s float64, err error) (int, float64, error) {
			if len(a) != len(b) && err == nil {
				return 0, 0, scheme.ErrNotComparable
			}
			return d, s, err
		}),
	},
	{
		Name: "width-rejected-is-cut", Rule: "R10.1", Scheme: "mh1",
		Mistake: "compares what data there are, of whatever length, without looking at the names",
		mutate: func(p *protocol.Port) {
			compare := p.Compare
			p.Compare = func(a, b string) (int, float64, error) {
				return compare(strings.Replace(a, "mh1b4:", "mh1:", 1), strings.Replace(b, "mh1b4:", "mh1:", 1))
			}
		},
	},
	{
		Name: "characters-counted", Rule: "R10.2",
		Mistake: "counts the characters in which the strings differ",
		mutate: apart(func(a, b string, _ int) (n int) {
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "octets-counted", Rule: "R10.2",
		Mistake: "counts the octets in which the sketches differ",
		mutate: differing(func(different uint64) (n int) {
			for ; different > 0; different >>= 8 {
				if different&0xFF > 0 {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "distance-of-63-bits", Rule: "R10.2",
		Mistake: "loses the highest bit, by a signed integer",
		mutate: differing(func(different uint64) int {
			return bits.OnesCount64(different & math.MaxInt64)
		}),
	},
	{
		Name: "distance-of-32-bits", Rule: "R10.2",
		Mistake: "counts the low 32 bits only, as JavaScript's operators and Java's bitCount(int) do",
		mutate:  differing(func(different uint64) int { return bits.OnesCount32(uint32(different)) }),
	},
	{
		Name: "similarity-of-63", Rule: "R10.3",
		Mistake: "divides by 63",
		mutate:  alike(func(d int) float64 { return 1 - float64(d)/63 }),
	},
	{
		Name: "similarity-is-cosine", Rule: "R10.3",
		Mistake: "gives the cosine of the angle that the distance estimates",
		mutate:  alike(func(d int) float64 { return math.Cos(math.Pi * float64(d) / 64) }),
	},
	{
		Name: "similarity-in-percent", Rule: "R10.3",
		Mistake: "gives percent",
		mutate:  alike(func(d int) float64 { return 100 - 100*float64(d)/64 }),
	},
	{
		Name: "similarity-of-integers", Rule: "R10.3",
		Mistake: "divides integers",
		mutate:  alike(func(d int) float64 { return float64(1 - d/64) }),
	},
	{
		Name: "slot-bits-counted", Rule: "R10.4", Scheme: "mh1",
		Mistake: "counts the bits in which sketches differ, as of a SimHash",
		mutate: slotsApart(func(a, b []byte, _ int) (n int) {
			for i := range a {
				n += bits.OnesCount8(a[i] ^ b[i])
			}
			return n
		}),
	},
	{
		Name: "slot-octets-counted", Rule: "R10.4", Scheme: "mh1",
		Mistake: "counts the octets in which sketches differ, of truncated ones too",
		mutate: slotsApart(func(a, b []byte, width int) (n int) {
			a, b = packed(a, width), packed(b, width)
			for i := range a {
				if a[i] != b[i] {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "equal-slots-counted", Rule: "R10.4", Scheme: "mh1",
		Mistake: "gives the number of equal slots",
		mutate:  apartBy(func(_, _ []byte, d, _ int) int { return minhash.Slots - d }),
	},
	{
		Name: "longer-cut", Rule: "R10.4", Scheme: "mh1",
		Mistake: "compares as many octets as the shorter has",
		mutate: apartBy(func(a, b []byte, _, _ int) (n int) {
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "longer-by-high-bits", Rule: "R10.4", Scheme: "mh1",
		Mistake: "takes the high bits of the longer's slots",
		mutate: apartBy(func(a, b []byte, _, width int) (n int) {
			x, y := report.Unpacked(a, minhash.Bits(a)), report.Unpacked(b, minhash.Bits(b))
			for i := range x {
				if x[i]>>(minhash.Bits(a)-width) != y[i]>>(minhash.Bits(b)-width) {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "shorter-widened", Rule: "R10.4", Scheme: "mh1",
		Mistake: "compares slots of different widths as numbers",
		mutate: apartBy(func(a, b []byte, _, _ int) (n int) {
			x, y := report.Unpacked(a, minhash.Bits(a)), report.Unpacked(b, minhash.Bits(b))
			for i := range x {
				if x[i] != y[i] {
					n++
				}
			}
			return n
		}),
	},
	{
		Name: "chance-not-taken-off", Rule: "R10.5", Scheme: "mh1",
		Mistake: "gives the share of equal slots, as of whole minima",
		mutate:  estimating(func(m, _, _ int) float64 { return float64(m) / minhash.Slots }),
	},
	{
		Name: "chance-of-8-bits", Rule: "R10.5", Scheme: "mh1",
		Mistake: "takes off what 8 bits give by chance, of every width",
		mutate:  estimating(func(m, _, _ int) float64 { return minhash.Similarity(minhash.Slots-m, 8) }),
	},
	{
		Name: "chance-of-longer", Rule: "R10.5", Scheme: "mh1",
		Mistake: "takes off the chance of the wider of two forms, not of the width that they were compared by",
		mutate:  estimating(func(m, _, longer int) float64 { return minhash.Similarity(minhash.Slots-m, longer) }),
	},
	{
		Name: "below-chance-negative", Rule: "R10.5", Scheme: "mh1",
		Mistake: "gives a negative similarity where fewer slots agree than chance has it",
		mutate: estimating(func(m, width, _ int) float64 {
			return float64(m<<width-minhash.Slots) / float64(minhash.Slots*(int(1)<<width-1))
		}),
	},
	{
		Name: "below-chance-positive", Rule: "R10.5", Scheme: "mh1",
		Mistake: "takes the absolute value where it is negative",
		mutate: estimating(func(m, width, _ int) float64 {
			return math.Abs(float64(m<<width-minhash.Slots)) / float64(minhash.Slots*(int(1)<<width-1))
		}),
	},
	{
		Name: "rounded-twice", Rule: "R10.5", Scheme: "mh1",
		Mistake: "takes the share of different slots, divided by 1 - 2^-b, from 1",
		mutate: estimating(func(m, width, _ int) float64 {
			return max(0, 1-float64(minhash.Slots-m)/minhash.Slots/(1-math.Ldexp(1, -width)))
		}),
	},
	{
		Name: "similarity-of-32-bits", Rule: "R10.5", Scheme: "mh1",
		Mistake: "divides in single precision",
		mutate: estimating(func(m, width, _ int) float64 {
			return float64(float32(max(0, m<<width-minhash.Slots)) / float32(minhash.Slots*(int(1)<<width-1)))
		}),
	},
	{
		Name: "similarity-cuts-integers", Rule: "R10.5", Scheme: "mh1",
		Mistake: "divides integers",
		mutate: estimating(func(m, width, _ int) float64 {
			return float64(max(0, m<<width-minhash.Slots) / (minhash.Slots * (1<<width - 1)))
		}),
	},
}
