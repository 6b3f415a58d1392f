// Package blank has the notes about pages of a document that have no text. They may be scanned, and so what
// they show was not read.
package blank

import (
	"fmt"
	"strings"
)

// Note returns the note that some pages of a document have no text.
func Note(blank, pages int) string {
	if blank == 1 {
		return fmt.Sprintf("1 of %d pages%s", pages, one)
	}
	return fmt.Sprintf("%d of %d pages%s", blank, pages, many)
}

const (
	one  = " has no text"
	many = " have no text"
)

// An Error is the note of a document whose text may not be all that it shows.
type Error struct{ note string }

func (e *Error) Error() string { return e.note }

// Of returns an [*Error] if one of the notes is about pages without text, and otherwise nil.
func Of(notes []string) error {
	for _, n := range notes {
		if strings.HasSuffix(n, one) || strings.HasSuffix(n, many) {
			return &Error{n}
		}
	}
	return nil
}
