package stream

import "bytes"

// rawText returns the text that follows the start tag of an element like script, whose content
// has no tags, and whether character references are read in it.
func (m *machine) rawText() (text []byte, references bool) {
	b := m.page[m.pos:]
	n := len(b)
	switch m.raw {
	case tagPlaintext:
	case tagScript:
		n = scriptEnd(b)
	default:
		n = rawEnd(b, names[m.raw])
	}
	m.pos += n
	return b[:n], m.raw == tagTextarea || m.raw == tagTitle
}

// rawEnd returns where the end tag of an element begins.
func rawEnd(b []byte, name string) int {
	for at := 0; ; at++ {
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 {
			return len(b)
		}
		at += n
		if isEndOf(b[at:], name) {
			return at
		}
	}
}

// isEndOf reports whether b begins with the end tag of an element.
func isEndOf(b []byte, name string) bool { return len(b) > 1 && b[1] == '/' && isWord(b[2:], name) }

// isWord reports whether b begins with the name of a tag.
func isWord(b []byte, name string) bool {
	n := len(name)
	return len(b) > n && same(b[:n], name) && lowered[b[n]] == 0 && b[n] != 0
}

// scriptEnd returns where the end tag of a script begins (13.2.5.15 to 13.2.5.31): a script may
// have a comment, in which another script may be.
func scriptEnd(b []byte) int {
	const name = "script"
	const (
		data = iota
		escaped
		twice
	)
	state, dashes := data, 0
	for at := 0; at < len(b); {
		if state == data {
			n := bytes.IndexByte(b[at:], '<')
			if n < 0 {
				break
			}
			if at += n; isEndOf(b[at:], name) {
				return at
			}
			if bytes.HasPrefix(b[at:], []byte("<!--")) {
				at += 3
				state, dashes = escaped, 2
			}
			at++
			continue
		}
		c := b[at]
		at++
		switch {
		case c == '-':
			dashes++
			continue
		case c == '>' && dashes >= 2:
			state = data
		case c != '<' || at == len(b):
		case state == twice:
			if isEndOf(b[at-1:], name) {
				at += len("/script>")
				state = escaped
			}
		case isEndOf(b[at-1:], name):
			return at - 1
		case b[at] == '/':
		case !isLetter(b[at]): // as x/net/html has it
			state = data
		case isWord(b[at:], name):
			at += len("script>")
			state = twice
		}
		dashes = 0
	}
	return len(b)
}
