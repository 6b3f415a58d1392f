package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
)

var errPage = errors.New("a page that does not match its header")

// values are the values of a page. A value is valid until the next call.
type values interface {
	next() ([]byte, error)
}

// newValues decodes values. The page has up to n of them.
func newValues(data []byte, encoding format.Encoding, e *element, n int, dictionary [][]byte) (values, error) {
	kind := e.Type.V
	width := kindWidth(e)
	switch encoding {
	//lint:ignore SA1019 files of older writers have it
	case format.PlainDictionary, format.RLEDictionary:
		if len(data) == 0 {
			return &indexed{}, nil // of nulls only
		}
		if data[0] > 32 {
			return nil, errPage
		}
		return &indexed{hybrid{data: data[1:], width: int(data[0])}, dictionary}, nil
	case format.Plain:
		switch kind {
		case format.Boolean:
			return &booleans{data: data}, nil
		case format.ByteArray:
			return &plain{data}, nil
		}
		return &fixed{data, width}, nil
	case format.RLE:
		if kind == format.Boolean {
			levels, _, err := levelsOf(data, 1)
			return &truths{hybrid: levels}, err
		}
	case format.DeltaBinaryPacked:
		if kind == format.Int32 || kind == format.Int64 {
			all, _, err := deltas(data, n)
			return &integers{all: all, width: width}, err
		}
	case format.DeltaLengthByteArray:
		if kind == format.ByteArray {
			lengths, rest, err := deltas(data, n)
			return &measured{lengths, rest}, err
		}
	case format.DeltaByteArray:
		if kind == format.ByteArray || kind == format.FixedLenByteArray {
			shared, rest, err := deltas(data, n)
			if err != nil {
				return nil, err
			}
			lengths, rest, err := deltas(rest, n)
			return &fronted{shared: shared, rest: measured{lengths, rest}, width: width}, err
		}
	case format.ByteStreamSplit:
		if width > 0 {
			return &split{data: data, width: width, n: len(data) / width}, nil
		}
	}
	return nil, fmt.Errorf("encoding %v of %v", encoding, kind)
}

// kindWidth is the length of values of a kind in bytes; 0 if it varies or is less than one.
func kindWidth(e *element) int {
	switch e.Type.V {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return int(e.TypeLength.V)
	}
	return 0
}

// levelsOf splits off levels that their length precedes.
func levelsOf(data []byte, most int) (levels hybrid, rest []byte, err error) {
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return hybrid{}, nil, errPage
	}
	end := 4 + int(binary.LittleEndian.Uint32(data))
	return newLevels(data[4:end], most), data[end:], nil
}

// plain are byte arrays, each after its length.
type plain struct{ data []byte }

func (p *plain) next() ([]byte, error) {
	if len(p.data) < 4 || uint64(binary.LittleEndian.Uint32(p.data)) > uint64(len(p.data)-4) {
		return nil, errPage
	}
	end := 4 + int(binary.LittleEndian.Uint32(p.data))
	value := p.data[4:end:end]
	p.data = p.data[end:]
	return value, nil
}

// fixed are values of one length.
type fixed struct {
	data  []byte
	width int
}

func (f *fixed) next() ([]byte, error) {
	if len(f.data) < f.width || f.width <= 0 {
		return nil, errPage
	}
	value := f.data[:f.width:f.width]
	f.data = f.data[f.width:]
	return value, nil
}

// booleans take a bit each.
type booleans struct {
	data []byte
	at   int
	room [1]byte
}

func (b *booleans) next() ([]byte, error) {
	if b.at/8 >= len(b.data) {
		return nil, errPage
	}
	b.room[0] = byte(bitsAt(b.data, b.at, 1))
	b.at++
	return b.room[:], nil
}

// truths are booleans in runs.
type truths struct {
	hybrid
	room [1]byte
}

func (t *truths) next() ([]byte, error) {
	v, err := t.hybrid.next()
	t.room[0] = byte(v)
	return t.room[:], err
}

// indexed are values of a dictionary.
type indexed struct {
	hybrid
	dictionary [][]byte
}

func (x *indexed) next() ([]byte, error) {
	i, err := x.hybrid.next()
	if err != nil {
		return nil, err
	}
	if i >= uint64(len(x.dictionary)) {
		return nil, errPage
	}
	return x.dictionary[i], nil
}

// integers are integers that were decoded before.
type integers struct {
	all   []int64
	width int
	room  [8]byte
}

func (x *integers) next() ([]byte, error) {
	if len(x.all) == 0 {
		return nil, errPage
	}
	binary.LittleEndian.PutUint64(x.room[:], uint64(x.all[0]))
	x.all = x.all[1:]
	return x.room[:x.width], nil
}

// measured are byte arrays, after the lengths of all.
type measured struct {
	lengths []int64
	data    []byte
}

func (m *measured) next() ([]byte, error) {
	if len(m.lengths) == 0 || m.lengths[0] < 0 || m.lengths[0] > int64(len(m.data)) {
		return nil, errPage
	}
	n := m.lengths[0]
	value := m.data[:n:n]
	m.lengths, m.data = m.lengths[1:], m.data[n:]
	return value, nil
}

