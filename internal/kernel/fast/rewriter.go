package fast

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// A rewriter applies chapters 3 and 4 to one word whose marks are in canonical order. It writes
// behind the chunk of a [Tokenizer] and adds tokens to its refined ones.
type rewriter struct {
	to  *Tokenizer
	out int // where the next byte goes

	// The run and its last two clusters: where they begin, or 0.
	class      class.Class
	start      int
	alphabetic bool // the run is known to have an Alphabetic code point
	first      int
	second     int
	noted      int // the beginning of the last cluster that was noted

	// The starter, with which the next code point may compose.
	starter int   // the end of it; 0 if there is none
	base    rune  // the starter; 0 if it has to be decoded
	source  rune  // what it was made of, if that may have marks of its own
	order   uint8 // the combining class of the last mark
	left    uint8 // that of the last mark that did not compose
	lost    rune  // the starter, if it is a mark of no word
}

// write rewrites a word. It returns false if only the stages can handle the word.
func (w *rewriter) write(p []byte) bool {
	text, table := &w.to.text, w.to.table
	for i := 0; i < len(p); {
		var r rune
		var e entry
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
			e = table.of(r)
			size = 3
		default:
			r, size = utf8.DecodeRune(p[i:])
			if i += size; !w.astral(r) {
				return false
			}
			continue
		}
		i += size
		to, code := r, e.code()
		switch k := e.kind(); {
		case k >= kindLetter && w.class == class.W,
			k == kindVowel && w.class != class.None, k.isClustered() && w.class == k.class():
			if k.isClustered() {
				w.beginCluster()
			}
			if code != 0 {
				to = runeOf(code)
			} else {
				code, _ = utf8Of(r)
			}
			binary.LittleEndian.PutUint32(text[w.out:], code)
			w.out += size
			w.begins(to, 0)
			if k == kindLetter || k == kindCluster || to != r {
				w.source = r
			}
			w.alphabetic = w.alphabetic || k >= kindLetter
			continue
		case (k == kindSecond || k == kindJoining) && w.composeKnown(r):
			continue
		}
		if !w.codePoint(r, e) {
			return false
		}
	}
	return true
}

// ascii processes the letters, digits and low lines at the front of p, and returns their number.
func (w *rewriter) ascii(p []byte) int {
	text, i := w.to.text[w.out:], 0
	for ; i < len(p) && isASCIIWord(p[i]); i++ {
		if i == 0 && w.class != class.W {
			w.end()
			w.class, w.start = class.W, w.out
		}
		c := p[i]
		if 'A' <= c && c <= 'Z' { // R3.5
			c += 'a' - 'A'
		}
		text[i] = c
		w.alphabetic = w.alphabetic || c >= 'a'
	}
	if i > 0 { // otherwise it is white space that R2.10 deletes
		w.out += i
		w.begins(rune(text[i-1]), 0)
	}
	return i
}

func isASCIIWord(c byte) bool { return ascii.IsLetter(c) || '0' <= c && c <= '9' || c == '_' }

// codePoint processes a code point of the Basic Multilingual Plane beyond ASCII.
func (w *rewriter) codePoint(r rune, e entry) bool {
	switch k := e.kind(); k {
	case kindLetter, kindBare, kindResized:
		w.letter(class.W, r, e, k == kindBare)
		w.alphabetic = w.alphabetic || k != kindResized
	case kindCluster:
		w.letter(class.K, r, e, false)
	case kindThai, kindLao, kindKhmer, kindMyanmar:
		w.letter(k.class(), r, e, true)
	case kindMark, kindVowel:
		return w.mark(r, ucd.CombiningClass(r))
	case kindSecond, kindJoining:
		return w.compose(r)
	case kindDeleted, kindZeroWidth, kindSoftHyphen:
	case kindGap: // R2.10 deletes it
	case kindLong:
		return w.long(w.to.table.long[e.code()])
	default:
		return false
	}
	return true
}

func (w *rewriter) long(text string) bool {
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			w.ascii([]byte{byte(r)})
		case r >= 1<<16:
			if !w.astral(r) {
				return false
			}
		case !w.codePoint(r, w.to.table.of(r)):
			return false
		}
	}
	return true
}

