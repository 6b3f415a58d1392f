//go:build unix

package extracttest

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process. Unlike the time of a clock, it does not
// depend on the load of the machine.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
