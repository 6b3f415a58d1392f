// Package field reads the fields of Word: their instructions, and what the fields of forms show. Word's
// own formats have them, and so have RTF and OpenDocument.
package field

import (
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"github.com/lsh-interop/fpcheck/extract/internal/symbol"
)

// Name returns the name of a field, which is the first word of its instruction, in capitals.
func Name(instruction string) string {
	name, _ := cutWord(instruction)
	return strings.ToUpper(name)
}

// cutWord returns the first word, and the rest.
func cutWord(s string) (word, rest string) {
	const blanks = " \t\r\n"
	s = strings.TrimLeft(s, blanks)
	if i := strings.IndexAny(s, blanks); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// IsPageNumber reports whether a field shows the number of its page, or the number of pages. (In a
// table of contents, the number of another page is PAGEREF.)
func IsPageNumber(name string) bool {
	switch name {
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		return true
	}
	return false
}

// ShowsInstruction reports whether a field shows a part of its instruction in place of a result.
func ShowsInstruction(name string) bool {
	switch name {
	case "EQ", "SYMBOL", "MACROBUTTON", "GOTOBUTTON":
		return true
	}
	return false
}

// Text returns what such a field shows, and "" for any other.
func Text(instruction string) string {
	name, rest := cutWord(instruction)
	switch strings.ToUpper(name) {
	case "EQ":
		return equation(rest)
	case "SYMBOL":
		return character(rest)
	case "MACROBUTTON", "GOTOBUTTON": // a name comes first
		_, rest = cutWord(rest)
		return strings.TrimSpace(rest)
	}
	return ""
}

// character returns the text of a field SYMBOL. Its argument is the number of a character in the code
// page of Windows, or in Unicode (\u). It may name a font (\f).
func character(arguments string) string {
	number, rest := cutWord(arguments)
	n, err := strconv.ParseUint(strings.Trim(number, `"`), 0, 16)
	if err != nil {
		return ""
	}
	font, inUnicode := "", false
	for _, s := range strings.Split(rest, `\`) {
		switch name, value := cutWord(s); strings.ToLower(name) {
		case "f":
			font = strings.Trim(strings.TrimSpace(value), `"`)
		case "u":
			inUnicode = true
		}
	}
	switch {
	case symbol.IsFont(font):
		return symbol.Text(font, rune(n))
	case n < 0x100 && !inUnicode:
		return string(charmap.Windows1252.DecodeByte(byte(n)))
	}
	return string(rune(n))
}
