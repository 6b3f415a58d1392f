package converted

import "strings"

// published returns the text in the output of pub2raw. This is the calls of libmspub that make the
// pages, one a line. Its paragraphs are lines. Its other format, SVG, cuts words where their look
// changes.
func published(calls string) string {
	var text strings.Builder
	inText := false // which may have line ends
	for call := range strings.Lines(calls) {
		call = strings.TrimRight(call, "\r\n")
		name := strings.TrimLeft(call, " ")
		rest, begins := strings.CutPrefix(name, "insertText (")
		switch {
		case begins, inText:
			if !begins {
				text.WriteByte('\n')
				rest = call
			}
			rest, inText = cutEnd(rest)
			text.WriteString(rest)
		case strings.HasPrefix(name, "insertTab"), strings.HasPrefix(name, "insertSpace"):
			text.WriteByte(' ')
		case strings.HasPrefix(name, "openSpan"), strings.HasPrefix(name, "closeSpan"),
			strings.HasPrefix(name, "openLink"), strings.HasPrefix(name, "closeLink"):
		case text.Len() > 0 && !strings.HasSuffix(text.String(), "\n"):
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// cutEnd removes the bracket that ends a call from a text. It reports whether the text continues in the
// next line.
func cutEnd(text string) (string, bool) {
	cut, ended := strings.CutSuffix(text, ")")
	return cut, !ended
}
