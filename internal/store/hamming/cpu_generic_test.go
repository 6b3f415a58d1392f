//go:build !amd64 || purego

package hamming

// onEachProcessor calls f once: there is only Go.
func onEachProcessor(f func(name string)) { f("Go") }
