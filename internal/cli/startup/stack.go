// Package startup enlarges the stack of the goroutine that starts the program. This makes the start
// faster.
//
// The Markdown library compiles regular expressions with {1,256} before main runs, in calls several
// thousand deep. A stack that grows during these calls is copied six times, with every frame on it.
// A stack that has grown before is not copied.
//
// So this package must be initialised before the packages that compile such expressions. It is,
// because it imports nothing: Go initialises the packages that are ready in the order of their
// paths.
package startup

func init() { grow(0) }

// grow needs 300 KiB on the stack, in variables that are small enough to be there.
//
//go:noinline
func grow(i int) byte {
	var a, b, c [100 << 10]byte
	a[i], b[i], c[i] = 1, 2, 3
	return a[i+1] + b[i+2] + c[i+3]
}
