//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

// Package durabletest makes writing fail as on a full disk. Tests of packages that write files use it.
package durabletest

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"testing"

	"golang.org/x/sys/unix"
)

const alone = "FPCHECK_TEST_ALONE"

// Alone runs a test in a process of its own, and reports whether this is that process. A limit of files is one of
// the whole process, and "go test" writes a file itself.
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) == t.Name() {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, "-test.run", "^"+t.Name()+"$")
	c.Env = append(os.Environ(), alone+"="+t.Name())
	out, err := c.CombinedOutput()
	if errors.Is(err, unix.ENOEXEC) {
		t.Skip("this program is for another processor: an emulator runs it, and cannot start it again")
	}
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
	return false
}

// Limit makes writes to files fail after a number of bytes, as on a full disk. It ends with lift,
// or with the test. The test must be [Alone].
func Limit(t *testing.T, octets uint64) (lift func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	limited := before
	limited.Cur = octets
	set := func(limit *unix.Rlimit) {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, limit); err != nil {
			t.Fatal(err)
		}
	}
	signal.Ignore(unix.SIGXFSZ)
	set(&limited)
	lift = func() { set(&before) }
	t.Cleanup(func() { lift(); signal.Reset(unix.SIGXFSZ) })
	return lift
}
