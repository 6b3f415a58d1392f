// Package rules is SPEC.md said in Go, as plainly as it can be said: each stage works
// on whole texts, one rule after another, with no thought of speed or of streaming.
//
// It is an opinion of its own. Nothing in it comes from the packages that do the work
// (tokenize, scheme, sketch and so on), so that their tests can compare what they do
// with what is said here. All it shares with them is package ucd, the data of Unicode.
//
// # Layout
//
// A file is a chapter, or a part of one, and the number of each rule stands at the line
// that says the rule:
//
//	scheme.go       which rules make which scheme
//	text.go         chapter 1: octets to text
//	identifiers.go  chapter 2: R2.1 to R2.8
//	joins.go        chapter 2: R2.9 and R2.10
//	normalise.go    chapter 3: text to runs
//	segment.go      chapter 4: runs to tokens
//	classes.go      chapter 4: the properties that R4.4 to R4.7 look at
//	features.go     chapter 5: tokens to elements
//	hash.go         chapter 6
//	simhash.go      chapter 7: R7.1 to R7.3
//	minhash.go      chapter 7: R7.4 to R7.10
//	string.go       chapter 8: fingerprints as strings
//	rules.go        chapter 9: the stages, one after the other
//	distance.go     chapter 10: R10.1 to R10.5
//	accumulated.go  chapter 12
//	clusters.go     chapter 13: bands and clusters
//
// # Parts
//
// A stage is a struct. Its fields are functions, each of which is one rule or a part of
// one, and its methods apply them:
//
//	n := rules.NewNormaliser(rules.SchemeOf("sm1"))
//	runs := n.Runs("Straße")
//
// Any field may be replaced before the stage runs. Package mutants does so: it puts a
// likely mistake in place of a rule, and shows that a test vector catches it.
package rules
