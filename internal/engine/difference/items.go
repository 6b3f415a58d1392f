package difference

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
)

// A text is a text and its words. Each item of its text digest is in one word, in order. So if the words
// of two texts are equal, their digests are.
type text struct {
	content []byte
	words   []word
	numbers []int32 // of the words, see [reading.words]
}

// An atom is an item of a text digest: the number of its spelling.
type atom = int32

// slice returns the text from word i up to, but not including, word j.
func (t *text) slice(i, j int) []byte {
	if i == j {
		return nil
	}
	return t.content[t.words[i].from:t.words[j-1].to]
}

// around returns the same, with the text up to the neighbouring words.
func (t *text) around(i, j int) []byte {
	from, to := 0, len(t.content)
	if i > 0 {
		from = int(t.words[i-1].to)
	}
	if j < len(t.words) {
		to = int(t.words[j].from)
	}
	return t.content[from:max(from, to)]
}

// A reading assigns numbers to the atoms and words of two texts. Equal ones have the same number.
type reading struct {
	names  table   // spellings by atom
	words  table   // atoms by word, four bytes for each
	known  table   // parts of texts
	parts  []int32 // of each known part, the word with its atoms
	finder *items.Finder
	found  []atom // by the finder
	begun  []byte // an item that has not ended
	key    []byte // of a table
	some   []atom // of a part, until the next part
	behind []byte // a part with the item before it
	bytes  int    // of all texts that atomsOf has split
}

func newReading() *reading {
	n := new(reading)
	n.finder = items.New(items.Settings{}, n.take)
	return n
}

// take receives items, each followed by U+0000.
func (n *reading) take(p []byte, _ []int) {
	for {
		end := bytes.IndexByte(p, 0)
		if end < 0 {
			n.begun = append(n.begun, p...)
			return
		}
		item := p[:end]
		if len(n.begun) > 0 {
			item = append(n.begun, item...)
			n.begun = item[:0]
		}
		n.found = append(n.found, n.names.number(item))
		p = p[end+1:]
	}
}

// read finds the words of a text. There are no more words than atoms, so the words reuse their memory one by
// one.
func (n *reading) read(ctx context.Context, content []byte) *text {
	atoms := n.atomsOf(nil, content)
	t := &text{content: content, numbers: atoms[:0], words: make([]word, 0, len(atoms))}
	n.align(ctx, t, atoms)
	if len(t.words) < cap(t.words)/2 {
		t.words, t.numbers = slices.Clone(t.words), slices.Clone(t.numbers)
	}
	return t
}

// end releases what only reading needs.
func (n *reading) end() {
	n.words.slots, n.known, n.parts = nil, table{}, nil
	n.finder, n.found, n.begun, n.some, n.behind = nil, nil, nil, nil, nil
}

// atomsOf appends the atoms of a text.
func (n *reading) atomsOf(to []atom, content []byte) []atom {
	n.bytes += len(content)
	n.found = to
	n.finder.Write(content)
	n.finder.Close()
	n.finder.Reset()
	to, n.found = n.found, nil
	return to
}

// word returns the number of the word of some atoms.
func (n *reading) word(atoms []atom) int32 {
	n.key = n.key[:0]
	for _, a := range atoms {
		n.key = binary.LittleEndian.AppendUint32(n.key, uint32(a))
	}
	return n.words.number(n.key)
}

// atomsOfWord returns an iterator over the atoms of a word by its number.
func (n *reading) atomsOfWord(word int32) func(yield func(atom) bool) {
	return func(yield func(atom) bool) {
		for key := n.words.of(word); len(key) > 0; key = key[4:] {
			if !yield(firstAtom(key)) {
				return
			}
		}
	}
}

func firstAtom(key []byte) atom { return atom(binary.LittleEndian.Uint32(key)) }

// maxKnown is the length in bytes of the longest word whose atoms are kept for its next occurrence.
const maxKnown = 64

// alone returns the atoms of a part of a text by itself, for use until it is called again.
func (n *reading) alone(part []byte) []atom {
	n.some = n.some[:0]
	if n.lower(part) { // the most frequent, and these need no table of their own
		n.some = append(n.some, n.names.number(n.key))
		return n.some
	}
	if len(part) > maxKnown {
		n.some = n.atomsOf(n.some, part)
		return n.some
	}
	known := n.known.number(part)
	if int(known) < len(n.parts) {
		n.some = slices.AppendSeq(n.some, n.atomsOfWord(n.parts[known]))
		return n.some
	}
	n.some = n.atomsOf(n.some, part)
	n.parts = append(n.parts, n.word(n.some))
	return n.some
}

