package stream

import "errors"

// ErrReason is the error of a [Reader] of a page for which there is a [Reason].
var ErrReason = errors.New("the page changed while it was read")

// Reason is why a page cannot be read without its tree.
type Reason uint8

// The reasons.
const (
	NoReason  Reason = iota // the page was read
	Fostered                // text that is shown stands before the table in which it is written
	Adopted                 // a block leaves a formatting element, and is shown differently outside
	Frameset                // a set of frames takes the place of what was shown
	Late                    // a second <html> or <body> says how the first one is shown
	Reopened                // too many formatting elements are opened again
	TooDeep                 // too many elements are open
	NULInName               // a name has U+0000, which x/net/html replaces late
	TooLong                 // a tag is longer than the window may be
	Fault                   // the tree cannot be built either
)

func (r Reason) String() string {
	return [...]string{"none", "fostered", "adopted", "frameset", "late", "reopened", "too deep", "NUL in a name", "too long", "fault"}[r]
}
