//go:build unix && !linux

package program

import (
	"os/exec"
	"syscall"
)

// isolate makes a program the leader of a process group, so that the processes it starts end
// with it.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func limitMemory(*exec.Cmd, int64) {}
