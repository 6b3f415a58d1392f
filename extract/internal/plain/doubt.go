package plain

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// isDOS reports whether an encoding is a code page of DOS with Latin letters. They are where Windows has quotation
// marks and other signs, which do not count as text.
func isDOS(name string) bool { return name == "ibm437" || name == "ibm850" || name == "ibm852" }

// joining are marks that ordinary texts have between two letters.
const joining = inWords + "‘–—…"

// opening are marks that no letter precedes.
const opening = "„‚¿¡"

// doubtful returns the bytes that are probably letters of another encoding, in ascending order. This encoding of
// single bytes does not define them. Or they are marks in it that mostly stand within words in Latin letters. Such a
// mark is a small letter in a code page of DOS. A « with its » is none.
func doubtful(name string, text []byte) (octets []byte) {
	p := pageOf(name)
	if p == nil {
		return nil
	}
	var all, within [256]int
	for i, c := range text {
		all[c]++
		if c >= 0x80 && i > 0 && p.scripts[text[i-1]] == unicode.Latin && (strings.ContainsRune(opening, p.runes[c]) ||
			i+1 < len(text) && p.scripts[text[i+1]] == unicode.Latin && p.kinds[text[i+1]] == small) {
			within[c]++
		}
	}
	letters := smallInDOS()
	if c := slices.Index(p.runes, '«'); c >= 0 && all[c] <= all[max(0, slices.Index(p.runes, '»'))] {
		within[c] = 0
	}
	for c := 0x80; c < 0x100; c++ {
		r := p.runes[c]
		isMark := p.kinds[c] < small && letters[c] && !strings.ContainsRune(joining, r)
		if all[c] > 0 && (unicode.IsControl(r) || isMark && 2*within[c] > all[c]) {
			octets = append(octets, byte(c))
		}
	}
	return octets
}

// smallInDOS tells which bytes are small letters in a code page of DOS.
var smallInDOS = sync.OnceValue(func() (small [256]bool) {
	for _, p := range codePages() {
		for c, r := range p.runes {
			small[c] = small[c] || isDOS(p.name) && unicode.IsLower(r)
		}
	}
	return small
})

// pageOf returns an encoding of single bytes by its name, or nil.
func pageOf(name string) *codePage {
	all := codePages()
	if at := slices.IndexFunc(all, func(p *codePage) bool { return p.name == name }); at >= 0 {
		return all[at]
	}
	return nil
}

// DecoderOf returns the decoder of an encoding that [Detect] returned for the start of a text. If it is a guess,
// characters that it leaves in doubt become U+FFFD: they are unknown.
func DecoderOf(name string, head []byte) *encoding.Decoder {
	doubts := doubtful(name, head)
	p := pageOf(name)
	if p == nil {
		return decoderOf(name)
	}
	d := &guessed{runes: slices.Clone(p.runes)}
	for c, r := range d.runes {
		if c >= 0x80 && (unicode.IsControl(r) || slices.Contains(doubts, byte(c))) {
			d.runes[c] = utf8.RuneError
		}
	}
	return &encoding.Decoder{Transformer: d}
}

// guessed decodes a guessed encoding of single bytes.
type guessed struct {
	transform.NopResetter
	runes []rune
}

func (g *guessed) Transform(dst, src []byte, _ bool) (nDst, nSrc int, err error) {
	for _, c := range src {
		if nDst+utf8.UTFMax > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], g.runes[c])
		nSrc++
	}
	return nDst, nSrc, nil
}
