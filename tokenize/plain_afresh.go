package tokenize

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// refine puts grams in the place of runs of class K (R4.8), and writes words afresh that
// are not found as they stand in p.
func (t *plain) refine(p []byte, bounds []uint16) []uint16 {
	t.writer.out = written
	t.refined = t.refined[:0]
	for ; len(bounds) > 0; bounds = bounds[2:] {
		start, end := bounds[0], bounds[1]
		switch {
		case t.isAfresh(int(start), int(end)):
			t.writeAfresh(p[start:end])
		case t.isCluster(int(start)):
			t.refined = appendGrams(t.refined, start, end)
		default:
			t.refined = append(t.refined, start, end)
		}
	}
	return t.refined
}

// isAfresh reports that a word is to be written afresh.
func (t *plain) isAfresh(start, end int) bool {
	b, last := start>>6, (end-1)>>6
	octets := t.afresh[b] >> (start & 63) << (start & 63)
	for ; b < last; octets = t.afresh[b] {
		if octets != 0 {
			return true
		}
		b++
	}
	return octets<<(63-(end-1)&63) != 0
}

// appendGrams appends the bounds of the grams of clusters of 3 octets.
func appendGrams(bounds []uint16, start, end uint16) []uint16 {
	const size = 3
	if start+size == end {
		return append(bounds, start, end)
	}
	for ; start+size < end; start += size {
		bounds = append(bounds, start, start+2*size)
	}
	return bounds
}

// writeAfresh writes the tokens of a piece of a text, which separators bound or a change
// of class. What is rare is left to the stages.
func (t *plain) writeAfresh(piece []byte) {
	w := &t.writer
	if w.out+2*len(piece) > len(t.text)-2*Padding {
		t.flush()
	}
	bounds, out := len(t.refined), w.out
	*w = writer{out: out, plain: t}
	if !mayPassLimit(piece) && w.write(piece) {
		w.end()
		return
	}
	t.refined, w.out = t.refined[:bounds], out
	if t.stages == nil {
		r := t.rules
		r.identifiers = false // they are gone
		t.stages = r.newStages(t.add)
	}
	t.stages.Write(piece)
	t.stages.Close()
	t.stages.Reset()
}

// mayPassLimit reports that there may be more marks in a piece than R3.4 and R3.8 have room
// for: deleted ones count as well. Only a letter that stays as it is ends a sequence of them.
// Of other code points the first may bring 3, and each that goes on with the sequence 2.
func mayPassLimit(piece []byte) bool {
	if len(piece) <= MaxMarks { // at most half as many marks, each of 2 octets or more
		return false
	}
	const begun = 2 // with the first they are 3
	marks := begun
	for len(piece) > 0 {
		r, size := utf8.DecodeRune(piece)
		piece = piece[size:]
		marks++
		if p := ucd.Lookup(r); p.Stable && letters.Contains(p.Category) && r != 0x0640 { // R3.6
			marks = begun
		}
		if marks > MaxMarks/2 {
			return true
		}
	}
	return false
}

// add takes a token of the stages.
func (t *plain) add(token []byte) {
	w := &t.writer
	if w.out+len(token) > len(t.text)-2*Padding {
		t.flush()
	}
	end := w.out + copy(t.text[w.out:], token)
	t.clustered = t.clustered || t.rules.classes
	t.refined = append(t.refined, uint16(w.out), uint16(end))
	w.out = end
}

// flush emits the tokens so far, to have room for others.
func (t *plain) flush() {
	if len(t.refined) > 0 {
		t.emit(t.text[:], t.refined, t.clustered)
	}
	t.refined, t.writer.out = t.refined[:0], written
}

// writer is chapters 3 and 4 for a piece of a text, as far as marks are in canonical order.
// It writes to the text of plain.
type writer struct {
	plain *plain

	out        int   // where the next octet goes
	class      class // of the run
	start      int   // of the run
	alphabetic bool  // the run is known to be so
	first      int   // the last cluster of the run but one; 0 if there is none
	second     int   // the last one; 0 if there is none

	// The starter: what the next code point may compose with.
	starter int   // the end of it; 0 if there is none
	base    rune  // the starter; 0 if it is to be read
	of      rune  // the source code point, if it may have marks of its own
	order   uint8 // the class of the last mark
	left    uint8 // of the last one that did not compose
	lost    rune  // the starter, if it is a mark of no word
}

