package converted

import "strings"

// published returns the text in what pub2raw writes: the calls of libmspub that make the pages, one in a
// line. Its paragraphs are lines; of the text in the other form that it has, SVG, words are cut where
// their look changes.
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

// cutEnd takes the bracket that ends a call off a text, and reports whether it goes on in the next line.
func cutEnd(text string) (string, bool) {
	cut, ended := strings.CutSuffix(text, ")")
	return cut, !ended
}
