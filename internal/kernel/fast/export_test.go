package fast

import "iter"

// Tokens yields the tokens one by one.
func (b Batch) Tokens() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := 0; i+1 < len(b.Bounds); i += 2 {
			if !yield(b.Text[b.Bounds[i]:b.Bounds[i+1]]) {
				return
			}
		}
	}
}
