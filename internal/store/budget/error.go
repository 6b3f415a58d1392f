package budget

import (
	"errors"
	"fmt"
	"math"
)

// The errors that each [Error] wraps one of. Package extract documents them.
var (
	ErrTooLarge  = errors.New("document too large")
	ErrExpansion = errors.New("document expands too much")
	ErrTooDeep   = errors.New("document nested too deeply")
	ErrTimeout   = errors.New("document took too long")
)

// Error says which budget a document exceeds, and how much was allowed.
type Error struct {
	// Limit is the field of [Limits] that raises what is allowed: [Size], [Time], or "".
	Limit string

	kind error
	text string
}

// The limits that people raise.
const (
	Size = "Size"
	Time = "Time"
)

func (e *Error) Error() string { return e.kind.Error() + ": " + e.text }

func (e *Error) Unwrap() error { return e.kind }

func exceeded(kind error, limit, format string, args ...any) error {
	return &Error{limit, kind, fmt.Sprintf(format, args...)}
}

// saturated is free + factor*n, or the greatest number if that is greater.
func saturated(free, factor, n int64) int64 {
	if n > (math.MaxInt64-free)/factor {
		return math.MaxInt64
	}
	return free + factor*n
}
