// Package unicode groups data about code points and encodings:
//
//	ucd          tables of the Unicode Character Database
//	class        the classes of code points that tokens depend on
//	wellformed   validation of UTF-8
//	whatwg       the encodings of the WHATWG Encoding Standard
//
// Every package may import the group. The group imports data only.
package unicode
