package rtf

import (
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/formula"
)

// Formulas in RTF have the elements of Office's XML. A group is an element, and its word is the name after m.

// mathWord handles the word of an element of a formula, which begins a group.
func (r *reader) mathWord(word string) bool {
	name, ok := strings.CutPrefix(word, "m")
	switch {
	case !ok || r.html || r.now.math != "":
		return false
	case formula.IsProperty(name):
		r.flush()
		r.now.capture, r.sign = sign, r.sign[:0]
	case formula.IsElement(name):
		signs, shown := r.formula.Begin(name)
		r.put(signs)
		r.now.out = r.now.out || !shown
	default:
		return false
	}
	r.now.math = name
	return true
}

// endMath handles the end of such a group.
func (r *reader) endMath(ended group) {
	switch {
	case formula.IsProperty(ended.math):
		r.formula.Set(ended.math, strings.TrimSpace(string(r.sign)))
	case ended.math == "ctrlPr" && (ended.hidden || ended.deleted):
		r.formula.Hide()
	default:
		r.write(r.formula.End(ended.math))
	}
}
