package chm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// The names of the files that describe how the others are packed.
const (
	packed     = "::DataSpace/Storage/MSCompressed/"
	packedHow  = packed + "ControlData"
	packedData = packed + "Content"
	packedAt   = packed + "Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable"
)

// entry is a file in a container. In section 0 it is stored, and in section 1 packed with all
// others.
type entry struct {
	name           string
	section        int64
	offset, length int64
}

// container is a file in the format ITSF.
type container struct {
	file    io.ReaderAt
	size    int64
	content int64 // where section 0 is
	locale  uint32
	entries []entry // in the order of the directory
}

// The minimum sizes of headers, in bytes.
const (
	headSize      = 0x58
	directorySize = 0x54
	chunkSize     = 0x14
)

// entryCost is the cost of an entry besides its name, in bytes of memory.
const entryCost = 96

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: CHM: %s", medium.ErrMalformed, fmt.Sprintf(format, args...))
}

func newContainer(d *medium.Reading, file io.ReaderAt, size int64) (*container, error) {
	c := &container{file: file, size: size}
	head, err := c.octets(0, headSize)
	if err != nil || string(head[:4]) != "ITSF" {
		return nil, malformed("expected a header that begins with ITSF")
	}
	c.locale = binary.LittleEndian.Uint32(head[0x14:])
	at, length := number(head[0x48:]), number(head[0x50:])
	if c.content = at + length; binary.LittleEndian.Uint32(head[4:]) >= 3 {
		where, err := c.octets(headSize, 8)
		if err != nil {
			return nil, err
		}
		c.content = number(where)
	}
	if at < 0 || length < 0 || at > size || c.content < 0 {
		return nil, malformed("a directory of %d bytes at %d in a file of %d", length, at, size)
	}
	return c, c.directory(d, at)
}

// number reads an offset or a length. A number that is too large becomes negative.
func number(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }

func (c *container) octets(at, n int64) ([]byte, error) {
	if at < 0 || n < 0 || at > c.size || n > c.size-at {
		return nil, malformed("%d bytes at %d, but the file has %d: cut short, or damaged", n, at, c.size)
	}
	b := make([]byte, n)
	if _, err := c.file.ReadAt(b, at); err != nil && err != io.EOF {
		return nil, err
	}
	return b, nil
}

// directory reads the lists of files. Each refers to the next.
func (c *container) directory(d *medium.Reading, at int64) error {
	head, err := c.octets(at, directorySize)
	if err != nil {
		return err
	}
	u32 := func(i int) int64 { return int64(binary.LittleEndian.Uint32(head[i:])) }
	size, next, count := u32(0x10), u32(0x20), u32(0x2C)
	if string(head[:4]) != "ITSP" || size < chunkSize || size > c.size {
		return malformed("expected a directory that begins with ITSP, of chunks of %d bytes and more", chunkSize)
	}
	at += max(u32(8), directorySize)
	count = min(count, c.size/size)
	for range count { // a cycle of lists ends here
		if next >= count {
			break
		}
		if err := d.Check(); err != nil {
			return err
		}
		chunk, err := c.octets(at+next*size, size)
		if err != nil {
			d.Lose("the directory is cut short")
			return nil
		}
		if string(chunk[:4]) != "PMGL" {
			d.Lose("the directory is damaged")
			return nil
		}
		free := int64(binary.LittleEndian.Uint32(chunk[4:]))
		next = int64(binary.LittleEndian.Uint32(chunk[0x10:]))
		if err := c.list(d, chunk[chunkSize:max(chunkSize, size-min(free, size))]); err != nil {
			return err
		}
	}
	return nil
}

var errCut = errors.New("cut short")

func (c *container) list(d *medium.Reading, b []byte) error {
	for len(b) > 0 {
		var e entry
		length, rest, err := varying(b)
		if err != nil || length > int64(len(rest)) {
			d.Lose("the directory is damaged")
			return nil
		}
		e.name, b = string(rest[:length]), rest[length:]
		for _, n := range []*int64{&e.section, &e.offset, &e.length} {
			if *n, b, err = varying(b); err != nil {
				d.Lose("the directory is damaged")
				return nil
			}
		}
		if !wanted(e.name) || e.length == 0 {
			continue
		}
		if err := d.Budget.Hold(entryCost+2*length, "names of files in CHM"); err != nil {
			return err
		}
		c.entries = append(c.entries, e)
	}
	return nil
}

