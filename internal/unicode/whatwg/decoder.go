package whatwg

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/internal/unicode/wellformed"
)

// A step decodes the start of b, which is not empty. It returns one code point, two, none, or
// U+FFFD for an error. n is the number of bytes decoded. If n is 0, it needs more bytes; it must
// not ask for more if last is set. Otherwise the result does not depend on the following bytes.
type step func(b []byte, last bool) (x, y rune, n int)

const (
	none  rune = -1
	wrong rune = '\uFFFD'
)

// decoder uses its table where it can, and decodes everything else step by step.
type decoder struct {
	start func() step // with its state, if it has one
	step
	table *table // nil if there is none
}

func (d *decoder) Reset() { d.step = d.start() }

func (d *decoder) Transform(dst, src []byte, last bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if d.table != nil {
			written, read := d.table.decode(dst[nDst:], src[nSrc:])
			nDst += written
			if nSrc += read; nSrc == len(src) {
				break
			}
		}
		if len(dst)-nDst < room {
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

// utf8Decoder copies well-formed text, and leaves the rest to x/text.
type utf8Decoder struct{ transform.NopResetter }

var replacing = unicode.UTF8.NewDecoder()

func (utf8Decoder) Transform(dst, src []byte, last bool) (nDst, nSrc int, err error) {
	n := min(len(dst), len(src))
	for i := 1; i < utf8.UTFMax && i <= n; i++ { // an incomplete sequence is left for later
		if utf8.RuneStart(src[n-i]) {
			if !utf8.FullRune(src[n-i : n]) {
				n -= i
			}
			break
		}
	}
	if n == 0 || !wellformed.Valid(src[:n]) {
		return replacing.Transform(dst, src, last)
	}
	if copy(dst, src[:n]); n == len(src) {
		return n, n, nil
	}
	nDst, nSrc, err = replacing.Transform(dst[n:], src[n:], last)
	return n + nDst, n + nSrc, err
}
