// Package splitmix computes splitmix64 (Steele, Lea and Flood 2014). It permutes the 64-bit
// integers, and generates pseudo-random numbers.
package splitmix

// Gamma is 2^64 divided by the golden ratio, and odd: the step of the generator. It also
// tells the occurrences of a feature apart (R5.6).
const Gamma = 0x9E3779B97F4A7C15

// Mix is the permutation, the finaliser of splitmix64 (R6.7; variant 13 of Stafford's).
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// A Generator is the generator of R12.1. Its value is the seed.
type Generator uint64

// Next returns the next number.
func (g *Generator) Next() uint64 {
	*g += Gamma
	return Mix(uint64(*g))
}
