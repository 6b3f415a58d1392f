package tokenizer

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/unicode/ascii"
	"github.com/lsh-interop/fpcheck/internal/unicode/class"
	"github.com/lsh-interop/fpcheck/internal/unicode/ucd"
)

// joiner is the second part of stage 2. It deletes line ends inside words (R2.9) and white
// space in scripts without spaces (R2.10). What it may have to delete, it holds back until
// the code point after it decides.
type joiner struct {
	next   stage
	hyphen bool // R2.9 applies
	blanks bool // R2.10 applies

	letter bool        // the last code point that is no mark is a letter (R2.9)
	base   class.Class // of the last code point that is no mark (R2.10)

	state joinState
	held  []byte // the hyphen or white space, and what follows it
	start int    // of what is held
	count int    // code points of white space, or blanks before or after the line end
	cr    bool   // the line end so far is U+000D
}

type joinState uint8

const (
	joinNothing    joinState = iota
	joinHyphen               // after (a) of R2.9: its (b) or (c) may follow
	joinLineEnd              // after (c): (d) or (e) may follow
	joinWhiteSpace           // after a code point of a clustered class
)

// Limits in code points.
const (
	maxJoinBlanks     = 64  // R2.9
	maxJoinWhiteSpace = 256 // R2.10
)

func (j *joiner) write(p []byte, at int) {
	from := 0 // of what has not been passed on, while nothing is held
	for i := 0; i < len(p); {
		r, size := rune(p[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(p[i:])
		}
		if j.state != joinNothing {
			if j.holds(r) {
				j.held = utf8.AppendRune(j.held, r)
				i += size
				continue
			}
			j.release(r)
			from = i
		}
		if r < utf8.RuneSelf && r != '-' && !j.base.IsClustered() {
			i += j.skip(p[i:])
			continue
		}
		if j.begins(r) {
			j.pass(p[from:i], at+from)
			j.held, j.start = utf8.AppendRune(j.held[:0], r), at+i
			i += size
			from = i
			continue
		}
		j.remember(r)
		i += size
	}
	if j.state == joinNothing {
		j.pass(p[from:], at+from)
	}
}

// skip takes the ASCII characters at the start of p, up to a hyphen, and returns their
// number. It must not be called after a code point of a clustered class.
func (j *joiner) skip(p []byte) int {
	i := 1
	for i < len(p) && p[i] < utf8.RuneSelf && p[i] != '-' {
		i++
	}
	j.letter, j.base = ascii.IsLetter(p[i-1]), class.None
	return i
}

// begins reports whether r begins something that may have to be deleted.
func (j *joiner) begins(r rune) bool {
	switch {
	case j.hyphen && j.letter && (r == '-' || r == 0x00AD || r == 0x2010): // R2.9 (a)
		j.state, j.count, j.cr = joinHyphen, 0, false
	case j.blanks && j.base.IsClustered() && isWhiteSpace(r): // R2.10
		j.state, j.count = joinWhiteSpace, 1
	default:
		return false
	}
	return true
}

// holds reports whether r continues what is held.
func (j *joiner) holds(r rune) bool {
	if j.state == joinWhiteSpace {
		j.count++
		return isWhiteSpace(r) && j.count <= maxJoinWhiteSpace // R2.10
	}
	if j.cr && r == '\n' { // the second half of (c)
		j.cr = false
		return true
	}
	j.cr = false
	switch {
	case r == ' ' || r == '\t' || r == 0xA0: // R2.9 (b), (d)
		j.count++
		return j.count <= maxJoinBlanks
	case j.state == joinHyphen && ucd.IsLineEnd(r): // R2.9 (c)
		j.state, j.count, j.cr = joinLineEnd, 0, r == '\r'
		return true
	}
	return false
}

// release deletes what is held or passes it on, now that r follows.
func (j *joiner) release(r rune) {
	deleted := false
	switch j.state {
	case joinLineEnd:
		deleted = ucd.CategoryOf(r) == ucd.Ll // R2.9 (e)
	case joinWhiteSpace:
		deleted = class.Of(r) == j.base // R2.10
	}
	if !deleted {
		j.pass(j.held, j.start)
		j.letter, j.base = false, class.None
	}
	j.state, j.held = joinNothing, j.held[:0]
}

// remember notes r as the code point before the next one, unless it is a mark.
func (j *joiner) remember(r rune) {
	if r < utf8.RuneSelf {
		j.letter, j.base = ascii.IsLetter(byte(r)), class.None
		return
	}
	p := ucd.Lookup(r)
	if class.Marks.Contains(p.Category) {
		return
	}
	j.letter, j.base = class.Letters.Contains(p.Category), class.In(r, p)
}

func (j *joiner) pass(p []byte, at int) {
	if len(p) > 0 {
		j.next.write(p, at)
	}
}

func (j *joiner) close() {
	j.pass(j.held, j.start)
	j.held = j.held[:0]
	j.state, j.letter, j.base, j.cr = joinNothing, false, class.None, false
	j.next.close()
}

// isWhiteSpace reports whether R2.10 may delete r.
func isWhiteSpace(r rune) bool {
	const last = 0x3000 // no code point after it has the property White_Space
	return r <= last && (ucd.IsWhiteSpace(r) || r == 0x200B)
}
