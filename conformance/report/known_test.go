package report

import (
	"strings"
	"testing"
)

// Whatever a list of known failures has, it matches ids without a panic.
func FuzzKnownFailures(f *testing.F) {
	f.Add("# comment\nsegment-*\n**\n[a\n", "segment-a")
	f.Fuzz(func(t *testing.T, list, id string) {
		known, err := ParseKnownFailures(strings.NewReader(list))
		if err != nil {
			return
		}
		for _, pattern := range known {
			Glob(pattern)(id)
		}
	})
}
