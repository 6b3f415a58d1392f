package processgroup

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// Peak returns the greatest memory that the processes of a group have used, in bytes. A process that has
// ended does not count.
func Peak(leader *os.Process) (int64, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	var sum int64
	for _, name := range files {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		// After the name of the program come its state, its parent and its group.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 3 || string(fields[2]) != strconv.Itoa(leader.Pid) {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "status"))
		_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
		if fields = bytes.Fields(rest); len(fields) > 0 {
			kilobytes, _ := strconv.ParseInt(string(fields[0]), 10, 64)
			sum += kilobytes << 10
		}
	}
	if sum == 0 {
		return 0, errors.New("/proc does not show the port's memory")
	}
	return sum, nil
}
