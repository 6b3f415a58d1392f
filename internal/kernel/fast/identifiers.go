package fast

import (
	"math/bits"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// removeIdentifiers removes identifiers from the mask of words (R2.8). It returns the offset of the
// first text that needs the stages for chapter 2, or limit.
func (t *Tokenizer) removeIdentifiers(p []byte, limit int) int {
	gone, tested := 0, 0 // the ends of the last identifier, and of the last atom tested
	for b := 0; b*64 < limit; b++ {
		for hints := t.hint[b]; hints != 0; hints &= hints - 1 {
			at := b*64 + bits.TrailingZeros64(hints)
			switch c := p[at]; {
			case c == '.' && !mayEndPrefix(p, at), at < gone:
			case at >= limit:
				return limit
			case c == '-':
				if t.rules.Hyphens && t.mayJoin(p, at, 1) {
					return at
				}
			case !t.rules.Identifiers, at < tested:
			case at+1 == len(p):
				return at
			case t.rules.Atom[p[at+1]] != 0: // otherwise R2.3 trims it, or nothing follows an @
				start := at
				for start > 0 && t.rules.Atom[p[start-1]] != 0 {
					start--
				}
				tested = at + t.atomLen(p[at:])
				if tested == len(p) {
					return at
				}
				if t.rules.IsIdentifier(p[start:tested]) {
					gone = tested
					t.word.clear(start, gone)
				}
			}
		}
	}
	return limit
}

// atomLen returns the number of bytes of the atom at the front of p.
func (t *Tokenizer) atomLen(p []byte) int {
	for i, c := range p {
		if t.rules.Atom[c] == 0 {
			return i
		}
	}
	return len(p)
}

// mayEndPrefix reports whether the full stop at p[at] may end "www." (R2.5) or the "10." of a DOI
// (R2.6). No other full stop makes an identifier by itself.
func mayEndPrefix(p []byte, at int) bool {
	if at < 2 {
		return false
	}
	a, b := p[at-2], p[at-1]
	return b == '0' && a == '1' || b|0x20 == 'w' && a|0x20 == 'w'
}

// mayJoin reports whether R2.9 may apply to the hyphen of size bytes at p[at]. The hyphen must be
// between a letter and a line end.
func (t *Tokenizer) mayJoin(p []byte, at, size int) bool {
	if at == 0 || p[at-1] < utf8.RuneSelf && !ascii.IsLetter(p[at-1]) {
		return false
	}
	for at += size; utf8.FullRune(p[at:]); at += size {
		var r rune
		if r, size = utf8.DecodeRune(p[at:]); r != ' ' && r != '\t' && r != 0xA0 {
			return t.rules.IsLineEnd(r)
		}
	}
	return true
}

// removeNumbers removes words without a letter from the mask of words (R4.2). A word with a letter
// beyond ASCII that is mapped in place always begins with a letter.
func (t *Tokenizer) removeNumbers(blocks int) {
	carry := uint64(0)
	for b := range blocks {
		words, splits := t.word[b], t.split[b]
		starts := words &^ ((words<<1 | carry) &^ splits) & t.digit[b]
		carry = words >> 63
		if starts == 0 {
			continue
		}
		digits, ends := words&t.digit[b], ^words|splits
		for ; starts != 0; starts &= starts - 1 {
			i := bits.TrailingZeros64(starts)
			n := bits.TrailingZeros64(^(digits >> i))
			if i+n == 64 {
				t.removeNumber(b*64 + i)
				continue
			}
			number := -(ends >> (i + n) & 1) // all bits, or none
			t.word[b] &^= number & (1<<n - 1) << i
		}
	}
}

// removeNumber removes the word at an offset if it is a number. The word may end in the next block.
func (t *Tokenizer) removeNumber(at int) {
	end := at
	for t.word.has(end) && t.digit.has(end) {
		end++
	}
	if !t.word.has(end) || t.split.has(end) {
		t.word.clear(at, end)
	}
}
