// Package objects reads the objects of a PDF that pdftotext does not print, within the budget of the document.
//
// An object stays as the file writes it, and is looked through again where it is used. So it takes the
// memory of its bytes only, and nothing here recurses by what the file contains.
package objects

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The errors of objects that cannot be read. Other errors are about limits, from package medium.
var (
	ErrDamaged   = errors.New("the file is damaged")
	ErrEncrypted = errors.New("the file is encrypted")
)

// IsOfFile reports whether an error is of what the file contains, and not of a limit.
func IsOfFile(err error) bool { return errors.Is(err, ErrDamaged) || errors.Is(err, ErrEncrypted) }

const (
	// windowSize is the number of bytes that are read for a small object, and for its neighbours.
	windowSize = 8 << 10
	// entryCost is the memory of an entry of a table, in bytes.
	entryCost = 64
	// longestStream bounds what a stream of objects may unpack to. Longer files may have longer streams.
	longestStream = 16 << 20
	// mostHops bounds the references from one to another.
	mostHops = 16
)

// File is the objects of a PDF.
type File struct {
	Trailer Value // of the last revision
	Partial bool  // an object stream could not be unpacked, so an object that is not found may be in the file

	document *medium.Reading
	file     io.ReaderAt
	size     int64
	entries  map[uint32]entry
	streams  map[uint32]*objectStream // those that were unpacked, nil while one is
	repaired bool                     // an object that is not found may be lost, and not deleted
	lock     lock
	decipher *decipher // nil unless the file is unlocked
	window   []byte
	at       int64 // where the window begins
}

// entry says where an object is. The zero entry stands for a deleted object.
type entry struct {
	offset int64
	stream uint32 // number of the object stream that it is in, or 0
}

// objectStream is an object stream (7.5.7).
type objectStream struct {
	octets []byte
	starts map[uint32]int // of its objects
}

// place is where the stream of an object begins, 0 if it has none, and the object.
type place struct {
	stream             int64
	number, generation uint32
}

// lock says whether strings and streams can be read.
type lock uint8

const (
	notTried lock = iota
	unlocked
	locked // a password or another way is needed, or that is not known yet
)

// Open reads the tables of a PDF of size bytes. If they are damaged, [File.Repair] may find the objects.
func Open(d *medium.Reading, file io.ReaderAt, size int64) (*File, error) {
	f := &File{document: d, file: file, size: size}
	f.reset()
	return f, f.tables()
}

func (f *File) reset() {
	f.Trailer, f.entries, f.streams = nil, make(map[uint32]entry), make(map[uint32]*objectStream)
	f.lock, f.decipher = notTried, nil
}

// Encrypted reports whether strings and streams cannot be read for want of a password. Other objects can.
func (f *File) Encrypted() bool { return f.unlock() == locked }

// unlock reads how the file is encrypted, once its trailer is known.
func (f *File) unlock() lock {
	if f.lock == notTried && f.Trailer != nil {
		f.lock = locked
		encrypt, err := f.GetEntry(f.Trailer, "Encrypt")
		if err == nil && len(encrypt) > 0 {
			f.decipher, err = newDecipher(f, encrypt)
		}
		if err == nil && (len(encrypt) == 0 || f.decipher != nil) {
			f.lock = unlocked
		}
	}
	return f.lock
}

// Repaired reports whether the objects were found without the tables.
func (f *File) Repaired() bool { return f.repaired }

