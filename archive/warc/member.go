package warc

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/lsh-interop/fpcheck/extract"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
	"github.com/lsh-interop/fpcheck/internal/store/compressed"
)

// members are the separately compressed parts of a file: gzip members (RFC 1952) or zstd frames
// (RFC 8878). An uncompressed file is one member. Consecutive bzip2 streams are one member, because
// records do not begin at their borders.
type members struct {
	raw   *bufio.Reader
	count *counter
	start int64         // of the current member
	data  *bufio.Reader // its bytes
	plain bool          // the file is not compressed
	begun bool
	tried bool // start is the start of a member
	bzip2 bool // so is the current member compressed

	limits  extract.Limits
	workers int // number of goroutines that decompress ahead of the reader
	ahead   *ahead
	replay  *replay // of the current member, if it was decompressed ahead
	least   int     // bytes of a file for which that is worth while
	chunk   int     // bytes that are then read at once
	gzip    *gzip.Reader
	zstd    *zstd.Decoder
	frame   *frame
	dict    []byte
}

const (
	gzipMagic      = "\x1f\x8b\x08"
	zstdMagic      = "\x28\xb5\x2f\xfd"
	bzip2Magic     = "BZh"              // before a digit
	zstdDictMagic  = "\x5d\x2a\x4d\x18" // of the frame with the dictionary
	zstdSkippable  = "\x2a\x4d\x18"     // after a byte 0x50 to 0x5f
	zstdDictionary = "\x37\xa4\x30\xec" // of the dictionary itself
	maxDictionary  = 16 << 20
	frameHeader    = 18
	maxWindow      = 128 << 20 // what zstd --long asks for
	// A window may have freeWindow bytes, and bytesPerByte more for each byte of the file from the frame on.
	freeWindow   = 32 << 20
	bytesPerByte = 32
	readAhead    = (maxWindow - freeWindow) / bytesPerByte
)

func newMembers(r io.Reader, l extract.Limits) *members {
	m := &members{count: &counter{r: r}, limits: l, least: window, chunk: fetched}
	m.raw = bufio.NewReaderSize(m.count, 64<<10)
	m.data = bufio.NewReaderSize(nil, 64<<10)
	return m
}

// offset returns the number of bytes of the file that were consumed.
func (m *members) offset() int64 { return m.count.n - int64(m.raw.Buffered()) }

// position returns the offset at which a record would begin here. It lies inside a member only if
// nothing is compressed.
func (m *members) position() int64 {
	if m.plain {
		return m.offset()
	}
	return m.start
}

// memberBegins reports whether these bytes begin a compressed member; 4 bytes are enough.
func memberBegins(head []byte) bool {
	return bytes.HasPrefix(head, []byte(gzipMagic)) || bytes.HasPrefix(head, []byte(zstdMagic)) ||
		len(head) >= 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == zstdSkippable || bzip2Begins(head)
}

func bzip2Begins(head []byte) bool {
	return len(head) >= 4 && bytes.HasPrefix(head, []byte(bzip2Magic)) && '1' <= head[3] && head[3] <= '9'
}

// next moves to the next member. A [gap] describes bytes in between or a fault of the member. The
// member after it may be sound.
func (m *members) next() error {
	if m.plain {
		return io.EOF
	}
	m.endReplay()
	from := m.offset()
	if m.tried && from == m.start { // nothing of it was taken, and it would be tried for ever
		m.raw.Discard(1)
	}
	for {
		head, err := m.raw.Peek(4)
		if len(head) == 0 {
			if err == io.EOF && m.offset() > from {
				return &gap{from, m.offset(), noMember}
			}
			return err
		}
		begins := memberBegins(head)
		if !begins && !m.begun {
			m.begun, m.plain, m.data = true, true, m.raw
			return nil
		}
		if begins && m.offset() > from {
			return &gap{from, m.offset(), noMember}
		}
		m.begun = true
		if !begins {
			m.raw.Discard(1)
			continue
		}
		m.start, m.tried, m.bzip2 = m.offset(), true, bzip2Begins(head)
		switch {
		case m.bzip2:
			m.data.Reset(bzip2.NewReader(m.raw))
		case head[0] == gzipMagic[0]:
			err = m.openGzip()
		case string(head) == zstdMagic:
			err = m.openZstd()
		default:
			if err = m.skippable(string(head) == zstdDictMagic); err == nil {
				from = m.offset()
				continue
			}
		}
		if err != nil {
			return m.broken(err)
		}
		return nil
	}
}

