package mutants

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/lsh-interop/fpcheck/internal/engine/port"
	"github.com/lsh-interop/fpcheck/internal/rules"
)

// textMutants returns the mutants of chapter 1.
func textMutants() []Mutant {
	return []Mutant{
		{
			Name: "overlong-accepted", Rule: "R1.1",
			Mistake: "decodes C0 80 as U+0000 and C0 AF as a slash, as Java's modified UTF-8 and old C decoders do",
			replace: sequences(func(b []byte) (string, int) {
				if len(b) >= 2 && b[0]&^1 == 0xC0 && b[1]&0xC0 == 0x80 {
					return string(rune(b[0]&1)<<6 | rune(b[1]&0x3F)), 2
				}
				return "", 0
			}),
		},
		{
			Name: "surrogate-pairs-accepted", Rule: "R1.1",
			Mistake: "decodes a surrogate pair in six octets, as CESU-8 of Oracle and Java is written",
			replace: sequences(func(b []byte) (string, int) {
				if len(b) >= 6 && b[0] == 0xED && b[1]&0xF0 == 0xA0 && b[3] == 0xED && b[4]&0xF0 == 0xB0 {
					return string(0x10000 + (rune(b[1]&0xF)<<6|rune(b[2]&0x3F))<<10 + (rune(b[4]&0xF)<<6 | rune(b[5]&0x3F))), 6
				}
				return "", 0
			}),
		},
		{
			Name: "surrogates-accepted", Rule: "R1.1",
			Mistake: "lets ED A0 80 through as a code point, as WTF-8 and Python's surrogatepass do",
			replace: sequences(func(b []byte) (string, int) {
				if len(b) >= 3 && b[0] == 0xED && b[1]&0xE0 == 0xA0 && b[2]&0xC0 == 0x80 {
					return string(b[:3]), 3
				}
				return "", 0
			}),
		},
		{
			Name: "basic-plane-only", Rule: "R1.1",
			Mistake: "knows sequences of three octets at most, as MySQL's utf8 does",
			replace: sequences(func(b []byte) (string, int) {
				if _, size := utf8.DecodeRune(b); size == 4 {
					return "\uFFFD", 4
				}
				return "", 0
			}),
		},
		{
			Name: "replacement-each-octet", Rule: "R1.2",
			Mistake: "gives one U+FFFD for each ill-formed octet, as Go's conversion to runes does",
			replace: illFormed(func(octets []byte) string { return strings.Repeat("\uFFFD", len(octets)) }),
		},
		{
			Name: "replacement-each-subpart", Rule: "R1.2",
			Mistake: "gives one U+FFFD for each maximal subpart, as the Encoding Standard, Python and Rust do",
			replace: illFormed(func(octets []byte) string {
				text, _ := unicode.UTF8.NewDecoder().Bytes(octets)
				return string(text)
			}),
		},
		{
			Name: "ill-formed-deleted", Rule: "R1.2",
			Mistake: "drops ill-formed octets, as iconv -c and Python's errors=ignore do",
			replace: illFormed(func([]byte) string { return "" }),
		},
		{
			Name: "unfinished-lost", Rule: "R1.2",
			Mistake: "loses an unfinished sequence at the end, as a streaming decoder does that is never flushed",
			mutate: readAs(func(octets []byte) []byte {
				for n := 1; n <= min(3, len(octets)); n++ {
					if last := octets[len(octets)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
						return octets[:len(octets)-n]
					}
				}
				return octets
			}),
		},
		{
			Name: "latin-1-guessed", Rule: "R1.2",
			Mistake: "takes a text that is ill-formed for windows-1252, as mail readers and editors do",
			mutate: readAs(func(octets []byte) []byte {
				if !utf8.Valid(octets) {
					octets, _ = charmap.Windows1252.NewDecoder().Bytes(octets)
				}
				return octets
			}),
		},
		{
			Name: "byte-order-mark-stripped", Rule: "R1.3",
			Mistake: "drops U+FEFF at the start, as Python's utf-8-sig and the web's decoders do",
			mutate:  textAs(func(text string) string { return strings.TrimPrefix(text, "\uFEFF") }),
		},
		{
			Name: "replacements-merged", Rule: "R1.3",
			Mistake: "merges every U+FFFD beside another, by replacing U+FFFD+ after decoding",
			mutate: textAs(func(text string) string {
				for strings.Contains(text, "\uFFFD\uFFFD") {
					text = strings.ReplaceAll(text, "\uFFFD\uFFFD", "\uFFFD")
				}
				return text
			}),
		},
		{
			Name: "nul-ends-text", Rule: "R1.3",
			Mistake: "stops at U+0000, as C strings do",
			mutate: textAs(func(text string) string {
				text, _, _ = strings.Cut(text, "\x00")
				return text
			}),
		},
		{
			Name: "line-ends-translated", Rule: "R1.3",
			Mistake: "makes one line feed of CR LF, as files opened in text mode do",
			mutate:  textAs(func(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }),
		},
		{
			Name: "noncharacters-replaced", Rule: "R1.3",
			Mistake: "takes a noncharacter for ill-formed, as decoders of Unicode before 6.3 did",
			mutate: textAs(func(text string) string {
				return strings.Map(func(r rune) rune {
					if r&0xFFFE == 0xFFFE {
						return '\uFFFD'
					}
					return r
				}, text)
			}),
		},
	}
}

// decodingText returns a mutation of chapter 1.
func decodingText(change func(d *rules.Decoder)) func(r *rules.Rules) {
	return func(r *rules.Rules) { change(r.Decoder) }
}

// sequences returns a mutation of R1.1: some bytes are read in another way. special
// returns the text of those at the start, and how many they are, or 0.
func sequences(special func([]byte) (text string, size int)) func(r *rules.Rules) {
	return decodingText(func(d *rules.Decoder) {
		wellFormed := d.Sequence
		d.Sequence = func(octets []byte) (string, int) {
			if text, size := special(octets); size > 0 {
				return text, size
			}
			return wellFormed(octets)
		}
	})
}

// illFormed returns a mutation of R1.2: what ill-formed bytes give.
func illFormed(text func(octets []byte) string) func(r *rules.Rules) {
	return decodingText(func(d *rules.Decoder) { d.IllFormed = text })
}

// readAs changes the bytes before they are read as text.
func readAs(change func([]byte) []byte) func(p *port.Port) {
	return func(p *port.Port) {
		text := p.Text
		p.Text = func(octets []byte) string { return text(change(octets)) }
	}
}

// textAs changes the text that bytes were read as.
func textAs(change func(string) string) func(p *port.Port) {
	return func(p *port.Port) {
		text := p.Text
		p.Text = func(octets []byte) string { return change(text(octets)) }
	}
}
