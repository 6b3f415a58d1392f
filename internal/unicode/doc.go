// Package unicode groups what is known about code points and encodings: the Unicode tables (ucd), the
// classes of code points that tokens depend on (class), well-formed UTF-8 (wellformed) and the
// encodings of the WHATWG Encoding Standard (whatwg).
//
// Every package may import the group. The group imports data only.
package unicode
