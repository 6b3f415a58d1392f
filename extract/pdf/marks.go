package pdf

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/adler32"
	"io"
	"os"

	"github.com/klauspost/compress/flate"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

// marked rewrites a PDF with intricate scripts so that pdftotext reports more.
//
// pdftotext drops blanks. It only reports gaps: between words, but also where a vowel sign is
// narrower than its letters. It assumes that the letters of a glyph are drawn from left to right. So
// the letters of an Arabic ligature come out in the wrong order. But the file says what its glyphs
// stand for, in ToUnicode CMaps and ActualText (ISO 32000-1, 9.10.3 and 14.9.4). This function
// replaces the blanks there by another character. It also puts the letters of each ligature into the
// order of drawing. Each stream is written in its old place, so the rest of the file is unchanged. A
// stream that would become longer stays.
func marked(d *medium.Reading, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	s := streams{document: d, file: file, size: info.Size(), left: info.Size()*mostInflated + 16<<20}
	if err := s.find(); err != nil || !s.intricate || s.unclear {
		return err
	}
	for _, at := range s.maps {
		if err := s.rewrite(at, func(text []byte) []byte {
			m, ok := readCharMap(text)
			if !ok {
				return nil
			}
			return m.drawn()
		}); err != nil {
			return err
		}
	}
	for _, at := range s.actual {
		if err := s.rewrite(at, drawnActual); err != nil {
			return err
		}
	}
	return nil
}

// mostInflated bounds the length of all streams, as a multiple of the file's, for this to examine
// them. longestStream is the maximum length of a stream that is rewritten.
const (
	mostInflated  = 40
	longestStream = 16 << 20
)

// streams are the streams of a file that say what its glyphs stand for.
type streams struct {
	document     *medium.Reading
	file         *os.File
	size         int64
	left         int64   // bytes that may yet be inflated
	maps, actual []int64 // where the bytes of such streams begin
	intricate    bool    // there are letters of such scripts
	unclear      bool    // there are characters for private use that would be taken for blanks

	// What is used again for each stream.
	in     *counted
	z      io.ReadCloser
	buffer []byte
	w      *flate.Writer
}

// find finds the streams. It looks only for keywords of the format, so it also works on a damaged
// file. An object with a stream is never inside another stream.
func (s *streams) find() error {
	const overlap = 1 << 10 // of two windows: a dictionary with the word after it
	window := make([]byte, 64<<10)
	var in []byte // what of the window is left
	for at, next := int64(0), int64(0); ; {
		m := streamStart().FindIndex(in)
		if m == nil || len(in) < m[1]+2 && next < s.size {
			if next >= s.size {
				return nil
			}
			if err := s.document.Check(); err != nil {
				return err
			}
			if at = max(at, next-overlap); m != nil {
				at = next - int64(len(in)) + int64(max(0, m[0]-overlap))
			}
			n, err := s.file.ReadAt(window, at)
			if err != nil && err != io.EOF || n == 0 {
				return err
			}
			in, next = window[:n], at+int64(n)
			continue
		}
		dictionary := in[:m[0]]
		if i := bytes.LastIndex(dictionary, []byte("obj")); i >= 0 {
			dictionary = dictionary[i:]
		}
		in = in[m[1]:]
		at = next - int64(len(in))
		if len(in) < 2 || !isZlib(in) || otherStream().Match(dictionary) {
			continue
		}
		length, err := s.look(at)
		if err != nil {
			return err
		}
		if at += length; at < next {
			in = in[length:]
		} else {
			in, next = nil, at
		}
	}
}

var (
	streamStart = lazy.Regexp(`>>[\x00\t\n\f\r ]*stream(\r\n|\n)`)
	// otherStream is in the dictionaries of streams that say nothing of glyphs.
	otherStream = lazy.Regexp(`/Image\b|/Length1\b|/ObjStm\b|/XRef\b|/Type1C\b|/CIDFontType0C\b|/OpenType\b|/FunctionType\b|/Metadata\b`)
)

// isZlib reports whether bytes begin as those of zlib do (RFC 1950).
func isZlib(b []byte) bool { return b[0]&0x0f == 8 && (uint(b[0])<<8|uint(b[1]))%31 == 0 }

