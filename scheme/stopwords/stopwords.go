// Package stopwords contains lists of the most common words of languages, for private schemes that
// drop them. No registered scheme does.
//
// The lists are copies of the lists of the project stopwords-iso: see data/README.md.
package stopwords

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed data/stopwords-iso.json
var source []byte

// lists are read when the first is asked for: few programs ever do.
var lists = sync.OnceValue(func() map[string][]string {
	var l map[string][]string
	if err := json.Unmarshal(source, &l); err != nil {
		panic("stopwords-iso.json: " + err.Error())
	}
	return l
})

// languages returns the languages that have a list, in alphabetical order. They are primary subtags of
// BCP 47, such as "de" and "en".
func languages() []string { return slices.Sorted(maps.Keys(lists())) }

// List returns the list of a language. Some of it is punctuation, and some are phrases
// of several words: it is what the source has.
func List(language string) ([]string, error) {
	list, ok := lists()[language]
	if !ok {
		return nil, fmt.Errorf("no stop words of %q: expected one of %s", language, strings.Join(languages(), ", "))
	}
	return slices.Clone(list), nil
}
