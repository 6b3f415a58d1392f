package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Accumulated is chapter 12: many texts made from a seed, and one digest of what they
// give.
type Accumulated struct {
	Mix   func(state uint64) uint64   // R12.1: mix64
	Below func(next, n uint64) uint64 // R12.1: a number below n
	Start func(seed, i uint64) uint64 // R12.2: the state that text i is made from

	Pieces    func(draw func() int, piece func())                // R12.2: calls piece as often as draw says
	Choices   func(n int, choose func() string) string           // R12.2: "n of"
	OfRange   func(below func(n int) int, first, last rune) rune // R12.2: k = 7 and 8
	CodePoint func(c int) rune                                   // R12.2: k = 10
	Octet     func(c byte) string                                // R12.2: k = 13
	LastLine  int                                                // R12.2: k = 15: the greatest j of a line piece
	Line      func(piece string) string                          // R12.2: k = 15

	Result func(fingerprint string, features int) string // R12.3: the line of a text; "" for no fingerprint
	Chain  func(lines []string) string                   // R12.3: what is hashed
}

// NewAccumulated returns the generator and the digest of every scheme.
func NewAccumulated() *Accumulated {
	return &Accumulated{
		Mix:   Mix64,
		Below: func(next, n uint64) uint64 { return next >> 32 % n },
		Start: func(seed, i uint64) uint64 { return Mix64(seed + i) },
		Pieces: func(draw func() int, piece func()) {
			for range draw() {
				piece()
			}
		},
		Choices: func(n int, choose func() string) string {
			var b strings.Builder
			for range n {
				b.WriteString(choose())
			}
			return b.String()
		},
		OfRange: func(below func(n int) int, first, last rune) rune {
			return first + rune(below(int(last-first+1)))
		},
		CodePoint: func(c int) rune {
			if c < 0xD800 {
				return rune(c)
			}
			return rune(c + 0x800)
		},
		Octet:    func(c byte) string { return string([]byte{c}) },
		LastLine: 36,
		Line:     func(piece string) string { return piece },
		Result: func(fingerprint string, features int) string {
			if fingerprint == "" {
				fingerprint = "-"
			}
			return fmt.Sprintf("%s %d\n", fingerprint, features)
		},
		Chain: func(lines []string) string { return strings.Join(lines, "") },
	}
}

// Text returns text i of a seed (R12.2).
func (a *Accumulated) Text(seed, i uint64) []byte {
	state := a.Start(seed, i)
	below := func(n int) int { // R12.1
		state += 0x9E3779B97F4A7C15
		return int(a.Below(a.Mix(state), uint64(n)))
	}
	var text strings.Builder
	a.Pieces(func() int { return 1 + below(48) }, func() { text.WriteString(a.piece(below)) })
	return []byte(text.String())
}

// piece returns one piece of a text: the table of R12.2.
func (a *Accumulated) piece(below func(n int) int) string {
	switch k := below(16); k {
	case 0, 1, 2, 3, 4:
		return a.Choices(1+below(12), func() string { return string(rune(0x61 + below(26))) })
	case 5:
		return " "
	case 6:
		return "\n"
	case 7, 8:
		r := Ranges[below(28)]
		return a.Choices(1+below(6), func() string { return string(a.OfRange(below, r[0], r[1])) })
	case 9:
		return a.Choices(1+below(40), func() string { return string(rune(0x300 + below(112))) })
	case 10:
		return string(a.CodePoint(below(0x10F800)))
	case 11:
		return a.Choices(1+below(8), func() string { return string(rune(0x21 + below(94))) })
	case 12:
		return IdentifierPieces[below(14)]
	case 13:
		return a.Choices(1+below(3), func() string { return a.Octet(byte(0x80 + below(128))) })
	case 14:
		return string(SpecialCodePoints[below(30)])
	}
	switch j := below(64); {
	case j == 0:
		return strings.Repeat("a", 4090+below(13))
	case j == 1:
		return strings.Repeat("\u0301", 1020+below(10))
	case j == 2:
		return strings.Repeat(".", 2040+below(16)) + "://"
	case j == 3:
		return "a-" + strings.Repeat(" ", 62+below(6)) + "\nb"
	case j == 4:
		return "\u65E5" + strings.Repeat(" ", 254+below(6)) + "\u65E5"
	case j <= a.LastLine:
		return a.Line(LinePieces[below(40)])
	}
	return " "
}

