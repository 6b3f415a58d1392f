package extract

import (
	"io"
	"strings"
)

// flow puts pieces of text together, with the blanks and line ends that were called
// for between them: R11.8 and R11.9.
type flow struct {
	w     io.StringWriter
	err   error // the first of w
	gap   gap   // called for since the last piece
	begun bool  // a piece was written
}

type gap uint8

const (
	none gap = iota
	blank
	lineEnd
	joined // nothing is written, whatever is called for
)

// blank calls for a blank.
func (f *flow) blank() { f.gap = max(f.gap, blank) }

// line calls for a line end.
func (f *flow) line() { f.gap = max(f.gap, lineEnd) }

// join has nothing written before the next piece.
func (f *flow) join() { f.gap = joined }

// call calls for a gap.
func (f *flow) call(g gap) { f.gap = max(f.gap, g) }

// characters writes the pieces of a text node. Where the text is preformatted, its
// line ends are some.
func (f *flow) characters(s string, pre bool) {
	for s != "" {
		rest := strings.TrimLeft(s, blanks)
		if called := s[:len(s)-len(rest)]; called != "" {
			f.blank()
			if pre && strings.ContainsAny(called, "\n\r") {
				f.line()
			}
		}
		if rest == "" {
			return
		}
		end := strings.IndexAny(rest, blanks)
		if end < 0 {
			end = len(rest)
		}
		f.piece(rest[:end])
		s = rest[end:]
	}
}

func (f *flow) piece(s string) {
	if f.begun {
		switch f.gap {
		case blank:
			f.write(" ")
		case lineEnd:
			f.write("\n")
		}
	}
	f.begun, f.gap = true, none
	f.write(s)
}

func (f *flow) write(s string) {
	if f.err == nil {
		_, f.err = f.w.WriteString(s)
	}
}
