// Package store groups packages that keep data in memory and on disk within limits:
//
//	budget    the limits of one document
//	durable   files that survive a crash
//	compressed  compressed streams, within the budget
//	mailbox   the messages of a mailbox, within the budget
//	scratch   temporary files
//	rawfile   small files, read with few system calls
//	extsort   sorting more records than memory holds
//	pairsort  sorting more pairs of numbers than memory holds
//	hamming   tables of 64-bit fingerprints
//	banding   tables of MinHashes
//	radix     sorting numbers on all processors
//	library   documents with their texts and selected windows, in a folder
//	sums      the checksums of an index file
//
// Packages above the kernel may import the group. The group knows no text and no scheme.
package store
