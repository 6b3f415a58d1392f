// Package sidecar writes the fingerprints of the records of a web archive beside it. A [Writer] writes WARC
// records of metadata. An [Index] adds keys to a CDXJ index.
package sidecar

// A Field is a name and its value: a line of a header, or a key of CDXJ.
type Field struct{ Name, Value string }
