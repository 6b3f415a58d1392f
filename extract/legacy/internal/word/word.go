// Package word reads DOC, which Microsoft Word wrote until 2007 ([MS-DOC]). Word 6 and 95 wrote an older
// form of it.
//
// The text is the same as the reader of DOCX finds. The body comes first: paragraphs, tables, text boxes,
// results of fields and insertions. A field of a form shows what was chosen. The footnotes and endnotes of
// the body follow, then headers and footers, each once.
//
// Deleted and hidden text, instructions of fields, page numbers, comments and pictures are left out. The
// numbers of lists and notes are not stored as text, and are left out too.
//
// A paragraph, a cell and a line break are lines; a tab is a blank.
package word

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/margins"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/codepage"
)

// Read reads the stream WordDocument of a document. open returns other streams, nil if there are none.
func Read(d *medium.Reading, stream []byte, open func(name string) ([]byte, error)) error {
	f, err := readFIB(stream)
	if err != nil {
		return err
	}
	f.table = stream // of Word 6 and 95
	if !f.old {
		if f.table, err = open(f.tableName); err != nil {
			return err
		}
		if f.table == nil { // other writers forget which one they name
			if f.table, err = open(map[string]string{"0Table": "1Table", "1Table": "0Table"}[f.tableName]); err != nil {
				return err
			}
		}
		if f.table == nil {
			return fmt.Errorf("%w: DOC: no stream %s, which has the places of its text", medium.ErrMalformed, f.tableName)
		}
	}
	w, err := newReader(d, f)
	if err != nil {
		return err
	}
	w.open = open
	if err := w.read(); err != nil {
		return err
	}
	if f.outside {
		d.Lose("DOC: a table to which the document refers is outside of it")
	}
	if strings.TrimSpace(w.out.String()) == "" {
		if w.pictures {
			return fmt.Errorf("%w: DOC of nothing but pictures", medium.ErrNoText)
		}
		return fmt.Errorf("%w: DOC", medium.ErrNoText)
	}
	d.Text = strings.NewReader(w.out.String())
	return nil
}

// reader reads the text of a document.
type reader struct {
	*fib
	document *medium.Reading
	out      *medium.Text
	flow     *flow.Flow
	pieces   []piece
	prms     [][]byte // properties that pieces refer to
	runs     runs     // of characters
	paras    runs     // of paragraphs
	styles   []style
	fonts    []font
	drawings *drawings
	now      look   // of the characters that are being read
	para     []byte // properties of their paragraph: the number of its style comes first
	pending  pending
	decoders codepage.Decoders
	fields   []openField // that are open
	unshown  int         // of them, those whose instruction is being read
	pictures bool
	spent    int64 // bytes of text that were read
	open     func(name string) ([]byte, error)
	data     []byte // the stream that has the forms, once it is opened
	opened   bool
}

func newReader(d *medium.Reading, f *fib) (*reader, error) {
	w := &reader{fib: f, document: d, out: d.NewText(), decoders: make(codepage.Decoders)}
	w.flow = flow.To(w.out)
	if err := w.readPieces(); err != nil {
		return nil, err
	}
	w.runs = f.runs(partCharacterRuns, 1)
	if f.old {
		w.paras = f.runs(partParagraphRuns, 7)
	} else {
		w.paras = f.runs(partParagraphRuns, 13)
	}
	w.fonts = f.readFonts()
	w.styles = f.readStyles()
	if err := d.Budget.Hold(int64(len(w.fonts)+len(w.styles))*64, "styles"); err != nil {
		return nil, err
	}
	return w, w.readDrawings(d)
}

// read writes the body, and what belongs to it.
func (w *reader) read() error {
	boxes, err := w.readBoxes(partBoxes, partAnchors, textBoxes, body)
	if err != nil {
		return err
	}
	notes := []*notes{
		w.readNotes(partFootnoteMarks, partFootnotes, footnotes),
		w.readNotes(partEndnoteMarks, partEndnotes, endnotes),
	}
	if err := w.text(w.story(body), related{notes, boxes}); err != nil {
		return err
	}
	if err := w.unanchored(boxes); err != nil {
		return err
	}
	for _, n := range notes {
		for i, shown := range n.shown {
			if shown {
				if err := w.text(n.story(i), related{}); err != nil {
					return err
				}
			}
		}
	}
	m := margins.Of(w.document)
	if err := w.headers(m); err != nil {
		return err
	}
	m.WriteTo(w.flow)
	return w.flow.Err()
}

// notes are the footnotes or the endnotes.
type notes struct {
	marks []byte // where the body refers to them, four bytes each, ascending
	ends  []byte // of their texts
	all   story
	shown []bool
	next  int // the first whose mark has not come
}

func (w *reader) readNotes(marks, texts part, s kind) *notes {
	n := &notes{marks: w.part(marks), ends: w.part(texts), all: w.story(s)}
	count := len(n.ends)/4 - 1
	if each := (len(n.marks) - 4) / 6; each < count { // a position and two bytes for each
		count = each
	}
	n.shown = make([]bool, max(count, 0))
	return n
}

// passed counts a character of the body.
func (n *notes) passed(at int64, shown bool) {
	for n.next < len(n.shown) {
		mark := offset(n.marks, n.next)
		if mark > at {
			return
		}
		n.shown[n.next] = shown && mark == at
		n.next++
	}
}

func (n *notes) story(i int) story { return n.all.within(n.ends, i) }

// offset returns the i-th of numbers of four bytes.
func offset(plc []byte, i int) int64 { return int64(binary.LittleEndian.Uint32(plc[4*i:])) }
