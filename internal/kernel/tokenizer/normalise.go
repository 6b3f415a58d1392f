package tokenizer

import (
	"slices"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// separator stands for a separator in the output of the normaliser. No other code point there is
// U+0000: R3.2 lets none through, and nothing maps to it.
const separator = 0

// kept are the categories that R3.2 lets through for every scheme.
var kept = ucd.CategoriesOf(ucd.Lu, ucd.Ll, ucd.Lt, ucd.Lm, ucd.Lo,
	ucd.Mn, ucd.Mc, ucd.Me, ucd.Nd, ucd.Pc, ucd.Cf)

// normaliser is stage 3: from text to runs, with separators between them.
//
// It decomposes a code point of the source (R3.1). The code point then separates (R3.2, R3.3) or is
// mapped (R3.5). The marks before it are put in order first. The mapping is decomposed again (R3.6
// to R3.8) and composed (R3.9), in the same way. Each half holds back one mark sequence.
type normaliser struct {
	next   stage
	rules  Rules
	source marks // of the source (R3.4)
	mapped marks // of what the map gives (R3.8)
	// starter is the code point with which the next mapped one may still compose.
	starter rune
	started bool    // there is one
	above   bool    // it has a mark of class 230, which R3.7 does not delete
	told    bool    // separators are told: U+0000 stands before each, and does not replace it
	placed  bool    // places are noted
	spot    place   // of the starter
	places  []place // of the code points of out, and of separators
	runes   []rune  // decomposition of a source code point (R3.1)
	again   []rune  // decomposition of a mapped code point (R3.8)
	out     []byte
}

const outSize = 8 << 10

func (n *normaliser) write(p []byte, at int) {
	for i := 0; i < len(p); {
		if p[i] < utf8.RuneSelf {
			i += n.ascii(p[i:], at+i)
			continue
		}
		r, size := utf8.DecodeRune(p[i:])
		n.codePoint(r, place{at + i, at + i + size})
		i += size
	}
	n.flushOut()
}

// ascii processes the ASCII characters at the start of p, at least one, and returns their number.
// Only the last of them may still compose with the following text.
func (n *normaliser) ascii(p []byte, at int) int {
	n.endMarks()
	n.settle()
	for i, char := range p {
		c := char
		if n.rules.fold {
			c = asciiMap[c]
		} else if asciiMap[c] == separator {
			c = separator
		}
		last := i+1 == len(p) || p[i+1] >= utf8.RuneSelf
		switch {
		case c == separator:
			n.emitSeparator(rune(char))
		case last:
			n.starter, n.started, n.spot = rune(c), true, place{at + i, at + i + 1}
		default:
			n.emit(rune(c), place{at + i, at + i + 1})
		}
		if last {
			return i + 1
		}
	}
	return len(p)
}

// asciiMap is R3.2 and R3.5 for ASCII: a separator, or the mapping of a character.
var asciiMap = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		if kept.Contains(ucd.CategoryOf(rune(c))) {
			t[c] = byte(c)
			if to, changed := ucd.Casefold(rune(c)); changed {
				t[c] = to[0]
			}
		}
	}
	return t
}()

// codePoint processes one code point of the source text.
func (n *normaliser) codePoint(r rune, at place) {
	if p := ucd.Lookup(r); p.Stable && n.rules.kept.Contains(p.Category) && !n.special(r) {
		n.endMarks()
		n.settle()
		n.starter, n.started, n.spot = r, true, at
		return
	}
	n.runes = ucd.AppendDecomposition(n.runes[:0], r) // R3.1
	for _, d := range n.runes {
		p := ucd.Lookup(d)
		if p.CombiningClass != 0 {
			if n.source.add(mark{d, p.CombiningClass, at}) {
				n.separate(separator) // R3.4
			}
			continue
		}
		n.endMarks()
		if !n.rules.keeps(d, p) {
			n.separate(d)
			continue
		}
		n.mapOne(d, at)
	}
}

// keeps reports whether c is let through (R3.2, R3.3).
func (r *Rules) keeps(c rune, p ucd.Properties) bool {
	return r.kept.Contains(p.Category) && (c != 0x200B || r.zeroWidthSpace)
}

// special reports whether R3.6 or R3.7 may change r although it is stable.
func (n *normaliser) special(r rune) bool {
	return r == 0x0640 && n.rules.tatweel || r == 0x0131 && n.rules.iForms
}

// endMarks ends the mark sequence of the source, and maps its marks in canonical order (R3.1).
func (n *normaliser) endMarks() {
	if n.source.empty() {
		return
	}
	for _, m := range n.source.take() {
		n.mapOne(m.r, m.at)
	}
}

// mapOne maps a code point of the source (R3.5).
func (n *normaliser) mapOne(r rune, at place) {
	to, changed := "", false
	if n.rules.fold {
		to, changed = ucd.Casefold(r)
	}
	if !changed {
		n.compose(r, at)
		return
	}
	for _, r := range to {
		n.compose(r, at)
	}
}

