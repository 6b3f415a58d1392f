package mutants

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/rules"
)

// below replaces how a random number becomes one below n.
func below(number func(next, n uint64) uint64) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Accumulated.Below = number }
}

// stepping replaces how the state becomes a random number.
func stepping(mix func(state uint64) uint64) func(r *rules.Rules) {
	return func(r *rules.Rules) { r.Accumulated.Mix = mix }
}

// accumulatedMutants are the mutants of chapter 12.
func accumulatedMutants() []Mutant {
	return []Mutant{
		{
			Name: "below-by-low-bits", Rule: "R12.1",
			Mistake: "takes the low 32 bits of next for below",
			replace: below(func(next, n uint64) uint64 { return next & 0xFFFFFFFF % n }),
		},
		{
			Name: "below-by-all-bits", Rule: "R12.1",
			Mistake: "takes all 64 bits of next for below",
			replace: below(func(next, n uint64) uint64 { return next % n }),
		},
		{
			Name: "below-by-product", Rule: "R12.1",
			Mistake: "multiplies and shifts in place of the remainder, as Lemire's method does",
			replace: below(func(next, n uint64) uint64 { return next >> 32 * n >> 32 }),
		},
		{
			Name: "shift-signed", Rule: "R12.1",
			Mistake: "shifts signed integers, as >> of Java does",
			replace: stepping(shiftedSigned),
		},
		{
			Name: "state-of-53-bits", Rule: "R12.1",
			Mistake: "keeps the state in a Number of JavaScript, which has 53 bits",
			replace: stepping(func(z uint64) uint64 { return rules.Mix64(z &^ 0x7FF) }),
		},
		{
			Name: "finaliser-of-murmur3", Rule: "R12.1",
			Mistake: "finishes by the constants of MurmurHash3",
			replace: stepping(finaliser(0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, [3]int{33, 33, 33})),
		},
		{
			Name: "next-before-step", Rule: "R12.1",
			Mistake: "returns mix64 of the state before it is stepped",
			replace: stepping(func(z uint64) uint64 { return rules.Mix64(z - 0x9E3779B97F4A7C15) }),
		},
		{
			Name: "texts-from-one", Rule: "R12.2",
			Mistake: "numbers the texts from 1",
			replace: func(r *rules.Rules) {
				start := r.Accumulated.Start
				r.Accumulated.Start = func(seed, i uint64) uint64 { return start(seed, i+1) }
			},
		},
		{
			Name: "start-not-mixed", Rule: "R12.2",
			Mistake: "makes a text from the state S + i as it is",
			replace: func(r *rules.Rules) {
				r.Accumulated.Start = func(seed, i uint64) uint64 { return seed + i }
			},
		},
		{
			Name: "pieces-drawn-anew", Rule: "R12.2",
			Mistake: "draws the number of pieces before each of them, in the condition of a loop",
			replace: func(r *rules.Rules) {
				r.Accumulated.Pieces = func(draw func() int, piece func()) {
					for i := 0; i < draw(); i++ {
						piece()
					}
				}
			},
		},
		{
			Name: "choice-made-once", Rule: "R12.2",
			Mistake: "makes one choice and repeats it, where each repetition chooses again",
			replace: func(r *rules.Rules) {
				r.Accumulated.Choices = func(n int, choose func() string) string { return strings.Repeat(choose(), n) }
			},
		},
		{
			Name: "last-of-range-missing", Rule: "R12.2",
			Mistake: "draws below last - first, without the last",
			replace: func(r *rules.Rules) {
				r.Accumulated.OfRange = func(below func(n int) int, first, last rune) rune {
					return first + rune(below(int(last-first)))
				}
			},
		},
		{
			Name: "surrogates-not-skipped", Rule: "R12.2",
			Mistake: "does not add 800 to a code point from D800 on",
			replace: func(r *rules.Rules) { r.Accumulated.CodePoint = func(c int) rune { return rune(c) } },
		},
		{
			Name: "octets-as-code-points", Rule: "R12.2",
			Mistake: "writes the octets of k = 13 as code points, as a generator of strings does",
			replace: func(r *rules.Rules) { r.Accumulated.Octet = func(c byte) string { return string(rune(c)) } },
		},
		{
			Name: "line-pieces-to-35", Rule: "R12.2",
			Mistake: "reads \"5 to 36\" without the last, as range() does",
			replace: func(r *rules.Rules) { r.Accumulated.LastLine = 35 },
		},
		{
			Name: "line-escapes-as-written", Rule: "R12.2",
			Mistake: "writes the escapes of the line pieces as they stand, as a raw string has them",
			replace: func(r *rules.Rules) {
				r.Accumulated.Line = func(piece string) string { return strings.Trim(strconv.QuoteToASCII(piece), `"`) }
			},
		},
		{
			Name: "line-blanks-trimmed", Rule: "R12.2",
			Mistake: "trims the line pieces, as a reader of a list does",
			replace: func(r *rules.Rules) { r.Accumulated.Line = strings.TrimSpace },
		},
		{
			Name: "none-left-out", Rule: "R12.3",
			Mistake: "leaves texts without a fingerprint out of the digest",
			replace: func(r *rules.Rules) {
				result := r.Accumulated.Result
				r.Accumulated.Result = func(fingerprint string, features int) string {
					if fingerprint == "" {
						return ""
					}
					return result(fingerprint, features)
				}
			},
		},
		{
			Name: "none-is-empty", Rule: "R12.3",
			Mistake: "writes nothing in place of - for a text without a fingerprint",
			replace: func(r *rules.Rules) {
				r.Accumulated.Result = func(fingerprint string, features int) string {
					return fmt.Sprintf("%s %d\n", fingerprint, features)
				}
			},
		},
		{
			Name: "digest-without-features", Rule: "R12.3",
			Mistake: "leaves the feature counts out of the digest",
			replace: func(r *rules.Rules) {
				result := r.Accumulated.Result
				r.Accumulated.Result = func(fingerprint string, _ int) string {
					return strings.Replace(result(fingerprint, 0), " 0\n", "\n", 1)
				}
			},
		},
		{
			Name: "digest-of-crlf", Rule: "R12.3",
			Mistake: "ends lines by CR LF, as files in text mode do on Windows",
			replace: func(r *rules.Rules) {
				chain := r.Accumulated.Chain
				r.Accumulated.Chain = func(lines []string) string { return strings.ReplaceAll(chain(lines), "\n", "\r\n") }
			},
		},
		{
			Name: "digest-separated", Rule: "R12.3",
			Mistake: "separates the lines and does not end the last, as join does",
			replace: func(r *rules.Rules) {
				chain := r.Accumulated.Chain
				r.Accumulated.Chain = func(lines []string) string { return strings.TrimSuffix(chain(lines), "\n") }
			},
		},
	}
}
