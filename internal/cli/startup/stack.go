// Package startup makes room on the stack of the goroutine that starts the program.
//
// A regular expression with {1,256}, as the library for Markdown has for addresses of the web, is
// compiled by calls some thousand deep, on that goroutine, before the program begins. A stack that
// grows beneath such calls is copied six times, and each call on it is looked at each time. A stack
// that has grown before is not copied.
//
// For that this package has to be initialised before those that compile such expressions. It is:
// it imports nothing, and of packages that can be initialised the one with the first path is.
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
