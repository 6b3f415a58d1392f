package mail

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// utf7 decodes UTF-7 (RFC 2152): UTF-16 in base64 without padding, between + and -. An end of base64 within a
// character is U+FFFD.
type utf7 struct {
	shifted bool // in base64
	empty   bool // no character of base64 so far
	bits    uint32
	n       int  // bits that are not decoded
	high    rune // the first half of a surrogate pair, or 0
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func (u *utf7) Reset() { *u = utf7{} }

func (u *utf7) Transform(dst, src []byte, last bool) (nDst, nSrc int, err error) {
	write := func(r rune) { nDst += utf8.EncodeRune(dst[nDst:], r) }
	for ; nSrc < len(src); nSrc++ {
		if len(dst)-nDst < 3*utf8.UTFMax { // the most that a byte leads to
			return nDst, nSrc, transform.ErrShortDst
		}
		c := src[nSrc]
		value := strings.IndexByte(base64Letters, c)
		switch {
		case u.shifted && value >= 0:
			u.empty = false
			u.add(uint32(value), write)
		case u.shifted:
			u.end(write)
			if c == '-' && u.empty {
				write('+')
			} else if c != '-' {
				write(rune(c))
			}
		case c == '+':
			*u = utf7{shifted: true, empty: true}
		case c < utf8.RuneSelf:
			write(rune(c))
		default:
			write(utf8.RuneError)
		}
	}
	if last && u.shifted {
		if len(dst)-nDst < 3*utf8.UTFMax {
			return nDst, nSrc, transform.ErrShortDst
		}
		u.end(write)
	}
	return nDst, nSrc, nil
}

// add adds six bits, and writes the character that they end.
func (u *utf7) add(bits uint32, write func(rune)) {
	u.bits, u.n = u.bits<<6|bits, u.n+6
	if u.n < 16 {
		return
	}
	u.n -= 16
	unit := rune(u.bits >> u.n)
	u.bits &= 1<<u.n - 1
	if u.high != 0 {
		pair := utf16.DecodeRune(u.high, unit)
		u.high = 0
		write(pair)
		if pair != utf8.RuneError {
			return
		}
	}
	switch {
	case utf16.IsSurrogate(unit) && unit < 0xDC00:
		u.high = unit
	case utf16.IsSurrogate(unit):
		write(utf8.RuneError)
	default:
		write(unit)
	}
}

// end ends base64.
func (u *utf7) end(write func(rune)) {
	if u.high != 0 || u.n >= 6 || u.bits != 0 {
		write(utf8.RuneError)
	}
	u.shifted, u.high, u.bits, u.n = false, 0, 0, 0
}
