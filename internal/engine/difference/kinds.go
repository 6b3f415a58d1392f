package difference

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/items"
	"github.com/lsh-interop/fpcheck/internal/kernel/numeral"
)

// A Kind says what kind of change an edit is. Each edit has one. One of numbers may have another, for its words.
type Kind string

const (
	Number      Kind = "number"       // a number, its sign, its currency or its unit
	Attachment  Kind = "attachment"   // of a mail: it differs, or was not compared; no edit has this kind
	WordLost    Kind = "word-lost"    // words went
	WordChanged Kind = "word-changed" // words became others
	WordAdded   Kind = "word-added"   // words came
	Order       Kind = "order"        // the same words at another place
	Spacing     Kind = "layout"       // a line end between a word and a number or in a Korean word
	Hyphenation Kind = "hyphenation"  // a hyphen at the end of a line
	MarksOnly   Kind = "marks-only"   // the mark of a note or list, a bullet, a ruled line
)

// Kinds returns all kinds, the gravest first.
func Kinds() []Kind {
	return []Kind{Number, Attachment, WordLost, WordChanged, WordAdded, Order, Spacing, Hyphenation, MarksOnly}
}

// String returns the kind in words, such as "word lost".
func (k Kind) String() string { return strings.ReplaceAll(string(k), "-", " ") }

// JoinKinds returns kinds with commas between.
func JoinKinds(kinds []Kind) string {
	var b strings.Builder
	for i, k := range kinds {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(string(k))
	}
	return b.String()
}

// KindCounts are numbers of edits by kind. An edit of numbers and words counts for both.
type KindCounts map[Kind]int

// String returns the counts, the gravest first, such as "1 number, 4 marks only".
func (c KindCounts) String() string {
	var parts []string
	for _, k := range Kinds() {
		if c[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c[k], k))
		}
	}
	return strings.Join(parts, ", ")
}

// A Class describes an edit to a person who has not read it.
type Class struct {
	Kind Kind `json:"kind"`
	// Words is what happened to the words beside the numbers, or "": WordLost, WordChanged or WordAdded.
	Words Kind `json:"words,omitempty"`
	// Negation reports whether a word such as "not" is among the words that went or came.
	Negation bool `json:"negation,omitempty"`
	// Mark says which marks: "note marks", "list marks", "back-links", "bullets", "ruled lines".
	Mark string `json:"mark,omitempty"`
}

// Graver compares two classes: numbers come first, then negations, then the kinds in order.
func Graver(a, b Class) int { return a.rank() - b.rank() }

func (c Class) rank() int {
	rank := 2 * slices.Index(Kinds(), c.Kind)
	if c.Negation && c.Kind != Number {
		return 1
	}
	return rank
}

// Classes returns the class of each edit of d. The time is in proportion to the words of the edits
// and to the number of edits.
func (d *Difference) Classes() []Class {
	if d.classes == nil {
		moved := d.moved()
		m := newLabels(d)
		for n, e := range d.Edits {
			if moved[n] {
				e = Edit{}
			}
			m.read(e)
		}
		m.first = append(m.first, int32(len(m.all)))
		m.prove()
		d.classes = make([]Class, len(d.Edits))
		language := d.language()
		for n, e := range d.Edits {
			c := &d.classes[n]
			if mark, ok := m.only(n); ok {
				*c = Class{Kind: MarksOnly, Mark: mark.String()}
				continue
			}
			if moved[n] {
				c.Kind = Order
				continue
			}
			c.Kind, c.Negation = d.kind(e), d.negates(e, language)
			if c.Kind == Number {
				c.Words = d.wordsBeside(e)
			}
		}
		d.swapped()
	}
	return d.classes
}

