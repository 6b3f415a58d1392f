// Package rules states SPEC.md in Go as plainly as possible. Each stage works on whole texts and
// applies one rule after another, without regard to speed or streaming.
//
// The package imports none of the packages that do the work, such as tokenize and scheme. Their
// tests compare the two. They share only the Unicode data of package ucd.
//
// Tests, and the mutants in lab/, may import the group. The loader of vectors may import only
// package frozen, which reads the lock of frozen rules and schemes.
//
// # Layout
//
// Each file states a chapter or a part of one. The number of a rule is on the line that states it:
//
//	scheme.go       which rules make which scheme
//	text.go         chapter 1: bytes to text
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
//	maintext.go     chapter 11a: lines, sums, levels, choice
//	mainfeatures.go chapter 11a: names, features, score
//	accumulated.go  chapter 12
//	clusters.go     chapter 13: bands and clusters
//
// # Parts
//
// A stage is a struct whose fields are functions. Each field is a rule or a part of a rule. The
// methods of the stage apply them:
//
//	n := rules.NewNormaliser(rules.SchemeOf("sm1"))
//	runs := n.Runs("Straße")
//
// Any field may be replaced before the stage runs. Each mutant replaces one rule by a likely
// mistake, and shows that a vector catches it.
package rules
