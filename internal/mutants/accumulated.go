package mutants

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lsh-interop/fpcheck"
	"github.com/lsh-interop/fpcheck/scheme"
)

// generator is R12.1 and R12.2 once more, with parts to replace.
type generator struct {
	step     uint64
	mix      func(uint64) uint64
	below    func(next, n uint64) uint64
	start    func(seed, i uint64) uint64       // the state that a text is made from
	pieces   func(draw func() int) func() bool // whether there is one more piece
	distinct bool                              // "n of" is n choices; else one, n times
	last     int                               // 1: a range holds its last code point
	above    rune                              // what is added to a code point from D800 on
	octet    func(c byte) string               // of k = 13
	lastLine int                               // the greatest j that is a line piece
	line     func(piece string) string         // what is written for it

	state uint64
}

func newGenerator() *generator {
	return &generator{
		step: 0x9E3779B97F4A7C15, mix: splitmix64,
		below: func(next, n uint64) uint64 { return next >> 32 % n },
		start: func(seed, i uint64) uint64 { return splitmix64(seed + i) },
		pieces: func(draw func() int) func() bool {
			left := draw()
			return func() bool { left--; return left >= 0 }
		},
		distinct: true, last: 1, above: 0x800,
		octet: func(c byte) string { return string([]byte{c}) }, lastLine: 36,
		line: func(piece string) string { return piece },
	}
}

// finaliser returns a function of the form of mix64.
func finaliser(a, b uint64, shifts [3]int) func(uint64) uint64 {
	return func(z uint64) uint64 {
		z = (z ^ z>>shifts[0]) * a
		z = (z ^ z>>shifts[1]) * b
		return z ^ z>>shifts[2]
	}
}

var splitmix64 = finaliser(0xBF58476D1CE4E5B9, 0x94D049BB133111EB, [3]int{30, 27, 31})

func (g *generator) draw(n int) int {
	g.state += g.step
	return int(g.below(g.mix(g.state), uint64(n)))
}

// of draws n and concatenates as many choices.
func (g *generator) of(least, n int, choose func() string) string {
	n = least + g.draw(n)
	if !g.distinct {
		return strings.Repeat(choose(), n)
	}
	var b strings.Builder
	for range n {
		b.WriteString(choose())
	}
	return b.String()
}

func (g *generator) text(seed, i uint64) []byte {
	g.state = g.start(seed, i)
	var b []byte
	more := g.pieces(func() int { return 1 + g.draw(48) })
	for more() {
		b = append(b, g.piece()...)
	}
	return b
}

func (g *generator) piece() string {
	switch k := g.draw(16); k {
	case 0, 1, 2, 3, 4:
		return g.of(1, 12, func() string { return string(rune('a' + g.draw(26))) })
	case 6:
		return "\n"
	case 7, 8:
		r := generatorRanges[g.draw(28)]
		return g.of(1, 6, func() string { return string(r[0] + rune(g.draw(int(r[1]-r[0])+g.last))) })
	case 9:
		return g.of(1, 40, func() string { return string(rune(0x300 + g.draw(112))) })
	case 10:
		c := rune(g.draw(0x10F800))
		if c >= 0xD800 {
			c += g.above
		}
		return string(c)
	case 11:
		return g.of(1, 8, func() string { return string(rune(0x21 + g.draw(94))) })
	case 12:
		return generatorPieces[g.draw(14)]
	case 13:
		return g.of(1, 3, func() string { return g.octet(byte(0x80 + g.draw(128))) })
	case 14:
		return string(generatorSpecials[g.draw(30)])
	case 15:
		switch j := g.draw(64); {
		case j == 0:
			return strings.Repeat("a", 4090+g.draw(13))
		case j == 1:
			return strings.Repeat("\u0301", 1020+g.draw(10))
		case j == 2:
			return strings.Repeat(".", 2040+g.draw(16)) + "://"
		case j == 3:
			return "a-" + strings.Repeat(" ", 62+g.draw(6)) + "\nb"
		case j == 4:
			return "日" + strings.Repeat(" ", 254+g.draw(6)) + "日"
		case j <= g.lastLine:
			return g.line(generatorLines[g.draw(40)])
		}
	}
	return " "
}

// The lists of R12.2 as the specification has them.
var (
	generatorRanges   = rangesOf(listAfter("numbered from 0:", `[0-9A-F]+–[0-9A-F]+`))
	generatorPieces   = listAfter("The identifier pieces:", "`[^`]+`")
	generatorLines    = unescaped(listAfter("stand for a code point:", "`[^`]+`"))
	generatorSpecials = codePointsOf(listAfter("The special code points:", `\b[0-9A-F]{4,5}\b`))
)

