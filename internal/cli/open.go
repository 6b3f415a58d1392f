package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Open opens a file that an argument or a flag names, and that is read once. It is a regular file or a
// descriptor, such as /dev/stdin or a shell's <(command). Other files could block or never end.
func Open(name string) (*os.File, error) { return open(name, IsDescriptor(name), " or <(command)") }

// OpenRegular opens a file that is read anywhere or more than once, or that a directory has.
func OpenRegular(name string) (*os.File, error) { return open(name, false, "") }

// IsDescriptor reports whether a name leads to a file that this process has open.
func IsDescriptor(name string) bool {
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

func open(name string, descriptor bool, instead string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		if link, lerr := os.Lstat(name); lerr == nil && link.Mode()&fs.ModeSymlink != 0 {
			err = &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("broken symbolic link: %w", UnwrapPath(err))}
		}
		return nil, err
	}
	var is string
	switch m := info.Mode(); {
	case m.IsRegular(), descriptor && !m.IsDir():
		return os.Open(name)
	case m.IsDir():
		is = "directory: expected a file"
	case m&fs.ModeNamedPipe != 0:
		is = "named pipe: expected a file" + instead
	case m&fs.ModeSocket != 0:
		is = "socket: expected a file"
	case m&fs.ModeDevice != 0:
		is = "device: expected a file"
	default:
		is = "special file: expected a regular one"
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is a " + is)}
}
