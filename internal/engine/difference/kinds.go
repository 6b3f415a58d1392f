package difference

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind says what kind of change an edit is. Each edit has exactly one.
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

// KindCounts are numbers of edits by kind.
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
		m.first = append(m.first, len(m.all))
		m.prove()
		d.classes = make([]Class, len(d.Edits))
		for n, e := range d.Edits {
			if mark, ok := m.only(n); ok {
				d.classes[n] = Class{Kind: MarksOnly, Mark: mark}
				continue
			}
			d.classes[n] = Class{Kind: d.kind(e), Negation: d.negates(e)}
			if moved[n] {
				d.classes[n] = Class{Kind: Order}
			}
		}
		d.swapped()
	}
	return d.classes
}

// moved reports which edits consist only of passages that moved.
func (d *Difference) moved() []bool {
	all := make([]bool, len(d.Edits))
	words := [2]map[int]int{make(map[int]int), make(map[int]int)} // where passages begin, and their lengths
	for _, m := range d.Moves {
		words[0][m.Old], words[1][m.New] = m.Words, m.Words
	}
	for n, e := range d.Edits {
		all[n] = len(d.Moves) > 0
		for side, s := range []Span{e.Old, e.New} {
			for at := s.From; all[n] && at < s.To; at += words[side][at] {
				all[n] = words[side][at] > 0
			}
		}
	}
	return all
}

// kind returns the kind of an edit that neither moved nor is about marks.
func (d *Difference) kind(e Edit) Kind {
	went, came := d.spell(d.old, e.Old), d.spell(d.new, e.New)
	alike := strings.Join(went, "") == strings.Join(came, "")
	switch {
	case alike && slices.Equal(divided(went, unicode.IsNumber), divided(came, unicode.IsNumber)):
		switch {
		case d.hyphenated(e):
			return Hyphenation
		case !slices.Equal(divided(went, unicode.IsLetter), divided(came, unicode.IsLetter)) && !d.wrapped(e),
			!slices.Equal(d.links(d.old, e.Old), d.links(d.new, e.New)):
			return WordChanged // "now here" is not "nowhere", and "wont" is not "won't"
		case !d.sameEnds(e, areLetterAndDigit, (*text).endsLine):
			return Number // "m 2" is not "m2"
		}
		return Spacing
	case alike && d.wrapped(e), d.spaced(e):
		return Spacing
	case !slices.Equal(numbersOf(went), numbersOf(came)):
		return Number
	case sameMultiset(went, came):
		return Order
	case len(came) == 0:
		return WordLost
	case len(went) == 0:
		return WordAdded
	}
	return WordChanged
}

// spell returns the items of each word of a span.
func (d *Difference) spell(t *text, s Span) (words []string) {
	for i := s.From; i < s.To; i++ {
		words = append(words, d.spellWord(t, i))
	}
	return words
}

func (d *Difference) spellWord(t *text, i int) string {
	atoms := t.within(i, i+1)
	if len(atoms) == 1 {
		return d.reading.names[atoms[0]]
	}
	var b strings.Builder
	for _, a := range atoms {
		b.WriteString(d.reading.names[a])
	}
	return b.String()
}

// numeric are the symbols that belong to numbers: currencies, operators, and those of R10.7.
const numeric = "%\u0609\u060A\u066A\u2030\u2031\u2032\u2033\u2034\u2057\uFE6A\uFF05\u00B0"

// isNumeric reports whether a word has a digit, a currency, an operator or a unit that is a symbol.
func isNumeric(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool {
		isArrow := 0x2190 <= r && r <= 0x21FF
		return unicode.IsNumber(r) || !isArrow && unicode.In(r, unicode.Sc, unicode.Sm) || strings.ContainsRune(numeric, r)
	})
}

func numbersOf(words []string) (all []string) {
	for _, w := range words {
		if isNumeric(w) {
			all = append(all, w)
		}
	}
	return all
}

// divided returns the places where a word ends between two letters, or between two digits.
func divided(words []string, is func(rune) bool) (places []int) {
	at := 0
	last := rune(0)
	for _, w := range words {
		for i, r := range w {
			if i == 0 && is(last) && is(r) {
				places = append(places, at)
			}
			last = r
			at++
		}
	}
	return places
}

// wrapped reports whether the sides of an edit differ only in line ends. These divide a word or number without
// a hyphen. Both sides have the same letters.
func (d *Difference) wrapped(e Edit) bool { return d.sameEnds(e, areAlike, (*text).wraps) }

// sameEnds reports whether words begin at the same places on both sides of an edit. Only places between
// certain code points count. A place is also the same if the word passes.
func (d *Difference) sameEnds(e Edit, between func(last, first rune) bool, passes func(*text, int) bool) bool {
	went, came := d.ends(d.old, e.Old, between), d.ends(d.new, e.New, between)
	for place, i := range went {
		if _, both := came[place]; !both && !passes(d.old, i) {
			return false
		}
	}
	for place, i := range came {
		if _, both := went[place]; !both && !passes(d.new, i) {
			return false
		}
	}
	return true
}

func areAlike(a, b rune) bool {
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

// links returns the places within words of a span where an apostrophe stands between letters.
func (d *Difference) links(t *text, s Span) (places []int) {
	at := 0
	for i := s.From; i < s.To; i++ {
		last := rune(0)
		for _, a := range t.within(i, i+1) {
			name := d.reading.names[a]
			first, _ := utf8.DecodeRuneInString(name)
			if kindOf(last) == inside && kindOf(first) == inside {
				places = append(places, at)
			}
			last, _ = utf8.DecodeLastRuneInString(name)
			at += len(name)
		}
	}
	return places
}

// ends returns the words of a span that begin between certain code points. The keys are the numbers of
// bytes before them.
func (d *Difference) ends(t *text, s Span, between func(last, first rune) bool) map[int]int {
	places, at, last := make(map[int]int), 0, rune(0)
	for i := s.From; i < s.To; i++ {
		w := d.spellWord(t, i)
		first, _ := utf8.DecodeRuneInString(w)
		if between(last, first) {
			places[at] = i
		}
		last, _ = utf8.DecodeLastRuneInString(w)
		at += len(w)
	}
	return places
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
	return t.content[w.to-size : w.to+len(around)]
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

func sameMultiset(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
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
		went := append(d.spell(d.old, before.Old), d.spell(d.old, e.Old)...)
		came := append(d.spell(d.new, before.New), d.spell(d.new, e.New)...)
		if sameMultiset(went, came) {
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
	at := make(map[Group]int)
	var all []Group
	for n, c := range d.Classes() {
		g := Group{Class: c}
		if c.Mark == "" {
			e := d.Edits[n]
			g.Went = shorten(d.old.show(e.Old.From, e.Old.To, Layout{}.orDefault()))
			g.Came = shorten(d.new.show(e.New.From, e.New.To, Layout{}.orDefault()))
		}
		i, known := at[g]
		if !known {
			i = len(all)
			at[g] = i
			all = append(all, g)
		}
		all[i].Edits++
	}
	slices.SortStableFunc(all, func(a, b Group) int { return Graver(a.Class, b.Class) })
	return all[:min(len(all), most)]
}
