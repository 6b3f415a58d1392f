package tokenizer

import "unicode/utf8"

var replacement = []byte("\uFFFD")

// decoder is stage 1: bytes to well-formed UTF-8 (R1.1 to R1.3).
type decoder struct {
	next    stage
	at      int               // bytes before those that come next
	tail    [utf8.UTFMax]byte // an unfinished sequence
	tailLen int
	broken  bool // the last byte was ill-formed (R1.2)
}

// take takes the next bytes of the source.
func (d *decoder) take(p []byte) {
	for d.tailLen > 0 && len(p) > 0 {
		d.tail[d.tailLen] = p[0]
		p = p[1:]
		n := d.tailLen + 1
		d.tailLen = 0
		d.at++
		d.decode(d.tail[:n], d.at-n) // sets tailLen again if still unfinished
	}
	if len(p) > 0 {
		at := d.at
		d.at += len(p)
		d.decode(p, at)
	}
}

// decode passes p on, and keeps an unfinished sequence at its end.
func (d *decoder) decode(p []byte, at int) {
	whole := len(p) - unfinished(p)
	p, tail := p[:whole], p[whole:]
	if utf8.Valid(p) { // R1.1
		d.pass(p, at)
	} else {
		d.repair(p, at)
	}
	d.tailLen = copy(d.tail[:], tail)
}

// unfinished returns the number of bytes at the end of p that more bytes could make well-formed.
func unfinished(p []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(p); n++ {
		if last := p[len(p)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// repair passes p on with its ill-formed bytes replaced.
func (d *decoder) repair(p []byte, at int) {
	start := 0
	for i := 0; i < len(p); {
		r, size := utf8.DecodeRune(p[i:])
		if r == utf8.RuneError && size == 1 {
			d.pass(p[start:i], at+start)
			d.illFormed(at + i)
			start = i + 1
		}
		i += size
	}
	d.pass(p[start:], at+start)
}

func (d *decoder) pass(p []byte, at int) {
	if len(p) > 0 {
		d.broken = false
		d.next.write(p, at)
	}
}

// illFormed takes an ill-formed byte. The first of a run passes on U+FFFD (R1.2).
func (d *decoder) illFormed(at int) {
	if !d.broken {
		d.broken = true
		d.next.write(replacement, at)
	}
}

func (d *decoder) close() {
	if d.tailLen > 0 {
		d.illFormed(d.at - d.tailLen)
	}
	d.at, d.tailLen, d.broken = 0, 0, false
	d.next.close()
}
