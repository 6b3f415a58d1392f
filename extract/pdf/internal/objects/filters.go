package objects

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"fmt"
	"io"
)

// mostFilters bounds the filters of a stream.
const mostFilters = 4

// decoded undoes the filters of a stream (7.4), which r begins with. Without filters, the stream has a length.
func (f *File) decoded(r io.Reader, dictionary Value) (io.Reader, error) {
	filters, err := f.GetEntry(dictionary, "Filter")
	if err != nil {
		return nil, err
	}
	all := []Value{filters}
	if len(filters) == 0 || filters[0] == '[' {
		all = nil
		for v := range filters.Elements() {
			if len(all) == mostFilters {
				return nil, fmt.Errorf("%w: its objects are packed by more than %d filters", ErrDamaged, mostFilters)
			}
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		length, err := f.intEntry(dictionary, "Length")
		return io.LimitReader(r, length), err
	}
	packed := false
	for _, v := range all {
		filter, err := f.Get(v)
		if err != nil {
			return nil, err
		}
		switch name := filter.Name(); {
		case packed: // one may hide the size of another
			return nil, fmt.Errorf("%w: its objects are packed more than once", ErrDamaged)
		case name == "FlateDecode" || name == "Fl":
			packed = true
			if r, err = zlib.NewReader(r); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
			}
		case name == "ASCII85Decode" || name == "A85":
			r = ascii85.NewDecoder(&untilTilde{r: r})
		default:
			return nil, fmt.Errorf("%w: its objects are packed by %.20q: expected FlateDecode", ErrDamaged, name)
		}
	}
	return r, nil
}

// untilTilde reads what comes before a tilde, which ends data in base 85.
type untilTilde struct {
	r     io.Reader
	ended bool
}

// Read implements [io.Reader].
func (u *untilTilde) Read(p []byte) (int, error) {
	if u.ended {
		return 0, io.EOF
	}
	n, err := u.r.Read(p)
	if end := bytes.IndexByte(p[:n], '~'); end >= 0 {
		u.ended = true
		return end, nil
	}
	return n, err
}
