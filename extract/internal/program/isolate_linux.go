package program

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// isolate makes a program the head of a process group, so that what it starts ends
// with it, and has it die with this process.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// limitMemory bounds the memory of a running program, and the files that it writes.
// Without the limits the rest still holds, so that errors do not matter.
func limitMemory(cmd *exec.Cmd, size int64) {
	size = min(size, 1<<40)
	memory := uint64(memoryFloor + memoryFactor*size)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: memory, Max: memory}, nil)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(size), Max: uint64(size)}, nil)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
}

// A program may have this much address space: for itself, and for each octet of the
// largest document.
const (
	memoryFloor  = 1 << 30
	memoryFactor = 8
)
