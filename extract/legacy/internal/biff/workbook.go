// Package biff reads XLS, the workbooks that Excel wrote until 2007. They are streams of records in the
// versions BIFF2, 3, 4, 5 and 8. [MS-XLS] describes BIFF8, and "OpenOffice.org's Documentation of the
// Microsoft Excel File Format" describes the others.
//
// The text is the contents of the cells. Sheets come in the order of their tabs. A row is a line, with blanks
// between cells. Numbers, dates and stored results of formulas are shown by their formats. Text boxes and
// the texts of charts follow the cells of their sheet.
//
// Hidden sheets, names, formulas, comments, phonetic readings, headers and footers are left out. The
// reader of XLSX does the same.
package biff

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
	"github.com/lsh-interop/fpcheck/extract/internal/spreadsheet"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/cipher"
	"github.com/lsh-interop/fpcheck/extract/legacy/internal/codepage"
)

// workbook has the data that the sheets of a workbook refer to.
type workbook struct {
	document   *medium.Reading
	flow       *flow.Flow
	writer     *spreadsheet.Writer
	version    version
	decoder    *encoding.Decoder // of strings before BIFF8
	decoders   codepage.Decoders
	formats    map[int]string // codes, by their numbers
	xfs        []int          // numbers of formats, by the number of the "extended format" that a cell names
	strings    []string       // that cells refer to
	sheets     []tab          // in the order of their tabs
	deciphered bool
	pictures   bool // something without text is shown
}

// tab describes a sheet, from the globals.
type tab struct {
	offset int64
	shown  bool
}

// The cost of a string, a cell and the decoder of a code page, in bytes of memory.
const (
	stringCost = 48
	cellCost   = 64

	decoderCost = 4 << 10
)

// Read finds the text of a workbook. It may change the bytes.
func Read(d *medium.Reading, octets []byte) error {
	text := d.NewText()
	w := &workbook{
		document: d, flow: flow.To(text), formats: make(map[int]string),
		decoder: codepage.NewDecoder(1252), decoders: make(codepage.Decoders),
	}
	w.writer = spreadsheet.To(w.flow)
	w.writer.Days = numfmt.Since1900
	s := &stream{octets: octets}
	kind, data, _ := s.next()
	if w.version = bofVersion(kind, data); w.version == 0 {
		return fmt.Errorf("%w: XLS: its first record has the number %#04x, expected one of a BOF", medium.ErrMalformed, kind)
	}
	s.at = 0
	if err := w.substreams(s); err != nil {
		return err
	}
	if err := w.flow.Err(); err != nil {
		return err
	}
	if s.cut {
		if !w.flow.Begun() {
			return fmt.Errorf("%w: XLS: it ends within a record", medium.ErrMalformed)
		}
		d.Lose("the workbook is cut short: it ends within a record")
	}
	if !w.flow.Begun() && w.pictures {
		return fmt.Errorf("%w: XLS of nothing but pictures", medium.ErrNoText)
	}
	d.Text = strings.NewReader(text.String())
	return nil
}

// Open reads a workbook outside a compound file.
func Open(d *medium.Reading) error {
	octets, err := d.Whole(d.Source, "XLS")
	if err != nil {
		return err
	}
	return Read(d, octets)
}

// substreams reads the globals and the sheets. Each byte of the stream is in at most one substream. So sheets
// that claim the same bytes cost no more than one.
func (w *workbook) substreams(s *stream) error {
	parts := make(map[int64]*stream) // of sheets, each without what is after it
	begins := make(map[int64]bool)   // where the globals say that sheets begin
	known := 0                       // of their list
	var order []int64
	for {
		from := s.at
		kind, data, ok := s.next()
		if !ok {
			break
		}
		if bofVersion(kind, data) == 0 {
			continue // it is after the end of another
		}
		switch substream(binary.LittleEndian.Uint16(data[2:])) {
		case workspace: // sheets come in it
		case globals:
			if err := w.globals(s); err != nil {
				return err
			}
			for _, sheet := range w.sheets[known:] {
				begins[sheet.offset] = true
			}
			known = len(w.sheets)
		default:
			if err := w.pass(s, begins); err != nil {
				return err
			}
			parts[int64(from)] = &stream{octets: s.octets[:s.at], at: from}
			order = append(order, int64(from))
			if err := w.hold(2*stringCost, "sheets"); err != nil {
				return err
			}
		}
	}
	if !slices.ContainsFunc(w.sheets, func(s tab) bool { return parts[s.offset] != nil }) {
		// Before BIFF5 there are no globals, or the globals are wrong.
		for i, offset := range order {
			if i >= len(w.sheets) {
				w.sheets = append(w.sheets, tab{shown: true})
			}
			w.sheets[i].offset = offset
		}
	}
	lost := 0
	for _, sheet := range w.sheets {
		part := parts[sheet.offset]
		delete(parts, sheet.offset)
		if part == nil {
			lost++
		} else if sheet.shown {
			if err := w.sheet(part); err != nil {
				return err
			}
		}
	}
	w.writer.Report(w.document)
	if lost > 0 {
		w.document.Lose("%d of %d sheets are not where the workbook says", lost, len(w.sheets))
	}
	return nil
}

