package warc

import (
	"fmt"
	"strings"
)

const (
	maxHeader   = 1 << 20 // bytes of a header
	maxOddLines = 10      // of a header, each of which has a note
)

// headerLines makes a header of its lines.
type headerLines struct {
	header header
	folded []string // the lines of the last field, if there is more than one
	octets int
	odd    []string // the first of the lines that are no field
	more   int      // of these
}

// add takes a line without its end: a field, or more of the last one (folded lines,
// RFC 9112 5.2). It reports whether it is either.
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

// tooLong reports whether there are more lines than a header may have.
func (h *headerLines) tooLong() bool { return h.octets > maxHeader }

// oddLine keeps a line that is no field.
func (h *headerLines) oddLine(line string) {
	if len(h.odd) == maxOddLines {
		h.more++
		return
	}
	h.odd = append(h.odd, line[:min(len(line), 80)])
}

// end returns the header, and notes on the lines that are no fields; of is whose they are.
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
