// Package engine groups packages that run many documents within limits, and the requests of the port
// protocol:
//
//	walk       the files of a tree
//	container  the members of tars and ZIP archives
//	block      memory for many records at once
//	dataset    the rows of JSON Lines and Parquet
//	repeats    passages that several texts share
//	cdxj       the lines of an index of web archives
//	watched    readers that a context ends
//	parallel   jobs in parallel, with results in order
//	pipeline   documents to fingerprints
//	difference  the words in which two texts differ
//	negation   the languages of texts, and words that deny in them
//	cases      vectors and texts to requests, with the expected results
//	bandkey    strings that near fingerprints share
//	port       implementations made of functions, one for each stage
//	wire       requests and replies as lines of JSON, and ports as processes
//	spell      texts and hashes to the data of vectors, and back
//
// The root package, archive, manifest, conformance, the service and the command may import the
// group. Readers and schemes do not know it.
package engine
