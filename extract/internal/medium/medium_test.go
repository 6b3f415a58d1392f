package medium

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lsh-interop/fpcheck/internal/kernel/blank"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
)

// As many notes as parts of a mail are neither kept nor compared with each other.
func TestNotes(t *testing.T) {
	var d Reading
	for i := range 3 * mostNotes {
		d.Note("note %d", i/2)
		d.Note("note %d", i/2)
	}
	if d.Notes[1] != "note 1" || len(d.Notes) != mostNotes+1 {
		t.Errorf("%d notes, the second of which is %q", len(d.Notes), d.Notes[1])
	}
	// Whether those were written that are only counted is not known.
	if diff := cmp.Diff(fmt.Sprintf("and %d notes more", 2*mostNotes), d.Notes[mostNotes]); diff != "" {
		t.Error(diff)
	}
}

// A note that decides how texts are compared is kept, however many notes there are.
func TestNotesThatDecide(t *testing.T) {
	var d Reading
	for i := range 2 * mostNotes {
		d.Note("note %d", i)
	}
	for i := range 3 {
		d.Note("%s", guess.Note(fmt.Sprint("ibm85", i)))
		d.Note("%s", blank.Note(i+1, 9))
	}
	want := []string{"note 49", "the encoding is a guess: ibm850", "1 of 9 pages has no text", "and 54 notes more"}
	if diff := cmp.Diff(want, d.Notes[mostNotes-1:]); diff != "" {
		t.Error(diff)
	}
}
