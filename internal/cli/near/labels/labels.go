// Package labels reads labelled pairs of documents: which are related, and which are not.
package labels

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// A Pair is two documents, by name, with the label.
type Pair struct {
	A, B    string
	Related bool
	Split   string // "" if there is none
	Line    int64  // from 1
}

// A Form is how pairs are written.
type Form string

// Forms of files. CSV (RFC 4180) and TSV have the columns a, b, label and perhaps split. With a heading the
// columns may be in any order, otherwise they have this order. A field of TSV contains no tabs, line breaks
// or quotes. Names contain no line breaks in either form. JSON Lines have an object with these names on each
// line.
const (
	CSV   Form = "csv"
	TSV   Form = "tsv"
	JSONL Form = "jsonl"
)

// ErrMalformed is wrapped by each error about a line.
var ErrMalformed = errors.New("malformed")

// longestLine bounds a line in memory, in bytes.
const longestLine = 1 << 20

// FormOf guesses the form by the name of a file, and then by the first line.
func FormOf(name string, head []byte) Form {
	name = strings.ToLower(name)
	for ending, form := range map[string]Form{".csv": CSV, ".tsv": TSV, ".jsonl": JSONL, ".ndjson": JSONL} {
		if strings.HasSuffix(name, ending) {
			return form
		}
	}
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, "\ufeff \r\n"), []byte("\n"))
	switch {
	case bytes.HasPrefix(line, []byte("{")):
		return JSONL
	case bytes.ContainsRune(line, '\t'):
		return TSV
	}
	return CSV
}

// Read yields the pairs of a file. An error about a line begins with its number, and the next line follows.
// Any other error comes last. Empty lines are skipped.
func Read(r io.Reader, form Form) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, longestLine)
		var n int64
		var columns *columns
		for lines.Scan() {
			n++
			line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			var p Pair
			var err error
			if form == JSONL {
				p, err = object(line)
			} else {
				var fields []string
				first := columns == nil
				if fields, err = split(string(line), form); err == nil && first {
					var heading bool
					if columns, heading, err = columnsOf(fields); heading {
						continue
					}
				}
				if err == nil {
					p, err = columns.pair(fields)
				}
			}
			if err == nil && p.A == p.B {
				err = errors.New("a document with itself: expected two")
			}
			p.Line = n
			if err != nil {
				err = fmt.Errorf("line %d: %w: %w", n, ErrMalformed, err)
			}
			if !yield(p, err) {
				return
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(Pair{}, fmt.Errorf("line %d: more than %d bytes", n+1, longestLine))
		} else if err != nil {
			yield(Pair{}, err)
		}
	}
}

// split returns the fields of a line.
func split(line string, form Form) ([]string, error) {
	if form == TSV {
		return strings.Split(line, "\t"), nil
	}
	r := csv.NewReader(strings.NewReader(line))
	fields, err := r.Read()
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return nil, fmt.Errorf("column %d: %w", parse.Column, parse.Err)
	}
	return fields, err
}

// columns has the index of each column, or -1.
type columns struct{ a, b, label, split int }

// columnsOf returns the columns of a file by its first line, and whether that is a heading.
func columnsOf(fields []string) (*columns, bool, error) {
	at := map[string]int{}
	for i, name := range fields {
		at[strings.ToLower(strings.TrimSpace(name))] = i
	}
	label, named := at["label"]
	if !named {
		return &columns{0, 1, 2, 3}, false, nil
	}
	c := columns{-1, -1, label, -1}
	for name, to := range map[string]*int{"a": &c.a, "b": &c.b, "split": &c.split} {
		if i, ok := at[name]; ok {
			*to = i
		}
	}
	if c.a < 0 || c.b < 0 {
		return &columns{0, 1, 2, 3}, false, errors.New("a heading without a and b: expected a, b, label, and perhaps split")
	}
	return &c, true, nil
}

func (c *columns) pair(fields []string) (p Pair, err error) {
	if len(fields) <= max(c.a, c.b, c.label) {
		return p, fmt.Errorf("%d fields: expected a, b, label, and perhaps split", len(fields))
	}
	p.A, p.B = fields[c.a], fields[c.b]
	if c.split >= 0 && c.split < len(fields) {
		p.Split = fields[c.split]
	}
	if p.A == "" || p.B == "" {
		return p, errors.New("an empty name: expected two documents")
	}
	p.Related, err = label(fields[c.label])
	return p, err
}

// label parses a label.
func label(text string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "1", "true":
		return true, nil
	case "0", "false":
		return false, nil
	}
	return false, fmt.Errorf("label %.40q: expected 1 or 0", text)
}

// object parses a pair of JSON Lines.
func object(line []byte) (p Pair, err error) {
	var o struct {
		A     *string         `json:"a"`
		B     *string         `json:"b"`
		Label json.RawMessage `json:"label"`
		Split string          `json:"split"`
	}
	err = json.Unmarshal(line, &o)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return p, fmt.Errorf("%s: expected an object", kind.Value)
	case errors.As(err, &kind):
		return p, fmt.Errorf("field %s: %s: expected a string", kind.Field, kind.Value)
	case err != nil:
		return p, err
	}
	switch {
	case o.A == nil || o.B == nil || *o.A == "" || *o.B == "":
		return p, errors.New("no a or no b: expected the names of two documents")
	case o.Label == nil:
		return p, errors.New("no label: expected 1 or 0")
	}
	p.A, p.B, p.Split = *o.A, *o.B, o.Split
	p.Related, err = label(strings.Trim(string(o.Label), `"`))
	return p, err
}
