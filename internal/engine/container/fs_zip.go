package container

import (
	"archive/zip"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// zip reads the directory of a zip.
func (b *builder) zip() error {
	z, err := zip.NewReader(b.octets, b.length)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fmt.Errorf("a zip that cannot be read: %w", err)
	}
	for i, m := range z.File {
		z.File[i] = nil // whose memory is not needed any more
		e := entry{
			size: int64(m.UncompressedSize64), packed: int64(m.CompressedSize64), crc: m.CRC32,
			modified: since1970(m.Modified), mode: m.Mode(), method: m.Method, flags: checked,
		}
		if strings.HasSuffix(m.Name, "/") {
			e.mode = fs.ModeDir | e.mode.Perm()
			e.size, e.packed = 0, 0
		}
		if e.size < 0 || e.packed < 0 || e.packed > b.length {
			b.members++
			b.err.add(m.Name, fmt.Errorf("it declares %d bytes: expected at most the size of the container, %d", m.CompressedSize64, b.length))
			continue
		}
		if err := b.expand(e.size); err != nil {
			return err
		}
		if strings.ContainsRune(m.Name, '\\') {
			b.err.add(m.Name, fmt.Errorf("%w on every system: it contains a backslash: expected slashes between folders", ErrName))
		}
		p, err := b.enter(m.Name, e)
		if err != nil {
			return err
		}
		if p == nil || e.mode.IsDir() {
			continue
		}
		if p.at, err = m.DataOffset(); err != nil {
			b.fail(p, fmt.Errorf("its local header cannot be read: %w", err))
			continue
		}
		if m.Flags&1 != 0 {
			b.fail(p, errEncrypted)
		}
		if e.mode&fs.ModeSymlink != 0 {
			b.zipLink(p)
		}
	}
	return nil
}

var errEncrypted = errors.New("encrypted")

func (b *builder) zipLink(p *entry) {
	r, err := b.content(p)
	if err != nil {
		return // the link leads nowhere, then
	}
	defer r.Close()
	target, err := io.ReadAll(io.LimitReader(r, maxName+1))
	if err == nil && len(target) <= maxName {
		p.link = b.names.add(string(target))
	}
	p.size = 0
}

// Methods of zip.
const (
	stored   = 0
	deflated = 8
)

// unpackMember gives the content of a member, and checks its length and, if it has one, its checksum.
func unpackMember(in *io.SectionReader, e *entry) (io.ReadCloser, error) {
	m := &exact{r: in, left: e.size}
	switch e.method {
	case stored:
	case deflated:
		f := flate.NewReader(in)
		m.r, m.close = f, func() { f.Close() }
	default:
		p := packings[e.method]
		if p == nil {
			return nil, fmt.Errorf("packed by method %d: expected 0, 8, 12, 93 or 95", e.method)
		}
		r, err := p.Reader(in, compressed.Window(in.Size()))
		if err != nil {
			return nil, err
		}
		m.r, m.close = r, func() { end(r) }
	}
	if e.flags&checked != 0 {
		m.sum, m.want = crc32.NewIEEE(), e.crc
	}
	return m, nil
}

// packings are the methods of ZIP that are formats of streams, too.
var packings = map[uint16]*compressed.Format{12: compressed.Bzip2, 93: compressed.Zstd, 95: compressed.XZ}

// end lets go of what a reader holds, if it holds something: that of zstd does.
func end(r io.Reader) {
	if z, ok := r.(interface{ Close() }); ok {
		z.Close()
	}
}

// exact is what a member has in it: as many bytes as the container says, with its checksum.
type exact struct {
	r     io.Reader
	close func()
	left  int64 // bytes that are still to come
	sum   hash.Hash32
	want  uint32
	err   error
}

func (c *exact) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := c.r.Read(p[:min(int64(len(p)), max(c.left, 1))]) // a byte more shows the excess
	c.left -= int64(n)
	if c.sum != nil {
		c.sum.Write(p[:n])
	}
	switch {
	case c.left < 0:
		n = 0
		err = errors.New("it is longer than the container declares")
	case err == io.EOF && c.left > 0:
		err = fmt.Errorf("%d bytes are missing at its end", c.left)
	case err == io.EOF && c.sum != nil && c.sum.Sum32() != c.want:
		err = fmt.Errorf("checksum %08x: expected %08x, which the container declares", c.sum.Sum32(), c.want)
	}
	c.err = err
	return n, err
}

func (c *exact) Close() error {
	if c.close != nil {
		c.close()
	}
	return nil
}
