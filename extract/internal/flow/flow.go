// Package flow puts the pieces of a text together, with the blanks and line ends that are
// called for between them: R11.8 and R11.9.
package flow

import (
	"io"
	"strings"

	"github.com/lsh-interop/fpcheck/internal/whatwg"
)

// Flow writes a text. No blank and no line end stands at the start or the end of it.
type Flow struct {
	w     io.StringWriter
	err   error
	gap   Gap // called for since the last piece
	begun bool
}

// Gap is what stands between two pieces. Of several that are called for, the greatest is
// written.
type Gap uint8

// The gaps.
const (
	None Gap = iota
	Blank
	LineEnd
	Joined // nothing is written, whatever else is called for
)

// To returns a flow to w.
func To(w io.StringWriter) *Flow { return &Flow{w: w} }

// Err returns the first error of the writer, or given to Fail.
func (f *Flow) Err() error { return f.err }

// Fail makes err the flow's error, unless it has one.
func (f *Flow) Fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

// Begun reports whether a piece was written.
func (f *Flow) Begun() bool { return f.begun }

// Blank calls for a blank.
func (f *Flow) Blank() { f.Call(Blank) }

// Line calls for a line end.
func (f *Flow) Line() { f.Call(LineEnd) }

// Call calls for a gap.
func (f *Flow) Call(g Gap) { f.gap = max(f.gap, g) }

// Join lets nothing be written before the next piece.
func (f *Flow) Join() { f.gap = Joined }

// Characters writes the pieces of a text node. If the text is preformatted, its line ends
// are kept.
func (f *Flow) Characters(s string, preformatted bool) {
	for s != "" && f.err == nil {
		rest := strings.TrimLeft(s, whatwg.Blanks)
		if called := s[:len(s)-len(rest)]; called != "" {
			f.Blank()
			if preformatted && strings.ContainsAny(called, "\n\r") {
				f.Line()
			}
		}
		if rest == "" {
			return
		}
		end := strings.IndexAny(rest, whatwg.Blanks)
		if end < 0 {
			end = len(rest)
		}
		f.Piece(rest[:end])
		s = rest[end:]
	}
}

// Piece writes a piece as it is.
func (f *Flow) Piece(s string) {
	if f.begun {
		switch f.gap {
		case Blank:
			f.write(" ")
		case LineEnd:
			f.write("\n")
		}
	}
	f.begun, f.gap = true, None
	f.write(s)
}

func (f *Flow) write(s string) {
	if f.err == nil {
		_, f.err = f.w.WriteString(s)
	}
}
