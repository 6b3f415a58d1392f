package chm

import (
	"bufio"
	"errors"
	"io"
)

// The compression LZX, as in CAB and CHM files. It has blocks of Huffman codes over a window, in frames of 32
// KiB of text. Each frame begins with a new unit of 16 bits.
const (
	frameSize    = 32 << 10
	shortest     = 2 // bytes that are repeated
	lengthCodes  = 249
	literals     = 256
	least        = 15 // bits of a window
	largest      = 21
	longestCode  = 16
	preTreeCodes = 20
)

var errPacked = errors.New("the packed data is damaged")

// errTranslated is the error for data packed like programs, with translated addresses.
var errTranslated = errors.New("it is packed by the method for programs")

// slots returns the number of distance ranges for a window of a number of bits.
func slots(bits int) int {
	switch bits {
	case 20:
		return 42
	case 21:
		return 50
	}
	return 2 * bits
}

// distances has the first distance of each range, and the number of bits that select a distance within it.
var distances = func() (all [50]struct{ first, bits int }) {
	first := 0
	for i := range all {
		all[i].first = first
		if i >= 4 {
			all[i].bits = min(i/2-1, 17)
		}
		first += 1 << all[i].bits
	}
	return all
}()

// unpacker unpacks frames in order.
type unpacker struct {
	in    bits
	slots int
	size  int    // of the window
	out   []byte // the window, and what is unpacked after it

	begun   bool   // the header was read
	recent  [3]int // distances
	kind    int    // of the block
	left    int    // bytes of it
	odd     bool   // it is not packed, and a byte fills it up
	main    code
	length  code
	aligned code
	lengths [literals + 8*50 + lengthCodes]byte
}

func newUnpacker(windowBits int) *unpacker {
	return &unpacker{slots: slots(windowBits), size: 1 << windowBits}
}

// reset starts again with the content of r. Nothing before it is repeated.
func (u *unpacker) reset(r io.Reader) {
	source := u.in.r
	if source == nil {
		source = bufio.NewReaderSize(r, 16<<10)
	} else {
		source.Reset(r)
	}
	*u = unpacker{in: bits{r: source}, slots: u.slots, size: u.size, out: u.out[:0], recent: [3]int{1, 1, 1}}
}

// frame unpacks the next frame, which is valid until the call after. With an error it may be shorter.
func (u *unpacker) frame() ([]byte, error) {
	if len(u.out) > u.size+2*frameSize+u.size { // long enough that few bytes are moved
		u.out = u.out[:copy(u.out, u.out[len(u.out)-u.size:])]
	}
	start := len(u.out)
	if !u.begun {
		if u.in.take(1) != 0 {
			return nil, errTranslated
		}
		u.begun = true
	}
	for end := start + frameSize; len(u.out) < end; {
		if u.in.failed {
			return u.out[start:], errPacked
		}
		if u.left == 0 {
			if err := u.block(); err != nil {
				return u.out[start:], err
			}
		}
		before := len(u.out)
		run := min(u.left, end-before)
		var err error
		if u.kind == 3 {
			err = u.copied(run)
		} else {
			err = u.decoded(before+run, end)
		}
		if u.left -= len(u.out) - before; u.left < 0 {
			err = errPacked
		}
		if err != nil {
			return u.out[start:], err
		}
	}
	u.in.align()
	return u.out[start:], nil
}

// block reads the beginning of a block.
func (u *unpacker) block() error {
	if u.odd {
		u.in.octet()
		u.odd = false
	}
	u.kind = u.in.take(3)
	u.left = u.in.take(16)<<8 | u.in.take(8)
	switch u.kind {
	case 2:
		var lengths [8]byte
		for i := range lengths {
			lengths[i] = byte(u.in.take(3))
		}
		if !u.aligned.build(lengths[:]) {
			return errPacked
		}
		fallthrough
	case 1:
		mains := literals + 8*u.slots
		main, length := u.lengths[:mains], u.lengths[len(u.lengths)-lengthCodes:]
		if !u.readLengths(main[:literals]) || !u.readLengths(main[literals:]) || !u.main.build(main) ||
			!u.readLengths(length) || !u.length.build(length) {
			return errPacked
		}
	case 3:
		u.odd = u.left%2 == 1
		u.in.toOctets()
		for i := range u.recent {
			var distance uint32
			for shift := 0; shift < 32; shift += 8 {
				distance |= uint32(u.in.octet()) << shift
			}
			u.recent[i] = int(min(distance, 1<<largest))
		}
	default:
		return errPacked
	}
	if u.in.failed || u.left == 0 {
		return errPacked
	}
	return nil
}

// readLengths reads the lengths of codes, as differences from the previous ones.
func (u *unpacker) readLengths(lengths []byte) bool {
	var of [preTreeCodes]byte
	for i := range of {
		of[i] = byte(u.in.take(4))
	}
	var pre code
	if !pre.build(of[:]) {
		return false
	}
	for i := 0; i < len(lengths); {
		symbol := pre.next(&u.in)
		run, less := 1, symbol
		zero := false
		switch symbol {
		case 17:
			run, zero = 4+u.in.take(4), true
		case 18:
			run, zero = 20+u.in.take(5), true
		case 19:
			run = 4 + u.in.take(1)
			less = pre.next(&u.in)
		}
		if u.in.failed || less < 0 || !zero && less > 16 {
			return false
		}
		length := byte(0)
		if !zero {
			length = byte((int(lengths[i]) - less + 17) % 17)
		}
		for ; run > 0 && i < len(lengths); run-- {
			lengths[i] = length
			i++
		}
	}
	return true
}

