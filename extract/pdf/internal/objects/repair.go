package objects

import (
	"bytes"
	"fmt"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// Repair looks through the file for its objects, for its tables do not say where they are. The last one of a
// number counts.
func (f *File) Repair() error {
	f.reset()
	f.repaired = true
	if err := f.find("trailer", func(at int64) (next int64, err error) {
		return at, f.look(at+int64(len("trailer")), func(s *scanner) {
			if trailer := s.value(); trailer.Entry("Root") != nil {
				f.Trailer = trailer
			}
		})
	}); err != nil {
		return err
	}
	var catalog Value
	err := f.find("obj", func(at int64) (next int64, err error) {
		number, offset, ok := f.numbered(at)
		if !ok {
			return at, nil
		}
		v, in, err := f.indirect(offset, number)
		if IsOfFile(err) {
			return at, nil
		}
		if err == nil {
			err = f.replace(number, entry{offset: offset})
		}
		if err != nil {
			return at, err
		}
		switch v.Entry("Type").Name() {
		case "Catalog":
			catalog = Value(fmt.Sprintf("<</Root %d 0 R>>", number))
		case "XRef":
			if v.Entry("Root") != nil {
				f.Trailer = v
			}
		case "ObjStm":
			if err := f.replaceStream(number); err != nil && !IsOfFile(err) {
				return at, err
			}
		}
		if length, ok := v.Entry("Length").Int(); ok && in.stream > 0 && f.endsStream(in.stream+length) {
			return in.stream + length, nil // no objects are in it
		}
		return at, nil
	})
	if f.Trailer == nil {
		f.Trailer = catalog
	}
	if err == nil && f.Trailer == nil {
		err = fmt.Errorf("%w: nothing leads to its pages", ErrDamaged)
	}
	return err
}

// replaceStream adds the objects of an object stream.
func (f *File) replaceStream(number uint32) error {
	delete(f.streams, number)
	in, err := f.objectStream(number)
	if err != nil {
		return err
	}
	for n := range in.starts {
		if err := f.replace(n, entry{stream: number}); err != nil {
			return err
		}
	}
	return nil
}

// replace adds an entry in place of one of an earlier revision.
func (f *File) replace(number uint32, e entry) error {
	err := f.add(int64(number), e)
	f.entries[number] = e
	return err
}

// find calls found with each place of a word in the file. It goes on where found says, or after the word.
func (f *File) find(word string, found func(at int64) (next int64, err error)) error {
	for at := int64(0); at < f.size; {
		in, err := f.bytes(at, windowSize)
		if err != nil {
			return err
		}
		if err := f.document.Check(); err != nil {
			return err
		}
		i := bytes.Index(in, []byte(word))
		if i < 0 {
			at += int64(max(1, len(in)-len(word)+1))
			continue
		}
		next, err := found(at + int64(i))
		if err != nil {
			return err
		}
		at = max(next, at+int64(i+len(word)))
	}
	return nil
}

// heading matches the number and the generation before the word "obj".
var heading = lazy.Regexp(`([0-9]{1,10})[\x00\t\n\f\r ]+[0-9]+[\x00\t\n\f\r ]*$`)

// numbered returns the number of the object whose word "obj" is at a place, and where the number is.
func (f *File) numbered(at int64) (number uint32, offset int64, ok bool) {
	start := max(0, at-32)
	in := make([]byte, at-start)
	if _, err := f.file.ReadAt(in, start); err != nil {
		return 0, 0, false
	}
	m := heading().FindSubmatchIndex(in)
	if m == nil {
		return 0, 0, false
	}
	n, _ := Value(in[m[2]:m[3]]).Int()
	return uint32(n), start + int64(m[2]), n == int64(uint32(n))
}

// endsStream reports whether a stream ends at a place.
func (f *File) endsStream(at int64) bool {
	in := make([]byte, len("\r\nendstream"))
	n, _ := f.file.ReadAt(in, at)
	return at > 0 && bytes.HasPrefix(bytes.TrimLeft(in[:n], blanks), []byte("endstream"))
}
