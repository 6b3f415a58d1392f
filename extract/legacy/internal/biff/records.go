package biff

import (
	"encoding/binary"
	"unicode/utf16"
)

// The records that are read, by number ([MS-XLS] 2.3.1). If versions before BIFF5 use another
// number, the name ends in the version.
const (
	recordEOF         = 0x000A
	recordDateMode    = 0x0022
	recordFilePass    = 0x002F
	recordContinue    = 0x003C
	recordCodePage    = 0x0042
	recordObj         = 0x005D
	recordBoundSheet  = 0x0085
	recordMulRK       = 0x00BD
	recordRString     = 0x00D6
	recordXF          = 0x00E0
	recordDrawing     = 0x00EC
	recordSST         = 0x00FC
	recordLabelSST    = 0x00FD
	recordTxO         = 0x01B6
	recordInteger2    = 0x0002
	recordNumber2     = 0x0003
	recordLabel2      = 0x0004
	recordBoolErr2    = 0x0005
	recordFormula     = 0x0006 // of BIFF2, and of BIFF5 and later
	recordString2     = 0x0007
	recordFormat2     = 0x001E // of BIFF3 too
	recordXF3         = 0x0243
	recordNumber      = 0x0203
	recordLabel       = 0x0204
	recordBoolErr     = 0x0205
	recordFormula3    = 0x0206
	recordFormula4    = 0x0406
	recordString      = 0x0207
	recordRK          = 0x027E
	recordFormat      = 0x041E
	recordXF4         = 0x0443
	recordSeries      = 0x1003
	recordSeriesText  = 0x100D
	recordPie         = 0x1019
	recordObjectLink  = 0x1027
	recordLegend      = 0x1015
	recordBegin       = 0x1033
	recordEnd         = 0x1034
	recordSeriesIndex = 0x1065
)

// version is a version of BIFF: 2, 3, 4, 5 (which Excel 95 calls 7) or 8.
type version uint8

// bofVersion returns the version for a record BOF, or 0 for other records.
func bofVersion(kind uint16, data []byte) version {
	if len(data) < 4 {
		return 0
	}
	switch kind {
	case 0x0009:
		return 2
	case 0x0209:
		return 3
	case 0x0409:
		return 4
	case 0x0809:
		if binary.LittleEndian.Uint16(data) == 0x0600 {
			return 8
		}
		return 5
	}
	return 0
}

// Is reports whether bytes begin a workbook outside a compound file.
func Is(head []byte) bool {
	if len(head) < 8 {
		return false
	}
	if length := binary.LittleEndian.Uint16(head[2:]); length < 4 || length > 16 {
		return false
	}
	if bofVersion(binary.LittleEndian.Uint16(head), head[4:]) == 0 {
		return false
	}
	switch substream(binary.LittleEndian.Uint16(head[6:])) {
	case globals, worksheet, chart, macros, workspace:
		return true
	}
	return false
}

// substream is the kind of substream that a BOF begins.
type substream uint16

const (
	globals   substream = 0x0005
	worksheet substream = 0x0010
	chart     substream = 0x0020
	macros    substream = 0x0040
	workspace substream = 0x0100 // of BIFF4: it has sheets in it
)

// stream is a sequence of records.
type stream struct {
	octets []byte
	at     int  // the next record
	cut    bool // a record was longer than what is left
}

// peek returns the next record's number, and whether there is one.
func (s *stream) peek() (kind uint16, ok bool) {
	if len(s.octets)-s.at < 4 {
		return 0, false
	}
	return binary.LittleEndian.Uint16(s.octets[s.at:]), true
}

// next returns a record. A truncated record has the bytes that exist.
func (s *stream) next() (kind uint16, data []byte, ok bool) {
	if kind, ok = s.peek(); !ok {
		return 0, nil, false
	}
	from := s.at + 4
	to := from + int(binary.LittleEndian.Uint16(s.octets[s.at+2:]))
	if to > len(s.octets) {
		to, s.cut = len(s.octets), true
	}
	s.at = to
	return kind, s.octets[from:to], true
}

// fields reads the fields of a record, which may continue in records CONTINUE.
type fields struct {
	s    *stream
	left []byte // of this record
	bad  bool   // there were fewer bytes than fields
}

// more continues in the next record, if it is CONTINUE.
func (f *fields) more() bool {
	kind, ok := f.s.peek()
	if !ok || kind != recordContinue {
		return false
	}
	_, f.left, _ = f.s.next()
	return true
}

func (f *fields) done() bool {
	for len(f.left) == 0 {
		if !f.more() {
			return true
		}
	}
	return false
}

func (f *fields) octet() byte {
	if f.done() {
		f.bad = true
		return 0
	}
	c := f.left[0]
	f.left = f.left[1:]
	return c
}

func (f *fields) word() uint16 { return uint16(f.octet()) | uint16(f.octet())<<8 }

func (f *fields) long() uint32 { return uint32(f.word()) | uint32(f.word())<<16 }

func (f *fields) skip(n int64) {
	for n > 0 && !f.done() {
		k := min(n, int64(len(f.left)))
		f.left = f.left[k:]
		n -= k
	}
	f.bad = f.bad || n > 0
}

// unicode reads a string of BIFF8 after its length ([MS-XLS] 2.5.293). It skips the formatting runs
// and the phonetic data after them.
func (f *fields) unicode(length int) string {
	flags := f.octet()
	var runs, beyond int64
	if flags&8 != 0 {
		runs = 4 * int64(f.word())
	}
	if flags&4 != 0 {
		beyond = int64(f.long())
	}
	s := f.characters(length, flags)
	f.skip(runs)
	f.skip(beyond)
	return s
}

// characters reads characters of BIFF8 in one or two bytes. A record CONTINUE begins with new flags.
func (f *fields) characters(length int, flags byte) string {
	var units []uint16
	for length > 0 {
		if len(f.left) == 0 {
			if !f.more() {
				f.bad = true
				break
			}
			if len(f.left) > 0 {
				flags, f.left = f.left[0], f.left[1:]
			}
			continue
		}
		if flags&1 == 0 {
			n := min(length, len(f.left))
			for _, c := range f.left[:n] {
				units = append(units, uint16(c))
			}
			f.left, length = f.left[n:], length-n
			continue
		}
		n := min(length, len(f.left)/2)
		for i := range n {
			units = append(units, binary.LittleEndian.Uint16(f.left[2*i:]))
		}
		if f.left, length = f.left[2*n:], length-n; n == 0 {
			f.left = nil // half a character
		}
	}
	return string(utf16.Decode(units))
}
