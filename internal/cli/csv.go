package cli

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lsh-interop/fpcheck/internal/kernel/lazy"
	"github.com/lsh-interop/fpcheck/internal/page/escape"
)

// A CSVWriter writes rows in which a spreadsheet runs nothing.
type CSVWriter struct {
	rows *csv.Writer
	row  []string
}

func NewCSVWriter(w io.Writer) *CSVWriter { return &CSVWriter{rows: csv.NewWriter(w)} }

func (w *CSVWriter) Write(values ...string) error {
	w.row = w.row[:0]
	for _, s := range values {
		w.row = append(w.row, cell(s))
	}
	return w.rows.Write(w.row)
}

// Flush writes what is buffered, and returns the first error.
func (w *CSVWriter) Flush() error {
	w.rows.Flush()
	return w.rows.Error()
}

var plainNumber = lazy.Regexp(`^[+-][0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// cell puts an apostrophe before a value that a spreadsheet would run as a formula, as OWASP advises. To
// make this reversible, a value that begins with an apostrophe has another. A number and a sign alone run
// nothing. A value that is not UTF-8, or begins with a backslash, is escaped as in lines for programs.
func cell(s string) string {
	if !utf8.ValidString(s) || strings.HasPrefix(s, `\`) {
		escaped, _ := escape.Path(s)
		return `\` + escaped
	}
	r, size := utf8.DecodeRuneInString(s)
	risky := strings.ContainsRune("=+-@＝＋－＠'", r) && len(s) > size && !plainNumber().MatchString(s)
	if risky || unicode.IsControl(r) {
		return "'" + s
	}
	return s
}
