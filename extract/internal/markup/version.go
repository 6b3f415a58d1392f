package markup

import (
	"runtime/debug"
	"sync"
)

// Version returns the name of a package in a module, with the version: two versions may find
// different text.
func Version(module, pkg string) string {
	if version := versions()[module]; version != "" {
		return module + pkg + " " + version
	}
	return module + pkg
}

// versions are those of the modules that are built in, by path.
var versions = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			m[d.Path] = d.Version
		}
	}
	return m
})
