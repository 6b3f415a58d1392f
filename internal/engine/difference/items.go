package difference

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/textdigest"
)

// A text is a text, the atoms that its text digest is made of, and the words that hold them: each
// atom is in one word, in order. So if the words of two texts are equal, their digests are.
type text struct {
	content []byte
	atoms   []atom
	words   []word
	first   []int32 // of each word, its first atom; then the number of atoms
}

// An atom is an item of a text digest: the number of its spelling.
type atom int32

// slice returns the text from word i up to, but not including, word j.
func (t *text) slice(i, j int) []byte {
	if i == j {
		return nil
	}
	return t.content[t.words[i].from:t.words[j-1].to]
}

// around returns the same with what stands between these words and their neighbours.
func (t *text) around(i, j int) []byte {
	from, to := 0, len(t.content)
	if i > 0 {
		from = t.words[i-1].to
	}
	if j < len(t.words) {
		to = t.words[j].from
	}
	return t.content[from:max(from, to)]
}

// within returns the atoms of the words from i up to, but not including, j.
func (t *text) within(i, j int) []atom { return t.atoms[t.first[i]:t.first[j]] }

// A reading gives the atoms and words of two texts numbers, which are the same if they are.
type reading struct {
	spellings map[string]atom
	names     []string // the same by number
	known     map[string][]atom
	words     map[string]int32 // by their atoms
	key       []byte           // of a map
	only      [1]atom
	bytes     int // of all texts that atomsOf has split
}

func newReading() *reading {
	return &reading{spellings: make(map[string]atom), known: make(map[string][]atom), words: make(map[string]int32)}
}

func (n *reading) read(ctx context.Context, content []byte) (*text, []int32) {
	t := &text{content: content, atoms: n.atomsOf(content)}
	n.align(ctx, t)
	numbers := make([]int32, len(t.words))
	for i := range t.words {
		n.key = n.key[:0]
		for _, a := range t.within(i, i+1) {
			n.key = binary.LittleEndian.AppendUint32(n.key, uint32(a))
		}
		number, known := n.words[string(n.key)]
		if !known {
			number = int32(len(n.words))
			n.words[string(n.key)] = number
		}
		numbers[i] = number
	}
	return t, numbers
}

// atomsOf returns the atoms of a text.
func (n *reading) atomsOf(content []byte) []atom {
	n.bytes += len(content)
	items := textdigest.Items(content)
	atoms := make([]atom, 0, len(items))
	for _, item := range items {
		atoms = append(atoms, n.atom(item))
	}
	return atoms
}

func (n *reading) atom(spelling string) atom {
	number, known := n.spellings[spelling]
	if !known {
		number = atom(len(n.names))
		spelling = strings.Clone(spelling) // it is a part of all items
		n.spellings[spelling] = number
		n.names = append(n.names, spelling)
	}
	return number
}

// maxKnown is the length in bytes of the longest word whose atoms are kept for its next occurrence.
const maxKnown = 64

// alone returns the atoms of a part of a text by itself, for use until it is called again.
func (n *reading) alone(part []byte) []atom {
	if n.lower(part) { // the most frequent, and these need no table of their own
		n.only[0] = n.atomOf(n.key)
		return n.only[:]
	}
	if len(part) > maxKnown {
		return n.atomsOf(part)
	}
	atoms, known := n.known[string(part)]
	if !known {
		atoms = n.atomsOf(part)
		n.known[string(part)] = atoms
	}
	return atoms
}

// lower puts a part of ASCII letters and digits into n.key in lower case, if it is one such item.
func (n *reading) lower(part []byte) bool {
	n.key = n.key[:0]
	for _, c := range part {
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
		default:
			return false
		}
		n.key = append(n.key, c)
	}
	return len(part) > 0
}

func (n *reading) atomOf(spelling []byte) atom {
	if number, known := n.spellings[string(spelling)]; known {
		return number
	}
	return n.atom(string(spelling))
}

// align finds the words of a text, so that each atom is in one of them. It takes the words as a
// reader sees them, with the dashes before them, and where what they are made of by themselves is
// not what comes next, as at a hyphen at the end of a line, it puts together as many words as are
// needed: 2, 4, 8 and so on, all that are left at the most.
func (n *reading) align(ctx context.Context, t *text) {
	var seen []word // those to put together
	most := 1
	at, end := 0, 0 // the atoms and bytes that are in words
	take := func(w word, atoms int) {
		t.words = append(t.words, w)
		t.first = append(t.first, int32(at))
		at, end = at+atoms, w.to
		seen, most = seen[:0], 1
	}
	for w := range words(t.content) {
		if len(t.words)%1024 == 0 && ctx.Err() != nil {
			return
		}
		seen = append(seen, w)
		if len(seen) < most {
			continue
		}
		if len(seen) == 1 && !hasDash(t.content[end:w.from]) {
			atoms := n.alone(t.content[w.from:w.to])
			if begins(t.atoms[at:], atoms) {
				if len(atoms) == 0 {
					seen = seen[:0]
				} else {
					take(w, len(atoms))
				}
				continue
			}
		}
		whole := word{end, w.to}
		if atoms := n.alone(t.content[whole.from:whole.to]); len(atoms) > 0 && begins(t.atoms[at:], atoms) {
			count := len(atoms)
			whole.from = n.visible(t.content, end, seen[0].from, w.to, slices.Clone(atoms))
			take(whole, count)
			continue
		}
		most *= 2
	}
	switch left := len(t.atoms) - at; {
	case left > 0:
		from := len(t.content) - len(bytes.TrimLeft(t.content[end:], " \t\r\n"))
		take(word{from, len(t.content)}, left)
	case len(seen) > 0 && len(t.words) > 0:
		t.words[len(t.words)-1].to = seen[len(seen)-1].to
	}
	t.first = append(t.first, int32(len(t.atoms)))
}

// visible returns where to begin to show a word: at the word as a reader sees it, unless what
// stands before it has some of its atoms.
func (n *reading) visible(content []byte, from, at, to int, atoms []atom) int {
	if slices.Equal(n.alone(content[at:to]), atoms) {
		return at
	}
	for from < at {
		r, size := utf8.DecodeRune(content[from:])
		if k := kindOf(r); k == leading && r != '.' && r != ',' || k == telling {
			break
		}
		from += size
	}
	return from
}

// begins reports whether all begins with some atoms.
func begins(all, some []atom) bool {
	return len(some) <= len(all) && slices.Equal(all[:len(some)], some)
}

// hasDash reports whether there is a dash between two words, which may be a sign of the second.
func hasDash(between []byte) bool {
	for len(between) > 0 {
		r, size := utf8.DecodeRune(between)
		if r == '-' || r >= utf8.RuneSelf && kindOf(r) == leading {
			return true
		}
		between = between[size:]
	}
	return false
}

// spelled returns the atoms from i to j as items, each legible.
func (n *reading) spelled(t *text, i, j int) string {
	var b strings.Builder
	for k, a := range t.within(i, j) {
		if k > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(escape.Text(n.names[a]))
	}
	return b.String()
}
