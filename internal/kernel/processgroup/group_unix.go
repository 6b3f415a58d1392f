//go:build unix

package processgroup

import (
	"os"
	"os/exec"
	"syscall"
)

// Lead makes a program that is yet to start the leader of a process group.
func Lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Terminate asks a group to end.
func Terminate(leader *os.Process) { syscall.Kill(-leader.Pid, syscall.SIGTERM) }

// Kill ends a group.
func Kill(leader *os.Process) { syscall.Kill(-leader.Pid, syscall.SIGKILL) }
