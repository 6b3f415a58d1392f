// Package guess has the notes that the encoding of a text is a guess. The text declares no encoding, and its bytes do
// not show which it is. So its characters may be wrong.
package guess

import (
	"errors"
	"fmt"
	"strings"
)

// Note returns the note that the encoding of a document is a guess.
func Note(encoding string) string { return NoteOf("", encoding) }

// NoteOf returns the note that the encoding of a part of a document is a guess.
func NoteOf(part, encoding string) string {
	if part != "" {
		part = " of " + part
	}
	return fmt.Sprintf("the encoding%s%s%s", part, is, encoding)
}

const is = " is a guess: "

// Is reports whether a note is one of these, also in a document inside another.
func Is(note string) bool { return strings.Contains(note, is) }

// An Error is the note of a document whose encoding is a guess. Its text can be compared all the same.
type Error struct {
	note string
	// Differs says that the document was compared with another whose encoding is a guess, and has other characters.
	// What differs may be more than the comparison of the texts shows.
	Differs bool
}

func (e *Error) Error() string {
	if e.Differs {
		return e.note + ", and letters that were read as capitals or punctuation may differ"
	}
	return e.note
}

// Differs reports whether an error is an [Error] that says so.
func Differs(err error) bool {
	var doubt *Error
	return errors.As(err, &doubt) && doubt.Differs
}

// ErrUndeclared is the error of bytes that are a text by their name, but in an unknown encoding.
var ErrUndeclared = errors.New("a text must declare its encoding")

// New returns an error with a note.
func New(note string) *Error { return &Error{note: note} }

// Of returns an [*Error] if one of the notes says that an encoding is a guess, and otherwise nil.
func Of(notes []string) error {
	for _, n := range notes {
		if Is(n) {
			return New(n)
		}
	}
	return nil
}
