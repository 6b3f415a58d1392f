// Package flow joins the pieces of a text with the blanks and line ends that R11.8 and R11.9 call for.
package flow

import (
	"io"
	"math/bits"

	"github.com/lsh-interop/fpcheck/internal/unicode/whatwg"
)

// Flow writes a text. No blank and no line end stands at the start or the end of it.
type Flow struct {
	w     io.StringWriter
	err   error
	gap   Gap // called for since the last piece
	begun bool
}

// Gap is what stands between two pieces. The greatest of several is written.
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

// Characters writes the pieces of a text node. Preformatted text keeps its line ends.
func (f *Flow) Characters(s string, preformatted bool) {
	for s != "" && f.err == nil {
		if whatwg.IsBlank(s[0]) {
			f.Blank()
			if preformatted && (s[0] == '\n' || s[0] == '\r') {
				f.Line()
			}
			s = s[1:]
			continue
		}
		end := piecesEnd(s)
		f.Piece(s[:end])
		s = s[end:]
	}
}

// piecesEnd returns the end of the leading pieces with one space between them, to write as they are.
func piecesEnd(s string) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)
	for i := 1; ; {
		for i+8 <= len(s) {
			x := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
				uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
			// The high bit of the first byte up to a space is set. Those after it may be wrong.
			low := (x - (' '+1)*ones) &^ x & highs
			if low != 0 {
				i += bits.TrailingZeros64(low) / 8
				break
			}
			i += 8
		}
		for i < len(s) && !whatwg.IsBlank(s[i]) {
			i++
		}
		if i+1 >= len(s) || s[i] != ' ' || whatwg.IsBlank(s[i+1]) {
			return i
		}
		i += 2
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
