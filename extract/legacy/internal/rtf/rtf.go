// Package rtf reads Rich Text Format (Microsoft's specification 1.9.1).
//
// The text is what a reader of the body sees. This is paragraphs, tables, text boxes, WordArt,
// formulas, and results of fields and objects. Footnotes and endnotes follow the body. Headers and
// footers come last, each line once.
//
// Hidden (\v) text and shapes, and text that was deleted or moved, are left out. So are unknown
// destinations marked with \*, page numbers, pictures and annotations. Index entries, instructions of
// fields and labels of lists are left out, too.
//
// A character is \u, followed by as many fallback characters as \uc declares, which are skipped. Or it
// is bytes in the charset of the font; without one, in the charset of \ansicpg.
//
// HTML that Outlook wrapped in RTF ([MS-OXRTFEX]) is unwrapped and read as HTML.
package rtf

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/lsh-interop/fpcheck/extract/internal/field"
	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/formula"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/codepage"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

const (
	mostGroups = 1000    // in one another
	mostFonts  = 1 << 16 // that are known
	longest    = 64      // letters of a control word; the longest that means something has 23
)

// Open reads RTF, as a stream.
func Open(d *medium.Reading) error {
	// Blanks and a mark may precede it.
	head, err := d.Source.Peek(1024)
	if err != nil && err != io.EOF {
		return err
	}
	at := bytes.Index(head, []byte(`{\rtf`))
	if at < 0 || len(bytes.Trim(head[:at], whatwg.Blanks+"\xef\xbb\xbf")) > 0 {
		return fmt.Errorf(`%w: RTF: expected {\rtf at the start`, medium.ErrMalformed)
	}
	d.Source.Discard(at)
	r := newReader(d)
	if bytes.Contains(head, []byte(`\fromhtml`)) {
		return r.openHTML()
	}
	d.Text = r
	return nil
}

// reader reads the text of a document.
type reader struct {
	document *medium.Reading
	source   *bufio.Reader
	html     bool         // what is written is HTML
	out      bytes.Buffer // text that has not been read yet
	err      error        // after that text
	body     *flow.Flow
	aside    *flow.Flow // to notes
	notes    *medium.Text
	head     head

	margins     *margins.Margins // headers and footers
	even, first *margins.Margins // of even pages, and of first pages
	evenPages   bool             // have their own
	titlePage   bool             // some section has a first page of its own

	fonts  map[int]font
	page   int // code page of \ansicpg
	base   int // the default font
	groups []group
	now    group
	octets []byte // not decoded yet
	coding int    // its code page
	pages  codepage.Decoders
	skip   int     // characters of a fallback left to skip
	high   rune    // the first half of a surrogate pair
	mark   marking // of the next control word
	fresh  bool    // nothing but line ends has come since the last group began
	shown  bool    // a picture or an object is shown

	instruction, property, value, entry, sign []byte // the last ones captured

	formula formula.Formula

	form     field.Form // of the field whose instruction is being read
	noResult bool       // the result of that field is not shown
	loose    string     // the word outside of an inner group that leaves out the rest of the document
}

func newReader(d *medium.Reading) *reader {
	r := &reader{
		document: d, source: d.Source, notes: d.NewText(), margins: margins.Of(d), even: margins.Of(d), first: margins.Of(d),
		fonts: make(map[int]font), pages: make(codepage.Decoders), page: 1252,
	}
	r.body, r.aside = flow.To(&r.out), flow.To(r.notes)
	r.head.text = d.NewText()
	return r
}

// group is the state of a group.
type group struct {
	out      bool // left out
	hidden   bool
	deleted  bool
	initial  bool // the paragraph is the initial of the next one, with which it joins
	place    place
	capture  capture
	table    bool   // within the table of fonts
	upr      bool   // \upr, in which only \ud counts
	box      bool   // a text box, which is a line at least
	tag      bool   // HTML that stands between bytes of RTF
	rtf      bool   // RTF that stands for such HTML
	math     string // the element of a formula that the group is
	other    bool   // \af is of characters of the other direction
	fallback int    // characters, by \uc
	kind     int    // which of the three fonts is used
	font     [3]int
}

// place is the destination of the text of a group.
type place uint8

const (
	inBody place = iota
	inNote
	inHead // a header or a footer
)

// capture is how the bytes of a left-out group are kept.
type capture uint8

const (
	nothing capture = iota
	instruction
	property
	value
	entry // of a list in a form
	sign  // of a formula
)

// marking says whether \* precedes a control word.
type marking uint8

const (
	unmarked marking = iota
	marked           // at the start of a group: it is a destination, to be left out if it is unknown
	stray            // elsewhere, as StarWriter does before styles
)

type font struct {
	page int
	name string
}

// The kinds of characters. Each has a font of its own.
const (
	low = iota
	highANSI
	doubleByte
)

// errShort means that the document ends inside a group.
var errShort = errors.New("cut short")

func (r *reader) Read(p []byte) (int, error) {
	for r.out.Len() == 0 && r.err == nil {
		if r.err = r.step(); r.err == errShort {
			r.err = r.endShort()
		}
	}
	if r.out.Len() > 0 {
		return r.out.Read(p)
	}
	return 0, r.err
}

// Found implements [medium.Late].
func (r *reader) Found() *medium.Found { return &r.document.Found }

