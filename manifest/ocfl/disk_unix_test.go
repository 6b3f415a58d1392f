//go:build unix

package ocfl

import "syscall"

func makePipe(name string) error { return syscall.Mkfifo(name, 0o666) }
