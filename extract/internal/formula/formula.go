// Package formula finds the signs that a formula shows besides its characters. Examples are the sign of
// a sum, a root, an accent and parentheses. The formulas of Office (ISO/IEC 29500-1, chapter 22.1) store
// these signs in properties, or do not store the usual ones. RTF has the same elements.
package formula

import (
	"strings"
	"unicode/utf8"
)

// Formula knows the structures that are open, such as a sum or a root. Names of elements have no prefix.
type Formula struct{ open []structure }

// structure is an element that arranges its parts, and may show signs of its own.
type structure struct {
	name                   string
	before, between, after string // the parts
	hides                  string // the part that is hidden, or two with a blank between
	written                bool   // before has been written
	properties             bool   // the element of its properties is open
	silent                 bool   // its signs are hidden
}

// usual are the structures with the signs that they show if their properties say nothing else.
// Cells, rows and equations that stand above each other are set apart by a blank.
var usual = map[string]structure{
	"acc": {after: "\u0302"}, "bar": {after: "_"}, "borderBox": {}, "box": {}, "d": {before: "(", between: "|", after: ")"},
	"eqArr": {between: " "}, "f": {}, "func": {}, "groupChr": {after: "⏟"}, "limLow": {}, "limUpp": {}, "m": {between: " "},
	"mr": {between: " "}, "nary": {before: "∫"}, "phant": {}, "rad": {before: "√"}, "sPre": {}, "sSub": {}, "sSubSup": {}, "sSup": {},
}

// parts are the elements that a structure arranges. A row of a matrix is one, and has parts itself.
var parts = map[string]bool{
	"deg": true, "den": true, "e": true, "fName": true, "lim": true, "mr": true, "num": true, "sub": true, "sup": true,
}

// properties are the properties that change the signs.
var properties = map[string]bool{
	"begChr": true, "chr": true, "degHide": true, "endChr": true, "pos": true, "sepChr": true, "show": true, "subHide": true,
	"supHide": true, "type": true,
}

// IsProperty reports whether an element is a property that changes the signs.
func IsProperty(name string) bool { return properties[name] }

// IsElement reports whether an element is a structure, a part of one, or its properties.
func IsElement(name string) bool {
	_, ok := usual[name]
	return ok || parts[name] || strings.HasSuffix(name, "Pr")
}

// Begin handles the start of an element. It returns the signs before it, and whether its content is shown.
// A blank among the signs stands for a gap.
func (f *Formula) Begin(name string) (signs string, shown bool) {
	s := f.innermost()
	shown = true
	switch {
	case s == nil:
	case name == s.name+"Pr":
		s.properties = true
	case parts[name]:
		signs, shown = s.part(name), !s.isHidden(name)
	}
	if s, ok := usual[name]; ok {
		s.name = name
		f.open = append(f.open, s)
	}
	return signs, shown
}

// End handles the end of an element. It returns the signs after it.
func (f *Formula) End(name string) (signs string) {
	s := f.innermost()
	switch {
	case s == nil:
	case name == s.name+"Pr":
		s.properties = false
	case name == s.name:
		if signs = s.after; !s.written {
			signs = s.before + signs
		}
		if s.silent {
			signs = ""
		}
		f.open = f.open[:len(f.open)-1]
	}
	return signs
}

// Set handles a property.
func (f *Formula) Set(name, value string) {
	s := f.innermost()
	if s == nil || !s.properties {
		return
	}
	switch is := s.name + " " + name; is {
	case "nary chr", "d begChr":
		s.before = character(value)
	case "d sepChr":
		s.between = character(value)
	case "acc chr", "groupChr chr", "d endChr":
		s.after = character(value)
	case "bar pos":
		if value == "top" {
			s.after = "¯"
		}
	case "f type":
		if value == "lin" || value == "skw" {
			s.before = "/"
		}
	case "rad degHide", "nary subHide", "nary supHide":
		if part := strings.TrimSuffix(name, "Hide"); isOn(value) && !s.isHidden(part) {
			s.hides += " " + part
		}
	case "phant show":
		if !isOn(value) {
			s.hides = "e"
		}
	}
}

// Hide hides the signs of the structure whose properties are open.
func (f *Formula) Hide() {
	if s := f.innermost(); s != nil && s.properties {
		s.silent = true
	}
}

// Text returns what is shown of a text. In equations above each other, & marks where they are aligned.
func (f *Formula) Text(text string) string {
	if s := f.innermost(); s != nil && s.name == "eqArr" {
		return strings.ReplaceAll(text, "&", " ")
	}
	return text
}

func (f *Formula) innermost() *structure {
	if n := len(f.open); n > 0 {
		return &f.open[n-1]
	}
	return nil
}

// part begins a part, and returns the signs before it.
func (s *structure) part(name string) (signs string) {
	switch {
	case s.name == "rad" && name != "e", s.name == "f" && name != "den":
	case !s.written:
		s.written, signs = true, s.before
	default:
		signs = s.between
	}
	if s.silent && signs != " " {
		return ""
	}
	return signs
}

func (s *structure) isHidden(part string) bool {
	for hidden := range strings.FieldsSeq(s.hides) {
		if hidden == part {
			return true
		}
	}
	return false
}

// character returns the first character of a value. A sign has only one (22.1.3.3).
func character(value string) string {
	_, n := utf8.DecodeRuneInString(value)
	return strings.Clone(value[:n])
}

func isOn(value string) bool { return value != "0" && value != "false" && value != "off" }