// inflate returns a reader of the stream that begins at start. length returns the number of
// compressed bytes read so far.
func (s *streams) inflate(start int64) (r io.Reader, length func() int64, err error) {
	section := io.NewSectionReader(s.file, start, s.size-start)
	if s.in == nil {
		s.in = &counted{r: bufio.NewReader(section)}
	} else {
		s.in.r.Reset(section)
		s.in.n = 0
	}
	if s.z == nil {
		s.z, err = zlib.NewReader(s.in)
	} else {
		err = s.z.(zlib.Resetter).Reset(s.in, nil)
	}
	if err != nil {
		return nil, nil, err
	}
	return s.document.Budget.Reader(s.document.Context, s.z), func() int64 { return s.in.n }, nil
}

// counted counts bytes that are read. With it, zlib does not read ahead.
type counted struct {
	r *bufio.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// look looks at one stream, and returns its length.
func (s *streams) look(start int64) (length int64, err error) {
	r, read, err := s.inflate(start)
	if err != nil {
		return 0, nil // it is of something else, or damaged
	}
	if s.buffer == nil {
		s.buffer = make([]byte, 32<<10)
	}
	buffer, kept, total, isMap, has := s.buffer, 0, int64(0), false, false
	for {
		n, err := io.ReadFull(r, buffer[kept:])
		if medium.IsFinal(err) {
			return 0, err
		}
		text := buffer[:kept+n]
		if total == 0 {
			isMap = bytes.Contains(text, []byte("begincmap")) || bytes.Contains(text, []byte("beginbf"))
		}
		total += int64(n)
		s.left -= int64(n)
		if !isMap && !has && bytes.Contains(text, []byte("/ActualText")) {
			has = true
		}
		if has && !s.intricate {
			s.intricate = bytes.ContainsFunc(actualLetters(text), isIntricate)
		}
		if err != nil || total > longestStream || s.left < 0 {
			break
		}
		kept = copy(buffer, text[max(0, len(text)-256):])
	}
	switch {
	case s.left < 0:
		s.unclear = true // it costs too much to look
		s.left = 0
	case total > longestStream:
	case isMap:
		err = s.lookAtMap(start)
	case has:
		s.actual = append(s.actual, start)
	}
	if err == nil {
		err = s.document.Budget.Hold(16, "streams of PDF")
	}
	return read(), err
}

func (s *streams) lookAtMap(start int64) error {
	text, _, err := s.whole(start)
	if err != nil || text == nil {
		return err
	}
	defer s.document.Budget.Release(int64(cap(text)))
	if m, ok := readCharMap(text); ok {
		s.intricate = s.intricate || m.intricate
		s.unclear = s.unclear || m.unclear
		s.maps = append(s.maps, start)
	}
	return nil
}

// whole returns a stream and its bytes in the file, or nil if it is damaged. It holds the result.
func (s *streams) whole(start int64) (text []byte, length int64, err error) {
	r, read, err := s.inflate(start)
	if err != nil {
		return nil, 0, nil
	}
	text, err = s.document.Whole(io.LimitReader(r, longestStream), "a stream of PDF")
	if medium.IsFinal(err) {
		return nil, 0, err
	}
	if err != nil {
		return nil, 0, nil
	}
	return text, read(), nil
}

// rewrite replaces a stream by what change makes of it, unless that is nil.
func (s *streams) rewrite(start int64, change func([]byte) []byte) error {
	if err := s.document.Check(); err != nil {
		return err
	}
	text, length, err := s.whole(start)
	if err != nil || text == nil {
		return err
	}
	defer s.document.Budget.Release(int64(cap(text)))
	if text = change(text); text == nil {
		return nil
	}
	if err := s.document.Budget.Hold(2*int64(len(text)), "a stream of PDF"); err != nil {
		return err
	}
	defer s.document.Budget.Release(2 * int64(len(text)))
	packed, err := s.deflate(text)
	if err != nil {
		return err
	}
	if int64(len(packed)) > length {
		if packed, err = s.deflate(rounded(text)); err != nil || int64(len(packed)) > length {
			return err
		}
	}
	_, err = s.file.WriteAt(packed, start)
	return err
}

func (s *streams) deflate(text []byte) (packed []byte, err error) {
	b := bytes.NewBuffer([]byte{0x78, 0xda}) // the header of zlib
	if s.w == nil {
		s.w, err = flate.NewWriter(b, flate.BestCompression)
	} else {
		s.w.Reset(b)
	}
	if err != nil {
		return nil, err
	}
	if _, err := s.w.Write(text); err != nil {
		return nil, err
	}
	if err := s.w.Close(); err != nil {
		return nil, err
	}
	return binary.BigEndian.AppendUint32(b.Bytes(), adler32.Checksum(text)), nil
}