// varying reads a number with 7 bits in each byte. Only the last byte has its highest bit clear.
func varying(b []byte) (n int64, rest []byte, err error) {
	for i, octet := range b {
		if n >= 1<<55 {
			break
		}
		if n = n<<7 | int64(octet&0x7F); octet < 0x80 {
			return n, b[i+1:], nil
		}
	}
	return 0, nil, errCut
}

func (c *container) find(name string) (entry, bool) {
	for _, e := range c.entries {
		if strings.EqualFold(e.name, name) {
			return e, true
		}
	}
	return entry{}, false
}

func (c *container) plain(name string) ([]byte, error) {
	e, ok := c.find(name)
	if !ok || e.section != 0 {
		return nil, malformed("no file %q", name)
	}
	return c.octets(c.content+min(e.offset, c.size), e.length)
}

func (c *container) unpacked(d *medium.Reading) (*content, error) {
	how, err := c.plain(packedHow)
	if err != nil {
		return nil, err
	}
	at, err := c.plain(packedAt)
	if err != nil {
		return nil, err
	}
	data, ok := c.find(packedData)
	if !ok || len(how) < 0x18 || len(at) < 0x28 || string(how[4:8]) != "LZXC" {
		return nil, malformed("expected data packed by LZX, and its parameters")
	}
	u32 := binary.LittleEndian.Uint32
	interval, window := int64(u32(how[0xC:])), int64(u32(how[0x10:]))
	if u32(how[8:]) >= 2 {
		interval, window = interval*frameSize, window*frameSize
	}
	windowBits := 0
	for n := least; n <= largest; n++ {
		if window == 1<<n {
			windowBits = n
		}
	}
	if windowBits == 0 || interval < frameSize || interval%frameSize != 0 {
		return nil, malformed("LZX with a window of %d bytes that restarts after %d", window, interval)
	}
	if err := d.Budget.Hold(4<<windowBits, "the window of LZX"); err != nil {
		return nil, err
	}
	start := c.content + min(data.offset, c.size)
	return &content{
		d: d, packed: io.NewSectionReader(c.file, start, max(0, min(data.length, c.size-start))),
		starts: at[min(int64(u32(at[0xC:])), int64(len(at))):], interval: interval,
		unpacker: newUnpacker(windowBits), group: -1,
	}, nil
}

// content is the packed content of section 1. It is groups of frames that can be unpacked
// separately.
type content struct {
	d        *medium.Reading
	packed   *io.SectionReader
	starts   []byte // where each frame is
	interval int64  // bytes of a group
	unpacker *unpacker

	group int64 // that is being unpacked
	next  int64 // where the next frame begins in all that is unpacked
	frame []byte
	bad   error // of the group
}

// at returns a reader of the unpacked content from an offset on. The offset must not be before the
// last one read.
func (c *content) at(offset int64) io.Reader { return &stretch{c, offset} }

type stretch struct {
	*content
	offset int64
}

func (s *stretch) Read(p []byte) (int, error) {
	for s.offset >= s.next || s.offset/s.interval != s.group {
		if err := s.more(s.offset / s.interval); err != nil {
			return 0, err
		}
	}
	begun := s.next - int64(len(s.frame))
	if s.offset < begun {
		return 0, errShared
	}
	n := copy(p, s.frame[s.offset-begun:])
	s.offset += int64(n)
	return n, nil
}

// errShared is the error for files that do not follow one another.
var errShared = fmt.Errorf("%w: CHM: files share bytes", medium.ErrMalformed)

// more moves to a group, or unpacks its next frame.
func (c *content) more(group int64) error {
	if err := c.d.Check(); err != nil {
		return err
	}
	switch {
	case group < c.group:
		return errShared
	case group > c.group:
		return c.begin(group)
	case c.bad != nil:
		return c.bad
	}
	if err := c.d.Budget.Unpack(frameSize); err != nil {
		return err
	}
	frame, err := c.unpacker.frame()
	c.frame = frame
	c.next += int64(len(frame))
	if err != nil {
		c.bad = malformed("byte %d of the packed data: %v", c.next, err)
	}
	return nil
}

// begin moves to the first frame of a group.
func (c *content) begin(group int64) error {
	c.group, c.next, c.frame, c.bad = group, group*c.interval, nil, nil
	i := group * (c.interval / frameSize)
	if i > int64(len(c.starts)/8)-1 {
		c.bad = malformed("byte %d is beyond the packed data", c.next)
		return c.bad
	}
	start := number(c.starts[8*i:])
	if start < 0 || start > c.packed.Size() {
		c.bad = malformed("the packed data ends before byte %d", c.next)
		return c.bad
	}
	c.unpacker.reset(io.NewSectionReader(c.packed, start, c.packed.Size()-start))
	return nil
}
