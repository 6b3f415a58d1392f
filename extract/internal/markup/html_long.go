package markup

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/markup/stream"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// A long page is read by a window of windowSize bytes. For a longer tag, such as one with a picture in
// it, the window has up to windowMost.
const (
	windowSize = 256 << 10
	windowMost = 4 << 20
)

// openLong reads a page from a temporary file, because it is read more than once. Only its end shows
// whether it is UTF-8 (R11.1), and whether its text can be found without its tree. The head may
// declare another encoding than the first guess, once. Memory does not grow with the page, unless its
// tree is needed.
func openLong(d *medium.Reading, size, most int) error {
	file, remove, err := d.Spool("HTML")
	if err != nil {
		return err
	}
	p := &longPage{d: d, file: file}
	reason, err := p.scan(size, most)
	if err != nil || reason != stream.NoReason {
		defer remove()
		if err != nil {
			return err
		}
		octets, err := d.Whole(p.from(0), "HTML")
		if err != nil {
			return err
		}
		return openOctets(d, octets)
	}
	remove = sync.OnceFunc(remove)
	left := context.AfterFunc(d.Context, remove) // in case the text is not read to its end
	octets := make([]byte, prescanned)
	n, _ := p.from(0).Read(octets)
	d.LoseReplaced(p.encoding, d.Charset, octets[:n])
	d.Encoding = p.encoding
	d.Text = &longText{d, stream.NewReader(p.decoded(), p.window(size, most, nil)), func() { left(); remove() }}
	return nil
}

// longPage is a page in a file.
type longPage struct {
	d        *medium.Reading
	file     *os.File
	length   int64
	mark     int64  // the length of its byte order mark
	encoding string // as the Encoding Standard names it
	trust    Trust
	decode   bool // it is not UTF-8
}

// scan reads the page and says why its text cannot be found by a window.
func (p *longPage) scan(size, most int) (stream.Reason, error) {
	info, err := p.file.Stat()
	if err != nil {
		return 0, err
	}
	p.length = info.Size()
	head, err := p.findEncoding(p.d.Charset)
	if err != nil {
		return 0, err
	}
	reason, err := stream.Scan(p.decoded(), p.window(size, most, head))
	if reason == stream.NoReason && err == nil {
		noteGuess(p.d, p.encoding, p.trust, head)
	}
	if reason != stream.Redeclared {
		return reason, err
	}
	if _, err := p.findEncoding(head.Declared); err != nil {
		return 0, err
	}
	return stream.Scan(p.decoded(), p.window(size, most, nil))
}

func (p *longPage) window(size, most int, head *stream.Head) stream.Window {
	return stream.Window{Size: size, Most: most, Head: head, Check: p.d.Check, Hold: func(n int64) error {
		if n < 0 {
			p.d.Budget.Release(-n)
			return nil
		}
		return p.d.Budget.Hold(n, "HTML")
	}}
}

// from returns a reader of the bytes from a place on.
func (p *longPage) from(at int64) io.Reader { return io.NewSectionReader(p.file, at, p.length-at) }

func (p *longPage) decoded() io.Reader {
	octets := p.from(p.mark)
	if !p.decode {
		return octets
	}
	return whatwg.NewDecoder(p.encoding).Reader(bufio.NewReaderSize(octets, medium.SourceSize))
}

// findEncoding is what [Decode] does for a page in memory. The head is nil if the encoding is certain.
func (p *longPage) findEncoding(declared string) (*stream.Head, error) {
	const longestMark = 3
	head := make([]byte, longestMark+prescanned)
	n, err := p.file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	name, mark, trust := saidEncoding(head[:n], declared)
	p.encoding, p.mark, p.trust, p.decode = name, int64(mark), trust, true
	if name != "" && name != "utf-8" {
		return headOf(name, trust), nil
	}
	block := make([]byte, windowSize)
	valid, err := isUTF8(p.from(p.mark), block, p.d.Check)
	if valid && err == nil {
		p.encoding, p.decode = "utf-8", false
		n, _ := io.ReadFull(p.from(p.mark), block[:medium.SourceSize])
		p.trust = trustInUTF8(trust, block[:n])
	}
	p.encoding = cmp.Or(p.encoding, otherEncoding)
	return headOf(p.encoding, p.trust), err
}

// isUTF8 reports whether all that r reads is well-formed. It is read in blocks of the length of b.
func isUTF8(r io.Reader, b []byte, check func() error) (bool, error) {
	begun := 0 // bytes of a character whose others are to come
	for {
		n, err := io.ReadFull(r, b[begun:])
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return false, err
		}
		n += begun
		end := n
		if !last {
			end = wholeCharacters(b[:n])
		}
		if !wellformed.Valid(b[:end]) {
			return false, nil
		}
		if last {
			return true, nil
		}
		begun = copy(b, b[end:n])
		if err := check(); err != nil {
			return false, err
		}
	}
}

// wholeCharacters returns where the last character of b begins if it may be cut, else the length of b.
func wholeCharacters(b []byte) int {
	for at := len(b) - 1; at >= max(len(b)-utf8.UTFMax, 0); at-- {
		if utf8.RuneStart(b[at]) {
			if !utf8.FullRune(b[at:]) {
				return at
			}
			break
		}
	}
	return len(b)
}

// longText is the text of a long page. At its end the page is removed.
type longText struct {
	d      *medium.Reading
	text   io.Reader
	remove func()
}

func (t *longText) Read(p []byte) (int, error) {
	n, err := t.text.Read(p)
	if err != nil {
		t.remove()
		if err != io.EOF { // the file may have been removed because the context is done
			err = cmp.Or(t.d.Check(), err)
		}
	}
	return n, err
}
