package container

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// block is the size of a header of a tar. The bytes of a member fill whole blocks.
const block = 512

const (
	mark   = 2 * block  // bytes of zeros that end an archive
	record = 20 * block // tar(1) fills it with more zeros
)

// beginsTar reports whether head begins with a header that has the checksum of Unix V7 and later.
func beginsTar(head []byte) bool {
	const from, to = 148, 156
	if len(head) < block || head[0] == 0 && head[345] == 0 {
		return false
	}
	if c := head[from+3]; c > '7' || c < '0' && c != ' ' && c != 0 && c != '-' && c != '+' {
		return false // as nearly all files: no error is made for them
	}
	want, err := strconv.ParseInt(strings.Trim(string(head[from:to]), " \x00"), 8, 64)
	if err != nil {
		return false
	}
	var unsigned, signed int64
	for i, c := range head[:block] {
		if from <= i && i < to {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c)) // as some early programs summed
	}
	return want == unsigned || want == signed
}

func (w *walk) tar(s Source, p *compressed.Format) (err error) {
	from := &compressed.Source{Reader: s.Reader}
	w.failed = func() error { return from.Err }
	octets := io.Reader(from)
	if p != nil {
		if octets, err = unpack(w.ctx, w.budget, p, from); err != nil {
			return err
		}
	} else {
		octets = w.budget.Reader(w.ctx, octets)
	}
	t := &tarOctets{r: octets}
	for {
		begin := t.n
		err := w.tarMembers(t)
		switch {
		case w.over:
			return nil
		case err == nil || isOurs(err):
			return err
		case from.Err != nil:
			return from.Err
		}
		end := t.n
		found, skipped, failed := t.seek()
		switch {
		case err != io.EOF:
			err = fmt.Errorf("%w, at byte %d", err, end)
		case skipped:
			err = fmt.Errorf("bytes after its end, at byte %d, are no tar", end)
		case t.n > end && ((t.n-begin)%record != 0 || t.n-end >= record):
			err = fmt.Errorf("%d bytes of zeros at byte %d: expected %d, or as many as fill %d", t.n-end+mark, end-mark, mark, record)
		default:
			err = nil // another tar follows its end
		}
		if err != nil && !w.give(nil, fmt.Errorf("%w: tar: %w", extract.ErrMalformed, err)) || !found || failed != nil {
			return failed
		}
	}
}

// tarMembers yields members until the end of a tar or an error. Nothing follows a nil error.
func (w *walk) tarMembers(octets *tarOctets) error {
	t := tar.NewReader(octets)
	for {
		h, err := nextHeader(t)
		switch {
		case err == io.EOF && octets.end && octets.zeros < block:
			return fmt.Errorf("%w: tar: cut short after %d bytes: no end mark", extract.ErrMalformed, octets.n)
		case err == io.EOF && octets.end:
			return nil
		case err != nil && octets.end && errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("%w: tar: cut short after %d bytes", extract.ErrMalformed, octets.n)
		case err != nil:
			return err
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		m := &Member{Name: h.Name, Kind: tarKind(h), Link: h.Linkname, Size: h.Size}
		if h.ModTime.Unix() != 0 {
			m.Modified = h.ModTime
		}
		c := &content{walk: w, r: t, form: "tar", count: isSparse(h)}
		if m.Kind == File {
			m.r = c
		}
		if !w.give(m, nil) {
			return nil
		}
		if c.err != nil && c.err != io.EOF && (octets.end || octets.broken) { // it was reported for the member
			return nil
		}
	}
}

func nextHeader(t *tar.Reader) (h *tar.Header, err error) {
	defer recovery.Catch(&err, inContainers)
	return t.Next()
}

func tarKind(h *tar.Header) Kind {
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeCont, tar.TypeGNUSparse:
		return File
	case tar.TypeDir:
		return Folder
	case tar.TypeLink, tar.TypeSymlink:
		return Link
	case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		return Device
	}
	return Other
}

// isSparse reports whether a member has bytes, of value 0, that are not in the tar.
func isSparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// tarOctets reads the bytes of a tar.
type tarOctets struct {
	r      io.Reader
	n      int64
	zeros  int    // how many of the last are 0
	back   []byte // to be read again
	end    bool
	broken bool // they cannot be read further
}

func (t *tarOctets) Read(p []byte) (n int, err error) {
	if len(t.back) > 0 {
		n = copy(p, t.back)
		t.back = t.back[n:]
	} else {
		n, err = t.r.Read(p)
	}
	t.n += int64(n)
	if zeros := n - len(bytes.TrimRight(p[:n], "\x00")); zeros < n {
		t.zeros = zeros
	} else {
		t.zeros += n
	}
	t.end = t.end || err == io.EOF
	t.broken = t.broken || err != nil && err != io.EOF
	return n, err
}

// seek moves to the next header. It reports whether there is one, and whether it skipped more than zeros.
func (t *tarOctets) seek() (found, skipped bool, err error) {
	if _, err := io.CopyN(io.Discard, t, -t.n&(block-1)); err == io.EOF {
		return false, false, nil
	} else if err != nil {
		return false, false, err
	}
	b := make([]byte, block)
	for {
		n, err := io.ReadFull(t, b)
		switch {
		case err == nil && beginsTar(b):
			t.back = b
			t.n -= block
			return true, skipped, nil
		case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
			return false, skipped, err
		}
		if skipped = skipped || !isZero(b[:n]); err != nil {
			return false, skipped, nil
		}
	}
}
