package extract

import (
	"time"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// Limits bound what one document may cost, with all its layers, its members and the documents
// in it. A field that is 0 stands for that of [DefaultLimits].
type Limits struct {
	// Size bounds, in octets, what must be held in memory or on disk whole: a document
	// that cannot be read as a stream, a member of an archive, the text found in either.
	// Plain text and XML are streams, and may have any length.
	//
	// A quarter of it, and at least 64 MiB, is how much memory any document may take. For each
	// of its octets, 32 come on top.
	Size int64
	// Ratio bounds how many octets may come of each octet of the document, in all layers
	// together. The first 16 MiB are not counted.
	Ratio int64
	// Depth bounds how many documents one may be in, such as archives in mails in archives.
	Depth int
	// Time bounds how long it may take to find the text of 64 MiB. A document of n times
	// that may take n+1 times as long. The time that its octets are waited for does not count.
	Time time.Duration
}

// DefaultLimits are what the zero value of [Limits] stands for.
var DefaultLimits = Limits(budget.Default)
