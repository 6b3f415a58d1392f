package chm

import (
	"fmt"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
)

// charsetOf returns the encoding of pages that declare none, by the language of the container. It is the
// Windows encoding for that language ([MS-LCID]). It is "" for Western Europe, whose pages are read like
// any page.
func charsetOf(locale uint32) string {
	const chinese = 0x04
	switch locale & 0xFFFF {
	case 1<<10 | chinese, 3<<10 | chinese, 5<<10 | chinese:
		return "big5"
	}
	return charsets[locale&0x3FF]
}

var charsets = map[uint32]string{
	0x04: "gbk", 0x11: "shift_jis", 0x12: "euc-kr", 0x1E: "windows-874",
	0x05: "windows-1250", 0x0E: "windows-1250", 0x15: "windows-1250", 0x18: "windows-1250",
	0x1A: "windows-1250", 0x1B: "windows-1250", 0x1C: "windows-1250", 0x24: "windows-1250",
	0x02: "windows-1251", 0x19: "windows-1251", 0x22: "windows-1251", 0x23: "windows-1251", 0x2F: "windows-1251",
	0x08: "windows-1253", 0x1F: "windows-1254", 0x0D: "windows-1255", 0x2A: "windows-1258",
	0x01: "windows-1256", 0x20: "windows-1256", 0x29: "windows-1256",
	0x25: "windows-1257", 0x26: "windows-1257", 0x27: "windows-1257",
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
