//go:build !unix

package ocfl

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
