// Package bench measures how fast fingerprints are computed. It uses real documents, and compares
// with the plain way of doing it in Go:
//
//	go -C lab test -bench . ./bench
//
// Throughput is in bytes of text. The benchmarks of a part of the pipeline count the bytes of the
// text behind the part's input. So they add up, roughly: 1/all = 1/tokenize + 1/hash + 1/counters +
// 1/set. The set of what is distinct is measured in package scheme, whose own it is.
//
// Of the commands below it, guard counts instructions instead, which do not depend on what else the
// machine does. Others compare: peers with what else makes fingerprints of texts, files with what
// else makes manifests. Command sizes measures what a text costs by its length.
package bench
