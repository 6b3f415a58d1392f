package markup

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// Whatever the bytes: no panic, well-formed text with single blanks, and the same
// however the reader hands them over.
func FuzzXMLText(f *testing.F) {
	for _, s := range []string{
		"<r>a<!-- b --><![CDATA[c]]>&amp;</r>", "<!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>", "\xff\xfe<\x00r\x00/\x00>\x00", "<html><pre>a\nb</pre></html>",
		"<TEI><choice><sic>a</sic><corr>b</corr></choice><lb break='no'/></TEI>", "<alto><String CONTENT='a' SUBS_TYPE='HypPart1' SUBS_CONTENT='b'/><HYP/></alto>",
		"<PcGts><TextLine><TextEquiv><Unicode>a</Unicode></TextEquiv></TextLine></PcGts>", "<article><alternatives><x/><y>b</y></alternatives></article>",
	} {
		f.Add([]byte(s), "")
		f.Add([]byte(s), "koi8-r")
	}
	f.Fuzz(func(t *testing.T, octets []byte, declared string) {
		text, name, err := XMLText(octets, declared)
		slow := newSlow(octets, name)
		again, err2 := io.ReadAll(slow)
		if (err == nil) != (err2 == nil) || err == nil && string(again) != text || err != nil && err.Error() != err2.Error() {
			t.Errorf("%q in pieces: %q, %v, want %q, %v", octets, again, err2, text, err)
		}
		if err != nil {
			if !errors.Is(err, medium.ErrMalformed) && !errors.Is(err, medium.ErrTooDeep) && !errors.Is(err, medium.ErrTooLarge) {
				t.Errorf("%q: error %v", octets, err)
			}
			return
		}
		if name == "" || !utf8.ValidString(text) {
			t.Errorf("%q in %q: %q is not well-formed", octets, name, text)
		}
		if strings.Trim(text, whatwg.Blanks) != text || strings.ContainsAny(text, "\t\f\r") || strings.Contains(text, "  ") ||
			strings.Contains(text, " \n") || strings.Contains(text, "\n ") || strings.Contains(text, "\n\n") {
			t.Errorf("%q: blanks of %q", octets, text)
		}
	})
}

// newSlow reads a document a byte at a time, by windows so small that they cut almost everything.
func newSlow(octets []byte, encoding string) *xmlText {
	mark := 0
	if _, n := whatwg.ByteOrderMark(octets); n > 0 {
		mark = n
	}
	x := newXMLText(iotest.OneByteReader(strings.NewReader(string(octets[mark:]))), encoding)
	x.scanner.buffer = x.scanner.buffer[:16]
	return x
}

func BenchmarkXMLText(b *testing.B) {
	for name, document := range map[string]string{
		"prose": "<book>" + strings.Repeat("<p class='a' id='b'>All human beings are born free and <em>equal</em> in dignity &amp; rights.</p>\n", 5000) + "</book>",
		"data":  "<list>\n" + strings.Repeat("  <row number='1' of='2'>\n    <cell>one</cell>\n    <cell/>\n  </row>\n", 5000) + "</list>",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			for b.Loop() {
				if _, _, err := XMLText([]byte(document), ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
