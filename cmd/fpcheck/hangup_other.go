//go:build !unix

package main

import "os"

// hangup is a signal that this system does not have.
var hangup os.Signal
