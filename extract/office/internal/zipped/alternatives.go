package zipped

import (
	"encoding/xml"
	"strings"
)

// alternatives decide what of each mc:AlternateContent is read (ISO/IEC 29500-3, 7.6). The first
// mc:Choice counts that requires only namespaces of Office, else mc:Fallback.
type alternatives struct {
	known []declaredPrefix
	open  []alternative
}

// declaredPrefix is the prefix of a namespace, on an open element.
type declaredPrefix struct {
	prefix   string
	isOffice bool
	depth    int
}

// alternative is an mc:AlternateContent that is open.
type alternative struct {
	depth int
	taken bool // one of its parts was read
}

// start reports whether an element is read. The depth of the root is 1.
func (a *alternatives) start(name string, e xml.StartElement, depth int) bool {
	for n := len(a.known); n > 0 && a.known[n-1].depth >= depth; n-- {
		a.known = a.known[:n-1]
	}
	for n := len(a.open); n > 0 && a.open[n-1].depth >= depth; n-- {
		a.open = a.open[:n-1]
	}
	for i := range e.Attr {
		if d := &e.Attr[i]; d.Name.Space == "xmlns" {
			a.known = append(a.known, declaredPrefix{strings.Clone(d.Name.Local), isOffice(d.Value), depth})
		}
	}
	n := len(a.open)
	switch {
	case name == "mc:AlternateContent":
		a.open = append(a.open, alternative{depth: depth})
	case n > 0 && (name == "mc:Choice" || name == "mc:Fallback"):
		if a.open[n-1].taken || name == "mc:Choice" && !a.areKnown(attr(e, "Requires")) {
			return false
		}
		a.open[n-1].taken = true
	}
	return true
}

// areKnown reports whether each of some prefixes belongs to a namespace of Office.
func (a *alternatives) areKnown(prefixes string) bool {
	for prefix := range strings.FieldsSeq(prefixes) {
		n := len(a.known) - 1
		for n >= 0 && a.known[n].prefix != prefix {
			n--
		}
		if n < 0 || !a.known[n].isOffice {
			return false
		}
	}
	return true
}

// isOffice reports whether a namespace is one of Office: of ISO/IEC 29500, or one of its extensions.
func isOffice(space string) bool {
	for _, start := range []string{
		"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/",
		"http://schemas.microsoft.com/office/", "urn:schemas-microsoft-com:",
	} {
		if strings.HasPrefix(space, start) {
			return true
		}
	}
	return false
}
