package program

import (
	"os/exec"

	"golang.org/x/sys/unix"
)

// limitMemory bounds the memory and the files of a running program. Other bounds hold without it.
func limitMemory(cmd *exec.Cmd, size int64) {
	size = min(size, 1<<40)
	memory := uint64(memoryFloor + memoryFactor*size)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: memory, Max: memory}, nil)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(size), Max: uint64(size)}, nil)
	unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
}

// The address space of a program: for itself, and for each byte of the largest document.
const (
	memoryFloor  = 1 << 30
	memoryFactor = 8
)
