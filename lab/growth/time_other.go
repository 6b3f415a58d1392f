//go:build !linux

package main

import "time"

var begun = time.Now()

// processorTime is as near as a clock comes.
func processorTime() time.Duration { return time.Since(begun) }
