package chm

import mathbits "math/bits"

// Pack packs bytes by LZX, and returns where the frames are. It resets every two frames.
func Pack(octets []byte, how Frames) (packed []byte, starts []int) {
	for len(octets)%window != 0 {
		octets = append(octets, 0)
	}
	p := &packer{}
	for at := 0; at < len(octets); at += frame {
		if p.first = at%window == 0; p.first {
			p.set = false
		}
		if p.how = how; how == Mixed {
			p.how = Frames(1 + at/frame%3)
		}
		starts = append(starts, len(p.packed))
		p.frame(octets[at-at%window:at+frame], at%window)
	}
	return p.packed, starts
}

// packer writes frames of one block each. All main codes have 9 bits. Codes of lengths have 8 bits,
// except the first seven, which have 7.
type packer struct {
	how     Frames
	first   bool // after a reset
	set     bool // there were codes since then
	packed  []byte
	held, n uint
}

func (p *packer) bits(value, n int) {
	for n--; n >= 0; n-- {
		p.held = p.held<<1 | uint(value>>n&1)
		if p.n++; p.n == 16 {
			p.packed = append(p.packed, byte(p.held), byte(p.held>>8))
			p.held, p.n = 0, 0
		}
	}
}

func (p *packer) align() {
	for p.n > 0 {
		p.bits(0, 1)
	}
}

func (p *packer) frame(octets []byte, at int) {
	if p.first {
		p.bits(0, 1)
	}
	p.bits(int(p.how), 3)
	p.bits(frame>>8, 16)
	p.bits(frame&0xFF, 8)
	if p.how == Stored {
		if p.n == 0 {
			p.bits(0, 1)
		}
		p.align()
		for range 3 {
			p.packed = append(p.packed, 1, 0, 0, 0)
		}
		p.packed = append(p.packed, octets[at:]...)
		return
	}
	if p.how == Aligned {
		for range 8 {
			p.bits(3, 3)
		}
	}
	p.codes(256, 9, 0, 0)
	p.codes(256, 9, 0, 0)
	p.codes(shorter, 7, 249-shorter, 8)
	p.set = true
	seen := make(map[[3]byte]int)
	for i := 0; i < len(octets); {
		length, from := 0, -1
		if i+3 <= len(octets) {
			key := [3]byte(octets[i:])
			if before, ok := seen[key]; ok {
				from = before
			}
			seen[key] = i
		}
		if from >= 0 && i >= at {
			for length < 257 && i+length < len(octets) && octets[from+length] == octets[i+length] {
				length++
			}
		}
		switch {
		case i < at:
			i++
		case length >= 3 && i-from < window-3:
			p.repeat(length, i-from)
			i += length
		default:
			p.bits(int(octets[i]), 9)
			i++
		}
	}
	p.align()
}

// shorter is the number of length codes with 7 bits.
const shorter = 7

// codes writes the lengths of n codes, and of m others, as differences from the previous ones. The codes
// for these have 4 bits, and the last eight 5.
func (p *packer) codes(n, length, m, other int) {
	for i := range 20 {
		p.bits(4+i/12, 4)
	}
	for i := range n + m {
		if i == n {
			length = other
		}
		if p.set {
			p.bits(0, 4)
		} else {
			p.bits(17-length, 4)
		}
	}
}

// repeat writes a repetition.
func (p *packer) repeat(length, distance int) {
	formatted := distance + 2
	slot := formatted
	n := 0
	if formatted >= 4 {
		high := mathbits.Len(uint(formatted)) - 1
		slot = 2*high + formatted>>(high-1)&1
		n = high - 1
	}
	low := length - 2
	p.bits(256+slot<<3|min(low, 7), 9)
	switch more := low - 7; {
	case more >= shorter:
		p.bits(more+shorter, 8)
	case more >= 0:
		p.bits(more, 7)
	}
	rest := formatted & (1<<n - 1)
	if p.how == Aligned && n >= 3 {
		p.bits(rest>>3, n-3)
		p.bits(rest&7, 3)
		return
	}
	p.bits(rest, n)
}