// moved reports which edits consist only of passages that moved.
func (d *Difference) moved() []bool {
	all := make([]bool, len(d.Edits))
	if len(d.Moves) == 0 {
		return all
	}
	left, arrivals := d.Moves, byNew(d.Moves)
	for n, e := range d.Edits {
		at := e.Old.From
		for ; len(left) > 0 && left[0].Old < e.Old.To; left = left[1:] {
			if left[0].Old == at {
				at += left[0].Words
			}
		}
		arrived := e.New.From
		for ; len(arrivals) > 0 && d.Moves[arrivals[0]].New < e.New.To; arrivals = arrivals[1:] {
			if m := d.Moves[arrivals[0]]; m.New == arrived {
				arrived += m.Words
			}
		}
		all[n] = at == e.Old.To && arrived == e.New.To
	}
	return all
}

// kind returns the kind of an edit that neither moved nor is about marks.
func (d *Difference) kind(e Edit) Kind {
	alike := d.areAlike(e)
	switch {
	case alike && d.sameWords(e, unicode.IsNumber):
		switch {
		case d.hyphenated(e):
			return Hyphenation
		case !d.sameWords(e, unicode.IsLetter) && !d.wrapped(e), !d.sameLinks(e):
			return WordChanged // "now here" is not "nowhere", and "wont" is not "won't"
		case !d.sameEnds(e, areLetterAndDigit, (*text).endsLine):
			return Number // "m 2" is not "m2"
		}
		return Spacing
	case alike && d.wrapped(e), d.spaced(e):
		return Spacing
	case alike, !d.sameNumbers(e), d.isOfNumerals(e):
		return Number
	case d.sameMultiset(e):
		return Order
	case e.New.Len() == 0:
		return WordLost
	case e.Old.Len() == 0:
		return WordAdded
	}
	return WordChanged
}

// wordsBeside returns what happened to the words of an edit beside its numbers, or "".
func (d *Difference) wordsBeside(e Edit) Kind {
	if d.isOfNumerals(e) {
		return ""
	}
	went, came := d.withoutNumbers(d.old, e.Old), d.withoutNumbers(d.new, e.New)
	switch {
	case went == came: // "m 2" and "m2" have the same letters
		return ""
	case came == "":
		return WordLost
	case went == "":
		return WordAdded
	}
	return WordChanged
}

