package difference

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Anchor stands where the format of a document generates the mark of a note or the number of a page. A
// reader writes it if asked to, and [Unanchored] removes it. It is a noncharacter, which no text has.
const Anchor = "\uFDD0"

// Unanchored returns a text without its anchors, and the places in bytes where they were.
func Unanchored(text []byte) (plain []byte, anchors []int) {
	for {
		before, after, found := bytes.Cut(text, []byte(Anchor))
		if !found {
			break
		}
		plain = append(plain, before...)
		anchors = append(anchors, len(plain))
		text = after
	}
	if plain == nil {
		return text, nil
	}
	return append(plain, text...), anchors
}

// Which marks an edit adds or removes.
type markKind uint8

const (
	noMark markKind = iota
	noteMarks
	listMarks
	backLinks
	pageNumbers
	bullets
	ruledLines
)

// String returns the mark as a [Class] names it.
func (m markKind) String() string {
	return [...]string{"", "note marks", "list marks", "back-links", "page numbers", "bullets", "ruled lines"}[m]
}

// A label is a mark in one text that the other text lacks. It may belong to a note or to an item of a list.
type label struct {
	level  [maxLevels]uint16 // see levels
	depth  uint8             // the number of levels
	side   uint8             // 0 for the old text, 1 for the new one
	proof  markKind          // once that is proven
	letter bool              // it is written with letters
	begins bool              // it begins a line
	dotted bool              // a point or bracket follows: "1." and "a)"
	round  bool              // a round bracket is before it, as before negative numbers
	twin   int32             // the index of the same label in the other text, beyond a blank, or -1
}

// levels returns 2 and 1 of the label 2.1, 2 of the label b, and none of other labels.
func (l *label) levels() []uint16 { return l.level[:l.depth] }

const roundBrackets = "(（﹙⁽₍"

// isSame reports whether both labels are the same number or letter. No converter removes only the round brackets
// of a mark: (1) and 1 are different numbers.
func (l *label) isSame(other *label) bool {
	return l.depth > 0 && l.letter == other.letter && l.round == other.round && slices.Equal(l.levels(), other.levels())
}

// labels finds the labels of a difference, and which are proven to be marks.
type labels struct {
	d       *Difference
	all     []label
	first   []int32 // of each edit, its first label; then the number of labels
	next    []int32 // of each label, the next one of its run
	anchors [2][]int
	used    map[int]int // the number of anchors of a gap that labels needed, by the first anchor
	left    [2]int      // the number of anchors that no label needed
}

func newLabels(d *Difference) *labels {
	return &labels{
		d: d, anchors: [2][]int{d.oldAnchors, d.newAnchors}, used: make(map[int]int),
		left: [2]int{len(d.oldAnchors), len(d.newAnchors)},
	}
}

// read finds the labels of the next edit. One text has them, and all other words of the edit are equal.
// If it has other words, it has no labels.
func (m *labels) read(e Edit) {
	begin := len(m.all)
	m.first = append(m.first, int32(begin))
	texts, at, end := [2]*text{m.d.old, m.d.new}, [2]int{e.Old.From, e.New.From}, [2]int{e.Old.To, e.New.To}
	for at[0] < end[0] || at[1] < end[1] {
		var words [2]string
		for s := range 2 {
			if at[s] < end[s] {
				words[s] = m.d.spellWord(texts[s], at[s])
			}
		}
		if words[0] == words[1] {
			at[0], at[1] = at[0]+1, at[1]+1
			continue
		}
		if n := len(sameWord(words[0], words[1])); n > 0 { // with different labels, or stops before them
			was, is := label{side: 0}, label{side: 1}
			if !was.attach(words[0][n:], words[0][:n]) || !is.attach(words[1][n:], words[1][:n]) || !m.addTwins(was, is) {
				m.all = m.all[:begin]
				return
			}
			at[0], at[1] = at[0]+1, at[1]+1
			continue
		}
		s, attached := 0, false // the side with the label, and whether a word is before it
		switch left := end[0] - at[0] - (end[1] - at[1]); {
		case words[0] != "" && words[1] != "" && strings.HasPrefix(words[0], words[1]):
			attached = true
		case words[0] != "" && words[1] != "" && strings.HasPrefix(words[1], words[0]):
			s, attached = 1, true
		case left < 0:
			s = 1
		case left == 0: // the same label on both sides, with other stops or brackets
			was, is := label{side: 0}, label{side: 1}
			if !was.stand(texts[0], at[0], words[0]) || !is.stand(texts[1], at[1], words[1]) || !m.addTwins(was, is) {
				m.all = m.all[:begin]
				return
			}
			at[0], at[1] = at[0]+1, at[1]+1
			continue
		}
		l, ok := label{side: uint8(s), twin: -1}, false
		if attached {
			other := words[1-s]
			at[1-s]++
			ok = l.attach(words[s][len(other):], other)
		} else {
			ok = l.stand(texts[s], at[s], words[s])
		}
		if ok && l.proof == noMark && m.anchored(1-s, texts[1-s].gap(at[1-s])) {
			l.proof = noteMarks
			if l.begins && at[s]+1 == len(texts[s].words) {
				l.proof = pageNumbers
			}
		}
		at[s]++
		if !ok {
			m.all = m.all[:begin]
			return
		}
		k := len(m.all) - 1
		if k >= begin && m.all[k].side != l.side && m.all[k].isSame(&l) {
			l.twin, m.all[k].twin = int32(k), int32(k+1)
		}
		if many := len(m.all) - begin; many == manyLabels { // the other words of the edit are likely to be labels too
			m.all = slices.Grow(m.all, end[0]-at[0]+end[1]-at[1]+1)
		}
		m.all = append(m.all, l)
	}
}

