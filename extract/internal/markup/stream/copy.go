package stream

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// regular are the bytes that are written as they are.
var regular = func() (t [256]bool) {
	for i := range t {
		t[i] = i != 0 && i != '&' && !whatwg.IsBlank(byte(i))
	}
	return t
}()

// room is how much room there is for text before some is copied, at least.
const room = 256

// copyRegular writes the start of a text: a regular byte, and everything after it that is written
// unchanged. These are regular bytes and single spaces between them. It may stop before a "<", or a
// space before a "<". It returns the number of bytes.
func (m *machine) copyRegular(text []byte) int {
	m.out = append(m.out, text[0])
	for i := 1; ; {
		if cap(m.out)-len(m.out) < min(len(text), room) {
			m.out = slices.Grow(m.out, room)
		}
		had := len(m.out)
		to := m.out[had:cap(m.out)]
		to = to[:min(len(to), len(text)-i)]
		n := copyBlocks(to, text[i:i+len(to)])
		i += n
		for n < len(to) && regular[text[i]] && text[i] != '<' {
			to[n] = text[i]
			i, n = i+1, n+1
		}
		m.out = m.out[:had+n]
		if i+1 < len(text) && text[i] == ' ' && regular[text[i+1]] && text[i+1] != '<' {
			m.out = append(m.out, ' ', text[i+1])
			i += 2
			continue
		}
		if n < len(to) || i == len(text) {
			return i
		}
	}
}

// copyEights copies unchanged text from the start, eight bytes at a time, while there is room. It
// returns the number of bytes. It may leave some of the last bytes.
func copyEights(to, text []byte) int {
	i := 0
	for i+8 <= len(text) {
		x := binary.LittleEndian.Uint64(text[i:])
		binary.LittleEndian.PutUint64(to[i:], x)
		y, z, w := x^'&'*ones, x^' '*ones, x^'<'*ones
		// The high bit of the first special byte is set. This is a byte below a space, "&", "<", or a
		// space before one of these. The other high bits may be wrong.
		spaces := (z - ones) &^ z & highs
		found := ((x-' '*ones)&^x | (y-ones)&^y | (w-ones)&^w) & highs
		if found |= spaces & ((found | spaces) >> 8); found != 0 {
			return i + first(found)
		}
		i += 8 - int(spaces>>63) // a space at the end is looked at again with what follows
	}
	return i
}

// prose writes text from the place that was reached on, if the modes would do nothing else with it.
// It stops before what the tokenizer is to look at.
func (m *machine) prose() {
	b, i := m.page, m.pos
	if i >= len(b) || b[i] == '<' || !m.isProse() {
		return
	}
	top := m.top()
	if m.depth > top.depth { // blocks have ended: R11.7
		m.depth = top.depth
		m.gap = flow.LineEnd
		m.shown.line()
	}
	m.shown.text(top.node)
	lines := top.state&keepsLines != 0
	for i < len(b) {
		c := b[i]
		switch {
		case c == '<':
			m.pos = i
			return
		case regular[c]:
			m.flush()
			i += m.copyRegular(b[i:])
		case whatwg.IsBlank(c):
			m.blank(c, lines)
			i++
		default:
			n, r := usual(b[i:])
			if n == 0 {
				m.pos = i
				return
			}
			m.flush()
			m.out = append(m.out, r...)
			i += n
		}
	}
	m.pos = i
}

// isProse reports whether the next text is only written. In SVG and MathML prose stops at U+0000.
func (m *machine) isProse() bool {
	switch m.mode {
	case inBody, inCell, inCaption:
	default:
		return false
	}
	if m.raw != tagOther || m.goesOn || m.skips != skipsNothing || m.reopen || m.fresh != 0 || m.framesetOK {
		return false
	}
	return m.top().state&(isSkipped|isApart) == 0
}

// Eight bytes in a number, the first lowest, answer at once, by the highest bit of each byte.

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// equal says which bytes of x are c. Only the first is sure: after it, c^1 may count too.
func equal(x uint64, c byte) uint64 {
	y := x ^ uint64(c)*ones
	return (y - ones) &^ y & highs
}

// first returns how many bytes stand before the first of an answer; 8 if there is none.
func first(answer uint64) int { return bits.TrailingZeros64(answer) / 8 }

// belowLetters says which bytes of x are below 0x40, as no letter is.
func belowLetters(x uint64) uint64 { return ^(x | x<<1) & highs }