// withoutNumbers returns the letters and pictures of words, with the marks of letters.
func (d *Difference) withoutNumbers(t *text, s Span) string {
	var b strings.Builder
	for i := s.From; i < s.To; i++ {
		word := d.spellWord(t, i)
		if t.hasNumeral(i) { // it may be a letter in the spelling
			word = strings.Map(notNumeral, string(t.slice(i, i+1)))
		}
		for _, r := range word {
			if unicode.In(r, unicode.L, unicode.M, unicode.So) && !isOfNumber(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// notNumeral returns a code point, or -1 for a Han numeral.
func notNumeral(r rune) rune {
	if numeral.IsHan(r) {
		return -1
	}
	return r
}

// isUnit reports whether a symbol belongs to a number: a unit of R10.7, a Han zero, or a degree sign.
func isUnit(r rune) bool { return items.IsUnit(r) || r == items.HanZero || r == '°' }

// isNumeric reports whether word i has a digit, a currency, an operator or a unit that is a symbol. A Han numeral
// is a number behind a sign (R10.9), and where its neighbours show it.
func (d *Difference) isNumeric(t *text, i int) bool {
	word := d.spellWord(t, i)
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	return strings.ContainsFunc(word, isOfNumber) ||
		items.IsHanNumeral(last) && kindOf(first) == leading || t.hasNumeral(i)
}

// hasNumeral reports whether word i has a Han or Roman numeral that stands as a number.
func (t *text) hasNumeral(i int) bool {
	w := t.words[i]
	return numeral.StandsIn(t.content, int(w.from), int(w.to))
}

// isOfNumerals reports whether an edit replaces nothing but Han numerals by such numerals or by digits.
func (d *Difference) isOfNumerals(e Edit) bool {
	return e.Old.Len() > 0 && e.New.Len() > 0 && d.hasOnlyNumerals(d.old, e.Old) && d.hasOnlyNumerals(d.new, e.New)
}

func (d *Difference) hasOnlyNumerals(t *text, s Span) bool {
	for i := s.From; i < s.To; i++ {
		if strings.ContainsFunc(d.spellWord(t, i), func(r rune) bool { return !unicode.IsNumber(r) && !numeral.IsHan(r) }) {
			return false
		}
	}
	return true
}

func isOfNumber(r rune) bool {
	isArrow := 0x2190 <= r && r <= 0x21FF
	return unicode.IsNumber(r) || !isArrow && unicode.In(r, unicode.Sc, unicode.Sm) || isUnit(r)
}

// sameNumbers reports whether both sides of an edit have the same numeric words in the same order.
func (d *Difference) sameNumbers(e Edit) bool {
	next := func(t *text, s *Span) (word string) {
		for ; s.From < s.To && word == ""; s.From++ {
			if d.isNumeric(t, s.From) {
				word = d.spellWord(t, s.From)
			}
		}
		return word
	}
	for {
		was, is := next(d.old, &e.Old), next(d.new, &e.New)
		if was != is || was == "" {
			return was == is
		}
	}
}

// sameWords reports whether items end at the same places on both sides of an edit. Only ends between two letters
// count, or between two digits. The sides have the same letters.
func (d *Difference) sameWords(e Edit, is func(rune) bool) bool {
	return d.borders(e, func(last, first rune, old, new border) bool {
		return !is(last) || !is(first) || old.begins() == new.begins()
	})
}

// sameLinks reports whether apostrophes stand between the same letters within the words of both sides of an
// edit. The sides have the same letters.
func (d *Difference) sameLinks(e Edit) bool {
	return d.borders(e, func(last, first rune, old, new border) bool {
		return kindOf(last) != inside || kindOf(first) != inside || old.item == new.item
	})
}

// wrapped reports whether the sides of an edit differ only in line ends. These divide a word or number without
// a hyphen. Both sides have the same letters.
func (d *Difference) wrapped(e Edit) bool { return d.sameEnds(e, areOfKind, (*text).wraps) }

// sameEnds reports whether items begin at the same places on both sides of an edit. Only places between
// certain code points count. A place is also the same if the word that begins there passes.
func (d *Difference) sameEnds(e Edit, between func(last, first rune) bool, passes func(*text, int) bool) bool {
	return d.borders(e, func(last, first rune, old, new border) bool {
		switch {
		case !between(last, first) || old.begins() == new.begins():
			return true
		case old.begins():
			return old.word >= 0 && passes(d.old, old.word)
		}
		return new.word >= 0 && passes(d.new, new.word)
	})
}

func areOfKind(a, b rune) bool {
	return unicode.IsLetter(a) && unicode.IsLetter(b) || unicode.IsNumber(a) && unicode.IsNumber(b)
}

// areLetterAndDigit reports whether one is a digit, and the other a letter. The script of the letter divides
// words by blanks. Programs add and remove blanks beside digits in Korean and in scripts without spaces.
func areLetterAndDigit(a, b rune) bool {
	if isDigit(a) {
		a, b = b, a
	}
	return isDigit(b) && kindOf(a) == inside && !unicode.Is(unicode.Hangul, a)
}

// endsLine reports whether a line ends before word i.
func (t *text) endsLine(i int) bool {
	gap := t.gap(i)
	return bytes.ContainsAny(t.content[gap.From:gap.To], "\n\f")
}

// Bounds of [text.wraps], in bytes. A full line has 20 letters of Korean or Japanese or more. The next line may
// be a little longer. Only some text before and after a line end is read.
const (
	fullLine   = 60
	raggedness = 6
	maxWrapped = 4096
)

// wraps reports whether a full line ends before word i, within a Korean word. It may also end within a
// number, if letters of a script without spaces surround the number. Then the line must be as long as the
// next one, and empty lines must bound the paragraph. So no rows of a table are joined.
func (t *text) wraps(i int) bool {
	gap := t.gap(i)
	head, tail := t.content[:gap.From], t.content[gap.To:]
	head, tail = head[max(0, len(head)-maxWrapped):], tail[:min(len(tail), maxWrapped)]
	line, next := head[bytes.LastIndexByte(head, '\n')+1:], tail
	if end := bytes.IndexByte(tail, '\n'); end >= 0 {
		next = tail[:end]
	}
	if string(bytes.Trim(t.content[gap.From:gap.To], " \t\r")) != "\n" || len(line) < fullLine {
		return false
	}
	last, _ := utf8.DecodeLastRune(line)
	first, _ := utf8.DecodeRune(next)
	if unicode.Is(unicode.Hangul, last) && unicode.Is(unicode.Hangul, first) {
		return true
	}
	left, right := bytes.TrimRightFunc(line, isDigit), bytes.TrimLeftFunc(next, isDigit)
	last, _ = utf8.DecodeLastRune(bytes.TrimSpace(left))
	first, _ = utf8.DecodeRune(bytes.TrimSpace(right))
	return len(left) < len(line) && len(right) < len(next) && kindOf(last) == alone && kindOf(first) == alone &&
		len(line)+raggedness >= len(next) && bytes.Contains(head, emptyLine) && bytes.Contains(tail, emptyLine)
}

var emptyLine = []byte("\n\n")

func isDigit(r rune) bool { return digit(r) >= 0 }

// spaced reports whether the sides of an edit differ only in white space between a stop and a number.
// "lamp.1" and "lamp. 1" do. After a letter, the stop is no decimal point.
func (d *Difference) spaced(e Edit) bool {
	a, b := d.old.withLetter(e.Old), d.new.withLetter(e.New)
	var last, before rune // the last two that are not white space
	apart := false        // there was white space between these
	for {
		r, blankA := next(&a)
		s, blankB := next(&b)
		if r != s {
			return false
		}
		if blankA != blankB && (apart || !unicode.IsLetter(before) || !unicode.IsPunct(last) || !unicode.IsNumber(r)) && r != ended {
			return false
		}
		if r == ended {
			return true
		}
		before, last, apart = last, r, blankA || blankB
	}
}

// withLetter returns the words of a span with what is around them, from the code point before that on.
func (t *text) withLetter(s Span) []byte {
	around := t.around(s.From, s.To)
	if s.From == 0 {
		return around
	}
	w := t.words[s.From-1]
	_, size := utf8.DecodeLastRune(t.content[w.from:w.to])
	return t.content[int(w.to)-size : int(w.to)+len(around)]
}

const ended rune = -1

// next cuts the first rune of text that is not white space, and reports whether white space was before
// it. At the end the rune is ended.
func next(text *[]byte) (r rune, blank bool) {
	for len(*text) > 0 {
		r, size := utf8.DecodeRune(*text)
		*text = (*text)[size:]
		if !unicode.IsSpace(r) {
			return r, blank
		}
		blank = true
	}
	return ended, blank
}

// sameMultiset reports whether both sides of some edits have the same words, in any order.
func (d *Difference) sameMultiset(edits ...Edit) bool {
	balance := 0
	for _, e := range edits {
		balance += e.Old.Len() - e.New.Len()
	}
	if balance != 0 {
		return false
	}
	count := func(t *text, s Span, by int32) {
		for _, word := range t.numbers[s.From:s.To] {
			spelling := d.reading.spelling(word)
			if more := len(d.reading.names.ends) - len(d.counts); more > 0 {
				d.counts = append(d.counts, make([]int32, more)...)
			}
			d.counts[spelling] += by
		}
	}
	for _, e := range edits {
		count(d.old, e.Old, 1)
		count(d.new, e.New, -1)
	}
	same := true
	for _, e := range edits { // a count that is not 0 is of a word of one side, or of the other
		for _, words := range [][]int32{d.old.numbers[e.Old.From:e.Old.To], d.new.numbers[e.New.From:e.New.To]} {
			for _, word := range words {
				spelling := d.reading.spelling(word)
				same = same && d.counts[spelling] == 0
				d.counts[spelling] = 0
			}
		}
	}
	return same
}

// hyphenated reports whether the sides of an edit differ only in a hyphen at the end of a line. So
// "twenty-nine" becomes "twenty-" LF "nine". Only white space after hyphens may differ. Some of it is a
// line end, or a hyphen is soft. Both sides have the same letters.
func (d *Difference) hyphenated(e Edit) bool {
	went, lines := unbroken(d.old.slice(e.Old.From, e.Old.To))
	came, more := unbroken(d.new.slice(e.New.From, e.New.To))
	return (lines || more) && strings.EqualFold(went, came)
}

// unbroken returns text without white space after hyphens, and whether a line or a soft hyphen ends one.
func unbroken(text []byte) (joined string, lines bool) {
	var b strings.Builder
	hyphen := false
	for _, r := range string(text) {
		switch {
		case r == '-' || r == '\u2010' || r == '\u2011' || r == '\u00AD':
			lines = lines || r == '\u00AD'
			r, hyphen = '-', true
		case hyphen && unicode.IsSpace(r):
			lines = lines || r == '\n'
			continue
		default:
			hyphen = false
		}
		b.WriteRune(r)
	}
	return b.String(), lines
}

// nearby is the greatest number of words between two edits that swap words.
const nearby = 10

// swapped finds two edits close together that only exchange words. Numbers and
// negations are not among them: at another place they say something else.
func (d *Difference) swapped() {
	for n := 1; n < len(d.Edits); n++ {
		before, e := d.Edits[n-1], d.Edits[n]
		if d.gap(n) > nearby || !d.classes[n-1].ofWords() || !d.classes[n].ofWords() {
			continue
		}
		if d.sameMultiset(before, e) {
			d.classes[n-1].Kind, d.classes[n].Kind = Order, Order
		}
	}
}

// ofWords reports whether only words differ, and no negation.
func (c Class) ofWords() bool {
	return !c.Negation && (c.Kind == WordLost || c.Kind == WordChanged || c.Kind == WordAdded)
}

// classOf returns the gravest class of the edits from one to another, which is included.
func (d *Difference) classOf(from, to int) Class {
	return slices.MinFunc(d.Classes()[from:to+1], Graver)
}

// A Group is edits that change the same words.
type Group struct {
	Class
	Went  string `json:"went,omitempty"` // the words, shortened; both are empty if the class has a mark
	Came  string `json:"came,omitempty"`
	Edits int    `json:"edits"`
}

// Groups returns the edits by what they change, the gravest first. Marks of one kind are one group.
// Beyond the first most groups, edits are not listed.
func (d *Difference) Groups(most int) []Group {
	var all []gathered
	slots := make([]int32, 64) // indexes + 1, by hash
	classes := d.Classes()
	for n := range classes {
		if 4*len(all) >= 3*len(slots) {
			slots = make([]int32, 2*len(slots))
			for i, g := range all {
				slot := g.hash
				for slot &= uint32(len(slots) - 1); slots[slot] != 0; {
					slot = (slot + 1) & uint32(len(slots)-1)
				}
				slots[slot] = int32(i) + 1
			}
		}
		group := d.group(n)
		hash := uint32(maphash.Comparable(hashSeed, group))
		slot := hash & uint32(len(slots)-1)
		for ; slots[slot] != 0; slot = (slot + 1) & uint32(len(slots)-1) {
			if g := all[slots[slot]-1]; g.hash == hash && d.group(int(g.first)) == group {
				break
			}
		}
		if slots[slot] == 0 {
			all = append(all, gathered{first: int32(n), hash: hash})
			slots[slot] = int32(len(all))
		}
		all[slots[slot]-1].edits++
	}
	slices.SortStableFunc(all, func(a, b gathered) int { return Graver(classes[a.first], classes[b.first]) })
	var groups []Group
	for _, g := range all[:min(len(all), most)] {
		group := d.group(int(g.first))
		group.Edits = int(g.edits)
		groups = append(groups, group)
	}
	return groups
}

// gathered is a group without its words, which are as of its first edit.
type gathered struct {
	first, edits int32
	hash         uint32
}

// group returns the group of an edit, with no number of edits.
func (d *Difference) group(n int) Group {
	g := Group{Class: d.classes[n]}
	if g.Mark == "" {
		e := d.Edits[n]
		g.Went = shorten(d.old.show(e.Old.From, e.Old.To, Layout{}.orDefault()))
		g.Came = shorten(d.new.show(e.New.From, e.New.To, Layout{}.orDefault()))
	}
	return g
}
