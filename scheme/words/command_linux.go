package words

import "syscall"

// childAttributes make a group of the program and its children, which dies with us.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
