// Package numfmt formats the numbers of sheets (ISO/IEC 29500-1, 18.8.30 and 18.8.31). The format "0.00%"
// shows 0.5 as "50.00%".
//
// Where programs differ, the package follows LibreOffice, so that a sheet has one text in all of its
// formats. Only the days before March 1900 depend on the program: see [Days]. Seconds are cut off, not
// rounded. General shows all known digits. The fill of a cell (`*`) is left out, and the
// space for a character (`_`) is a blank.
package numfmt

import (
	"math"
	"strings"
)

// mostCode bounds a code in bytes; Excel allows 255 characters. A longer code counts as General, so that
// the text of a cell stays short.
const mostCode = 1024

// Code is a format code that has been parsed. It is immutable.
type Code struct {
	sections []section
	text     *section // of cells that hold a text; nil shows it as it is
}

// Parse parses a format code as it is in files, which is the same in all languages. The code "", and
// malformed codes, stand for General.
func Parse(code string) *Code {
	if code == "" || len(code) > mostCode {
		code = "General"
	}
	c := &Code{}
	for _, s := range split(code) {
		if len(c.sections) == 4 {
			break
		}
		c.sections = append(c.sections, parseSection(s))
	}
	last := len(c.sections) - 1
	if last == 3 || c.sections[last].has(atSign) {
		text := c.sections[last]
		c.text = &text
		if last > 0 {
			c.sections = c.sections[:last]
		}
	}
	c.conditions()
	return c
}

// Format returns what a cell with the format code shows for a number. To format many numbers, call
// [Parse] once.
//
// A date is a number of days.
func Format(code string, value float64, days Days) string {
	return Parse(code).Number(value, days)
}

// Days is how a program counts the days of dates.
type Days uint8

const (
	// Since1899 counts from the 30th of December 1899, as LibreOffice does.
	Since1899 Days = iota
	// Since1900 counts as Excel does. Day 1 is the first day of 1900, and day 60 the 29th of February.
	// The calendar does not have that day, so both agree from day 61 on.
	Since1900
	// Since1904 counts from the first day of 1904.
	Since1904
)

// Number returns what a cell shows for a number: see [Format].
func (c *Code) Number(value float64, days Days) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return "#NUM!"
	}
	s, signed := c.choose(value)
	var b strings.Builder
	switch {
	case s == nil:
	case s.has(general) || s.has(atSign):
		s.general(&b, value, signed)
	case s.date:
		s.dates(&b, value, days)
	case s.has(slash):
		s.fraction(&b, value, signed)
	default:
		s.number(&b, value, signed)
	}
	return b.String()
}

// mostText bounds the bytes of a text that a code repeats. A cell of Excel may have 32,767 characters.
const mostText = 128 << 10

// Text returns what a cell shows for a text.
func (c *Code) Text(text string) string {
	if c.text == nil {
		return text
	}
	times := int64(0)
	for _, t := range c.text.tokens {
		if t.kind == atSign || t.kind == general {
			times++
		}
	}
	if times > 1 && times*int64(len(text)) > mostText {
		return text
	}
	var b strings.Builder
	for _, t := range c.text.tokens {
		switch t.kind {
		case literal:
			b.WriteString(t.text)
		case atSign, general:
			b.WriteString(text)
		}
	}
	return b.String()
}

// IsGeneral reports whether the code is General, and nothing else.
func (c *Code) IsGeneral() bool {
	return len(c.sections) == 1 && len(c.sections[0].tokens) == 1 && c.sections[0].has(general)
}
