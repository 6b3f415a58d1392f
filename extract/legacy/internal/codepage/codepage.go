// Package codepage returns the decoders of code pages, which documents name by numbers.
package codepage

import (
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// pages are the code pages of DOS that the Encoding Standard does not have.
var pages = map[int]*charmap.Charmap{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855,
	858: charmap.CodePage858, 860: charmap.CodePage860, 862: charmap.CodePage862, 863: charmap.CodePage863,
	865: charmap.CodePage865,
}

// labels are names of the Encoding Standard for code pages, but for those of Windows.
var labels = map[int]string{
	866: "ibm866", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1200: "utf-16le",
	10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr", 10007: "x-mac-cyrillic", 10008: "gbk",
	20866: "koi8-r", 21866: "koi8-u", 54936: "gb18030", 65001: "utf-8",
}

// NewDecoder returns the decoder of a code page of DOS, Windows or the Macintosh, or else of 1252.
func NewDecoder(n int) *encoding.Decoder {
	if page := pages[n]; page != nil {
		return page.NewDecoder()
	}
	label := labels[n]
	if label == "" {
		label = "windows-" + strconv.Itoa(n)
	}
	if name := whatwg.Lookup(label); name != "" {
		return whatwg.NewDecoder(name)
	}
	return charmap.Windows1252.NewDecoder()
}
