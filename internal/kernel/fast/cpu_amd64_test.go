//go:build !purego

package fast

// OnEachProcessor calls f as if the processor had less and less.
func OnEachProcessor(f func(name string)) {
	avx2, avx512 := hasAVX2, hasAVX512
	defer func() { hasAVX2, hasAVX512 = avx2, avx512 }()
	if avx512 {
		f("AVX-512")
	}
	hasAVX512 = false
	if avx2 {
		f("AVX2")
	}
	hasAVX2 = false
	f("Go")
}
