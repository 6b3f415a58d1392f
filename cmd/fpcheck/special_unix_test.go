//go:build unix

package main

import (
	"net"
	"os"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

func fifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o666))
}

// socket makes one under a short name first: a socket's path is bounded.
func socket(ts *testscript.TestScript, _ bool, args []string) {
	dir, err := os.MkdirTemp("", "")
	ts.Check(err)
	ts.Defer(func() { os.RemoveAll(dir) })
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: dir + "/s", Net: "unix"})
	ts.Check(err)
	l.SetUnlinkOnClose(false)
	ts.Check(l.Close())
	ts.Check(os.Rename(dir+"/s", ts.MkAbs(args[0])))
}
