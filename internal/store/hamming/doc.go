// Package hamming finds 64-bit sketches that differ in few bits: those near a query, in tables
// that may be mapped from a file, and all pairs.
//
// Everything here rests on one idea. Of k bits in which two sketches differ, some part of the 64
// bits holds few; so two sketches that are near are nearly, or exactly, the same in some part. A
// [Layout] is such parts, chosen so that none is missed.
//
//	layout := hamming.LayoutFor(len(sketches), 3)
//	order, sections := hamming.Build(layout, sketches)
//	tables, err := hamming.Open(layout, len(sketches), sections)
//	tables.Search(query, 3, func(place uint32, sketch uint64) bool {
//		fmt.Println(order[place], sketch)
//		return true
//	})
package hamming