// manyLabels is the number of labels of an edit beyond which [labels.read] makes room for one of each word.
const manyLabels = 1024

// addTwins adds the same label of both texts, and reports whether it is the same.
func (m *labels) addTwins(was, is label) bool {
	if !was.isSame(&is) {
		return false
	}
	was.twin, is.twin = int32(len(m.all)+1), int32(len(m.all))
	m.all = append(m.all, was, is)
	return true
}

// sameWord returns the letters that two words begin with, if each word goes on with something else.
func sameWord(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) {
		return ""
	}
	same := strings.TrimRightFunc(a[:n], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if !utf8.ValidString(same) {
		return ""
	}
	return same
}

// isStop reports whether r may stand between a word or a bracket and a label. A dash may be a sign.
func isStop(r rune) bool {
	return unicode.IsPunct(r) && !unicode.Is(unicode.Pd, r) && !isUnit(r)
}

// gap returns the bytes between word i and the word before it.
func (t *text) gap(i int) Span {
	g := Span{0, len(t.content)}
	if i > 0 {
		g.From = int(t.words[i-1].to)
	}
	if i < len(t.words) {
		g.To = max(g.From, int(t.words[i].from))
	}
	return g
}

// anchored takes an anchor of a gap, if one is left.
func (m *labels) anchored(side int, gap Span) bool {
	i, _ := slices.BinarySearch(m.anchors[side], gap.From)
	key := 2*i + side
	if i += m.used[key]; i < len(m.anchors[side]) && m.anchors[side][i] <= gap.To {
		m.used[key]++
		m.left[side]--
		return true
	}
	return false
}

// attach reads the mark of a note or a link back after a word, as in "lamp1", "lamp.1" and "lamp[1]".
// The other text has the word without it. Digits after a number may be part of the number.
func (l *label) attach(tail, word string) bool {
	stops := len(tail) - len(strings.TrimLeftFunc(tail, isStop))
	l.round = strings.ContainsAny(tail[:stops], roundBrackets)
	last, _ := utf8.DecodeLastRuneInString(word)
	if isArrow(tail[stops:]) {
		l.proof = backLinks
		return true
	}
	if unicode.IsNumber(last) && !strings.HasSuffix(tail[:stops], "[") {
		return false
	}
	return l.parse(tail[stops:]) && l.depth == 1 && !l.letter
}

// stand reads a word by itself.
func (l *label) stand(t *text, i int, word string) bool {
	before, after := t.gap(i), t.gap(i+1)
	l.begins = i == 0 || bytes.ContainsAny(t.content[before.From:before.To], "\n\f")
	ends := i+1 == len(t.words) || bytes.ContainsAny(t.content[after.From:after.To], "\n\f")
	raw := string(t.content[t.words[i].from:t.words[i].to])
	switch {
	case isArrow(strings.TrimLeftFunc(word, isStop)):
		l.proof = backLinks
		return true
	case l.begins && isBullet(word) && i+1 < len(t.words):
		l.proof = bullets
		return true
	case l.begins && ends && isRuled(raw):
		l.proof = ruledLines
		return true
	}
	number := strings.TrimLeftFunc(word, isStop)
	l.round = strings.ContainsAny(word, roundBrackets)
	if l.begins && raw[0] == '.' && i+1 < len(t.words) && rightToLeft(t.slice(i+1, i+2)) {
		l.dotted = true // a PDF has "1." in the order that is seen
		return l.parse(number)
	}
	if number != word && strings.ContainsRune(".,", rune(word[0])) { // a decimal point, unless a letter is before it
		if r, _ := utf8.DecodeLastRune(t.content[:t.words[i].from]); !unicode.IsLetter(r) {
			return false
		}
	}
	next, size := utf8.DecodeRune(t.content[after.From:after.To])
	l.dotted = size > 0 && strings.ContainsRune(".)]、．）］", next)
	if l.begins && l.dotted && bytes.ContainsAny(paragraph(t.content[after.From:]), arrows) {
		l.proof = noteMarks
	}
	return l.parse(number)
}

