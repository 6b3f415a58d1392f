//go:build unix

package extracttest

import (
	"syscall"
	"time"
)

// processorTime returns the time that this process has had of processors: unlike that of a clock, it
// does not depend on what else the machine does.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
