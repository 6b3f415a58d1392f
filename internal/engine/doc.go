// Package engine groups what runs many documents within limits: the files of a tree (walk), jobs in
// parallel with results in order (parallel), the way from a document to its fingerprints (pipeline),
// and the words in which two texts differ (difference).
//
// The root package, archive, manifest, conformance, the service and the command may import the group.
// Readers and schemes do not know it.
package engine
