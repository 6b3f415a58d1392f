package warc

import (
	"fmt"
	"strings"
)

const (
	maxHeader   = 1 << 20 // bytes of a header
	maxOddLines = 10      // odd lines of a header that get a note each
)

// headerLines collects the lines of a header.
type headerLines struct {
	header header
	folded []string // the lines of the last field, if it has several
	octets int
	odd    []string // the first lines that are not fields
	more   int      // of these
}

// add adds a line without its end: a field, or a continuation of the last field (RFC 9112 5.2). It
// reports whether the line is either.
func (h *headerLines) add(line string) bool {
	h.octets += len(line) + 1
	if line[0] == ' ' || line[0] == '\t' {
		if len(h.header) == 0 {
			return false
		}
		if h.folded == nil {
			h.folded = append(h.folded, h.header[len(h.header)-1].Value)
		}
		h.folded = append(h.folded, strings.TrimSpace(line))
		return true
	}
	name, value, ok := strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.ContainsAny(name, " \t") {
		return false
	}
	h.unfold()
	h.header = append(h.header, field{name, strings.TrimSpace(value)})
	return true
}

// unfold joins the lines of the last field.
func (h *headerLines) unfold() {
	if h.folded != nil {
		h.header[len(h.header)-1].Value = strings.TrimSpace(strings.Join(h.folded, " "))
		h.folded = nil
	}
}

// tooLong reports whether the header is longer than allowed.
func (h *headerLines) tooLong() bool { return h.octets > maxHeader }

// oddLine keeps a line that is not a field.
func (h *headerLines) oddLine(line string) {
	if len(h.odd) == maxOddLines {
		h.more++
		return
	}
	h.odd = append(h.odd, line[:min(len(line), 80)])
}

// end returns the header, and notes on lines that are not fields. of names the owner of the header.
func (h *headerLines) end(of string) (header, []string) {
	h.unfold()
	var notes []string
	for _, line := range h.odd {
		notes = append(notes, fmt.Sprintf("a line of the %s is no field: %q", of, line))
	}
	if h.more > 0 {
		notes = append(notes, fmt.Sprintf("%d more lines of the %s are no fields", h.more, of))
	}
	return h.header, notes
}