// pair is two code points and what they compose to.
type pair struct {
	first, second, composite rune
	ccc                      uint8 // of the second
}

// pairs is how many of them are kept at hand.
const pairs = 512

// write takes the piece. It reports false if it does not know what becomes of it.
func (w *writer) write(p []byte) bool {
	text, table := &w.plain.text, w.plain.table
	for i := 0; i < len(p); {
		var r rune
		var e plainEntry
		size := 2
		switch c := p[i]; {
		case c < utf8.RuneSelf:
			i += max(w.ascii(p[i:]), 1)
			continue
		case c < 0xE0:
			r = rune(c&0x1F)<<6 | rune(p[i+1]&0x3F)
			e = table.two[r]
		case c < 0xF0:
			r = rune(c&0x0F)<<12 | rune(p[i+1]&0x3F)<<6 | rune(p[i+2]&0x3F)
			e = table.blocks[r/block][r%block]
			size = 3
		default:
			r, size = utf8.DecodeRune(p[i:])
			if i += size; !w.wide(r) {
				return false
			}
			continue
		}
		i += size
		to, octets := r, uint32(e)&(1<<24-1)
		switch kind := e.kind(); {
		case kind >= plainWord && w.class == classW, kind >= plainThai && kind <= plainVowel && kind != plainMark && w.goesOn(kind):
			if octets != 0 {
				to = runeOf(octets)
			} else {
				octets, _ = utf8of(r)
			}
			binary.LittleEndian.PutUint32(text[w.out:], octets)
			w.out += size
			w.starts(to, 0)
			if kind == plainWord || kind == plainCluster || to != r {
				w.of = r
			}
			w.alphabetic = w.alphabetic || kind >= plainWord
			continue
		case (kind == plainSecond || kind == plainJoining) && w.starter == w.out && w.of == 0 && w.base != 0:
			at := &w.plain.pairs[uint32(w.base*31+r)%pairs]
			if at.first == w.base && at.second == r && at.ccc >= w.order {
				octets, n := utf8of(at.composite)
				w.out -= utf8.RuneLen(w.base)
				binary.LittleEndian.PutUint32(text[w.out:], octets)
				w.out += n
				w.starter, w.base, w.order = w.out, at.composite, at.ccc
				continue
			}
		}
		if !w.codePoint(r, e) {
			return false
		}
	}
	return true
}

// goesOn reports that a code point of a clustered class, or a vowel, is of the class of the
// run, and that its cluster has been noted.
func (w *writer) goesOn(kind plainKind) bool {
	if kind == plainVowel {
		return w.class != classNone
	}
	if w.class != kind.class() {
		return false
	}
	if w.first != 0 {
		w.emit(w.first)
	}
	w.first, w.second = w.second, w.out
	return true
}

// runeOf is [utf8of] backwards, for 2 octets or 3.
func runeOf(octets uint32) rune {
	if octets < 1<<16 {
		return rune(octets&0x1F)<<6 | rune(octets>>8&0x3F)
	}
	return rune(octets&0x0F)<<12 | rune(octets>>8&0x3F)<<6 | rune(octets>>16&0x3F)
}

// ascii takes the letters, digits and low lines at the front of p, and returns how many
// there are.
func (w *writer) ascii(p []byte) int {
	text, i := w.plain.text[w.out:], 0
	for ; i < len(p) && p[i] < utf8.RuneSelf && asciiMap[p[i]] != separator; i++ {
		if i == 0 && w.class != classW {
			w.end()
			w.class, w.start = classW, w.out
		}
		text[i] = asciiMap[p[i]]
		w.alphabetic = w.alphabetic || text[i] >= 'a'
	}
	if i > 0 { // else it is white space that R2.10 deletes
		w.out += i
		w.starts(rune(text[i-1]), 0)
	}
	return i
}

// starts notes that a starter has been written, and of what source it is if it may have
// marks of its own.
func (w *writer) starts(base, of rune) {
	w.starter, w.base, w.of, w.order, w.left, w.lost = w.out, base, of, 0, 0, 0
}

