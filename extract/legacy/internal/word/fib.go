package word

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// fib is the file information block ([MS-DOC] 2.5), with the places of the parts of a document.
type fib struct {
	stream    []byte // WordDocument, which has the text
	table     []byte // what the block refers to
	tableName string
	old       bool // Word 6 or 95
	wide      bool // Word 95 with two bytes a character
	complex   bool
	language  int
	mac       bool
	places    int // of the offsets and lengths of parts
	placed    int // how many of these there are
	lengths   [kinds]int64
	outside   bool // a part is outside the document
}

// The versions of the format, nFib.
const (
	nFibWord6  = 0x65
	nFibWord97 = 0xC0
)

// readFIB reads the block at the start of a stream.
func readFIB(stream []byte) (*fib, error) {
	if len(stream) < 34 {
		return nil, fmt.Errorf("%w: DOC: its stream has %d bytes, expected 34 or more", medium.ErrMalformed, len(stream))
	}
	u16 := func(at int) uint16 { return binary.LittleEndian.Uint16(stream[at:]) }
	const (
		complexText = 1 << 2
		encrypted   = 1 << 8
		table1      = 1 << 9
		wide        = 1 << 12
	)
	version, flags := u16(2), u16(10)
	switch magic := u16(0); {
	case magic != 0xA5EC && magic != 0xA5DC && magic != 0xA699 && magic != 0xA697:
		if name := Older(stream); name != "" {
			return nil, fmt.Errorf("%w: %s", medium.ErrUnsupported, name)
		}
		return nil, fmt.Errorf("%w: DOC: it begins with %04X, expected A5EC", medium.ErrMalformed, magic)
	case version < nFibWord6:
		return nil, fmt.Errorf("%w: a document of Word before Word 6 (version %d of the format)", medium.ErrUnsupported, version)
	case flags&encrypted != 0:
		return nil, fmt.Errorf("%w: DOC: it needs a password", medium.ErrEncrypted)
	}
	f := &fib{stream: stream, old: version < nFibWord97-0x20, complex: flags&complexText != 0, language: int(u16(6)), tableName: "0Table"}
	if flags&table1 != 0 {
		f.tableName = "1Table"
	}
	if f.old {
		const end = 0x250
		if len(stream) < end {
			return nil, fmt.Errorf("%w: DOC: the block at its start has %d bytes, expected %d", medium.ErrMalformed, len(stream), end)
		}
		f.wide = flags&wide != 0
		f.mac = stream[0x12] == 1 || u16(0x14) == 0x100
		f.readLengths(0x34)
		return f, nil
	}
	// Three lists follow, each after the number of its items.
	words := 34
	longs := words + 2*int(u16(32))
	if len(stream) < longs+2 {
		return nil, errShortFIB(stream)
	}
	longs += 2
	f.places = longs + 4*int(u16(longs-2))
	if len(stream) < f.places+2 || f.places < longs+12+4*len(f.lengths) {
		return nil, errShortFIB(stream)
	}
	f.readLengths(longs + 12)
	f.placed = int(u16(f.places))
	f.places += 2
	return f, nil
}

func errShortFIB(stream []byte) error {
	return fmt.Errorf("%w: DOC: the block at its start goes beyond the end of its stream of %d bytes", medium.ErrMalformed, len(stream))
}

func (f *fib) readLengths(at int) {
	for i := range f.lengths {
		f.lengths[i] = int64(max(int32(binary.LittleEndian.Uint32(f.stream[at+4*i:])), 0))
	}
}

// older are the first bytes of Word documents that are not compound files and have no reader.
var older = []struct{ start, name string }{
	{"\x31\xBE\x00\x00\x00\xAB", "a document of Word for DOS"},
	{"\x32\xBE\x00\x00\x00\xAB", "a document of Word for DOS"},
	{"\x9B\xA5\x21\x00", "a document of Word 1 for Windows"},
	{"\xDB\xA5\x2D\x00", "a document of Word 2 for Windows"},
	{"\xFE\x32\x00", "a document of Word 1 for the Macintosh"},
	{"\xFE\x34\x00", "a document of Word 3 for the Macintosh"},
	{"\xFE\x37\x00\x1C", "a document of Word 4 for the Macintosh"},
	{"\xFE\x37\x00\x23", "a document of Word 5 for the Macintosh"},
}

// Older names a document of Word for DOS, or of one of the first versions for Windows and the
// Macintosh. It looks at the first bytes. It returns "" for any other document.
func Older(head []byte) string {
	for _, o := range older {
		if strings.HasPrefix(string(head[:min(len(head), 8)]), o.start) {
			return o.name
		}
	}
	return ""
}

// IsOlder reports whether [Older] has a name for a document.
func IsOlder(head []byte) bool { return Older(head) != "" }

// part is a part of the document: where the block has its offset since Word 97, and in Word 6.
type part struct{ index, word6 int }

var (
	partStyles        = part{1, 0x60}
	partFootnoteMarks = part{2, 0x68}
	partFootnotes     = part{3, 0x70}
	partHeaders       = part{11, 0xB0}
	partCharacterRuns = part{12, 0xB8}
	partParagraphRuns = part{13, 0xC0}
	partFonts         = part{15, 0xD0}
	partPieces        = part{33, 0x160}
	partAnchors       = part{40, 0}
	partHeaderAnchors = part{41, 0}
	partSections      = part{6, 0x88}
	partSettings      = part{31, 0x150}
	partEndnoteMarks  = part{46, 0x1D2}
	partEndnotes      = part{47, 0x1DA}
	partDrawings      = part{50, 0}
	partBoxes         = part{56, 0x222}
	partHeaderBoxes   = part{58, 0x232}
)

// part returns the bytes of a part, or nil if it is missing or outside the document.
func (f *fib) part(p part) []byte {
	at := p.word6
	if !f.old {
		if p.index >= f.placed {
			return nil
		}
		at = f.places + 8*p.index
	}
	if at == 0 || at+8 > len(f.stream) {
		return nil
	}
	from := int64(binary.LittleEndian.Uint32(f.stream[at:]))
	end := from + int64(binary.LittleEndian.Uint32(f.stream[at+4:]))
	if end > int64(len(f.table)) {
		f.outside = f.outside || end > from
		return nil
	}
	return f.table[from:end]
}

// kind is one of the texts of a document, in their order.
type kind uint8

const (
	body kind = iota
	footnotes
	headers
	macros
	comments
	endnotes
	textBoxes
	headerBoxes
	kinds
)

// story is a range of characters of a document or a part of it.
type story struct{ from, to int64 }

func (f *fib) story(s kind) story {
	var from int64
	for i := range s {
		from += f.lengths[i]
	}
	return story{from, from + f.lengths[s]}
}

// within returns the i-th part of a story. ends has the offsets of its parts.
func (s story) within(ends []byte, i int) story {
	from, to := s.from+offset(ends, i), s.from+offset(ends, i+1)
	if from < s.from || to < from || to > s.to {
		return story{s.from, s.from}
	}
	return story{from, to}
}
