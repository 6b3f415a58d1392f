// Package sidecar writes what is known about the records of a web archive beside it: as WARC records of
// metadata ([Writer]), and as keys of its CDXJ index ([Index]).
package sidecar

// A Field is a name and its value: a line of a header, or a key of CDXJ.
type Field struct{ Name, Value string }
