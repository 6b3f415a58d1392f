package zipped

import (
	"encoding/xml"
	"strings"

	"github.com/lsh-interop/fpcheck/extract/internal/formula"
)

// Formulas of Office (ISO/IEC 29500-1, chapter 22.1) have characters in m:t, as runs have them in w:t. Other
// signs are properties.

// beginMath handles the start of an element, which may belong to a formula. It returns the signs before
// it, and whether its content is shown.
func beginMath(f *formula.Formula, name string, e xml.StartElement) (signs string, shown bool) {
	local, ok := strings.CutPrefix(name, "m:")
	switch {
	case !ok:
		return "", true
	case formula.IsProperty(local):
		f.Set(local, attr(e, "val"))
	}
	return f.Begin(local)
}

// endMath returns the signs after an element.
func endMath(f *formula.Formula, name string) string {
	if local, ok := strings.CutPrefix(name, "m:"); ok {
		return f.End(local)
	}
	return ""
}
