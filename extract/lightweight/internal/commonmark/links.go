package commonmark

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
)

// openBracket reads a reference to a footnote, or the bracket that may begin a link or a picture.
func (in *inline) openBracket(rest []byte) {
	if end := noteEnd(rest); end > 0 {
		if number := in.noteNumber(rest[len("[^") : end-1]); number > 0 {
			in.raw([]byte(reference(number)))
			in.at += end
			return
		}
	}
	if n := len(in.brackets); n > 0 {
		in.brackets[n-1].followed = true
	}
	b := bracket{mark: len(in.marks), from: in.at + 1, at: len(in.html), last: in.last}
	if in.at > 0 && in.text[in.at-1] == '!' && !in.isEscaped(in.at-1) {
		b.picture = true
		b.at--
	}
	in.brackets = append(room(in.memory, in.brackets, 1, bracketSize), b)
	in.marks = append(room(in.memory, in.marks, 1, markSize), mark{at: len(in.html), char: '[', all: 1, left: 1})
	in.at++
}

// isEscaped reports whether there is an odd number of backslashes before a character.
func (in *inline) isEscaped(at int) bool {
	return (at-len(bytes.TrimRight(in.text[:at], `\`)))%2 == 1
}

// closeBracket ends a link or a picture, or writes a bracket.
func (in *inline) closeBracket() {
	top := len(in.brackets) - 1
	if top < 0 {
		in.take(1)
		return
	}
	b := in.brackets[top]
	in.brackets = in.brackets[:top]
	end := 0
	if b.picture || top >= in.inactive {
		end = in.linkEnd(b)
	}
	in.inactive = min(in.inactive, top)
	if end == 0 {
		in.take(1)
		return
	}
	in.emphasis(b.last)
	in.at = end
	if b.picture { // its description is not shown
		in.html, in.marks = in.html[:b.at], in.marks[:b.mark]
		return
	}
	in.marks[b.mark].left = 0
	in.inactive = top
}

// linkEnd returns the place after a link whose text has ended. It returns 0 if no link ends there.
func (in *inline) linkEnd(b bracket) int {
	after := in.at + 1
	if after < len(in.text) && in.text[after] == '(' {
		if end := inlineTarget(in.text, after+1); end > 0 {
			return end
		}
	}
	if after < len(in.text) && in.text[after] == '[' {
		if end := labelEnd(in.text, after); end > 0 && !blankLabel(in.text[after+1:end-1]) {
			if in.linked(in.text[after+1 : end-1]) {
				return end
			}
			return 0
		}
	}
	if b.followed || !in.linked(in.text[b.from:in.at]) {
		return 0
	}
	if bytes.HasPrefix(in.text[after:], []byte("[]")) {
		after += 2
	}
	return after
}

// inlineTarget returns the place after a target in parentheses, or 0.
func inlineTarget(text []byte, at int) int {
	at = blanks(text, at)
	target := targetEnd(text, at)
	if target < 0 {
		return 0
	}
	at = blanks(text, target)
	if at > target {
		at = blanks(text, titleEnd(text, at))
	}
	if at < len(text) && text[at] == ')' {
		return at + 1
	}
	return 0
}

// deepestParentheses is the number of parentheses in one another that a target may have, as in other readers.
const deepestParentheses = 32

// targetEnd returns the place after the target of a link, or -1. A target without angle brackets may be empty.
func targetEnd(text []byte, at int) int {
	if at < len(text) && text[at] == '<' {
		for i := at + 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '<', '\n':
				return -1
			case '>':
				return i + 1
			}
		}
		return -1
	}
	open := 0
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case c == '\\' && at+1 < len(text) && isMark(text[at+1]):
			at++
		case c <= ' ' || c == 0x7f:
			if open > 0 {
				return -1
			}
			return at
		case c == '(':
			if open++; open > deepestParentheses {
				return -1
			}
		case c == ')':
			if open == 0 {
				return at
			}
			open--
		}
	}
	if open > 0 {
		return -1
	}
	return at
}

// titleEnd returns the place after the title of a link, or the place itself if there is none.
func titleEnd(text []byte, from int) int {
	if from == len(text) {
		return from
	}
	closing := text[from]
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return from
	}
	for i := from + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case closing:
			return i + 1
		case '(':
			if closing == ')' {
				return from
			}
		}
	}
	return from
}

var address = lazy.Regexp(`\A<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\x00-\x20\x7f<>]*|` +
	"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@" + `[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?` +
	`(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>`)

// addressEnd returns the length of an address in angle brackets, or 0.
func addressEnd(text []byte) int {
	end := bytes.IndexAny(text[1:], "<> \n")
	if end < 0 || text[1+end] != '>' {
		return 0
	}
	return len(address().Find(text[:end+2]))
}

// bareLink returns the length of the rest of a link without marks, which is text. It begins with "www." or with the
// colon after the scheme.
func (in *inline) bareLink(rest []byte) int {
	domain, isLink := rest, false
	switch {
	case len(in.brackets) > 0:
	case rest[0] == 'w':
		isLink = bytes.HasPrefix(rest, []byte("www.")) &&
			(in.at == 0 || bytes.IndexByte([]byte(" \t\n*_~("), in.text[in.at-1]) >= 0)
	case bytes.HasPrefix(rest, []byte("://")):
		domain = rest[len("://"):]
		scheme := in.at
		for scheme > 0 && ascii.IsLetter(in.text[scheme-1]) {
			scheme--
		}
		switch string(bytes.ToLower(in.text[scheme:in.at])) {
		case "http", "https", "ftp":
			isLink = true
		}
	}
	if !isLink || !isDomain(domain) {
		return 0
	}
	end := bytes.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || r == '<' })
	if end < 0 {
		end = len(rest)
	}
	return trimmedLink(rest[:end])
}

// isDomain reports whether a text begins with a domain. Its last two parts have no underscore.
func isDomain(text []byte) bool {
	const longest = 255
	text = text[:min(len(text), longest)]
	parts := [2]bool{} // whether the last two have one
	length := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == '.':
			parts = [2]bool{parts[1], false}
		case r == '_':
			parts[1] = true
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return length > 0 && !parts[0] && !parts[1]
		}
		text = text[size:]
		length++
	}
	return length > 0 && !parts[0] && !parts[1]
}

// trimmedLink returns the length of a link without the marks after it, and without parentheses that it does not open.
func trimmedLink(link []byte) int {
	opened, closed := bytes.Count(link, []byte("(")), bytes.Count(link, []byte(")"))
	for len(link) > 0 {
		switch c := link[len(link)-1]; {
		case bytes.IndexByte([]byte(`?!.,:*_~'"`), c) >= 0:
		case c == ')' && closed > opened:
			closed--
		case c == ';':
			name := bytes.TrimRightFunc(link[:len(link)-1], func(r rune) bool { return r < utf8.RuneSelf && ascii.IsLetter(byte(r)) })
			if len(name) > 0 && len(name) < len(link)-1 && name[len(name)-1] == '&' {
				link = name[:len(name)-1]
				continue
			}
		default:
			return len(link)
		}
		link = link[:len(link)-1]
	}
	return 0
}