// fronted are byte arrays that share their start with the one before.
type fronted struct {
	shared []int64
	rest   measured
	width  int // 0: of any length
	last   []byte
}

func (f *fronted) next() ([]byte, error) {
	end, err := f.rest.next()
	if err != nil || len(f.shared) == 0 || f.shared[0] < 0 || f.shared[0] > int64(len(f.last)) {
		return nil, errPage
	}
	f.last = append(f.last[:f.shared[0]], end...)
	f.shared = f.shared[1:]
	if f.width > 0 && len(f.last) != f.width {
		return nil, errPage
	}
	return f.last, nil
}

// split are values of one length: first the first byte of each, then the second, and so on.
type split struct {
	data         []byte
	width, n, at int
	room         []byte
}

func (s *split) next() ([]byte, error) {
	if s.at == s.n {
		return nil, errPage
	}
	s.room = s.room[:0]
	for i := range s.width {
		s.room = append(s.room, s.data[i*s.n+s.at])
	}
	s.at++
	return s.room, nil
}

// hybrid are integers in runs of one value and in groups of packed bits.
type hybrid struct {
	data   []byte
	width  int
	run    int    // values left in the run
	packed []byte // nil if all values in the run are the same
	at     int    // bit of packed
	value  uint64
}

func (h *hybrid) next() (uint64, error) {
	for h.run == 0 {
		if err := h.begin(); err != nil {
			return 0, err
		}
	}
	h.run--
	if h.packed == nil {
		return h.value, nil
	}
	if h.at+h.width > 8*len(h.packed) {
		return 0, errPage
	}
	v := bitsAt(h.packed, h.at, h.width)
	h.at += h.width
	return v, nil
}

// begin begins the next run.
func (h *hybrid) begin() error {
	head, length := binary.Uvarint(h.data)
	if length <= 0 || head>>1 > math.MaxInt32 {
		return errPage
	}
	h.data = h.data[length:]
	n := int(head >> 1)
	if head&1 == 0 {
		size := (h.width + 7) / 8
		if size > len(h.data) {
			return errPage
		}
		h.run, h.packed, h.value = n, nil, bitsAt(h.data, 0, h.width)
		h.data = h.data[size:]
		return nil
	}
	size := min(int64(n)*int64(h.width), int64(len(h.data))) // some writers cut off the last group
	h.run, h.packed, h.at = 8*n, h.data[:size:size], 0
	h.data = h.data[size:]
	return nil
}

// deltas decodes integers of the encoding DELTA_BINARY_PACKED, and returns what follows them. There
// may be up to n.
func deltas(data []byte, n int) (all []int64, rest []byte, err error) {
	var head [4]uint64
	for i := range head {
		u, length := binary.Uvarint(data)
		if length <= 0 {
			return nil, nil, errPage
		}
		head[i], data = u, data[length:]
	}
	block, minis, total := head[0], head[1], head[2]
	if block == 0 || block > 1<<16 || minis == 0 || block%minis != 0 || block/minis%8 != 0 || total > uint64(n) {
		return nil, nil, fmt.Errorf("%w: %d integers in blocks of %d, in a page of %d values", errPage, total, block, n)
	}
	if total > uint64(max(mostValues, 64*len(data))) {
		return nil, nil, fmt.Errorf("%w: %d integers in %d bytes", extract.ErrExpansion, total, len(data))
	}
	last, each, left := unzigzag(head[3]), int(block/minis), int(total)
	all = make([]int64, 0, left)
	take := func() {
		left--
		all = append(all, last)
	}
	if left > 0 {
		take()
	}
	for left > 0 {
		u, length := binary.Uvarint(data)
		if length <= 0 || len(data)-length < int(minis) {
			return nil, nil, errPage
		}
		least, widths := unzigzag(u), data[length:length+int(minis)]
		data = data[length+int(minis):]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			if width > 64 {
				return nil, nil, errPage
			}
			packed := data[:min(len(data), each*int(width)/8)]
			data = data[len(packed):]
			for i := 0; i < each && left > 0; i++ {
				if (i+1)*int(width) > 8*len(packed) {
					return nil, nil, errPage
				}
				last += least + int64(bitsAt(packed, i*int(width), int(width)))
				take()
			}
		}
	}
	return all, data, nil
}

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// bitsAt reads up to 64 bits, the least significant first. Those after the end are 0.
func bitsAt(data []byte, at, width int) uint64 {
	data, shift := data[min(at/8, len(data)):], at%8
	var low, high uint64
	if len(data) >= 9 {
		low, high = binary.LittleEndian.Uint64(data), uint64(data[8])
	} else {
		var room [9]byte
		copy(room[:], data)
		low, high = binary.LittleEndian.Uint64(room[:]), uint64(room[8])
	}
	return (low>>shift | high<<(64-shift)) & (1<<width - 1)
}
