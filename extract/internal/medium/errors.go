package medium

import (
	"context"
	"errors"

	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/budget"
)

// The errors of package extract, which documents them.
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

// isNamed reports whether err is one of the errors for documents.
func isNamed(err error) bool {
	for _, named := range []error{ErrUnsupported, ErrToolMissing, ErrMalformed, ErrEncrypted, ErrNoText} {
		if errors.Is(err, named) {
			return true
		}
	}
	return IsFinal(err)
}

// IsFinal reports whether err is about a limit, a fault in a reader, or the end of the context.
// Such an error says nothing about the document's form, and is passed on unchanged.
func IsFinal(err error) bool {
	for _, final := range []error{ErrTooLarge, ErrExpansion, ErrTooDeep, ErrTimeout, ErrInternal, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}
