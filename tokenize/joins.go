package tokenize

import (
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/class"
	"github.com/lsh-interop/fpcheck/internal/ucd"
)

// joiner is the end of stage 2: line ends inside words (R2.9) and white space in
// scripts without spaces (R2.10) go. It reads the text as it stands, and holds
// back what may go until the code point after it decides.
type joiner struct {
	next   stage
	hyphen bool // R2.9 applies
	blanks bool // R2.10 applies

	letter bool        // so is the last code point that is no mark
	base   class.Class // of the last code point that is no mark

	state joinState
	held  []byte // the hyphen or white space that may go, and what follows it
	count int    // code points of white space, or blanks before or after the line end
	cr    bool   // the line end so far is U+000D
}

type joinState uint8

const (
	joinNothing    joinState = iota
	joinHyphen               // after a hyphen: blanks, then a line end
	joinLineEnd              // after its line end: blanks, then a small letter
	joinWhiteSpace           // after a code point of a clustered class
)

// Limits of R2.9 and R2.10, in code points.
const (
	maxJoinBlanks     = 64
	maxJoinWhiteSpace = 256
)

func (j *joiner) write(p []byte) {
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
			j.pass(p[from:i])
			j.held = utf8.AppendRune(j.held[:0], r)
			i += size
			from = i
			continue
		}
		j.remember(r)
		i += size
	}
	if j.state == joinNothing {
		j.pass(p[from:])
	}
}

// skip takes the ASCII octets at the start of p, up to a hyphen, and returns how
// many it took. Before it nothing of a clustered class stands.
func (j *joiner) skip(p []byte) int {
	i := 1
	for i < len(p) && p[i] < utf8.RuneSelf && p[i] != '-' {
		i++
	}
	j.letter, j.base = isLetter(p[i-1]), class.None
	return i
}

// begins reports that r, after what stands before it, may go.
func (j *joiner) begins(r rune) bool {
	switch {
	case j.hyphen && j.letter && (r == '-' || r == 0x00AD || r == 0x2010):
		j.state, j.count, j.cr = joinHyphen, 0, false
	case j.blanks && j.base.IsClustered() && isGap(r):
		j.state, j.count = joinWhiteSpace, 1
	default:
		return false
	}
	return true
}

// holds reports that r goes on with what is held, and notes how.
func (j *joiner) holds(r rune) bool {
	if j.state == joinWhiteSpace {
		j.count++
		return isGap(r) && j.count <= maxJoinWhiteSpace
	}
	if j.cr && r == '\n' { // the second half of a line end
		j.cr = false
		return true
	}
	j.cr = false
	switch {
	case r == ' ' || r == '\t' || r == 0xA0:
		j.count++
		return j.count <= maxJoinBlanks
	case j.state == joinHyphen && isLineEnd(r):
		j.state, j.count, j.cr = joinLineEnd, 0, r == '\r'
		return true
	}
	return false
}

// release decides on what is held, now that r follows.
func (j *joiner) release(r rune) {
	gone := false
	switch j.state {
	case joinLineEnd:
		gone = ucd.CategoryOf(r) == ucd.Ll
	case joinWhiteSpace:
		gone = class.Of(r) == j.base
	}
	if !gone {
		j.pass(j.held)
		j.letter, j.base = false, class.None
	}
	j.state, j.held = joinNothing, j.held[:0]
}

// remember notes what stands before the next code point.
func (j *joiner) remember(r rune) {
	if r < utf8.RuneSelf {
		j.letter, j.base = isLetter(byte(r)), class.None
		return
	}
	p := ucd.Lookup(r)
	if class.Marks.Contains(p.Category) {
		return
	}
	j.letter, j.base = class.Letters.Contains(p.Category), class.In(r, p)
}

func (j *joiner) pass(p []byte) {
	if len(p) > 0 {
		j.next.write(p)
	}
}

func (j *joiner) close() {
	j.pass(j.held)
	j.held = j.held[:0]
	j.state, j.letter, j.base, j.cr = joinNothing, false, class.None, false
	j.next.close()
}

// isLineEnd is R2.9's list; U+000D U+000A is one.
func isLineEnd(r rune) bool {
	return '\n' <= r && r <= '\r' || r == 0x85 || r == 0x2028
}

// isGap is R2.10's list.
func isGap(r rune) bool {
	const last = 0x3000 // of White_Space
	return r <= last && (ucd.IsWhiteSpace(r) || r == 0x200B)
}
