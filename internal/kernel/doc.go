// Package kernel groups the small, fast parts that every fingerprint passes through: the hash of
// chapter 6 (jenkins), the permutations of chapter 7 (splitmix), the sketches (simhash, minhash), the
// vectorised tokenizer (fast, runs), two mechanisms of any hot loop, tables built on first use
// (lazy) and panics turned into errors (recovery), and the checksums of archives (checksum).
//
// Every package above internal/unicode may import the group.
package kernel
