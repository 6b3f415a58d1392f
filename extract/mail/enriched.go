package mail

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
)

const enriched = "text/enriched"

// longestTag is how many bytes a tag of text/enriched may have between its brackets.
const longestTag = 61

// paragraphs are the commands of text/enriched that begin lines.
var paragraphs = lazy.Names("center excerpt flushboth flushleft flushright indent indentright paraindent")

// rendered returns what text/enriched shows (RFC 1896). A line end is a blank, and n line ends are n-1, except in
// <nofill>. Commands and their parameters are no text.
func rendered(text []byte) (shown []byte) {
	unfilled := 0 // commands that keep line ends
	ends := true  // a parameter that begins may have an end
	for len(text) > 0 {
		switch c := text[0]; {
		case bytes.HasPrefix(text, []byte("<<")):
			shown, text = append(shown, '<'), text[2:]
		case c == '<':
			name, rest, ok := command(text)
			if !ok {
				shown, text = append(shown, '<'), text[1:]
				continue
			}
			text = rest
			switch bare := bytes.TrimPrefix(name, []byte("/")); {
			case string(name) == "param" && ends:
				if _, after, found := bytes.Cut(text, []byte("</param>")); found {
					text = after
				} else {
					ends = false
				}
			case string(name) == "nofill":
				unfilled++
			case string(name) == "/nofill":
				unfilled = max(0, unfilled-1)
			case paragraphs.Has(string(bare)):
				shown = append(shown, '\n')
			}
		case c == '\r' && len(text) > 1 && text[1] == '\n':
			text = text[1:]
		case c == '\n':
			n := 0
			for len(text) > 0 && (text[0] == '\n' || text[0] == '\r') {
				if text[0] == '\n' {
					n++
				}
				text = text[1:]
			}
			if unfilled == 0 {
				n--
			}
			if shown = append(shown, bytes.Repeat([]byte("\n"), n)...); n == 0 {
				shown = append(shown, ' ')
			}
		default:
			shown, text = append(shown, c), text[1:]
		}
	}
	return shown
}

// command returns the name of the command at the start of a text, in lower case.
func command(text []byte) (name, rest []byte, ok bool) {
	end := bytes.IndexByte(text[:min(len(text), longestTag+2)], '>')
	if end < 2 {
		return nil, nil, false
	}
	for i, c := range text[1:end] {
		if isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'; !isLetter && c != '-' && (c < '0' || c > '9') && (c != '/' || i > 0) {
			return nil, nil, false
		}
	}
	return bytes.ToLower(text[1:end]), text[end+1:], true
}
