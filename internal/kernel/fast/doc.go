// Package fast finds and hashes many tokens at once. It uses the vector instructions of the
// processor where there are any.
//
// The package does not decide what a token or a hash is. The stages of package tokenizer and package
// jenkins decide that, for one code point and one key at a time. Tests compare this package with
// them on every code point and on random text, for each instruction set. Tables are computed by
// calling the stages (see [Rules]), so each rule is stated once.
//
// # Tokens
//
// [Tokenizer.Take] takes text from the front of the input, and returns how many bytes it took. It
// stops before text whose tokens it cannot decide at once. Examples are an atom or white space that
// may continue, a hyphen that may join lines, and ill-formed bytes. The caller passes that text to
// the stages. It calls Take again when the stages are at rest. Then they hold nothing back, and
// earlier text cannot affect later tokens. Take always stops where the stages would be at rest.
//
// Take works on one chunk at a time, in five steps:
//
//  1. Copy the chunk. Classify and fold ASCII, 8 or 32 bytes at a time, into masks with one bit
//     per byte (classify.go).
//  2. Look up code points beyond ASCII in a table. Map them in place if the result is as long as
//     the source (foreign.go, table.go).
//  3. Remove identifiers from the mask of words, then numbers (identifiers.go).
//  4. Read the bounds of the tokens from the edges of the mask (edges.go).
//  5. Turn runs of class K into grams, and add their single clusters to a set. Write words that
//     could not be mapped in place behind the chunk (refine.go, clusters.go, rewriter.go,
//     compose.go).
//
// Take then passes the tokens on as one [Batch].
//
// # Hashes
//
// [AppendSums] hashes the tokens of a batch, one per vector lane (sums.go).
//
// # Reading and writing past the end
//
// Vector instructions read whole vectors. At least [Padding] bytes follow the last token of a
// batch, so the reads stay within its memory. Callers that build a text for AppendSums must add
// them. Inside the package, Padding zero bytes follow a chunk. The slice of bounds has room for the
// 32 more that edges stores.
//
// # Instruction sets
//
// The name of a file says what it contains:
//
//	x.go                    a function in Go
//	x_amd64.go              the choice among versions, by the results of cpu_amd64.go
//	x_avx2_amd64.s          assembly for AVX2
//	x_avx512_amd64.s        assembly for AVX-512
//	classify_neon_arm64.s   assembly for NEON, which needs no choice
//	x_generic.go            for other processors and the build tag purego
//
// The assembly is written by hand. Each function is one loop over registers, and macros keep it
// shorter than a generator would be.
package fast

// Padding is how many bytes of a text stand after its last token, at least.
const Padding = 64
