//go:build unix

package words

import (
	"os"
	"syscall"
)

// kill ends a program and its children.
func kill(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
