package container

import (
	"archive/tar"
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/internal/engine/watched"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// A Change is a file that replaces a member in a copy of a container, or is added.
type Change struct {
	Name string // its path in the tree
	Size int64
	Open func() (io.ReadCloser, error)
}

// ErrNotWritten means that containers of a form can be read but not written.
var ErrNotWritten = errors.New("containers of this form are not written: expected tar, tar.gz, tar.zst or ZIP")

// Form returns the form of the container.
func (f *FS) Form() Form { return f.form }

// Copy writes a copy of the container of a tree, with changes. The headers, the bytes and the order
// of all other members stay the same. A file that replaces a member keeps its place, and new files
// come at the end. The same container and changes give the same bytes.
func (f *FS) Copy(ctx context.Context, w io.Writer, changes []Change) error {
	c := &copier{FS: f, ctx: ctx, changes: make(map[string]*Change)}
	for i := range changes {
		name := join(f.base, changes[i].Name)
		c.changes[name] = &changes[i]
		c.names = append(c.names, name)
	}
	var packer io.WriteCloser
	switch f.form {
	case Zip:
		return c.zip(w)
	case Tar:
		return c.tar(io.NewSectionReader(f.octets, 0, f.length), w)
	case TarGzip:
		packer = gzip.NewWriter(w)
	case TarZstd:
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		packer = z
	default:
		return fmt.Errorf("%s: %w", f.form, ErrNotWritten)
	}
	r, err := packingOf(f.form).Reader(io.NewSectionReader(f.octets, 0, f.length), compressed.Window(f.length))
	if err != nil {
		return err
	}
	defer end(r)
	return errors.Join(c.tar(r, packer), packer.Close())
}

// copier copies one container.
type copier struct {
	*FS
	ctx     context.Context
	names   []string           // of the changes, in order
	changes map[string]*Change // that are still to be made, by name
	prefix  string             // of names in the container, before those of the tree
	known   bool               // the prefix is known
	like    tar.Header         // a member of the tree that new ones are like
	likeZip zip.FileHeader     // the same
}

// change returns the replacement of a member, if any, and returns each only once.
func (c *copier) change(name string) (*Change, bool) {
	clean, err := cleaned(name)
	if err != nil {
		return nil, false
	}
	if rest, ok := strings.CutPrefix(clean, c.base+"/"); ok || c.base == "" {
		if c.base == "" {
			rest = clean
		}
		if prefix, ok := strings.CutSuffix(strings.TrimSuffix(name, "/"), rest); ok && !c.known {
			c.prefix, c.known = prefix, true
		}
	}
	change := c.changes[clean]
	delete(c.changes, clean)
	return change, change != nil
}

// left yields the changes that replaced no member, and their names in the container.
func (c *copier) left(yield func(name string, change *Change) error) error {
	for _, name := range c.names {
		if change := c.changes[name]; change != nil {
			if err := yield(c.prefix+change.Name, change); err != nil {
				return err
			}
		}
	}
	return nil
}

// recorder keeps what is read, or writes it.
type recorder struct {
	r    io.Reader
	n    int64
	held []byte
	to   io.Writer // nil: it is held
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.n += int64(n)
	if r.to == nil {
		r.held = append(r.held, p[:n]...)
		return n, err
	}
	if _, failed := r.to.Write(p[:n]); failed != nil {
		return n, failed
	}
	return n, err
}

// tar copies a tar. Until the header of a member is read, it is unknown whether the member is
// copied.
func (c *copier) tar(r io.Reader, w io.Writer) error {
	in := &recorder{r: watched.Reader(c.ctx, r, nil)}
	t := tar.NewReader(in)
	padded := io.Discard // where the bytes go that fill the last block of a member
	for {
		fill := -in.n & (block - 1)
		in.to = nil
		h, err := t.Next()
		if err != nil && err != io.EOF && !errors.Is(err, tar.ErrInsecurePath) {
			return whole(err)
		}
		fill = min(fill, int64(len(in.held)))
		if _, err := padded.Write(in.held[:fill]); err != nil {
			return err
		}
		headers := in.held[fill:]
		if err == io.EOF {
			return c.endTar(w, headers, r)
		}
		var to io.Writer = w
		if change, ok := c.change(h.Name); ok && h.Typeflag != tar.TypeXGlobalHeader {
			to = io.Discard
			if err := writeTar(w, h, h.Name, change); err != nil {
				return err
			}
		} else if _, err := w.Write(headers); err != nil {
			return err
		}
		if h.Typeflag == tar.TypeReg {
			c.like = *h
		}
		in.held, in.to, padded = in.held[:0], to, to
		if _, err := io.Copy(io.Discard, t); err != nil {
			return whole(err)
		}
	}
}

func (c *copier) endTar(w io.Writer, end []byte, rest io.Reader) error {
	err := c.left(func(name string, change *Change) error { return writeTar(w, &c.like, name, change) })
	if err != nil {
		return err
	}
	for len(end) < 2*block {
		end = append(end, 0)
	}
	if _, err := w.Write(end); err != nil {
		return err
	}
	_, err = io.Copy(w, rest)
	return err
}

// writeTar writes a member with the attributes of another.
func writeTar(w io.Writer, like *tar.Header, name string, change *Change) error {
	t := tar.NewWriter(w)
	h := &tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: change.Size, Mode: like.Mode, ModTime: like.ModTime.Truncate(time.Second),
		Uid: like.Uid, Gid: like.Gid, Uname: like.Uname, Gname: like.Gname,
	}
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	if err := change.copy(t); err != nil {
		return err
	}
	return t.Flush()
}

func (c *Change) copy(w io.Writer) error {
	r, err := c.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.Copy(w, r)
	return err
}

func (c *copier) zip(w io.Writer) error {
	in, err := zip.NewReader(c.octets, c.length)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return err
	}
	out := zip.NewWriter(w)
	if err := out.SetComment(in.Comment); err != nil {
		return err
	}
	for _, m := range in.File {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if !strings.HasSuffix(m.Name, "/") {
			c.likeZip = m.FileHeader
		}
		change, ok := c.change(m.Name)
		if ok {
			err = writeZip(out, &m.FileHeader, m.Name, change)
		} else {
			err = out.Copy(m)
		}
		if err != nil {
			return err
		}
	}
	err = c.left(func(name string, change *Change) error { return writeZip(out, &c.likeZip, name, change) })
	return errors.Join(err, out.Close())
}

// writeZip writes a member with the attributes of another.
func writeZip(w *zip.Writer, like *zip.FileHeader, name string, change *Change) error {
	h := &zip.FileHeader{
		Name: name, NonUTF8: like.NonUTF8, Method: zip.Deflate, Modified: like.Modified,
		CreatorVersion: like.CreatorVersion, ExternalAttrs: like.ExternalAttrs,
	}
	to, err := w.CreateHeader(h)
	if err != nil {
		return err
	}
	return change.copy(to)
}
