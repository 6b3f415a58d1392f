// Package kernel groups the fast parts that every fingerprint passes through:
//
//	tokenizer  texts to tokens: chapters 1 to 4
//	sketch     texts to sketches: chapters 1 to 7
//	jenkins    the hash of chapter 6
//	splitmix   the permutations of chapter 7
//	simhash    sketches of 64 bits
//	minhash    sketches of 128 slots
//	numeral    numbers that are written with letters
//	names      the names in strings: chapter 8
//	fast       the vectorised tokenizer
//	passage    texts to items and windows: chapter 13a
//	maintext   lines of pages to main text: chapter 11a
//	runs       the interface between tokenizers and text digests
//	accumulated  the texts of accumulated vectors (chapter 12)
//	lazy       tables built on first use
//	recovery   panics turned into errors
//	processgroup  programs that end with what they start
//	checksum   the checksums of archives, by name
//	blank      notes about pages without text
//
// Every package above internal/unicode may import the group.
package kernel
