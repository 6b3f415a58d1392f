package medium

import (
	"context"
	"errors"
	"fmt"
)

// The errors are those of package extract, which documents them.
var (
	ErrUnsupported = errors.New("no reader for this medium")
	ErrToolMissing = errors.New("a program is missing")
	ErrMalformed   = errors.New("malformed document")
	ErrEncrypted   = errors.New("encrypted document")
	ErrNoText      = errors.New("no text in the document")
	ErrTooLarge    = errors.New("document too large")
	ErrExpansion   = errors.New("document expands too much")
	ErrTooDeep     = errors.New("document nested too deeply")
	ErrTimeout     = errors.New("document took too long")
)

// Stopped returns an error that wraps the context's once that is done.
func Stopped(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("extraction stopped: %w", err)
	}
	return nil
}

// IsFinal reports whether err says that a document exceeds a limit, or that its context is
// done: it says nothing of the document's form, and is passed on as it is.
func IsFinal(err error) bool {
	for _, final := range []error{ErrTooLarge, ErrExpansion, ErrTooDeep, ErrTimeout, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}
