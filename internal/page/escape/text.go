// Package escape makes untrusted text safe to print, such as file names and the output of ports.
// The result cannot affect a terminal, break a line or change a page. File text.go is for text that
// people examine closely, escape.go for lines, terminals and JSON.
package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// unseen are what a reader cannot see, or what changes how the rest is seen.
var unseen = ucd.CategoriesOf(ucd.Cc, ucd.Cf, ucd.Cs, ucd.Co, ucd.Cn, ucd.Zl, ucd.Zp)

// Text returns s with each unseen code point and each ill-formed byte spelled out.
func Text(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				fmt.Fprintf(&b, `\x%02X`, s[i])
				continue
			}
		}
		AppendRune(&b, r)
	}
	return b.String()
}

// AppendRune writes a code point, spelled out if it is unseen.
func AppendRune(b *strings.Builder, r rune) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\t':
		b.WriteString(`\t`)
	case !unseen.Contains(ucd.CategoryOf(r)):
		b.WriteRune(r)
	case r <= 0xFFFF:
		fmt.Fprintf(b, `\u%04X`, r)
	default:
		fmt.Fprintf(b, `\U%08X`, r)
	}
}

// Lines returns a text with each line legible. Tabs become four spaces.
func Lines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n")
	for i, line := range lines {
		lines[i] = Text(line)
	}
	return strings.Join(lines, "\n")
}

// FirstLine returns the first line of a text, legible.
func FirstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return Text(first)
}

// Indent puts by before each line of a text but the first.
func Indent(s, by string) string { return strings.ReplaceAll(s, "\n", "\n"+by) }
