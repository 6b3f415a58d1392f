// Package separated reads CSV and TSV.
package separated

import (
	"bufio"
	"bytes"
	"io"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/plain"
)

// Open reads comma-separated values, whatever their delimiter is.
func Open(d *medium.Reading) error { return open(d, 0) }

// OpenTSV reads tab-separated values.
func OpenTSV(d *medium.Reading) error { return open(d, '\t') }

// open reads delimited values (RFC 4180) as the cells of a sheet. For the delimiter 0, the first rows
// decide.
func open(d *medium.Reading, delimiter byte) error {
	text, err := plain.WellFormed(d)
	if err != nil {
		return err
	}
	t := &table{d: d, source: bufio.NewReaderSize(text, medium.SourceSize), delimiter: delimiter, line: 1, starts: true}
	head, err := t.source.Peek(medium.SourceSize)
	if err != nil && err != io.EOF {
		return err
	}
	if c, length := declared(head); length > 0 {
		t.delimiter = c
		t.source.Discard(length)
	} else if delimiter == 0 {
		t.delimiter = likely(head, err == io.EOF)
	}
	t.flow = flow.To(&t.text)
	d.Text = t
	return nil
}

// table is a stream of cells. A blank stands between cells, and a line end between rows.
type table struct {
	d         *medium.Reading
	source    *bufio.Reader // UTF-8
	delimiter byte
	text      bytes.Buffer // that is not read yet
	flow      *flow.Flow
	line      int
	starts    bool // a cell starts here
	quoted    bool // its quotes have ended here
	err       error
}

// maxCell bounds a cell in quotes, in bytes. Excel's cells have at most 32,767 characters.
const maxCell = 1 << 20

func (t *table) Found() *medium.Found { return &t.d.Found }

func (t *table) Read(p []byte) (int, error) {
	for t.text.Len() == 0 && t.err == nil {
		t.err = t.step()
	}
	if t.text.Len() == 0 {
		return 0, t.err
	}
	return t.text.Read(p)
}

// step reads a cell in quotes, or else to the end of the cell or of the buffer.
func (t *table) step() error {
	if t.starts {
		if is, err := t.inQuotes(); is || err != nil {
			return err
		}
	}
	if _, err := t.source.Peek(1); err != nil {
		return err
	}
	head, _ := t.source.Peek(t.source.Buffered())
	end := 0
	for end < len(head) && head[end] != t.delimiter && head[end] != '\n' && head[end] != '\r' {
		end++
	}
	if t.quoted && len(bytes.TrimSpace(head[:end])) > 0 {
		t.d.Note("line %d: text after a closing quote", t.line)
		t.quoted = false
	}
	t.flow.Characters(string(head[:end]), false)
	t.starts = end < len(head)
	if !t.starts {
		t.source.Discard(end)
		return nil
	}
	t.quoted = false
	if head[end] == t.delimiter {
		t.flow.Blank()
		t.source.Discard(end + 1)
		return nil
	}
	if head, _ = t.source.Peek(end + 2); bytes.HasSuffix(head, []byte("\r\n")) {
		end++
	}
	t.flow.Line()
	t.line++
	t.source.Discard(end + 1)
	return nil
}

// inQuotes reads a cell in quotes, if one starts here. A quote that is not closed is a character.
func (t *table) inQuotes() (is bool, err error) {
	t.starts = false
	for window, at := 512, -1; ; window *= 2 {
		if window > t.source.Size() && window <= maxCell {
			t.source = bufio.NewReaderSize(t.source, maxCell)
		}
		head, err := t.source.Peek(min(window, t.source.Size()))
		if err != nil && err != io.EOF {
			return false, err
		}
		if at < 0 {
			for at = 0; at < len(head) && head[at] != t.delimiter && (head[at] == ' ' || head[at] == '\t'); at++ {
			}
			if at == len(head) || head[at] != '"' {
				return false, nil
			}
			at++
		}
		for {
			i := bytes.IndexByte(head[at:], '"')
			if i < 0 {
				at = len(head)
				break
			}
			i += at
			if i+1 == len(head) && err == nil && window < maxCell {
				at = i
				break
			}
			if i+1 == len(head) || head[i+1] != '"' {
				t.cell(head[:i])
				t.source.Discard(i + 1)
				return true, nil
			}
			at = i + 2
		}
		if err == io.EOF || window >= maxCell {
			t.d.Note("line %d: a quote is not closed: read as plain text", t.line)
			return false, nil
		}
	}
}

// cell writes a cell, which begins with a quote, and lacks the closing one.
func (t *table) cell(octets []byte) {
	t.line += bytes.Count(octets, []byte("\n"))
	_, octets, _ = bytes.Cut(octets, []byte{'"'})
	t.flow.Characters(string(bytes.ReplaceAll(octets, []byte(`""`), []byte{'"'})), false)
	t.quoted = true
}

// Is reports whether a text names its delimiter in its first line, as Excel writes it.
func Is(head []byte) bool {
	_, length := declared(bytes.TrimPrefix(head, []byte("\uFEFF")))
	return length > 0
}

// declared returns the delimiter that a first line names, and the length of that line.
func declared(head []byte) (delimiter byte, length int) {
	line, _, ended := bytes.Cut(head, []byte{'\n'})
	c, ok := bytes.CutPrefix(bytes.TrimSuffix(line, []byte{'\r'}), []byte("sep="))
	if !ended || !ok || len(c) != 1 || bytes.IndexByte(delimiters, c[0]) < 0 {
		return 0, 0
	}
	return c[0], len(line) + 1
}

// delimiters are known. Of two that fit, the first is taken.
var delimiters = []byte(",\t;|")

// likely returns the delimiter that splits most of the first rows into equally many cells. Of two that
// split as many rows, it returns the delimiter with more cells. Commas that are all between digits count
// only if no other delimiter splits as many rows.
func likely(head []byte, whole bool) byte {
	best, most, cells := byte(','), 0, 0
	for _, c := range delimiters {
		rows, each, decimal := split(head, c, whole)
		if decimal {
			each = 0
		}
		if rows > most || rows == most && each > cells {
			best, most, cells = c, rows, each
		}
	}
	return best
}

// maxRows bounds the rows that show a delimiter.
const maxRows = 200

// split returns the number of cells, above 1, into which a delimiter splits most rows. It also returns the
// number of these rows. It reports whether the delimiter is a comma that stands only between digits.
func split(head []byte, delimiter byte, whole bool) (rows, cells int, decimal bool) {
	counts := make(map[int]int)
	n, all := 1, 0
	start, quoted, begun := true, false, false // of a cell, in one, and a row
	decimal = delimiter == ','
	end := func() {
		if counts[n]++; n > 1 && (counts[n] > rows || counts[n] == rows && n > cells) {
			rows, cells = counts[n], n
		}
		n, all, start = 1, all+1, true
	}
	isDigit := func(i int) bool { return i >= 0 && i < len(head) && '0' <= head[i] && head[i] <= '9' }
	for i := 0; i < len(head) && all < maxRows; i++ {
		switch c := head[i]; {
		case c == '"' && (start || quoted):
			quoted = !quoted
			start, begun = !quoted, true // it may be the first of two
			continue
		case quoted:
		case c == delimiter:
			n++
			decimal = decimal && isDigit(i-1) && isDigit(i+1)
			start, begun = true, true
			continue
		case c == '\n' || c == '\r':
			if begun {
				end()
			}
			begun = false
			continue
		}
		start, begun = false, true
	}
	if begun && whole && !quoted && all < maxRows {
		end()
	}
	return rows, cells, decimal
}
