// Package store groups what keeps data in memory and on disk within limits: the memory budget of a
// document (budget), files that survive a crash (durable), temporary files (scratch), sorting more
// than memory holds (extsort), the tables of fingerprints (hamming for SimHashes, banding for MinHashes),
// and a parallel sort of numbers (radix).
//
// Packages above the kernel may import the group. The group knows no text and no scheme.
package store
