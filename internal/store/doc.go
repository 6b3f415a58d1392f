// Package store groups what keeps data in memory and on disk within limits: the memory budget of a
// document (budget), compressed streams within that budget (compressed), files that survive a crash
// (durable), temporary files (scratch), sorting more than memory holds (extsort), and the tables and
// sorts of fingerprints in memory (hamming, radix).
//
// Packages above the kernel may import the group. The group knows no text and no scheme.
package store