// letter processes a code point that is not a mark, and does not compose with the preceding one.
func (w *rewriter) letter(of class.Class, r rune, e entry, bare bool) {
	w.begin(of)
	switch code := e.code(); {
	case code != 0:
		w.put(code, e.size())
		w.begins(0, r)
	case bare:
		w.put(utf8Of(r))
		w.begins(r, 0)
	default:
		w.put(utf8Of(r))
		w.begins(r, r)
	}
}

// begin begins a letter of a class.
func (w *rewriter) begin(of class.Class) {
	if of != w.class {
		w.end()
		w.class, w.start = of, w.out
	}
	if of.IsClustered() {
		w.beginCluster()
	}
}

func (w *rewriter) beginCluster() {
	if w.first != 0 { // the two clusters before are a gram (R4.8)
		w.gram()
	}
	w.first, w.second = w.second, w.out
}

// astral processes a code point beyond the Basic Multilingual Plane.
func (w *rewriter) astral(r rune) bool {
	var room [4]rune
	rules := w.to.rules
	p, parts := ucd.Lookup(r), ucd.AppendDecomposition(room[:0], r)
	if !rules.IsWord(r, p) || len(parts) > 1 && ucd.IsSecond(parts[0]) {
		return false
	}
	to := r
	if text, changed := ucd.Casefold(r); changed {
		if to = firstOf(text); utf8.RuneLen(to) != len(text) || to == 0x0131 { // R3.7
			return false
		}
	}
	if class.Marks.Contains(p.Category) || ucd.IsSecond(r) {
		return to == r && w.compose(r)
	}
	of := rules.classOf(to)
	if parts[0] != r || !rules.areLetters(string(to), of) || of.IsClustered() && !rules.hasGrams() {
		return false
	}
	w.begin(of)
	w.put(utf8Of(to))
	w.begins(to, 0)
	if to != r {
		w.source = r
	}
	return true
}

// begins notes that a starter was written, and its source if that may have marks.
func (w *rewriter) begins(base, source rune) {
	w.starter, w.base, w.source, w.order, w.left, w.lost = w.out, base, source, 0, 0, 0
}

// put writes the bytes of a code point.
func (w *rewriter) put(code uint32, size int) {
	binary.LittleEndian.PutUint32(w.to.text[w.out:], code)
	w.out += size
}

// end ends the run.
func (w *rewriter) end() {
	switch {
	case w.class == class.None:
	case w.class == class.W:
		if w.alphabetic || !w.to.rules.Alphabetic || isAlphabetic(w.to.text[w.start:w.out]) {
			w.emit(w.start)
		}
	case w.first != 0:
		w.gram()
	case w.emit(w.second):
		w.to.addCluster(w.second, w.out)
	}
	w.class, w.alphabetic, w.first, w.second, w.starter = class.None, false, 0, 0, 0
}

// gram adds the last two clusters as a token, and notes those that were in no gram before.
func (w *rewriter) gram() {
	if !w.emit(w.first) {
		return
	}
	if w.noted != w.first {
		w.to.addCluster(w.first, w.second)
	}
	w.to.addCluster(w.second, w.out)
	w.noted = w.second
}

// emit adds the token that begins at start, unless it is too long (R4.3). It reports whether it
// did.
func (w *rewriter) emit(start int) bool {
	n := w.out - start
	if n == 0 || n > w.to.rules.MaxToken {
		return false
	}
	w.to.refined = append(w.to.refined, uint16(start), uint16(w.out))
	return true
}

// isAlphabetic reports whether a word has an Alphabetic code point (R4.2).
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

// utf8Of returns the UTF-8 of a code point, the first byte lowest.
func utf8Of(r rune) (code uint32, size int) {
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

// runeOf returns the code point of UTF-8 of 2 or 3 bytes, the first byte lowest.
func runeOf(code uint32) rune {
	if code < 1<<16 {
		return rune(code&0x1F)<<6 | rune(code>>8&0x3F)
	}
	return rune(code&0x0F)<<12 | rune(code>>8&0x3F)<<6 | rune(code>>16&0x3F)
}
