// Package engine groups what runs many documents within limits: the files of a tree (walk), the
// documents in a container (container) or a data set (dataset), jobs in parallel with results in
// order (parallel), and the way from a document to its fingerprints (pipeline).
//
// The root package, archive, manifest, conformance, the service and the command may import the group.
// Readers and schemes do not know it.
package engine
