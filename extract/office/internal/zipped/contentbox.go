package zipped

import (
	"strings"
	"unicode"
)

// contentBox is the state of a check box whose text shows it, until that text is read. Any symbol can be
// chosen for it. A geometric shape takes no part in digests (R10.7), so a box or a tick takes its place.
type contentBox string

// shown returns what is shown for a text.
func (b *contentBox) shown(text string) string {
	if *b == "" || strings.TrimSpace(text) == "" {
		return text
	}
	box := b.end()
	counts := func(r rune) bool { return (r < 0x2500 || r > 0x25FF) && !unicode.IsSpace(r) }
	if strings.ContainsFunc(text, counts) {
		return text
	}
	return box
}

// end ends the check box. It returns what is shown if there was no text.
func (b *contentBox) end() string {
	box := string(*b)
	*b = ""
	return box
}
