//go:build !purego

package hamming

// onEachProcessor calls f as if the processor had less and less.
func onEachProcessor(f func(name string)) {
	has := hasAVX2
	defer func() { hasAVX2 = has }()
	if has {
		f("AVX2")
	}
	hasAVX2 = false
	f("Go")
}