// maxLabel is the greatest number of a label, and maxLevels the greatest number of levels.
const (
	maxLabel  = 999
	maxLevels = 6
)

// parse reads a label: a number, numbers with points between, or a letter.
func (l *label) parse(s string) bool {
	if len(s) == 1 && 'a' <= s[0] && s[0] <= 'z' {
		l.level[0], l.depth, l.letter = uint16(s[0]-'a')+1, 1, true
		return true
	}
	for _, part := range strings.Split(s, ".") {
		n := 0
		for _, r := range part {
			d := digit(r)
			if d < 0 {
				return false
			}
			if n = 10*n + d; n > maxLabel {
				return false
			}
		}
		if n == 0 || digit([]rune(part)[0]) == 0 || l.depth == maxLevels {
			return false
		}
		l.level[l.depth] = uint16(n)
		l.depth++
	}
	return true
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// digit returns the value of a digit of any script, or of a superscript, or -1.
func digit(r rune) int {
	switch at := strings.IndexRune(superscripts, r); {
	case at >= 0:
		return utf8.RuneCountInString(superscripts[:at])
	case '0' <= r && r <= '9':
		return int(r - '0')
	case r < utf8.RuneSelf || !unicode.Is(unicode.Nd, r):
		return -1
	}
	for _, of := range unicode.Nd.R16 { // each begins with a zero, and ends with a nine
		if rune(of.Lo) <= r && r <= rune(of.Hi) {
			return int(r-rune(of.Lo)) % 10
		}
	}
	return -1
}

// arrows are the signs of links back from notes.
const arrows = "↩↵⏎"

func isArrow(word string) bool { return word != "" && strings.Trim(word, arrows+"\uFE0E\uFE0F") == "" }

// paragraph returns the rest of a paragraph: the text up to an empty line, 4096 bytes at most.
func paragraph(rest []byte) []byte {
	rest, _, _ = bytes.Cut(rest[:min(len(rest), 4096)], []byte("\n\n"))
	return rest
}

func rightToLeft(word []byte) bool {
	r, _ := utf8.DecodeRune(word)
	return unicode.In(r, unicode.Arabic, unicode.Hebrew)
}

// itemBullets are the bullets that are items: the others the text digest leaves out. Those in private
// use are of the fonts Symbol and Wingdings. A tick is none, since another mark may replace it.
const itemBullets = "➢➤➔❖\uF0B7\uF0A7\uF0D8\uF076\uF0A8\uF06C\uF06E\uF06F\uF02D"

func isBullet(word string) bool {
	return utf8.RuneCountInString(word) == 1 && strings.Contains(itemBullets, word)
}

// isRuled reports whether a word is a line that is drawn with characters.
func isRuled(word string) bool {
	return len(word) >= 3 && strings.Trim(word, "=_-+~*#|") == ""
}

// prove finds out which labels are marks, of those that are not proven by themselves. A label must be
// in a run that begins with the first number and leaves out none. A letter is in no run: "A." may be an
// initial, and "b)" an answer.
//
//   - as the mark of a note: the same run is found in the text and at the beginnings of lines
//   - as the mark of a list: it has a point or bracket, or several levels, and begins a line
func (m *labels) prove() {
	m.next = make([]int32, len(m.all))
	for side := range 2 {
		notes, begins := m.runs(side, false), m.runs(side, true)
		paired := make([]bool, len(begins))
		var pairs []run
		for _, run := range notes {
			for i, other := range slices.Backward(begins) { // notes come last
				if !paired[i] && run.length == other.length {
					paired[i] = true
					pairs = append(pairs, run, other)
					break
				}
			}
		}
		m.note(side, pairs)
		for i, run := range slices.Backward(begins) {
			one := run.length == 1 && m.all[run.first].dotted && m.beforeList(int(run.first))
			if !paired[i] && (one || run.length > 1 && m.listed(run)) {
				m.accept(listMarks, run)
			}
		}
	}
	for i, l := range m.all {
		if l.proof == noMark && l.twin >= 0 {
			m.all[i].proof = m.all[l.twin].proof
		}
	}
}

// note accepts the runs of a side as marks of notes. Each note has its number twice, so an odd count has another number
// in it. If the other text has anchors, each label in the text needs an anchor that is left. A converter may have moved
// the mark by a word.
func (m *labels) note(side int, runs []run) {
	count := make(map[[maxLevels]uint16]int)
	left := m.left[1-side]
	for _, r := range runs {
		for i := range m.of(r) {
			if l := &m.all[i]; l.proof == noMark {
				count[l.level]++
				if !l.begins {
					left--
				}
			}
		}
	}
	for i := range m.all {
		if l := &m.all[i]; int(l.side) == side && l.proof == noteMarks && !l.letter && count[l.level] > 0 {
			count[l.level]++
		}
	}
	if len(m.anchors[1-side]) > 0 && left < 0 {
		return
	}
	for _, r := range runs {
		for i := range m.of(r) {
			if l := &m.all[i]; l.proof == noMark && count[l.level]%2 == 0 {
				l.proof = noteMarks
			}
		}
	}
}

// beforeList reports whether the next label is the mark of a list: in "1.", "1." and "2.", the numbers
// begin again.
func (m *labels) beforeList(i int) bool {
	return i+1 < len(m.all) && m.all[i+1].side == m.all[i].side && m.all[i+1].begins && m.all[i+1].proof == listMarks
}

func (m *labels) accept(proof markKind, r run) {
	for i := range m.of(r) {
		if m.all[i].proof == noMark {
			m.all[i].proof = proof
		}
	}
}

// A run is labels. Each continues the one before.
type run struct{ first, last, length int32 }

// of returns an iterator over the labels of a run.
func (m *labels) of(r run) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for i := r.first; yield(i) && i != r.last; {
			i = m.next[i]
		}
	}
}

