package zipped

import "strings"

// fields are the open fields of WordprocessingML: an instruction, and its result, which is shown.
type fields struct {
	open    []field
	unshown int  // fields whose instruction and result are not shown now
	reading bool // w:instrText is open
}

type field struct {
	code   string // the instruction's first bytes
	shown  bool   // what is read now is shown: the result
	result bool   // what is read now is the result
}

// mostOfCode is the length of an instruction that is kept, for its name.
const mostOfCode = 32

// mark is w:fldChar: a field's beginning, the end of its instruction, or its end.
func (f *fields) mark(kind string) {
	n := len(f.open)
	switch kind {
	case "begin":
		f.open = append(f.open, field{})
		f.unshown++
	case "separate":
		if n > 0 && !f.open[n-1].result {
			f.open[n-1].result = true
			if f.open[n-1].shown = !isPageNumber(f.open[n-1].code); f.open[n-1].shown {
				f.unshown--
			}
		}
	case "end":
		if n == 0 {
			return
		}
		if !f.open[n-1].shown {
			f.unshown--
		}
		f.open = f.open[:n-1]
	}
}

// begin begins a field whose instruction is known.
func (f *fields) begin(instruction string) {
	f.mark("begin")
	f.open[len(f.open)-1].code = instruction
	f.mark("separate")
}

// instruction adds to that of the innermost field.
func (f *fields) instruction(s string) {
	if n := len(f.open); n > 0 && !f.open[n-1].result {
		code := &f.open[n-1].code
		*code += s[:min(len(s), max(0, mostOfCode-len(*code)))]
	}
}

// isPageNumber reports whether a field is the number of its page, or how many there are. (In a
// table of contents, the number of another page is PAGEREF.)
func isPageNumber(instruction string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(instruction, " \t"), " ")
	switch strings.ToUpper(name) {
	case "PAGE", "NUMPAGES", "SECTIONPAGES":
		return true
	}
	return false
}
