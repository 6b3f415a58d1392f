//go:build unix

package durable

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives a file the owner and the group of another one, or the group alone, where this is allowed.
func own(f *os.File, like fs.FileInfo) {
	if s, ok := like.Sys().(*syscall.Stat_t); ok && f.Chown(int(s.Uid), int(s.Gid)) != nil {
		f.Chown(-1, int(s.Gid))
	}
}