const noMember = "neither a member of gzip nor a frame of zstd"

// broken returns the gap of a faulty member.
func (m *members) broken(err error) *gap {
	if err == io.ErrUnexpectedEOF || err == io.EOF {
		return &gap{m.start, m.offset(), "the file ends within a compressed member"}
	}
	return &gap{m.start, m.offset(), err.Error()}
}

func (m *members) openGzip() (err error) {
	if m.ahead == nil && m.workers > 1 && m.raw.Buffered() >= m.least {
		m.lookAhead()
	}
	if m.ahead != nil {
		if g := m.ahead.member(m.start); g != nil {
			m.replay = &replay{guess: g, raw: m.raw}
			m.data.Reset(m.replay)
			return m.replay.to(g.begin)
		}
	}
	if m.gzip == nil {
		m.gzip, err = gzip.NewReader(m.raw)
	} else {
		err = m.gzip.Reset(m.raw)
	}
	if err != nil {
		m.gzip = nil
		return err
	}
	m.gzip.Multistream(false)
	m.data.Reset(m.gzip)
	return nil
}

// lookAhead starts to read ahead.
func (m *members) lookAhead() {
	at := m.offset()
	buffered, _ := m.raw.Peek(m.raw.Buffered())
	m.ahead = newAhead(io.MultiReader(bytes.NewReader(bytes.Clone(buffered)), m.count), at, m.workers, m.chunk)
	m.count = &counter{r: m.ahead, n: at}
	m.raw.Reset(m.count)
}

// endReplay releases the buffer of the last member.
func (m *members) endReplay() {
	if m.replay != nil {
		m.ahead.done(m.replay.guess)
		m.replay.guess, m.replay.next, m.replay.rest = new(guess), 0, nil // it has ended
		m.replay = nil
	}
}

func (m *members) openZstd() (err error) {
	var narrow int64
	if head, _ := m.raw.Peek(frameHeader); compressed.Zstd.Declared(head) > freeWindow {
		narrow = min(freeWindow+bytesPerByte*m.reach(readAhead), maxWindow)
	}
	m.frame = &frame{r: m.raw}
	var r io.Reader = m.frame
	if narrow > 0 {
		r = compressed.Zstd.Narrowed(r, narrow)
	}
	if m.zstd == nil {
		options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow)}
		if m.dict != nil {
			options = append(options, zstd.WithDecoderDicts(m.dict))
		}
		m.zstd, err = zstd.NewReader(r, options...)
	} else {
		err = m.zstd.Reset(r)
	}
	if err == nil {
		m.data.Reset(m.zstd)
	}
	return err
}

// reach returns how many bytes of the file come from here on, and at most n. They can be peeked at.
func (m *members) reach(n int) int64 {
	if m.raw.Size() < n {
		m.unread(nil)
		m.raw = bufio.NewReaderSize(m.count, n)
	}
	head, _ := m.raw.Peek(n)
	return int64(len(head))
}

