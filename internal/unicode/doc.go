// Package unicode groups data about code points and encodings:
//
//	ascii        letters and digits of ASCII, and texts in it
//	ucd          tables of the Unicode Character Database
//	class        the classes of code points that tokens depend on
//	wellformed   validation of UTF-8
//	whatwg       the encodings of the WHATWG Encoding Standard
//
// Every package may import the group. The group imports data only.
package unicode
