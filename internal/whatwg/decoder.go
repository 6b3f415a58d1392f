package whatwg

import (
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// A step decodes the start of b, which is not empty, into one code point, into two, into
// U+FFFD for an error, or into none. It returns the number of octets decoded; 0 asks for
// more of them, which it may not if these are the last.
type step func(b []byte, last bool) (x, y rune, n int)

const (
	none  rune = -1
	wrong rune = '\uFFFD'
)

type decoder struct {
	start func() step // with its state, if it has one
	step
}

func (d *decoder) Reset() { d.step = d.start() }

func (d *decoder) Transform(dst, src []byte, last bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if len(dst)-nDst < 2*utf8.UTFMax {
			return nDst, nSrc, transform.ErrShortDst
		}
		x, y, n := d.step(src[nSrc:], last)
		if n == 0 {
			return nDst, nSrc, transform.ErrShortSrc
		}
		nSrc += n
		for _, r := range [2]rune{x, y} {
			if r != none {
				nDst += utf8.EncodeRune(dst[nDst:], r)
			}
		}
	}
	return nDst, nSrc, nil
}
