package extract

import (
	"cmp"
	"math"
	"time"
)

// Limits bound what one document may cost. A field that is 0 stands for that of
// [DefaultLimits].
type Limits struct {
	// Size bounds, in octets, what must be held in memory or on disk whole: a document
	// that cannot be read as a stream, a member of an archive, the text found in either.
	// Plain text and XML are streams, and may have any length.
	Size int64
	// Ratio bounds how many octets may come of each packed octet. The first 16 MiB are not
	// counted.
	Ratio int64
	// Depth bounds how many documents one may be in, such as archives in mails in archives.
	Depth int
	// Time bounds how long a program may take over a document.
	Time time.Duration
}

// DefaultLimits are what the zero value of [Limits] stands for.
var DefaultLimits = Limits{Size: 256 << 20, Ratio: 200, Depth: 8, Time: 2 * time.Minute}

func (l Limits) orDefault() Limits {
	return Limits{
		Size:  min(cmp.Or(l.Size, DefaultLimits.Size), math.MaxInt64-1), // one more octet shows the excess
		Ratio: cmp.Or(l.Ratio, DefaultLimits.Ratio),
		Depth: cmp.Or(l.Depth, DefaultLimits.Depth),
		Time:  cmp.Or(l.Time, DefaultLimits.Time),
	}
}
