package word

import (
	"encoding/binary"
	"math"
	"sort"
)

// runs finds the properties of the characters, or of the paragraph, at a place in the stream. They
// are in pages of 512 bytes ([MS-DOC] 2.9.33 and 2.9.175), which a table lists.
type runs struct {
	stream []byte
	places []byte // from the table: where the text of each page begins
	pages  func(i int) int64
	count  int // of pages
	entry  int // bytes of an entry in a page
	old    bool

	from, to int64 // the place that was found last
	found    []byte
}

const pageSize = 512

func (f *fib) runs(p part, entry int) runs {
	r := runs{stream: f.stream, entry: entry, old: f.old}
	table := f.part(p)
	size := 4 // bytes of a page's number
	if f.old {
		size = 2
	}
	if r.count = (len(table) - 4) / (4 + size); r.count <= 0 {
		r.count = 0
		return r
	}
	r.places = table[:4*(r.count+1)]
	numbers := table[4*(r.count+1):]
	r.pages = func(i int) int64 {
		if f.old {
			return int64(binary.LittleEndian.Uint16(numbers[2*i:]))
		}
		return int64(binary.LittleEndian.Uint32(numbers[4*i:]) & (1<<22 - 1))
	}
	return r
}

// at returns the properties at a place, and the next place where others may begin.
func (r *runs) at(place int64) (properties []byte, until int64) {
	if place < r.from || place >= r.to {
		r.find(place)
	}
	return r.found, r.to
}

func (r *runs) find(place int64) {
	r.from, r.to, r.found = place, math.MaxInt64, nil
	i := sort.Search(r.count, func(i int) bool { return offset(r.places, i+1) > place })
	if i == r.count {
		return
	}
	if first := offset(r.places, i); first > place {
		r.to = first
		return
	}
	r.to = max(place+1, offset(r.places, i+1))
	at := r.pages(i) * pageSize
	if at+pageSize > int64(len(r.stream)) {
		return
	}
	page := r.stream[at : at+pageSize]
	n := int(page[pageSize-1])
	if 4*(n+1)+r.entry*n > pageSize-1 {
		return
	}
	j := sort.Search(n, func(j int) bool { return offset(page, j+1) > place })
	if j == n || offset(page, j) > place {
		return
	}
	r.to = min(r.to, max(place+1, offset(page, j+1)))
	start := 2 * int(page[4*(n+1)+r.entry*j])
	if start == 0 {
		return
	}
	r.found = r.properties(page[start : pageSize-1])
}

// properties returns properties that begin with their length.
func (r *runs) properties(octets []byte) []byte {
	if len(octets) < 2 {
		return nil
	}
	length := int(octets[0])
	octets = octets[1:]
	if r.entry > 1 { // of a paragraph: in words
		switch {
		case r.old:
			length *= 2
		case length > 0:
			length = 2*length - 1
		default:
			length = 2 * int(octets[0])
			octets = octets[1:]
		}
	}
	return octets[:min(length, len(octets))]
}

// The relevant properties, by the numbers of [MS-DOC] 2.6. In Word 6, and in short references in
// pieces, their numbers have one byte.
const (
	sprmDeleted   = 0x0800
	sprmSymbol    = 0x6A09
	sprmStyle     = 0x4A30
	sprmPlain     = 0x2A33
	sprmHidden    = 0x083C
	sprmFont      = 0x4A4F
	sprmSpecial   = 0x0855
	sprmCharset   = 0xEA08
	sprmData      = 0x0806
	sprmInitial   = 0x442C
	sprmPlace     = 0x6A03
	sprmWord6Font = 93
)

var shortSprms = map[byte]uint16{
	65: sprmDeleted, 73: sprmCharset, 74: sprmSymbol, 80: sprmStyle, 83: sprmPlain, 92: sprmHidden, sprmWord6Font: sprmFont, 117: sprmSpecial,
}

// word6Sizes are the sizes in bytes of operands of character properties in Word 6. 0 means that the
// first byte has the size. Properties that are not listed have no operand.
var word6Sizes = map[byte]int{
	64: 0, 65: 1, 66: 1, 67: 1, 68: 0, 69: 2, 70: 4, 71: 1, 72: 2, 73: 3, 74: 0, 75: 1, 77: 0, 79: 0, 80: 2, 81: 0, 82: 0,
	85: 1, 86: 1, 87: 1, 88: 1, 89: 1, 90: 1, 91: 1, 92: 1, 93: 2, 94: 1, 95: 3, 96: 2, 97: 2, 98: 1, 99: 2,
	100: 1, 101: 1, 102: 1, 103: 0, 104: 1, 105: 0, 106: 0, 107: 2, 108: 0, 109: 2, 110: 2, 111: 0, 112: 0, 113: 0, 114: 0, 115: 0, 116: 0,
	117: 1, 118: 1, 119: 1, 120: 12, 121: 2, 122: 2, 123: 2, 124: 2,
}

// sprms calls visit with each property of a list, up to a truncated one.
func sprms(list []byte, old bool, visit func(code uint16, operand []byte)) {
	for len(list) > 0 {
		var code uint16
		var size int
		if old {
			var known bool
			if size, known = word6Sizes[list[0]]; !known && list[0] != 83 && list[0] != 0 {
				return
			}
			variable := known && size == 0
			code = shortSprms[list[0]]
			list = list[1:]
			if variable {
				if len(list) == 0 {
					return
				}
				size = int(list[0])
				list = list[1:]
			}
		} else {
			if len(list) < 2 {
				return
			}
			code = binary.LittleEndian.Uint16(list)
			list = list[2:]
			if size = [8]int{1, 1, 2, 4, 2, 2, 0, 3}[code>>13]; size == 0 {
				if len(list) == 0 {
					return
				}
				size = int(list[0])
				list = list[1:]
			}
		}
		if size > len(list) {
			return
		}
		visit(code, list[:size])
		list = list[size:]
	}
}
