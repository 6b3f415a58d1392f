//go:build !unix

package processgroup

import (
	"os"
	"os/exec"
)

func Lead(*exec.Cmd)               {}
func Terminate(leader *os.Process) { leader.Kill() }
func Kill(leader *os.Process)      { leader.Kill() }
