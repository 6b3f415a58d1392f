//go:build !unix

package cli

import "os"

// hangup is a signal that this system does not have.
var hangup os.Signal
