// Package kernel groups the small, fast parts that every fingerprint passes through:
//
//	jenkins    the hash of chapter 6
//	splitmix   the permutations of chapter 7
//	simhash    sketches of 64 bits
//	minhash    sketches of 128 slots
//	fast       the vectorised tokenizer
//	runs       the interface between tokenizers and text digests
//	lazy       tables built on first use
//	recovery   panics turned into errors
//
// Every package above internal/unicode may import the group.
package kernel
