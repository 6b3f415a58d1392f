package liveindex

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"

	"github.com/lsh-interop/fpcheck/index"
	"github.com/lsh-interop/fpcheck/scheme"
)

// A state identifies the index that a journal belongs to. The index was in this state when the journal began, or
// when earlier changes had been written into it. An index that only grew since then still has the state. The zero
// state fits any index: it marks a journal while its index gets other tables.
type state struct {
	Size int64             // of the file, up to its last commit
	Sum  [sha256.Size]byte // of the size, the header and the last bytes
}

const (
	stateSize = 8 + sha256.Size + 4 // with the CRC-32C
	// summed is the number of last bytes that a state is made of. They have the last commit, and documents.
	summed = 64 << 10
	// headerSize is the size of the header of an index (I5).
	headerSize = 256
)

// stateAt returns the state of an index whose file has, or had, a size.
func stateAt(file io.ReaderAt, size int64) (s state, err error) {
	h := sha256.New()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(size))) // a shorter file has another sum
	from := max(0, size-summed)
	for _, part := range []*io.SectionReader{io.NewSectionReader(file, 0, headerSize), io.NewSectionReader(file, from, size-from)} {
		if _, err := io.Copy(h, part); err != nil {
			return s, err
		}
	}
	s.Size = size
	h.Sum(s.Sum[:0])
	return s, nil
}

func (b *base) state() (state, error) { return stateAt(b.file, b.size) }

func (s *state) encode() []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(s.Size))
	b = append(b, s.Sum[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func decodeState(b []byte) (s state, ok bool) {
	s.Size = int64(binary.LittleEndian.Uint64(b))
	copy(s.Sum[:], b[8:])
	return s, bytes.Equal(s.encode(), b)
}

// bind writes the state of the index into the header of a journal.
func (j *journal) bind(s state) error {
	_, err := j.file.WriteAt(s.encode(), int64(len(journalMagic)))
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		j.broken = err
	}
	return err
}

// bindAll binds the journal to a state, and also the older journal, if it exists.
func (w *writer) bindAll(s state) error {
	if err := w.journal.bind(s); err != nil {
		return err
	}
	w.state = s
	var older journal
	if err := older.reopen(w.shelf.name + foldedName); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	defer older.close()
	return older.bind(s)
}

// ErrForeign is wrapped by errors about a journal whose index is not beside it.
var ErrForeign = errors.New("has changes of another index: expected that index beside it, or no such file")

// ensureOwn returns an error if the changes belong to another index than b.
func (p *pending) ensureOwn(b *base) error {
	for i, layer := range p.layers {
		if layer.len() == 0 {
			continue
		}
		s := p.states[i]
		if s == (state{}) {
			return nil
		}
		if own, err := b.isOwn(s, p.layers[i:]); own || err != nil {
			return err
		}
		return fmt.Errorf("%s: %w", p.names[i], ErrForeign)
	}
	return nil
}

// reopen opens the index to write it, after an error.
func (s *Shelf) reopen() (*index.Writer, error) {
	w, err := index.Update(s.name, s.options())
	if err != nil {
		return nil, err
	}
	b, err := s.openBase(false, w)
	if err == nil {
		err = s.ensureOwn(b)
		b.release()
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// ensureOwn returns an error if b is not the index of the shelf. Another index may have been moved to its name.
func (s *Shelf) ensureOwn(b *base) error {
	own, layers, err := s.view()
	if err != nil {
		return err
	}
	defer own.release()
	was, err := own.state()
	if err != nil {
		return err
	}
	for len(layers) > 0 && layers[0].len() == 0 {
		layers = layers[1:]
	}
	if same, err := b.isOwn(was, layers); same || err != nil {
		return err
	}
	return fmt.Errorf("another index has the name %s now: move the right one back", s.name)
}

// isOwn reports whether an index was in a state, or was rewritten with the changes of the first layer.
func (b *base) isOwn(was state, layers []*overlay) (bool, error) {
	now, err := stateAt(b.file, was.Size)
	return err == nil && (now == was || len(layers) > 0 && has(b.Index, layers)), err
}

// has reports whether an index has all changes of the first layer, except those that a later layer replaces.
func has(x *index.Index, layers []*overlay) bool {
	return layers[0].each(func(id string, _ scheme.Fingerprint) error {
		d, _ := x.Get(id)
		for _, layer := range layers {
			if f, changed := layer.get(id); changed && f == d.Fingerprint {
				return nil
			}
		}
		return fs.ErrNotExist
	}) == nil
}
