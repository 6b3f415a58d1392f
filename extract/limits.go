package extract

import (
	"fmt"
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Limits bound the cost of one document, together with its layers, its members and the documents
// inside it. A field that is 0 stands for that field of [DefaultLimits].
type Limits struct {
	// Size bounds, in bytes, what must be kept whole in memory or on disk. This concerns documents
	// that cannot be read as a stream, members of archives, and the text in either. Plain text and
	// XML are streams, and may have any length.
	//
	// Any document may take a quarter of Size in memory, and at least 64 MiB. Each of its bytes adds
	// 32.
	Size int64
	// Ratio bounds the number of bytes that each byte of the document may unpack to, in all layers
	// together. The first 16 MiB do not count.
	Ratio int64
	// Depth bounds how deeply documents are nested, such as archives in mails in archives.
	Depth int
	// Time bounds the time to find the text of 64 MiB. A document n times as long may take n+1
	// times as long. The time spent waiting for its bytes does not count.
	Time time.Duration
}

// check returns an error for a limit that no document keeps.
func (l Limits) check() error {
	switch {
	case l.Size < 0:
		return fmt.Errorf("Limits.Size %d: expected 0 or more", l.Size)
	case l.Ratio < 0:
		return fmt.Errorf("Limits.Ratio %d: expected 0 or more", l.Ratio)
	case l.Depth < 0:
		return fmt.Errorf("Limits.Depth %d: expected 0 or more", l.Depth)
	case l.Time < 0:
		return fmt.Errorf("Limits.Time %v: expected 0 or more", l.Time)
	}
	return nil
}

// DefaultLimits are the limits that the zero value of [Limits] stands for.
var DefaultLimits = Limits(budget.Default)