func (w *writer) codePoint(r rune, e plainEntry) bool {
	switch kind := e.kind(); kind {
	case plainWord, plainBare, plainMapped:
		w.letter(classW, r, e, kind == plainBare)
		w.alphabetic = w.alphabetic || kind != plainMapped
	case plainCluster:
		w.letter(classK, r, e, false)
	case plainThai, plainLao, plainKhmer, plainMyanmar:
		w.letter(kind.class(), r, e, true)
	case plainMark, plainVowel:
		return w.mark(r, ucd.CombiningClass(r))
	case plainSecond, plainJoining:
		return w.mayCompose(r)
	case plainGone, plainZeroWidth, plainSoftHyphen:
	case plainGap: // which R2.10 deletes
	case plainLong:
		for _, r := range w.plain.table.long[e&(1<<24-1)] {
			switch {
			case r < utf8.RuneSelf:
				w.ascii([]byte{byte(r)})
			case r >= 1<<16:
				if !w.wide(r) {
					return false
				}
			case !w.codePoint(r, w.plain.table.blocks[r/block][r%block]):
				return false
			}
		}
	default:
		return false
	}
	return true
}

// letter takes what is no mark, and does not compose with what is before it.
func (w *writer) letter(of class, r rune, e plainEntry, bare bool) {
	w.begin(of)
	switch octets, size := e.to(); {
	case octets == 0:
		w.put(utf8of(r))
		if bare {
			w.starts(r, 0)
		} else {
			w.starts(r, r)
		}
	default:
		w.put(octets, size)
		w.starts(0, r)
	}
}

// begin begins a letter of a class.
func (w *writer) begin(of class) {
	if of != w.class {
		w.end()
		w.class, w.start = of, w.out
	}
	if of.clustered() {
		w.plain.clustered = true
		if w.first != 0 {
			w.emit(w.first)
		}
		w.first, w.second = w.second, w.out
	}
}

// wide is codePoint for one beyond the Basic Multilingual Plane.
func (w *writer) wide(r rune) bool {
	var room [4]rune
	rules := &w.plain.rules
	p, parts := ucd.Lookup(r), ucd.AppendDecomposition(room[:0], r)
	if !rules.words.Contains(p.Category) || len(parts) > 1 && ucd.IsSecond(parts[0]) {
		return false
	}
	to := r
	if text, changed := ucd.Casefold(r); changed {
		if to = firstOf(text); utf8.RuneLen(to) != len(text) || to == 0x0131 { // R3.7
			return false
		}
	}
	if marksOf.Contains(p.Category) || ucd.IsSecond(r) {
		return to == r && w.mayCompose(r)
	}
	class := classW
	if rules.classes {
		class = classOf(to)
	}
	if parts[0] != r || !rules.areLetters(string(to), class) || class.clustered() && (!rules.blanks || rules.grams != 2) {
		return false
	}
	w.begin(class)
	w.put(utf8of(to))
	w.starts(to, 0)
	if to != r {
		w.of = r
	}
	return true
}

// utf8of returns the UTF-8 of a code point, from the lowest octet on.
func utf8of(r rune) (octets uint32, size int) {
	switch u := uint32(r); {
	case u < 0x80:
		return u, 1
	case u < 0x800:
		return 0x80C0 | u>>6 | u&0x3F<<8, 2
	case u < 0x10000:
		return 0x8080E0 | u>>12 | u>>6&0x3F<<8 | u&0x3F<<16, 3
	default:
		return 0x808080F0 | u>>18 | u>>12&0x3F<<8 | u>>6&0x3F<<16 | u&0x3F<<24, 4
	}
}

// put writes octets.
func (w *writer) put(octets uint32, size int) {
	binary.LittleEndian.PutUint32(w.plain.text[w.out:], octets)
	w.out += size
}

