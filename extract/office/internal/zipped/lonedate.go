package zipped

import "strings"

// loneDate leaves out a date of today that is all of a paragraph on a slide. In a sentence, it is text.
type loneDate struct {
	field bool   // the date is being read
	said  bool   // the paragraph has other text
	held  string // the date with which it begins
}

// mostOfDate bounds the bytes that are held.
const mostOfDate = 1024

// text returns what is shown when a text is read.
func (d *loneDate) text(s string) string {
	blank := strings.TrimSpace(s) == ""
	if !d.said && len(d.held)+len(s) <= mostOfDate && (d.field || blank && d.held != "") {
		d.held += s
		return ""
	}
	if blank && d.held == "" {
		return s
	}
	s = d.held + s
	d.held, d.said = "", true
	return s
}

// gap writes a blank or a line end, unless the date before it is held.
func (d *loneDate) gap(write func()) {
	if d.text(" ") != "" {
		write()
	}
}
