package fast

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// pairs is the number of compositions that are cached to avoid a search.
const pairs = 512

// A pair is two code points and their composition.
type pair struct {
	first, second, composite rune
	ccc                      uint8 // the combining class of the second
}

// pairAt returns the cache entry for two code points.
func (t *Tokenizer) pairAt(first, second rune) *pair {
	return &t.pairs[uint32(first*31+second)%pairs]
}

// composeKnown composes r with the starter before it if the cache has the pair, and reports whether
// it did.
func (w *rewriter) composeKnown(r rune) bool {
	if w.starter != w.out || w.source != 0 || w.base == 0 {
		return false
	}
	known := w.to.pairAt(w.base, r)
	if known.first != w.base || known.second != r || known.ccc < w.order {
		return false
	}
	w.out -= utf8.RuneLen(w.base)
	w.put(utf8Of(known.composite))
	w.starter, w.base, w.order = w.out, known.composite, known.ccc
	return true
}

// mark handles a mark that does not compose.
func (w *rewriter) mark(r rune, ccc uint8) bool {
	if !w.inOrder(ccc) {
		return false
	}
	if w.class == class.None {
		if w.to.rules.Classes { // R4.6
			return true
		}
		w.class, w.start = class.W, w.out
	}
	w.put(utf8Of(r))
	if ccc == 0 {
		w.begins(r, 0)
	} else {
		w.order, w.left = ccc, ccc
	}
	return true
}

// inOrder reports whether a mark is in order after the marks before it.
func (w *rewriter) inOrder(ccc uint8) bool {
	if ccc == 0 {
		return true
	}
	if w.source != 0 { // its own marks come first
		to, _ := utf8.DecodeLastRune(w.to.text[w.start:w.starter])
		own := lastClass(w.source)
		if lastClass(to) != own {
			return false
		}
		w.source, w.order = 0, own
	}
	return w.order <= ccc
}

// lastClass returns the combining class of the last code point that r decomposes to.
func lastClass(r rune) uint8 {
	var room [4]rune
	parts := ucd.AppendDecomposition(room[:0], r)
	return ucd.CombiningClass(parts[len(parts)-1])
}

// compose handles a code point that may compose with the preceding one, or a mark that is in no
// word.
func (w *rewriter) compose(r rune) bool {
	text, rules := &w.to.text, w.to.rules
	p := ucd.Lookup(r)
	was, size := w.lost, 0
	if w.starter != 0 {
		was, size = utf8.DecodeLastRune(text[w.start:w.starter])
	}
	switch {
	case r == 0x0307 && rules.IForms: // R3.7
		if was == 'i' && w.starter == w.out {
			return true
		}
		if startsWithI(was) {
			return false
		}
	case w.lost != 0 && w.class != class.None:
		return false
	}
	if !w.inOrder(p.CombiningClass) {
		return false
	}
	if was != 0 && (w.left < p.CombiningClass || w.left == 0 && w.order == 0) {
		if c, ok := ucd.Compose(was, r); ok {
			return w.replace(size, was, r, c, p.CombiningClass)
		}
	}
	switch {
	case !rules.IsWord(r, p):
		w.lose(r)
	case !class.Marks.Contains(p.Category):
		w.begin(class.W)
		w.put(utf8Of(r))
		w.begins(r, 0)
		w.alphabetic = true
	case !w.mark(r, p.CombiningClass):
		return false
	case p.CombiningClass == 0 && w.starter != 0:
		w.source = r
	}
	return true
}

// replace replaces the starter, which has size bytes, and the mark r by their composite. r may come
// after marks that do not compose.
func (w *rewriter) replace(size int, was, r, composite rune, ccc uint8) bool {
	if w.lost != 0 {
		w.lost = composite
		return true
	}
	text := &w.to.text
	var room [Padding]byte
	marks := copy(room[:], text[w.starter:w.out])
	if marks < w.out-w.starter {
		return false
	}
	w.out = w.starter - size
	if !w.to.rules.IsWord(composite, ucd.Lookup(composite)) {
		w.lose(composite)
		return marks == 0
	}
	w.put(utf8Of(composite))
	w.starter, w.base, w.order = w.out, composite, ccc
	w.out += copy(text[w.out:], room[:marks])
	*w.to.pairAt(was, r) = pair{was, r, composite, ccc}
	return true
}

// lose handles a mark that is in no word.
func (w *rewriter) lose(r rune) {
	w.end()
	w.lost, w.source, w.order, w.left = r, 0, 0, 0
}

// startsWithI reports whether r is an i, with or without marks.
func startsWithI(r rune) bool {
	var room [4]rune
	return ucd.AppendDecomposition(room[:0], r)[0] == 'i'
}
