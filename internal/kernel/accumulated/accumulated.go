// Package accumulated generates the texts of accumulated vectors, and the digest of their results
// (SPEC.md, chapter 12).
package accumulated

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/splitmix"
)

// A generator generates pseudorandom numbers (R12.1).
type generator splitmix.Generator

func (g *generator) below(n uint64) int { return int((*splitmix.Generator)(g).Next() >> 32 % n) }

// The lists of R12.2.
var (
	ranges = [28][2]rune{
		{0x00C0, 0x024F}, {0x0250, 0x02FF}, {0x0370, 0x03FF}, {0x0400, 0x052F},
		{0x0530, 0x058F}, {0x0590, 0x05FF}, {0x0600, 0x06FF}, {0x0700, 0x08FF},
		{0x0900, 0x0DFF}, {0x0E00, 0x0EFF}, {0x0F00, 0x0FFF}, {0x1000, 0x10FF},
		{0x1100, 0x11FF}, {0x13A0, 0x13FF}, {0x1780, 0x17FF}, {0x1AB0, 0x1CFF},
		{0x1D00, 0x1FFF}, {0x2000, 0x218F}, {0x2460, 0x24FF}, {0x3040, 0x30FF},
		{0x4E00, 0x9FFF}, {0xAB30, 0xABBF}, {0xAC00, 0xD7A3}, {0xFB00, 0xFDFF},
		{0xFE00, 0xFFEF}, {0x10400, 0x104FF}, {0x1D400, 0x1D7FF}, {0xE0000, 0xE01EF},
	}
	identifierPieces = [14]string{"http://", "www.", "doi:", "10.1000/", "@", "mailto:", "://", ".com",
		"URN:", "issn:", "Info:", "(", ").", "x@y.z"}
	specials = [30]rune{0x00AD, 0x00B2, 0x00DF, 0x0130, 0x0131, 0x0149, 0x01F0, 0x0307, 0x0345,
		0x034F, 0x0390, 0x03C2, 0x03F4, 0x0600, 0x0640, 0x115F, 0x1E9E, 0x1FB4, 0x200B, 0x200C,
		0x200D, 0x2122, 0x212B, 0x24D0, 0x3099, 0xFB01, 0xFDFA, 0xFE0F, 0xFEFF, 0xFFFD}
	linePieces = [40]string{
		"-\u000A", "a-\u000Ab", "\u00E9\u00AD \u000D\u000A\u0009x", "a\u2010\u2028b-\u000Ac", "a\u0323-\u00A0\u0085\u0009\u00FF",
		"a-\u000C", "a-\u000D", "a-\u000A\u000Ab", "a-\u000AB", "4-\u000Ab",
		"\u65E5\u000A\u672C", "\u30A2 \u3000\u30A4", "\u5B57 ", " \u5B57", "\u30FC\u200B\u3006",
		"\u3042 a", "\u0E44\u0E17\u0E22\u200B\u000A\u0E44\u0E17\u0E22", "\u0E01\u0E48 ", " \u0E33", "\u0E51\u0E52 \u0E01",
		"\u1781\u17D2\u1798\u17C2\u179A \u000A\u1781\u17D2\u1798", "\u1019\u103C\u1014\u103A\u2029\u1019\u102C", "\u0E81\u0EB2 \u0E44\u0E17\u0E22", "\u200B", "\u0640",
		"\u0628\u064E\u0640\u0640\u0628", "i\u0307\u0323\u0307", "\u0130", "I\u0307", "\u0131\u0323\u0307",
		"\u0131", "o\u02BB", "n\u02BC\u02BCn", "\uA78C", "\u2167",
		"\u3007\u2167", "\u0301\u30A2\u3099", "\uFF76\uFF9E\u000A\uFF8A\uFF70", "\u0915\u094D\u0937\u093F", "\u20DDa\u20DD",
	}
)

// AppendText appends the generated text number i of a seed (R12.2) to b. It may be ill-formed UTF-8.
func AppendText(b []byte, seed, i uint64) []byte {
	g := generator(splitmix.Mix(seed + i))
	for range 1 + g.below(48) {
		b = g.piece(b)
	}
	return b
}

func (g *generator) piece(b []byte) []byte {
	switch k := g.below(16); k {
	case 0, 1, 2, 3, 4:
		for range 1 + g.below(12) {
			b = append(b, byte('a'+g.below(26)))
		}
	case 5:
		b = append(b, ' ')
	case 6:
		b = append(b, '\n')
	case 7, 8:
		r := ranges[g.below(uint64(len(ranges)))]
		for range 1 + g.below(6) {
			b = utf8.AppendRune(b, r[0]+rune(g.below(uint64(r[1]-r[0]+1))))
		}
	case 9:
		for range 1 + g.below(40) {
			b = utf8.AppendRune(b, rune(0x300+g.below(112)))
		}
	case 10:
		c := rune(g.below(0x10F800))
		if c >= 0xD800 {
			c += 0x800
		}
		b = utf8.AppendRune(b, c)
	case 11:
		for range 1 + g.below(8) {
			b = append(b, byte(0x21+g.below(94)))
		}
	case 12:
		b = append(b, identifierPieces[g.below(uint64(len(identifierPieces)))]...)
	case 13:
		for range 1 + g.below(3) {
			b = append(b, byte(0x80+g.below(128)))
		}
	case 14:
		b = utf8.AppendRune(b, specials[g.below(uint64(len(specials)))])
	case 15:
		b = g.limits(b)
	}
	return b
}

// limits appends a piece near a limit of the specification, or for the rules on lines and forms.
func (g *generator) limits(b []byte) []byte {
	times := func(s string, least int, n uint64) {
		for range least + g.below(n) {
			b = append(b, s...)
		}
	}
	switch j := g.below(64); {
	case j == 0:
		times("a", 4090, 13)
	case j == 1:
		times("\u0301", 1020, 10)
	case j == 2:
		times(".", 2040, 16)
		b = append(b, "://"...)
	case j == 3:
		b = append(b, "a-"...)
		times(" ", 62, 6)
		b = append(b, "\nb"...)
	case j == 4:
		b = append(b, "日"...)
		times(" ", 254, 6)
		b = append(b, "日"...)
	case j <= 36:
		b = append(b, linePieces[g.below(uint64(len(linePieces)))]...)
	default:
		b = append(b, ' ')
	}
	return b
}

// A Digest is a single digest of many results (R12.3).
type Digest struct{ sum hash.Hash }

// NewDigest returns the digest of no result.
func NewDigest() *Digest { return &Digest{sha256.New()} }

// Add adds the next text: the string of its fingerprint, "" without one, and its number of features.
func (d *Digest) Add(fingerprint string, features int) {
	fingerprint = cmp.Or(fingerprint, "-")
	fmt.Fprintf(d.sum, "%s %d\n", fingerprint, features)
}

// String returns the digest of all results so far, in hexadecimal.
func (d *Digest) String() string { return hex.EncodeToString(d.sum.Sum(nil)) }
