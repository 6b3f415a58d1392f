package mail

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/transform"
)

// Bytes are decoded to the same text however they arrive.
func TestShifts(t *testing.T) {
	for _, tt := range []struct{ why, name, in, want string }{
		{"two lines", "iso-2022-kr", "\x1b$)Ca\x0eGQ1[\nb\x0eGQ\x0f", "a한글\nb한"},
		{"a sequence that is cut", "iso-2022-kr", "a\x1b$)", "a\x1b$)"},
		{"a character that is cut", "iso-2022-kr", "a\x0eG", "a\uFFFD"},
		{"a tilde in a character, and as itself", "hz-gb-2312", "~{0~V~~}~~", "剥筑~"},
		{"a line that goes on", "hz-gb-2312", "a~\nb~\r\nc", "abc"},
		{"two bytes are ended by the line", "hz-gb-2312", "~{VP\nVP~}", "中\nVP"},
		{"a tilde at the end", "hz-gb-2312", "a~", "a~"},
		{"letters between ASCII", "utf-7", "B+AOQ-cker +AGIA/ABj.", "Bäcker büc."},
		{"a plus", "utf-7", "1 +- 1", "1 + 1"},
		{"two halves of a character", "utf-7", "+2D3eAA-!", "\U0001F600!"},
		{"a half, and a letter", "utf-7", "+2D0A5A-", "\uFFFDä"},
		{"base64 that ends within a character", "utf-7", "a+AOQAb", "aä\uFFFD"},
		{"a byte beyond ASCII", "utf-7", "a\xe4", "a\uFFFD"},
	} {
		whole, _, _ := transform.String(newDecoder(tt.name), tt.in)
		pieces, err := io.ReadAll(transform.NewReader(iotest.OneByteReader(strings.NewReader(tt.in)), newDecoder(tt.name)))
		if whole != tt.want || string(pieces) != tt.want || err != nil {
			t.Errorf("%s: %q, in pieces %q, %v, want %q", tt.why, whole, pieces, err, tt.want)
		}
	}
}
