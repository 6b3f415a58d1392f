//go:build unix

package documents

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// place is where a file is.
type place struct{ device, inode uint64 }

func placeOf(info fs.FileInfo) place {
	stat := info.Sys().(*syscall.Stat_t)
	return place{uint64(stat.Dev), stat.Ino}
}

// changed returns when a file or what is known about it was changed, and its inode.
func changed(path string) (nanoseconds int64, inode uint64) {
	var s unix.Stat_t
	if unix.Stat(path, &s) != nil {
		return 0, 0
	}
	return s.Ctim.Nano(), uint64(s.Ino)
}

// isExact reports whether files with the same place are the same.
func (place) isExact() bool { return true }
