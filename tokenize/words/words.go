// Package words contains tokenizers for private schemes that name one in their field words. They
// know languages; no registered scheme does. Their results depend on the version of a library or
// dictionary. So fingerprints made with different versions may not be comparable.
//
//   - [Lookup] returns the built-in tokenizers.
//   - Package lab/kagome cuts Japanese with a dictionary of 12 MB, which only programs that
//     import it must carry.
//   - [Command] runs any other program, which cuts one text after another.
package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

var builtIn = map[string]func(text string) ([]string, error){
	"uax29": uax29,
}

// Names returns the names of the tokenizers that are built in, in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(builtIn)) }

// Lookup returns the tokenizer of that name: "uax29" cuts text by the word boundaries
// of Unicode Standard Annex 29, which keep "don't" and "3,5" in one piece, and every
// Han character by itself. Of scripts that need a dictionary it knows nothing.
func Lookup(name string) (func(text string) ([]string, error), error) {
	if split, ok := builtIn[name]; ok {
		return split, nil
	}
	return nil, fmt.Errorf("no tokenizer %q is built in: expected %s", name, strings.Join(Names(), " or "))
}

// uax29 returns the segments that are words: those with a letter or a number.
func uax29(text string) (list []string, _ error) {
	for word, state := "", -1; text != ""; {
		word, text, state = uniseg.FirstWordInString(text, state)
		if strings.ContainsFunc(word, isLetterOrNumber) {
			list = append(list, word)
		}
	}
	return list, nil
}

var lettersAndNumbers = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo, ucd.Nd, ucd.Nl, ucd.No)

func isLetterOrNumber(r rune) bool { return lettersAndNumbers.Contains(ucd.CategoryOf(r)) }
