package mutants

import (
	"slices"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// counting replaces how a counter takes the next bit, -1 for 0.
func counting(add func(counter, sign int64) int64) func(r *rules.Rules) {
	return func(r *rules.Rules) {
		r.SimHash.Count = func(counter int64, bit uint64) int64 { return add(counter, 2*int64(bit)-1) }
	}
}

// simHashMutants are the mutants of R7.1 to R7.3.
func simHashMutants() []Mutant {
	return []Mutant{
		{
			Name: "zeros-not-subtracted", Rule: "R7.1",
			Mistake: "adds for a bit of 1 and does nothing for a bit of 0",
			replace: counting(func(c, sign int64) int64 { return c + max(0, sign) }),
		},
		{
			Name: "counters-of-8-bits", Rule: "R7.1",
			Mistake: "counts in signed octets that wrap, for speed",
			replace: counting(func(c, sign int64) int64 { return int64(int8(c + sign)) }),
		},
		{
			Name: "counters-saturate", Rule: "R7.1",
			Mistake: "counts in signed octets that stop at 127 and -128, as SIMD instructions do",
			replace: counting(func(c, sign int64) int64 { return max(-128, min(127, c+sign)) }),
		},
		{
			Name: "counters-of-32-bits", Rule: "R7.1",
			Mistake: "counts in 32 bits that wrap",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool { return int32(counters[i]) > 0 }
			},
		},
		{
			Name: "shift-of-32-bits", Rule: "R7.1",
			Mistake: "reads the low 32 bits twice, as 1 << i does in C and JavaScript",
			replace: func(r *rules.Rules) {
				r.SimHash.Bit = func(element uint64, i int) uint64 { return element >> (i % 32) & 1 }
			},
		},
		{
			Name: "weights-left-out", Rule: "R7.1", Scheme: "sm1",
			Mistake: "counts each distinct element once, whatever it weighs",
			mutate: func(p *port.Port) {
				counters := p.Counters
				p.Counters = func(elements []uint64) []int64 { return counters(slices.Compact(slices.Clone(elements))) }
			},
		},
		{
			Name: "tie-is-one", Rule: "R7.2",
			Mistake: "gives 1 for a counter of 0, by >= 0, as several libraries do",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool { return counters[i] >= 0 }
			},
		},
		{
			Name: "tie-by-lot", Rule: "R7.2",
			Mistake: "lets ties alternate, so that they favour neither",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool {
					return counters[i] > 0 || counters[i] == 0 && i%2 == 0
				}
			},
		},
		{
			Name: "bits-reversed", Rule: "R7.3",
			Mistake: "makes bit 63 - i of counter i, by shifting the sketch to the left for each",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool { return counters[63-i] > 0 }
			},
		},
		{
			Name: "counters-reversed", Rule: "R7.3",
			Mistake: "reads the bits of hashes from the highest, as those of a string of digits",
			replace: func(r *rules.Rules) {
				r.SimHash.Bit = func(element uint64, i int) uint64 { return element >> (63 - i) & 1 }
			},
		},
		{
			Name: "bits-complemented", Rule: "R7.3",
			Mistake: "gives 1 where the counter is below 0",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool { return counters[i] < 0 }
			},
		},
		{
			Name: "octets-reversed", Rule: "R7.3",
			Mistake: "makes the sketch of its octets in the machine's order",
			replace: func(r *rules.Rules) {
				r.SimHash.IsOne = func(counters []int64, i int) bool { return counters[8*(7-i/8)+i%8] > 0 }
			},
		},
	}
}
