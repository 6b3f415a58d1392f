// Package wellformed reports whether octets are well-formed UTF-8, by AVX2 where the processor
// has it. Text that is not ASCII is tested many times as fast as by unicode/utf8.
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
