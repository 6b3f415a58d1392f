package extract

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// Limits bound what one document may cost. Where a field is 0, that of [DefaultLimits]
// holds.
type Limits struct {
	// Size bounds, in octets, what must be held in memory or on disk whole: a document
	// that cannot be read as a stream, a member of an archive, the text found in
	// either. Plain text and XML are streams, and may have any length.
	Size int64
	// Ratio bounds how many octets may come of one that was packed; the first 16 MiB
	// are not counted.
	Ratio int64
	// Depth bounds how many documents one may be in: archives in mails in archives.
	Depth int
	// Time bounds how long a program may take over a document.
	Time time.Duration
}

// uncounted is how many octets may come of any number, whatever [Limits.Ratio].
const uncounted = 16 << 20

// DefaultLimits are what the zero value of [Limits] stands for.
var DefaultLimits = Limits{Size: 256 << 20, Ratio: 200, Depth: 8, Time: 2 * time.Minute}

func (l Limits) orDefault() Limits {
	return Limits{
		Size:  min(cmp.Or(l.Size, DefaultLimits.Size), math.MaxInt64-1), // one more tells what is beyond
		Ratio: cmp.Or(l.Ratio, DefaultLimits.Ratio),
		Depth: cmp.Or(l.Depth, DefaultLimits.Depth),
		Time:  cmp.Or(l.Time, DefaultLimits.Time),
	}
}

// expands reports whether unpacked octets are too many for the packed ones.
func (l Limits) expands(packed, unpacked int64) bool {
	return (unpacked-uncounted)/l.Ratio > packed
}

// whole reads all of r into memory. What is its name in the error.
func whole(r io.Reader, l Limits, what string) ([]byte, error) {
	octets, err := io.ReadAll(io.LimitReader(r, l.Size+1))
	if err == nil && int64(len(octets)) > l.Size {
		err = fmt.Errorf("%w: more than %d octets of %s", ErrTooLarge, l.Size, what)
	}
	return octets, err
}

// isFinal reports whether err says that a document exceeds a limit, or that the context
// is done: it is no fault of the document's, and passed on as it is.
func isFinal(err error) bool {
	for _, final := range []error{ErrTooLarge, ErrExpansion, ErrTooDeep, ErrTimeout, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}
