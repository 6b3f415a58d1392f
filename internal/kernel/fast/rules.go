package fast

import (
	"io"
	"sync"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// Rules are what a [Tokenizer] needs of chapters 2 to 4. Package tokenizer fills them in. Functions are for
// what is asked rarely, or once for each code point. The fold of R3.5 always applies, and words always
// include ASCII letters, digits and the low line.
type Rules struct {
	Identifiers bool // R2.1 to R2.8 apply
	Hyphens     bool // R2.9 applies
	Blanks      bool // R2.10 applies
	IForms      bool // R3.7 applies
	Alphabetic  bool // R4.2 applies
	Classes     bool // R4.5 to R4.8 apply
	Grams       int  // the clusters of a token (R4.8)

	MaxWhiteSpace int // number of code points that R2.10 deletes
	MaxMarks      int // code points of a mark sequence (R3.4, R3.8)
	MaxToken      int // bytes of a token (R4.3)

	Atom         *[256]uint8                         // not 0 for the bytes of atoms (R2.1)
	IsIdentifier func(atom []byte) bool              // R2.2 to R2.7
	IsLineEnd    func(r rune) bool                   // R2.9
	IsGap        func(r rune) bool                   // R2.10
	IsKept       func(r rune, p ucd.Properties) bool // R3.2, R3.3
	Map          func(dst []byte, r rune) []byte     // appends what chapter 3 makes of r alone
	IsWord       func(r rune, p ucd.Properties) bool // R4.1, R4.4

	// Stages returns all stages except R2.1 to R2.8, for words without a fast path. Close ends a text, and
	// Reset restarts.
	Stages func(emit func(token []byte)) Stages

	// Key stands for all that the result of a single code point depends on. Equal keys mean equal results.
	Key Key

	once  sync.Once
	table *table
}

// Stages take a text and emit its tokens.
type Stages interface {
	io.WriteCloser
	Reset()
}

// A Key is the settings of chapters 2 to 4 that decide what becomes of a code point.
type Key struct {
	Flags       uint32 // of the user of this package
	Words, Kept ucd.Categories
}

// tables returns the table of the rules. When first needed, it is read from tables.bin, or made.
func (r *Rules) tables() *table {
	r.once.Do(func() {
		if r.table = storedTable(r.Key); r.table == nil {
			r.table = newTable(r)
		}
	})
	return r.table
}

// looksBack reports whether R2.9 or R2.10 may need the text before a mark.
func (r *Rules) looksBack() bool { return r.Hyphens || r.Blanks }

// joinsLetters reports whether R2.10 applies to text that is not cut where the class changes. Then no
// kind tells the class of a letter.
func (r *Rules) joinsLetters() bool { return !r.Classes && r.Blanks }

// hasGrams reports whether runs of class K become grams of two adjacent clusters here.
func (r *Rules) hasGrams() bool { return r.Blanks && r.Grams == 2 }
