// Package dataset reads the records of a data set. It reads JSON Lines (jsonlines.org), arrays of JSON
// (RFC 8259), CSV (RFC 4180), TSV, Apache Parquet and Apache Arrow. A record has an id and a text.
//
//	fields := dataset.Fields{ID: dataset.Path{"id"}, Text: []dataset.Path{{"text"}}}
//	for record, err := range dataset.JSONLines(file, fields, extract.Limits{}) {
//		content, err := record.Read(nil)
//	}
//
// A text is the bytes of the record, whether or not they are well-formed UTF-8: see chapter 1 of
// SPEC.md. Errors about a data set wrap those of package [github.com/lsh-interop/fpcheck/extract].
package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/engine/block"
	"github.com/lsh-interop/fpcheck/internal/kernel/recovery"
)

// Fields say which fields of a record are read.
type Fields struct {
	ID   Path   // nil if records are identified by their numbers
	Rank Path   // a value that records are ordered by; nil for none
	Text []Path // one or more
	// Given are fields of all records that have none of that name: those of a partition.
	Given map[string]string
}

func (f *Fields) check() error {
	if len(f.Text) == 0 {
		return errNoField
	}
	for _, p := range []Path{f.ID, f.Rank} {
		if slices.Contains(p, Each) {
			return fmt.Errorf("field %s: many values in a record: expected one", shown(p))
		}
	}
	return nil
}

// paths returns the paths of the texts, then that of the rank, and the id's last.
func (f *Fields) paths() []Path {
	paths := slices.Clone(f.Text)
	for _, p := range []Path{f.Rank, f.ID} {
		if p != nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// scalar returns the path and the place of a scalar, by its place in paths.
func (f *Fields) scalar(c *Content, i int) (Path, *ID) {
	if f.Rank != nil && i == len(f.Text) {
		return f.Rank, &c.Rank
	}
	return f.ID, &c.ID
}

// given returns the value of a field that a record does not have.
func (f *Fields) given(p Path) (value string, ok bool) {
	if len(p) == 1 {
		value, ok = f.Given[p[0]]
	}
	return value, ok
}

// A Path is the name of a field, after the names of the objects that contain it.
type Path []string

// Each in a path is each element of an array, or each value of an object or a map.
const Each = ""

// eachMark is Each as it is written.
const eachMark = "[*]"

// ParsePath parses a path whose names are separated by dots: "meta.text". "[*]" at the end of a name
// is [Each]. A backslash precedes a dot, a backslash or a bracket that is part of a name.
func ParsePath(s string) (Path, error) {
	var p Path
	var name strings.Builder
	end := func() error { // of a name
		if name.Len() == 0 {
			return fmt.Errorf("field %q: an empty name", s)
		}
		p = append(p, name.String())
		name.Reset()
		return nil
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '.':
			if err := end(); err != nil {
				return nil, err
			}
		case c == '\\' && (i+1 == len(s) || !strings.ContainsRune(`.\[`, rune(s[i+1]))):
			return nil, fmt.Errorf(`field %q: a backslash at byte %d: expected \. or \\ or \[ there`, s, i+1)
		case c == '\\':
			i++
			name.WriteByte(s[i])
		case strings.HasPrefix(s[i:], eachMark) && onlyMarks(s[i:]):
			if err := end(); err != nil {
				return nil, err
			}
			for strings.HasPrefix(s[i:], eachMark) {
				p, i = append(p, Each), i+len(eachMark)
			}
			if i == len(s) {
				return p, nil
			} // or else a dot is there
		default:
			name.WriteByte(c)
		}
	}
	return p, end()
}

// onlyMarks reports whether nothing but marks comes before the next dot.
func onlyMarks(s string) bool {
	for strings.HasPrefix(s, eachMark) {
		s = s[len(eachMark):]
	}
	return s == "" || s[0] == '.'
}

// String is the form that [ParsePath] reads.
func (p Path) String() string {
	escape := strings.NewReplacer(`\`, `\\`, ".", `\.`, eachMark, `\`+eachMark)
	var s strings.Builder
	for i, name := range p {
		switch {
		case name == Each:
			s.WriteString(eachMark)
			continue
		case i > 0:
			s.WriteByte('.')
		}
		s.WriteString(escape.Replace(name))
	}
	return s.String()
}

// A Record is a record that was found. Its fields are read later, perhaps by another
// goroutine, since that is most of the work.
type Record struct {
	Number int64 // of its line or its row, from 1
	Size   int64 // the memory that it holds, in bytes

	content Content // once it was read
	fault   error   // of a record without parse

	// Of a part of a stream:
	parse func(part []byte, c *Content) error // reads the content
	part  []byte
	free  chan<- []byte // receives part for another record
}

// Read reads the fields. It makes the strings of ids with strings, which may be nil. With an error, which
// names the field, there may be an id.
func (r *Record) Read(strings *block.Strings) (c *Content, err error) {
	if r.parse == nil {
		return &r.content, r.fault
	}
	r.content = Content{strings: strings}
	err = r.parsed()
	r.content.strings = nil
	return &r.content, err
}

func (r *Record) parsed() (err error) {
	defer recovery.Catch(&err, "the reader of records")
	return r.parse(r.part, &r.content)
}

// Done says that nothing reads the texts of the record any more. Its memory may become that of another.
func (r *Record) Done() {
	const most = 64 << 10
	if part := r.part; cap(part) > 0 && cap(part) <= most {
		r.part = nil
		select {
		case r.free <- part[:0]:
		default:
		}
	}
}

// Content is what the fields of a record contain.
type Content struct {
	ID   ID        // not valid if it is null or absent
	Rank ID        // of [Fields.Rank]; likewise
	Text [][]byte  // in the order of [Fields.Text]; nil if it is null or absent
	one  [1][]byte // room for Text

	strings *block.Strings // nil once the record was read
	// Absent are the indexes of the fields of Text that the record does not have.
	Absent []int
	// Escaped counts the runs of bytes that are not UTF-8 and that JSON has as unpaired surrogates. Each is U+FFFD
	// in the text.
	Escaped int
	// Bytes says that the text comes from a column of bytes, not of strings. It may have any
	// encoding and media type.
	Bytes bool
}

// setTexts makes room for n texts.
func (c *Content) setTexts(n int) {
	if c.Text = c.one[:]; n != 1 {
		c.Text = make([][]byte, n)
	}
}

// An ID is the id of a record, exactly as it was written.
type ID struct {
	Text     string // the bytes of a string; a number as it was written
	written  string // its JSON value; "" if Text is enough to make it
	isString bool
}

// Valid reports whether there is an id.
func (id ID) Valid() bool { return id.Text != "" || id.isString }

// JSON returns the id's JSON value as it was written, so no number is rounded. It is empty
// if there is no id, or if the id is a string that is not UTF-8.
func (id ID) JSON() string {
	switch {
	case !id.isString:
		return id.Text
	case !utf8.ValidString(id.Text):
		return ""
	case id.written != "":
		return id.written
	}
	written, _ := json.Marshal(id.Text)
	return string(written)
}

var errNoField = errors.New("no text field given: expected one or more")

// shown is a path fit for a line that people read.
func shown(p Path) string {
	s := p.String()
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return fmt.Sprintf("%q", s)
	}
	return s
}
