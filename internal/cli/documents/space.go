package documents

import (
	"errors"
	"fmt"
	"syscall"
)

// WithoutSpace adds to an error about temporary files what may help. Only an error of the system is about a file.
// Others are about what was read, such as a damaged index.
func WithoutSpace(err error) error {
	if err == nil || !errors.As(err, new(syscall.Errno)) {
		return err
	}
	return fmt.Errorf("%w (TMPDIR names another place for temporary files)", err)
}
