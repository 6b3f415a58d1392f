// Package whatwg decodes what the Encoding Standard decodes, as it does: every octet
// and every error. The decoders of golang.org/x/text differ from it.
package whatwg

import (
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/lsh-interop/fpcheck/vectors/encodings"
)

// Lookup returns the name, in lower case, of the encoding that a label stands for: the
// Standard's "get an encoding". It is "" if there is none.
func Lookup(label string) (name string) {
	label = strings.Trim(label, "\t\n\f\r ")
	return labels()[strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, label)]
}

// Names are the names of all encodings, in the Standard's order.
func Names() []string {
	var names []string
	for line := range lines("labels") {
		name, _, _ := strings.Cut(line, ";")
		names = append(names, name)
	}
	return names
}

var labels = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for line := range lines("labels") {
		name, rest, _ := strings.Cut(line, ";")
		for label := range strings.FieldsSeq(rest) {
			m[label] = name
		}
	}
	return m
})

// lines are those of a file of data.
func lines(file string) func(yield func(string) bool) {
	text, err := encodings.Files.ReadFile(file + ".txt")
	if err != nil {
		panic(err) // the name is wrong
	}
	return strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n")
}

// NewDecoder returns the decoder of the encoding that [Lookup] names. A byte order mark
// is a character to it. The only errors are of who reads or writes.
func NewDecoder(name string) *encoding.Decoder {
	if name == "utf-8" {
		return unicode.UTF8.NewDecoder()
	}
	start := starts[name]
	if start == nil {
		x := singleByte(name)
		start = func() step { return x }
	}
	return &encoding.Decoder{Transformer: &decoder{start, start()}}
}

// A step decodes what stands at the start of b, which is not empty: into one code
// point, into two, into U+FFFD for an error, or into none. n is how many octets that
// are; 0 asks for more of them, which it does not if these are the last.
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
