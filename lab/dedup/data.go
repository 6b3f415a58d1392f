package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/lab/corpus"
)

// A tongue is the sentences of one language, from which documents are drawn.
type tongue struct {
	name      string
	sentences []string // distinct
	unspaced  bool     // no blanks between words
}

// tongues are the languages of the installation guide: about 20.
func tongues(c *corpus.Corpus) ([]tongue, error) {
	var all []tongue
	for _, m := range c.Manuals {
		var b strings.Builder
		if _, err := m.HTML().WriteTo(&b); err != nil {
			return nil, err
		}
		t := newTongue(m.Language, b.String())
		if len(t.sentences) < 500 {
			return nil, fmt.Errorf("the guide in %s has %d sentences: expected at least 500", m.Language, len(t.sentences))
		}
		all = append(all, t)
	}
	return all, nil
}

func newTongue(name, text string) tongue {
	t := tongue{name: name}
	seen := make(map[string]bool)
	blanks := 0
	for line := range strings.Lines(text) {
		for _, s := range sentencesOf(strings.TrimSpace(line)) {
			if utf8.RuneCountInString(s) < 15 || seen[s] {
				continue
			}
			seen[s] = true
			t.sentences = append(t.sentences, s)
			blanks += strings.Count(s, " ")
		}
	}
	octets := 0
	for _, s := range t.sentences {
		octets += len(s)
	}
	t.unspaced = blanks*30 < octets
	return t
}

// sentencesOf cuts a line after full stops and the like.
func sentencesOf(line string) (all []string) {
	from := 0
	var last rune
	for i, r := range line {
		end := (last == '.' || last == '!' || last == '?') && unicode.IsSpace(r) ||
			last == '。' || last == '！' || last == '？'
		if end {
			all = append(all, strings.TrimSpace(line[from:i]))
			from = i
		}
		last = r
	}
	return append(all, strings.TrimSpace(line[from:]))
}

// text joins random sentences up to a number of bytes.
func (t tongue) text(octets int, r *rand.Rand) string {
	var b strings.Builder
	for b.Len() < octets {
		if b.Len() > 0 && !t.unspaced {
			b.WriteByte(' ')
		}
		b.WriteString(t.sentences[r.IntN(len(t.sentences))])
	}
	return b.String()
}

// words are what is edited: what blanks part, or two characters where there are none.
func (t tongue) words(text string) (words []string, between string) {
	if !t.unspaced {
		return strings.Fields(text), " "
	}
	characters := []rune(text)
	for pair := range slices.Chunk(characters, 2) {
		words = append(words, string(pair))
	}
	return words, ""
}

// edit changes a share of the words of a text. Each change is equally likely: the word is deleted,
// replaced by a word of the language, or followed by one.
func (t tongue) edit(text string, share float64, r *rand.Rand) string {
	words, between := t.words(text)
	others, _ := t.words(t.text(200, r))
	n := max(1, int(share*float64(len(words))+.5))
	for _, at := range r.Perm(len(words))[:min(n, len(words))] {
		other := others[r.IntN(len(others))]
		switch r.IntN(3) {
		case 0:
			words[at] = ""
		case 1:
			words[at] = other
		case 2:
			words[at] += between + other
		}
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), between)
}

// A kind is what is done to a document to make its copy.
type kind struct {
	name string
	copy func(t tongue, text string, frames []frame, r *rand.Rand) string
}

// A frame is the boilerplate of a site: the same around all its pages.
type frame struct{ above, below string }

func edited(share float64) func(tongue, string, []frame, *rand.Rand) string {
	return func(t tongue, text string, _ []frame, r *rand.Rand) string { return t.edit(text, share, r) }
}

var kinds = []kind{
	{"2% of words edited", edited(.02)},
	{"5% of words edited", edited(.05)},
	{"10% of words edited", edited(.1)},
	{"upper case", func(_ tongue, text string, _ []frame, _ *rand.Rand) string { return strings.ToUpper(text) }},
	{"other blanks", func(_ tongue, text string, _ []frame, r *rand.Rand) string { return reblank(text, r) }},
	{"boilerplate around", func(_ tongue, text string, frames []frame, r *rand.Rand) string {
		f := frames[r.IntN(len(frames))]
		return f.above + "\n" + text + "\n" + f.below
	}},
}

// reblank replaces each blank by one, two, a tab or a line end.
func reblank(text string, r *rand.Rand) string {
	blanks := []string{" ", "  ", "\t", "\n", "\r\n", " \n\n"}
	var b strings.Builder
	for _, c := range text {
		if c == ' ' {
			b.WriteString(blanks[r.IntN(len(blanks))])
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// frames of a language.
const framesEach = 50

// A document is a line of the data. Its id is the line's number, from 1.
type document struct {
	text string
	kind string // "" of an original
	twin int    // number of its original or copy, from 0
}

// plantedPairs makes originals of 1.1 to 3.5 kB, 2.3 on average, each with a copy, in random order.
// The result depends only on the seed and the sentences.
func plantedPairs(all []tongue, pairs int, seed uint64) []document {
	frames := make([][]frame, len(all))
	for i, t := range all {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		for range framesEach {
			frames[i] = append(frames[i], frame{t.text(100, r), t.text(200, r)})
		}
	}
	order := rand.New(rand.NewPCG(seed, 1<<32)).Perm(2 * pairs)
	documents := make([]document, 2*pairs)
	for i := range pairs {
		r := rand.New(rand.NewPCG(seed, 1<<33+uint64(i)))
		at := i % len(all)
		k := kinds[i/len(all)%len(kinds)]
		text := all[at].text(1100+r.IntN(2200), r)
		a, b := order[2*i], order[2*i+1]
		documents[a] = document{text, "", b}
		documents[b] = document{k.copy(all[at], text, frames[at], r), k.name, a}
	}
	return documents
}

// record is a line of the data.
type record struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// writeLines writes JSON Lines.
func writeLines(w io.Writer, texts func(yield func(string) bool)) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	n := 0
	for text := range texts {
		n++
		if err := e.Encode(record{fmt.Sprint(n), text}); err != nil {
			return err
		}
	}
	return b.Flush()
}
