package chm

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// charsetOf returns the encoding of pages that declare none, by the language of the container. It is the
// Windows encoding for that language ([MS-LCID]). It is "" for Western Europe, whose pages are read like
// any page.
func charsetOf(locale uint32) string {
	switch locale & 0x3FF {
	case 0x04:
		switch locale >> 10 & 0x3F {
		case 1, 3, 5:
			return "big5"
		}
		return "gbk"
	case 0x11:
		return "shift_jis"
	case 0x12:
		return "euc-kr"
	case 0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24:
		return "windows-1250"
	case 0x02, 0x19, 0x22, 0x23, 0x2F:
		return "windows-1251"
	case 0x08:
		return "windows-1253"
	case 0x1F:
		return "windows-1254"
	case 0x0D:
		return "windows-1255"
	case 0x01, 0x20, 0x29:
		return "windows-1256"
	case 0x25, 0x26, 0x27:
		return "windows-1257"
	case 0x2A:
		return "windows-1258"
	case 0x1E:
		return "windows-874"
	}
	return ""
}

// without returns the error of a document without any text in its pages, if it is one.
func (h *help) without() error {
	switch {
	case h.damaged > 0:
		return malformed("%d pages, all damaged or without text", h.damaged)
	case h.pictures:
		return fmt.Errorf("%w: CHM of nothing but pictures", medium.ErrNoText)
	}
	return fmt.Errorf("%w: CHM without pages", medium.ErrNoText)
}
