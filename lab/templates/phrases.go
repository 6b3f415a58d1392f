package templates

import (
	"fmt"
	"slices"
	"strings"
)

// labelKeys are the names of the labels, in the order of the labels line of a
// phrase file.
var labelKeys = strings.Fields(`home search login password user register forgot
	menu more related mostread comments reply write share tags by published
	updated archive categories subscribe accept decline settings ad print skip
	helpful yes no feedback contents edit references language weather markets
	contact privacy about author next previous views posts joined noscript
	email recent top like quote breaking`)

// phrases are the words around an article in one language.
type phrases struct {
	labels map[string]string
	words  map[string][]string
}

// wordLists are the sections of a phrase file whose entries stand on one line.
var wordLists = strings.Fields("sites labels menu days months names places")

// loadPhrases reads the phrase file of a language.
func loadPhrases(lang string) phrases {
	ph := phrases{labels: map[string]string{}, words: map[string][]string{}}
	section := ""
	for line := range strings.Lines(read("phrases", lang+".txt")) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
		} else if slices.Contains(wordLists, section) {
			ph.words[section] = strings.Split(line, " | ")
		} else {
			ph.words[section] = append(ph.words[section], line)
		}
	}
	ph.nameLabels(lang)
	return ph
}

func (ph phrases) nameLabels(lang string) {
	labels := ph.words["labels"]
	if len(labels) != len(labelKeys) {
		panic(fmt.Sprintf("phrases %s: %d labels, want %d", lang, len(labels), len(labelKeys)))
	}
	for i, key := range labelKeys {
		ph.labels[key] = labels[i]
	}
}
