// Package spreadsheet writes the cells of sheets in one form for all formats. A row is a line, with
// blanks between cells. A cell is what its format shows. A cell that shows nothing leaves no trace.
package spreadsheet

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/extract/internal/flow"
	"github.com/lsh-interop/fpcheck/extract/internal/medium"
	"github.com/lsh-interop/fpcheck/extract/internal/numfmt"
)

// Writer writes the cells of sheets.
type Writer struct {
	Days    numfmt.Days // how the program counts them
	flow    *flow.Flow
	codes   map[string]*numfmt.Code // that have been parsed
	octets  int                     // of these
	unknown int                     // formulas without a stored result
}

// mostCodes bounds the bytes of codes that are kept parsed. A workbook of Excel has a few hundred
// codes.
const mostCodes = 64 << 10

// To returns a writer to f.
func To(f *flow.Flow) *Writer { return &Writer{flow: f, codes: make(map[string]*numfmt.Code)} }

// Into directs further cells to another text.
func (w *Writer) Into(f *flow.Flow) { w.flow = f }

// Row begins a row, or ends the last one.
func (w *Writer) Row() { w.flow.Line() }

// Shown writes a cell that shows a text unchanged.
func (w *Writer) Shown(text string) {
	w.flow.Blank()
	w.flow.Characters(text, false)
	w.flow.Blank()
}

// Text writes a cell that contains a text, formatted by a code.
func (w *Writer) Text(code, text string) { w.Shown(w.TextAs(code, text)) }

// Number writes a cell that contains a number, formatted by a code.
func (w *Writer) Number(code string, value float64) { w.Shown(w.NumberAs(code, value)) }

// Unknown counts a cell whose formula has no stored result. No reader computes formulas.
func (w *Writer) Unknown() { w.unknown++ }

// Report notes how many cells are unknown.
func (w *Writer) Report(d *medium.Reading) {
	if w.unknown > 0 {
		d.Lose("cells are empty because their formulas have no stored result: %d", w.unknown)
	}
}

// TextAs returns what a cell with a format shows for a text.
func (w *Writer) TextAs(code, text string) string {
	if code == "" {
		return text
	}
	return w.parsed(code).Text(text)
}

// NumberAs returns what a cell with a format shows for a number.
func (w *Writer) NumberAs(code string, value float64) string {
	return w.parsed(code).Number(value, w.Days)
}

// parsed parses a code once.
func (w *Writer) parsed(code string) *numfmt.Code {
	c, ok := w.codes[code]
	if !ok {
		if w.octets += len(code); w.octets > mostCodes {
			clear(w.codes)
			w.octets = len(code)
		}
		c = numfmt.Parse(code)
		w.codes[code] = c
	}
	return c
}

// Date writes a cell that contains a date or a time in ISO 8601. Without a format of its own, it is
// shown in American English. The time is left out if it is midnight.
func (w *Writer) Date(code, iso string) {
	value, hasDate, hasTime, ok := days(strings.TrimSpace(iso))
	if !ok {
		w.Shown(iso)
		return
	}
	if w.parsed(code).IsGeneral() {
		switch {
		case hasDate && hasTime:
			code = "m/d/yyyy h:mm"
		case hasDate:
			code = "m/d/yyyy"
		default:
			code = "h:mm:ss"
		}
	}
	switch {
	case !hasDate:
	case w.Days == numfmt.Since1904:
		value -= first1904
	case w.Days == numfmt.Since1900 && value >= 1 && value < march1900:
		value--
	}
	w.Number(code, value)
}

// The days from day 0 to the first day of 1904, and to that of March 1900.
const (
	first1904 = 1462
	march1900 = 61
)

// days returns the number of days since the 30th of December 1899.
func days(iso string) (value float64, hasDate, hasTime, ok bool) {
	date, clock, both := strings.Cut(strings.TrimSuffix(iso, "Z"), "T")
	if !both && strings.Contains(date, ":") {
		date, clock = "", date
	}
	if date != "" {
		t, err := time.Parse(time.DateOnly, date)
		if err != nil {
			return 0, false, false, false
		}
		value, hasDate = float64(t.Unix())/86400+25569, true
	}
	if clock != "" {
		seconds := 0.0
		parts := strings.Split(clock, ":")
		if len(parts) > 3 {
			return 0, false, false, false
		}
		for i, part := range parts {
			n, err := strconv.ParseFloat(part, 64)
			if err != nil || !(n >= 0 && n <= 100) { // NaN is a number too
				return 0, false, false, false
			}
			seconds += n * math.Pow(60, float64(2-i))
		}
		value, hasTime = value+seconds/86400, seconds != 0 || !hasDate
	}
	return value, hasDate, hasTime, hasDate || hasTime
}

// Truth returns what a cell shows for a truth value.
func Truth(value bool) string {
	if value {
		return "TRUE"
	}
	return "FALSE"
}

// RK returns a number that is stored in 30 bits ([MS-XLS] 2.5.217).
func RK(n uint32) float64 {
	value := float64(int32(n) >> 2)
	if n&2 == 0 {
		value = math.Float64frombits(uint64(n&^3) << 32)
	}
	if n&1 != 0 {
		value /= 100
	}
	return value
}

// errorNames are what cells show in place of a value that cannot be found ([MS-XLS] 2.5.10).
var errorNames = map[byte]string{
	0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A", 0x2B: "#GETTING_DATA",
}

// Error returns what a cell shows for an error by its number, "" if there is none.
func Error(n byte) string { return errorNames[n] }
