package medium

import (
	"context"
	"errors"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The errors are those of package extract, which documents them.
var (
	ErrUnsupported = errors.New("no reader for this medium")
	ErrToolMissing = errors.New("a program is missing")
	ErrMalformed   = errors.New("malformed document")
	ErrEncrypted   = errors.New("encrypted document")
	ErrNoText      = errors.New("no text in the document")
	ErrTooLarge    = budget.ErrTooLarge
	ErrExpansion   = budget.ErrExpansion
	ErrTooDeep     = budget.ErrTooDeep
	ErrTimeout     = budget.ErrTimeout
	ErrInternal    = recovery.ErrInternal
)

// isNamed reports whether err says what is wrong with a document.
func isNamed(err error) bool {
	for _, named := range []error{ErrUnsupported, ErrToolMissing, ErrMalformed, ErrEncrypted, ErrNoText} {
		if errors.Is(err, named) {
			return true
		}
	}
	return IsFinal(err)
}

// IsFinal reports whether err says that a document exceeds a limit, that a reader has a fault, or
// that the context is done: it says nothing of the document's form, and is passed on as it is.
func IsFinal(err error) bool {
	for _, final := range []error{ErrTooLarge, ErrExpansion, ErrTooDeep, ErrTimeout, ErrInternal, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}
