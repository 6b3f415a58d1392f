package manifest

import (
	"errors"
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/engine/walk"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
)

// sameText reports whether two texts are the same. If the encodings of both are guesses, their characters must be
// equal, too. Letters of another encoding may be punctuation or capitals in the guess, and text digests ignore these.
func (e *Entry) sameText(other *Entry) bool {
	return !e.Text.IsZero() && e.Text == other.Text &&
		(e.exact.IsZero() || other.exact.IsZero() || e.exact == other.exact)
}

// guess returns the doubt about a text whose encoding is a guess, or nil. The text may have been compared with another
// that differs.
func (e *Entry) guess(differs bool) error {
	if e.exact.IsZero() {
		return nil
	}
	doubt := guess.New(guess.Note(e.Reading.Encoding))
	doubt.Differs = differs
	return doubt
}

// guess returns the doubt about the text of a file, or about the records of a web archive.
func (s *Scanned) guess() error {
	switch s.guesses {
	case 0:
		return s.Entry.guess(false)
	case 1:
		return guess.New(guess.NoteOf("a record", s.guessed))
	}
	return guess.New(guess.NoteOf(fmt.Sprintf("%d records", s.guesses), s.guessed+" first"))
}

// doubtOld adds a doubt about the old file to a result without a graver one. If the bytes are the same, the encoding
// of their text does not matter.
func (r *Result) doubtOld(err error) {
	if r.Status == OK && isGuess(err) {
		err = nil
	}
	if r.Status == OK && isGuess(r.Err) {
		r.Err = nil
	}
	if r.Err == nil || isGuess(r.Err) && err != nil && !isGuess(err) {
		r.Err = err
	}
}

// isGuess reports whether an error is a doubt about an encoding and nothing else.
func isGuess(err error) bool {
	var doubt *guess.Error
	return errors.As(err, &doubt) && !errors.Is(err, walk.ErrOutside)
}