// pass moves to the end of a substream after its BOF, or to the next substream of the globals.
func (w *workbook) pass(s *stream, begins map[int64]bool) error {
	for depth := 1; depth > 0 && !begins[int64(s.at)]; {
		if err := w.document.Check(); err != nil {
			return err
		}
		kind, data, ok := s.next()
		switch {
		case !ok:
			return nil
		case kind == recordEOF:
			depth--
		case bofVersion(kind, data) != 0:
			depth++
		}
	}
	return nil
}

// globals reads the data that the sheets refer to.
func (w *workbook) globals(s *stream) error {
	for {
		if err := w.document.Check(); err != nil {
			return err
		}
		kind, data, ok := s.next()
		if !ok || kind == recordEOF {
			return nil
		}
		f := &fields{s: s, left: data}
		switch kind {
		case recordFilePass:
			if w.deciphered { // each one costs as much as the whole workbook
				return fmt.Errorf("%w: XLS: it is enciphered twice", medium.ErrMalformed)
			}
			if err := decrypt(s, data, cipher.Everyone); err != nil {
				return err
			}
			w.deciphered = true
		case recordBoundSheet:
			offset := int64(f.long())
			visibility, of := f.octet(), f.octet()
			if !f.bad && of < 6 { // what is greater is a program
				w.sheets = append(w.sheets, tab{offset, visibility&3 == 0})
				if err := w.hold(stringCost, "sheets"); err != nil {
					return err
				}
			}
		case recordSST:
			if err := w.sharedStrings(f); err != nil {
				return err
			}
		default:
			if err := w.setting(kind, f); err != nil {
				return err
			}
		}
	}
}

// setting reads a record that controls how cells are read. Before BIFF5 these are in the sheets.
func (w *workbook) setting(kind uint16, f *fields) error {
	switch kind {
	case recordCodePage:
		page := int(f.word())
		switch page {
		case 0x8000:
			page = 10000
		case 0x8001:
			page = 1252
		}
		if w.decoders[page] == nil {
			if err := w.hold(decoderCost, "code pages"); err != nil {
				return err
			}
		}
		w.decoder = w.decoders.Of(page)
	case recordDateMode:
		if f.word() == 1 {
			w.writer.Days = numfmt.Since1904
		}
	case recordFormat2:
		return w.format(len(w.formats), w.short(f))
	case recordFormat:
		n := int(f.word())
		switch w.version {
		case 4:
			return w.format(len(w.formats), w.short(f))
		case 8:
			return w.format(n, f.unicode(int(f.word())))
		}
		return w.format(n, w.short(f))
	case recordXF, recordXF3, recordXF4:
		if kind == recordXF {
			f.word()
			w.xfs = append(w.xfs, int(f.word()))
		} else {
			f.octet()
			w.xfs = append(w.xfs, int(f.octet()))
		}
		return w.hold(16, "formats")
	}
	return nil
}

func (w *workbook) format(n int, code string) error {
	if err := w.hold(2*stringCost+len(code), "formats"); err != nil {
		return err
	}
	w.formats[n] = code
	return nil
}

// sharedStrings reads the strings that cells refer to by number.
func (w *workbook) sharedStrings(f *fields) error {
	f.long()
	for range f.long() {
		if f.done() {
			break
		}
		s := f.unicode(int(f.word()))
		w.strings = append(w.strings, s)
		if err := w.hold(stringCost+len(s), "shared strings"); err != nil {
			return err
		}
		if err := w.document.Check(); err != nil {
			return err
		}
	}
	return nil
}

// short reads a string of bytes after a byte with its length.
func (w *workbook) short(f *fields) string { return w.octets(f, int(f.octet())) }

// long reads a string after two bytes with its length.
func (w *workbook) long(f *fields) string {
	if w.version == 8 {
		return f.unicode(int(f.word()))
	}
	return w.octets(f, int(f.word()))
}

func (w *workbook) octets(f *fields, length int) string {
	if length > len(f.left) {
		length, f.bad = len(f.left), true
	}
	s, _ := w.decoder.String(string(f.left[:length]))
	f.left = f.left[length:]
	return s
}

func (w *workbook) code(n int) string {
	if code, ok := w.formats[n]; ok {
		return code
	}
	return numfmt.Builtin(n)
}

func (w *workbook) hold(n int, what string) error { return w.document.Budget.Hold(int64(n), what) }
