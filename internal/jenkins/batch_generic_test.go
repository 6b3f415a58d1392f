//go:build !amd64 || purego

package jenkins

func onEachProcessor(f func(name string)) { f("Go") }
