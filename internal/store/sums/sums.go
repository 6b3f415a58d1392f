// Package sums lends internal packages functions of package index that other modules do not see. Package
// index sets them. They have no types here, as their parameters are of that package.
package sums

// Check compares the checksums of an index. It leaves out the segments that other arguments have compared in
// the same file. These are an Index or a Writer each. It is a func(context.Context, *index.Index, ...any) error.
var Check any

// CheckFile compares all checksums of the file of an index, whether they were compared or not. It is a
// func(context.Context, *index.Index) error.
var CheckFile any
