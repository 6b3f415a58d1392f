//go:build unix

package cli

import (
	"os"
	"syscall"
)

// hangup is the signal that the terminal has gone.
var hangup os.Signal = syscall.SIGHUP
