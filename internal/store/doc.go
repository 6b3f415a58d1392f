// Package store groups packages that keep data in memory and on disk within limits:
//
//	budget    the limits of one document
//	durable   files that survive a crash
//	scratch   temporary files
//	rawfile   small files, read with few system calls
//	extsort   sorting more than memory holds
//	hamming   tables of 64-bit fingerprints
//	radix     sorting numbers on all processors
//	mailbox   messages of mailboxes that are one file
//
// Packages above the kernel may import the group. The group knows no text and no scheme.
package store
