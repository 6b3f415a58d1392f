// Package codepage returns the decoders of code pages, which documents name by numbers.
package codepage

import (
	"strconv"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/internal/unicode/charsets"
)

// labels are names of the Encoding Standard for code pages, but for those of Windows.
var labels = map[int]string{
	866: "ibm866", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 1200: "utf-16le",
	10000: "macintosh", 10001: "shift_jis", 10002: "big5", 10003: "euc-kr", 10007: "x-mac-cyrillic", 10008: "gbk",
	20866: "koi8-r", 21866: "koi8-u", 54936: "gb18030", 65001: "utf-8",
}

// Decoders has decoders by code pages. Making one takes longer than decoding a few bytes.
type Decoders map[int]*encoding.Decoder

// Of returns the decoder of a code page.
func (d Decoders) Of(page int) *encoding.Decoder {
	if d[page] == nil {
		d[page] = NewDecoder(page)
	}
	return d[page]
}

// NewDecoder returns the decoder of a code page of DOS, Windows or the Macintosh, or else of 1252.
func NewDecoder(n int) *encoding.Decoder {
	number := strconv.Itoa(n)
	for _, label := range []string{labels[n], "windows-" + number, "cp" + number} {
		if name := charsets.Lookup(label); name != "" {
			return charsets.NewDecoder(name)
		}
	}
	return charmap.Windows1252.NewDecoder()
}
