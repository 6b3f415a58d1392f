package rtf

import (
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// symbols stands for the charset of symbol fonts.
const symbols = -1

// charsets are the code pages of \fcharset.
var charsets = map[int]int{
	0: 1252, 2: symbols, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254,
	163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}

// codePage returns the decoder of a code page of Windows; that of 1252 if it is unknown.
func codePage(n int) *encoding.Decoder {
	switch n {
	case 437:
		return charmap.CodePage437.NewDecoder()
	case 850:
		return charmap.CodePage850.NewDecoder()
	case 852:
		return charmap.CodePage852.NewDecoder()
	case 855:
		return charmap.CodePage855.NewDecoder()
	case 858:
		return charmap.CodePage858.NewDecoder()
	case 860:
		return charmap.CodePage860.NewDecoder()
	case 862:
		return charmap.CodePage862.NewDecoder()
	case 863:
		return charmap.CodePage863.NewDecoder()
	case 865:
		return charmap.CodePage865.NewDecoder()
	}
	label := map[int]string{
		866: "ibm866", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5",
		10000: "macintosh", 10007: "x-mac-cyrillic", 20866: "koi8-r", 21866: "koi8-u", 54936: "gb18030", 65001: "utf-8",
	}[n]
	if label == "" {
		label = "windows-" + strconv.Itoa(n)
	}
	if name := whatwg.Lookup(label); name != "" {
		return whatwg.NewDecoder(name)
	}
	return charmap.Windows1252.NewDecoder()
}
