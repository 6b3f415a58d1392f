//go:build !unix

package words

import (
	"os"
	"syscall"
)

func childAttributes() *syscall.SysProcAttr { return nil }

func kill(p *os.Process) { p.Kill() }