// mark takes a mark that does not compose.
func (w *writer) mark(r rune, ccc uint8) bool {
	if !w.inOrder(ccc) {
		return false
	}
	if w.class == classNone {
		if w.plain.rules.classes { // R4.6
			return true
		}
		w.class, w.start = classW, w.out
	}
	switch {
	case ccc == 0:
		w.put(utf8of(r))
		w.starts(r, 0)
	default:
		w.put(utf8of(r))
		w.order, w.left = ccc, ccc
	}
	return true
}

// inOrder reports that a mark has its place after those before it.
func (w *writer) inOrder(ccc uint8) bool {
	if ccc == 0 {
		return true
	}
	if w.of != 0 { // its own marks come first
		to, _ := utf8.DecodeLastRune(w.plain.text[w.start:w.starter])
		own := lastClass(w.of)
		if lastClass(to) != own {
			return false
		}
		w.of, w.order = 0, own
	}
	return w.order <= ccc
}

// lastClass returns the combining class of the last code point that r decomposes to.
func lastClass(r rune) uint8 {
	var room [4]rune
	parts := ucd.AppendDecomposition(room[:0], r)
	return ucd.CombiningClass(parts[len(parts)-1])
}

// mayCompose takes a code point that may compose with what is before it, or is a mark of
// no word.
func (w *writer) mayCompose(r rune) bool {
	text, rules := &w.plain.text, &w.plain.rules
	p := ucd.Lookup(r)
	was, size := w.lost, 0
	if w.starter != 0 {
		was, size = utf8.DecodeLastRune(text[w.start:w.starter])
	}
	switch {
	case r == 0x0307 && rules.iForms: // R3.7
		if was == 'i' && w.starter == w.out {
			return true
		}
		if startsWithI(was) {
			return false
		}
	case w.lost != 0 && w.class != classNone:
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
	case !rules.words.Contains(p.Category):
		w.lose(r)
	case !marksOf.Contains(p.Category):
		w.begin(classW)
		w.put(utf8of(r))
		w.starts(r, 0)
		w.alphabetic = true
	case !w.mark(r, p.CombiningClass):
		return false
	case p.CombiningClass == 0 && w.starter != 0:
		w.of = r
	}
	return true
}

// replace puts a composite in the place of the starter, of so many octets, and a mark.
func (w *writer) replace(size int, was, r, c rune, ccc uint8) bool {
	if w.lost != 0 {
		w.lost = c
		return true
	}
	text := &w.plain.text
	var room [Padding]byte
	marks := copy(room[:], text[w.starter:w.out])
	if marks < w.out-w.starter {
		return false
	}
	w.out = w.starter - size
	if !w.plain.rules.words.Contains(ucd.CategoryOf(c)) {
		w.lose(c)
		return marks == 0
	}
	w.put(utf8of(c))
	w.starter, w.base, w.order = w.out, c, ccc
	w.out += copy(text[w.out:], room[:marks])
	w.plain.pairs[uint32(was*31+r)%pairs] = pair{was, r, c, ccc}
	return true
}

// lose takes a mark of no word.
func (w *writer) lose(r rune) {
	w.end()
	w.lost, w.of, w.order, w.left = r, 0, 0, 0
}

// startsWithI reports that r is an i, with or without marks.
func startsWithI(r rune) bool {
	var room [4]rune
	return ucd.AppendDecomposition(room[:0], r)[0] == 'i'
}

// end ends the run.
func (w *writer) end() {
	switch {
	case w.class == classNone:
	case w.class == classW:
		if w.alphabetic || !w.plain.rules.alphabetic || isAlphabetic(w.plain.text[w.start:w.out]) {
			w.emit(w.start)
		}
	case w.first != 0:
		w.emit(w.first)
	default:
		w.emit(w.second)
	}
	w.class, w.alphabetic, w.first, w.second, w.starter = classNone, false, 0, 0, 0
}

// emit adds the token that begins there: R4.3.
func (w *writer) emit(start int) {
	if n := w.out - start; n > 0 && n <= MaxToken {
		w.plain.refined = append(w.plain.refined, uint16(start), uint16(w.out))
	}
}

// isAlphabetic is R4.2.
func isAlphabetic(word []byte) bool {
	for len(word) > 0 {
		r, size := utf8.DecodeRune(word)
		if ucd.IsAlphabetic(r) {
			return true
		}
		word = word[size:]
	}
	return false
}
