// Package wellformed reports whether bytes are well-formed UTF-8, with AVX2 if the processor
// supports it. For text that is not ASCII it is many times as fast as unicode/utf8.
package wellformed

import "unicode/utf8"

// Valid is [utf8.Valid].
func Valid(p []byte) bool {
	n := validBlocks(p)
	if n < 0 {
		return false
	}
	// What begins in the last block may end after it.
	for i := 1; i < utf8.UTFMax && i <= n; i++ {
		if utf8.RuneStart(p[n-i]) {
			return utf8.Valid(p[n-i:])
		}
	}
	return utf8.Valid(p[n:])
}
