// Package items finds the items of a text, according to R10.6 to R10.10 of SPEC.md. They are its words
// and numbers, case folded, and the signs that count. Text digests are computed from items. Texts are
// compared by items and operators (R13.8).
package items

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/fast"
	"github.com/lsh-interop/fpcheck/internal/kernel/runs"
	"github.com/lsh-interop/fpcheck/internal/kernel/tokenizer"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// maxSigns is the number of signs after the last white space that can become items (R10.9).
const maxSigns = 16

// maxDashes is the number of dashes before the last white space that can be an item (R10.9). More of
// them are a ruled line.
const maxDashes = 2

// rules returns the rules of R10.6.
var rules = sync.OnceValue(func() tokenizer.Rules {
	r, err := tokenizer.ParseRules(tokenizer.Spec{
		Identifiers: "keep", Hyphens: "join", Blanks: "join",
		Normalise: "nfkc-casefold", ZeroWidthSpace: "map", Tatweel: "delete",
		Categories: []string{"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"},
	})
	if err != nil {
		panic(err)
	}
	return r
})

// Settings say which items a [Finder] finds.
type Settings struct {
	Operators bool // operators are items too (R13.8)
}

// A Finder is an [io.Writer] that finds the items of the text written to it. How the text is divided
// among calls of Write makes no difference. The memory needed does not grow with the text.
type Finder struct {
	text  *tokenizer.Tokenizer
	items items
}

// New returns a Finder. It calls emit with the items in order, each followed by U+0000, in chunks of any
// size. The ends are the places of U+0000 in a chunk; they are nil unless operators are items.
func New(s Settings, emit func(p []byte, ends []int)) *Finder {
	f := &Finder{items: items{emit: emit}}
	f.items.loudness = &loudness
	if s.Operators {
		f.items.operators, f.items.loudness = new(operators), &loudnessOfOperators
	}
	f.text = rules().New(&f.items)
	return f
}

// Write appends p to the text. It returns an error only if the text has ended.
func (f *Finder) Write(p []byte) (int, error) { return f.text.Write(p) }

// Close ends the text, after which all items have been emitted.
func (f *Finder) Close() {
	f.text.Close()
	f.items.close()
}

// Reset discards the text and begins another.
func (f *Finder) Reset() {
	f.text.Reset()
	f.items.reset()
}

// All returns the items of a text.
func All(s Settings, text []byte) []string {
	var list []byte
	f := New(s, func(p []byte, _ []int) { list = append(list, p...) })
	f.Write(text)
	f.Close()
	if len(list) == 0 {
		return []string{}
	}
	return strings.Split(string(list[:len(list)-1]), "\x00")
}

var _ runs.Sink = (*items)(nil)

// items finds the items of a text in its runs and separators.
type items struct {
	emit  func(p []byte, ends []int)
	out   []byte
	ends  []int // in out; nil unless operators are items
	inRun bool

	letter  rune        // the last code point of a run that is no mark
	base    class.Class // its class
	numeral bool        // before the signs, a run ended with a Han numeral, or U+25CB was a symbol
	next    bool        // no separator has come since that numeral (R10.7 (c))

	// The signs that may belong to the next item (R10.9).
	before int    // dashes that white space follows, at most maxDashes + 1
	dashes int    // dashes that no white space follows, at most maxDashes + 1
	signs  []rune // the last signs since the last white space, at most maxSigns

	operators *operators // since the last item; nil if they are no items
	loudness  *[256]uint8
}

// Token makes items a [tokenizer.Sink]. It is never called, because items is a [runs.Sink].
func (i *items) Token([]byte) {}

// Runs takes the next runs and separators (R10.6).
func (i *items) Runs(p []byte) {
	for len(p) > 0 {
		n := bytes.IndexByte(p, 0)
		if n != 0 {
			if n < 0 {
				n = len(p)
			}
			i.run(p[:n])
			p = p[n:]
			continue
		}
		i.endRun()
		r, size := utf8.DecodeRune(p[1:])
		i.separator(r)
		p = p[1+size:]
	}
	i.flush()
}

