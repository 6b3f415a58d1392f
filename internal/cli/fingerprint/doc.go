// Package fingerprint contains the commands that fingerprint and compare single documents, list
// schemes and media, and make and merge sketches.
package fingerprint