// copied copies bytes that are not packed.
func (u *unpacker) copied(n int) error {
	for range n {
		u.out = append(u.out, u.in.octet())
	}
	if u.in.failed {
		return errPacked
	}
	return nil
}

// decoded unpacks bytes up to an end. Repetitions must not go beyond it.
func (u *unpacker) decoded(end, frame int) error {
	for len(u.out) < end {
		symbol := u.main.next(&u.in)
		switch {
		case u.in.failed || symbol < 0:
			return errPacked
		case symbol < literals:
			u.out = append(u.out, byte(symbol))
			continue
		}
		symbol -= literals
		length := symbol & 7
		if length == 7 {
			more := u.length.next(&u.in)
			if more < 0 {
				return errPacked
			}
			length += more
		}
		length += shortest
		distance := u.distance(symbol >> 3)
		from := len(u.out) - distance
		if u.in.failed || distance <= 0 || distance > u.size || from < 0 || len(u.out)+length > frame {
			return errPacked
		}
		for i := range length {
			u.out = append(u.out, u.out[from+i])
		}
	}
	return nil
}

// distance reads how far back a repetition begins. A negative result is an error.
func (u *unpacker) distance(slot int) int {
	r := &u.recent
	switch slot {
	case 0:
		return r[0]
	case 1, 2:
		r[0], r[slot] = r[slot], r[0]
		return r[0]
	}
	d := distances[slot].first - 2
	switch n := distances[slot].bits; {
	case u.kind == 2 && n >= 3:
		d += u.in.take(n-3) << 3
		low := u.aligned.next(&u.in)
		if low < 0 {
			return -1
		}
		d += low
	default:
		d += u.in.take(n)
	}
	*r = [3]int{d, r[0], r[1]}
	return d
}

// code is a canonical Huffman code.
type code struct {
	symbols []uint16             // by their codes
	counts  [longestCode + 1]int // of codes, by their lengths
	quick   [1 << quickBits]uint16
}

// Codes of up to quickBits bits are looked up: the symbol and the length.
const (
	quickBits = 9
	lengthAt  = 11 // bits of a symbol
)

// build makes the code for these lengths. A length of 0 means that a symbol has no code. It reports whether
// the code is valid.
func (c *code) build(lengths []byte) bool {
	c.counts = [longestCode + 1]int{}
	for _, n := range lengths {
		c.counts[n]++
	}
	c.counts[0] = 0
	var next [longestCode + 2]int
	free := 1
	for n := 1; n <= longestCode; n++ {
		if free = 2*free - c.counts[n]; free < 0 {
			return false
		}
		next[n+1] = next[n] + c.counts[n]
	}
	c.symbols = append(c.symbols[:0], make([]uint16, next[longestCode+1])...)
	for symbol, n := range lengths {
		if n > 0 {
			c.symbols[next[n]] = uint16(symbol)
			next[n]++
		}
	}
	clear(c.quick[:])
	at, i := 0, 0
	for n := 1; n <= quickBits; n++ {
		for range c.counts[n] {
			for range 1 << (quickBits - n) {
				c.quick[at] = c.symbols[i] | uint16(n)<<lengthAt
				at++
			}
			i++
		}
	}
	return true
}

// next reads a symbol. It returns -1 if there is none for the code.
func (c *code) next(in *bits) int {
	if q := c.quick[in.peek(quickBits)]; q != 0 {
		in.drop(int(q >> lengthAt))
		return int(q & (1<<lengthAt - 1))
	}
	word := in.peek(longestCode)
	first, index := 0, 0
	for n := 1; n <= longestCode; n++ {
		at := word>>(longestCode-n) - first
		if at < c.counts[n] {
			in.drop(n)
			return int(c.symbols[index+at])
		}
		index += c.counts[n]
		first = (first + c.counts[n]) << 1
	}
	return -1
}

// bits reads units of 16 bits, from their highest bit on. The first byte of a unit is the low one.
type bits struct {
	r      *bufio.Reader
	held   uint64
	n      int // number of bits held; the last padded ones are beyond the input
	padded int
	failed bool // they were used
}

func (b *bits) fill(n int) {
	for b.n < n {
		low, err := b.r.ReadByte()
		high, err2 := b.r.ReadByte()
		if err != nil || err2 != nil && err2 != io.EOF {
			b.padded += 16
		}
		b.held = b.held<<16 | uint64(high)<<8 | uint64(low)
		b.n += 16
	}
}

// peek returns at most 16 bits.
func (b *bits) peek(n int) int {
	b.fill(n)
	return int(b.held >> (b.n - n) & (1<<n - 1))
}

func (b *bits) drop(n int) {
	b.n -= n
	b.failed = b.failed || b.n < b.padded
}

func (b *bits) take(n int) int {
	if n > 16 {
		high := b.take(n - 16)
		return high<<16 | b.take(16)
	}
	value := b.peek(n)
	b.drop(n)
	return value
}

// align moves to the next unit.
func (b *bits) align() { b.drop(b.n % 16) }

// toOctets drops the rest of a unit, or the whole next one, since bytes follow.
func (b *bits) toOctets() {
	if b.n == 0 {
		b.fill(16)
	}
	b.drop(b.n)
}

// It returns the next byte, if no bits are held.
func (b *bits) octet() byte {
	c, err := b.r.ReadByte()
	b.failed = b.failed || err != nil
	return c
}
