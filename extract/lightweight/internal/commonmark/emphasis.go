package commonmark

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// mark reads a row of marks that may begin or end emphasis.
func (in *inline) mark(c byte, rest []byte) {
	n := len(rest) - len(bytes.TrimLeft(rest, string(rest[:1])))
	before, _ := utf8.DecodeLastRune(in.text[:in.at])
	if in.at == 0 {
		before = '\n'
	}
	after, _ := utf8.DecodeRune(rest[n:])
	if n == len(rest) {
		after = '\n'
	}
	opens, closes := flanks(before, after)
	if c == '_' {
		opens, closes = opens && (!closes || punctuation(before)), closes && (!opens || punctuation(after))
	}
	if c == '~' && n > 2 || !opens && !closes {
		in.take(n)
		return
	}
	in.at += n
	in.marks = append(room(in.memory, in.marks, 1, markSize), mark{
		at: len(in.html), char: c, opens: opens, closes: closes, all: n, left: n, before: in.last,
	})
	in.marks[in.last].after = len(in.marks) - 1
	in.last = len(in.marks) - 1
}

// flanks reports whether marks between two characters may open and close emphasis.
func flanks(before, after rune) (opens, closes bool) {
	spaceBefore, spaceAfter := unicode.IsSpace(before), unicode.IsSpace(after)
	markBefore, markAfter := punctuation(before), punctuation(after)
	opens = !spaceAfter && (!markAfter || spaceBefore || markBefore)
	closes = !spaceBefore && (!markBefore || spaceAfter || markAfter)
	return opens, closes
}

func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return isMark(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}

// emphasis matches the candidates after one of them, and removes them from the list.
func (in *inline) emphasis(bottom int) {
	var without [3][2][3]int // how far back no opener was found: by character, whether the closer opens, and length
	for i := range without {
		for j := range without[i] {
			without[i][j] = [3]int{bottom, bottom, bottom}
		}
	}
	for i := in.marks[bottom].after; i > 0; {
		closer := &in.marks[i]
		if !closer.closes {
			i = closer.after
			continue
		}
		opening := 0
		if closer.opens {
			opening = 1
		}
		least := &without[bytes.IndexByte([]byte("*_~"), closer.char)][opening][closer.all%3]
		o := closer.before
		for o > *least && !in.match(o, i) {
			o = in.marks[o].before
		}
		if o > *least {
			i = in.pair(o, i)
			continue
		}
		*least = closer.before
		next := closer.after
		if !closer.opens {
			in.remove(i)
		}
		i = next
	}
	in.last = bottom
	in.marks[bottom].after = 0
}

// match reports whether two candidates are the ends of emphasis.
func (in *inline) match(opener, closer int) bool {
	o, c := in.marks[opener], in.marks[closer]
	switch {
	case !o.opens || o.char != c.char:
		return false
	case o.char == '~':
		return o.all == c.all
	}
	return !o.closes && !c.opens || (o.all+c.all)%3 > 0 || o.all%3 == 0 && c.all%3 == 0
}

// pair takes the marks of emphasis from its two ends, and returns the next candidate to examine.
func (in *inline) pair(opener, closer int) int {
	o, c := &in.marks[opener], &in.marks[closer]
	o.after, c.before = closer, opener // no candidate between them matches any more
	n := 1
	if o.left > 1 && c.left > 1 {
		n = 2
	}
	o.left -= n
	c.left -= n
	if o.left == 0 {
		in.remove(opener)
	}
	if c.left > 0 {
		return closer
	}
	next := c.after
	in.remove(closer)
	return next
}

// remove removes a candidate from the list.
func (in *inline) remove(i int) {
	m := in.marks[i]
	in.marks[m.before].after = m.after
	if m.after > 0 {
		in.marks[m.after].before = m.before
	}
}