func (r *reader) step() error {
	c, err := r.readByte()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		r.flush()
		if len(r.groups) == mostGroups {
			return fmt.Errorf("%w: RTF: more than %d nested groups", medium.ErrTooDeep, mostGroups)
		}
		r.groups = append(r.groups, r.now)
		if len(r.groups) == 1 {
			r.now.fallback = 1
		}
		r.now.box, r.now.math = false, ""
		r.skip, r.mark, r.fresh = 0, unmarked, true
	case '}':
		if err := r.endGroup(); err != nil {
			return err
		}
	case '\\':
		return r.control()
	case '\r', '\n', 0:
	default:
		r.octet(c)
	}
	return r.aside.Err()
}

func (r *reader) endGroup() error {
	r.flush()
	r.skip, r.mark, r.fresh = 0, unmarked, false
	ended := r.now
	if ended.box {
		r.line()
	}
	if ended.capture == value {
		r.hideShape()
	}
	r.now = r.groups[len(r.groups)-1]
	r.groups = r.groups[:len(r.groups)-1]
	switch {
	case ended.capture == entry && r.now.capture != entry:
		r.form.Entry(string(r.entry))
	case ended.capture == instruction && r.now.capture != instruction:
		r.endInstruction()
	}
	if ended.math != "" {
		r.endMath(ended)
	}
	switch {
	case ended.place == r.now.place:
	case ended.place == inNote:
		r.aside.Line()
	case ended.place == inHead:
		if err := r.endHead(); err != nil {
			return err
		}
	}
	if len(r.groups) == 0 {
		return r.end()
	}
	return nil
}

// end writes the notes, the headers and the footers after the body.
func (r *reader) end() error {
	r.document.Left()
	if r.html {
		return io.EOF
	}
	r.body.Line()
	r.body.Characters(r.notes.String(), true)
	if err := cmp.Or(r.margins.AddIf(r.evenPages, r.even), r.margins.AddIf(r.titlePage, r.first)); err != nil {
		return err
	}
	r.margins.WriteTo(r.body)
	if !r.body.Begun() && r.shown {
		return fmt.Errorf("%w: RTF of nothing but pictures", medium.ErrNoText)
	}
	return io.EOF
}

// endShort ends a truncated document. Writers forget to close groups, and readers show the rest.
func (r *reader) endShort() error {
	open := len(r.groups)
	r.flush()
	for len(r.groups) > 1 {
		if err := r.endGroup(); err != nil {
			return err
		}
	}
	if err := r.end(); err != io.EOF {
		return err
	}
	if !r.body.Begun() && !r.html {
		return fmt.Errorf("%w: RTF: cut short, with %d groups open", medium.ErrMalformed, open)
	}
	r.document.Lose("RTF: cut short, with %d groups open: read up to there", open)
	return io.EOF
}

// head is an open header or footer.
type head struct {
	flow *flow.Flow
	text *medium.Text
	to   *margins.Margins
}

// beginHead begins one of some pages.
func (r *reader) beginHead(of *margins.Margins) {
	r.flush()
	if r.now.place == inBody && len(r.groups) > 1 {
		r.now.place = inHead
		r.head.to = of
		r.head.text.Reset()
		r.head.flow = flow.To(r.head.text)
	}
}

func (r *reader) endHead() error {
	if err := r.head.flow.Err(); err != nil {
		return err
	}
	return r.head.to.Add(r.head.text.String())
}

func (r *reader) readByte() (byte, error) {
	c, err := r.source.ReadByte()
	if err == io.EOF {
		err = errShort
	}
	return c, err
}

// control reads the text after a backslash.
func (r *reader) control() error {
	c, err := r.readByte()
	if err != nil {
		return err
	}
	if c|0x20 < 'a' || c|0x20 > 'z' {
		return r.controlSymbol(c)
	}
	word := []byte{c}
	for {
		if c, err = r.readByte(); err != nil {
			return err
		}
		if c|0x20 < 'a' || c|0x20 > 'z' {
			break
		}
		if len(word) < longest {
			word = append(word, c)
		}
	}
	var digits []byte
	for c == '-' && len(digits) == 0 || '0' <= c && c <= '9' && len(digits) < 12 {
		digits = append(digits, c)
		if c, err = r.readByte(); err != nil {
			return err
		}
	}
	if c != ' ' {
		r.source.UnreadByte()
	}
	n, err := strconv.ParseInt(string(digits), 10, 32)
	return r.controlWord(string(word), int(n), err == nil)
}

func (r *reader) controlSymbol(c byte) error {
	switch c {
	case '\'':
		var n byte
		for range 2 {
			digit, err := r.readByte()
			if err != nil {
				return err
			}
			v, err := strconv.ParseUint(string(digit), 16, 8)
			if err != nil { // as in \'{, where the brace counts
				r.source.UnreadByte()
				return nil
			}
			n = n<<4 | byte(v)
		}
		r.octet(n)
		return nil
	case '*':
		if r.mark = stray; r.fresh {
			r.mark = marked
		}
		return nil
	}
	r.fresh = false
	if r.skipped() {
		return nil
	}
	switch c {
	case '{', '}', '\\':
		r.octet(c)
	case '~':
		r.put("\u00A0")
	case '-':
		r.put("\u00AD")
	case '_':
		r.put("\u2011")
	case '\r', '\n':
		r.line()
	case '\t':
		r.blank()
	}
	return nil
}

// skipped reports whether a character belongs to the fallback of \u.
func (r *reader) skipped() bool {
	if r.skip > 0 {
		r.skip--
		return true
	}
	return false
}
