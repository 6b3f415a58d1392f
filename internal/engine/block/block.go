// Package block allocates memory for many small things at once, so that a record costs less.
package block

import "strings"

// Short is the size of a short record, in bytes. It takes microseconds to read.
const Short = 16 << 10

// Of is memory for the next records, or for what belongs to each. It allocates several at once. If
// one of them is in use, all of them are kept, with what they refer to. So those of records that are not
// short are allocated one by one.
type Of[T any] []T

// Next returns the memory for a record of size bytes.
func (b *Of[T]) Next(size int64) *T {
	const together = 16
	if size > Short {
		return new(T)
	}
	if len(*b) == 0 {
		*b = make([]T, together)
	}
	next := &(*b)[0]
	*b = (*b)[1:]
	return next
}

// Strings makes short strings that share memory. If one of them is in use, up to 1 KiB is kept. A nil
// *Strings makes each alone.
type Strings struct{ b strings.Builder }

// Join returns a string that consists of parts.
func (s *Strings) Join(parts ...string) string {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if !s.grow(size) {
		s = new(Strings)
		s.b.Grow(size)
	}
	begin := s.b.Len()
	for _, p := range parts {
		s.b.WriteString(p)
	}
	return s.b.String()[begin:]
}

// Copy returns a string of the bytes.
func (s *Strings) Copy(octets []byte) string {
	if !s.grow(len(octets)) {
		return string(octets)
	}
	begin := s.b.Len()
	s.b.Write(octets)
	return s.b.String()[begin:]
}

// grow makes room for a string of size bytes. It reports whether s makes strings of that size.
func (s *Strings) grow(size int) bool {
	const together, most = 1 << 10, 128
	if s == nil || size > most {
		return false
	}
	if s.b.Cap()-s.b.Len() < size {
		s.b.Reset()
		s.b.Grow(together)
	}
	return true
}
