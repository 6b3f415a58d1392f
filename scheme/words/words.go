// Package words provides external tokenizers for private schemes whose definition has the key
// words (see Resources in package scheme). Registered schemes use none, because the words that a tokenizer
// finds depend on the version of its library or dictionary. Compare fingerprints only if the same
// version made them.
//
// [Lookup] returns a tokenizer that is built in. [Command] runs a program as a tokenizer.
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

// Lookup returns the built-in tokenizer with a name. The only name is "uax29": the words between
// the boundaries of Unicode Standard Annex 29. It keeps "don't" and "3,5" in one piece and splits
// Chinese into single characters. It has no dictionary, so it splits Thai into single letters.
func Lookup(name string) (func(text string) ([]string, error), error) {
	if split, ok := builtIn[name]; ok {
		return split, nil
	}
	names := slices.Sorted(maps.Keys(builtIn))
	return nil, fmt.Errorf("no tokenizer %q is built in: expected %s", name, strings.Join(names, " or "))
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
