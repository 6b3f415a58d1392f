// Package fast is everything that makes fingerprints fast: tokens found many at once,
// and hashed many at once, with the processor's vector instructions where it has them.
//
// Nothing here decides what a token or a hash is. That is what the stages of package
// tokenize and the functions of package jenkins say, one code point and one key at a time,
// and the tests hold this package against them: on every code point, on random text, and
// with AVX-512, AVX2 or NEON and pure Go in turn. Tables are made by asking the stages (see
// [Rules]), so that a rule is stated once.
//
// # Tokens
//
// A [Tokenizer] takes text from the front of what is written, as far as it knows at once
// what the stages make of each code point, and declines the rest: [Tokenizer.Take] returns
// how many bytes it took. The caller gives what it declined to the stages, and asks again
// when they are at rest, which means that they hold nothing back and that what they took
// does not change what follows. What Take takes always ends where the stages would be at
// rest. It declines an atom that may go on, a hyphen that may join lines, white space of
// which the end is not known, ill-formed bytes and the like.
//
// Text is taken a chunk at a time, in five steps:
//
//  1. The chunk is copied. ASCII is classified and folded in the copy, 8 or 32 bytes at
//     a time, into masks that have a bit for each byte (classify.go).
//  2. Code points beyond ASCII are looked up in a table and mapped in place, where the
//     result is as long as the source (foreign.go, table.go).
//  3. Identifiers are removed from the mask of words (identifiers.go), then numbers
//     (numbers.go).
//  4. The edges of the mask are the bounds of the tokens (edges.go).
//  5. Runs of class K become grams, their single clusters are noted in a set, and words that
//     could not be mapped in place are written anew behind the chunk (refine.go, clusters.go,
//     rewriter.go, compose.go).
//
// The tokens are then handed over as one [Batch].
//
// # Hashes
//
// [AppendSums] hashes the tokens of a batch, a vector lane for each (sums.go).
//
// # Reading and writing past the end
//
// Vector instructions read whole vectors. So that they never leave the memory of a text,
// at least [Padding] bytes stand after the last token of a batch, and whoever makes a text
// for AppendSums keeps to that. Inside the package, a chunk is followed by Padding zero
// bytes, and the bounds by room for the 32 more that edges stores.
//
// # Instruction sets
//
// x.go is what x does, in Go, x_amd64.go chooses by what cpu_amd64.go found, and
// x_avx2_amd64.s and x_avx512_amd64.s are the assembly; so is classify_neon_arm64.s, which
// needs no choice. x_generic.go is for other processors and for the build tag purego. The assembly is written by hand: each function
// is one loop over registers, and the macros of the assembler say it in fewer lines than a
// program that generates it would.
package fast

// Padding is how many bytes of a text stand after its last token, at least.
const Padding = 64
