package fast

import "github.com/lsh-interop/fpcheck/internal/unicode/class"

// A kind determines how a code point is processed.
//
// A code point of kindCluster or more does not compose with the preceding one. Unless it is a mark,
// it does not change places with marks either. Kinds from kindMark on are of class W and mapped in
// place.
type kind uint8

const (
	kindOdd        kind = iota // only the stages know
	kindASCII                  // of ASCII, and part of a word: in no table
	kindSeparator              // ends a run, or is of no word and without effect on what is beside it
	kindGap                    // a separator that is white space (R2.10)
	kindZeroWidth              // U+200B where it is deleted, but white space to R2.10
	kindHyphen                 // U+2010, a separator where R2.9 does not delete it
	kindSoftHyphen             // U+00AD, which is deleted in any case
	kindDeleted                // deleted
	kindSecond                 // a mark that may compose with what stands before it
	kindJoining                // a letter of class W that may; a mark of no word, or with other marks in it
	kindResized                // a letter that is mapped to another length, or is not Alphabetic
	kindLong                   // mapped to a text that has no room in an entry, which has its number
	kindCluster                // of class K, 3 bytes, as is what it is mapped to; the classes T follow
	kindThai
	kindLao
	kindKhmer
	kindMyanmar
	kindMark   // a mark whose combining class is not 0, part of a word if it follows one
	kindVowel  // such a mark whose combining class is 0
	kindLetter // an Alphabetic letter, as long as what it is mapped to
	kindBare   // such a letter, and it has no decomposition
)

// isClustered reports whether the code point is of class K or of a class T.
func (k kind) isClustered() bool { return kindCluster <= k && k <= kindMyanmar }

func (k kind) class() class.Class { return class.K + class.Class(k-kindCluster) }