// runs returns the labels of a side as runs, each from the first number on. begins chooses those that
// begin a line or the others. A label continues the newest run that it can continue.
func (m *labels) runs(side int, begins bool) (all []run) {
	firsts := 0
	for i := range m.all {
		if l := &m.all[i]; int(l.side) == side && l.begins == begins && !l.letter && l.depth == 1 && l.level[0] == 1 {
			firsts++
		}
	}
	all = make([]run, 0, firsts)
	open := make(map[[maxLevels]uint16][]int32) // runs by the beginnings of their last label
	for i := range m.all {
		l := &m.all[i]
		if int(l.side) != side || l.begins != begins || l.letter || l.depth == 0 {
			continue
		}
		n := int(l.depth) - 1
		level, exact := l.level, false
		before := level[:n+1]
		if before[n]--; before[n] == 0 {
			before, exact = before[:n], true // 2.1 continues 2, and not 2.3
		}
		continued := int32(-1)
		key := padded(before)
		for of := open[key]; len(of) > 0 && continued < 0; of = open[key] {
			open[key] = of[:len(of)-1]
			last := m.all[all[of[len(of)-1]].last].levels()
			if len(last) >= len(before) && slices.Equal(last[:len(before)], before) && (!exact || len(last) == len(before)) {
				continued = of[len(of)-1]
			}
		}
		switch {
		case continued >= 0:
			r := &all[continued]
			m.next[r.last] = int32(i)
			r.last, r.length = int32(i), r.length+1
		case n == 0 && l.level[0] == 1:
			continued = int32(len(all))
			all = append(all, run{int32(i), int32(i), 1})
		default:
			continue
		}
		for k := range l.levels() {
			key := padded(l.level[:k+1])
			open[key] = append(open[key], continued)
		}
	}
	return all
}

// padded returns levels as the key of a map.
func padded(levels []uint16) (key [maxLevels]uint16) {
	copy(key[:], levels)
	return key
}

// listed reports whether a run has the form of a list. Each label has a point or bracket, or some have
// several levels, as headings do.
func (m *labels) listed(r run) bool {
	dotted, levels := true, false
	for i := range m.of(r) {
		dotted = dotted && m.all[i].dotted
		levels = levels || m.all[i].depth > 1
	}
	return dotted || levels
}

// only reports whether an edit has nothing but marks, and which.
func (m *labels) only(n int) (which markKind, ok bool) {
	from, to := m.first[n], m.first[n+1]
	for i := from; i < to; i++ {
		if m.all[i].proof == noMark {
			return noMark, false
		}
		which = m.all[i].proof
	}
	return which, to > from
}
