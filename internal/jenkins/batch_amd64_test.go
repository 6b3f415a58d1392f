//go:build !purego

package jenkins

// onEachProcessor calls f as if the processor had less and less.
func onEachProcessor(f func(name string)) {
	had, hadWide := vectors, wide
	defer func() { vectors, wide = had, hadWide }()
	if wide {
		f("AVX-512")
	}
	if wide = false; vectors {
		f("AVX2")
	}
	vectors = false
	f("Go")
}
