//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

import (
	"errors"
	"os"
)

// locks says that this system has locks of files.
const locks = false

// Lock does nothing here: flock is what others have.
func Lock(string) (unlock func(), err error) { return func() {}, nil }

func flock(*os.File) error { return errors.ErrUnsupported }

func openLocked(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// IsLocked returns false: nothing is locked here.
func IsLocked(string) bool { return false }
