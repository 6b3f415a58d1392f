package service

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/store/budget"
	"github.com/lsh-interop/fpcheck/scheme"
)

// Texts is a folder with the documents of indexes. Their ids are paths in it, or paths of the system that
// lead into it. An index has no texts, so words come from here.
type Texts struct {
	root *os.Root // which no path leads out of, nor a symbolic link
	name string   // absolute
}

// OpenTexts opens a folder.
func OpenTexts(name string) (*Texts, error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(absolute)
	if err != nil {
		return nil, err
	}
	return &Texts{root, absolute}, nil
}

// Close closes the folder.
func (t *Texts) Close() error { return t.root.Close() }

func (t *Texts) path(id string) string {
	if filepath.IsAbs(id) {
		if inside, err := filepath.Rel(t.name, id); err == nil {
			return inside
		}
	}
	return filepath.FromSlash(id)
}

// Reasons why the words of a document are unknown.
const (
	noFolder   = "the service was started without a folder of texts"
	noFile     = "the folder of texts has no file of this id"
	tooLong    = "its file is larger than a request may be"
	notAsAdded = "its file is no longer as it was when the document was added"
)

// textOfDocument returns the text of a document of an index, or the reason why it is unknown. The file must
// have the fingerprint in the index, because it may have changed. [Service.proves] keeps clients from adding
// documents for files that they do not know.
func (s *Service) textOfDocument(ctx context.Context, id string, print scheme.Fingerprint) (text []byte, why string, err error) {
	if s.o.Texts == nil {
		return nil, noFolder, nil
	}
	octets, err := s.o.Texts.read(ctx, s.o.Body, id)
	switch {
	case isRefused(err):
		return nil, "", err
	case errors.Is(err, errLong):
		return nil, tooLong, nil
	case err != nil:
		return nil, noFile, nil
	}
	one, err := s.sideOf(ctx, &subject{Bytes: octets, Name: id}, reading{
		schemes: []*scheme.Scheme{print.Scheme()}, profile: print.Profile(), most: s.o.Body})
	if width := print.Width(); err == nil && one.print.Width() > width {
		one.print, err = one.print.Truncate(width)
	}
	switch {
	case isRefused(err) || ctx.Err() != nil:
		return nil, "", err
	case err != nil || one.print != print:
		return nil, notAsAdded, nil
	}
	return one.text, "", nil
}

// proves returns an error if the folder has a file for this id, and the subject has other content. A
// fingerprint does not prove knowledge of a text: numbers, codes and addresses do not affect it.
func (s *Service) proves(ctx context.Context, id string, sub *subject) error {
	if s.o.Texts == nil {
		return nil
	}
	octets, err := s.o.Texts.read(ctx, s.o.Body, id)
	switch {
	case isRefused(err):
		return err
	case errors.Is(err, errLong):
		return faulty(forbidden, "the folder of texts has a file %q, which is larger than a request may be", id)
	case err != nil:
		return nil
	}
	if sub.Bytes != nil && bytes.Equal(sub.Bytes, octets) || sub.Text != nil && *sub.Text == string(octets) {
		return nil
	}
	return faulty(forbidden, "the folder of texts has a file %q: expected its content", id)
}

var errLong = errors.New("too long")

// read returns the bytes of the file of an id, if there are at most most.
func (t *Texts) read(ctx context.Context, most int64, id string) (octets []byte, err error) {
	name := t.path(id)
	if strings.ContainsRune(name, 0) {
		return nil, fs.ErrNotExist
	}
	info, err := t.root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // opening a pipe would wait for a writer
		return nil, fs.ErrNotExist
	case info.Size() > most:
		return nil, errLong
	}
	f, err := t.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(budget.AccountOf(ctx), io.LimitReader(f, most), info.Size())
}
