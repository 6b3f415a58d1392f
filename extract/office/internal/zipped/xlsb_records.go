package zipped

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/utf16text"
)

// mostRecord is how many bytes of a record are read. A string of 32,767 characters has 64 KiB,
// and may have as many runs of looks after it.
const mostRecord = 1 << 20

// walkBinary reads the records of the wanted kinds from a part; see [MS-XLSB]. Each is in memory
// until the next one, up to a maximum length.
func (p *reader) walkBinary(name string, each func(kind int, f *binaryFields), wanted ...int) error {
	member, err := p.open(name)
	if err != nil {
		return err
	}
	defer member.Close()
	r := bufio.NewReader(member)
	var data bytes.Buffer
	for {
		kind, err := variable(r, 2)
		if err == io.EOF {
			return nil
		}
		var length int
		if err == nil {
			length, err = variable(r, 4)
		}
		if err == nil && !slices.Contains(wanted, kind) {
			_, err = io.CopyN(io.Discard, r, int64(length))
		} else if err == nil {
			data.Reset()
			if _, err = io.CopyN(&data, r, int64(min(length, mostRecord))); err == nil {
				_, err = io.CopyN(io.Discard, r, int64(max(length-mostRecord, 0)))
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return fmt.Errorf("%w: %q ends within a record", medium.ErrMalformed, name)
		}
		if err != nil {
			return err
		}
		if slices.Contains(wanted, kind) {
			each(kind, &binaryFields{left: data.Bytes()})
		}
		if err := p.flow.Err(); err != nil {
			return err
		}
	}
}

// variable reads a number in 7-bit groups, the lowest first, with a flag for more.
func variable(r *bufio.Reader, most int) (n int, err error) {
	for i := range most {
		c, err := r.ReadByte()
		if err == io.EOF && i > 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		if n |= int(c&0x7F) << (7 * i); c < 0x80 {
			break
		}
	}
	return n, nil
}

// binaryFields reads the fields of a record.
type binaryFields struct {
	left []byte
	bad  bool // there were fewer bytes than fields
}

// number reads a number of some bytes, at most 8.
func (f *binaryFields) number(octets int) (n uint64) {
	if len(f.left) < octets {
		f.left, f.bad = nil, true
		return 0
	}
	for i, c := range f.left[:octets] {
		n |= uint64(c) << (8 * i)
	}
	f.left = f.left[octets:]
	return n
}

// text reads a string after its length. A string that is not there has the length 0xFFFFFFFF.
func (f *binaryFields) text() string {
	length := f.number(4)
	if length == math.MaxUint32 {
		return ""
	}
	if length > uint64(len(f.left)/2) {
		length, f.bad = uint64(len(f.left)/2), true
	}
	text := utf16text.Text(f.left[:2*length])
	f.left = f.left[2*length:]
	return text
}
