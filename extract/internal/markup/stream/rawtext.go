package stream

import (
	"bytes"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// rawText reads the text that follows the start tag of an element like script, whose content has
// no tags. It reports whether there is any, and whether the window has enough of it to tell.
func (m *machine) rawText() (text, ok bool) {
	b := m.page[m.pos:]
	var n int
	var ended bool
	switch m.raw {
	case tagPlaintext:
		n = len(b)
	case tagScript:
		n, ended = m.script.end(b, m.final)
	default:
		n, ended = rawEnd(b, names[m.raw], m.final)
	}
	if n > 0 {
		form := replacesNUL
		if m.raw == tagTextarea || m.raw == tagTitle {
			form |= hasReferences
		}
		text = m.addToken(m.pos, n, form, ended)
	}
	if ended || m.final {
		m.raw = tagOther
		m.goesOn = false
		return text, true
	}
	return text, text
}

// rawEnd returns where the end tag of an element begins, or where the window may cut one.
func rawEnd(b []byte, name string, final bool) (n int, ended bool) {
	for at := 0; ; at++ {
		n := bytes.IndexByte(b[at:], '<')
		if n < 0 {
			return len(b), false
		}
		at += n
		if isEndOf(b[at:], name) {
			return at, true
		}
		if !final && len(b)-at <= len("</")+len(name) {
			return at, false
		}
	}
}

// isEndOf reports whether b begins with the end tag of an element.
func isEndOf(b []byte, name string) bool { return len(b) > 1 && b[1] == '/' && isWord(b[2:], name) }

// isWord reports whether b begins with the name of a tag.
func isWord(b []byte, name string) bool {
	n := len(name)
	return len(b) > n && whatwg.Same(b[:n], name) && lowered[b[n]] == 0 && b[n] != 0
}

// script is what is known of a script so far (13.2.5.15 to 13.2.5.31), which may be in a comment.
type script struct {
	in     scriptPart
	dashes int // before this place
}

type scriptPart uint8

const (
	inData scriptPart = iota
	inComment
	inTwice
)

// end returns where the end tag of the script begins. If there is none, it returns where a tag or a
// comment may begin that the window cuts. Up to there the script is known.
func (s *script) end(b []byte, final bool) (n int, ended bool) {
	const name = "script"
	at := 0
	for at < len(b) {
		if s.in == inData {
			n := bytes.IndexByte(b[at:], '<')
			if n < 0 {
				break
			}
			if at += n; !final && len(b)-at < len("</script>") {
				return at, false
			}
			if isEndOf(b[at:], name) {
				return at, true
			}
			if bytes.HasPrefix(b[at:], []byte("<!--")) {
				at += 3
				s.in, s.dashes = inComment, 2
			}
			at++
			continue
		}
		c := b[at]
		if c == '<' && !final && len(b)-at < len("</script>") {
			return at, false
		}
		at++
		switch {
		case c == '-':
			s.dashes++
			continue
		case c == '>' && s.dashes >= 2:
			s.in = inData
		case c != '<' || at == len(b):
		case s.in == inTwice:
			if isEndOf(b[at-1:], name) {
				at += len("/script>")
				s.in = inComment
			}
		case isEndOf(b[at-1:], name):
			return at - 1, true
		case b[at] == '/':
		case !ascii.IsLetter(b[at]): // as in x/net/html
			s.in = inData
		case isWord(b[at:], name):
			at += len("script>")
			s.in = inTwice
		}
		s.dashes = 0
	}
	return len(b), false
}