// listAfter returns what matches in the paragraph of the specification after the
// words that introduce a list, without the backticks.
func listAfter(words, pattern string) []string {
	_, list, _ := strings.Cut(fpcheck.Spec, words)
	list, _, _ = strings.Cut(list, "\n\n")
	items := regexp.MustCompile(pattern).FindAllString(list, -1)
	for i, item := range items {
		items[i] = strings.Trim(item, "`")
	}
	return items
}

// unescaped returns texts with their \uXXXX as code points.
func unescaped(list []string) []string {
	for i, s := range list {
		list[i], _ = strconv.Unquote(`"` + s + `"`) // a test compares the texts
	}
	return list
}

func codePointsOf(list []string) []rune {
	var codePoints []rune
	for _, s := range list {
		c, _ := strconv.ParseInt(s, 16, 32) // a test compares the texts
		codePoints = append(codePoints, rune(c))
	}
	return codePoints
}

func rangesOf(list []string) [][]rune {
	var ranges [][]rune
	for _, s := range list {
		ranges = append(ranges, codePointsOf(strings.Split(s, "–")))
	}
	return ranges
}

// chain is R12.3: the digest of the lines of n texts.
func chain(s *scheme.Scheme, n int, text func(i uint64) []byte, line func(fp string, features int) string) string {
	sum, h := sha256.New(), s.New()
	for i := range n {
		h.Reset()
		h.Write(text(uint64(i)))
		fp, _ := h.Fingerprint() // the zero value's string is "": no features
		sum.Write([]byte(line(fp.String(), h.Features())))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// digestLine is the line of one text.
func digestLine(fp string, features int) string {
	if fp == "" {
		fp = "-"
	}
	return fmt.Sprintf("%s %d\n", fp, features)
}

// generating returns the digest with a mutation of the generator.
func generating(change func(g *generator)) func(s *scheme.Scheme, seed uint64, n int) string {
	return func(s *scheme.Scheme, seed uint64, n int) string {
		g := newGenerator()
		change(g)
		return chain(s, n, func(i uint64) []byte { return g.text(seed, i) }, digestLine)
	}
}

// chaining returns the digest with a mutation of its lines.
func chaining(line func(fp string, features int) string) func(s *scheme.Scheme, seed uint64, n int) string {
	return func(s *scheme.Scheme, seed uint64, n int) string {
		g := newGenerator()
		return chain(s, n, func(i uint64) []byte { return g.text(seed, i) }, line)
	}
}

// accumulatedMutants are those of chapter 12.
var accumulatedMutants = []Mutant{
	{
		Name: "below-by-low-bits", Rule: "R12.1",
		Mistake: "takes the low 32 bits of next for below",
		digest: generating(func(g *generator) {
			g.below = func(next, n uint64) uint64 { return next & 0xFFFFFFFF % n }
		}),
	},
	{
		Name: "below-by-all-bits", Rule: "R12.1",
		Mistake: "takes all 64 bits of next for below",
		digest:  generating(func(g *generator) { g.below = func(next, n uint64) uint64 { return next % n } }),
	},
	{
		Name: "below-by-product", Rule: "R12.1",
		Mistake: "multiplies and shifts in place of the remainder, as Lemire's method does",
		digest:  generating(func(g *generator) { g.below = func(next, n uint64) uint64 { return next >> 32 * n >> 32 } }),
	},
	{
		Name: "shift-signed", Rule: "R12.1",
		Mistake: "shifts signed integers, as >> of Java does",
		digest: generating(func(g *generator) {
			g.mix = func(z uint64) uint64 {
				z = (z ^ uint64(int64(z)>>30)) * 0xBF58476D1CE4E5B9
				z = (z ^ uint64(int64(z)>>27)) * 0x94D049BB133111EB
				return z ^ uint64(int64(z)>>31)
			}
		}),
	},
	{
		Name: "state-of-53-bits", Rule: "R12.1",
		Mistake: "keeps the state in a Number of JavaScript, which has 53 bits",
		digest:  generating(func(g *generator) { g.mix = func(z uint64) uint64 { return splitmix64(z &^ 0x7FF) } }),
	},
	{
		Name: "finaliser-of-murmur3", Rule: "R12.1",
		Mistake: "finishes by the constants of MurmurHash3",
		digest: generating(func(g *generator) {
			g.mix = finaliser(0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, [3]int{33, 33, 33})
		}),
	},
	{
		Name: "next-before-step", Rule: "R12.1",
		Mistake: "returns mix64 of the state before it is stepped",
		digest: generating(func(g *generator) {
			mix, step := g.mix, g.step
			g.mix = func(z uint64) uint64 { return mix(z - step) }
		}),
	},
	{
		Name: "texts-from-one", Rule: "R12.2",
		Mistake: "numbers the texts from 1",
		digest: generating(func(g *generator) {
			start := g.start
			g.start = func(seed, i uint64) uint64 { return start(seed, i+1) }
		}),
	},
	{
		Name: "start-not-mixed", Rule: "R12.2",
		Mistake: "makes a text from the state S + i as it is",
		digest:  generating(func(g *generator) { g.start = func(seed, i uint64) uint64 { return seed + i } }),
	},
	{
		Name: "pieces-drawn-anew", Rule: "R12.2",
		Mistake: "draws the number of pieces before each of them, in the condition of a loop",
		digest: generating(func(g *generator) {
			g.pieces = func(draw func() int) func() bool {
				i := -1
				return func() bool { i++; return i < draw() }
			}
		}),
	},
	{
		Name: "choice-made-once", Rule: "R12.2",
		Mistake: "makes one choice and repeats it, where the choice is made anew",
		digest:  generating(func(g *generator) { g.distinct = false }),
	},
	{
		Name: "last-of-range-missing", Rule: "R12.2",
		Mistake: "draws below last - first, without the last",
		digest:  generating(func(g *generator) { g.last = 0 }),
	},
	{
		Name: "surrogates-not-skipped", Rule: "R12.2",
		Mistake: "does not add 800 to a code point from D800 on",
		digest:  generating(func(g *generator) { g.above = 0 }),
	},
	{
		Name: "octets-as-code-points", Rule: "R12.2",
		Mistake: "writes the octets of k = 13 as code points, as a generator of strings does",
		digest:  generating(func(g *generator) { g.octet = func(c byte) string { return string(rune(c)) } }),
	},
	{
		Name: "line-pieces-to-35", Rule: "R12.2",
		Mistake: "reads \"5 to 36\" without the last, as range() does",
		digest:  generating(func(g *generator) { g.lastLine = 35 }),
	},
	{
		Name: "line-escapes-as-written", Rule: "R12.2",
		Mistake: "writes the escapes of the line pieces as they stand, as a raw string has them",
		digest: generating(func(g *generator) {
			g.line = func(piece string) string { return strings.Trim(strconv.QuoteToASCII(piece), `"`) }
		}),
	},
	{
		Name: "line-blanks-trimmed", Rule: "R12.2",
		Mistake: "trims the line pieces, as a reader of a list does",
		digest:  generating(func(g *generator) { g.line = strings.TrimSpace }),
	},
	{
		Name: "none-left-out", Rule: "R12.3",
		Mistake: "leaves texts without a fingerprint out of the digest",
		digest: chaining(func(fp string, features int) string {
			if fp == "" {
				return ""
			}
			return digestLine(fp, features)
		}),
	},
	{
		Name: "none-is-empty", Rule: "R12.3",
		Mistake: "writes nothing in place of - for a text without a fingerprint",
		digest:  chaining(func(fp string, features int) string { return fmt.Sprintf("%s %d\n", fp, features) }),
	},
	{
		Name: "digest-without-features", Rule: "R12.3",
		Mistake: "leaves the feature counts out of the digest",
		digest:  chaining(func(fp string, _ int) string { return strings.TrimSuffix(digestLine(fp, 0), " 0\n") + "\n" }),
	},
	{
		Name: "digest-of-crlf", Rule: "R12.3",
		Mistake: "ends lines by CR LF, as files in text mode do on Windows",
		digest: chaining(func(fp string, features int) string {
			return strings.Replace(digestLine(fp, features), "\n", "\r\n", 1)
		}),
	},
	{
		Name: "digest-separated", Rule: "R12.3",
		Mistake: "separates the lines and does not end the last, as join does",
		digest: func(s *scheme.Scheme, seed uint64, n int) string {
			left := n
			return chaining(func(fp string, features int) string {
				line := digestLine(fp, features)
				if left--; left == 0 {
					line = strings.TrimSuffix(line, "\n")
				}
				return line
			})(s, seed, n)
		},
	},
}