// Spans takes the next runs and separators where the fast path knows them.
func (i *items) Spans(s fast.Spans, odd func(span []byte)) {
	// An item takes at most two bytes for each of the text, but for what signs before it give.
	const most = (maxSigns + 1) * (utf8.UTFMax + 1)
	i.out = slices.Grow(i.out, 2*len(s.Source)+most+copied)
	at, bounds := i.quietRuns(&s, 0, s.Bounds)
	for len(bounds) > 0 {
		start, end := int(bounds[0]), int(bounds[1])
		i.separators(s.Source[at:start])
		if s.IsOdd(start, end) {
			odd(s.Source[start:end])
			i.endRun()
		} else {
			i.run(s.Text[start:end])
			i.endRun()
		}
		at, bounds = i.quietRuns(&s, end, bounds[2:])
	}
	i.separators(s.Source[at:])
	i.flush()
}

// copied is how many bytes of a run are copied at once.
const copied = 16

// quietRuns appends the runs from s.Source[at] on, up to the first with separators before it that may be
// items. Most runs have none. It returns its end and the bounds of the other runs. There is room in
// i.out.
func (i *items) quietRuns(s *fast.Spans, at int, bounds []uint16) (int, []uint16) {
	if i.hasSigns() {
		return at, bounds
	}
	out, loudness := i.out, i.loudness
	for len(bounds) >= 2 {
		start, end := int(bounds[0]), int(bounds[1])
		run := s.Text[start:]
		loudest := uint32(0)
		if n, gap := start-at, s.Source[at:]; n <= 4 && len(gap) >= 4 { // nearly always
			// How many separators there are is hard to predict, so no branch depends on it.
			four := (*[4]byte)(gap)
			loudest = (uint32(loudness[four[0]]) | uint32(loudness[four[1]])<<8 | uint32(loudness[four[2]])<<16 |
				uint32(loudness[four[3]])<<24) & uint32(1<<(8*uint(n)&63)-1)
		} else {
			for _, c := range gap[:n] {
				loudest |= uint32(loudness[c])
			}
		}
		const (
			anyLoud = uint32(loud) * 0x01010101
			threes  = 0xE0 // no code point of two bytes is a number and stays as it is
		)
		if loudest&anyLoud != 0 || loudest != 0 && (run[0] >= threes || '0' <= run[0] && run[0] <= '9') {
			break
		}
		if s.IsOdd(start, end) {
			break
		}
		if run[0] >= firstClustered {
			i.out = out
			i.run(run[:end-start])
			i.endRun()
			out, at, bounds = i.out, end, bounds[2:]
			continue
		}
		i.numeral = false
		had, n := len(out), end-start
		out = out[:had+n+1]
		if n <= copied {
			*(*[copied]byte)(out[had : had+copied]) = *(*[copied]byte)(run)
		} else {
			copy(out[had:], run[:n])
		}
		out[had+n] = 0
		if i.operators != nil {
			i.ends = append(i.ends, had+n)
		}
		at, bounds = end, bounds[2:]
	}
	if i.operators != nil && len(out) > len(i.out) {
		i.operators.begin()
	}
	i.out = out
	return at, bounds
}

func (i *items) hasSigns() bool {
	return i.before|i.dashes|len(i.signs) != 0 || i.operators != nil && i.operators.some()
}

// How much a byte of separators matters.
const (
	mute  uint8 = 0 // not by itself: it is white space
	quiet uint8 = 1 // only before a number
	loud  uint8 = 2 // it is a symbol, or of a code point beyond ASCII
)

var loudness = func() (t [256]uint8) {
	for c := range t {
		t[c] = loud
	}
	for c, k := range asciiKinds {
		switch k {
		case blank:
			t[c] = mute
		case symbol:
		default:
			t[c] = quiet
		}
	}
	return t
}()

// loudnessOfOperators is the same where operators are items.
var loudnessOfOperators = func() [256]uint8 {
	t := loudness
	for c := range asciiKinds {
		if isOperator(rune(c)) {
			t[c] = loud
		}
	}
	return t
}()

