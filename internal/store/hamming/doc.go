// Package hamming finds 64-bit sketches that differ in few bits: sketches near a query, and all
// near pairs. Its tables may be mapped from a file.
//
// The package rests on one idea. If two sketches differ in k bits, some part of the 64 bits
// contains few of these. So near sketches are equal, or nearly equal, in at least one part. A
// [Layout] is a choice of parts that misses no pair.
//
//	layout := hamming.LayoutFor(len(sketches), 3)
//	order, sections := hamming.Build(layout, sketches)
//	tables, err := hamming.Open(layout, len(sketches), sections)
//	tables.Search(query, 3, func(place uint32, sketch uint64) bool {
//		fmt.Println(order[place], sketch)
//		return true
//	})
package hamming
