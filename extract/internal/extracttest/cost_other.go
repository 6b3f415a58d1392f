//go:build !unix

package extracttest

import "time"

var begun = time.Now()

// processorTime returns the time of the clock.
func processorTime() time.Duration { return time.Since(begun) }