// zero is a Han zero (R10.7 (c)).
const zero = string(items.HanZero)

// after returns the atoms of a part of a text behind an item, for use until alone is called again. A Han
// numeral or zero before the part may make its signs count (R10.9).
func (n *reading) after(item, part []byte) []atom {
	r, _ := utf8.DecodeLastRune(bytes.TrimRightFunc(item, func(r rune) bool { return class.Of(r) == class.Mark }))
	switch {
	case string(item) == zero:
		n.behind = append(append(n.behind[:0], "一"+zero...), part...)
		return n.alone(n.behind)[2:]
	case items.IsHanNumeral(r):
		n.behind = append(utf8.AppendRune(n.behind[:0], r), part...)
		return n.alone(n.behind)[1:]
	}
	return n.alone(part)
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

// align finds the words of a text, so that each atom is in one of them. It starts with words as a reader sees
// them, with the dashes before them. Such a word alone may have other atoms than the next ones, as with a
// hyphen at a line end. Then it joins words: 2, 4, 8 and so on, at most all that are left.
func (n *reading) align(ctx context.Context, t *text, all []atom) {
	var seen []word // those to put together
	most := 1
	at, end := 0, 0 // the atoms and bytes that are in words
	var last []byte // the item before these
	take := func(w word, atoms int) {
		last = n.names.of(all[at+atoms-1])
		t.words = append(t.words, w)
		t.numbers = append(t.numbers, n.word(all[at:at+atoms]))
		at, end = at+atoms, int(w.to)
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
		if len(seen) == 1 && !hasItem(t.content[end:w.from]) && !bytes.HasPrefix(t.content[w.from:], []byte(zero)) {
			atoms := n.alone(t.content[w.from:w.to])
			if begins(all[at:], atoms) {
				if len(atoms) == 0 {
					seen = seen[:0]
				} else {
					take(w, len(atoms))
				}
				continue
			}
		}
		whole := word{uint32(end), w.to}
		if atoms := n.after(last, t.content[whole.from:whole.to]); len(atoms) > 0 && begins(all[at:], atoms) {
			count := len(atoms)
			whole.from = uint32(n.visible(t.content, end, int(seen[0].from), int(w.to), slices.Clone(atoms)))
			take(whole, count)
			continue
		}
		most *= 2
	}
	switch left := len(all) - at; {
	case left > 0:
		from := len(t.content) - len(bytes.TrimLeft(t.content[end:], " \t\r\n"))
		take(word{uint32(from), uint32(len(t.content))}, left)
	case len(seen) > 0 && len(t.words) > 0:
		t.words[len(t.words)-1].to = seen[len(seen)-1].to
	}
}

// visible returns where to begin to show a word. This is the word as a reader sees it, unless the text before
// has some of its atoms.
func (n *reading) visible(content []byte, from, at, to int, atoms []atom) int {
	if slices.Equal(n.alone(content[at:to]), atoms) {
		return at
	}
	for from < at {
		r, size := utf8.DecodeRune(content[from:])
		next, _ := utf8.DecodeRune(content[from+size:])
		endsClause := (r == '.' || r == ',') && unicode.IsSpace(next)
		if k := kindOf(r); k == leading && !endsClause || k == telling {
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

// hasItem reports whether there may be an item between two words: a dash, or a mark without a letter.
func hasItem(between []byte) bool {
	for len(between) > 0 {
		r, size := utf8.DecodeRune(between)
		if r == '-' || r >= utf8.RuneSelf && (kindOf(r) == leading || kindOf(r) == mark) {
			return true
		}
		between = between[size:]
	}
	return false
}

// spelled returns the atoms from i to j as items, each legible.
func (n *reading) spelled(t *text, i, j int) string {
	var b strings.Builder
	for _, word := range t.numbers[i:j] {
		for a := range n.atomsOfWord(word) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(escape.Text(string(n.names.of(a))))
		}
	}
	return b.String()
}
