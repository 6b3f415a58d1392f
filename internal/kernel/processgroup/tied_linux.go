package processgroup

import (
	"os/exec"
	"syscall"
)

// LeadTied is like Lead, but the program also ends with the thread that starts it, on Linux.
func LeadTied(cmd *exec.Cmd) {
	Lead(cmd)
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}
