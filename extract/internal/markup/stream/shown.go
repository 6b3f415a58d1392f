package stream

import (
	"bytes"
	"hash/maphash"

	"github.com/lsh-interop/fpcheck/internal/kernel/maintext"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// shown notes the element of each part of the visible text, for the main text of a page.
type shown struct {
	page    *maintext.Page
	node    int32         // the element of the text that is written
	noted   bool          // a piece of that text was written
	called  bool          // an element called for a line end since the last piece
	tags    [1 << 8]known // of the last tag of each hash. Half of the tags with attributes repeat an earlier one.
	classes [1 << 8]known // likewise, of classes
}

// known are the flags of a tag with attributes, or of a class.
type known struct {
	written []byte
	flags   maintext.Flags
}

var seed = maphash.MakeSeed()

// shownAgain bounds the elements of a short page for main text that are opened again.
const shownAgain = 1 << 8

// checkedShown is how many elements are added at most between two calls of check, but for those of one tag.
const checkedShown = 1 << 14

// ReadShown is Read for the main text of a page. The argument of check is what was found so far. It refuses a page
// if a node may have another parent than the element before it on the stack. An exception is [maintext.Page.Adopt].
func ReadShown(page []byte, check func(*maintext.Page) error, head *Head) (p *maintext.Page, reason Reason, err error) {
	found := maintext.New()
	checkFound := func() error { return check(found) }
	reason, err = whole(page, found.Buffer(), checkFound, head, &shown{page: found}, func(m *machine) error {
		found.Close()
		if err := check(found); err != nil { // before the lines take memory, too
			return err
		}
		found.Read(m.out, m.flagsOf)
		p = found
		return nil
	})
	return p, reason, err
}

// addShown adds the element that a start tag opens in a parent, unless it is left out. It returns its number.
func (m *machine) addShown(parent int32, s state, t tag, written []byte) int32 {
	if s&isSkipped != 0 {
		return parent
	}
	where := maintext.Tag{Name: int32(t)}
	if len(written) > 0 {
		where.At, where.Size = int32(cap(m.page)-cap(written)), int32(len(written))
	}
	number := m.shown.page.Element(parent, t == tagA, where)
	if number%checkedShown == 0 {
		m.checkAt = 0
	}
	return number
}

// flagsOf returns the flags of a tag.
func (m *machine) flagsOf(where maintext.Tag) maintext.Flags {
	s, t, written := m.shown, tag(where.Name), m.page[where.At:][:where.Size]
	if len(written) == 0 {
		return maintext.FlagsOf(names[t], 0, nil, nil)
	}
	known := &s.tags[maphash.Bytes(seed, written)%uint64(len(s.tags))]
	if !bytes.Equal(known.written, written) {
		known.written, known.flags = written, s.read(m, t, written)
	}
	return known.flags
}

// read reads the attributes of a tag.
func (s *shown) read(m *machine, t tag, written []byte) maintext.Flags {
	var values [3][]byte // of class, id and role; of each the first
	var seen [3]bool
	at := 0
	for at < len(written) && lowered[written[at]] != 0 {
		at++
	}
	b := written[:len(written)+1] // with the ">" of the page
	var a attribute
	for at = skipBlanks(b, at); at < len(written); {
		if at = readAttribute(b, at, &a); at == 0 {
			break
		}
		for i, key := range [...]string{"class", "id", "role"} {
			if len(a.key) == len(key) && !seen[i] && whatwg.Same(a.key, key) {
				values[i], seen[i] = m.valueOf(a.value), true
			}
		}
	}
	class := &s.classes[maphash.Bytes(seed, values[0])%uint64(len(s.classes))]
	if !bytes.Equal(class.written, values[0]) {
		class.written, class.flags = values[0], maintext.FlagsOfClass(values[0])
	}
	return maintext.FlagsOf(names[t], class.flags, values[1], values[2])
}

// text begins a text of an element.
func (s *shown) text(node int32) {
	if s != nil {
		s.node, s.noted = node, false
	}
}

// line is told that an element calls for a line end.
func (s *shown) line() {
	if s != nil {
		s.called = true
	}
}

// piece is told that a piece is written at a place of the text.
func (s *shown) piece(at int) {
	if s != nil && !s.noted {
		s.page.Run(at, s.node, s.called)
		s.noted, s.called = true, false
	}
}
