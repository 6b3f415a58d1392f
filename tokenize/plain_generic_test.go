//go:build !amd64 || purego

package tokenize

func onEachProcessor(f func(name string)) { f("Go") }
