package class

import (
	"iter"
	"unicode/utf8"
)

// Clusters yields the clusters of a token of class K or T: a code point that is not a mark,
// and the marks after it (R4.7). Other tokens have none.
func Clusters(token []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		// All of K and T lies from U+0E01 on.
		if len(token) == 0 || token[0] < 0xE0 {
			return
		}
		r, size := utf8.DecodeRune(token)
		if !Of(r).IsClustered() {
			return
		}
		start := 0
		for i := size; i < len(token); i += size {
			r, size = utf8.DecodeRune(token[i:])
			if Of(r) != Mark {
				if !yield(token[start:i]) {
					return
				}
				start = i
			}
		}
		yield(token[start:])
	}
}
