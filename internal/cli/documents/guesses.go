package documents

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/kernel/guess"
)

// Guesses counts documents whose encoding is a guess. Many collections have thousands, so they are not listed.
type Guesses struct {
	n     int
	first string
}

// Add counts a document by its label.
func (g *Guesses) Add(label string) {
	if g.n++; g.n == 1 {
		g.first = label
	}
}

// add counts a document if its encoding is a guess.
func (g *Guesses) add(d *Document) {
	if d.Err == nil && d.Found != nil && guess.Of(d.Found.Notes) != nil {
		g.Add(d.Label())
	}
}

// String says how many documents there are; "" if none. The flag --verbose lists them.
func (g *Guesses) String() string {
	text := ""
	switch g.n {
	case 0:
		return ""
	case 1:
		text = "the encoding of a document is a guess: "
	default:
		text = fmt.Sprintf("the encodings of %d documents are guesses, first: ", g.n)
	}
	return text + cli.Display(g.first) + " (--verbose lists them)"
}
