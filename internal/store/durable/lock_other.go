//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

// Lock does nothing here: flock is what others have.
func Lock(string) (unlock func(), err error) { return func() {}, nil }