// compose processes one mapped code point: R3.6 to R3.9.
func (n *normaliser) compose(r rune, at place) {
	n.again = ucd.AppendDecomposition(n.again[:0], r) // R3.8
	for _, d := range n.again {
		if d == 0x0640 && n.rules.tatweel { // R3.6
			continue
		}
		if ccc := ucd.CombiningClass(d); ccc != 0 {
			if n.mergesI(d, ccc) { // R3.7
				continue
			}
			if n.mapped.add(mark{d, ccc, at}) { // R3.8
				n.settleStarter()
				n.emitSeparator(separator)
			}
			continue
		}
		if d == 0x0131 && n.rules.iForms { // R3.7
			d = 'i'
		}
		n.composeMarks()
		if n.started {
			if c, ok := ucd.Compose(n.starter, d); ok { // R3.9
				n.starter, n.spot = c, n.spot.with(at)
				continue
			}
			n.settle()
		}
		n.starter, n.started, n.spot = d, true, at
	}
}

// mergesI reports whether R3.7 deletes the mark d. It need not wait for the canonical order,
// which does not change the order of the marks of class 230.
func (n *normaliser) mergesI(d rune, ccc uint8) bool {
	if !n.rules.iForms || ccc != 230 || !n.started || n.starter != 'i' || n.above {
		return false
	}
	n.above = d != 0x0307
	return !n.above
}

// composeMarks ends the mark sequence of the mappings. It composes the starter with its marks,
// unless they are blocked (R3.9; D115, D117). If any are left, nothing else can compose with the
// starter.
func (n *normaliser) composeMarks() {
	n.above = false
	if n.mapped.empty() {
		return
	}
	left := n.mapped.take()
	if n.started {
		left = n.absorb(left)
		if len(left) == 0 {
			return
		}
	}
	n.settleStarter()
	for _, m := range left {
		n.emit(m.r, m.at)
	}
}

// absorb composes the starter with marks, and returns the rest, in the same array.
func (n *normaliser) absorb(marks []mark) []mark {
	left, last := marks[:0], uint8(0)
	for _, m := range marks {
		if last < m.ccc {
			if c, ok := ucd.Compose(n.starter, m.r); ok {
				n.starter, n.spot = c, n.spot.with(m.at)
				continue
			}
		}
		left, last = append(left, m), m.ccc
	}
	return left
}

// settle emits the starter and its marks, when the following text can no longer change them.
func (n *normaliser) settle() {
	n.composeMarks()
	n.settleStarter()
}

func (n *normaliser) settleStarter() {
	if n.started {
		n.started = false
		n.emit(n.starter, n.spot)
	}
}

// separate emits a separator: r, or for a long mark sequence the constant separator.
func (n *normaliser) separate(r rune) {
	n.settle()
	n.emitSeparator(r)
}

func (n *normaliser) emitSeparator(r rune) {
	switch {
	case n.told:
		n.out = append(n.out, separator)
		n.emit(r, place{})
	case len(n.out) == 0 || n.out[len(n.out)-1] != separator:
		n.emit(separator, place{})
	}
}

func (n *normaliser) emit(r rune, at place) {
	n.out = utf8.AppendRune(n.out, r)
	if n.placed {
		n.places = append(n.places, at)
	}
	if len(n.out) >= outSize {
		n.flushOut()
	}
}

func (n *normaliser) flushOut() {
	if len(n.out) > 0 {
		n.next.write(n.out, 0)
		n.out, n.places = n.out[:0], n.places[:0]
	}
}

func (n *normaliser) close() {
	n.endMarks()
	n.settle()
	n.flushOut()
	n.source.reset()
	n.mapped.reset()
	n.next.close()
}

// marks is a mark sequence that may continue.
type marks struct {
	held []mark
	over bool // it is longer than MaxMarks
}

type mark struct {
	r   rune
	ccc uint8
	at  place
}

// A place is the range of the source that a code point or a token comes from.
type place struct{ from, to int }

// with returns the smallest place that contains both.
func (p place) with(q place) place { return place{min(p.from, q.from), max(p.to, q.to)} }

// add adds the next mark. It reports whether the sequence has just become too long. Then it is a
// separator (R3.4, R3.8), and its marks are discarded.
func (s *marks) add(m mark) (tooMany bool) {
	if s.over {
		return false
	}
	if len(s.held) == MaxMarks {
		s.held, s.over = s.held[:0], true
		return true
	}
	s.held = append(s.held, m)
	return false
}

// empty reports whether no sequence has begun.
func (s *marks) empty() bool { return len(s.held) == 0 && !s.over }

// take ends the sequence and returns its marks in canonical order (D109), valid until the next add.
func (s *marks) take() []mark {
	held := s.held
	s.reset()
	if len(held) > 1 {
		slices.SortStableFunc(held, func(a, b mark) int { return int(a.ccc) - int(b.ccc) })
	}
	return held
}

func (s *marks) reset() { s.held, s.over = s.held[:0], false }
