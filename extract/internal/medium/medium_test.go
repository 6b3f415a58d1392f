package medium

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
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