// Get returns a value, or what the reference leads to: null if that was deleted.
func (f *File) Get(v Value) (Value, error) {
	for range mostHops {
		number, ok := v.Ref()
		if !ok {
			if string(v) == "null" {
				v = nil
			}
			return v, nil
		}
		var err error
		if v, err = f.object(number); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%w: a reference leads to nothing", ErrDamaged)
}

// GetEntry returns what a key of a dictionary leads to.
func (f *File) GetEntry(v Value, key string) (Value, error) { return f.Get(v.Entry(key)) }

// Stream returns the content of a stream, unpacked. It may have a number of bytes in the file. Its memory is held.
func (f *File) Stream(v Value, most int64) ([]byte, error) {
	number, _ := v.Ref()
	dictionary, at, err := f.beginStream(number)
	if err != nil {
		return nil, err
	}
	if length, err := f.intEntry(dictionary, "Length"); err != nil || length > most {
		return nil, cmp.Or(err, fmt.Errorf("%w: a stream has %d bytes, more than %d", ErrDamaged, length, most))
	}
	return f.unpack(dictionary, at)
}

func (f *File) object(number uint32) (Value, error) {
	e, ok := f.entries[number]
	switch {
	case !ok && f.repaired:
		return nil, fmt.Errorf("%w: object %d is missing", ErrDamaged, number)
	case e.stream != 0:
		in, err := f.objectStream(e.stream)
		if err != nil {
			return nil, err
		}
		start, ok := in.starts[number]
		if !ok || start > len(in.octets) {
			return nil, fmt.Errorf("%w: object %d is not where it should be", ErrDamaged, number)
		}
		s := scanner{in: in.octets, at: start}
		v := s.value()
		return v, f.document.Budget.Unpack(int64(len(v)))
	case e.offset == 0:
		return nil, nil
	}
	v, at, err := f.indirect(e.offset, number)
	if f.unlock(); err == nil && f.decipher != nil {
		v = f.decipher.value(v, at)
	}
	return v, err
}

// indirect returns the object at an offset, with its strings as they are stored.
func (f *File) indirect(offset int64, number uint32) (v Value, in place, err error) {
	found, open := false, false
	err = f.look(offset, func(s *scanner) {
		n, generation := Value(s.token()), Value(s.token())
		at, ok := n.Int()
		if found = ok && at == int64(number) && isNumber(generation) && string(s.token()) == "obj"; !found {
			return
		}
		g, _ := generation.Int()
		in = place{number: number, generation: uint32(g)}
		if v = s.value(); string(v) == "endobj" {
			v = nil
		} else if string(s.token()) == "stream" {
			if s.at < len(s.in) && s.in[s.at] == '\r' {
				s.at++
			}
			if s.at < len(s.in) && s.in[s.at] == '\n' {
				s.at++
			}
			in.stream = offset + int64(s.at)
		}
		open = s.open
	})
	switch {
	case err == nil && open:
		err = fmt.Errorf("%w: object %d has no end", ErrDamaged, number)
	case err == nil && !found:
		err = fmt.Errorf("%w: object %d is not where it should be", ErrDamaged, number)
	}
	return v, in, err
}

// look calls read with the bytes from a place on. If they end too early, it calls read again with more.
func (f *File) look(offset int64, read func(s *scanner)) error {
	for n := windowSize; ; n *= 2 {
		if err := f.document.Check(); err != nil {
			return err
		}
		in, err := f.bytes(offset, n)
		if err != nil {
			return err
		}
		s := scanner{in: in}
		read(&s)
		if err := f.document.Budget.Unpack(int64(s.at)); err != nil {
			return err
		}
		if !s.cut || offset+int64(len(in)) >= f.size {
			return nil
		}
	}
}

// bytes returns the next n bytes of the file, or what is left. It may return fewer if n is windowSize.
func (f *File) bytes(offset int64, n int) ([]byte, error) {
	if offset < 0 || offset >= f.size {
		return nil, fmt.Errorf("%w: it ends before byte %d", ErrDamaged, offset)
	}
	if i := offset - f.at; n == windowSize && i >= 0 && i < int64(len(f.window)) {
		return f.window[i:], nil
	}
	n = int(min(int64(n), f.size-offset))
	if err := f.document.Budget.Hold(int64(n), "an object of PDF"); err != nil {
		return nil, err
	}
	f.document.Budget.Release(int64(n)) // it is kept by who holds it
	in := make([]byte, n)
	if _, err := f.file.ReadAt(in, offset); err != nil && err != io.EOF {
		return nil, err
	}
	if n <= windowSize {
		f.window, f.at = in, offset
	}
	return in, nil
}

// beginStream returns the dictionary of a stream, and where the stream begins.
func (f *File) beginStream(number uint32) (dictionary Value, at place, err error) {
	e := f.entries[number]
	if e.offset == 0 || e.stream != 0 {
		return nil, at, fmt.Errorf("%w: object stream %d is missing", ErrDamaged, number)
	}
	return f.indirect(e.offset, number)
}

// objectStream returns an unpacked object stream.
func (f *File) objectStream(number uint32) (*objectStream, error) {
	if in, ok := f.streams[number]; ok {
		if in == nil {
			return nil, fmt.Errorf("%w: object stream %d is in itself", ErrDamaged, number)
		}
		return in, nil
	}
	f.streams[number] = nil
	dictionary, at, err := f.beginStream(number)
	if err != nil {
		return nil, err
	}
	in := &objectStream{starts: make(map[uint32]int)}
	if in.octets, err = f.unpack(dictionary, at); err != nil {
		f.Partial = true
		return nil, err
	}
	first, err := f.intEntry(dictionary, "First")
	if err == nil && first > int64(len(in.octets)) {
		err = fmt.Errorf("%w: object stream %d is too short", ErrDamaged, number)
	}
	if err != nil {
		return nil, err
	}
	for s := (scanner{in: in.octets}); s.at < int(first) && !s.cut; {
		n, isNumber := Value(s.token()).Int()
		start, isStart := Value(s.token()).Int()
		if !isNumber || !isStart || start < 0 || start > int64(len(in.octets)) {
			break
		}
		if err := f.document.Budget.Hold(entryCost, "object streams of PDF"); err != nil {
			return nil, err
		}
		in.starts[uint32(n)] = int(first + start)
	}
	f.streams[number] = in
	return in, nil
}

func (f *File) intEntry(v Value, key string) (int64, error) {
	n, err := f.GetEntry(v, key)
	if err != nil {
		return 0, err
	}
	i, ok := n.Int()
	if !ok || i < 0 {
		return 0, fmt.Errorf("%w: the %s of a stream is no number", ErrDamaged, key)
	}
	return i, nil
}

// unpack returns the content of a stream that begins at a place.
func (f *File) unpack(dictionary Value, at place) ([]byte, error) {
	if at.stream == 0 {
		return nil, fmt.Errorf("%w: a stream is missing", ErrDamaged)
	}
	stored, err := f.stored(dictionary, at)
	if err != nil {
		return nil, err
	}
	r, err := f.decoded(stored, dictionary)
	if err != nil {
		return nil, err
	}
	longest := longestStream + f.size
	octets, err := f.document.Whole(io.LimitReader(f.document.Unpacked(r), longest+1), "objects of PDF")
	if medium.IsFinal(err) {
		return nil, err
	}
	if int64(len(octets)) > longest {
		f.document.Budget.Release(int64(len(octets)))
		return nil, fmt.Errorf("%w: its objects unpack to more than %d bytes", ErrDamaged, longest)
	}
	if err != nil && !errors.Is(err, zlib.ErrChecksum) {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	parameters, err := f.only(dictionary, "DecodeParms")
	if err != nil {
		return nil, err
	}
	return f.predicted(octets, parameters)
}

// stored returns the bytes of a stream as they were before the file was encrypted.
func (f *File) stored(dictionary Value, at place) (io.Reader, error) {
	r := io.NewSectionReader(f.file, at.stream, f.size-at.stream)
	if dictionary.Entry("Type").Name() == "XRef" {
		return bufio.NewReader(r), nil
	}
	if f.Encrypted() {
		return nil, ErrEncrypted
	}
	if f.decipher == nil {
		return bufio.NewReader(r), nil
	}
	length, err := f.intEntry(dictionary, "Length")
	if err != nil {
		return nil, err
	}
	octets, err := f.document.Whole(io.LimitReader(r, length), "an encrypted object of PDF")
	return bytes.NewReader(f.decipher.of(f.decipher.streams, octets, at)), err
}

// only returns the value of a key, or the only element of its array.
func (f *File) only(dictionary Value, key string) (Value, error) {
	v, err := f.GetEntry(dictionary, key)
	if err != nil || len(v) == 0 || v[0] != '[' {
		return v, err
	}
	n := 0
	only := Value(nil)
	for element := range v.Elements() {
		only = element
		n++
	}
	if n > 1 {
		return nil, fmt.Errorf("%w: its objects are packed more than once", ErrDamaged)
	}
	return f.Get(only)
}

// predicted undoes the prediction of bytes from the row above (7.4.4.4). It overwrites them.
func (f *File) predicted(octets []byte, parameters Value) ([]byte, error) {
	predictor, err := f.GetEntry(parameters, "Predictor")
	if err != nil {
		return nil, err
	}
	switch p, _ := predictor.Int(); {
	case p <= 1:
		return octets, nil
	case p < 10:
		return nil, fmt.Errorf("%w: its objects are packed with predictor %d: expected 10 to 15", ErrDamaged, p)
	}
	width, err := f.intEntry(parameters, "Columns")
	if err != nil {
		return nil, err
	}
	columns, plain := int(min(width, int64(len(octets)))), octets[:0]
	if columns == 0 {
		return octets, nil
	}
	above := make([]byte, columns)
	for in := octets; len(in) > 0; {
		kind := in[0]
		row := in[1:min(1+columns, len(in))]
		in = in[1+len(row):]
		for i := range row {
			switch kind {
			case 0:
			case 1:
				if i > 0 {
					row[i] += row[i-1]
				}
			case 2:
				row[i] += above[i]
			default:
				return nil, fmt.Errorf("%w: its objects are packed with filter %d of PNG: expected 0 to 2", ErrDamaged, kind)
			}
		}
		copy(above, row)
		plain = append(plain, row...)
	}
	return plain, nil
}
