//go:build !purego

package fast

// OnEachProcessor calls f once: each arm64 has NEON.
func OnEachProcessor(f func(name string)) { f("NEON") }