// separators takes code points that separate. None is ill-formed.
func (i *items) separators(p []byte) {
	for at := 0; at < len(p); {
		r, size := rune(p[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(p[at:])
			var room [4]rune
			r = ucd.AppendDecomposition(room[:0], r)[0] // R10.6 (b): of a separator it is one code point
		}
		i.separator(r)
		at += size
	}
}

// firstClustered is the first byte of the least letters that are items of their own.
const firstClustered = 0xE0

// run takes the next bytes of a run.
func (i *items) run(p []byte) {
	if !i.inRun {
		i.inRun = true
		r, _ := utf8.DecodeRune(p)
		i.beginItem(class.Numbers.Contains(ucd.CategoryOf(r)) || i.numeral && IsHanNumeral(r))
		i.letter, i.base = 0, class.None
	}
	from := 0
	for at := 0; at < len(p); {
		if p[at] < firstClustered && (p[at] < utf8.RuneSelf || !i.base.IsClustered()) {
			i.letter, i.base = 0, class.W // a mark, too, is no Han numeral
			at++
			continue
		}
		r, size := utf8.DecodeRune(p[at:])
		to := i.base
		if to != class.K || !isPlain(r) {
			to = class.Of(r)
		}
		if to != class.Mark {
			if to == i.base && to.IsClustered() && i.operators == nil {
				i.out = append(i.out, p[from:at]...)
				i.endItem()
				from = at
			}
			i.letter, i.base = r, to
		}
		at += size
	}
	i.out = append(i.out, p[from:]...)
}

// isPlain reports whether r is no mark and belongs to class K in a run of that class.
func isPlain(r rune) bool { return 0x309B <= r && r <= 0x9FFF || 0x3041 <= r && r <= 0x3096 }

func (i *items) endRun() {
	if i.inRun {
		i.inRun = false
		i.numeral = IsHanNumeral(i.letter)
		i.next = i.numeral
		i.endItem()
	}
}

// HanZero is a symbol directly after a Han numeral, where it is the digit zero (R10.7 (c)).
const HanZero = '○'

// IsHanNumeral reports whether R10.9 lists r.
func IsHanNumeral(r rune) bool {
	switch r {
	case '〇', '零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '萬', '亿', '億', '兆':
		return true
	}
	return false
}

// beginItem begins a run or a symbol. Signs count before a telling one (R10.9).
func (i *items) beginItem(telling bool) {
	if i.operators != nil {
		i.operators.take(telling, i.item)
	}
	if telling {
		i.takeSigns()
	}
	i.dropSigns()
}

func (i *items) separator(r rune) {
	k := kindOf(r)
	if i.operators != nil {
		i.operators.separator(r, k == blank)
	}
	next := i.next
	i.next = false
	switch k {
	case other:
		i.dropSigns()
		i.numeral = false
	case blank:
		i.before = min(i.before+i.dashes, maxDashes+1)
		i.dashes, i.signs = 0, i.signs[:0]
	case dash:
		i.dashes = min(i.dashes+1, maxDashes+1)
		i.sign('-')
	case point:
		if next && i.numeral && r == HanZero { // R10.7 (c)
			i.beginItem(true)
			i.item(r)
			i.next = true
			return
		}
		i.sign(r)
	case symbol:
		i.beginItem(true)
		i.item(r)
		i.numeral = false
	}
}

func (i *items) sign(r rune) {
	if len(i.signs) == maxSigns {
		i.signs = append(i.signs[:0], i.signs[1:]...)
	}
	i.signs = append(i.signs, r)
}

// takeSigns makes the signs items.
func (i *items) takeSigns() {
	if 0 < i.before && i.before <= maxDashes {
		i.item('-')
	}
	for _, r := range i.signs {
		i.item(r)
	}
}

func (i *items) dropSigns() {
	i.before, i.dashes, i.signs = 0, 0, i.signs[:0]
}

func (i *items) item(r rune) {
	i.out = utf8.AppendRune(i.out, r)
	i.endItem()
}

func (i *items) endItem() {
	if i.operators != nil {
		i.ends = append(i.ends, len(i.out))
	}
	i.out = append(i.out, 0)
}

// reset begins another text.
func (i *items) reset() {
	i.inRun, i.numeral, i.out, i.ends = false, false, i.out[:0], i.ends[:0]
	i.dropSigns()
	if i.operators != nil {
		*i.operators = operators{}
	}
}

func (i *items) flush() {
	if len(i.out) > 0 {
		i.emit(i.out, i.ends)
		i.out, i.ends = i.out[:0], i.ends[:0]
	}
}

func (i *items) close() {
	i.endRun()
	i.flush()
}
