// Package kernel groups the fast parts that every fingerprint passes through: the tokenizer of
// chapters 1 to 4 (tokenize, with fast and runs), the hash of chapter 6 (jenkins), the permutations of
// chapter 7 (splitmix), the sketches (simhash, minhash), and the way from a text to its sketch (sketch).
// Two mechanisms of any hot loop are here too: tables built on first use (lazy) and panics turned into
// errors (recovery).
//
// Every package above internal/unicode may import the group.
package kernel