// Digest returns the digest of the first n texts of a seed, whose fingerprints and
// feature counts are given (R12.3).
func (a *Accumulated) Digest(seed uint64, n int, fingerprint func(text []byte) (string, int)) string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = a.Result(fingerprint(a.Text(seed, uint64(i))))
	}
	sum := sha256.Sum256([]byte(a.Chain(lines)))
	return hex.EncodeToString(sum[:])
}

// The lists of R12.2.
var (
	Ranges = [28][2]rune{
		{0x00C0, 0x024F}, {0x0250, 0x02FF}, {0x0370, 0x03FF}, {0x0400, 0x052F}, {0x0530, 0x058F},
		{0x0590, 0x05FF}, {0x0600, 0x06FF}, {0x0700, 0x08FF}, {0x0900, 0x0DFF}, {0x0E00, 0x0EFF},
		{0x0F00, 0x0FFF}, {0x1000, 0x10FF}, {0x1100, 0x11FF}, {0x13A0, 0x13FF}, {0x1780, 0x17FF},
		{0x1AB0, 0x1CFF}, {0x1D00, 0x1FFF}, {0x2000, 0x218F}, {0x2460, 0x24FF}, {0x3040, 0x30FF},
		{0x4E00, 0x9FFF}, {0xAB30, 0xABBF}, {0xAC00, 0xD7A3}, {0xFB00, 0xFDFF}, {0xFE00, 0xFFEF},
		{0x10400, 0x104FF}, {0x1D400, 0x1D7FF}, {0xE0000, 0xE01EF},
	}
	IdentifierPieces = [14]string{
		"http://", "www.", "doi:", "10.1000/", "@", "mailto:", "://", ".com", "URN:", "issn:", "Info:",
		"(", ").", "x@y.z",
	}
	SpecialCodePoints = [30]rune{
		0x00AD, 0x00B2, 0x00DF, 0x0130, 0x0131, 0x0149, 0x01F0, 0x0307, 0x0345, 0x034F, 0x0390, 0x03C2,
		0x03F4, 0x0600, 0x0640, 0x115F, 0x1E9E, 0x1FB4, 0x200B, 0x200C, 0x200D, 0x2122, 0x212B, 0x24D0,
		0x3099, 0xFB01, 0xFDFA, 0xFE0F, 0xFEFF, 0xFFFD,
	}
	LinePieces = [40]string{
		"-\u000A", "a-\u000Ab", "\u00E9\u00AD\u0020\u000D\u000A\u0009x",
		"a\u2010\u2028b-\u000Ac", "a\u0323-\u00A0\u0085\u0009\u00FF", "a-\u000C", "a-\u000D",
		"a-\u000A\u000Ab", "a-\u000AB", "4-\u000Ab", "\u65E5\u000A\u672C",
		"\u30A2\u0020\u3000\u30A4", "\u5B57\u0020", "\u0020\u5B57", "\u30FC\u200B\u3006",
		"\u3042\u0020a", "\u0E44\u0E17\u0E22\u200B\u000A\u0E44\u0E17\u0E22",
		"\u0E01\u0E48\u0020", "\u0020\u0E33", "\u0E51\u0E52\u0020\u0E01",
		"\u1781\u17D2\u1798\u17C2\u179A\u0020\u000A\u1781\u17D2\u1798",
		"\u1019\u103C\u1014\u103A\u2029\u1019\u102C", "\u0E81\u0EB2\u0020\u0E44\u0E17\u0E22",
		"\u200B", "\u0640", "\u0628\u064E\u0640\u0640\u0628", "i\u0307\u0323\u0307", "\u0130",
		"I\u0307", "\u0131\u0323\u0307", "\u0131", "o\u02BB", "n\u02BC\u02BCn", "\uA78C",
		"\u2167", "\u3007\u2167", "\u0301\u30A2\u3099", "\uFF76\uFF9E\u000A\uFF8A\uFF70",
		"\u0915\u094D\u0937\u093F", "\u20DDa\u20DD",
	}
)
