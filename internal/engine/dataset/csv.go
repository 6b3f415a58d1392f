package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/lsh-interop/fpcheck/extract"
)

// CSV finds the records of comma-separated values (RFC 4180), plain or compressed as for [JSONLines].
// Values may have another separator than a comma. The first line names the fields. A field that begins
// with a quote ends with one, and may contain line ends. Other fields may contain quotes. Blank lines
// are skipped. Records are numbered from 1, without the line of names.
func CSV(r io.Reader, comma byte, f Fields, limits extract.Limits) iter.Seq2[*Record, error] {
	form := "CSV"
	if comma == '\t' {
		form = "TSV"
	}
	return records(r, form, f, limits, func(s *stream) (splitter, parser, error) {
		rows := &rows{lines: lineReader{stream: s}, comma: comma}
		head, err := rows.split()
		switch {
		case err == io.EOF:
			return nil, nil, fmt.Errorf("%w: %s: empty: expected a line with the names of the fields", extract.ErrMalformed,
				form)
		case err != nil:
			return nil, nil, err
		}
		table, err := newTable(head, comma, f, form)
		rows.n = 0
		return rows, table.content, err
	})
}

// Columns returns the names in the first line of comma-separated values.
func Columns(line []byte, comma byte) (names []string, err error) {
	err = splitRow(line, comma, func(value []byte) { names = append(names, string(value)) })
	return names, err
}

// table knows where the fields of a row are.
type table struct {
	form    string
	comma   byte
	fields  Fields
	columns int
	text    []int // columns; -1 for a given field
	id      int
	rank    int
}

func newTable(head []byte, comma byte, f Fields, form string) (*table, error) {
	t := &table{form: form, comma: comma, fields: f, id: -1, rank: -1}
	names, err := Columns(head, comma)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: in the line of names: %w", extract.ErrMalformed, form, err)
	}
	t.columns = len(names)
	find := func(p Path) (int, error) {
		name := strings.Join(p, ".") // a flat file has no other use for dots
		i := slices.Index(names, name)
		if i < 0 || slices.Contains(p, Each) {
			if _, ok := f.given(p); ok {
				return -1, nil
			}
			var all []string
			for _, name := range names[:min(len(names), mostNames)] {
				all = append(all, shown(Path{name}))
			}
			return 0, fmt.Errorf("%w: %s: no column %s (there are %s)", extract.ErrMalformed, form, shown(p),
				strings.Join(all, ", "))
		}
		if slices.Contains(names[i+1:], name) {
			return 0, fmt.Errorf("%w: %s: two columns are named %s", extract.ErrMalformed, form, shown(p))
		}
		return i, nil
	}
	for _, p := range f.Text {
		i, err := find(p)
		if err != nil {
			return nil, err
		}
		t.text = append(t.text, i)
	}
	if f.ID != nil {
		if t.id, err = find(f.ID); err != nil {
			return nil, err
		}
	}
	if f.Rank != nil {
		if t.rank, err = find(f.Rank); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// content reads the fields of a row.
func (t *table) content(row []byte, c *Content) error {
	c.setTexts(len(t.text))
	if t.fields.ID != nil && t.id < 0 {
		c.ID = givenID(t.fields.given(t.fields.ID))
	}
	if t.fields.Rank != nil && t.rank < 0 {
		c.Rank = givenID(t.fields.given(t.fields.Rank))
	}
	n := 0
	err := splitRow(row, t.comma, func(value []byte) {
		if n == t.id && len(value) > 0 {
			c.ID = stringID(c.strings.Copy(value))
		}
		if n == t.rank && len(value) > 0 {
			c.Rank = stringID(c.strings.Copy(value))
		}
		for i, column := range t.text {
			if column == n {
				c.Text[i] = value
			}
		}
		n++
	})
	switch {
	case err != nil:
		return fmt.Errorf("%w: %s: %w", extract.ErrMalformed, t.form, err)
	case n != t.columns:
		return fmt.Errorf("%w: %s: fields: %d, expected %d, as in the first line", extract.ErrMalformed, t.form, n,
			t.columns)
	}
	for i, column := range t.text {
		if column < 0 {
			value, _ := t.fields.given(t.fields.Text[i])
			c.Text[i] = []byte(value)
		}
	}
	return nil
}

// splitRow gives the fields of a row to take, without their quotes.
func splitRow(row []byte, comma byte, take func([]byte)) error {
	for {
		if len(row) > 0 && row[0] == '"' {
			var value []byte
			whole := true // value is a part of row
			row = row[1:]
			for {
				i := bytes.IndexByte(row, '"')
				if i < 0 {
					return errors.New("a quote that is not closed")
				}
				doubled := i+1 < len(row) && row[i+1] == '"'
				part := row[:i]
				if doubled {
					part = row[:i+1]
				}
				if whole && !doubled {
					value = part[:len(part):len(part)]
				} else {
					value, whole = append(value, part...), false
				}
				if row = row[i+1:]; !doubled {
					break
				}
				row = row[1:]
			}
			take(value)
			if len(row) > 0 && row[0] != comma {
				return fmt.Errorf("%q after a closing quote: expected a separator", row[0])
			}
		} else {
			i := bytes.IndexByte(row, comma)
			if i < 0 {
				i = len(row)
			}
			take(row[:i:i])
			row = row[i:]
		}
		if len(row) == 0 {
			return nil
		}
		row = row[1:]
	}
}

// rows splits lines into rows.
type rows struct {
	lines lineReader
	comma byte
	n     int64 // of the last row
}

func (r *rows) number() int64 { return r.n }
func (r *rows) where() string { return "row" }

// split returns the next row that is not blank, without its line end. It goes on in the next line
// within quotes.
func (r *rows) split() (row []byte, err error) {
	r.n++
	var q quoting
	for {
		line, err := r.lines.read()
		switch {
		case err == io.EOF && row != nil:
			return row, nil // its reader says that a quote is not closed
		case err == errLongRecord:
			return nil, r.tooLong()
		case err != nil:
			return nil, err
		case row == nil && len(bytes.TrimSuffix(line, []byte("\r"))) == 0:
			continue
		case row == nil:
			row = line
		default:
			row = append(append(row, '\n'), line...)
		}
		if int64(len(row)) > r.lines.limits.Size {
			return nil, r.tooLong()
		}
		if !q.scan(line, r.comma) {
			return bytes.TrimSuffix(row, []byte("\r")), nil
		}
	}
}

// tooLong ends the records: whether quotes are open after a row that was not kept is not known.
func (r *rows) tooLong() error { return r.lines.limits.TooLarge("one row (is a quote not closed?)") }

// quoting tells whether a line ends within quotes.
type quoting int

const (
	atStart  quoting = iota // of a field
	unquoted                // in a field without quotes
	inQuotes
	afterQuote // closed, or the first of two
)

// scan goes on with a line, and reports whether the row goes on in the next one.
func (q *quoting) scan(line []byte, comma byte) bool {
	for _, c := range line {
		switch {
		case *q == inQuotes:
			if c == '"' {
				*q = afterQuote
			}
		case c == comma:
			*q = atStart
		case c == '"' && (*q == atStart || *q == afterQuote):
			*q = inQuotes
		default:
			*q = unquoted
		}
	}
	return *q == inQuotes
}