// skippable skips a skippable frame. At the beginning of a file it may be a dictionary, compressed
// with zstd or not, and is kept.
func (m *members) skippable(dictionary bool) error {
	var head [8]byte
	if _, err := io.ReadFull(m.raw, head[:]); err != nil {
		return err
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if !dictionary || m.start != 0 {
		_, err := io.CopyN(io.Discard, m.raw, size)
		return err
	}
	if size > maxDictionary {
		return fmt.Errorf("%w: a zstd dictionary of %d bytes: expected %d at most", extract.ErrTooLarge, size, maxDictionary)
	}
	m.dict = make([]byte, size)
	if _, err := io.ReadFull(m.raw, m.dict); err != nil {
		return err
	}
	if bytes.HasPrefix(m.dict, []byte(zstdMagic)) {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
		if err != nil {
			return err
		}
		defer d.Close()
		if m.dict, err = d.DecodeAll(m.dict, nil); err != nil {
			return fmt.Errorf("zstd dictionary: %w", err)
		}
	}
	if !bytes.HasPrefix(m.dict, []byte(zstdDictionary)) {
		m.dict = nil
		return errors.New("zstd dictionary: expected one in zstd's format")
	}
	return nil
}

func (m *members) close() {
	if m.ahead != nil {
		m.ahead.close()
	}
	if m.zstd != nil {
		m.zstd.Close()
	}
}

// frame reads the bytes of one zstd frame (RFC 8878 3.1.1). A decoder alone would read into the
// next frame.
type frame struct {
	r     *bufio.Reader
	left  int  // bytes before the next header
	begun bool // the frame's header was seen
	last  bool // the last block was
	sum   bool // a checksum follows it
}

func (f *frame) Read(p []byte) (int, error) {
	for f.left == 0 {
		if err := f.header(); err != nil {
			return 0, err
		}
	}
	n, err := f.r.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, noEOF(err)
}

// noEOF returns the error of a file that ends where it should not.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// header finds the number of bytes before the next header.
func (f *frame) header() error {
	switch {
	case !f.begun:
		head, err := f.r.Peek(5)
		if err != nil {
			return noEOF(err)
		}
		d := head[4]
		single := d >> 5 & 1
		f.begun, f.sum = true, d&4 != 0
		f.left = 5 + 1 - int(single) + [4]int{0, 1, 2, 4}[d&3] + [4]int{int(single), 2, 4, 8}[d>>6]
	case f.last && f.sum:
		f.sum, f.left = false, 4
	case f.last:
		return io.EOF
	default:
		head, err := f.r.Peek(3)
		if err != nil {
			return noEOF(err)
		}
		n := int(head[0]) | int(head[1])<<8 | int(head[2])<<16
		f.last = n&1 != 0
		f.left = 3 + n>>3
		switch n >> 1 & 3 {
		case 1: // one byte, repeated
			f.left = 4
		case 3:
			return errors.New("zstd: a block of a reserved type")
		}
	}
	return nil
}

// unread puts bytes back, to be read again. It is for uncompressed files only.
func (m *members) unread(octets []byte) {
	buffered, _ := m.raw.Peek(m.raw.Buffered())
	m.count.back = slices.Concat(octets, buffered, m.count.back)
	m.count.n -= int64(len(octets) + len(buffered))
	m.raw.Reset(m.count)
}

// counter counts the bytes that are read.
type counter struct {
	r      io.Reader
	n      int64
	back   []byte // to be read before r
	failed error  // of r, unless it says that the file is damaged; set once the bytes before it were read
}

func (c *counter) Read(p []byte) (n int, err error) {
	switch {
	case len(c.back) > 0:
		n = copy(p, c.back)
		c.back = c.back[n:]
	case c.failed != nil:
		err = c.failed
	default:
		if n, err = recovery.Read(c.r, p, "the reader of the archive"); err != nil && !isDamage(err) {
			c.failed = err
		}
	}
	c.n += int64(n)
	return n, err
}

// isDamage reports whether an error of a source is about the file and not about reading it. A source may
// unpack the file, and say that it is cut short.
func isDamage(err error) bool {
	return err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, extract.ErrMalformed)
}

// failure returns the error of reading the file if all bytes before it were consumed, or nil. What then seems
// to be damage is not.
func (m *members) failure() error {
	if m.plain || m.data.Buffered() == 0 {
		return m.count.failed
	}
	return nil
}
